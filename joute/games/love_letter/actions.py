"""How actions are numbered: a card with its target and its guess, or what a Chancellor keeps and puts under the deck."""

from joute.games.love_letter.cards import KINDS, NONE
from joute.jit.dispatch import rule

NOBODY = -1  # the target of a card that has none
SEATS = 6
KEEPING = KINDS * (SEATS + 1) * KINDS  # the first of the Chancellor's actions
PLACES = KINDS + 1  # a kind, or no card


@rule
def play_of(card: int, target: int, guess: int) -> int:
    """Play a card on a target (or nobody), naming a guess (0 where there is none)."""
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
def keep_of(kept: int, upper: int, lowest: int) -> int:
    """Keep a card; put one under the deck, and another (or NONE) below that."""
    return KEEPING + (kept * PLACES + upper + 1) * PLACES + lowest + 1


@rule
def kept_of(action: int) -> int:
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
