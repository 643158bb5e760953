"""The replay memory: the last transitions, drawn from all alike or the surprising ones more often.

Episodes write into it while a learner draws from it. So that both may go on at once and the draws still depend on nothing but the seed,
the next places to be written are left out.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.learning.dqn.transitions import Transitions, transition_type

SMALLEST = 1e-3  # a priority: what surprised nobody is drawn now and then too


class Memory:
    """Transitions, round and round."""

    def __init__(self, size: int, window: int, features: int, actions: int, seed: int, sharpness: float) -> None:
        self.rows: Transitions = np.zeros(size + window, transition_type(features, actions))
        self.window = window  # places that may be written while others are drawn
        self.written = 0
        self.sharpness = sharpness  # 0: all alike (Schaul, Quan, Antonoglou and Silver 2016 call it alpha)
        self.surprise = np.ones(len(self.rows), np.float32)
        self.generator = np.random.Generator(np.random.PCG64(seed))

    def __len__(self) -> int:
        """How many transitions may be drawn."""
        return min(self.written, len(self.rows) - self.window)

    def wrote(self, written: int) -> None:
        """So many were written since the beginning; new ones count as surprising."""
        if self.sharpness:
            self.surprise[np.arange(self.written, written) % len(self.rows)] = max(1.0, float(self.surprise.max()))
        self.written = written

    def draw(self, count: int) -> tuple[NDArray[np.int64], Any]:
        """So many places and what stands there."""
        first = self.written - len(self)
        if self.sharpness:
            alive = np.arange(first, self.written) % len(self.rows)
            sums = np.cumsum(self.surprise[alive], dtype=np.float64)
            places = alive[np.searchsorted(sums, self.generator.random(count) * sums[-1], side="right").clip(0, len(alive) - 1)]
        else:
            places = self.generator.integers(first, self.written, count) % len(self.rows)
        return places, self.rows[places]

    def weights(self, places: NDArray[np.int64], correction: float) -> NDArray[np.float32]:
        """What makes up for places that are drawn too often, the largest 1."""
        weights = self.surprise[places] ** -correction
        return (weights / weights.max()).astype(np.float32)

    def surprised(self, places: NDArray[np.int64], errors: NDArray[np.float32]) -> None:
        """How far off the network was there."""
        self.surprise[places] = (np.abs(errors) + SMALLEST) ** self.sharpness
