"""Actions: how they are numbered, and which are legal.

An action is a card with its target and its guess, or what a Chancellor keeps and puts under the deck.
"""

from joute.core.contract import Actions
from joute.games.love_letter.cards import COUNTESS, GUARD, GUESSES, KINDS, KING, NONE, PRINCE, SEATS
from joute.games.love_letter.state import LoveLetterState, bit_count, lowest_bit
from joute.jit.dispatch import rule

NOBODY = -1  # the target of a card that has none
KEEPING = KINDS * (SEATS + 1) * KINDS  # the first of the Chancellor's actions
PLACES = KINDS + 1  # a kind, or no card


@rule
def play_of(card: int, target: int, guess: int) -> int:
    """Play a card on a target (or nobody), naming a guess (0 if there is none)."""
    return (card * (SEATS + 1) + target + 1) * KINDS + guess


@rule
def card_of(action: int) -> int:
    """The card that is played."""
    return action // KINDS // (SEATS + 1)


@rule
def target_of(action: int) -> int:
    """The seat that it is played on, or NOBODY."""
    return action // KINDS % (SEATS + 1) - 1


@rule
def guess_of(action: int) -> int:
    """The card that a Guard names."""
    return action % KINDS


@rule
def keep_of(retained: int, upper: int, lowest: int) -> int:
    """Keep a card; put one under the deck, and another (or NONE) below that."""
    return KEEPING + (retained * PLACES + upper + 1) * PLACES + lowest + 1


@rule
def retained_of(action: int) -> int:
    """The card that a Chancellor keeps."""
    return (action - KEEPING) // PLACES // PLACES


@rule
def upper_of(action: int) -> int:
    """The first card put under the deck."""
    return (action - KEEPING) // PLACES % PLACES + NONE


@rule
def lowest_of(action: int) -> int:
    """The second card put under the deck, which then lies at the very bottom, or NONE."""
    return (action - KEEPING) % PLACES + NONE


# --- legal actions ----------------------------------------------------------------------------------------------------------


@rule
def targets(state: LoveLetterState) -> int:
    """The other seats that may be chosen, as bits."""
    return state.standing & ~state.protected & ~(1 << state.mover)


@rule
def targets_of(state: LoveLetterState, card: int) -> int:
    """The seats that the card may be played on, as bits."""
    if GUESSES[card] == 0:
        return 0
    return targets(state) | 1 << state.mover if card == PRINCE else targets(state)


@rule
def list_card(state: LoveLetterState, card: int, actions: Actions, count: int) -> int:
    """Every way to play one card, added to the list."""
    chosen = targets_of(state, card)
    if chosen == 0:
        actions[count] = play_of(card, NOBODY, 0)
        return count + 1
    for target in range(state.seats):
        if chosen >> target & 1:
            for guess in range(GUESSES[card]):
                actions[count] = play_of(card, target, named(card, guess))
                count += 1
    return count


@rule
def named(card: int, guess: int) -> int:
    """The guess of that number: a Guard names any other card."""
    return guess + 1 if card == GUARD and guess >= GUARD else guess


@rule
def must_play_countess(held: int, drawn: int) -> bool:
    """The Countess is held with the King or a Prince."""
    return (held == COUNTESS and (drawn in (KING, PRINCE))) or (drawn == COUNTESS and (held in (KING, PRINCE)))


@rule
def list_keeping(held: int, drawn: int, last: int, actions: Actions) -> int:
    """Each card may be retained, and the others go under the deck in either order; equal cards count once."""
    count = list_orders(held, drawn, last, actions, 0)
    if drawn != held:
        count = list_orders(drawn, held, last, actions, count)
    if last != NONE and last != held and last != drawn:
        count = list_orders(last, held, drawn, actions, count)
    return count


@rule
def list_orders(retained: int, one: int, other: int, actions: Actions, count: int) -> int:
    """One card is retained; the one or two others go under the deck."""
    actions[count] = keep_of(retained, one, other)
    count += 1
    if other != NONE and one != other:
        actions[count] = keep_of(retained, other, one)
        count += 1
    return count


@rule
def count_card(state: LoveLetterState, card: int) -> int:
    """The number of ways to play a card."""
    return max(1, bit_count(targets_of(state, card)) * GUESSES[card])


@rule
def nth_play(state: LoveLetterState, card: int, number: int) -> int:
    """One of the ways to play a card."""
    chosen = targets_of(state, card)
    if chosen == 0:
        return play_of(card, NOBODY, 0)
    while number >= GUESSES[card]:
        number -= GUESSES[card]
        chosen &= chosen - 1
    return play_of(card, lowest_bit(chosen), named(card, number))
