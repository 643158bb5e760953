"""The rules of any game as compiled calls on an array of one state, for those who play many games from Python."""

from collections.abc import Callable
from typing import Any

from joute.core.contract import (
    Actions,
    Choices,
    Odds,
    Scores,
    advance,
    chances,
    hide,
    imagine,
    legal,
    movers,
    occasion,
    over,
    resolve,
    returns,
)
from joute.core.rng import Rng, draw, draw_at
from joute.core.state import Fields, States
from joute.jit.compile import Compiled, compiled
from joute.jit.dispatch import rule
from joute.jit.proxy import StatesProxy


@rule
def sample_chance(state: Fields, odds: Odds) -> int:
    """The outcome of the pending chance event, from the state's own dice."""
    count = chances(state, odds)
    when = occasion(state)
    return draw(state.rng, odds, count) if when < 0 else draw_at(state.rng, when, odds, count)


@compiled
def call_movers(states: States) -> int:
    return movers(states[0])


@compiled
def call_over(states: States) -> bool:
    return over(states[0])


@compiled
def call_legal(states: States, seat: int, actions: Actions) -> int:
    return legal(states[0], seat, actions)


@compiled
def call_advance(states: States, choices: Choices) -> None:
    advance(states[0], choices)


@compiled
def call_chances(states: States, odds: Odds) -> int:
    return chances(states[0], odds)


@compiled
def call_resolve(states: States, outcome: int) -> None:
    resolve(states[0], outcome)


@compiled
def call_sample_chance(states: States, odds: Odds) -> int:
    return sample_chance(states[0], odds)


@compiled
def call_settle(states: States, odds: Odds) -> None:
    state = states[0]
    while movers(state) == 0 and not over(state):
        resolve(state, sample_chance(state, odds))


@compiled
def call_hide(states: States, seat: int) -> None:
    hide(states[0], seat)


@compiled
def call_imagine(states: States, seat: int, rng: Rng) -> None:
    imagine(states[0], seat, rng)


@compiled
def call_returns(states: States, scores: Scores) -> None:
    returns(states[0], scores)


COMPILED: dict[str, Any] = {
    "movers": call_movers,
    "over": call_over,
    "legal": call_legal,
    "advance": call_advance,
    "chances": call_chances,
    "resolve": call_resolve,
    "sample_chance": call_sample_chance,
    "settle": call_settle,
    "hide": call_hide,
    "imagine": call_imagine,
    "returns": call_returns,
}


def _plainly(call: Compiled[..., Any]) -> Callable[..., Any]:
    return lambda array, *arguments: call.plain(StatesProxy(array), *arguments)


PLAIN: dict[str, Any] = {name: _plainly(call) for name, call in COMPILED.items()}
