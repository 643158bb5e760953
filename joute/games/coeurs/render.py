"""Actions by name, and the state as text: the trick as it lies on the table, the own hand sorted by suit, the score sheet."""

from joute.core.seat_names import placeholders, with_names
from joute.games.coeurs.options import CoeursOptions
from joute.games.coeurs.rules import leader_of, opener_of
from joute.games.coeurs.state import CoeursState, lacks, on_the_table, playing, winners
from joute.games.trick_taking.card_names import CARD_NAMES, SYMBOLS, codes, picture, pictured, spellings, spoken
from joute.games.trick_taking.cards import CARDS, HAND, SEATS, suit_of
from joute.i18n import capital, say, say_count

MARGIN, COLUMN = 10, 18  # widths of the score sheet's first column, and of a place at the table
WAITING, CHOOSING = "·", "?"  # a seat that has not played yet, and the one whose turn it is


def names(options: CoeursOptions) -> dict[int, str]:
    """Every card."""
    return dict(enumerate(CARD_NAMES))


def local_names(options: CoeursOptions, language: str) -> dict[int, tuple[str, ...]]:
    """`QS` or `D♠`, and what else a player may type: `queen of spades`, `dame de pique`, `d pique`, `dp`."""
    return {card: spellings(card) for card in range(CARDS)}


def spoken_action(action: int) -> str:
    """A card in a sentence."""
    return spoken(action)


def secrets(state: CoeursState, viewer: int) -> dict[str, str]:
    """The holder of each card that the viewer does not see."""
    return {code: f"seat {seat}" for seat in range(SEATS) if seat != viewer for code in codes(state.hands[seat])}


# --- the picture ----------------------------------------------------------------------------------------------------------


def show(state: CoeursState, viewer: int | None, language: str) -> str:
    """The deal and the trick, the table, the hands that the viewer sees, the score sheet, and whose turn it is."""
    parts = [_heading(state)]
    if playing(state):
        parts += [_table(state, viewer), _hands(state, viewer)]
    parts += [_sheet(state), _status(state, viewer)]
    return "\n\n".join(filter(None, parts))


def seat_name(seat: int, viewer: int | None = None) -> str:
    """`seat 2`, or `seat 2 (you)`."""
    return say("seat {player}", player=seat) + (f" ({say('you')})" if seat == viewer else "")


def _heading(state: CoeursState) -> str:
    if state.deal == state.deals:
        return say("The match is over")
    trick = say("trick {number} of {tricks}", number=state.plays // SEATS + 1, tricks=HAND)
    return say(
        "Deal {deal} of {deals} · {progress} · leader: {leader}, opener: {opener}",
        deal=state.deal + 1,
        deals=state.deals,
        progress=trick if playing(state) else say("the cards are being dealt"),
        leader=seat_name(leader_of(state.deal)),
        opener=seat_name(opener_of(state.deal)),
    )


def _table(state: CoeursState, viewer: int | None) -> str:
    """The viewer sits at the bottom; play goes round by the left."""
    bottom = viewer if viewer is not None and viewer >= 0 else 0
    left, top, right = ((bottom + step) % SEATS for step in (1, 2, 3))

    def name(seat: int) -> str:
        return seat_name(seat, viewer).center(COLUMN)

    def card(seat: int) -> str:
        return _lying(state, seat).center(COLUMN)

    space = " " * COLUMN
    lines = [
        space + name(top),
        space + card(top),
        name(left) + space + name(right),
        card(left) + space + card(right),
        space + card(bottom),
        space + name(bottom),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _lying(state: CoeursState, seat: int) -> str:
    """A seat's card, in brackets when it takes the trick so far."""
    if state.table[seat] < 0:
        return CHOOSING if seat == state.mover else WAITING
    card = picture(state.table[seat])
    return f"[{card}]" if seat == state.taker else card


def _hands(state: CoeursState, viewer: int | None) -> str:
    if viewer is None:
        hands = [pictured(cards) for cards in state.hands.tolist()]
        return "\n".join(f"{seat_name(seat).capitalize():<{MARGIN}}{hand}" for seat, hand in enumerate(hands))
    return "" if viewer < 0 else f"{say('Hand'):<{MARGIN}}{pictured(state.hands[viewer])}"


def _sheet(state: CoeursState) -> str:
    seats = [seat_name(seat) for seat in range(SEATS)]
    rows = [("", seats), (say("Points"), [str(points) for points in state.points])]
    if playing(state):
        rows.insert(1, (say("Hearts"), [str(hearts) for hearts in state.hearts]))
        rows.append((say("Lacks"), ["".join(SYMBOLS[suit] for suit in lacks(cards)) for cards in state.lacking.tolist()]))
    width = max(map(len, seats)) + 2
    return "\n".join((f"{title:<{MARGIN}}" + "".join(f"{cell:>{width}}" for cell in cells)).rstrip() for title, cells in rows if any(cells))


def _status(state: CoeursState, viewer: int | None) -> str:
    if state.deal == state.deals:
        return with_names(result(state))
    if not playing(state):
        return ""
    mover = seat_name(state.mover, viewer)
    table = on_the_table(state)
    if not table:
        return capital(say("{mover} leads", mover=mover))
    first, card = table[0]
    return capital(say("{leader} led {suit}, {mover} to play", leader=seat_name(first, viewer), suit=SYMBOLS[suit_of(card)], mover=mover))


def result(state: CoeursState) -> str:
    """The winners of the match; seats are placeholders."""
    best = winners(state)
    return say_count(
        "{players} wins the match with {points} points",
        "{players} share the win with {points} points each",
        len(best),
        players=placeholders(best),
        points=str(max(state.points)).replace("-", "−"),
    )
