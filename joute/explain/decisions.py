"""Decisions of agents as rows, one for each legal action: who decided, what they knew, what the agent thought of it, and what came of it.

Decisions come from games that agents play here, or from records of games. Forced decisions, with one legal action, are left out.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np

from joute.bots.bot_reference import is_bot
from joute.core import registry, settings
from joute.core.agent import Agent, Stop
from joute.core.beliefs import beliefs
from joute.core.contract import Actions, facts, features, legal
from joute.core.errors import BadRecord, JouteError, Unfit
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion, Solution, Unit
from joute.core.record import GameRecord
from joute.core.rng import plain_seed, seed_of, seeded, uniform
from joute.core.session import Session
from joute.core.state import Json, State, States
from joute.explain.self_play import play_game, results_of, worker_count
from joute.explain.steps import Steps, considered, finished
from joute.jit.compile import compiled
from joute.jit.struct import Float64s

GAMES_PER_JOB = 4
RECORDED, FORMAT = "recorded decisions", 1
TRAIN, VALIDATION, TEST = "train", "validation", "test"
TRAIN_SHARE, VALIDATION_SHARE = 0.7, 0.15  # of the seeds; the rest is the test

Columns: TypeAlias = dict[str, list[Any]]


@dataclass(frozen=True)
class DecisionSource:
    """Which decisions a table has, and how they are judged."""

    game: str  # what `registry.game` opens
    options: Mapping[str, object]
    players: tuple[str, ...]  # agents that play; with records: at most one, which judges
    seed: int = 0
    judge: str = ""  # the agent whose opinions are stored (default: the player's own)
    beliefs: bool = False
    exact: bool = False  # ask the game's solver for every legal action
    views: bool = True  # store views, features and options
    recorded: bool = False  # the decisions are those of records
    origin: str = ""  # the tournament that the records come from

    def seated(self, number: int, seats: int) -> list[str]:
        """The agent of each seat in a game: as given if there is one for each seat, else they rotate."""
        shift = 0 if len(self.players) == seats else number
        return [self.players[(seat + shift) % len(self.players)] for seat in range(seats)]


@dataclass(frozen=True)
class DecisionJob:
    """Games for one worker: by their numbers, or as records."""

    source: DecisionSource
    numbers: range
    records: tuple[Json, ...] = ()


@dataclass(frozen=True)
class RecordedDecisions:
    """Decisions of a game whose record cannot be replayed from a seed: each with the view of its seat."""

    game: str
    options: Mapping[str, object]
    agents: Sequence[str]  # by seat
    seed: int  # by which the split is drawn
    decisions: Sequence[Json]  # ply, seat, view, action
    scores: Sequence[float]

    def to_json(self) -> Json:
        """For a worker."""
        return {RECORDED: FORMAT, **vars(self)}

    @classmethod
    def from_json(cls, stored: Json) -> "RecordedDecisions":
        """What `to_json` returned."""
        return cls(**{name: value for name, value in stored.items() if name != RECORDED})


Recorded: TypeAlias = GameRecord | RecordedDecisions


@dataclass(frozen=True)
class StudiedDecision:
    """One decision: what the seat knew, what it chose, and an agent's opinion of it."""

    ply: int
    seat: int
    view: State
    chosen: int
    opinion: Opinion | None
    agent: Agent | None  # whose opinion it is
    seed: int  # of the opinion


@dataclass
class PlayedGame:
    """A game with its decisions."""

    number: int
    seed: int
    players: list[str]  # by seat
    decisions: list[StudiedDecision] = field(default_factory=list)
    scores: list[float] | None = None  # None: not finished


def split_of(seed: int) -> str:
    """The part of a data set that all games of a seed belong to."""
    place = uniform(seeded("split", seed))
    return TRAIN if place < TRAIN_SHARE else VALIDATION if place < TRAIN_SHARE + VALIDATION_SHARE else TEST


