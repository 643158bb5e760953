"""The replay buffer: the last transitions, sampled uniformly or by priority (Schaul, Quan, Antonoglou and Silver 2016).

Rollouts write into it while the learner samples from it. The next places to be written are never sampled, so that both can run at the same
time and the samples depend on nothing but the seed.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from joute.jit.struct import Float32, Float32s, Int8s, Int64, Records, Struct

MIN_PRIORITY = 1e-3  # so that a transition without error is still sampled


class Transition(Struct):
    """A decision and what it led to."""

    features: Annotated[Float32s, "features"]
    next_features: Annotated[Float32s, "features"]  # what the seat saw `n_step` decisions later, unless terminal
    next_legal: Annotated[Int8s, "actions"]  # 1 for each action that was legal then
    action: Int64
    next_action: Int64  # the online network's choice then
    terminal: Float32  # 1: the episode ended before
    reward: Float32  # the value of the end, or 0; with shaping, plus the change of the baseline


class ReplayBuffer:
    """A ring buffer of transitions and their priorities."""

    def __init__(self, transitions: Records[Transition], window: int, seed: int, alpha: float) -> None:
        self.transitions = transitions
        self.window = window  # places that can be written while others are sampled
        self.written = 0
        self.alpha = alpha  # 0: uniform
        self.priorities = np.ones(len(transitions), np.float32)
        self.generator = np.random.Generator(np.random.PCG64(seed))

    def __len__(self) -> int:
        """The number of transitions that can be sampled."""
        return min(self.written, len(self.transitions) - self.window)

    def extend(self, written: int) -> None:
        """Set the number of transitions written since the start; new ones get the highest priority."""
        if self.alpha:
            self.priorities[np.arange(self.written, written) % len(self.transitions)] = max(1.0, float(self.priorities.max()))
        self.written = written

    def sample(self, count: int) -> NDArray[np.int64]:
        """The places of random transitions."""
        first, size = self.written - len(self), len(self.transitions)
        if not self.alpha:
            return self.generator.integers(first, self.written, count) % size
        candidates = np.arange(first, self.written) % size
        sums = np.cumsum(self.priorities[candidates], dtype=np.float64)
        drawn = np.searchsorted(sums, self.generator.random(count) * sums[-1], side="right")
        return candidates[drawn.clip(0, len(candidates) - 1)]

    def importance_weights(self, places: NDArray[np.int64], beta: float) -> NDArray[np.float32]:
        """Weights that correct for the sampling by priority, the largest being 1."""
        weights = self.priorities[places] ** -beta
        return (weights / weights.max()).astype(np.float32)

    def update_priorities(self, places: NDArray[np.int64], errors: NDArray[np.float32]) -> None:
        """Set priorities by the errors of the network."""
        self.priorities[places] = (np.abs(errors) + MIN_PRIORITY) ** self.alpha
