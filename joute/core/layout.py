"""How a position lies on a table, for any screen: a game's `layout` describes a view by grids, hands, piles, counters and texts.

A layout is drawn from a view, so that it can show nothing that its seat does not know. It names what a tap means: of the actions that a
cell, a card or a pile stands for, the legal ones can be chosen there. Texts may name seats as sentences of events do (`placeholder`).
"""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from joute.core.state import Json


@dataclass(frozen=True)
class Cell:
    """A square of a grid."""

    text: str = ""  # what lies on it, in a sign or two
    seat: int | None = None  # whose piece that is: it has the colour of the seat
    name: str = ""  # as events and players call the square: the one that an event named last is marked
    actions: tuple[str, ...] = ()  # names of the actions that it stands for
    marked: bool = False  # part of the winning line, or the like


@dataclass(frozen=True)
class Grid:
    """A board of squares, the top row first."""

    rows: Sequence[Sequence[Cell]]
    columns: tuple[str, ...] = ()  # what stands under the columns
    sides: tuple[str, ...] = ()  # what stands beside the rows
    title: str = ""


@dataclass(frozen=True)
class Card:
    """A card, or its back."""

    text: str = ""
    actions: tuple[str, ...] = ()
    hidden: bool = False  # it lies face down


@dataclass(frozen=True)
class Hand:
    """Cards in a row: those of a seat, or on the table."""

    cards: Sequence[Card]
    seat: int | None = None
    title: str = ""


@dataclass(frozen=True)
class Pile:
    """A number of equal things: sticks, stones, a deck."""

    count: int
    title: str = ""
    seat: int | None = None
    actions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Counter:
    """A number with a name: points, bets, a round."""

    value: int | float | str
    title: str
    seat: int | None = None


@dataclass(frozen=True)
class Text:
    """A sentence."""

    text: str


Part: TypeAlias = Grid | Hand | Pile | Counter | Text
Layout: TypeAlias = Sequence[Part]


def layout_json(layout: Layout) -> list[Json]:
    """The layout for clients: each part with its kind, without what it leaves out.

    >>> layout_json([Counter(3, "pot"), Hand([Card("king"), Card(hidden=True)], seat=0)])
    [{'kind': 'counter', 'value': 3, 'title': 'pot'}, {'kind': 'hand', 'cards': [{'text': 'king'}, {'hidden': True}], 'seat': 0}]
    """
    return [{"kind": type(part).__name__.lower(), **_fields(part)} for part in layout]


def _fields(part: Part | Cell | Card) -> Json:
    values = {field.name: (getattr(part, field.name), field.default) for field in dataclasses.fields(part)}
    return {name: _value(value) for name, (value, default) in values.items() if value != default or default is dataclasses.MISSING}


def _value(value: object) -> object:
    if isinstance(value, (Cell, Card)):
        return _fields(value)
    if isinstance(value, (list, tuple)):
        return [_value(one) for one in value]
    return value.item() if hasattr(value, "item") else value