def check_source(game: Game, source: DecisionSource) -> None:
    """Refuse agents that cannot play, or that have no opinions."""
    if len(source.players) > game.spec.seats:
        raise JouteError(
            "{game} has {seats} seats here; {count} agents were given", game=game.name, seats=game.spec.seats, count=len(source.players)
        )
    for text in filter(None, dict.fromkeys([*source.players, source.judge])):
        if is_bot(text):
            raise Unfit("{bot} is a bot, which has no opinions: let it play a tournament, and use its records", bot=text)
        registry.agent(text, game)
    if source.exact and game.definition.solver is None:
        raise Unfit("{game} has no solver", game=game.name)


def decision_columns(
    source: DecisionSource,
    games: int,
    records: Sequence[Recorded] = (),
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Columns]:
    """The columns of the table, a few games at a time, in the same order on any number of processes."""
    count = len(records) or games
    workers = worker_count(workers, -(-count // GAMES_PER_JOB))
    for place, columns in enumerate(results_of(DecisionWorker, _jobs(source, count, records), workers), 1):
        yield columns
        if progress:
            progress(min(count, place * GAMES_PER_JOB), count)


def _jobs(source: DecisionSource, count: int, records: Sequence[Recorded]) -> Iterator[DecisionJob]:
    for first in range(0, count, GAMES_PER_JOB):
        numbers = range(first, min(count, first + GAMES_PER_JOB))
        yield DecisionJob(source, numbers, tuple(record.to_json() for record in records[numbers.start : numbers.stop]))


class DecisionWorker:
    """Plays or replays the games of a job; the game and its agents stay from job to job."""

    def __init__(self) -> None:
        self._source: DecisionSource | None = None

    def run(self, job: DecisionJob) -> Columns:
        """The columns of the job's games."""
        source = job.source
        if source != self._source:
            self._game = registry.game(source.game, **source.options).fast()
            self._agents = {text: registry.agent(text, self._game) for text in filter(None, {*source.players, source.judge})}
            self._source = source
        rows = DecisionRows(self._game, source)
        for place, number in enumerate(job.numbers):
            played = self._replay(job.records[place], number) if job.records else self._play(number)
            rows.add(played)
        return rows.columns

    def close(self) -> None:
        """Close the agents."""
        for agent in self._agents.values() if self._source else ():
            agent.close()

    def _play(self, number: int) -> PlayedGame:
        game, source = self._game, self._source
        assert source is not None
        seed = seed_of(source.seed, "decisions", number)
        played = PlayedGame(number, seed, source.seated(number, game.spec.seats))

        def decide(session: Session, seat: int) -> int:
            played.decisions.append(self._decide(session, seat, played.players[seat]))
            return played.decisions[-1].chosen

        played.scores = play_game(game, played.players, seed, decide).record.scores
        return played

    def _decide(self, session: Session, seat: int, player: str) -> StudiedDecision:
        """The player's decision, with its own opinion or that of the judge."""
        assert self._source is not None
        view, seed = self._game.view(session.state, seat), session.decision_seed(seat)
        judge = self._agents[self._source.judge or player]
        opinion = judge.consider(view, seat, seed)
        other = self._source.judge not in ("", player)
        chosen = int(self._agents[player].choose(view, seat, seed) if other else opinion.action)
        return StudiedDecision(session.ply, seat, view, chosen, opinion, judge, seed)

    def _replay(self, stored: Json, number: int) -> PlayedGame:
        record: Recorded = RecordedDecisions.from_json(stored) if RECORDED in stored else GameRecord.from_json(stored)
        game, source = self._game, self._source
        assert source is not None
        if record.game != game.name:
            raise BadRecord("record {number} is of {other}, not of {game}", number=number + 1, other=record.game, game=game.name)
        own = settings.changed(game.options)
        if record.options != own:
            words = {"number": number + 1, "options": record.options, "own": own}
            raise BadRecord("record {number} has the options {options}; the table is of {own}", **words)
        judge = self._agents[source.players[0]] if source.players else None
        if isinstance(record, RecordedDecisions):
            return viewed_decisions(game, record, judge, number)
        return finished(replayed_decisions(game, record, judge, number))


def viewed_decisions(game: Game, recorded: RecordedDecisions, judge: Agent | None, number: int) -> PlayedGame:
    """Decisions with their views, judged by an agent; None: without opinions."""
    played = PlayedGame(number, recorded.seed, list(recorded.agents), scores=list(recorded.scores))
    for one in recorded.decisions:
        ply, seat, view = int(one["ply"]), int(one["seat"]), game.position(one["view"])
        seed = seed_of(recorded.seed, ply, seat)
        opinion = None if judge is None else judge.consider(view, seat, seed)
        played.decisions.append(StudiedDecision(ply, seat, view, int(game.action(one["action"])), opinion, judge, seed))
    return played


def replayed_decisions(game: Game, record: GameRecord, judge: Agent | None, number: int = 0) -> Steps[PlayedGame]:
    """The decisions of a record, judged by an agent; None: with the opinions that the record holds."""
    played = PlayedGame(number, record.seed, list(record.agents))
    states = record.replay(game)
    for ply, (choices, opinions) in enumerate(zip(record.choices, record.opinions, strict=True)):
        state, _ = next(states)
        for seat, name in choices.items() if ply >= record.opening else ():
            if len(game.legal_numbers(state, seat)) > 1:
                view, seed = game.view(state, seat), seed_of(record.seed, ply, seat)
                if judge is None:
                    opinion = recorded_opinion(game, opinions.get(seat))
                else:
                    opinion = yield from considered(judge, view, seat, seed, ply / len(record.choices))
                played.decisions.append(StudiedDecision(ply, seat, view, int(game.action(name)), opinion, judge, seed))
    for _ in states:
        continue  # checks the scores
    played.scores = record.scores
    return played


def recorded_opinion(game: Game, stored: Json | None) -> Opinion | None:
    """The opinion that a record holds of a decision."""
    if not stored:
        return None
    judged = [
        Judgement(game.action(one["action"]), one.get("value"), one.get("visits"), one.get("weight"), one.get("error"))
        for one in stored["judgements"]
    ]
    return Opinion(game.action(stored["action"]), judged, stored.get("value"), unit=Unit(stored.get("unit", Unit.SCORE)))


@compiled
def describe_choice(view: States, seat: int, actions: Actions, fact_rows: Float64s, feature_row: Float64s) -> int:
    """Write the legal actions of a seat, the facts of each and the features of the view; return the number of actions."""
    count = legal(view[0], seat, actions)
    if fact_rows.shape[1] > 0:
        for place in range(count):
            facts(view[0], seat, actions[place], fact_rows[place])
    if len(feature_row) > 0:
        features(view[0], seat, feature_row)
    return count


def choice_facts(game: Game, view: State, seat: int) -> tuple[Actions, Float64s]:
    """The legal actions of a seat, and the facts of each [action, fact]."""
    actions, rows = np.zeros(game.spec.widest, np.int64), np.zeros((game.spec.widest, len(game.definition.facts)))
    count = describe_choice(view.array, seat, actions, rows, np.zeros(0))
    return actions[:count], rows[:count]


def feature_columns(game: Game) -> list[str]:
    """The names of the columns of features."""
    names = game.definition.feature_names
    return [f"feature_{name}" for name in names(game.options)] if names else []


def fact_columns(game: Game) -> list[str]:
    """The names of the columns of facts."""
    return [f"fact_{fact.name}" for fact in game.definition.facts]


class DecisionRows:
    """Collects the rows of decisions as columns."""

    def __init__(self, game: Game, source: DecisionSource) -> None:
        self.game, self.source = game, source
        self._features, self._facts = feature_columns(game) if source.views else [], fact_columns(game)
        self._options = json.dumps(settings.changed(game.options), sort_keys=True)
        self.columns: Columns = {name: [] for name in column_names(game, source)}

    def add(self, played: PlayedGame) -> None:
        """The rows of all decisions of a game."""
        before: dict[int, float | None] = {}  # by seat: the value of what it chose last
        for decision in played.decisions:
            opinion = decision.opinion
            values = {} if opinion is None else {int(one.action): one.value for one in opinion.judgements}
            expected, last = None if opinion is None else opinion.value, before.get(decision.seat)
            luck = None if expected is None or last is None else expected - last
            before[decision.seat] = values.get(decision.chosen)
            self._add_decision(played, decision, luck)

    def _add_decision(self, played: PlayedGame, decision: StudiedDecision, luck: float | None) -> None:
        game, view, seat, opinion = self.game, decision.view, decision.seat, decision.opinion
        actions, fact_rows = np.zeros(game.spec.widest, np.int64), np.zeros((game.spec.widest, len(self._facts)))
        feature_row = np.zeros(len(self._features))
        count = describe_choice(view.array, seat, actions, fact_rows, feature_row)
        judged = {} if opinion is None else {int(one.action): one for one in opinion.judgements}
        order = {number: place for place, number in enumerate(judged, 1)}
        values = [one.value for one in judged.values() if one.value is not None]
        best = max(values, default=None)
        exact = exact_values(game, view, seat, actions[:count].tolist()) if self.source.exact else {}
        shared: dict[str, object] = {
            "game_id": f"{played.number}",
            "seed": str(plain_seed(played.seed)),
            "split": split_of(played.seed),
            "decision": f"{played.number}/{decision.ply}/{seat}",
            "ply": decision.ply,
            "seat": seat,
            "player": played.players[seat],
            "legal_actions": count,
            "unit": None if opinion is None else str(opinion.unit),
            "outcome": None if played.scores is None else float(played.scores[seat]),
            "luck": luck,
        }
        if self.source.views:
            shared |= {"options": self._options, "view": json.dumps(game.to_json(view), ensure_ascii=False, separators=(",", ":"))}
            shared |= dict(zip(self._features, feature_row.tolist(), strict=True))
        if self.source.beliefs and decision.agent is not None:
            found = beliefs(game, view, decision.seed, belief=decision.agent.belief)
            shared["beliefs"] = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        for number, row in zip(actions[:count].tolist(), fact_rows[:count].tolist(), strict=True):
            one = judged.get(number) or Judgement(game.actions[number])
            own: dict[str, object] = {
                "action": game.actions[number].name,
                "value": one.value,
                "error": one.error,
                "visits": one.visits,
                "weight": one.weight,
                "exact_value": exact.get(number, one.value if one.error == 0.0 else None),
                "chosen": number == decision.chosen,
                "preferred": None if opinion is None else number == int(opinion.action),
                "rank": order.get(number),
                "regret": None if one.value is None or best is None else best - one.value,
                **dict(zip(self._facts, row, strict=True)),
            }
            own |= shared
            for name, column in self.columns.items():
                column.append(own.get(name))


IDENTITY = ("game_id", "seed", "split", "decision", "ply", "seat", "player", "legal_actions")
JUDGED = ("action", "chosen", "preferred", "rank", "value", "error", "visits", "weight", "regret", "unit", "exact_value", "outcome", "luck")


def column_names(game: Game, source: DecisionSource) -> list[str]:
    """The columns of a table of decisions, in order."""
    views = ["options", "view"] if source.views else []
    beliefs_column = ["beliefs"] if source.beliefs else []
    return [*IDENTITY, *JUDGED, *views, *beliefs_column, *fact_columns(game), *(feature_columns(game) if source.views else [])]


def exact_values(game: Game, view: State, seat: int, actions: Iterable[int]) -> dict[int, float]:
    """What each action leads to with best play, if the game's solver proves it."""
    module, _, name = str(game.definition.solver).partition(":")
    solve: Callable[[Game, State, Stop], Solution] = getattr(import_module(module), name)
    low, high = Unit.SCORE.bounds(game.spec)
    found = {}
    for number in actions:
        after = State(view.array.copy())
        game.step(after, {seat: number})
        if game.over(after):
            found[number] = game.returns(after)[seat]
            continue
        solution = solve(game, after, Stop())
        if solution.proven:
            found[number] = (low + high) / 2 if solution.winner is None else high if solution.winner == seat else low
    return found
