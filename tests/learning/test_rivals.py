"""Searches among the rivals of a training: they sit where they should, see what their seat sees, and change nothing that repeats."""

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from learning.short import SMALL_BOARD, bits, tiny, trained

import joute
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.state import State
from joute.learning.dqn.learner import Learner
from joute.learning.dqn.opponents import answer, opponent_odds
from joute.learning.dqn.rollout import LEARNER, SEARCH
from joute.learning.dqn.training import Plan, Training
from joute.learning.dqn.transitions import transition_type
from joute.learning.dqn.vector_env import Aim, Hall

SEARCHING = {
    "search_share": 0.5,
    "random_share": 0.2,
    "heuristic_share": 0.1,
    "self_play_share": 0.1,
    "search_agent": "mcts+iterations=8",
    "pool_size": 1,
}


@pytest.fixture(scope="module")
def board() -> Game:
    return joute.game("morpion", **SMALL_BOARD)


class Last:
    """Chooses the last legal action, and keeps what it was shown."""

    def __init__(self, game: Game) -> None:
        self.game, self.shown = game, list[tuple[State, int]]()

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        self.shown.append((view, seat))
        return self.game.legal_numbers(view, seat)[-1]


@pytest.mark.slow
def test_where_a_search_is_the_rival_it_plays_every_seat_but_the_learners_and_what_it_chose_is_played(board: Game) -> None:
    hall = Hall(board, 4, 1, 1, Aim(False, True, False, -1.0, 2.0), opponent_odds(1, 0, 0, 0, 0), seed=1)
    assert (np.sort(hall.tables["players"], 1) == [SEARCH, LEARNER]).all()
    nothing, last = np.zeros(1, transition_type(hall.rows.shape[1], hall.values.shape[1])), Last(board)
    while hall.play_on(nothing, 0.0, False):
        here, before = np.flatnonzero(hall.asked() == SEARCH), hall.states.copy()
        answer(cast(Agent, last), hall, here.tolist(), 1)
        for number in here.tolist():
            hall.values[number, :] = np.where(hall.values[number] > 0, hall.values[number], -1)  # nothing else can be the best
            _, seat = hall.view(number)
            assert hall.values[number].argmax() == board.legal_numbers(State(before[number : number + 1]), seat)[-1]
    assert {seat for _, seat in last.shown} == {0, 1}
    assert all(view.viewer == seat for view, seat in last.shown)


@pytest.mark.slow
def test_a_search_among_the_rivals_sees_its_own_cards_alone() -> None:
    game = joute.game("coeurs")
    hall = Hall(game, 4, 1, 1, Aim(True, True, True, 0.0, 1.0), opponent_odds(1, 0, 0, 0, 0), seed=1)
    hall.play_on(np.zeros(1, transition_type(hall.rows.shape[1], hall.values.shape[1])), 0.0, False)
    for number in np.flatnonzero(hall.asked() == SEARCH).tolist():
        view, seat = hall.view(number)
        assert [bool(view.array["hands"][0, other]) for other in range(4)] == [other == seat for other in range(4)]
        assert not view.array["rng"].any()


@pytest.mark.slow
def test_a_training_against_a_search_repeats_on_two_threads_and_goes_on_to_the_same_bits(board: Game, tmp_path: Path) -> None:
    chosen, file = tiny(**SEARCHING), tmp_path / "kept.checkpoint"
    whole, apart = (trained(board, 1800, chosen, threads) for threads in (1, 2))
    assert (whole.learner.hall.tables["players"] == SEARCH).any()
    assert bits(whole) == bits(apart)
    assert bits(whole) != bits(trained(board, 1800, tiny(**SEARCHING | {"search_agent": "mcts+iterations=1"})))
    trained(board, 900, chosen, file=file)
    resumed = Training.resumed(board, file)
    assert resumed.learner.chosen == chosen
    resumed.run(Plan(1800, threads=1, every=10**9, games=8))
    assert bits(resumed) == bits(whole)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"search_share": 0.1, "search_agent": "nobody"}, "no agent is called 'nobody'"),
        ({"search_share": 0.1, "search_agent": "mcts+iteration=5"}, "mcts has no setting 'iteration'"),
        ({"search_share": 0.1, "search_agent": "ismcts"}, "search_agent=ismcts is limited by time"),
        ({"search_share": 0.1, "search_agent": "fallible+of=ismcts"}, "is limited by time"),
        (
            {"search_share": 0.2},
            r"search_share=0\.2, random_share=0\.75, .* and self_play_share=0\.1 add up to 1\.1; they may add up to 1 at most",
        ),
        ({"random_share": 0, "heuristic_share": 0, "self_play_share": 0, "pool_size": 0}, "no opponents: search_share, .* are all 0"),
    ],
)
def test_rivals_that_cannot_be_are_refused_in_a_sentence(board: Game, settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(JouteError, match=sentence):
        Learner(board, tiny(**settings), 1)
