"""Imitating an agent: its decisions are collected, small models are fitted to them, and the models are measured on other deals.

Collecting goes in rounds (DAgger, Ross, Gordon and Bagnell 2011; VIPER, Bastani, Pu and Solar-Lezama 2018): first the agent plays, then
the model; the agent labels every decision, and one that costs more counts more.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any, TypedDict

import numpy as np

from joute.arena.duel import duel
from joute.arena.statistics.estimates import clustered_interval, mean_interval
from joute.bots.bot_reference import is_bot
from joute.core import registry, settings
from joute.core.agent import Agent
from joute.core.errors import JouteError, Unfit
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.rng import plain_seed, seed_of
from joute.core.session import Session
from joute.core.state import State
from joute.explain.choice_model import CURVES, KINDS, RULES, TREE, ChoiceModel, input_rows, known_of_choice, model_facts, model_inputs
from joute.explain.learners import ChoiceExamples, agreement, fit_curves, fit_rule_list, fit_tree, joined, mean_regret
from joute.explain.provenance import LEARNERS, provenance
from joute.explain.self_play import play_game, results_of, worker_count
from joute.jit.struct import Float64s, Int64s
from joute.review.continuations import tracked

GAMES_PER_JOB = 2
WORLDS = 200  # sampled for the consequences of every action
FIRST_ROUND, LATER_ROUNDS = 0.5, 2  # share of the games that the agent plays; rounds in which the model plays the others
HELD_OUT = 1 / 3  # games for the measures, as a share of those for the fit
REFITS = 2  # on other samples of the games, to measure how stable a model is
EQUAL_WEIGHT = 0.5  # of a decision's weight that does not depend on what is at stake
FITS: Mapping[str, Callable[[ChoiceModel, ChoiceExamples, int], ChoiceModel]] = {
    TREE: fit_tree,
    RULES: fit_rule_list,
    CURVES: fit_curves,
}

Progress = Callable[[str, int, int], None]  # phase, done, of


@dataclass(frozen=True)
class Imitation:
    """Which agent is imitated, and how much is spent on it."""

    game: str  # what `registry.game` opens
    options: Mapping[str, object]
    agent: str
    games: int
    seed: int = 0
    worlds: int = WORLDS
    sizes: tuple[int, ...] = (3, 8, 20)
    kinds: tuple[str, ...] = KINDS
    duel_games: int = 0


@dataclass(frozen=True)
class LabelJob:
    """Games for one worker: who plays, and the agent that labels."""

    imitation: Imitation
    player: str
    stream: str  # of the seeds
    numbers: range


@dataclass(frozen=True)
class LabelledChoices:
    """Decisions with what is known of each legal action, and what the agent thinks."""

    known: Float64s  # [action, fact]
    sizes: Int64s  # [decision]
    labels: Float64s  # [action, opinion] 1 for the action that the agent prefers, under each of two seeds
    values: Float64s  # [action] mean of the opinions; NaN: none
    numbers: Int64s  # [action] of the action in the game
    games: Int64s  # [decision]


class LabelWorker:
    """Plays games, and asks the agent about each decision, twice."""

    def __init__(self) -> None:
        self._opened: tuple[Imitation, str] | None = None

    def run(self, job: LabelJob) -> LabelledChoices:
        """The labelled decisions of the job's games."""
        imitation = job.imitation
        if self._opened != (imitation, job.player):
            self._game = registry.game(imitation.game, **imitation.options).fast()
            self._labeller = registry.agent(imitation.agent, self._game)
            self._player = registry.agent(job.player, self._game)
            self._opened = imitation, job.player
        found = [choice for number in job.numbers for choice in self._play(job, number)]
        width = len(model_facts(self._game, imitation.worlds))
        return LabelledChoices(
            np.concatenate([np.zeros((0, width)), *(one[1] for one in found)]),
            np.array([len(one[1]) for one in found], np.int64),
            np.concatenate([np.zeros((0, 2)), *(one[2] for one in found)]),
            np.concatenate([np.zeros(0), *(one[3] for one in found)]),
            np.concatenate([np.zeros(0, np.int64), *(one[4] for one in found)]),
            np.array([one[0] for one in found], np.int64),
        )

    def close(self) -> None:
        """Close the agents."""
        if self._opened:
            self._labeller.close()
            self._player.close()

    def _play(self, job: LabelJob, number: int) -> Iterator[tuple[int, Float64s, Float64s, Float64s, Int64s]]:
        game, own = self._game, job.player == job.imitation.agent
        found = []

        def decide(session: Session, seat: int) -> int:
            view, seed = game.view(session.state, seat), session.decision_seed(seat)
            labelled, first = self._labelled(job.imitation, view, seat, seed)
            found.append((number, *labelled))
            return int(first.action) if own else self._player.choose(view, seat, seed)

        play_game(game, [job.player] * game.spec.seats, seed_of(job.imitation.seed, job.stream, number), decide)
        yield from found

    def _labelled(
        self, imitation: Imitation, view: State, seat: int, seed: int
    ) -> tuple[tuple[Float64s, Float64s, Float64s, Int64s], Opinion]:
        actions, known = known_of_choice(self._game, view, seat, imitation.worlds, seed)
        opinions = [self._labeller.consider(view, seat, one) for one in (seed, seed_of(seed, "again"))]
        labels = np.stack([actions == int(opinion.action) for opinion in opinions], axis=1).astype(np.float64)
        judged = [{int(one.action): one.value for one in opinion.judgements} for opinion in opinions]
        values = np.array([[np.nan if (value := own.get(number)) is None else value for own in judged] for number in actions.tolist()])
        return (known, labels, values.mean(axis=1), actions), opinions[0]


