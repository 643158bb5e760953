"""Decisions of agents as rows, one for each legal action: who decided, what they knew, what the agent thought of it, and what came of it.

Decisions come from games that agents play here, or from records of games. Forced decisions, with one legal action, are left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from joute.bots.bot_reference import is_bot
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError, Unfit
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion, Unit
from joute.core.record import GameRecord
from joute.core.rng import seed_of, seeded, uniform
from joute.core.state import Json, State
from joute.explain.steps import Steps, considered

RECORDED, FORMAT = "recorded decisions", 1
TRAIN, VALIDATION, TEST = "train", "validation", "test"
TRAIN_SHARE, VALIDATION_SHARE = 0.7, 0.15  # of the seeds; the rest is the test


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
