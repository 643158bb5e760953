"""What a learner sees of Diamant, from one seat's chair: gems as whole numbers, odds between 0 and 1."""

import numpy as np
from numpy.typing import NDArray

from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, GEMS, KINDS, card_names, kinds_in
from joute.games.diamant.options import DiamantOptions
from joute.games.diamant.rules import SEATS_IN, cards_left, deadly_cards, relics_on_path, relics_taken, worth_of_path_relics
from joute.rulebook import Record

THE_ROUND = [
    "rounds to come",
    "seats inside",
    "I am inside",
    "carried by each seat inside",
    "gems on the path",
    "cards on the path",
    "traps on the path",
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


def names(options: DiamantOptions) -> list[str]:
    """The names of the features: the position, then the other seats in turn order, then the deck."""
    others = range(1, options.seats)
    banks = [f"bank of the seat {distance} after me" for distance in others]
    presence = [f"the seat {distance} after me is inside" for distance in others]
    deck = [f"cards {name} in the deck" for name in card_names(int(options.edition))]
    return THE_ROUND + THE_NEXT_CARD + THE_RANKING + banks + presence + deck


def features(state: Record, seat: int, out: NDArray[np.float64]) -> None:
    """The numbers that `names` names."""
    explorers = SEATS_IN[state.inside]
    traps = SEATS_IN[state.warned]
    out[0] = state.rounds - state.round
    out[1] = explorers
    out[2] = state.inside >> seat & 1
    out[3] = state.carried
    out[4] = state.gems
    out[5] = state.steps
    out[6] = traps
    out[7] = relics_on_path(state)
    out[8] = worth_of_path_relics(state)
    out[9] = relics_taken(state)

    cards = cards_left(state)
    treasures = 0
    gems = 0
    for kind in range(FIRST_TRAP):
        treasures += state.deck[kind]
        gems += state.deck[kind] * GEMS[kind]
    relics = 0
    for kind in range(FIRST_RELIC, KINDS):
        relics += state.deck[kind]
    out[10] = deadly_cards(state) / cards
    out[11] = treasures / cards
    out[12] = relics / cards
    out[13] = gems / cards
    out[14] = gems / cards / max(1, explorers)

    mine = state.bank[seat]
    rank = 0
    above = 0  # 0 stands for nobody above
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
    out[15] = mine
    out[16] = rank
    out[17] = above
    out[18] = below
    out[19] = mine - best

    place = 20
    for distance in range(1, state.seats):
        other = (seat + distance) % state.seats
        out[place] = state.bank[other]
        out[place + state.seats - 1] = state.inside >> other & 1
        place += 1
    place += state.seats - 1
    for kind in range(kinds_in(state.edition)):
        out[place + kind] = state.deck[kind]
