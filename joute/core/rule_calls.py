"""The rules of any game as Python calls on an array that holds one state: compiled, or as plain Python."""

from collections.abc import Callable
from typing import Any, NamedTuple

from joute.core.chance import place_of
from joute.core.contract import (
    Actions,
    Choices,
    Odds,
    Scores,
    Values,
    advance,
    chances,
    evaluate,
    facts,
    features,
    hide,
    imagine,
    legal,
    movers,
    occasion,
    over,
    prospects,
    resolve,
    returns,
)
from joute.core.rng import Rng, outcome_at
from joute.core.state import Fields, States
from joute.jit.compile import Compiled, compiled
from joute.jit.dispatch import rule
from joute.jit.record_proxy import StatesProxy


@rule
def sample_chance(state: Fields, odds: Odds) -> int:
    """The outcome of the pending chance event, from the state's own chance."""
    count = chances(state, odds)
    return outcome_at(place_of(state.chance, occasion(state)), odds, count)


@rule
def settle(state: Fields, odds: Odds) -> None:
    """Resolve the pending chance events, until somebody is to choose or the game is over."""
    while movers(state) == 0 and not over(state):
        resolve(state, sample_chance(state, odds))


@rule
def view_features(state: Fields, seat: int, hidden: bool, scratch: States, seen: Values) -> None:
    """Write the features of what the seat knows."""
    scratch[0] = state
    if hidden:
        hide(scratch[0], seat)
    features(scratch[0], seat, seen)


@rule
def standing(state: Fields, win: bool, values: Scores) -> None:
    """Write how every seat stands: its chance to win, or its score, estimated before the end."""
    if win:
        prospects(state, values)
    elif over(state):
        returns(state, values)
    else:
        evaluate(state, values)


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
    settle(states[0], odds)


@compiled
def call_hide(states: States, seat: int) -> None:
    hide(states[0], seat)


@compiled
def call_imagine(states: States, seat: int, rng: Rng) -> None:
    imagine(states[0], seat, rng)


@compiled
def call_returns(states: States, scores: Scores) -> None:
    returns(states[0], scores)


@compiled
def call_features(states: States, seat: int, out: Values) -> None:
    features(states[0], seat, out)


@compiled
def call_facts(states: States, seat: int, action: int, out: Values) -> None:
    facts(states[0], seat, action, out)


class RuleCalls(NamedTuple):
    """The rules of any game as calls on an array that holds one state."""

    movers: Callable[[States], int]
    over: Callable[[States], bool]
    legal: Callable[[States, int, Actions], int]
    advance: Callable[[States, Choices], None]
    chances: Callable[[States, Odds], int]
    resolve: Callable[[States, int], None]
    sample_chance: Callable[[States, Odds], int]
    settle: Callable[[States, Odds], None]
    hide: Callable[[States, int], None]
    imagine: Callable[[States, int, Rng], None]
    returns: Callable[[States, Scores], None]
    features: Callable[[States, int, Values], None]
    facts: Callable[[States, int, int, Values], None]


_CALLS: tuple[Compiled[..., Any], ...] = (
    call_movers,
    call_over,
    call_legal,
    call_advance,
    call_chances,
    call_resolve,
    call_sample_chance,
    call_settle,
    call_hide,
    call_imagine,
    call_returns,
    call_features,
    call_facts,
)


def _in_python(call: Compiled[..., Any]) -> Callable[..., Any]:
    return lambda array, *arguments: call.plain(StatesProxy(array), *arguments)


COMPILED = RuleCalls(*_CALLS)
PLAIN = RuleCalls(*(_in_python(call) for call in _CALLS))
