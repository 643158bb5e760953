"""Nim: take one, two or three sticks; the player who takes the last one wins. A complete game in one file."""

import sys
from dataclasses import dataclass

from joute.core.contract import Actions, Choices, Scores
from joute.core.definition import Definition, Spec
from joute.core.events import Event, Step
from joute.core.layout import Layout, Pile
from joute.core.seat_names import placeholder
from joute.core.settings import setting
from joute.core.state import Fields
from joute.jit.dispatch import rule
from joute.jit.struct import Int8, Int16


class NimState(Fields):
    """The sticks on the table and the seat to move. Rules take this class, so that mypy and editors know its fields."""

    sticks: Int16
    mover: Int8


@dataclass(frozen=True)
class NimOptions:
    """Options of Nim."""

    sticks: int = setting(21, "sticks on the table", 1, 1000)


@rule
def most(state: NimState) -> int:
    """The largest number of sticks that may be taken."""
    return min(3, state.sticks)


def setup(state: NimState, options: NimOptions) -> None:
    """Lay the sticks out."""
    state.sticks = options.sticks


def movers(state: NimState) -> int:
    """The seats take turns."""
    return 0 if state.sticks == 0 else 1 << state.mover


def over(state: NimState) -> bool:
    """No stick is left."""
    return state.sticks == 0


def legal(state: NimState, seat: int, actions: Actions) -> int:
    """Take one, two or three."""
    for taken in range(most(state)):
        actions[taken] = taken + 1
    return most(state)


def advance(state: NimState, choices: Choices) -> None:
    """Take the sticks; the other seat is next."""
    state.sticks -= choices[state.mover]
    state.mover = 1 - state.mover


def returns(state: NimState, scores: Scores) -> None:
    """The seat that took the last stick wins."""
    scores[:] = 0.0
    if state.sticks == 0:
        scores[state.mover] = -1.0
        scores[1 - state.mover] = 1.0


def names(options: NimOptions) -> dict[int, str]:
    """The name of every action, as a player types it."""
    return {1: "one", 2: "two", 3: "three"}


def local_names(options: NimOptions, language: str) -> dict[int, tuple[str, ...]]:
    """The French names."""
    return {1: ("un",), 2: ("deux",), 3: ("trois",)} if language == "fr" else {}


def show(state: NimState, viewer: int | None, language: str) -> str:
    """The sticks, and whose turn it is."""
    turn = {"en": f"seat {state.mover} to move", "fr": f"au siège {state.mover} de jouer"}
    return f"{'|' * state.sticks or '-'}  ({state.sticks}), {turn[language]}"


def layout(state: NimState, viewer: int | None, language: str) -> Layout:
    """The sticks for a browser."""
    return [Pile(int(state.sticks), {"en": "sticks", "fr": "bâtons"}[language])]


def describe(before: NimState, after: NimState, step: Step, viewer: int | None) -> list[Event]:
    """The sticks that were taken."""
    taken = before.sticks - after.sticks
    player = placeholder(before.mover)  # filled in with a name, or with the number of the seat
    words = {"seat": before.mover, "taken": taken}
    return [Event("taken", words, {"en": f"{player} takes {taken}", "fr": f"{player} en prend {taken}"})]


def spec(options: NimOptions) -> Spec:
    """What Nim is."""
    return Spec(seats=2, lowest=-1, highest=1, longest=options.sticks, widest=3)


HERE = sys.modules[__name__]
DEFINITION = Definition("nim", {"en": "Nim", "fr": "Nim"}, NimOptions, spec, NimState, (HERE,), HERE, HERE, layout=layout)
