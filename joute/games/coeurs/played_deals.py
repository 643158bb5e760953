"""A deal as the plays of all seats: completed by the card that nobody has seen, and as positions that the game reads."""

from collections.abc import Sequence

from joute.core.state import Json
from joute.games.trick_taking.card_names import CARD_NAMES, SUIT_LETTERS
from joute.games.trick_taking.cards import HAND, SEATS

Play = tuple[int, str]  # seat and card


def completed(plays: Sequence[Play]) -> list[Play] | None:
    """All plays of a deal: the last card is the one that nobody has seen. None: more is missing, or a seat has not played eight."""
    found, seen = list(plays), {card for _, card in plays}
    unseen = [card for card in CARD_NAMES if card not in seen]
    if len(unseen) == 1:
        found.append(((found[-1][0] + 1) % SEATS, unseen[0]))
    whole = len(found) == SEATS * HAND and all(sum(own == seat for own, _ in found) == HAND for seat in range(SEATS))
    return found if whole else None


def position_before(plays: Sequence[Play], number: int) -> Json:
    """The position before a play, with open hands, as the game reads it."""
    before, begun = list(plays[:number]), number - number % SEATS
    lacks: list[list[str]] = [[] for _ in range(SEATS)]
    hearts = [0] * SEATS
    for first in range(0, number, SEATS):
        trick = before[first : first + SEATS]
        led = trick[0][1][-1]
        for seat, card in trick:
            if card[-1] != led and led not in lacks[seat]:
                lacks[seat].append(led)
        if len(trick) == SEATS:
            cards = [card for _, card in trick]
            best = max((card for card in cards if card[-1] == led), key=CARD_NAMES.index)
            hearts[trick[cards.index(best)][0]] += sum(card[-1] == SUIT_LETTERS[-1] for card in cards)
    return {
        "viewer": None,
        "deals_over": 0,
        "dealt": SEATS * HAND,
        "mover": plays[number][0],
        "table": [{"seat": seat, "card": card} for seat, card in before[begun:]],
        "hands": [[card for own, card in plays[number:] if own == seat] for seat in range(SEATS)],
        "played": [card for _, card in before],
        "lacks": lacks,
        "hearts": hearts,
        "points": [0] * SEATS,
    }
