"""How far a tournament is: what its watchers are told."""

from dataclasses import dataclass, field

from joute.arena.tournament.scoreboard import Score
from joute.arena.tournament.stopping import Budget


@dataclass
class Progress:
    """How far a tournament is."""

    score: Score
    budget: Budget
    total: int | None  # games of the whole schedule, where it is bounded
    done: int = 0  # games of it that are written
    played: int = 0  # games of this run
    seconds: float = 0.0  # of this run
    before: float = 0.0  # seconds of earlier runs
    width: float | None = None  # of the widest interval, when it was last looked at
    notes: list[str] = field(default_factory=list)  # blocks that were given up

    @property
    def rate(self) -> float:
        """Games a second in this run."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until the budget is spent, as far as that can be told."""
        bounds = []
        if self.budget.seconds is not None:
            bounds.append(self.budget.seconds - self.before - self.seconds)
        if self.total is not None and self.played:
            bounds.append((self.total - self.done) / self.rate)
        return max(0.0, min(bounds)) if bounds else None
