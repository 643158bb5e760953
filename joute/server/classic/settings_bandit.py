"""A bandit over the settings of the report's MCTS: it tries settings of the same level, and prefers those with the better reported scores.

UCB1 (Auer, Cesa-Bianchi and Fischer 2002). Its memory is the table of reported scores; it is off unless the server's setting `jeu_learns`
is on.
"""

import math
from collections.abc import Iterable, Sequence

EXPLORATIONS = (0.2, 0.7, 2.0)
TREES = ("deal", "one")
SPAN = 160.0  # points: the lead of a seat over the mean of the others is between minus and plus that, nearly always


def arms(text: str) -> list[str]:
    """The settings that are tried for an agent of the report: the first are those of the report."""
    tried = [f"{text},exploration={exploration},tree={tree}" for tree in TREES for exploration in EXPLORATIONS]
    return [text, *(arm for arm in tried if not arm.endswith("exploration=0.7,tree=deal"))]


def reward(seat: int, scores: Sequence[float]) -> float:
    """From 0 to 1: the lead over the mean of the others."""
    others = (sum(scores) - scores[seat]) / (len(scores) - 1)
    return min(1.0, max(0.0, 0.5 + (scores[seat] - others) / (2 * SPAN)))


class SettingsBandit:
    """What is known of the settings of one level."""

    def __init__(self, text: str, known: Iterable[tuple[str, float]] = ()) -> None:
        self.counts = dict.fromkeys(arms(text), 0)
        self.sums = dict.fromkeys(self.counts, 0.0)
        for arm, value in known:
            self.add(arm, value)

    def add(self, arm: str, value: float) -> None:
        """A reported game of these settings."""
        if arm in self.counts:
            self.counts[arm] += 1
            self.sums[arm] += value

    def mean(self, arm: str) -> float:
        """The mean reward so far."""
        return self.sums[arm] / max(1, self.counts[arm])

    def choose(self) -> str:
        """The settings of the next game: each once, then by the upper confidence bound of the mean."""
        total = sum(self.counts.values())
        untried = [arm for arm, count in self.counts.items() if not count]
        if untried:
            return untried[0]
        spread = max(0.02, max(map(self.mean, self.counts)) - min(map(self.mean, self.counts)))
        return max(self.counts, key=lambda arm: self.mean(arm) + spread * math.sqrt(2 * math.log(total) / self.counts[arm]))

    @property
    def favourite(self) -> str:
        """The settings with the most games."""
        return max(self.counts, key=lambda arm: self.counts[arm])
