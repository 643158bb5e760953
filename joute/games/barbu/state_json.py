"""A state as JSON, by the names of cards and contracts; what a view does not show is null."""

from collections.abc import Sequence
from typing import TypedDict, cast

from joute.core.errors import BadPosition
from joute.core.state import Json
from joute.games.barbu.contracts import CONTRACTS, KING_OF_HEARTS, NO_CONTRACT, QUEENS, UNIT, Contract
from joute.games.barbu.expectation import expected_points
from joute.games.barbu.render import deals_over
from joute.games.barbu.rules import NOBODY, declarer_of, layable, opener_of
from joute.games.barbu.state import BarbuState, dealt_out, laying, on_the_table, playing, winners
from joute.games.barbu.strings import CODES, lacked
from joute.games.trick_taking.card_names import CARD_NAMES, SUIT_LETTERS, card_number, codes, set_of_codes
from joute.games.trick_taking.cards import ALL_HEARTS, CARDS, DECK, HAND, RANKS, SEATS, SUIT, all_of_suit, size, suit_of
from joute.games.trick_taking.position_checks import PlayedCardJson, check_room, check_viewer, four
from joute.i18n import say


class DealJson(TypedDict):
    """A deal that is over."""

    declarer: int
    contract: str
    points: list[int]
    named_with: list[str]  # the declarer's hand when it named the contract; empty if it is not known, as in a sampled world
    expected: int | None  # the points that a simulation with that hand expects for the declarer; null if it is not known


class BarbuJson(TypedDict):
    """A state; lists of four are by seat."""

    declarers: int
    deals_over: int
    declarer: int | None
    opener: int | None
    dealt: int
    contract: str | None
    named_with: list[str]  # the declarer's hand when it named this contract; empty for those who do not see it
    named: list[str]  # contracts of this declarer, this deal's among them
    mover: int | None
    led: str | None
    taker: int | None
    table: list[PlayedCardJson]
    waited_for: list[str]  # in a Réussite: the cards that could be laid next
    hands: list[list[str] | None]
    sizes: list[int]
    played: list[str]  # in the order of play
    lacks: list[list[str]]  # suits and cards
    tricks: list[int]
    hearts: list[int]
    queens: list[int]
    king: int | None  # the seat that has taken the king of hearts
    points: list[int]
    sheet: list[DealJson]
    winners: list[int] | None


def to_json(state: BarbuState) -> BarbuJson:
    """Hands, trick, contracts and score by names; a hand that is not shown is null."""
    table, held = on_the_table(state), state.sizes.tolist()
    ended = state.deal == CONTRACTS * state.declarers
    return {
        "declarers": state.declarers,
        "deals_over": state.deal,
        "declarer": None if ended else declarer_of(state.deal),
        "opener": None if ended else opener_of(state.deal),
        "dealt": state.dealt,
        "contract": CODES[state.contract] if state.contract != NO_CONTRACT else None,
        "named_with": codes(int(state.named_with[declarer_of(state.deal), state.contract])) if playing(state) else [],
        "named": [CODES[contract] for contract in Contract if state.named >> contract & 1],
        "mover": state.mover if dealt_out(state) else None,
        "led": SUIT_LETTERS[suit_of(table[0][1])] if table else None,
        "taker": state.taker if table else None,
        "table": [{"seat": seat, "card": CARD_NAMES[card]} for seat, card in table],
        "waited_for": codes(layable(state.played)) if laying(state) else [],
        "hands": [codes(hand) if hand.bit_count() == count else None for hand, count in zip(state.hands.tolist(), held, strict=True)],
        "sizes": held,
        "played": [CARD_NAMES[card] for card in state.order[: state.plays].tolist()],
        "lacks": [lacked(cards) for cards in state.lacking.tolist()],
        "tricks": state.tricks.tolist(),
        "hearts": state.hearts.tolist(),
        "queens": state.queens.tolist(),
        "king": state.king if state.king != NOBODY else None,
        "points": state.points.tolist(),
        "sheet": _sheet(state),
        "winners": winners(state) if ended else None,
    }


