"""The report's agent: what it chooses from the highest class, and that it plays."""

from typing import Any

import numpy as np
import pytest
from games.morpion.drawn import drawn

import joute
from joute.arena.match import match
from joute.core.agent import Stop
from joute.core.errors import BadSetting
from joute.core.opinion import Opinion
from joute.games.morpion.agents.candidate_classes import UNSETTLED, judge, settled
from joute.games.morpion.state import MorpionState
from joute.jit.record_proxy import StatesProxy


def thought(text: str, agent: str = "classes", seed: int = 0, **options: Any) -> Opinion:
    """What the agent thinks of a drawn position."""
    game, state = drawn(text, **options)
    (seat,) = game.movers(state)
    return joute.agent(agent, game).consider(game.view(state, seat), seat, seed)


def test_only_ends_of_games_have_a_value() -> None:
    _, open_game = drawn("X O")
    assert settled(MorpionState.of(open_game), 0) == 0
    assert settled(MorpionState.of(open_game), 2) == UNSETTLED
    _, lost = drawn("X X X X\nO O O .")
    assert settled(MorpionState.of(lost), 3) == -1
    _, can_win = drawn("X X X .\nO O O .")
    assert settled(MorpionState.of(can_win), 1) == 1


def test_the_search_is_the_same_in_plain_python() -> None:
    text = """
        . . . . . . .
        . . . O . . .
        . . X O . . .
        . . . X . . .
        . . . . . . ."""
    game, state = drawn(text)
    results = []
    for fast in (True, False):
        states = np.repeat(state.array, 5)
        cells, values, nodes = np.zeros(144, np.int64), np.zeros(144, np.int64), np.zeros(1, np.int64)
        search, room = (judge, states) if fast else (judge.plain, StatesProxy(states))  # plain Python
        kind, count, valued = search(room, 4, cells, values, nodes, Stop().flag)  # type: ignore[arg-type]
        results.append((kind, count, valued, cells[:count].tolist(), values[:count].tolist(), nodes.tolist()))
    assert results[0] == results[1]
    assert game.over(state) is False


@pytest.mark.slow
def test_it_wins_where_it_can_and_says_so() -> None:
    text = """
        X X . X
        O O O ."""
    opinion = thought(text)
    assert opinion.action.name == "c1"
    assert opinion.value == 1
    assert {judgement.action.name: judgement.value for judgement in opinion.judgements if judgement.value is not None} == {"c1": 1}
    assert {judgement.weight for judgement in opinion.judgements[1:]} == {0}
    assert opinion.remark == {"en": "class ultimate, cells: 1", "fr": "classe ultimate, cases : 1"}


@pytest.mark.slow
def test_it_sees_a_win_in_three_plies() -> None:
    text = """
        . . . . . . .
        . . X X . . .
        . . . . . . .
        . . . . . . .
        O . . . . . O"""
    opinion = thought(text)
    assert opinion.value == 1
    assert opinion.action.name in {"b2", "e2"}


@pytest.mark.slow
def test_it_knows_when_it_is_lost() -> None:
    text = """
        . . . . . .
        . X X X . .
        . . . O . .
        . O . . . ."""
    opinion = thought(text)
    assert opinion.value == -1
    assert opinion.remark["en"] == "class A, cells: 2"
    assert [judgement.value for judgement in opinion.judgements if judgement.value is not None] == [-1.0, -1.0]


@pytest.mark.slow
def test_ties_are_broken_at_random_by_the_seed() -> None:
    text = """
        . . .
        . X .
        . . ."""
    chosen = [thought(text, seed=seed).action.name for seed in range(30)]
    assert len(set(chosen)) > 3
    assert chosen == [thought(text, seed=seed).action.name for seed in range(30)]


@pytest.mark.slow
def test_it_takes_the_first_stone_over_where_it_may() -> None:
    assert thought("X", swap=True).action.name == "swap"


@pytest.mark.slow
def test_it_can_be_stopped() -> None:
    game, state = drawn("X O\n. X\nO")
    stop = Stop()
    stop.now()
    opinion = joute.agent("classes:depth=10", game).consider(game.view(state, 0), 0, stop=stop)
    assert opinion.value is None
    assert opinion.action in game.legal(state, 0)


def test_its_depth_has_a_range() -> None:
    with pytest.raises(BadSetting, match="depth=0 is not possible"):
        joute.agent("classes:depth=0", joute.game("morpion"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "least"),
    [({}, 19), ({"width": 7, "height": 9, "align": 5}, 18), ({"align": 3, "width": 6, "height": 6}, 18), ({"swap": True}, 19)],
    ids=str,
)
def test_it_beats_random_players_nearly_always(options: dict[str, Any], least: int) -> None:
    game = joute.game("morpion", **options).fast()
    players = [joute.agent("classes", game), joute.agent("random", game)]
    points = 0.0
    for seed in range(10):
        for seat in (0, 1):
            scores = match(game, players if seat == 0 else players[::-1], seed).scores
            assert scores is not None
            points += (1 + scores[seat]) / 2
    assert points >= least


@pytest.mark.parametrize("seed", range(5))
def test_an_easy_player_sees_the_obvious(seed: int) -> None:
    game = joute.game("morpion")
    easy = joute.agent("easy", game)
    three = game.new()
    for name in ("f6", "a1", "f7", "a2", "f8", "f9"):
        game.play(three, {game.movers(three)[0]: name})
    assert easy.consider(game.view(three, 0), 0, seed).action.name == "f5"
    game.play(three, {0: "a5"})
    assert easy.consider(game.view(three, 1), 1, seed).action.name == "f5"
