"""A position as JSON, and where the cards of a seat lie in it."""

from types import SimpleNamespace
from typing import Any

from joute.core.codec import from_json, stated_in
from joute.core.state import Json
from joute.games.love_letter.cards import HIDDEN, NONE, kinds_in
from joute.games.love_letter.state import DRAWN, LOT, SPECTATOR, UNDER, LoveLetterState, deck_size
from joute.games.love_letter.strings import key_of, seats_in

__all__ = ["from_json", "to_json"]

PHASES = ("face up", "deal", "draw", "choose", "replace", "search", "keep", "lot", "over")


def pile_of(state: LoveLetterState, seat: int) -> list[int]:
    """The cards that lie before the seat, in order."""
    return [int(state.pile[number]) for number in range(state.piled) if state.pile_of[number] == seat]


def places_of(state: LoveLetterState, seat: int) -> list[int]:
    """Where the seat's cards lie."""
    places = [seat, DRAWN, DRAWN + 1] if seat == state.mover else [seat]
    return [place for place in places if state.cards[place] != NONE]


def to_json(state: LoveLetterState) -> Json:
    """The table for a client, and the record's fields, from which the position is read back."""
    fields = stated_in(state)
    return {"table": _table(SimpleNamespace(**fields)), "state": fields}


def _key(card: int) -> str | None:
    return None if card == HIDDEN else key_of(card)


def _table(state: Any) -> Json:
    """Cards by name, null where the viewer does not know them; from the fields of a record as lists, which are quick to read."""
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


def _seat(state: Any, seat: int) -> dict[str, Any]:
    return {
        "tokens": state.tokens[seat],
        "in": bool(state.standing >> seat & 1),
        "protected": bool(state.protected >> seat & 1),
        "spy": bool(state.spied >> seat & 1),
        "hand": [_key(state.cards[place]) for place in places_of(state, seat)],
        "cannot": {
            _observer(observer): [key_of(kind) for kind in kinds_in(state.cannot[1 + observer][seat])] for observer in _knowing(state, seat)
        },
        "known_by": seats_in(state.watched[seat]),
        "played": [key_of(card) for card in pile_of(state, seat)],
    }


def _observer(observer: int) -> str:
    return "everybody" if observer == SPECTATOR else str(observer)


def _knowing(state: Any, seat: int) -> list[int]:
    """The observers who know something of the seat's hand."""
    return [observer for observer in range(SPECTATOR, state.seats) if state.cannot[1 + observer][seat]]
