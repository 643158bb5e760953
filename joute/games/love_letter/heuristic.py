"""What a sensible beginner plays: act on what is certain, guess the likeliest card, keep the better card, never let the Princess go.

Every way to play either card has a gain: about the chance that it wins the round, minus the chance that it loses it, plus the value of
the card retained. Only the seat's own knowledge is read: its cards, the cards face up, and what it has learnt of the others.
The weights are rough; others near them made no difference in 40,000 rounds of two seats against these.
"""

import numpy as np

from joute.core.contract import Actions
from joute.core.rng import Rng
from joute.games.love_letter.actions import NOBODY, keep_of, must_play_countess, play_of, targets
from joute.games.love_letter.cards import (
    BARON,
    CHANCELLOR,
    COUNTESS,
    EVERY_KIND,
    GUARD,
    GUESSES,
    HANDMAID,
    KINDS,
    NONE,
    PRIEST,
    PRINCE,
    PRINCESS,
    SPY,
)
from joute.games.love_letter.state import DRAWN, KEEP, UNDER, LoveLetterState, deck_size, is_known, lowest_bit
from joute.jit.dispatch import rule

BITS = 4  # a set of cards is one number, with this number of bits for the copies of each kind
MANY = (1 << BITS) - 1

LOST = -9.0
USE = np.array([0.20, 0.30, 0.10, 0.22, 0.30, 0.15, 0.25, 0.10, 0.15, 0.10])  # [kind]: the value of holding it to be played later
SPY_TOKEN = 0.25
LOOK = 0.08
SEARCHING = 0.2
SHELTER = 0.25
KNOWN_DANGER = 0.35  # how often a card that others know is named by a Guard
UPSET = 0.05  # what it is worth that another seat loses a card that it chose to keep


@rule
def copies(cards: int, kind: int) -> int:
    """The number of cards of the kind in the set."""
    return cards >> BITS * kind & MANY


@rule
def unseen_by(state: LoveLetterState, seat: int) -> int:
    """The cards whose place the seat does not know."""
    cards = 0
    for kind in range(KINDS):
        cards += state.copies[kind] << BITS * kind
    for number in range(state.piled):
        cards -= 1 << BITS * state.pile[number]
    for number in range(len(state.face_up)):
        if state.face_up[number] != NONE:
            cards -= 1 << BITS * state.face_up[number]
    cards -= 1 << BITS * state.cards[seat]
    for place in range(DRAWN, UNDER):
        if state.cards[place] != NONE:
            cards -= 1 << BITS * state.cards[place]
    for other in range(state.seats):
        if other != seat and state.standing >> other & 1 and is_known(state.cannot[1 + seat, other]):
            cards -= 1 << BITS * known_kind(state, seat, other)
    for place in range(UNDER, UNDER + state.under):
        if is_known(state.cannot[1 + seat, place]):
            cards -= 1 << BITS * known_kind(state, seat, place)
    return cards


@rule
def known_kind(state: LoveLetterState, seat: int, place: int) -> int:
    """The one kind that the card there can be."""
    return lowest_bit(EVERY_KIND & ~state.cannot[1 + seat, place])


@rule
def chance_between(unseen: int, cannot: int, lowest: int, highest: int) -> float:
    """How likely a hidden card, of which something is known, is one of the kinds from the lowest to the highest."""
    if is_known(cannot):
        return 1.0 if lowest <= lowest_bit(EVERY_KIND & ~cannot) <= highest else 0.0
    total, inside = 0, 0
    for kind in range(KINDS):
        if not cannot >> kind & 1:
            total += copies(unseen, kind)
            if lowest <= kind <= highest:
                inside += copies(unseen, kind)
    return inside / total if total else 0.0


@rule
def best_guess(unseen: int, cannot: int) -> int:
    """The likeliest card that a Guard may name, the highest among equals."""
    if is_known(cannot):
        known = lowest_bit(EVERY_KIND & ~cannot)
        return PRINCESS if known == GUARD else known
    best, most = PRINCESS, 0
    for kind in range(KINDS - 1, -1, -1):
        if kind != GUARD and not cannot >> kind & 1 and copies(unseen, kind) > most:
            best, most = kind, copies(unseen, kind)
    return best


@rule
def worth_keeping(state: LoveLetterState, seat: int, card: int, drawable: int) -> float:
    """The value of a card to its holder: its rank when the deck runs out, its use before."""
    near_end = 1.0 / (1.0 + drawable / (0.5 + 0.5 * state.seats))
    use = USE[card]
    if card == SPY and state.spied >> seat & 1:
        use = 0.0
    return near_end * card / (KINDS - 1) + (1.0 - near_end) * use


