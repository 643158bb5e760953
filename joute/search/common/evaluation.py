"""Which evaluation a search asks at its horizon: the game's own rule, or features with fitted weights."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from joute.core.errors import BadWeights
from joute.core.game import Game
from joute.jit.dispatch import rule
from joute.search.common.linear_evaluation import load, names_of

EVALUATIONS = STATED, FITTED, AUTO = "stated", "fitted", "auto"


def weights_for(game: Game, evaluation: str) -> NDArray[np.float64]:
    """The weights that an evaluation reads; none for the game's own rule. `auto@0.1` reads those of 0.1, which references play with."""
    own, (kind, _, version) = game.definition.weights, evaluation.partition("@")
    if kind in EVALUATIONS and version:
        own, evaluation = own and own.with_name(f"{own.stem}@{version}{own.suffix}"), kind
    if evaluation == STATED or (evaluation == AUTO and own is None):
        return np.zeros(0)
    if evaluation == FITTED and own is None:
        raise BadWeights("{game} comes without weights; joute fit {game} makes a file of them", game=game.name)
    found = load(own if own is not None and evaluation in (FITTED, AUTO) else Path(evaluation))
    if evaluation == AUTO and list(found.weights) != names_of(game):  # options that the weights were not made for
        return np.zeros(0)
    return found.check(game).vector


@rule
def weighed(seen: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """The weighted sum of features; four sums side by side, because each addition waits for the one before."""
    quarter = len(seen) // 4
    seen_2, seen_3, seen_4 = seen[quarter:], seen[2 * quarter :], seen[3 * quarter :]
    weights_2, weights_3, weights_4 = weights[quarter:], weights[2 * quarter :], weights[3 * quarter :]
    first = second = third = fourth = 0.0
    for place in range(quarter):
        first += seen[place] * weights[place]
        second += seen_2[place] * weights_2[place]
        third += seen_3[place] * weights_3[place]
        fourth += seen_4[place] * weights_4[place]
    return (first + second) + (third + fourth)


def room_for_features(game: Game) -> int:
    """Room for the game's features as `weighed` wants it, used or not, so that one compiled function serves all evaluations."""
    count = len(names_of(game)) if game.definition.states_itself("features") else 0
    return max(4, -(-count // 4) * 4)