def collect(
    imitation: Imitation, player: str, stream: str, games: int, workers: int, progress: Callable[[int, int], None]
) -> LabelledChoices:
    """The labelled decisions of that many games; the same on any number of processes."""
    jobs = [
        LabelJob(imitation, player, stream, range(first, min(games, first + GAMES_PER_JOB))) for first in range(0, games, GAMES_PER_JOB)
    ]
    parts = []
    for found in results_of(LabelWorker, jobs, worker_count(workers, len(jobs))):
        parts.append(found)
        progress(min(games, len(parts) * GAMES_PER_JOB), games)
    names = ("known", "sizes", "labels", "values", "numbers", "games")
    return LabelledChoices(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def examples_of(empty: ChoiceModel, found: LabelledChoices, opinions: Sequence[int] = (0, 1)) -> ChoiceExamples:
    """The decisions as a learner reads them; a decision weighs more if more is at stake in the agent's values."""
    starts = np.append(0, np.cumsum(found.sizes)[:-1]).astype(np.int64)
    regret = np.repeat(np.fmax.reduceat(found.values, starts), found.sizes) - found.values
    counted = np.add.reduceat(np.isfinite(regret), starts)
    stake = np.add.reduceat(np.nan_to_num(regret), starts) / np.maximum(counted, 1)
    weights = EQUAL_WEIGHT + (1 - EQUAL_WEIGHT) * stake / stake.mean() if stake.mean() > 0 else np.ones(len(starts))
    played = found.labels[:, list(opinions)].mean(axis=1)
    return ChoiceExamples(input_rows(empty.inputs, found.known, starts), starts, played, weights, regret, found.games)


# --- the report ---------------------------------------------------------------------------------------------------------------------------


class SurrogateReport(TypedDict):
    """How well a model imitates."""

    file: str
    kind: str
    size: int  # leaves, rules or curves
    fidelity: float  # share of decisions on other deals in which it plays what the agent plays
    fidelity_interval: list[float] | None
    relative: float  # fidelity divided by the agent's agreement with itself
    regret: float | None  # by the agent's own values, in its unit, for each decision
    stability: float | None  # agreement with models that are fitted to other samples of the games
    symmetry: float | None  # agreement with its own choices in the same positions with other suits, or turned; None: there are none
    points_lost: float | None  # a game, in games between the agent and the model
    points_lost_interval: list[float] | None
    elo: float | None  # of the model against the agent
    elo_interval: list[float | None] | None


class ImitationReport(TypedDict):
    """An agent and the models that imitate it."""

    game: str
    options: Mapping[str, object]
    agent: str
    agent_version: str
    unit: str
    seed: int | str
    games: int
    decisions: int  # to fit the models
    held_out: int  # to measure them
    chance: float  # the fidelity of random play
    self_agreement: float  # of the agent with another seed
    self_agreement_interval: list[float] | None
    worlds: int
    surrogates: list[SurrogateReport]


def check_imitation(game: Game, imitation: Imitation) -> Agent:
    """The agent that is imitated; refuse what cannot be done."""
    if is_bot(imitation.agent):
        raise Unfit("{bot} is a bot, which has no opinions", bot=imitation.agent)
    if not game.definition.facts:
        raise Unfit("{game} has no facts: its definition names none", game=game.name)
    if not imitation.sizes or min(imitation.sizes) < 2 or max(imitation.sizes) > 1000:
        raise JouteError("sizes are from 2 to 1000 leaves, separated by commas; {sizes} were given", sizes=list(imitation.sizes))
    return registry.agent(imitation.agent, game)


def imitate(
    game: Game, imitation: Imitation, folder: Path, workers: int = 1, progress: Progress = lambda phase, done, of: None
) -> tuple[ImitationReport, list[ChoiceModel]]:
    """Fit models of every kind and size, write each to the folder, and measure them."""
    agent = check_imitation(game, imitation)
    imitation = replace(imitation, worlds=imitation.worlds if tracked(game) else 0)
    facts = model_facts(game, imitation.worlds)
    empty = ChoiceModel(TREE, game.name, [fact.name for fact in facts], model_inputs(facts), worlds=imitation.worlds)
    # 1. The agent plays; its decisions on other deals are for the measures.
    first = max(1, round(FIRST_ROUND * imitation.games))
    seen = collect(imitation, imitation.agent, "imitation", first, workers, lambda done, of: progress("agent", done, of))
    held = max(3, round(HELD_OUT * imitation.games))
    other = collect(imitation, imitation.agent, "held out", held, workers, lambda done, of: progress("held out", done, of))
    if not len(seen.sizes) or not len(other.sizes):
        raise Unfit("{agent} has nothing to choose in {game}", agent=imitation.agent, game=game.name)
    parts, test = [examples_of(empty, seen)], examples_of(empty, other, [0])
    # 2. The largest tree plays, the agent labels.
    later = (imitation.games - first) // LATER_ROUNDS
    student = folder / f"tree{max(imitation.sizes)}.json"
    for number in range(1, 1 + LATER_ROUNDS if later else 1):
        fit_tree(empty, joined(parts), max(imitation.sizes)).save(student)
        found = collect(
            imitation, f"surrogate:file={student}", f"imitation {number}", later, workers, lambda done, of: progress("model", done, of)
        )
        parts.append(examples_of(empty, replace(found, games=found.games + number * imitation.games)))
    examples = joined(parts)
    # 3. Fit and measure.
    again = examples_of(empty, other, [1])
    itself = np.add.reduceat(test.played * again.played, test.starts)
    report: ImitationReport = {
        "game": game.name,
        "options": settings.changed(game.options),
        "agent": imitation.agent,
        "agent_version": agent.version,
        "unit": str(agent.unit),
        "seed": plain_seed(imitation.seed),
        "games": imitation.games,
        "decisions": len(examples.starts),
        "held_out": len(test.starts),
        "chance": float(np.mean(1 / test.sizes)),
        "self_agreement": float(itself.mean()),
        "self_agreement_interval": _interval(itself, test.games),
        "worlds": imitation.worlds,
        "surrogates": [],
    }
    wanted = [(kind, size) for kind in imitation.kinds for size in imitation.sizes]
    models = []
    for place, (kind, size) in enumerate(wanted):
        progress("fitting", place, len(wanted))
        model = FITS[kind](empty, examples, size)
        row = measured(model, test, report["self_agreement"])
        row["stability"] = stability(model, partial(FITS[kind], empty), size, (examples, test), imitation.seed)
        row["symmetry"] = symmetry(game, model, test, other.numbers)
        file = folder / f"{kind}{size}.json"
        made = {"agent": imitation.agent, "version": agent.version, "games": imitation.games, "seed": str(plain_seed(imitation.seed))}
        models.append(replace(model, made=made | {"fidelity": row["fidelity"], "self_agreement": report["self_agreement"]}))
        models[-1].save(file)
        row["file"] = str(file)
        report["surrogates"].append(row)
    for place, row in enumerate(report["surrogates"] if imitation.duel_games else []):
        progress("duel", place, len(wanted))
        play_against(game, imitation, row, workers)
    return report, models


def measured(model: ChoiceModel, test: ChoiceExamples, itself: float) -> SurrogateReport:
    """Fidelity and regret on held-out decisions."""
    same, lost = agreement(model, test), mean_regret(model, test)
    return {
        "file": "",
        "kind": model.kind,
        "size": model.size,
        "fidelity": float(same.mean()),
        "fidelity_interval": _interval(same, test.games),
        "relative": float(same.mean() / itself) if itself else 0.0,
        "regret": float(lost.mean()) if len(lost) else None,
        "stability": None,
        "symmetry": None,
        "points_lost": None,
        "points_lost_interval": None,
        "elo": None,
        "elo_interval": None,
    }


def _interval(of_decisions: Float64s, games: Int64s) -> list[float] | None:
    """Decisions of one game are not independent: games are."""
    bounds = clustered_interval(of_decisions.tolist(), games.tolist())
    return None if bounds is None else list(bounds)


def stability(
    model: ChoiceModel,
    fit: Callable[[ChoiceExamples, int], ChoiceModel],
    size: int,
    fitted_and_held_out: tuple[ChoiceExamples, ChoiceExamples],
    seed: int,
) -> float:
    """How often models that are fitted to other samples of the games play the same as this one."""
    examples, test = fitted_and_held_out
    own, names, found = model.shares(test.rows, test.starts), np.unique(examples.games), []
    for number in range(REFITS):
        drawn = np.random.default_rng(seed_of(seed, "refit", number)).choice(names, len(names))
        places = np.concatenate([np.flatnonzero(examples.games == game) for game in drawn])
        other = fit(examples.part(places), size).shares(test.rows, test.starts)
        found.append(float(np.add.reduceat(own * other, test.starts).mean()))
    return fmean(found)


def symmetry(game: Game, model: ChoiceModel, test: ChoiceExamples, numbers: Int64s) -> float | None:
    """How often a model plays the same where everything is alike but the suits, or where the board is turned: mean of all symmetries.

    Facts do not depend on names, but of actions that it finds equal a model may play the first.
    """
    found = game.definition.symmetries
    orders = [np.array(actions) for _, actions in found(game.options)] if found else []
    own, same = model.shares(test.rows, test.starts), []
    decisions = test.spread(np.arange(len(test.starts)))
    for order in orders:
        if (order != np.arange(len(order))).any():
            places = np.lexsort((order[numbers], decisions))
            other = model.shares(test.rows[places], test.starts)
            same.append(float((own[places] * other).sum() / len(test.starts)))
    # Equal actions are drawn at random in both: then agreement is measured against the model's agreement with itself.
    return fmean(same) / float((own * own).sum() / len(test.starts)) if same else None


def play_against(game: Game, imitation: Imitation, row: SurrogateReport, workers: int) -> None:
    """Let the model play the agent, and note what that costs."""
    seed = seed_of(imitation.seed, "surrogate duel")
    result = duel(
        game, [f"surrogate:file={row['file']}", imitation.agent], imitation.duel_games, seed=seed, workers=workers or os.cpu_count() or 1
    )
    blocks: dict[int, list[float]] = {}
    for played in result.played:
        scores: list[list[float]] = [[], []]
        for seat, who in enumerate(played.seats):
            scores[who].append(played.scores[seat])
        blocks.setdefault(played.block, []).append(fmean(scores[1]) - fmean(scores[0]))
    lost = [fmean(block) for block in blocks.values()]
    bounds = mean_interval(lost)
    row["points_lost"], row["points_lost_interval"] = fmean(lost), None if bounds is None else list(bounds)
    standing = result.standing(0)
    row["elo"], row["elo_interval"] = standing["elo"], standing["elo_interval"]


def report_json(game: Game, report: ImitationReport, seed: int, command: str = "") -> dict[str, Any]:
    """The report as a file stores it, with everything that is needed to repeat it."""
    return {"joute surrogates": 1, **report, **provenance(game, seed, command, LEARNERS)}
