"""A position as JSON, for a client; what a view does not show is null in it."""

from typing import Any

from joute.errors import BadPosition
from joute.game import Json
from joute.games.coeurs.cards import ALL_HEARTS, CARDS, HAND, RANKS, SEATS, SUIT, SUITS, all_of_suit, size, suit_of
from joute.games.coeurs.imagination import hand_sizes, room_of
from joute.games.coeurs.notation import CARD_NAMES, SUIT_LETTERS, card_number, codes, set_of_codes
from joute.games.coeurs.rules import leader_of, opener_of
from joute.rulebook import Record


def playing(state: Record) -> bool:
    """Whether the cards are dealt."""
    return bool(state.dealt == CARDS)


def on_the_table(state: Record) -> list[tuple[int, int]]:
    """The trick under way in the order of play: seats and their cards."""
    count = state.plays % SEATS
    seats = [(state.mover - count + number) % SEATS for number in range(count)]
    return [(seat, state.table[seat]) for seat in seats]


def sizes(state: Record) -> list[int]:
    """How many cards each seat holds; a deal under way does not tell."""
    return [room_of(hand_sizes(state, -1), seat) if playing(state) else HAND - state.places[seat] for seat in range(SEATS)]


def winners(state: Record) -> list[int]:
    """The seats with the most points."""
    return [seat for seat in range(SEATS) if state.points[seat] == max(state.points.tolist())]


def lacks(state: Record, seat: int) -> list[int]:
    """The suits that a seat has shown it does not hold."""
    return [suit for suit in range(SUITS) if state.lacking[seat] >> RANKS * suit & 1]


def to_json(state: Record) -> Json:
    """Hands, trick and score by names; a hand that is not shown is null."""
    table = on_the_table(state)
    held = sizes(state)
    return {
        "deals": state.deals,
        "deals_over": state.deal,
        "leader": leader_of(state.deal),
        "opener": opener_of(state.deal),
        "dealt": state.dealt,
        "trick": state.plays // SEATS + 1,
        "mover": state.mover if playing(state) else None,
        "led": SUIT_LETTERS[suit_of(table[0][1])] if table else None,
        "taker": state.taker if table else None,
        "table": [{"seat": seat, "card": CARD_NAMES[card]} for seat, card in table],
        "hands": [codes(state.hands[seat]) if size(state.hands[seat]) == held[seat] else None for seat in range(SEATS)],
        "sizes": held,
        "played": codes(state.played),
        "lacks": [[SUIT_LETTERS[suit] for suit in lacks(state, seat)] for seat in range(SEATS)],
        "hearts": state.hearts.tolist(),
        "points": state.points.tolist(),
        "winners": winners(state) if state.deal == state.deals else None,
        "dice": int(state.dice[0]),
    }


def from_json(source: Json, state: Record) -> None:
    """The position that `to_json` described, checked: every card in one place, every hand of its size, every heart counted."""
    if not 0 <= source["deals_over"] <= state.deals:
        raise BadPosition(f"{source['deals_over']} deals are over; this match has {state.deals}")
    state.deal = source["deals_over"]
    state.dealt = source["dealt"]
    state.points = _four(source, "points")
    state.hearts = _four(source, "hearts")
    state.played = set_of_codes(source["played"])
    state.plays = size(state.played)
    state.mover = opener_of(state.deal)
    if source["mover"] is not None:
        state.mover = range(SEATS)[source["mover"]]
    state.taker = state.mover
    for seat, suits in enumerate(_four(source, "lacks")):
        state.lacking[seat] = sum(SUIT << RANKS * SUIT_LETTERS.index(letter) for letter in suits)
    _lay_table(source["table"], state)
    _give_hands(_four(source, "hands"), state)
    _check_hearts(state)
    state.dice[0] = source.get("dice", 0)


def _four(source: Json, name: str) -> list[Any]:
    values: list[Any] = source[name]
    if len(values) != SEATS:
        raise BadPosition(f"{name} of {len(values)} seats; there are {SEATS}")
    return values


def _lay_table(table: list[Json], state: Record) -> None:
    count = state.plays % SEATS
    expected = [(state.mover - count + number) % SEATS for number in range(count)]
    if [item["seat"] for item in table] != expected:
        raise BadPosition(f"the table shows cards of seats {[item['seat'] for item in table]}; expected {expected}")
    for number, item in enumerate(table):
        seat, card = item["seat"], card_number(item["card"])
        if not state.played >> card & 1:
            raise BadPosition(f"{item['card']} lies on the table but was not played")
        if number == 0:
            state.led, state.taker = all_of_suit(card), seat
        elif state.led >> card & 1 and card > state.table[state.taker]:
            state.taker = seat
        state.table[seat] = card


def _give_hands(hands: list[list[str] | None], state: Record) -> None:
    seen = state.played
    held = sizes(state)
    for seat, hand in enumerate(hands):
        cards = set_of_codes(hand or [])
        if cards & (seen | state.lacking[seat]):
            raise BadPosition(f"seat {seat} cannot hold {', '.join(codes(cards & (seen | state.lacking[seat])))}")
        if playing(state) and hand is not None and len(hand) != held[seat]:
            raise BadPosition(f"seat {seat} holds {len(hand)} cards, not {held[seat]}")
        seen |= cards
        state.hands[seat] = cards
        state.places[seat] = 0 if playing(state) else HAND - size(cards)
    if not playing(state) and (seen != (1 << state.dealt) - 1 or min(state.places) < 0):
        raise BadPosition(f"a deal after {state.dealt} cards has dealt {', '.join(codes(seen)) or 'none'}")


def _check_hearts(state: Record) -> None:
    on_table = sum(1 << card for _, card in on_the_table(state))
    fallen = size(state.played & ALL_HEARTS & ~on_table)
    if sum(state.hearts.tolist()) != fallen or min(state.hearts.tolist()) < 0:
        raise BadPosition(f"the seats took {state.hearts.tolist()} hearts; {fallen} have fallen")
