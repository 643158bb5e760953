"""A state as JSON: its fields, from which it is read back, and the table by names for a client."""

from types import SimpleNamespace
from typing import TypedDict, cast

from joute.core.state import Json
from joute.core.state_json import from_json, stated_in
from joute.games.love_letter.cards import HIDDEN, NONE, kinds_in
from joute.games.love_letter.state import LOT, SPECTATOR, UNDER, LoveLetterState, deck_size, pile_of, places_of
from joute.games.love_letter.strings import key_of, seats_in

__all__ = ["from_json", "to_json"]

PHASES = ("face up", "deal", "draw", "choose", "replace", "search", "keep", "lot", "over")

SeatJson = TypedDict(
    "SeatJson",
    {
        "tokens": int,
        "in": bool,  # a keyword of Python: hence this form
        "protected": bool,
        "spy": bool,
        "hand": list[str | None],  # null: a card that the viewer does not know
        "cannot": dict[str, list[str]],  # by observer: the kinds that the hand is known not to be
        "known_by": list[int],
        "played": list[str],
    },
)


class TableJson(TypedDict):
    """The table by names."""

    phase: str
    round: int
    rounds: int | None
    goal: int | None
    mover: int
    deck: int
    under: list[str | None]
    face_up: list[str]
    seats: list[SeatJson]
    winners: list[int]


class LoveLetterJson(TypedDict):
    """A state as JSON."""

    table: TableJson
    state: Json


def to_json(state: LoveLetterState) -> LoveLetterJson:
    """The table for a client, and the fields, from which the state is read back."""
    fields = stated_in(state)
    lists = cast(LoveLetterState, SimpleNamespace(**fields))  # the same fields with lists for arrays, which are faster to read
    return {"table": _table(lists), "state": fields}


def _key(card: int) -> str | None:
    return None if card == HIDDEN else key_of(card)


def _table(state: LoveLetterState) -> TableJson:
    """Cards by name, null if the viewer does not know them."""
    return {
        "phase": PHASES[state.phase],
        "round": state.round + (0 if state.phase >= LOT else 1),
        "rounds": state.rounds or None,
        "goal": state.goal or None,
        "mover": state.mover,
        "deck": deck_size(state),
        "under": [_key(card) for card in state.cards[UNDER : UNDER + state.under]],
        "face_up": [key_of(card) for card in state.face_up if card != NONE],
        "seats": [_seat(state, seat) for seat in range(state.seats)],
        "winners": seats_in(state.winners),
    }


def _seat(state: LoveLetterState, seat: int) -> SeatJson:
    cannot = {observer: state.cannot[1 + observer][seat] for observer in range(SPECTATOR, state.seats)}
    return {
        "tokens": state.tokens[seat],
        "in": bool(state.standing >> seat & 1),
        "protected": bool(state.protected >> seat & 1),
        "spy": bool(state.spied >> seat & 1),
        "hand": [_key(state.cards[place]) for place in places_of(state, seat)],
        "cannot": {
            "everybody" if observer == SPECTATOR else str(observer): [key_of(kind) for kind in kinds_in(kinds)]
            for observer, kinds in cannot.items()
            if kinds
        },
        "known_by": seats_in(state.watched[seat]),
        "played": [key_of(card) for card in pile_of(state, seat)],
    }
