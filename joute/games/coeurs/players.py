"""The tree search of the student report that the game comes from: determinised UCT, its level set by the number of iterations.

The report names UCT without its constant, and rewards a node with the scores at the end of random play. Here a score is divided by what a
deal can change (80 points), and the constant for such scores is a setting. The report's final choice is the best mean.
"""

from dataclasses import dataclass
from typing import ClassVar

from joute.search.determinized import Determinized
from joute.settings import setting


@dataclass(frozen=True)
class UctSettings:
    """Settings of uct."""

    iterations: int = setting(500, "playouts over all worlds: the level of play", 1, 1_000_000_000)
    each: int = setting(50, "playouts in each imagined world", 1, 10_000_000)
    exploration: float = setting(0.7, "UCT's c, for scores divided by what a deal can change", 0)

    seconds: ClassVar[float] = 0.0  # iterations alone set the level
    choice: ClassVar[str] = "mean"
    threads: ClassVar[int] = 1


class Uct(Determinized):
    """Searches imagined deals, each as if the cards lay open, and plays the card with the best mean."""

    name = "uct"
    summary = {
        "en": "determinised UCT, best mean; its level is the number of iterations",
        "fr": "UCT déterminisé, meilleure moyenne ; son niveau est le nombre d'itérations",
    }
    Settings = UctSettings  # type: ignore[assignment]  # what it may set differs, what determinized reads is all there
