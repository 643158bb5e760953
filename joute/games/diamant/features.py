"""Features of a position of Diamant for one seat: gems as whole numbers, odds between 0 and 1."""

import numpy as np
from numpy.typing import NDArray

from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, KINDS, card_names, kinds_in
from joute.games.diamant.options import DiamantOptions
from joute.games.diamant.rules import SEATS_IN, cards_left, deadly_cards, gems_in_deck, relics_on_path, relics_taken, worth_of_path_relics
from joute.games.diamant.state import DiamantState
from joute.jit.dispatch import rule

THE_ROUND = [
    "rounds to play, this one included",
    "seats inside",
    "I am inside",
    "carried by each seat inside",
    "gems on the path",
    "cards on the path",
    "kinds of traps on the path",
    "relics on the path",
    "worth of the relics on the path",
    "relics taken in the game",
]
THE_NEXT_CARD = [
    "odds of a disaster",
    "odds of a treasure",
    "odds of a relic",
    "gems expected on the card",
    "share expected by each seat inside",
]
THE_RANKING = [
    "my bank",
    "my rank from 0",
    "gap to the bank just above",
    "gap to the bank just below",
    "lead over the best other bank",
]

ROUND_END = len(THE_ROUND)
NEXT_CARD_END = ROUND_END + len(THE_NEXT_CARD)
RANKING_END = NEXT_CARD_END + len(THE_RANKING)


def feature_names(options: DiamantOptions) -> list[str]:
    """The names of the features: the position, then the other seats in turn order, then the deck."""
    others = range(1, options.seats)
    banks = [f"bank of the seat {distance} after me" for distance in others]
    presence = [f"the seat {distance} after me is inside" for distance in others]
    deck = [f"cards {name} in the deck" for name in card_names(int(options.edition))]
    return THE_ROUND + THE_NEXT_CARD + THE_RANKING + banks + presence + deck


def features(state: DiamantState, seat: int, out: NDArray[np.float64]) -> None:
    """Write the features in the order of `feature_names`."""
    others = state.seats - 1
    describe_round(state, seat, out[:ROUND_END])
    describe_next_card(state, out[ROUND_END:NEXT_CARD_END])
    describe_ranking(state, seat, out[NEXT_CARD_END:RANKING_END])
    describe_others(state, seat, out[RANKING_END : RANKING_END + others], out[RANKING_END + others : RANKING_END + 2 * others])
    for kind in range(kinds_in(state.edition)):
        out[RANKING_END + 2 * others + kind] = state.deck[kind]


@rule
def describe_round(state: DiamantState, seat: int, out: NDArray[np.float64]) -> None:
    """THE_ROUND."""
    out[0] = state.rounds - state.round
    out[1] = SEATS_IN[state.inside]
    out[2] = state.inside >> seat & 1
    out[3] = state.carried
    out[4] = state.gems
    out[5] = state.steps
    out[6] = SEATS_IN[state.warned]
    out[7] = relics_on_path(state)
    out[8] = worth_of_path_relics(state)
    out[9] = relics_taken(state)


@rule
def describe_next_card(state: DiamantState, out: NDArray[np.float64]) -> None:
    """THE_NEXT_CARD."""
    cards = cards_left(state)
    treasures = 0
    for kind in range(FIRST_TRAP):
        treasures += state.deck[kind]
    relics = 0
    for kind in range(FIRST_RELIC, KINDS):
        relics += state.deck[kind]
    gems = gems_in_deck(state) / cards
    out[0] = deadly_cards(state) / cards
    out[1] = treasures / cards
    out[2] = relics / cards
    out[3] = gems
    out[4] = gems / max(1, SEATS_IN[state.inside])  # after the end nobody is inside


@rule
def describe_ranking(state: DiamantState, seat: int, out: NDArray[np.float64]) -> None:
    """THE_RANKING; a gap is 0 if nobody is above or below."""
    mine = state.bank[seat]
    rank = 0
    above = 0
    below = 0
    best = 0
    for other in range(state.seats):
        gap = state.bank[other] - mine
        if other != seat:
            best = max(best, state.bank[other])
        if gap > 0:
            rank += 1
            above = gap if above == 0 else min(above, gap)
        elif gap < 0:
            below = -gap if below == 0 else min(below, -gap)
    out[0] = mine
    out[1] = rank
    out[2] = above
    out[3] = below
    out[4] = mine - best


@rule
def describe_others(state: DiamantState, seat: int, banks: NDArray[np.float64], presence: NDArray[np.float64]) -> None:
    """The other seats in turn order."""
    for distance in range(1, state.seats):
        other = (seat + distance) % state.seats
        banks[distance - 1] = state.bank[other]
        presence[distance - 1] = state.inside >> other & 1
