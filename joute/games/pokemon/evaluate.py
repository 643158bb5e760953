"""The evaluation: the difference of HP as a share of the larger team's full HP."""

from joute.core.contract import Scores
from joute.games.pokemon.state import DRAW, NOBODY, PokemonState
from joute.games.pokemon.turn import hp_of


def evaluate(state: PokemonState, values: Scores) -> None:
    """The difference of HP, between -1 and 1; the result after the end."""
    if state.winner == NOBODY:
        values[0] = (hp_of(state, 0) - hp_of(state, 1)) / max(state.full[0], state.full[1])
    elif state.winner == DRAW:
        values[0] = 0.0
    else:
        values[0] = 1.0 - 2.0 * state.winner
    values[1] = -values[0]
