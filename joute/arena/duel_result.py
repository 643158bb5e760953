"""What a duel showed: points, scores, Elo differences with their intervals, by agent and by seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from joute.arena.statistics.intervals import elo_difference, mean_interval, quantile, share_interval, shares
from joute.arena.statistics.sprt import Sprt
from joute.arena.worker import Played
from joute.core import settings
from joute.core.game import Game
from joute.core.state import Json

Outcome = tuple[float, float]  # share of the point, and score


@dataclass(frozen=True)
class Duel:
    """What a duel showed."""

    game: Game
    agents: list[str]
    seed: int
    openings: str
    played: list[Played]
    seconds: float
    sprt: Sprt | None = None

    def to_json(self) -> Json:
        """The report: agents, seats, lengths, times, and the verdict of a sequential test."""
        lengths = [game.choices for game in self.played]
        return {
            "game": self.game.name,
            "options": settings.changed(self.game.options),
            "seed": self.seed,
            "games": len(self.played),
            "blocks": len({game.block for game in self.played}),
            "openings": self.openings,
            "agents": [self.standing(index) for index in range(len(self.agents))],
            "seats": [{"seat": seat, **tally(self.at_seat(seat))} for seat in range(self.game.spec.seats)],
            "length": {"mean": fmean(lengths), "shortest": min(lengths), "longest": max(lengths)},
            "sprt": self.verdict,
            "seconds": round(self.seconds, 3),
        }

    @cached_property
    def verdict(self) -> Json | None:
        """How the sequential test ended, where there was one."""
        return self.sprt.judge(block_means(self.played, 0)).to_json(*self.agents) if self.sprt else None

    def standing(self, agent: int) -> Json:
        """How one agent did."""
        times = [second for game in self.played for second in game.seconds[agent]]
        return {
            "agent": self.agents[agent],
            "games": len(self.played),
            **tally([outcome(game, agent) for game in self.played]),
            "score_interval": _listed(mean_interval(block_means(self.played, agent, scores=True))),
            **self._advantage(agent),
            "faults": sum(game.seats[seat] == agent for game in self.played for seat in game.faults),
            "seconds": {"median": quantile(times, 0.5), "p95": quantile(times, 0.95), "max": max(times, default=0.0)},
        }

    def _advantage(self, agent: int) -> Json:
        """The interval of the share, and the Elo difference of two; after a sequential test, those that its stop does not bias."""
        if self.verdict:
            share, (low, high) = self.verdict["share"], self.verdict["interval"]
            share, low, high = (share, low, high) if agent == 0 else (1 - share, 1 - high, 1 - low)
        else:
            means = block_means(self.played, agent)
            share, (low, high) = fmean(means), share_interval(means)
        two = len(self.agents) == 2
        return {
            "interval": [low, high],
            "elo": elo_difference(share) if two else None,
            "elo_interval": [elo_difference(low), elo_difference(high)] if two else None,
        }

    def at_seat(self, seat: int) -> list[Outcome]:
        """Share and score of whoever sat there, game by game."""
        return [(shares(game.scores, game.faults)[seat], game.scores[seat]) for game in self.played]


def outcome(game: Played, agent: int) -> Outcome:
    """The agent's share of the point, all its seats together, and the mean score of its seats."""
    own = [seat for seat, sitting in enumerate(game.seats) if sitting == agent]
    parts = shares(game.scores, game.faults)
    return sum(parts[seat] for seat in own), fmean(game.scores[seat] for seat in own)


def block_means(played: Sequence[Played], agent: int, scores: bool = False) -> list[float]:
    """The agent's mean share of the point, or its mean score, block by block in their order."""
    blocks: dict[int, list[float]] = {}
    for game in played:
        blocks.setdefault(game.block, []).append(outcome(game, agent)[scores])
    return [fmean(blocks[block]) for block in sorted(blocks)]


def tally(outcomes: Sequence[Outcome]) -> Json:
    """Wins, draws (shared points), losses, the mean share and the mean score."""
    won = [round(share, 9) for share, _ in outcomes]
    return {
        "wins": sum(share == 1 for share in won),
        "draws": sum(0 < share < 1 for share in won),
        "losses": sum(share == 0 for share in won),
        "mean": fmean(share for share, _ in outcomes),
        "score_mean": fmean(score for _, score in outcomes),
    }


def _listed(bounds: tuple[float, float] | None) -> list[float] | None:
    return None if bounds is None else list(bounds)
