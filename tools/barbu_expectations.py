"""Fit what hands promise in the contracts of Barbu, and what contracts that are left are worth: `python tools/barbu_expectations.py`.

Deals of each contract are played by the rule `careful`. Linear weights of the declarer's cards are fitted to its lead; then the value of
every set of contracts that are left follows by dynamic programming over sampled hands, each naming what is best for it.
"""

import argparse
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

import joute
from joute.core.contract import advance
from joute.core.rng import Rng, seeded
from joute.core.state import States
from joute.games.barbu.contracts import ALL_CONTRACTS, CONTRACTS, NAME, UNIT
from joute.games.barbu.hands import EXPECTATIONS, columns_of
from joute.games.trick_taking.cards import SEATS
from joute.jit.compile import compiled
from joute.search.common.rollout import RuleBuffers, careful_playout, next_decision

Numbers = NDArray[np.float64]
RIDGE = 20.0  # pulls the weights of cards to zero, like that number of deals that say nothing


@compiled
def play_deals(start: States, work: States, contract: int, hands: NDArray[np.int64], points: Numbers, buffers: RuleBuffers) -> None:
    """Deals of one contract by careful players: the declarer's hand and everybody's points."""
    for number in range(len(hands)):
        work[0] = start[0]
        state = work[0]
        next_decision(state, False, buffers.odds, buffers.rng)
        hands[number] = state.hands[0]
        buffers.choices[0] = NAME + contract
        advance(state, buffers.choices)
        careful_playout(state, -1, False, buffers)
        for seat in range(SEATS):
            points[number, seat] = state.points[seat]


def simulate(deals: int, seed: int) -> tuple[NDArray[np.int64], Numbers]:
    """The declarer's hands and everybody's points: [contract, deal], [contract, deal, seat]."""
    game = joute.game("barbu", declarers=1)
    start: Any = game.laid_out().array
    hands, points = np.zeros((CONTRACTS, deals), np.int64), np.zeros((CONTRACTS, deals, SEATS))
    for contract in range(CONTRACTS):
        rng: Rng = seeded(seed, "barbu deals", contract)
        buffers = RuleBuffers(np.zeros(game.spec.widest, np.int64), np.zeros(SEATS, np.int64), np.zeros(SEATS), np.zeros(SEATS), rng)
        play_deals(start, start.copy(), contract, hands[contract], points[contract], buffers)
    return hands, points


def fit(columns: Numbers, wanted: Numbers) -> Numbers:
    """Linear weights by least squares with a little ridge, none on the constant."""
    ridge = RIDGE * np.eye(columns.shape[1])
    ridge[0, 0] = 0.0
    found: Numbers = np.linalg.solve(columns.T @ columns + ridge, columns.T @ wanted)
    return found


def expectations(deals: int, seed: int) -> dict[str, Any]:
    """The weights of hands, the worth of sets of contracts, and how well the weights predict."""
    hands, points = simulate(deals, seed)
    leads = points[:, :, 0] - points[:, :, 1:].mean(axis=2)
    columns = [columns_of(hands[contract].tolist()) for contract in range(CONTRACTS)]
    weights = np.array([fit(columns[contract], leads[contract]) for contract in range(CONTRACTS)])
    gains = np.array([fit(columns[contract], points[contract, :, 0]) for contract in range(CONTRACTS)])
    every_hand = columns[0]
    lead, gain = every_hand @ weights.T, every_hand @ gains.T  # [hand, contract]
    declarer, others = np.zeros(ALL_CONTRACTS + 1), np.zeros(ALL_CONTRACTS + 1)
    for some in range(1, ALL_CONTRACTS + 1):
        inside = [contract for contract in range(CONTRACTS) if some >> contract & 1]
        after = [some & ~(1 << contract) for contract in inside]
        named = (lead[:, inside] + (declarer - others)[after]).argmax(axis=1)
        rows, chosen = np.arange(len(lead)), np.array(inside)[named]
        declarer[some] = (gain[rows, chosen] + declarer[np.array(after)[named]]).mean()
        others[some] = declarer[some] - (lead[rows, chosen] + (declarer - others)[np.array(after)[named]]).mean()
    explained = [1 - ((leads[one] - columns[one] @ weights[one]) ** 2).mean() / leads[one].var() for one in range(CONTRACTS)]
    return {
        "made by": f"python tools/barbu_expectations.py --deals {deals} --seed {seed}",
        "explained": np.round(explained, 3).tolist(),
        "mean lead": np.round(leads.mean(axis=1), 2).tolist(),
        "variance": np.round(points.var(axis=1).mean(axis=1), 1).tolist(),
        "hands": np.round(weights, 3).tolist(),
        "declarer": np.round(declarer, 3).tolist(),
        "others": np.round(others, 3).tolist(),
    }


def main() -> None:
    """Write the file and print what it says in short."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=40_000, help="of each contract")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = expectations(asked.deals, asked.seed)
    EXPECTATIONS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"explained {found['explained']}, mean lead {found['mean lead']}, variance {found['variance']}")
    print(f"all six: declarer {found['declarer'][-1]}, each other {found['others'][-1]}; scores are multiples of {UNIT}")


if __name__ == "__main__":
    main()
