"""Blocks: games under the same chance and from the same opening, one for every fair seating of the agents; and their results."""

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import factorial
from statistics import fmean

from joute.arena.statistics.estimates import shares
from joute.core.errors import BadSetting, JouteError, known
from joute.core.game import Game
from joute.core.rng import digest_of, seed_of

MAX_SEATINGS = 24  # games of a block when agents have several seats each

Opening = Sequence[Mapping[int, str]]
Meeting = tuple[int, ...]  # the agents of a block: numbers of a plan's agents, ascending; empty in a duel, whose agents all play
BlockKey = tuple[Meeting, int]  # identifies a block of a tournament: its meeting and its number


@dataclass(frozen=True)
class GameResult:
    """One game as its statistics need it."""

    block: int
    seats: list[int]  # the agent on each seat
    scores: list[float]  # by seat
    choices: int
    seconds: list[list[float]]  # thinking times by agent
    record: bytes = b""  # packed (see `joute.arena.record_packing`); empty: not asked for, and no fault to look up in it
    faults: dict[int, str] = field(default_factory=dict)  # seat -> the kind of fault that cost it the game
    luck: list[float] = field(default_factory=list)  # by seat (see `joute.arena.control`); empty: not asked for


@dataclass(frozen=True)
class Block:
    """The results of one block; `seats` in them are numbers of the plan's agents."""

    meeting: Meeting
    number: int
    games: list[GameResult]
    seconds: float = 0.0  # of wall-clock time: the blocks of a tournament add up to its duration

    @property
    def key(self) -> BlockKey:
        """What identifies the block in its tournament."""
        return self.meeting, self.number


@dataclass(frozen=True)
class ScheduledGame:
    """A game to be played."""

    block: int
    opening: Opening
    seats: list[int]  # the agent on each seat
    seed: int
    meeting: Meeting = ()

    @property
    def chance_seed(self) -> int:
        """The seed of the game, the same for the whole block."""
        return int.from_bytes(digest_of(16, self.seed, "block", self.block), "little")

    @property
    def agent_seed(self) -> int:
        """The seed of the agents: it differs by game and meeting, else two equal agents would play the same game twice."""
        return seed_of(self.seed, "agents", self.block, *self.seats, *self.meeting)

    @property
    def bot_seed(self) -> int:
        """The seed of the bots: it says nothing about the seed of the duel or tournament."""
        return seed_of("bots", self.block, *self.seats, *self.meeting)


def seatings(agents: int, seats: int) -> list[list[int]]:
    """The agent on each seat, game by game of a block: each equally often on every seat, neighbours as even as possible.

    With as many agents as seats: every rotation. With fewer: every way to give them equally many seats (two agents on four seats: six
    ways); if these are too many, all orders of the agents, each repeated around the table.
    """
    if agents < 2 or seats % agents:
        fitting = [count for count in range(2, seats + 1) if seats % count == 0]
        raise JouteError(
            "a table of {seats} seats takes {fitting} agents, all with equally many seats; {agents} were given",
            seats=seats,
            fitting=known(fitting),
            agents=agents,
        )
    if agents == seats:
        return _rotations(agents, 1)
    each = seats // agents
    if factorial(seats) // factorial(each) ** agents <= MAX_SEATINGS:
        return [list(order) for order in sorted(set(permutations([agent for agent in range(agents) for _ in range(each)])))]
    if factorial(agents) <= MAX_SEATINGS:
        return [list(order) * each for order in permutations(range(agents))]
    return _rotations(agents, each)


def _rotations(agents: int, times: int) -> list[list[int]]:
    return [[(seat + rotation) % agents for seat in range(agents)] * times for rotation in range(agents)]


def first_seatings(seated: list[list[int]], games: int | None) -> list[list[int]]:
    """That number of seatings, taken in turn from both ends: of two agents, the last seating is the first with seats exchanged."""
    if games is None or games >= len(seated):
        return seated
    last = len(seated) - 1
    alternating = [last - place // 2 if place % 2 else place // 2 for place in range(games)]
    return [seated[place] for place in sorted(alternating)]


def block_openings(game: Game, blocks: int, seed: int, openings: str) -> list[Opening]:
    """An opening for each block: balanced ones if the game offers them, else none."""
    if openings not in ("balanced", "none"):
        raise BadSetting("openings={openings} is not possible (one of balanced, none)", openings=openings)
    if openings == "none" or game.definition.openings is None:
        return [()] * blocks
    module, _, function = game.definition.openings.partition(":")
    found: list[Opening] = getattr(importlib.import_module(module), function)(game, blocks, seed)
    return found


def share_and_score(game: GameResult, agent: int) -> tuple[float, float]:
    """The agent's share of the point, all its seats together, and the mean score of its seats."""
    own = [seat for seat, number in enumerate(game.seats) if number == agent]
    parts = shares(game.scores, game.faults)
    return sum(parts[seat] for seat in own), fmean(game.scores[seat] for seat in own)


def lead(game: GameResult, agent: int) -> float:
    """The mean score of the agent's seats less that of all other seats: most of the luck of a deal is in both."""
    own = [score for score, number in zip(game.scores, game.seats, strict=True) if number == agent]
    others = [score for score, number in zip(game.scores, game.seats, strict=True) if number != agent]
    return fmean(own) - fmean(others)


def block_leads(games: Sequence[GameResult], agent: int) -> list[float]:
    """The agent's mean lead for each block in order."""
    blocks: dict[int, list[float]] = {}
    for game in games:
        blocks.setdefault(game.block, []).append(lead(game, agent))
    return [fmean(blocks[block]) for block in sorted(blocks)]


def block_means(games: Sequence[GameResult], agent: int, scores: bool = False) -> list[float]:
    """The agent's mean share of the point, or its mean score, for each block in order."""
    blocks: dict[int, list[float]] = {}
    for game in games:
        blocks.setdefault(game.block, []).append(share_and_score(game, agent)[scores])
    return [fmean(blocks[block]) for block in sorted(blocks)]
