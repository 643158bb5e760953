"""The worker of duels, tournaments and tuning: it plays the blocks of a job."""

import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from joute.arena import record_packing
from joute.arena.block import Block, BlockKey, GameResult, Meeting, Opening, ScheduledGame, first_seatings, seatings
from joute.arena.compiled_match import Parameters, play_compiled, shared_policy
from joute.arena.control import luck
from joute.arena.executor import Executor, ProcessPool, SerialExecutor
from joute.arena.match import match
from joute.bots.bot_reference import with_limits
from joute.core import registry
from joute.core.agent import Agent, CompiledPolicy
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.state import States

MAX_AGENTS = 48  # that a worker holds at once: bots are processes


@dataclass(frozen=True)
class ScheduledBlock:
    """A block to be played."""

    meeting: Meeting
    number: int
    opening: Opening
    games: int | None = None  # fewer than there are seatings: the block is cut; None: all

    @property
    def key(self) -> BlockKey:
        """What identifies the block in its tournament."""
        return self.meeting, self.number


@dataclass(frozen=True)
class BlockJob:
    """Blocks for one worker, and all that it needs to play them."""

    game: str  # what `registry.game` opens
    options: Mapping[str, object]
    rules: str  # the fingerprint of the rules: a worker that has others must not play
    seed: int
    agents: list[str]  # texts; a meeting names them by their number
    blocks: list[ScheduledBlock] = field(default_factory=list)
    limits: Mapping[str, object] = field(default_factory=dict)  # of bots
    records: bool = True  # whether the results come with the games' records
    opinions: bool = False  # whether the records hold the agents' opinions
    control: bool = False  # whether they come with the luck of each seat

    @classmethod
    def of(cls, game: Game, seed: int, agents: list[str], limits: Mapping[str, object] | None = None, records: bool = True) -> "BlockJob":
        """A job without blocks, under the rules as they are here."""
        return cls(registry.address(game), vars(game.options), rules_fingerprint(game), seed, agents, [], limits or {}, records)

    def players(self, meeting: Meeting) -> list[str]:
        """The texts of the agents of a meeting."""
        return [self.agents[number] for number in meeting] if meeting else self.agents


BlockExecutor = Executor[BlockJob, list[Block]]


class BlockWorker:
    """Plays jobs; agents stay from job to job, so that compiled code is loaded and bots are started once."""

    def __init__(self, given: Mapping[str, Agent] | None = None) -> None:
        self._given = given or {}  # agents that no text names
        self._agents: OrderedDict[tuple[str, ...], Agent] = OrderedDict()

    def run(self, job: BlockJob) -> list[Block]:
        """All blocks of the job; those of one meeting go together, since compiled agents play them in one call."""
        game = registry.game(job.game, **job.options).fast()
        if (rules := rules_fingerprint(game)) != job.rules:
            raise JouteError(
                "this worker has other rules of {game} ({rules}) than the organiser ({wanted})",
                game=game.name,
                rules=rules,
                wanted=job.rules,
            )
        meetings: dict[Meeting, list[ScheduledBlock]] = {}
        for block in job.blocks:
            meetings.setdefault(block.meeting, []).append(block)
        return [played for meeting, blocks in meetings.items() for played in self._play(job, game, meeting, blocks)]

    def _play(self, job: BlockJob, game: Game, meeting: Meeting, blocks: Sequence[ScheduledBlock]) -> list[Block]:
        agents = self._players(job, game, meeting)
        seated = seatings(len(agents), game.spec.seats)
        scheduled = [
            ScheduledGame(block.number, block.opening, seats, job.seed, meeting)
            for block in blocks
            for seats in first_seatings(seated, block.games)
        ]
        began = time.perf_counter()
        results = play_games(game, agents, scheduled, job.records, job.opinions, job.control)
        each = (time.perf_counter() - began) / len(blocks)
        if meeting:
            results = [replace(result, seats=[meeting[place] for place in result.seats]) for result in results]
        played: dict[int, list[GameResult]] = {block.number: [] for block in blocks}
        for result in results:
            played[result.block].append(result)
        return [Block(meeting, number, games, each) for number, games in played.items()]

    def _players(self, job: BlockJob, game: Game, meeting: Meeting) -> list[Agent]:
        texts = job.players(meeting)
        return [self._agent(job, game, text, texts[:place].count(text)) for place, text in enumerate(texts)]

    def _agent(self, job: BlockJob, game: Game, text: str, copy: int) -> Agent:
        """The agent of that text; beyond the maximum, the one that was not used for longest is closed."""
        if text in self._given:
            return self._given[text]
        key = (text, str(copy), repr(game), str(job.limits))
        if key not in self._agents:
            self._agents[key] = registry.agent(with_limits(text, job.limits), game)
            if len(self._agents) > MAX_AGENTS:
                self._agents.popitem(last=False)[1].close()
        self._agents.move_to_end(key)
        return self._agents[key]

    def close(self) -> None:
        """Close all agents; the processes of bots end."""
        while self._agents:
            self._agents.popitem()[1].close()