def _sheet(state: BarbuState) -> list[DealJson]:
    """The deals that are over, by declarer and contract."""
    return [
        {
            "declarer": declarer,
            "contract": CODES[contract],
            "points": [UNIT * int(units) for units in state.sheet[declarer, contract]],
            "named_with": codes(int(state.named_with[declarer, contract])),
            "expected": expected_points(declarer, int(state.named_with[declarer, contract]), contract),
        }
        for declarer in range(SEATS)
        for contract in Contract
        if deals_over(state, declarer) >> contract & 1
    ]


# --- reading ----------------------------------------------------------------------------------------------------------------------------


def from_json(source: Json, state: BarbuState) -> None:
    """Read what `to_json` returned, and check it: every card in one place, every hand of its size, every score and void possible."""
    position = cast(BarbuJson, source)  # anything that is not raises KeyError, TypeError or ValueError on the way
    _read_progress(position, state)
    _read_sheet(position, state)
    _read_play(position, state)
    for seat, things in enumerate(four(position["lacks"], "lacks")):
        for thing in things:
            state.lacking[seat] |= SUIT << RANKS * SUIT_LETTERS.index(thing) if thing in tuple(SUIT_LETTERS) else 1 << card_number(thing)
    _lay_table(position["table"], state)
    hands = four(position["hands"], "hands")
    check_viewer(source.get("viewer"), hands)
    _give_hands(hands, position["sizes"], state)
    _read_taken(position, state)
    if dealt_out(state):
        room = [0 if hand is not None else count for hand, count in zip(hands, state.sizes.tolist(), strict=True)]
        check_room(DECK & ~state.played & ~sum(state.hands.tolist()), state.lacking.tolist(), room)


def _read_progress(source: BarbuJson, state: BarbuState) -> None:
    """Read the progress of the match and of the deal, the contract, and the mover."""
    over, dealt, mover, deals = source["deals_over"], source["dealt"], source["mover"], CONTRACTS * state.declarers
    if not 0 <= over <= deals or not 0 <= dealt <= (CARDS if over < deals else 0):
        raise BadPosition(
            "{over} deals are over and {dealt} cards dealt; this match has {deals} deals of {cards} cards",
            over=over,
            dealt=dealt,
            deals=deals,
            cards=CARDS,
        )
    state.deal, state.dealt = over, dealt
    state.named = sum(1 << CODES.index(code) for code in set(source["named"]))
    state.contract = NO_CONTRACT if source["contract"] is None else CODES.index(source["contract"])
    if source["contract"] is not None and (not dealt_out(state) or source["contract"] not in source["named"]):
        raise BadPosition("the contract {contract} cannot be that of this deal", contract=source["contract"])
    if state.contract != NO_CONTRACT:
        state.named_with[declarer_of(over), state.contract] = _hand_of(source["named_with"])
    if state.named.bit_count() != over % CONTRACTS + (state.contract != NO_CONTRACT):
        raise BadPosition("the declarer has named {contracts} after {deals} deals", contracts=source["named"], deals=over % CONTRACTS)
    if mover not in (range(SEATS) if dealt_out(state) else (None,)):
        raise BadPosition(
            "the mover is {mover}; it is one of the seats"
            if dealt_out(state)
            else "the mover is {mover}; nobody plays before all cards are dealt",
            mover=mover,
        )
    state.mover = declarer_of(over) % SEATS if mover is None else mover
    state.taker = state.mover


