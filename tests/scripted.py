"""Chance written in advance: a rule test says what every card, coin and die shows, and none may be left over."""

from collections.abc import Mapping, Sequence

from joute.core.game import Game
from joute.core.state import State


def play(game: Game, state: State, choices: Mapping[int, int | str], outcomes: Sequence[int] = ()) -> None:
    """Play the choices, then let exactly these chance outcomes happen."""
    game.advance(state, choices)
    settle(game, state, outcomes)


def settle(game: Game, state: State, outcomes: Sequence[int]) -> None:
    """Let exactly these chance outcomes happen: no fewer than are pending, no more."""
    for number, outcome in enumerate(outcomes):
        assert game.chances(state), f"no chance is pending for outcome {number} of {list(outcomes)}"
        game.resolve(state, outcome)
    assert not game.chances(state), f"a chance event is pending that was not scripted: odds {game.chances(state)}"
