"""Actions by name, and the state as text: the trick as it lies on the table, the own hand sorted by suit, the score sheet."""

from joute.games.coeurs.cards import CARDS, HAND, SEATS, suit_of
from joute.games.coeurs.options import CoeursOptions
from joute.games.coeurs.rules import leader_of, opener_of
from joute.games.coeurs.state import CoeursState, lacks, on_the_table, playing, winners
from joute.games.coeurs.strings import CARD_NAMES, SYMBOLS, codes, picture, pictured, spellings

WORDS = {
    "en": {"seat": "seat", "you": "you", "hand": "Hand", "hearts": "Hearts", "points": "Points", "lacks": "Lacks"},
    "fr": {"seat": "joueur", "you": "vous", "hand": "Main", "hearts": "Cœurs", "points": "Points", "lacks": "Sans"},
}
MARGIN, COLUMN = 10, 18  # widths of the score sheet's first column, and of a place at the table
WAITING, CHOOSING = "·", "?"  # a seat that has not played yet, and the one whose turn it is


def names(options: CoeursOptions) -> dict[int, str]:
    """Every card."""
    return dict(enumerate(CARD_NAMES))


def local_names(options: CoeursOptions, language: str) -> dict[int, tuple[str, ...]]:
    """`QS` or `D♠`, and what else a player may type: `queen of spades`, `dame de pique`, `d pique`, `dp`."""
    return {card: spellings(card, language) for card in range(CARDS)}


def secrets(state: CoeursState, viewer: int) -> dict[str, str]:
    """The holder of each card that the viewer does not see."""
    return {code: f"seat {seat}" for seat in range(SEATS) if seat != viewer for code in codes(state.hands[seat])}


# --- the picture ----------------------------------------------------------------------------------------------------------


def show(state: CoeursState, viewer: int | None, language: str) -> str:
    """The deal and the trick, the table, the hands that the viewer sees, the score sheet, and whose turn it is."""
    parts = [_heading(state, language)]
    if playing(state):
        parts += [_table(state, viewer, language), _hands(state, viewer, language)]
    parts += [_sheet(state, language), _status(state, viewer, language)]
    return "\n\n".join(filter(None, parts))


def seat_name(seat: int, language: str, viewer: int | None = None) -> str:
    """`seat 2`, or `seat 2 (you)`."""
    words = WORDS[language]
    return f"{words['seat']} {seat}" + (f" ({words['you']})" if seat == viewer else "")


def _heading(state: CoeursState, language: str) -> str:
    if state.deal == state.deals:
        return "La partie est finie" if language == "fr" else "The match is over"
    leader, opener = (seat_name(seat, language) for seat in (leader_of(state.deal), opener_of(state.deal)))
    deal, trick = state.deal + 1, state.plays // SEATS + 1
    if language == "fr":
        progress = f"pli {trick} sur {HAND}" if playing(state) else "on donne les cartes"
        return f"Donne {deal} sur {state.deals} · {progress} · meneur : {leader}, ouvreur : {opener}"
    progress = f"trick {trick} of {HAND}" if playing(state) else "the cards are being dealt"
    return f"Deal {deal} of {state.deals} · {progress} · leader: {leader}, opener: {opener}"


def _table(state: CoeursState, viewer: int | None, language: str) -> str:
    """The viewer sits at the bottom; play goes round by the left."""
    bottom = viewer if viewer is not None and viewer >= 0 else 0
    left, top, right = ((bottom + step) % SEATS for step in (1, 2, 3))

    def name(seat: int) -> str:
        return seat_name(seat, language, viewer).center(COLUMN)

    def card(seat: int) -> str:
        return _lying(state, seat, language).center(COLUMN)

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


def _lying(state: CoeursState, seat: int, language: str) -> str:
    """A seat's card, in brackets when it takes the trick so far."""
    if state.table[seat] < 0:
        return CHOOSING if seat == state.mover else WAITING
    card = picture(state.table[seat], language)
    return f"[{card}]" if seat == state.taker else card


def _hands(state: CoeursState, viewer: int | None, language: str) -> str:
    if viewer is None:
        hands = [pictured(cards, language) for cards in state.hands.tolist()]
        return "\n".join(f"{seat_name(seat, language).capitalize():<{MARGIN}}{hand}" for seat, hand in enumerate(hands))
    return "" if viewer < 0 else f"{WORDS[language]['hand']:<{MARGIN}}{pictured(state.hands[viewer], language)}"


def _sheet(state: CoeursState, language: str) -> str:
    words = WORDS[language]
    seats = [seat_name(seat, language) for seat in range(SEATS)]
    rows = [("", seats), (words["points"], [str(points) for points in state.points])]
    if playing(state):
        rows.insert(1, (words["hearts"], [str(hearts) for hearts in state.hearts]))
        rows.append((words["lacks"], ["".join(SYMBOLS[suit] for suit in lacks(cards)) for cards in state.lacking.tolist()]))
    width = max(map(len, seats)) + 2
    return "\n".join((f"{title:<{MARGIN}}" + "".join(f"{cell:>{width}}" for cell in cells)).rstrip() for title, cells in rows if any(cells))


def _status(state: CoeursState, viewer: int | None, language: str) -> str:
    if state.deal == state.deals:
        return result(state, language)
    if not playing(state):
        return ""
    mover = seat_name(state.mover, language, viewer)
    table = on_the_table(state)
    if not table:
        return f"Le {mover} entame" if language == "fr" else f"{mover.capitalize()} leads"
    first, card = table[0]
    leader, suit = seat_name(first, language, viewer), SYMBOLS[suit_of(card)]
    if language == "fr":
        return f"Le {leader} a demandé {suit}, au {mover} de jouer"
    return f"{leader.capitalize()} led {suit}, {mover} to play"


def result(state: CoeursState, language: str) -> str:
    """The winners of the match."""
    best = winners(state)
    points = f"{max(state.points)} points"
    if len(best) == 1:
        return f"Le joueur {best[0]} gagne la partie avec {points}" if language == "fr" else f"Seat {best[0]} wins the match with {points}"
    seats = ", ".join(map(str, best[:-1]))
    if language == "fr":
        return f"Les joueurs {seats} et {best[-1]} se partagent la partie avec {points}"
    return f"Seats {seats} and {best[-1]} share the match with {points}"
