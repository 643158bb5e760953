"""What a careful beginner marks, on boards drawn for it."""

import numpy as np
import pytest

import joute
from joute.arena.duel import duel
from joute.core import registry
from joute.core.contract import Actions, careful
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.rng import Rng, seeded
from joute.core.state import State, States
from joute.jit.compile import compiled
from joute.jit.record_proxy import StatesProxy


def marked(game: Game, position: State) -> set[str]:
    """Every cell that a careful beginner marks here, over many seeds."""
    player = registry.agent("careful", game)
    seat = game.movers(position)[0]
    return {game.actions[player.choose(game.view(position, seat), seat, seed)].name for seed in range(30)}


def board(drawn: str, **options: int | bool) -> tuple[Game, State]:
    """A game and the position of a drawing."""
    lines = drawn.split()
    joined = "\n".join(" ".join(line) for line in lines)
    game = joute.game("morpion", width=len(lines[0]), height=len(lines), **options)
    return game, game.position(joined)


def test_a_line_is_completed_rather_than_blocked() -> None:
    assert marked(*board("XXX... OOO... ...... ......")) == {"d1"}


def test_a_line_is_completed_in_its_gap() -> None:
    assert marked(*board("...... .XX.X. O.OO.. ......")) == {"d2"}


def test_a_line_is_blocked() -> None:
    assert marked(*board("X..... XOOO.. ...... ..X...")) == {"e2"}


def test_two_in_the_open_become_three() -> None:
    assert marked(*board("....... ..XX... ....... .O...O.")) == {"b2", "e2"}


def test_the_first_stone_is_near_the_middle() -> None:
    game = joute.game("morpion", width=9, height=9)
    assert {name[0] for name in marked(game, game.new(1))} == {"d", "e", "f"}


def test_a_first_stone_in_the_middle_is_taken_over_one_on_the_edge_is_not() -> None:
    game = joute.game("morpion", width=5, height=5, swap=True)
    for cell, taken in (("c3", True), ("a3", False), ("e5", False)):
        state = game.new(1)
        game.play(state, {0: cell})
        assert (marked(game, state) == {"swap"}) == taken


@compiled
def ask(view: States, seat: int, actions: Actions, rng: Rng) -> int:
    return careful(view[0], seat, actions, rng)


@pytest.mark.slow
def test_care_is_the_same_compiled() -> None:
    game = joute.game("morpion", width=6, height=5)
    state, scratch = game.new(3), np.zeros(game.spec.widest, np.int64)
    for turn in range(30):
        if game.over(state):
            break
        seat = game.movers(state)[0]
        plain = ask.plain(StatesProxy(state.array), seat, scratch, seeded(turn))
        assert plain == ask(state.array, seat, scratch, seeded(turn))
        game.step(state, random_choices(game, state, turn))


@pytest.mark.slow
@pytest.mark.parametrize("align", [3, 4, 5])
def test_care_beats_chance(align: int) -> None:
    game = joute.game("morpion", align=align)
    assert duel(game, ["careful", "random"], 200, seed=2, openings="none").standing(0)["interval"][0] > 0.9
