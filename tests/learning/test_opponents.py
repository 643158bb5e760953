"""Searches as opponents of a learner: they play every other seat, see only their own cards, and leave a training reproducible."""

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from learning.short_training import SMALL_BOARD, bits, plan, tiny, trained

import joute
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.state import State
from joute.learning.dqn.learner import Learner
from joute.learning.dqn.opponents import choose_by_search, opponent_odds
from joute.learning.dqn.rollout import LEARNER, SEARCH, Objective
from joute.learning.dqn.vector_env import VectorEnv
from joute.learning.training import Training

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
    """Chooses the last legal action, and records the views that it got."""

    def __init__(self, game: Game) -> None:
        self.game, self.shown = game, list[tuple[State, int]]()

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        self.shown.append((view, seat))
        return self.game.legal_numbers(view, seat)[-1]


@pytest.mark.slow
def test_a_search_plays_every_seat_but_the_learners_and_its_choices_are_played(board: Game) -> None:
    envs = VectorEnv(board, 4, 1, 1, Objective(False, True, False, -1.0, 2.0), opponent_odds(1, 0, 0, 0, 0), seed=1)
    assert (np.sort(envs.envs["players"], 1) == [SEARCH, LEARNER]).all()
    unused, last = envs.transitions(1), Last(board)
    while envs.step(unused, 0.0, False):
        here, before = np.flatnonzero(envs.waiting_players() == SEARCH), envs.states.copy()
        choose_by_search(cast(Agent, last), envs, here.tolist(), 1)
        for number in here.tolist():
            envs.values[number, :] = np.where(envs.values[number] > 0, envs.values[number], -1)  # nothing else can be the best
            _, seat = envs.view(number)
            assert envs.values[number].argmax() == board.legal_numbers(State(before[number : number + 1]), seat)[-1]
    assert {seat for _, seat in last.shown} == {0, 1}
    assert all(view.viewer == seat for view, seat in last.shown)


@pytest.mark.slow
def test_a_search_sees_only_the_cards_of_its_seat() -> None:
    game = joute.game("coeurs")
    envs = VectorEnv(game, 4, 1, 1, Objective(True, True, True, 0.0, 1.0), opponent_odds(1, 0, 0, 0, 0), seed=1)
    envs.step(envs.transitions(1), 0.0, False)
    for number in np.flatnonzero(envs.waiting_players() == SEARCH).tolist():
        view, seat = envs.view(number)
        assert [bool(view.array["hands"][0, other]) for other in range(4)] == [other == seat for other in range(4)]
        assert not view.array["chance"].any()


@pytest.mark.slow
def test_a_training_against_a_search_repeats_on_two_threads_and_resumes_to_the_same_bits(board: Game, tmp_path: Path) -> None:
    chosen, file = tiny(**SEARCHING), tmp_path / "training.checkpoint"
    whole, apart = (trained(board, 1800, chosen, threads) for threads in (1, 2))
    assert isinstance(whole.learner, Learner)
    assert (whole.learner.envs.envs["players"] == SEARCH).any()
    assert bits(whole) == bits(apart)
    assert bits(whole) != bits(trained(board, 1800, tiny(**SEARCHING | {"search_agent": "mcts+iterations=1"})))
    trained(board, 900, chosen, file=file)
    resumed = Training.resume(board, file)
    assert resumed.learner.settings == chosen
    resumed.run(plan(1800))
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
def test_impossible_opponents_are_refused(board: Game, settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(JouteError, match=sentence):
        Learner(board, tiny(**settings), 1)
