"""Four seats around a table as text: who sits where, the cards of the trick, and the hands that a viewer sees."""

from collections.abc import Sequence

from joute.games.trick_taking.card_names import picture, pictured
from joute.games.trick_taking.cards import SEATS
from joute.i18n import say

MARGIN, COLUMN = 10, 18  # widths of the first column of a sheet, and of a place at the table
WAITING, CHOOSING = "·", "?"  # a seat that has not played yet, and the one whose turn it is


def seat_name(seat: int, viewer: int | None = None) -> str:
    """`seat 2`, or `seat 2 (you)`."""
    return say("seat {player}", player=seat) + (f" ({say('you')})" if seat == viewer else "")


def table_picture(lying: Sequence[str], viewer: int | None) -> str:
    """What lies before each seat; the viewer sits at the bottom, play goes round by the left."""
    bottom = viewer if viewer is not None and viewer >= 0 else 0
    left, top, right = ((bottom + step) % SEATS for step in (1, 2, 3))

    def name(seat: int) -> str:
        return seat_name(seat, viewer).center(COLUMN)

    def card(seat: int) -> str:
        return lying[seat].center(COLUMN)

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


def cards_of_trick(table: Sequence[int], mover: int, taker: int) -> list[str]:
    """Each seat's card, in brackets when it takes the trick so far."""
    lying = []
    for seat, card in enumerate(table):
        waiting = CHOOSING if seat == mover else WAITING
        drawn = waiting if card < 0 else picture(card)
        lying.append(f"[{drawn}]" if card >= 0 and seat == taker else drawn)
    return lying


def hands_picture(hands: Sequence[int], viewer: int | None) -> str:
    """The viewer's hand, or every hand when nothing is hidden."""
    if viewer is None:
        return "\n".join(f"{seat_name(seat).capitalize():<{MARGIN}}{pictured(cards)}" for seat, cards in enumerate(hands))
    return "" if viewer < 0 else f"{say('Hand'):<{MARGIN}}{pictured(hands[viewer])}"


def sheet_picture(rows: Sequence[tuple[str, Sequence[str]]], margin: int = MARGIN) -> str:
    """A row for each title with a column for each seat; rows without anything are left out."""
    seats = [seat_name(seat) for seat in range(SEATS)]
    width = max(map(len, seats)) + 2
    filled = [("", seats), *((title, cells) for title, cells in rows if any(cells))]
    return "\n".join((f"{title:<{margin}}" + "".join(f"{cell:>{width}}" for cell in cells)).rstrip() for title, cells in filled)
