"""The rule `careful`: weigh what the next card may cost against what it may bring.

The weights were found in games of 2, 4 and 8 seats against exit_factor and against each other (50,000 and more for each candidate).
"""

from joute.core.contract import Actions
from joute.core.rng import Rng, uniform
from joute.games.diamant.rules import EXPLORE, RETURN, SEATS_IN, deadly_cards, gems_in_deck, worth_of_path_relics
from joute.games.diamant.state import DiamantState
from joute.jit.dispatch import rule

CARDS_AHEAD = 1.2  # a little more than the next card: a seat that survives may explore further
GRAB = 2.0  # weight of the gems on the path: others may take them first
DOUBT = 1.6  # the risk is scaled by a random factor from 0.2 to 1.8: equal players should not all leave in the same turn


@rule
def cannot_win_by_returning(state: DiamantState, seat: int) -> bool:
    """Whether it is the last round and another seat has more gems than a return would bank."""
    if state.round < state.rounds - 1:
        return False
    banked = state.bank[seat] + state.carried + state.gems // SEATS_IN[state.inside]
    for other in range(state.seats):
        if other != seat and state.bank[other] + (state.carried if state.inside >> other & 1 else 0) > banked:
            return True
    return False


@rule
def careful_chance(state: DiamantState, seat: int) -> float:
    """The probability that `careful` returns: high if a deadly trap would cost more than the next treasure would bring."""
    deadly = deadly_cards(state)
    if deadly == 0 or cannot_win_by_returning(state, seat):
        return 0.0
    inside = SEATS_IN[state.inside]
    on_path = state.gems + worth_of_path_relics(state)
    risk = deadly * (state.carried + (on_path if inside == 1 else GRAB * on_path / inside))  # both are summed over all cards left
    hope = CARDS_AHEAD * gems_in_deck(state) / inside
    if risk == 0.0:
        return 0.0
    return min(max(0.5 - (hope / risk - 1.0) / DOUBT, 0.0), 1.0)  # the risk is scaled by 1 + DOUBT * (u - 0.5), u from 0 to 1


def careful(state: DiamantState, seat: int, actions: Actions, rng: Rng) -> int:
    """Return at random, with a probability that grows with the risk."""
    return RETURN if uniform(rng) >= 1.0 - careful_chance(state, seat) else EXPLORE
