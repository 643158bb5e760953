"""A game made to test searches: positions, turns, ends, scores and evaluations are all drawn by lot from the position's number.

Seats do not alternate, paths meet again, and scores run from 0 to 10 with a sum of 10.
"""

import sys
from dataclasses import dataclass

import numpy as np

from joute.core.contract import Actions, Choices, Scores
from joute.core.definition import Definition, Spec
from joute.core.rng import seed_of
from joute.core.settings import setting
from joute.core.state import Fields
from joute.jit.dispatch import rule
from joute.jit.struct import Int64

POSITIONS = 1009
LONGEST = 7
LOTS = np.array([seed_of("lots", number) % 100_000 for number in range(POSITIONS)])  # of each position


class TreeState(Fields):
    """A node of the tree, and the turn."""

    number: Int64
    turn: Int64


@dataclass(frozen=True)
class TreeOptions:
    """Where the game begins."""

    start: int = setting(0, "the number of the first position", 0, POSITIONS - 1)


def setup(state: TreeState, options: TreeOptions) -> None:
    state.number = options.start


@rule
def mover(state: TreeState) -> int:
    return LOTS[state.number] % 2


def movers(state: TreeState) -> int:
    return 0 if over(state) else 1 << mover(state)


@rule
def over(state: TreeState) -> bool:
    return state.turn == LONGEST or (state.turn > 1 and LOTS[state.number] // 2 % 6 == 0)


def legal(state: TreeState, seat: int, actions: Actions) -> int:
    count = 2 + LOTS[state.number] // 10 % 3
    for action in range(count):
        actions[action] = action
    return count


def candidates(state: TreeState, seat: int, actions: Actions) -> int:
    """All but the last, the other way round."""
    count = 1 + LOTS[state.number] // 10 % 3
    for action in range(count):
        actions[action] = count - 1 - action
    return count


def advance(state: TreeState, choices: Choices) -> None:
    state.number = (state.number * 31 + choices[mover(state)] * 17 + 7) % POSITIONS
    state.turn += 1


def returns(state: TreeState, scores: Scores) -> None:
    scores[0] = min(10, LOTS[state.number] // 100 % 15)
    scores[1] = 10 - scores[0]


def evaluate(state: TreeState, values: Scores) -> None:
    values[0] = LOTS[state.number] // 1000 % 11
    values[1] = 10 - values[0]


def quiet(state: TreeState) -> bool:
    return LOTS[state.number] // 1000 % 3 > 0


def names(options: TreeOptions) -> dict[int, str]:
    return {action: str(action) for action in range(4)}


HERE = sys.modules[__name__]  # no `show` and no `describe`: nothing asks for them
DEFINITION = Definition(
    name="tree",
    title={"en": "Tree", "fr": "Arbre"},
    options=TreeOptions,
    spec=lambda options: Spec(seats=2, lowest=0, highest=10, longest=LONGEST, widest=4),
    state=TreeState,
    rules=(HERE,),
    render=HERE,
    narration=HERE,
)
