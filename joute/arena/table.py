"""A table in one process: the game and its agents, ready to play the games of a duel or a tournament."""

import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from joute import registry
from joute.arena.bulk import play_games
from joute.arena.match import match
from joute.bots.faults import Fault
from joute.dice import seed_of
from joute.game import State

Opening = Sequence[Mapping[int, str]]


@dataclass(frozen=True)
class Played:
    """One game as its statistics need it."""

    block: int
    seats: list[int]  # which agent sat on each seat
    scores: list[float]  # by seat
    choices: int
    seconds: list[list[float]]  # thinking times by agent
    faults: list[Fault] = field(default_factory=list)  # of bots


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

    def play(self, tasks: list[Task]) -> list[Played]:
        """Every game, one after another."""
        policies = [agent.policy for agent in self.agents if agent.policy is not None]
        return self._all(tasks, policies) if len(policies) == len(self.agents) else [self._one(task) for task in tasks]

    def _all(self, tasks: list[Task], policies: list[int]) -> list[Played]:
        """Tables where every agent is a rule of the game play in machine code from end to end."""
        states = np.concatenate([self._begun(task).array for task in tasks])
        seated = [[policies[agent] for agent in task.seats] for task in tasks]
        scores, lengths, pace = play_games(self.game, states, seated, [task.whims for task in tasks])
        return [
            Played(task.block, task.seats, scores[index], lengths[index] + len(task.opening), [[pace]] * len(task.seats))
            for index, task in enumerate(tasks)
        ]

    def _begun(self, task: Task) -> State:
        state = self.game.new(task.chance)
        for given in task.opening:
            self.game.step(state, self.game.check(state, given))
        return state

    def _one(self, task: Task) -> Played:
        players = [self.agents[agent] for agent in task.seats]
        record = match(self.game, players, task.chance, task.opening, task.whims)
        seconds: list[list[float]] = [[] for _ in task.seats]
        for chosen in record.seconds[record.opening :]:
            for seat, second in chosen.items():
                seconds[task.seats[seat]].append(second)
        return Played(task.block, task.seats, record.scores or [], len(record.choices), seconds, record.faults)


_table: Table | None = None  # of a worker process


def sit_down(name: str, options: dict[str, Any], agents: list[str]) -> None:
    """A worker process gets its table."""
    global _table
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the first one decides what it means
    _table = Table(name, options, agents)


def play_tasks(tasks: list[Task]) -> list[Played]:
    """A worker process plays at its table."""
    assert _table is not None, "a worker sits down before it plays"
    return _table.play(tasks)