@rule
def untargeted(state: LoveLetterState, seat: int, card: int, retained: int, danger: float) -> float:
    """The gain of a card that is played on nobody."""
    if card == PRINCESS:
        return LOST
    if card == HANDMAID:
        return SHELTER + danger
    if card == SPY and state.spied & state.standing == 0:
        return SPY_TOKEN
    if card == CHANCELLOR and deck_size(state) > 0:
        return SEARCHING + danger
    return 0.0


@rule
def targeted(state: LoveLetterState, seat: int, card: int, retained: int, target: int, unseen: int) -> float:
    """The gain of a card that is played on another seat."""
    cannot = state.cannot[1 + seat, target]
    if card == GUARD:
        guess = best_guess(unseen, cannot)
        return chance_between(unseen, cannot, guess, guess)
    if card == PRIEST:
        return 0.0 if is_known(cannot) else LOOK
    if card == BARON:
        return chance_between(unseen, cannot, SPY, retained - 1) - chance_between(unseen, cannot, retained + 1, PRINCESS)
    if card == PRINCE:
        return chance_between(unseen, cannot, PRINCESS, PRINCESS) + UPSET
    # A King's trade gives the retained card away, and both then know both cards.
    higher = chance_between(unseen, cannot, retained + 1, PRINCESS)
    return (2.0 * higher - 1.0) / (1.0 + deck_size(state)) - UPSET


@rule
def danger_of(state: LoveLetterState, seat: int, retained: int) -> float:
    """The chance that the card retained is named, because another seat knows it."""
    if retained == GUARD or retained != state.cards[seat]:
        return 0.0
    return KNOWN_DANGER if state.watched[seat] & state.standing & ~(1 << seat) else 0.0


@rule
def play_best(state: LoveLetterState, seat: int) -> int:
    """The play with the highest gain."""
    held, drawn = state.cards[seat], state.cards[DRAWN]
    unseen = unseen_by(state, seat)
    chosen = targets(state)
    drawable = deck_size(state)
    action, highest = 0, 10.0 * LOST
    for number in range(2):
        card, retained = (held, drawn) if number == 0 else (drawn, held)
        danger = danger_of(state, seat, retained)
        base = worth_keeping(state, seat, retained, drawable) - danger
        if card == PRINCE:
            renewed = LOST if retained == PRINCESS else fresh(state, seat, drawable)
            if renewed > highest:
                action, highest = play_of(card, seat, 0), renewed
        if GUESSES[card] == 0 or (chosen == 0 and card != PRINCE):
            gain = base + untargeted(state, seat, card, retained, danger)
            if gain > highest:
                action, highest = play_of(card, NOBODY, 0), gain
            continue
        for target in range(state.seats):
            if chosen >> target & 1:
                gain = base + targeted(state, seat, card, retained, target, unseen) + 0.01 * state.tokens[target]
                if gain > highest:
                    guess = best_guess(unseen, state.cannot[1 + seat, target]) if card == GUARD else 0
                    action, highest = play_of(card, target, guess), gain
    return action


@rule
def fresh(state: LoveLetterState, seat: int, drawable: int) -> float:
    """What an unknown card is worth: about that of a middling one."""
    return worth_keeping(state, seat, HANDMAID, drawable) - 0.1


@rule
def keep_best(state: LoveLetterState, seat: int) -> int:
    """Keep the card that is worth most; the higher of the others goes to the very bottom."""
    retained, one, other = state.cards[seat], state.cards[DRAWN], state.cards[DRAWN + 1]
    drawable = deck_size(state) + (1 if other == NONE else 2)
    if worth_keeping(state, seat, one, drawable) > worth_keeping(state, seat, retained, drawable):
        retained, one = one, retained
    if other == NONE:
        return keep_of(retained, one, NONE)
    if worth_keeping(state, seat, other, drawable) > worth_keeping(state, seat, retained, drawable):
        retained, other = other, retained
    return keep_of(retained, min(one, other), max(one, other))


def careful(state: LoveLetterState, seat: int, actions: Actions, rng: Rng) -> int:
    """Play the card with the highest gain, or keep the best of a Chancellor's cards."""
    if state.phase == KEEP:
        return keep_best(state, seat)
    if must_play_countess(state.cards[seat], state.cards[DRAWN]):
        return play_of(COUNTESS, NOBODY, 0)
    return play_best(state, seat)
