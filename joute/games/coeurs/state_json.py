"""A state as JSON, by the names of the cards; what a view does not show is null."""

from collections.abc import Sequence
from typing import TypedDict, cast

from joute.core.errors import BadPosition
from joute.core.state import Json
from joute.games.coeurs.rules import leader_of, opener_of
from joute.games.coeurs.state import CoeursState, lacks, on_the_table, playing, sizes, winners
from joute.games.trick_taking.card_names import CARD_NAMES, SUIT_LETTERS, card_number, codes, set_of_codes
from joute.games.trick_taking.cards import ALL_HEARTS, CARDS, DECK, HAND, RANKS, SEATS, SUIT, all_of_suit, size, suit_of
from joute.games.trick_taking.position_checks import PlayedCardJson, check_room, check_viewer, four
from joute.i18n import say

LETTERS = tuple(SUIT_LETTERS)


class CoeursJson(TypedDict):
    """A state; lists of four are by seat."""

    deals: int
    deals_over: int
    leader: int
    opener: int
    dealt: int
    trick: int
    mover: int | None
    led: str | None
    taker: int | None
    table: list[PlayedCardJson]
    hands: list[list[str] | None]
    sizes: list[int]
    played: list[str]  # in the order of play
    lacks: list[list[str]]
    hearts: list[int]
    points: list[int]
    winners: list[int] | None


def to_json(state: CoeursState) -> CoeursJson:
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
        "hands": [codes(hand) if hand.bit_count() == count else None for hand, count in zip(state.hands.tolist(), held, strict=True)],
        "sizes": held,
        "played": [CARD_NAMES[card] for card in state.order[: state.plays].tolist()],
        "lacks": [[SUIT_LETTERS[suit] for suit in lacks(cards)] for cards in state.lacking.tolist()],
        "hearts": state.hearts.tolist(),
        "points": state.points.tolist(),
        "winners": winners(state) if state.deal == state.deals else None,
    }


def from_json(source: Json, state: CoeursState) -> None:
    """Read what `to_json` returned, and check it: every card in one place, every hand of its size, every heart and void possible."""
    position = cast(CoeursJson, source)  # anything that is not raises KeyError, TypeError or ValueError on the way
    _read_progress(position, state)
    state.points[:] = four(position["points"], "points")
    state.hearts[:] = four(position["hearts"], "hearts")
    for seat, suits in enumerate(four(position["lacks"], "lacks")):
        for letter in suits:
            state.lacking[seat] |= SUIT << RANKS * LETTERS.index(letter)
    _lay_table(position["table"], state)
    hands = four(position["hands"], "hands")
    check_viewer(source.get("viewer"), hands)
    _give_hands(hands, state)
    _check_hearts(state)
    if playing(state):
        room = [0 if hand is not None else count for hand, count in zip(hands, sizes(state), strict=True)]
        check_room(DECK & ~state.played & ~sum(state.hands.tolist()), state.lacking.tolist(), room)


def _read_progress(source: CoeursJson, state: CoeursState) -> None:
    """Read the progress of the match and of the deal, and the mover."""
    over, dealt, mover = source["deals_over"], source["dealt"], source["mover"]
    if not 0 <= over <= state.deals or not 0 <= dealt <= (CARDS if over < state.deals else 0):
        raise BadPosition(
            "{over} deals are over and {dealt} cards dealt; this match has {deals} deals of {cards} cards",
            over=over,
            dealt=dealt,
            deals=state.deals,
            cards=CARDS,
        )
    state.deal, state.dealt = over, dealt
    state.played = set_of_codes(source["played"])
    state.plays = size(state.played)
    for place, code in enumerate(source["played"]):
        state.order[place] = card_number(code)
    if (state.plays > 0 and not playing(state)) or state.plays == CARDS:
        raise BadPosition("{plays} cards are played of {dealt} that were dealt", plays=state.plays, dealt=dealt)
    if mover not in (range(SEATS) if playing(state) else (None,)):
        raise BadPosition(
            "the mover is {mover}; it is one of the seats"
            if playing(state)
            else "the mover is {mover}; nobody plays before all cards are dealt",
            mover=mover,
        )
    state.mover = opener_of(over) if mover is None else mover
    state.taker = state.mover


def _lay_table(table: list[PlayedCardJson], state: CoeursState) -> None:
    count = state.plays % SEATS
    expected = [(state.mover - count + number) % SEATS for number in range(count)]
    if [item["seat"] for item in table] != expected:
        raise BadPosition(
            "the table shows cards of seats {seats}; expected {expected}", seats=[item["seat"] for item in table], expected=expected
        )
    for number, item in enumerate(table):
        seat, card = item["seat"], card_number(item["card"])
        if not state.played >> card & 1:
            raise BadPosition("{card} lies on the table but was not played", card=item["card"])
        if number == 0:
            state.led, state.taker = all_of_suit(card), seat
        elif state.led >> card & 1 and card > state.table[state.taker]:
            state.taker = seat
        state.table[seat] = card


def _give_hands(hands: Sequence[list[str] | None], state: CoeursState) -> None:
    seen = state.played
    held = sizes(state)
    for seat, hand in enumerate(hands):
        cards = set_of_codes(hand or [])
        if cards & (seen | state.lacking[seat]):
            raise BadPosition("seat {seat} cannot hold {cards}", seat=seat, cards=", ".join(codes(cards & (seen | state.lacking[seat]))))
        if playing(state) and hand is not None and len(hand) != held[seat]:
            raise BadPosition("seat {seat} holds {count} cards, not {expected}", seat=seat, count=len(hand), expected=held[seat])
        seen |= cards
        state.hands[seat] = cards
        state.places[seat] = 0 if playing(state) else HAND - size(cards)
    if not playing(state) and (any(state.lacking) or seen != (1 << state.dealt) - 1 or min(state.places) < 0):
        raise BadPosition("a deal after {dealt} cards has dealt {cards}", dealt=state.dealt, cards=", ".join(codes(seen)) or say("none"))


def _check_hearts(state: CoeursState) -> None:
    on_table = sum(1 << card for _, card in on_the_table(state))
    taken = size(state.played & ALL_HEARTS & ~on_table)
    if sum(state.hearts.tolist()) != taken or min(state.hearts.tolist()) < 0:
        raise BadPosition("the seats took {hearts} hearts; the finished tricks hold {taken}", hearts=state.hearts.tolist(), taken=taken)
