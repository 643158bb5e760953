"""Actions by name, and the state as text: the trick or the cards laid, the own hand sorted by suit, the score sheet."""

from joute.core.seat_names import placeholders, with_names
from joute.games.barbu.contracts import ALL_CONTRACTS, CONTRACTS, NAME, NO_CONTRACT, PASS, UNIT, Contract
from joute.games.barbu.expectation import expected_points
from joute.games.barbu.options import BarbuOptions
from joute.games.barbu.rules import declarer_of, opener_of
from joute.games.barbu.state import BarbuState, dealt_out, laying, on_the_table, playing, winners
from joute.games.barbu.strings import CODES, counted, lacked, spellings, title
from joute.games.trick_taking.card_names import CARD_NAMES, SUIT_LETTERS, SYMBOLS, codes, picture, spoken
from joute.games.trick_taking.card_names import spellings as card_spellings
from joute.games.trick_taking.cards import CARDS, HAND, SEATS, suit_of
from joute.games.trick_taking.table_picture import cards_of_trick, hands_picture, seat_name, sheet_picture, table_picture
from joute.i18n import capital, say, say_count

MARGIN = 28  # width of the titles of the score sheet


def names(options: BarbuOptions) -> dict[int, str]:
    """Every card, the pass, every contract."""
    return {**dict(enumerate(CARD_NAMES)), PASS: "pass", **{NAME + contract: CODES[contract] for contract in Contract}}


def local_names(options: BarbuOptions, language: str) -> dict[int, tuple[str, ...]]:
    """`QS` or `D♠`, `queen of spades` or `dame de pique`; `no queens` or `dames`."""
    cards = {card: card_spellings(card) for card in range(CARDS)}
    return {**cards, PASS: (say("pass"),), **{NAME + contract: spellings(contract) for contract in Contract}}


def spoken_action(action: int) -> str:
    """A card, the pass or a contract in a sentence."""
    if action < PASS:
        return spoken(action)
    return say("the pass") if action == PASS else say("the contract {contract}", contract=title(action - NAME))


def secrets(state: BarbuState, viewer: int) -> dict[str, str]:
    """The holder of each card that the viewer does not see."""
    return {code: f"seat {seat}" for seat in range(SEATS) if seat != viewer for code in codes(state.hands[seat])}


# --- the picture ------------------------------------------------------------------------------------------------------------------------


def show(state: BarbuState, viewer: int | None, language: str) -> str:
    """The deal and its contract, the table, the hands that the viewer sees, the score sheet, and whose turn it is."""
    parts = [_heading(state)]
    if playing(state):
        parts.append(_layout(state) if laying(state) else table_picture(_trick(state), viewer))
    if dealt_out(state):
        parts.append(hands_picture(state.hands.tolist(), viewer))
    if playing(state):
        parts.append(_deal(state))
    parts += [_sheet(state), _status(state, viewer)]
    return "\n\n".join(filter(None, parts))


def _heading(state: BarbuState) -> str:
    deals = CONTRACTS * state.declarers
    if state.deal == deals:
        return say("The match is over")
    people = {"declarer": seat_name(declarer_of(state.deal)), "opener": seat_name(opener_of(state.deal))}
    deal = say("Deal {deal} of {deals} · declarer: {declarer}, opener: {opener}", deal=state.deal + 1, deals=deals, **people)
    if not dealt_out(state):
        return f"{deal}\n{say('the cards are being dealt')}"
    return f"{deal}\n{_contract(state)}"


def _contract(state: BarbuState) -> str:
    if state.contract == NO_CONTRACT:
        left = [title(contract) for contract in Contract if state.named >> contract & 1 == 0]
        return say("contracts left: {contracts}", contracts=", ".join(left))
    named = say("contract: {contract} ({counted})", contract=title(state.contract), counted=counted(state.contract))
    trick = say("trick {number} of {tricks}", number=state.plays // SEATS + 1, tricks=HAND)
    return named if laying(state) else f"{named} · {trick}"


def _trick(state: BarbuState) -> list[str]:
    return cards_of_trick(state.table.tolist(), state.mover, state.taker)


def _layout(state: BarbuState) -> str:
    """The cards laid, a line for each suit; dots are cards to come."""
    lines = []
    for suit, symbol in enumerate(SYMBOLS):
        cards = range(suit * HAND, (suit + 1) * HAND)
        laid = [picture(card) if state.played >> card & 1 else "·" for card in cards]
        lines.append(f"  {symbol}  " + "".join(f"{text:>5}" for text in laid))
    return "\n".join(lines)


def _deal(state: BarbuState) -> str:
    """What the seats have taken in this deal, or the cards in their hands, and what they have shown to lack."""
    rows = [(say("Cards in hand"), [str(size) for size in state.sizes])]
    if not laying(state):
        rows = [(say("Tricks"), [str(tricks) for tricks in state.tricks])]
        rows += [(say("Hearts"), [str(hearts) for hearts in state.hearts]), (say("Queens"), [str(queens) for queens in state.queens])]
        rows.append((say("King of hearts"), [say("taken") if seat == state.king else "" for seat in range(SEATS)]))
    rows.append((say("Lacks"), [_lacks(cards & ~state.played) for cards in state.lacking.tolist()]))
    return sheet_picture(rows, MARGIN)


def _lacks(cards: int) -> str:
    """Suits and cards that a seat lacks, as pictures."""
    return " ".join(
        SYMBOLS[SUIT_LETTERS.index(text)] if text in SUIT_LETTERS else picture(CARD_NAMES.index(text)) for text in lacked(cards)
    )


def _sheet(state: BarbuState) -> str:
    """A row for each deal that is over, under its declarer, and the points in all."""
    rows = []
    for declarer in range(SEATS):
        for contract in Contract:
            if deals_over(state, declarer) >> contract & 1:
                cells = [str(UNIT * int(units)) for units in state.sheet[declarer, contract]]
                expected = expected_points(declarer, int(state.named_with[declarer, contract]), contract)
                if expected is not None:
                    cells.append("  " + say("(expected {points})", points=f"{expected:+d}".replace("-", "−")))
                rows.append((f"{seat_name(declarer)}: {title(contract)}", cells))
    rows.append((say("Points"), [str(points) for points in state.points]))
    return sheet_picture(rows, MARGIN)


def deals_over(state: BarbuState, declarer: int) -> int:
    """The contracts of a declarer whose deals are over, as a set."""
    current = declarer_of(state.deal)
    if declarer != current:
        return ALL_CONTRACTS if declarer < current else 0
    return state.named & ~(1 << state.contract if state.contract != NO_CONTRACT else 0)


def _status(state: BarbuState, viewer: int | None) -> str:
    if state.deal == CONTRACTS * state.declarers:
        return with_names(result(state))
    if not dealt_out(state):
        return ""
    mover = seat_name(state.mover, viewer)
    if state.contract == NO_CONTRACT:
        return capital(say("{mover} names the contract", mover=mover))
    if laying(state):
        return capital(say("{mover} to lay a card", mover=mover))
    table = on_the_table(state)
    if not table:
        return capital(say("{mover} leads", mover=mover))
    first, card = table[0]
    return capital(say("{leader} led {suit}, {mover} to play", leader=seat_name(first, viewer), suit=SYMBOLS[suit_of(card)], mover=mover))


def result(state: BarbuState) -> str:
    """The winners of the match; seats are placeholders."""
    best = winners(state)
    return say_count(
        "{players} wins the match with {points} points",
        "{players} share the win with {points} points each",
        len(best),
        players=placeholders(best),
        points=str(max(state.points)).replace("-", "−"),
    )