@dataclass(frozen=True)
class Entrants:
    """The agents of a duel or a tournament, given as texts or as objects."""

    texts: list[str]
    agents: list[Agent]
    given: dict[str, Agent]  # objects of a class that no text names: they play in this process only

    @classmethod
    def of(cls, entrants: Sequence[str | Agent], game: Game, workers: int) -> "Entrants":
        """Check that all can play."""
        agents = [registry.agent(one, game) if isinstance(one, str) else one for one in entrants]
        objects = [one for one in entrants if isinstance(one, Agent)]
        given: dict[str, Agent] = {one.text: one for one in objects if not _named(one, game)}
        if other := next((one for one in objects if repr(one.game) != repr(game)), None):
            raise JouteError("{text} was made for {game!r}, and plays no other game", text=other.text, game=other.game)
        if twin := next((one for one in objects if given.get(one.text, one) is not one), None):
            raise JouteError("two different agents have the text {text}: make them with texts that differ", text=twin.text)
        if given and workers > 1:
            raise JouteError(
                "other processes cannot make {agent}: name it by its file, path/to/agent.py:Class, or use workers=1",
                agent=next(iter(given)),
            )
        return cls([agent.text for agent in agents], agents, given)

    def executor(self, workers: int) -> BlockExecutor:
        """Plays their blocks in this process, or in several."""
        return SerialExecutor(partial(BlockWorker, self.given)) if workers <= 1 else ProcessPool(BlockWorker, workers)


def _named(agent: Agent, game: Game) -> bool:
    """Whether the text of an agent makes an agent of the same class."""
    try:
        return type(registry.agent(agent.text, game)) is type(agent)
    except JouteError:
        return False


def rules_fingerprint(game: Game) -> str:
    """The fingerprint of the game's rules, which its record type carries as a field name."""
    return next(name for name in game.dtype.names or () if name.startswith("rules_"))


def play_games(
    game: Game,
    agents: Sequence[Agent],
    scheduled: Sequence[ScheduledGame],
    records: bool = False,
    opinions: bool = False,
    control: bool = False,
) -> list[GameResult]:
    """Play the games one after another; some agents play them as compiled code from start to end, if nobody asks for their opinions."""
    found = None if opinions else shared_policy(agents)
    if found is None:
        return [play_game(game, agents, one, records, opinions, control) for one in scheduled]
    results = _play_compiled(game, agents, scheduled, records or control, *found)
    return [_with_luck(game, agents, result, records) for result in results] if control else results


def _with_luck(game: Game, agents: Sequence[Agent], result: GameResult, records: bool) -> GameResult:
    """The result of a compiled game with its luck, which its record tells."""
    players = [agents[number] for number in result.seats]
    found = luck(game, record_packing.unpack(result.record, game, [player.text for player in players]), players)
    return replace(result, luck=found, record=result.record if records else b"")


def play_game(
    game: Game, agents: Sequence[Agent], scheduled: ScheduledGame, records: bool = False, opinions: bool = False, control: bool = False
) -> GameResult:
    """Play one game as a match."""
    players = [agents[number] for number in scheduled.seats]
    asked = opinions or (control and any(player.mixes for player in players))  # then opinions state strategies
    seed, agent_seed, bot_seed = scheduled.chance_seed, scheduled.agent_seed, scheduled.bot_seed
    record = match(game, players, seed, scheduled.opening, agent_seed, bot_seed=bot_seed, opinions=asked)
    lucky = luck(game, record, players) if control else []
    if asked and not opinions:  # what a bot says unasked stays
        record.opinions = [{} for _ in record.choices]
    seconds: list[list[float]] = [[] for _ in scheduled.seats]
    for chosen in record.seconds[record.opening :]:
        for seat, second in chosen.items():
            seconds[scheduled.seats[seat]].append(second)
    faults = {fault.seat: str(fault.code) for fault in record.faults if fault.costs == "game"}
    packed = record_packing.pack(record) if records or faults else b""
    return GameResult(scheduled.block, scheduled.seats, record.scores or [], len(record.choices), seconds, packed, faults, lucky)


def _play_compiled(
    game: Game,
    agents: Sequence[Agent],
    scheduled: Sequence[ScheduledGame],
    records: bool,
    policy: CompiledPolicy,
    parameters: Sequence[Parameters],
) -> list[GameResult]:
    states, headings = start_games(game, scheduled)
    seated = [[parameters[number] for number in one.seats] for one in scheduled]
    whole = play_compiled(game, states, policy, seated, [one.agent_seed for one in scheduled], records)
    seconds = [[whole.pace]] * len(agents)
    packed = [heading + own for heading, own in zip(headings, whole.notes, strict=True)] if records else [b""] * len(scheduled)
    return [
        GameResult(one.block, one.seats, scores, length + len(one.opening), seconds, record)
        for one, scores, length, record in zip(scheduled, whole.scores, whole.lengths, packed, strict=True)
    ]


def start_games(game: Game, scheduled: Sequence[ScheduledGame]) -> tuple[States, list[bytes]]:
    """Every game after its opening, and the heading of its packed record; the games of a block start alike."""
    states = np.empty(len(scheduled), game.dtype)
    headings: list[bytes] = []
    before: ScheduledGame | None = None
    for index, one in enumerate(scheduled):
        if before and (one.block, one.seed, one.opening) == (before.block, before.seed, before.opening):
            states[index] = states[index - 1]
            headings.append(headings[-1])
            continue
        before, seed, numbers = one, one.chance_seed, []
        state = game.new(seed)
        for given in one.opening:
            numbers.append(game.check(state, given))
            game.step(state, numbers[-1])
        states[index] = state.array[0]
        headings.append(record_packing.heading(game, seed, numbers))
    return states, headings
