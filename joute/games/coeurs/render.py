"""Actions by name, and the state as text: the trick as it lies on the table, the own hand sorted by suit, the score sheet."""

from joute.core.seat_names import placeholders, with_names
from joute.games.coeurs.options import CoeursOptions
from joute.games.coeurs.rules import leader_of, opener_of
from joute.games.coeurs.state import CoeursState, lacks, on_the_table, playing, winners
from joute.games.trick_taking.card_names import CARD_NAMES, SYMBOLS, codes, spellings, spoken
from joute.games.trick_taking.cards import CARDS, HAND, SEATS, suit_of
from joute.games.trick_taking.table_picture import cards_of_trick, hands_picture, seat_name, sheet_picture, table_picture
from joute.i18n import capital, say, say_count


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
        table = cards_of_trick(state.table.tolist(), state.mover, state.taker)
        parts += [table_picture(table, viewer), hands_picture(state.hands.tolist(), viewer)]
    parts += [_sheet(state), _status(state, viewer)]
    return "\n\n".join(filter(None, parts))


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


def _sheet(state: CoeursState) -> str:
    rows = [(say("Points"), [str(points) for points in state.points])]
    if playing(state):
        rows.insert(0, (say("Hearts"), [str(hearts) for hearts in state.hearts]))
        rows.append((say("Lacks"), ["".join(SYMBOLS[suit] for suit in lacks(cards)) for cards in state.lacking.tolist()]))
    return sheet_picture(rows)


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
