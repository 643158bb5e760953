"""What a sensible beginner does in the cave: weigh what the next card may cost against what it may bring.

The weights were found in games of 2, 4 and 8 seats against exit_factor and against each other (50,000 and more for each candidate).
"""

from joute.core.contract import Actions
from joute.core.rng import Rng, uniform
from joute.games.diamant.rules import EXPLORE, RETURN, SEATS_IN, deadly_cards, gems_in_deck, worth_of_path_relics
from joute.games.diamant.state import DiamantState
from joute.jit.dispatch import rule

CARDS_AHEAD = 1.2  # a little more than the next card: one who lives may go on
GRAB = 2.0  # what lies on the path weighs double, since others may take it first
DOUBT = 1.6  # the risk is felt between 0.2 and 1.8 times as large: like minds must not all leave at the same turn


@rule
def cannot_win_by_returning(state: DiamantState, seat: int) -> bool:
    """In the last round, with more gems in somebody else's hands than a return would bank."""
    if state.round < state.rounds - 1:
        return False
    banked = state.bank[seat] + state.carried + state.gems // SEATS_IN[state.inside]
    for other in range(state.seats):
        if other != seat and state.bank[other] + (state.carried if state.inside >> other & 1 else 0) > banked:
            return True
    return False


@rule
def careful_chance(state: DiamantState, seat: int) -> float:
    """How likely the careful one returns: when a deadly trap would probably cost more than the next treasure would bring."""
    deadly = deadly_cards(state)
    if deadly == 0 or cannot_win_by_returning(state, seat):
        return 0.0
    inside = SEATS_IN[state.inside]
    on_path = state.gems + worth_of_path_relics(state)
    risk = deadly * (state.carried + (on_path if inside == 1 else GRAB * on_path / inside))  # of all cards left, as the hope is
    hope = CARDS_AHEAD * gems_in_deck(state) / inside
    if risk == 0.0:
        return 0.0
    return min(max(0.5 - (hope / risk - 1.0) / DOUBT, 0.0), 1.0)  # the risk is felt 1 + DOUBT * (u - 0.5) times as large, u from 0 to 1


def careful(state: DiamantState, seat: int, actions: Actions, rng: Rng) -> int:
    """Return by lot, as likely as the risk outweighs the hope."""
    return RETURN if uniform(rng) >= 1.0 - careful_chance(state, seat) else EXPLORE
