"""Which positions of Love Letter can be: the rules rely on the right number of cards, and on knowledge that is true."""

from collections import Counter

from joute.core.errors import BadPosition
from joute.core.rng import seeded
from joute.core.state import State
from joute.games.love_letter.cards import CARDS, CHANCELLOR, EVERY_KIND, HIDDEN, KINDS, NONE, SEATS, SPY
from joute.games.love_letter.determinize import imagine
from joute.games.love_letter.state import (
    CHOOSE,
    CLUES,
    DEAL,
    DRAW,
    DRAWN,
    KEEP,
    LOT,
    OVER,
    PLACES,
    REPLACE,
    SEARCH,
    SHOW,
    SPECTATOR,
    UNDER,
    LoveLetterState,
    holder,
    pile_of,
)
from joute.games.love_letter.strings import key_of, seats_in
from joute.i18n import Sentence, say

MOST_CLUES = (0, 1, CLUES)  # by how often a Chancellor's player has put cards under the deck


def check(state: LoveLetterState, viewer: int | None) -> None:
    """Refuse a position that no game can reach, with the reason; a view must have a world that fits it."""
    _demand(_progress(state))
    _demand(_places(state, viewer))
    _demand(_bits(state))
    _count(state, viewer)
    if viewer is None:
        _check_knowledge(state)
        return
    world = State(state._record.reshape(1).copy())  # type: ignore[attr-defined]  # the record behind the fields
    fields = LoveLetterState.of(world)
    try:
        imagine(fields, viewer, seeded("position"))
    except (IndexError, OverflowError, ValueError, ZeroDivisionError):
        raise _refusal(say("no cards fit what the viewer knows")) from None
    _count(fields, None)
    _check_knowledge(fields)


def _refusal(complaint: str) -> BadPosition:
    return BadPosition("not a position of love_letter: {complaint}", complaint=complaint)


def _demand(demands: list[tuple[bool, Sentence]]) -> None:
    for holds, complaint in demands:
        if not holds:
            raise _refusal(say(complaint))


def _progress(state: LoveLetterState) -> list[tuple[bool, Sentence]]:
    """The match, the round and the turn."""
    seats, phase, tokens = range(state.seats), state.phase, state.tokens.tolist()
    most = max(tokens)
    over = phase == OVER
    recipients = {SHOW: range(3), DEAL: seats, DRAW: [DRAWN], REPLACE: seats_in(max(0, state.standing)), SEARCH: [DRAWN, DRAWN + 1]}
    ended = state.round == state.rounds if state.rounds else most >= state.goal
    demands: list[tuple[bool, Sentence]] = [
        (SHOW <= phase <= OVER, "an unknown phase"),
        (state.mover in seats and state.leader in seats, "a mover or a leader that is no seat"),
        (0 < state.standing < 1 << state.seats, "seats in the round that do not exist, or none"),
        (min(tokens) >= 0 and not any(tokens[state.seats :]), "tokens below 0, or of a seat that does not exist"),
        (0 <= state.round <= (state.rounds or sum(tokens)), "more rounds than the tokens or the options allow"),
        (most <= (2 * state.round if state.rounds else state.goal + 1), "more tokens than the rounds allow"),
        (ended == over, "a match that should be over, or should not"),
        (over or phase == LOT or bool(state.standing >> state.mover & 1), "a mover that is out of the round"),
        (state.recipient in recipients.get(phase, range(PLACES)), "a card that goes nowhere"),
        (phase != LOT or bool(state.winners), "a round that nobody won"),
    ]
    return demands


def _places(state: LoveLetterState, viewer: int | None) -> list[tuple[bool, Sentence]]:
    """Which places hold a card."""
    cards, pile, phase = state.cards.tolist(), state.pile.tolist(), state.phase
    piled, under = state.piled, state.under
    kinds = range(KINDS)
    holding = [place for place in range(PLACES) if cards[place] != NONE]
    hands = {place for place in holding if place < SEATS}
    standing = set(seats_in(max(0, state.standing)))
    drawn = [place for place in holding if DRAWN <= place < UNDER]
    expected = {CHOOSE: [[DRAWN]], KEEP: [[DRAWN], [DRAWN, DRAWN + 1]], SEARCH: [[], [DRAWN]]}.get(phase, [[]])
    chancellors = pile[: max(0, piled)].count(CHANCELLOR)
    others = holder_places(state, viewer)
    awaited = {state.recipient} if phase == REPLACE else set()
    demands: list[tuple[bool, Sentence]] = [
        (all(card in kinds or card == NONE or (card == HIDDEN and place in others) for place, card in enumerate(cards)),
         "a card that does not exist, or that the viewer must know"),
        (0 <= piled <= CARDS and all(card in kinds for card in pile[:piled]) and set(pile[piled:]) <= {NONE}, "a pile with unknown cards"),
        (all(seat in range(state.seats) for seat in state.pile_of.tolist()[:piled]), "a card in front of a seat that does not exist"),
        (all(guess in kinds or guess == NONE for guess in state.guesses.tolist()), "a Guard that names a card that does not exist"),
        (hands == standing - awaited if phase not in (SHOW, DEAL) else hands <= standing,
         "a hand without a card, or a card of a seat that is out"),
        (drawn in expected, "a mover with too many cards, or too few"),
        (0 <= under <= PLACES - UNDER and [place for place in holding if place >= UNDER] == list(range(UNDER, UNDER + under)),
         "cards under the deck that do not fit their number"),
        (under + (2 if phase in (KEEP, SEARCH) else 0) <= 2 * chancellors, "more cards under the deck than Chancellors put there"),
        (0 <= state.stirs <= min(2, chancellors), "more cards stirred than Chancellors were played"),
        (all(card in kinds or card == NONE for card in state.face_up.tolist()), "an unknown card face up"),
        (phase == SHOW or sum(card != NONE for card in state.face_up.tolist()) == state.shown,
         "too many cards face up, or too few"),
    ]  # fmt: skip
    return demands


