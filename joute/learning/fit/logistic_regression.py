"""Logistic regression with a ridge, by Newton's method: how the features of a position weigh for the chance to win."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Matrix = NDArray[np.floating[Any]]  # [row, feature]

STEPS = 30  # of Newton's method, at most: it takes about six
ENOUGH = 1e-9  # a step so small that the weights are found
CHUNK = 8192  # rows widened to 64 bits at a time


def chances(rows: Matrix, weights: Vector, offset: float) -> Vector:
    """The chance to win that the weights give each row."""
    leanings = np.concatenate([rows[first : first + CHUNK].astype(np.float64) @ weights for first in range(0, len(rows), CHUNK)])
    return 1 / (1 + np.exp(-np.clip(leanings + offset, -40, 40)))


def fit(rows: Matrix, shares: Vector, ridge: float, offset: float = 0.0) -> Vector:
    """The weights that make the shares likeliest, each weight being held back by the ridge; the offset is what no features would say."""
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        slope, curve = -ridge * weights, ridge * np.eye(len(weights))
        for first in range(0, len(rows), CHUNK):
            part = rows[first : first + CHUNK].astype(np.float64)
            expected = chances(part, weights, offset)
            slope += part.T @ (shares[first : first + CHUNK] - expected)
            curve += part.T @ (part * (expected * (1 - expected))[:, None])
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < ENOUGH:
            break
    return weights


def log_loss(expected: Vector, shares: Vector) -> float:
    """How surprising the shares are, in nats: 0.693 for one who always says one half."""
    safe = np.clip(expected, 1e-12, 1 - 1e-12)
    return float(-np.mean(shares * np.log(safe) + (1 - shares) * np.log(1 - safe)))


def calibration(expected: Vector, shares: Vector, bins: int = 10) -> list[dict[str, Any]]:
    """What was expected and what came, in bins of equal width."""
    place = np.minimum((expected * bins).astype(int), bins - 1)
    return [
        {"expected": float(expected[place == bin].mean()), "came": float(shares[place == bin].mean()), "rows": int((place == bin).sum())}
        for bin in range(bins)
        if (place == bin).any()
    ]
