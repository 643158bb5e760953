"""The tree search of the student report that the game comes from: determinised UCT, its level set by the number of iterations.

The report names UCT without its constant, and rewards a node with the scores at the end of random play. Here a score is divided by what a
deal can change (80 points), and the constant for such scores is a setting. The report's final choice is the best mean.

Its pseudo-code deals the hidden cards anew for every iteration and keeps one tree for all deals: that is `tree=one`, except that a bound
counts how often a card could be played and not the visits of the node above. `tree=deal` is determinised UCT as others use the word.
"""

from dataclasses import dataclass
from typing import ClassVar

from joute.core.agent import Stop
from joute.core.opinion import Opinion
from joute.core.settings import PUBLIC_ITERATIONS, setting
from joute.core.state import State
from joute.search.mcts.determinized import Determinized
from joute.search.mcts.ismcts import Ismcts, IsmctsSettings


@dataclass(frozen=True)
class UctSettings:
    """Settings of uct."""

    iterations: int = setting(500, "iterations over all worlds: the level of play", 1, 1_000_000_000, public=PUBLIC_ITERATIONS)
    tree: str = setting("deal", "one tree per sampled deal, or one tree and a new deal for each iteration", choices=("deal", "one"))
    iterations_per_world: int = setting(50, "with tree=deal, iterations in each sampled deal", 1, 10_000_000, public=100_000)
    exploration: float = setting(0.7, "UCT's c, for scores divided by what a deal can change", 0)

    seconds: ClassVar[float] = 0.0  # iterations alone set the level
    choice: ClassVar[str] = "mean"
    threads: ClassVar[int] = 1


class Uct(Determinized):
    """Searches imagined deals, each as if the cards lay open, and plays the card with the best mean."""

    name = "uct"
    summary = "determinised UCT, best mean; its level is the number of iterations"
    Settings = UctSettings  # type: ignore[assignment]  # what it may set differs, what determinized reads is all there

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The card with the best mean, and why."""
        return super().consider(view, seat, seed, stop) if self.settings.tree == "deal" else self._one.consider(view, seat, seed, stop)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The card with the best mean."""
        return super().choose(view, seat, seed) if self.settings.tree == "deal" else self._one.choose(view, seat, seed)

    @property
    def _one(self) -> Ismcts:
        """The search that keeps one tree for all deals."""
        chosen = IsmctsSettings(
            seconds=0.0, iterations=self.settings.iterations, exploration=self.settings.exploration, choice=self.settings.choice
        )
        return Ismcts(self.game, chosen, self.text)
