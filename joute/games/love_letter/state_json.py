"""A state as JSON: its fields, from which it is read back, and the table by names for a client.

A position that people set up needs the table only: without the fields, what seats know is what the table says of it.
"""

from itertools import zip_longest
from types import SimpleNamespace
from typing import TypedDict, cast

from joute.core import state_json
from joute.core.errors import BadPosition, known
from joute.core.state import Json
from joute.core.state_json import stated_in
from joute.games.love_letter.cards import CHANCELLOR, HIDDEN, KINDS, NONE, SPY, kinds_in
from joute.games.love_letter.position_checks import check
from joute.games.love_letter.state import (
    CHOOSE,
    DRAWN,
    KEEP,
    LOT,
    OVER,
    SPECTATOR,
    UNDER,
    LoveLetterState,
    all_but,
    clear_table,
    deck_size,
    pile_of,
    places_of,
)
from joute.games.love_letter.strings import key_of, seats_in

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


# --- reading ------------------------------------------------------------------------------------------------------------------


def from_json(source: Json, state: LoveLetterState) -> None:
    """Read the fields that `to_json` wrote, or a table alone, and check them."""
    deck = {"copies": state.copies.tolist(), "shown": int(state.shown)}
    chosen = state.seats, state.goal, state.rounds
    if "state" in source or "table" not in source:
        fields = source.get("state")
        state_json.from_json({**source, "state": {**deck, **fields}} if isinstance(fields, dict) else source, state)
    else:
        _read_table(source["table"], source.get("viewer") is not None, state)
    if (state.seats, state.goal, state.rounds) != chosen:
        raise BadPosition("a position of {seats} seats and another goal; this game has {chosen}", seats=state.seats, chosen=chosen[0])
    if {"copies": state.copies.tolist(), "shown": int(state.shown)} != deck:
        raise BadPosition("a position of another deck, or with another number of cards face up")
    check(state, source.get("viewer"))


def _read_table(table: TableJson, view: bool, state: LoveLetterState) -> None:
    """The position of a table: whose turn it is, the cards of every seat, and what follows from them."""
    clear_table(state)
    seats = table["seats"]
    if len(seats) != state.seats:
        raise BadPosition("{count} seats; there are {seats}", count=len(seats), seats=state.seats)
    phases = {PHASES[phase]: phase for phase in (CHOOSE, KEEP, OVER)}
    if table["phase"] not in phases:
        raise BadPosition("{phase!r} is no phase; there are: {phases}", phase=table["phase"], phases=known(phases))
    if table["mover"] not in range(state.seats):
        raise BadPosition("the mover is {mover}; it is one of the seats", mover=table["mover"])
    state.phase, state.mover = phases[table["phase"]], table["mover"]
    state.leader, state.round = state.mover, table["round"] - (0 if state.phase == OVER else 1)
    state.standing = sum(1 << seat for seat, one in enumerate(seats) if one["in"])
    state.protected = sum(1 << seat for seat, one in enumerate(seats) if one["protected"])
    state.tokens[: state.seats] = [one["tokens"] for one in seats]
    for place, name in enumerate(table["face_up"]):
        state.face_up[place] = _card(name)
    state.under = len(table["under"])
    for place, card in enumerate(table["under"]):
        state.cards[UNDER + place] = HIDDEN if card is None else _card(card)
    _read_piles(seats, state)
    state.stirs = min(2, pile_count(state, CHANCELLOR)) if state.under else 0
    for seat, one in enumerate(seats):
        _read_hand(one, seat, state)
    hidden = state.cards.tolist().count(HIDDEN)
    lying = [card for card in (*state.cards.tolist(), *state.face_up.tolist(), *state.pile.tolist()) if card not in (NONE, HIDDEN)]
    unseen = [int(state.copies[kind]) - lying.count(kind) for kind in range(KINDS)]
    state.left = max(0, sum(unseen) - hidden - 1)
    state.deck[:] = [0] * KINDS if view else [max(0, count) for count in unseen]


def _read_piles(seats: list[SeatJson], state: LoveLetterState) -> None:
    """The cards in front of the seats, as if they had taken turns."""
    for turn in zip_longest(*(one["played"] for one in seats)):
        for seat, name in enumerate(turn):
            if name is not None:
                state.pile[state.piled], state.pile_of[state.piled] = _card(name), seat
                state.spied |= (_card(name) == SPY) << seat
                state.piled += 1


def _read_hand(one: SeatJson, seat: int, state: LoveLetterState) -> None:
    """The cards of a seat, and what others know of the first of them."""
    places = [seat, DRAWN, DRAWN + 1] if seat == state.mover else [seat]
    if len(one["hand"]) > len(places):
        raise BadPosition("seat {seat} has {count} cards; at most {most}", seat=seat, count=len(one["hand"]), most=len(places))
    for place, name in zip(places, one["hand"], strict=False):
        state.cards[place] = HIDDEN if name is None else _card(name)
    for observer, names in one.get("cannot", {}).items():
        row = 0 if observer == "everybody" else 1 + int(observer)
        state.cannot[row, seat] = sum(1 << _card(name) for name in names)
    for other in one.get("known_by", []):
        if 0 <= other < state.seats and state.cards[seat] not in (NONE, HIDDEN):
            state.cannot[1 + other, seat] = all_but(state.cards[seat])
            state.watched[seat] |= 1 << other


def pile_count(state: LoveLetterState, card: int) -> int:
    """How often a card lies in front of seats."""
    return state.pile.tolist()[: state.piled].count(card)


def _card(name: str) -> int:
    names = [key_of(kind) for kind in range(KINDS)]
    if name not in names:
        raise BadPosition("there is no card {unknown}; the cards are {cards}", unknown=repr(name)[:40], cards=known(names))
    return names.index(name)
