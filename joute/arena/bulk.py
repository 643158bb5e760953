"""Whole games in machine code, for tables where every agent is a rule of the game (`random`, `careful`): tens of thousands a second.

The chance of a game comes from the state's own dice, as in a match; the agents' whims from dice of their own.
"""

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from joute.compiled import advance, careful, compiled, movers, over, pick, resolve, returns
from joute.dice import Dice
from joute.game import Game
from joute.host import States, fallen
from joute.opinion import CAREFULLY
from joute.rulebook import Actions, Choices, Odds


@compiled
def play_all(
    states: States,
    policies: NDArray[np.int64],
    whims: NDArray[np.uint64],
    actions: Actions,
    choices: Choices,
    odds: Odds,
    scores: NDArray[np.float64],
    lengths: NDArray[np.int64],
    dice: Dice,
) -> None:
    """Play every state to its end, seat by seat as the policies say; writes scores and how often seats were asked."""
    for number in range(len(states)):
        state = states[number]
        dice[0] = whims[number]
        while not over(state):
            asked = movers(state)
            if asked == 0:
                resolve(state, fallen(state, odds))
                continue
            for seat in range(len(choices)):
                if asked >> seat & 1:
                    if policies[number, seat] == CAREFULLY:
                        choices[seat] = careful(state, seat, actions, dice)
                    else:
                        choices[seat] = pick(state, seat, actions, dice)
            advance(state, choices)
            lengths[number] += 1
        returns(state, scores[number])


def play_games(
    game: Game, states: States, policies: Sequence[Sequence[int]], whims: Sequence[int]
) -> tuple[list[list[float]], list[int], float]:
    """Scores and lengths of all games, and the seconds that a choice took on average."""
    spec = game.spec
    scores, lengths = np.zeros((len(states), spec.seats)), np.zeros(len(states), np.int64)
    buffers = np.zeros(spec.widest, np.int64), np.zeros(spec.seats, np.int64), np.zeros(max(1, spec.outcomes))
    arguments = (states, np.array(policies, np.int64), np.array(whims, np.uint64), *buffers, scores, lengths, np.zeros(1, np.uint64))
    play_all.prepare(*arguments)
    began = time.perf_counter()
    play_all(*arguments)
    return scores.tolist(), lengths.tolist(), (time.perf_counter() - began) / max(1, int(lengths.sum()))
