"""A job: blocks of a tournament that one worker plays, and the hall in which it does."""

import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from joute.arena.block import arrangements
from joute.arena.tournament.ledger import Block, Key, Meeting
from joute.arena.worker import Opening, Played, Table, Task
from joute.bots.bot import Bot
from joute.bots.reference import under
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.game import Game

KEPT = 48  # agents that a worker keeps ready: bots are processes


@dataclass(frozen=True)
class Venue:
    """What every job of a tournament has in common."""

    game: str  # what `registry.game` opens
    options: dict[str, Any]
    rules: str  # the fingerprint of the rules: a worker that has others must not play
    seed: int
    limits: dict[str, Any] = field(default_factory=dict)
    records: bool = True  # whether games come with theirs


@dataclass(frozen=True)
class Sitting:
    """A block to be played: who meets, under which number, from which opening."""

    meeting: Meeting
    agents: list[str]  # texts, one for each place of the meeting
    number: int
    opening: Opening

    @property
    def key(self) -> Key:
        """What tells it from every other block of its tournament."""
        return self.meeting, self.number


@dataclass(frozen=True)
class Job:
    """Blocks for one worker."""

    venue: Venue
    sittings: list[Sitting]


@dataclass(frozen=True)
class Outcome:
    """What became of a job: its blocks, or why there are none."""

    job: Job
    blocks: list[Block] = field(default_factory=list)  # their seconds are the worker's
    error: str = ""  # the agents or the rules failed, in a sentence
    lost: bool = False  # the worker died over it


class Hall:
    """The agents of one worker, kept from job to job: what they compiled is loaded and bots are started once."""

    def __init__(self) -> None:
        self._agents: OrderedDict[tuple[str, ...], Agent] = OrderedDict()

    def play(self, job: Job) -> Outcome:
        """All blocks of the job; an agent that fails spoils the job, not the worker."""
        try:
            return Outcome(job, self._play(job))
        except Exception as error:
            return Outcome(job, error=told(error))

    def _play(self, job: Job) -> list[Block]:
        """Block after block of the same meeting go to its table together: compiled agents play them in one call."""
        together: dict[Meeting, list[Sitting]] = {}
        for sitting in job.sittings:
            together.setdefault(sitting.meeting, []).append(sitting)
        return [block for sittings in together.values() for block in self._meet(job.venue, sittings)]

    def _meet(self, venue: Venue, sittings: Sequence[Sitting]) -> list[Block]:
        table, meeting = self._table(venue, sittings[0].agents), sittings[0].meeting
        seated = arrangements(len(meeting), table.game.spec.seats)
        tasks = [Task(one.number, one.opening, seats, venue.seed, meeting) for one in sittings for seats in seated]
        began = time.perf_counter()
        played = [replace(game, seats=[meeting[place] for place in game.seats]) for game in table.play(tasks)]
        each = (time.perf_counter() - began) / len(sittings)
        return [Block(meeting, one.number, _share(played, place, len(seated)), each) for place, one in enumerate(sittings)]

    def _table(self, venue: Venue, agents: list[str]) -> Table:
        table = Table(venue.game, venue.options, agents, records=venue.records, bring=partial(self._agent, venue))
        if (rules := fingerprint(table.game.dtype)) != venue.rules:
            raise JouteError(f"this worker has other rules of {table.game.name} ({rules}) than the organiser ({venue.rules})")
        return table

    def _agent(self, venue: Venue, text: str, game: Game) -> Agent:
        """An agent that is here, or comes; the one that has waited longest leaves."""
        name = (text, repr(game), str(venue.limits))
        if name not in self._agents:
            self._agents[name] = registry.agent(under(text, venue.limits), game)
            if len(self._agents) > KEPT:
                _, leaving = self._agents.popitem(last=False)
                leave(leaving)
        self._agents.move_to_end(name)
        return self._agents[name]

    def close(self) -> None:
        """Everybody leaves; bots' processes end."""
        while self._agents:
            leave(self._agents.popitem()[1])


def leave(agent: Agent) -> None:
    """An agent is no longer needed."""
    if isinstance(agent, Bot):
        agent.close()


def _share(played: list[Played], place: int, size: int) -> list[Played]:
    return played[place * size : (place + 1) * size]


def fingerprint(record: Any) -> str:
    """The rules of a game as its record names them."""
    return next(name for name in record.names if name.startswith("rules_"))


def venue_of(game: str, options: dict[str, Any], seed: int, limits: dict[str, Any], records: bool = True) -> Venue:
    """The venue of a game, with the rules as they are here."""
    return Venue(game, options, fingerprint(registry.game(game, **options).dtype), seed, limits, records)


def told(error: Exception) -> str:
    """The error in a sentence, with the line that it came from unless it is one of ours."""
    if isinstance(error, JouteError):
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({frame.filename}, line {frame.lineno})"


_own = threading.local()  # a cluster's worker may have several threads, and agents are not to be shared


def hall() -> Hall:
    """This thread's hall."""
    if not hasattr(_own, "hall"):
        _own.hall = Hall()
    return _own.hall


def play_job(job: Job) -> Outcome:
    """Play a job in this thread's hall."""
    return hall().play(job)
