"""How likely the cards that the others played were, given what they retained instead: few give up a high card, and fewer the Princess.

After a play the seat holds the card that it retained, and one turn before it held that card or the one that it played: either may have
been drawn. So the likelihood of all that it played is updated from turn to turn, for every card that it may hold now.
Seats have styles: some play anything, the others prefer cards by a fixed scale (Bradley and Terry 1952: of two cards, the one is retained
with odds of e to the difference). The cards that a seat has played in this round determine how likely each style is.
"""

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions, Choices
from joute.core.rng import Rng
from joute.games.love_letter.cards import COUNTESS, GUESSES, KINDS, KING, PRINCE
from joute.games.love_letter.state import LoveLetterState, first_deck
from joute.jit.dispatch import rule

STYLES = 3  # anything, like careful, like negamax
COMMON = np.array([0.2, 0.4, 0.4])  # [style]: how common it is
LATE = 6  # with fewer cards in the deck a card's rank counts more
DEARNESS = np.array(  # [style - 1, late, kind], fitted to what `careful` and `negamax` keep when they play themselves
    [
        [[-2.0, 0.0, -2.2, 0.2, -1.0, -0.6, -0.1, 1.7, 1.9, 4.5], [0.6, 0.0, 0.2, 1.8, 1.0, 1.4, 1.8, 2.7, 3.6, 5.4]],
        [[1.7, 0.0, 2.4, 0.7, 1.4, 1.2, 2.7, 3.5, 3.4, 6.7], [1.4, 0.0, 2.3, 1.9, 1.8, 1.4, 3.4, 1.8, 2.8, 5.3]],
    ]
)
RETAINED = np.array(  # [style, kind]: how often it is the card retained when it is one of a Chancellor's three
    [
        [0.33, 0.33, 0.33, 0.33, 0.33, 0.33, 0.33, 0.33, 0.33, 0.33],
        [0.05, 0.68, 0.05, 0.19, 0.90, 0.10, 0.86, 0.06, 0.34, 0.27],
        [0.90, 0.31, 0.05, 0.05, 0.24, 0.43, 0.60, 0.19, 0.16, 0.61],
    ]
)


def shares_played() -> NDArray[np.float64]:
    """[style, late, played, retained]: how often a seat with these two cards plays the one and keeps the other."""
    shares = np.zeros((STYLES, 2, KINDS, KINDS))
    ways = np.maximum(1, GUESSES)
    shares[0] = ways[:, None] / (ways[:, None] + ways[None, :])  # any action, with one target
    shares[1:] = 1.0 / (1.0 + np.exp(DEARNESS[:, :, :, None] - DEARNESS[:, :, None, :]))
    for forcing in (KING, PRINCE):
        shares[:, :, COUNTESS, forcing], shares[:, :, forcing, COUNTESS] = 1.0, 0.0
    for kind in range(KINDS):
        shares[:, :, kind, kind] = 1.0
    return shares


PLAYED = shares_played()


@rule
def of_plays(state: LoveLetterState, seat: int) -> float:
    """How likely a seat's plays were, up to a factor, if it now holds what it holds."""
    silent = state.sought >> seat & 1 == 0
    for place in range(state.since[seat], state.piled):
        silent &= state.pile_of[place] != seat
    if silent:
        return 1.0
    deck = first_deck(state)
    likely = np.ones(KINDS)  # [kind]: the plays so far, if the seat then held this kind
    total = 0.0
    for style in range(STYLES):
        for kind in range(KINDS):
            likely[kind] = RETAINED[style, kind] if state.sought >> seat & 1 else 1.0
        for place in range(state.since[seat], state.piled):
            if state.pile_of[place] == seat:
                late = 1 if deck - place <= LATE else 0
                played = state.pile[place]
                before = likely[played]
                for kind in range(KINDS):
                    likely[kind] = PLAYED[style, late, played, kind] * (likely[kind] + before) / 2.0
        total += COMMON[style] * likely[state.cards[seat]]
    return total


def likelihood(state: LoveLetterState, seat: int, actions: Actions, choices: Choices, rng: Rng) -> float:
    """The product over the others that are in the round."""
    product = 1.0
    for other in range(state.seats):
        if other != seat and state.standing >> other & 1:
            product *= of_plays(state, other)
    return product
