"""What contracts bring by simulation: sampled worlds that fit a hand, each played to the end of the deal by the rule `careful`.

The agent `declarer` names contracts by it, and the score sheet shows it beside what a deal brought. Worlds come from a generator that is
seeded with the hand, so that both speak of the same worlds.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from joute.core import registry
from joute.core.contract import advance, evaluate, imagine, prospects
from joute.core.rng import seeded
from joute.core.state import State, States, copied
from joute.games.barbu.contracts import ALL_CONTRACTS, CONTRACTS, NAME, NO_CONTRACT
from joute.games.barbu.state import BarbuState
from joute.games.trick_taking.cards import CARDS, HAND, SEATS
from joute.games.trick_taking.tricks import NONE
from joute.jit.compile import compiled
from joute.search.common.rollout import RuleBuffers, careful_playout

Numbers = NDArray[np.float64]
WORLDS = 200  # sampled for a hand


@compiled
def play_contracts(view: States, work: States, seat: int, win: bool, values: Numbers, gains: Numbers, buffers: RuleBuffers) -> None:
    """Write what each contract that is left is worth, and the points that it brings: [contract, world]."""
    before = view[0].points[seat]
    for world in range(values.shape[1]):
        work[1] = view[0]
        imagine(work[1], seat, buffers.rng)
        for contract in range(CONTRACTS):
            if view[0].named >> contract & 1 != 0:
                continue
            work[0] = work[1]
            state = work[0]
            buffers.choices[seat] = NAME + contract
            advance(state, buffers.choices)
            careful_playout(state, seat, False, buffers)
            gains[contract, world] = state.points[seat] - before
            if win:
                prospects(state, buffers.scores)
            else:
                evaluate(state, buffers.scores)
            values[contract, world] = buffers.scores[seat]


def simulate(view: States, seat: int, win: bool, worlds: int = WORLDS) -> tuple[Numbers, Numbers]:
    """What each contract that is left is worth to the declarer, in points or as a chance to win, and what it brings: [contract, world]."""
    values, gains = np.zeros((CONTRACTS, worlds)), np.zeros((CONTRACTS, worlds))
    rng = seeded(int(view[0]["hands"][seat]), "barbu contracts")
    buffers = RuleBuffers(np.zeros(HAND, np.int64), np.zeros(SEATS, np.int64), np.zeros(SEATS), np.zeros(SEATS), rng)
    play_contracts(view, copied(np.repeat(view, 2)), seat, win, values, gains, buffers)
    return values, gains


@lru_cache(4096)
def expected_points(declarer: int, hand: int, contract: int) -> int | None:
    """The points that a contract brings the declarer with this hand, on average; None if the hand is not known (no cards)."""
    if hand == 0:
        return None
    view = np.zeros(1, registry.define("barbu").dtype)
    state = BarbuState.of(State(view))
    state.hands[declarer] = hand
    for seat in range(SEATS):
        state.sizes[seat], state.table[seat] = HAND, NONE
    state.dealt, state.declarers, state.deal, state.mover, state.king = CARDS, SEATS, CONTRACTS * declarer, declarer, -1
    state.contract, state.named = NO_CONTRACT, ALL_CONTRACTS & ~(1 << contract)
    _, gains = simulate(view, declarer, False)
    return round(float(gains[contract].mean()))