def _read_sheet(source: BarbuJson, state: BarbuState) -> None:
    """Read the deals that are over; their points add up to the points."""
    state.points[:] = four(source["points"], "points")
    seen = set()
    for deal in source["sheet"]:
        declarer, contract = deal["declarer"], CODES.index(deal["contract"])
        if not deals_over(state, declarer) >> contract & 1:
            raise BadPosition("seat {seat} has not played the contract {contract} yet", seat=declarer, contract=deal["contract"])
        seen.add((declarer, contract))
        state.named_with[declarer, contract] = _hand_of(deal["named_with"])
        state.sheet[declarer, contract] = [points // UNIT for points in four(deal["points"], "points")]
    totals = (UNIT * state.sheet.astype(int)).sum(axis=(0, 1)).tolist()
    if len(seen) != state.deal or totals != state.points.tolist():
        raise BadPosition("the score sheet of {deals} deals adds up to {totals}", deals=len(seen), totals=totals)


def _hand_of(source: list[str]) -> int:
    """The hand with which a contract was named; no cards: it is not known."""
    if len(set(source)) not in (0, HAND):
        raise BadPosition("a contract is named with {expected} cards, not with {cards}", expected=HAND, cards=", ".join(source))
    return set_of_codes(source)


def _read_play(source: BarbuJson, state: BarbuState) -> None:
    """Read the cards played, in their order."""
    state.played = set_of_codes(source["played"])
    state.plays = size(state.played)
    for place, code in enumerate(source["played"]):
        state.order[place] = card_number(code)
    if (state.plays > 0 and not playing(state)) or state.plays == CARDS:
        raise BadPosition("{plays} cards are played of {dealt} that were dealt", plays=state.plays, dealt=state.dealt)
    if laying(state):
        laid = 0
        for place in range(state.plays):
            card = int(state.order[place])
            if not layable(laid) >> card & 1:
                raise BadPosition("{card} could not be laid", card=CARD_NAMES[card])
            laid |= 1 << card


def _lay_table(table: list[PlayedCardJson], state: BarbuState) -> None:
    count = 0 if laying(state) else state.plays % SEATS
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


def _give_hands(hands: Sequence[list[str] | None], sizes: list[int], state: BarbuState) -> None:
    state.sizes[:] = four(sizes, "sizes")
    if sum(sizes) != state.dealt - state.plays or not all(0 <= count <= HAND for count in sizes):
        raise BadPosition("hands of {sizes} cards do not fit {count} cards", sizes=sizes, count=state.dealt - state.plays)
    if not laying(state) and playing(state) and sizes != [HAND - state.plays // SEATS - (card >= 0) for card in state.table.tolist()]:
        raise BadPosition("hands of {sizes} cards do not fit {count} cards", sizes=sizes, count=state.dealt - state.plays)
    seen = state.played
    for seat, hand in enumerate(hands):
        cards = set_of_codes(hand or [])
        if cards & (seen | state.lacking[seat]):
            raise BadPosition("seat {seat} cannot hold {cards}", seat=seat, cards=", ".join(codes(cards & (seen | state.lacking[seat]))))
        if hand is not None and len(hand) != sizes[seat]:
            raise BadPosition("seat {seat} holds {count} cards, not {expected}", seat=seat, count=len(hand), expected=sizes[seat])
        seen |= cards
        state.hands[seat] = cards
    if not dealt_out(state) and (any(state.lacking) or seen != (1 << state.dealt) - 1):
        raise BadPosition("a deal after {dealt} cards has dealt {cards}", dealt=state.dealt, cards=", ".join(codes(seen)) or say("none"))


def _read_taken(source: BarbuJson, state: BarbuState) -> None:
    """What the seats have taken is what the finished tricks hold."""
    for name in ("tricks", "hearts", "queens"):
        getattr(state, name)[:] = four(source[name], name)
    state.king = NOBODY if source["king"] is None else source["king"]
    finished = 0 if laying(state) else state.played & ~sum(1 << card for _, card in on_the_table(state))
    expected = {"tricks": size(finished) // SEATS, "hearts": size(finished & ALL_HEARTS), "queens": size(finished & QUEENS)}
    for name, count in expected.items():
        taken = getattr(state, name).tolist()
        if sum(taken) != count or min(taken) < 0:
            raise BadPosition("{name!r} is {taken}; the finished tricks hold {count}", taken=taken, name=name, count=count)
    if (state.king != NOBODY) != bool(finished >> KING_OF_HEARTS & 1) or state.king not in range(-1, SEATS):
        raise BadPosition("the king of hearts was taken by {seat}, which does not fit the tricks", seat=source["king"])
