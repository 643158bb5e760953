"""A duel: blocks of games in which every agent takes every seat under the same chance and the same opening.

The unit of its statistics is the block, not the game: games of a block share their luck.
"""

import importlib
import signal
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import get_context
from statistics import fmean
from typing import Any

import numpy as np

from joute import registry, settings
from joute.arena.bulk import play_games
from joute.arena.match import match
from joute.arena.stats import elo_difference, quantile, share_interval, win_shares
from joute.dice import seed_of
from joute.errors import BadSetting, JouteError
from joute.game import Game, Json, State

Opening = Sequence[Mapping[int, str]]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Played:
    """One game of a duel, as its statistics need it."""

    block: int
    seats: list[int]  # which agent sat on each seat
    scores: list[float]  # by seat
    choices: int
    seconds: list[list[float]]  # thinking times by agent


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
        shares = [fmean(block) for block in blocks.values()]
        low, high = share_interval(shares)
        times = [second for game in self.played for second in game.seconds[agent]]
        two = len(self.agents) == 2
        return {
            "agent": self.agents[agent],
            "games": len(self.played),
            **tally(outcomes),
            "interval": [low, high],
            "elo": elo_difference(fmean(shares)) if two else None,
            "elo_interval": [elo_difference(low), elo_difference(high)] if two else None,
            "seconds": {"median": quantile(times, 0.5), "p95": quantile(times, 0.95), "max": max(times, default=0.0)},
        }

    def at_seat(self, seat: int) -> list[tuple[float, float]]:
        """Share and score of whoever sat there, game by game."""
        return [outcome(game.scores, seat) for game in self.played]


def outcome(scores: Sequence[float], seat: int) -> tuple[float, float]:
    """The seat's share of the point, and its score."""
    return win_shares(scores)[seat], scores[seat]


def tally(outcomes: Sequence[tuple[float, float]]) -> Json:
    """Wins, draws (shared points), losses, the mean share and the mean score."""
    shares = [share for share, _ in outcomes]
    return {
        "wins": sum(share == 1 for share in shares),
        "draws": sum(0 < share < 1 for share in shares),
        "losses": sum(share == 0 for share in shares),
        "mean": fmean(shares),
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
    numbered = list(enumerate(begun))
    if workers <= 1:
        table = Table(registry.address(game), vars(game.options), agents)
        for first in range(0, len(numbered), table.handful):
            yield table.play(numbered[first : first + table.handful], seed)
        return
    size = max(1, len(numbered) // (workers * 8))
    chunks = [numbered[first : first + size] for first in range(0, len(numbered), size)]
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _sit_down, (registry.address(game), vars(game.options), agents))
    try:
        for job in as_completed([pool.submit(_play, chunk, seed) for chunk in chunks]):
            yield job.result()
    except BaseException:  # interrupted, or a bot failed: nobody waits for the games that are left
        for worker in list(pool._processes.values()):
            worker.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


@dataclass(frozen=True)
class Task:
    """A game to be played."""

    block: int
    opening: Opening
    seats: list[int]  # which agent sits on each seat
    seed: int

    @property
    def chance(self) -> int:
        """The seed of the game, the same for the whole block."""
        return seed_of(self.seed, "block", self.block)

    @property
    def whims(self) -> int:
        """The seed of the agents: it differs by game, else two like agents would play the same game twice."""
        return seed_of(self.seed, "agents", self.block, *self.seats)


class Table:
    """The game and its agents in one process, ready to play blocks."""

    def __init__(self, name: str, options: dict[str, Any], agents: list[str]) -> None:
        self.game = registry.game(name, **options).fast()
        self.agents = [registry.agent(text, self.game) for text in agents]

    @property
    def handful(self) -> int:
        """How many blocks to play between two reports of progress."""
        return 500 if all(agent.policy is not None for agent in self.agents) else 1

    def play(self, blocks: list[tuple[int, Opening]], seed: int) -> list[Played]:
        """Every block in every rotation."""
        seats = len(self.agents)
        tasks = [
            Task(block, opening, [(seat + rotation) % seats for seat in range(seats)], seed)
            for block, opening in blocks
            for rotation in range(seats)
        ]
        policies = [agent.policy for agent in self.agents if agent.policy is not None]
        return self._all(tasks, policies) if len(policies) == seats else [self._one(task) for task in tasks]

    def _all(self, tasks: list["Task"], policies: list[int]) -> list[Played]:
        """Tables where every agent is a rule of the game play in machine code from end to end."""
        states = np.concatenate([self._begun(task).array for task in tasks])
        seated = [[policies[agent] for agent in task.seats] for task in tasks]
        scores, lengths, pace = play_games(self.game, states, seated, [task.whims for task in tasks])
        return [
            Played(task.block, task.seats, scores[index], lengths[index] + len(task.opening), [[pace]] * len(task.seats))
            for index, task in enumerate(tasks)
        ]

    def _begun(self, task: "Task") -> State:
        state = self.game.new(task.chance)
        for given in task.opening:
            self.game.step(state, self.game.check(state, given))
        return state

    def _one(self, task: "Task") -> Played:
        players = [self.agents[agent] for agent in task.seats]
        record = match(self.game, players, task.chance, task.opening, task.whims)
        seconds: list[list[float]] = [[] for _ in task.seats]
        for chosen in record.seconds[record.opening :]:
            for seat, second in chosen.items():
                seconds[task.seats[seat]].append(second)
        return Played(task.block, task.seats, record.scores or [], len(record.choices), seconds)


_table: Table | None = None  # of a worker process


def _sit_down(name: str, options: dict[str, Any], agents: list[str]) -> None:
    global _table
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the first one decides what it means
    _table = Table(name, options, agents)


def _play(blocks: list[tuple[int, Opening]], seed: int) -> list[Played]:
    assert _table is not None, "a worker sits down before it plays"
    return _table.play(blocks, seed)
