"""A table in one process: the game and its agents, ready to play the games of a duel or a tournament."""

import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from joute.arena import record_codec
from joute.arena.compiled_match import Minds, by_machine, play_games
from joute.arena.match import match
from joute.core import registry
from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import States
from joute.jit.compile import Compiled

Opening = Sequence[Mapping[int, str]]
Bring = Callable[[str, Game], Agent]  # an agent by its text


@dataclass(frozen=True)
class Played:
    """One game as its statistics need it."""

    block: int
    seats: list[int]  # which agent sat on each seat
    scores: list[float]  # by seat
    choices: int
    seconds: list[list[float]]  # thinking times by agent
    record: bytes = b""  # packed (see `joute.arena.record_codec`); empty: not asked for
    faults: dict[int, str] = field(default_factory=dict)  # seat -> the kind of fault that cost it the game, in one word


@dataclass(frozen=True)
class Task:
    """A game to be played."""

    block: int
    opening: Opening
    seats: list[int]  # which agent sits on each seat
    seed: int
    meeting: tuple[int, ...] = ()  # who the agents are in a tournament: every meeting has whims of its own

    @property
    def chance(self) -> int:
        """The seed of the game, the same for the whole block."""
        return seed_of(self.seed, "block", self.block)

    @property
    def whims(self) -> int:
        """The seed of the agents: it differs by game, else two like agents would play the same game twice."""
        return seed_of(self.seed, "agents", self.block, *self.seats, *self.meeting)


class Table:
    """The game and its agents in one process, ready to play blocks."""

    def __init__(self, name: str, options: dict[str, Any], agents: list[str], records: bool = False, bring: Bring = registry.agent) -> None:
        self.records = records  # whether games come with theirs
        self.game = registry.game(name, **options).fast()
        self.agents = [bring(text, self.game) for text in agents]

    def play(self, tasks: list[Task]) -> list[Played]:
        """Every game, one after another."""
        found = by_machine(self.agents)
        return [self._one(task) for task in tasks] if found is None else self._all(tasks, *found)

    def _all(self, tasks: list[Task], machine: Compiled[..., Any], minds: Minds) -> list[Played]:
        """Some tables play in machine code from end to end."""
        states, headings = self._begun(tasks)
        seated: list[Any] = [[minds[agent] for agent in task.seats] for task in tasks]
        whole = play_games(self.game, states, machine, seated, [task.whims for task in tasks], self.records)
        seconds = [[whole.pace]] * len(self.agents)
        records = [heading + own for heading, own in zip(headings, whole.notes, strict=True)] if self.records else [b""] * len(tasks)
        return [
            Played(task.block, task.seats, scores, length + len(task.opening), seconds, record)
            for task, scores, length, record in zip(tasks, whole.scores, whole.lengths, records, strict=True)
        ]

    def _begun(self, tasks: list[Task]) -> tuple[States, list[bytes]]:
        """Every game after its opening, and how its record begins; the games of a block begin alike."""
        states = np.empty(len(tasks), self.game.dtype)
        headings: list[bytes] = []
        before: Task | None = None
        for index, task in enumerate(tasks):
            if before and (task.block, task.seed, task.opening) == (before.block, before.seed, before.opening):
                states[index] = states[index - 1]
                headings.append(headings[-1])
                continue
            before, chance, numbers = task, task.chance, []
            state = self.game.new(chance)
            for given in task.opening:
                numbers.append(self.game.check(state, given))
                self.game.step(state, numbers[-1])
            states[index] = state.array[0]
            headings.append(record_codec.heading(self.game, chance, numbers))
        return states, headings

    def _one(self, task: Task) -> Played:
        players = [self.agents[agent] for agent in task.seats]
        record = match(self.game, players, task.chance, task.opening, task.whims)
        seconds: list[list[float]] = [[] for _ in task.seats]
        for chosen in record.seconds[record.opening :]:
            for seat, second in chosen.items():
                seconds[task.seats[seat]].append(second)
        packed = record_codec.pack(record) if self.records else b""
        costly = {fault.seat: str(fault.code) for fault in record.faults if fault.costs == "game"}
        return Played(task.block, task.seats, record.scores or [], len(record.choices), seconds, packed, costly)


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
