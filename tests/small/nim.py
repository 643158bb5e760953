"""One heap: take one, two or three; who takes the last wins. A heap of the same size comes up at different plies."""

import sys
from dataclasses import dataclass
from types import SimpleNamespace

from joute.game import Definition, Spec
from joute.rulebook import Actions, Choices, Record, Scores
from joute.settings import setting

FIELDS = [("heap", "i8"), ("mover", "i8")]


@dataclass(frozen=True)
class NimOptions:
    """How much there is to take."""

    heap: int = setting(10, "counters in the heap", 1, 60)


def setup(state: Record, options: NimOptions) -> None:
    state.heap = options.heap


def movers(state: Record) -> int:
    return 0 if state.heap == 0 else 1 << state.mover


def over(state: Record) -> bool:
    return state.heap == 0


def legal(state: Record, seat: int, actions: Actions) -> int:
    count = min(3, state.heap)
    for action in range(count):
        actions[action] = action + 1
    return count


def advance(state: Record, choices: Choices) -> None:
    state.heap -= choices[state.mover]
    state.mover ^= 1


def returns(state: Record, scores: Scores) -> None:
    scores[state.mover] = -1.0
    scores[1 - state.mover] = 1.0


def names(options: NimOptions) -> dict[int, str]:
    return {action: f"take {action}" for action in (1, 2, 3)}


DEFINITION = Definition(
    name="nim",
    title={"en": "Nim", "fr": "Nim"},
    options=NimOptions,
    spec=lambda options: Spec(seats=2, lowest=-1, highest=1, longest=options.heap, widest=3),
    fields=FIELDS,
    rules=(sys.modules[__name__],),
    view=SimpleNamespace(names=names),  # type: ignore[arg-type]  # only names are asked for
)
