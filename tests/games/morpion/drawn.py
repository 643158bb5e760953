"""Positions drawn in tests: a drawing smaller than the board is its top left corner."""

from typing import Any

import numpy as np

import joute
from joute.core.game import Game
from joute.core.state import State
from joute.games.morpion.state import MorpionState


def drawn(text: str, **options: Any) -> tuple[Game, State]:
    """The game with these options, and the drawn position."""
    game = joute.game("morpion", **options)
    return game, game.position(text)


def after(text: str, *moves: str, **options: Any) -> str:
    """The board after these moves, each by the seat whose turn it is, without coordinates."""
    game, state = drawn(text, **options)
    for move in moves:
        (seat,) = game.movers(state)
        game.advance(state, {seat: move})
    return game.show(state)


def outcome(text: str, *moves: str, **options: Any) -> str:
    """The sentence below the board after these moves."""
    return after(text, *moves, **options).splitlines()[-1]


def legal(text: str, **options: Any) -> list[str]:
    """What the mover may do."""
    game, state = drawn(text, **options)
    return [action.name for seat in game.movers(state) for action in game.legal(state, seat)]


def candidates(text: str, **options: Any) -> list[str]:
    """The actions worth searching, the best guess first."""
    game, state = drawn(text, **options)
    actions = np.empty(game.spec.widest, np.int64)
    count = game.definition.stated["candidates"](MorpionState.of(state), MorpionState.of(state).mover, actions)
    return [game.actions[int(number)].name for number in actions[:count]]


def values(text: str, **options: Any) -> list[float]:
    """What the evaluation says of each seat."""
    game, state = drawn(text, **options)
    scores = np.zeros(2)
    game.definition.stated["evaluate"](MorpionState.of(state), scores)
    return [float(score) for score in scores]