def holder_places(state: LoveLetterState, viewer: int | None) -> set[int]:
    """The places whose cards a viewer may not know."""
    return set() if viewer is None else {place for place in range(PLACES) if viewer == SPECTATOR or holder(state, place) != viewer}


def _bits(state: LoveLetterState) -> list[tuple[bool, Sentence]]:
    """Sets of seats, kinds and places."""
    seats, piled = 1 << state.seats, state.piled
    sets = [state.protected, state.spied, state.winners, state.sought, *state.watched.tolist(), *state.tied.tolist()]
    kinds = [*state.cannot.ravel().tolist(), *state.clue_cannot.ravel().tolist()]
    clues = [sum(map(bool, places)) for places in state.clue_places.tolist()]
    spied = sum(1 << seat for seat in range(state.seats) if SPY in pile_of(state, seat))
    demands: list[tuple[bool, Sentence]] = [
        (all(0 <= one < seats for one in sets), "seats that do not exist"),
        (all(one == 0 or one.bit_count() == 2 for one in state.tied.tolist()), "a tie of other than two seats"),
        (all(0 <= one <= EVERY_KIND for one in kinds), "kinds of cards that do not exist"),
        (all(0 <= one < 1 << PLACES for one in state.clue_places.ravel().tolist()), "places that do not exist"),
        (max(clues) <= MOST_CLUES[state.stirs], "more clues than Chancellors leave"),
        (all(0 <= one <= piled for one in state.since.tolist()), "a hand that is newer than the round"),
        (state.unwatched == 0, "a position in which nobody tracks what seats know"),
        (state.spied == spied, "a Spy that was not played, or is forgotten"),
    ]
    return demands


def _count(state: LoveLetterState, viewer: int | None) -> None:
    """Every card is in one place: the cards of the deck are those that lie somewhere, and those that nobody has seen."""
    cards, deck = state.cards.tolist(), state.deck.tolist()
    hidden = cards.count(HIDDEN)
    seen = Counter(card for card in [*cards, *state.face_up.tolist(), *state.pile.tolist()[: state.piled]] if card not in (NONE, HIDDEN))
    unseen = [int(state.copies[kind]) - seen[kind] for kind in range(KINDS)]
    for kind, count in enumerate(unseen):
        if count < 0:
            raise _refusal(
                say("{count} times {card}; there are {copies}", count=seen[kind], card=key_of(kind), copies=int(state.copies[kind]))
            )
    if deck != (unseen if viewer is None else [0] * KINDS):
        raise _refusal(say("a deck that does not hold the cards that nobody has seen"))
    left = sum(unseen) - hidden
    if left < 0 or state.left != max(0, left - 1):
        raise _refusal(say("{left} cards in the deck; expected {expected}", left=state.left, expected=max(0, left - 1)))


def _check_knowledge(state: LoveLetterState) -> None:
    """What observers know is true: then there is always a world that fits what they know."""
    cards = state.cards.tolist()
    for observer in range(SPECTATOR, state.seats):
        known = state.cannot[1 + observer].tolist()
        if any(cannot if card == NONE else cannot >> card & 1 for card, cannot in zip(cards, known, strict=True)):
            raise _refusal(say("somebody knows of a card what is not true"))
        for places, cannot in zip(state.clue_places[1 + observer].tolist(), state.clue_cannot[1 + observer].tolist(), strict=True):
            held = [cards[place] for place in range(PLACES) if places >> place & 1]
            if held and not any(card != NONE and not cannot >> card & 1 for card in held):
                raise _refusal(say("somebody has a clue that is not true"))
    for tie in state.tied.tolist():
        if len({cards[seat] for seat in seats_in(tie)}) > 1:
            raise _refusal(say("two hands that were found equal differ"))
