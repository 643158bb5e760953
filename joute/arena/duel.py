"""A duel: blocks of games in which every agent takes every seat under the same chance and the same opening.

The unit of its statistics is the block, not the game: games of a block share their luck.
"""

import importlib
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from multiprocessing import get_context
from statistics import fmean

from joute import registry, settings
from joute.arena.stats import elo_difference, quantile, share_interval, shares
from joute.arena.table import Opening, Played, Table, Task, play_tasks, sit_down
from joute.errors import BadSetting, JouteError
from joute.game import Game, Json

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Duel:
    """What a duel showed."""

    game: Game
    agents: list[str]
    seed: int
    openings: str
    played: list[Played]
    seconds: float

    def to_json(self) -> Json:
        """The report: agents, seats, lengths, times."""
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
            "seconds": round(self.seconds, 3),
        }

    def standing(self, agent: int) -> Json:
        """How one agent did."""
        outcomes = [outcome(game.scores, game.seats.index(agent)) for game in self.played]
        blocks: dict[int, list[float]] = {}
        for game, (share, _) in zip(self.played, outcomes, strict=True):
            blocks.setdefault(game.block, []).append(share)
        means = [fmean(block) for block in blocks.values()]
        low, high = share_interval(means)
        times = [second for game in self.played for second in game.seconds[agent]]
        two = len(self.agents) == 2
        return {
            "agent": self.agents[agent],
            "games": len(self.played),
            **tally(outcomes),
            "interval": [low, high],
            "elo": elo_difference(fmean(means)) if two else None,
            "elo_interval": [elo_difference(low), elo_difference(high)] if two else None,
            "seconds": {"median": quantile(times, 0.5), "p95": quantile(times, 0.95), "max": max(times, default=0.0)},
        }

    def at_seat(self, seat: int) -> list[tuple[float, float]]:
        """Share and score of whoever sat there, game by game."""
        return [outcome(game.scores, seat) for game in self.played]


def outcome(scores: Sequence[float], seat: int) -> tuple[float, float]:
    """The seat's share of the point, and its score."""
    return shares(scores)[seat], scores[seat]


def tally(outcomes: Sequence[tuple[float, float]]) -> Json:
    """Wins, draws (shared points), losses, the mean share and the mean score."""
    won = [share for share, _ in outcomes]
    return {
        "wins": sum(share == 1 for share in won),
        "draws": sum(0 < share < 1 for share in won),
        "losses": sum(share == 0 for share in won),
        "mean": fmean(won),
        "score_mean": fmean(score for _, score in outcomes),
    }


def duel(
    game: Game,
    agents: Sequence[str],
    games: int,
    seed: int = 0,
    openings: str = "balanced",
    workers: int = 1,
    progress: Progress | None = None,
) -> Duel:
    """Play at least so many games, in whole blocks; the same seed gives the same games on one process or many."""
    began = time.perf_counter()
    if games < 1:
        raise BadSetting(f"a duel has at least one game; {games} were asked for")
    if len(agents) != game.spec.seats:
        raise JouteError(f"{game.name} has {game.spec.seats} seats here; {len(agents)} agents were given")
    for text in agents:
        registry.agent(text, game)  # an unknown agent is refused before anything is played
    blocks = -(-games // game.spec.seats)
    begun = beginnings(game, blocks, seed, openings)
    total = blocks * game.spec.seats
    played: list[Played] = []
    with closing(_finished(game, list(agents), seed, begun, workers)) as blocks_played:
        for finished in blocks_played:
            played += finished
            if progress:
                progress(len(played), total)
    played.sort(key=lambda one: (one.block, one.seats))
    return Duel(game, list(agents), seed, openings, played, time.perf_counter() - began)


def beginnings(game: Game, blocks: int, seed: int, openings: str) -> list[Opening]:
    """An opening for each block: balanced ones where the game offers them."""
    if openings not in ("balanced", "none"):
        raise BadSetting(f"openings={openings} is not possible (one of balanced, none)")
    if openings == "none" or game.definition.openings is None:
        return [()] * blocks
    module, _, function = game.definition.openings.partition(":")
    found: list[Opening] = getattr(importlib.import_module(module), function)(game, blocks, seed)
    return found


def _finished(game: Game, agents: list[str], seed: int, begun: list[Opening], workers: int) -> Generator[list[Played]]:
    """The games block by block, on this process or on several."""
    blocks = [rotations(number, opening, len(agents), seed) for number, opening in enumerate(begun)]
    if workers <= 1:
        table = Table(registry.address(game), vars(game.options), agents)
        for first in range(0, len(blocks), table.handful):
            yield table.play(list(chain(*blocks[first : first + table.handful])))
        return
    size = max(1, len(blocks) // (workers * 8))
    chunks = [list(chain(*blocks[first : first + size])) for first in range(0, len(blocks), size)]
    pool = ProcessPoolExecutor(workers, get_context("spawn"), sit_down, (registry.address(game), vars(game.options), agents))
    try:
        for job in as_completed([pool.submit(play_tasks, chunk) for chunk in chunks]):
            yield job.result()
    except BaseException:  # interrupted, or a bot failed: nobody waits for the games that are left
        for worker in list(pool._processes.values()):
            worker.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def rotations(block: int, opening: Opening, seats: int, seed: int) -> list[Task]:
    """The games of a block: every agent on every seat, in turn."""
    return [Task(block, opening, [(seat + rotation) % seats for seat in range(seats)], seed) for rotation in range(seats)]
