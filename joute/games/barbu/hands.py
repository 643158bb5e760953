"""What a hand promises in each contract, before a card is played: sums over its cards, fitted to simulated deals.

`python tools/barbu_expectations.py` plays deals by the rule `careful`, fits what they brought the declarer, and writes the numbers to
`expectations.json`: the weights of the cards, and what is to be expected of the contracts that a declarer has left.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from joute.games.barbu.contracts import ALL_CONTRACTS, CONTRACTS, NAME
from joute.games.trick_taking.cards import CARDS, RANKS, SUIT, SUITS
from joute.games.trick_taking.ranks import COUNT, ranks_of
from joute.jit.dispatch import rule

EXPECTATIONS = Path(__file__).with_name("expectations.json")


def _read() -> dict[str, Any]:
    """The fitted numbers; zeros before there are any."""
    if not EXPECTATIONS.is_file():
        return {
            "hands": np.zeros((CONTRACTS, COLUMNS)).tolist(),
            "declarer": [0.0] * (ALL_CONTRACTS + 1),
            "others": [0.0] * (ALL_CONTRACTS + 1),
            "variance": [1.0] * CONTRACTS,
        }
    found: dict[str, Any] = json.loads(EXPECTATIONS.read_text(encoding="utf-8"))
    return found


# What the weights are of: a constant, the cards of a plain suit by rank, the hearts by rank, and the cards of a suit by their number.
HEART_COLUMN = 1 + RANKS
LENGTH_COLUMN = HEART_COLUMN + RANKS
COLUMNS = LENGTH_COLUMN + RANKS + 1

_fitted = _read()
WEIGHTS = np.array(_fitted["hands"])  # [contract, column] points of the declarer less the mean of the others
DECLARER_LEFT = np.array(_fitted["declarer"])  # [contracts left] points that they bring the declarer, each named when it suits
OTHERS_LEFT = np.array(_fitted["others"])  # [contracts left] and each of the others
VARIANCE = np.array(_fitted["variance"])  # [contract] of the points of a seat
LEAD_LEFT = DECLARER_LEFT - OTHERS_LEFT  # [contracts left]

# The sums over the cards of a suit, so that a hand takes four look-ups: [contract, hearts or not, ranks held].
_held = [[rank for rank in range(RANKS) if held >> rank & 1] for held in range(SUIT + 1)]
SUIT_SUMS = np.array(
    [
        [
            [sum(weights[first + rank] for rank in ranks) + weights[LENGTH_COLUMN + len(ranks)] for ranks in _held]
            for first in (1, HEART_COLUMN)
        ]
        for weights in WEIGHTS
    ]
)


@rule
def expected_lead(hand: int, contract: int) -> float:
    """The declarer's points less the mean of the others that a contract promises with this hand."""
    lead = WEIGHTS[contract, 0] + SUIT_SUMS[contract, 1, ranks_of(hand, SUITS - 1)]
    for suit in range(SUITS - 1):
        lead += SUIT_SUMS[contract, 0, ranks_of(hand, suit)]
    return lead


@rule
def best_contract(hand: int, named: int) -> int:
    """The contract that promises most, together with those that are left after it."""
    chosen, best = 0, -1e9
    for contract in range(CONTRACTS):
        if named >> contract & 1 == 0:
            left = ALL_CONTRACTS & ~named & ~(1 << contract)
            value = expected_lead(hand, contract) + LEAD_LEFT[left]
            if value > best:
                chosen, best = contract, value
    return NAME + chosen


def columns_of(hands: list[int]) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """The columns that the weights are of, a row for each hand."""
    found = np.zeros((len(hands), COLUMNS))
    found[:, 0] = 1.0
    for card in range(CARDS):
        suit, rank = divmod(card, RANKS)
        held = np.array([hand >> card & 1 for hand in hands])
        found[:, (HEART_COLUMN if suit == SUITS - 1 else 1) + rank] += held
    for suit in range(SUITS):
        lengths = [int(COUNT[hand >> RANKS * suit & SUIT]) for hand in hands]
        found[np.arange(len(hands)), LENGTH_COLUMN + np.array(lengths)] += 1.0
    return found
