"""Two agents in the same positions: how often they choose alike, what their choices look like where they differ, and what that costs.

An agent that searches does not always agree with itself under another seed, so that two equal agents do not always agree either. The
similarity takes that into account: agreement divided by the geometric mean of both agreements with oneself, which it cannot exceed
(Cauchy and Schwarz); it is 1 for agents that play every action equally often.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TypedDict

import numpy as np

from joute.arena.statistics.comparisons import holm, two_sided
from joute.arena.statistics.estimates import student_probability, student_quantile
from joute.bots.bot_reference import is_bot
from joute.core import registry
from joute.core.beliefs import UNIFORM
from joute.core.errors import JouteError, Unfit
from joute.core.facts import Fact
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.rng import seed_of
from joute.core.session import Session
from joute.core.state import Json, State
from joute.explain.choice_model import model_facts
from joute.explain.decision_rows import choice_facts
from joute.explain.estimates import Estimate, estimate
from joute.explain.provenance import provenance
from joute.explain.self_play import play_game, results_of, worker_count
from joute.jit.struct import Float64s
from joute.review.continuations import ContinuationSampler, tracked

GAMES_PER_JOB = 2
GAMES, WORLDS = 100, 400
COSTLIEST = 5  # decisions that are listed one by one
SIGNIFICANT = 0.05


@dataclass(frozen=True)
class ComparisonTask:
    """Which agents are compared, and who judges."""

    game: str  # what `registry.game` opens
    options: Mapping[str, object]
    agents: tuple[str, str]
    judge: str  # an agent; empty: sampled worlds in which everybody plays on by the rule `careful`
    worlds: int
    seed: int


@dataclass(frozen=True)
class ComparisonJob:
    """Games for one worker."""

    task: ComparisonTask
    numbers: range


class CostlyDecision(TypedDict):
    """A decision in which the agents differ, and the judge, too."""

    game: int
    ply: int
    seat: int
    actions: list[str]  # of the first and of the second agent
    value: list[float]  # by the judge
    view: Json  # what the seat knew: Game.position reads it


@dataclass(frozen=True)
class ComparedDecision:
    """One decision by both agents."""

    game: int
    legal: int  # number of legal actions
    choices: tuple[tuple[int, int], tuple[int, int]]  # of each agent, under each of two seeds of its own
    known: Float64s | None = None  # [agent, fact] where the first choices differ
    values: tuple[float, float] | None = None  # of the first choices, by the judge
    listed: CostlyDecision | None = None

    @property
    def differs(self) -> bool:
        """Whether the first choices differ."""
        return self.choices[0][0] != self.choices[1][0]


class ComparisonWorker:
    """Plays games between the two agents, and asks both about each decision, twice."""

    def __init__(self) -> None:
        self._task: ComparisonTask | None = None

    def run(self, job: ComparisonJob) -> list[ComparedDecision]:
        """The decisions of the job's games."""
        if self._task != job.task:
            self._task, self._game = job.task, registry.game(job.task.game, **job.task.options).fast()
            self._agents = [registry.agent(text, self._game) for text in job.task.agents]
            self._judge = registry.agent(job.task.judge, self._game) if job.task.judge else None
        return [decision for number in job.numbers for decision in self._play(job.task, number)]

    def close(self) -> None:
        """Close the agents."""
        for agent in [*self._agents, *filter(None, [self._judge])] if self._task else ():
            agent.close()

    def _play(self, task: ComparisonTask, number: int) -> Iterator[ComparedDecision]:
        seats = [(seat + number) % 2 for seat in range(self._game.spec.seats)]
        found: list[ComparedDecision] = []

        def decide(session: Session, seat: int) -> int:
            found.append(self._compared(task, session, number, seat))
            return found[-1].choices[seats[seat]][0]

        play_game(self._game, [task.agents[who] for who in seats], seed_of(task.seed, "comparison", number), decide)
        yield from found

    def _compared(self, task: ComparisonTask, session: Session, number: int, seat: int) -> ComparedDecision:
        game, view, seed = self._game, self._game.view(session.state, seat), session.decision_seed(seat)
        first, second = [
            (int(agent.choose(view, seat, seed_of(seed, who, 0))), int(agent.choose(view, seat, seed_of(seed, who, 1))))
            for who, agent in enumerate(self._agents)
        ]
        decision = ComparedDecision(number, len(game.legal_numbers(view, seat)), (first, second))
        if not decision.differs:
            return decision
        actions = [first[0], second[0]]
        known, values = self._judged(task, view, seat, actions, seed_of(seed, "judged"))
        listed: CostlyDecision | None = None
        if values is not None:
            names = [game.actions[action].name for action in actions]
            listed = {"game": number, "ply": session.ply, "seat": seat, "actions": names, "value": list(values), "view": game.to_json(view)}
        return ComparedDecision(number, decision.legal, decision.choices, known, values, listed)

    def _judged(
        self, task: ComparisonTask, view: State, seat: int, actions: list[int], seed: int
    ) -> tuple[Float64s, tuple[float, float] | None]:
        """What is known of the two actions, and their values: in the same worlds, or by the judge."""
        numbers, rows = choice_facts(self._game, view, seat)
        known = rows[[numbers.tolist().index(action) for action in actions]]
        sampled = ContinuationSampler(self._game, view, seat, Unit.SCORE, UNIFORM, seed).sample(actions, task.worlds)
        if tracked(self._game):
            known = np.hstack([known, sampled.consequences.mean(axis=0)])
        if self._judge is None:
            mean = sampled.values.mean(axis=0).tolist()
            return known, (mean[0], mean[1])
        judged = {int(one.action): one.value for one in self._judge.consider(view, seat, seed).judgements}
        one, other = judged.get(actions[0]), judged.get(actions[1])
        return known, None if one is None or other is None else (one, other)


# --- the report ---------------------------------------------------------------------------------------------------------------------------


class FactDifference(TypedDict):
    """A fact of both agents' actions, where they differ."""

    name: str
    means: list[float]  # of the first and of the second agent
    difference: Estimate
    probability: float  # of so large a difference by chance alone, corrected for the number of facts (Holm 1979)


@dataclass(frozen=True)
class AgentComparison:
    """Two agents in the same positions."""

    game: Game
    agents: tuple[str, str]
    games: int
    decisions: int
    chance: float  # the agreement of random play
    self_agreement: tuple[Estimate, Estimate]  # under another seed
    agreement: Estimate
    similarity: Estimate  # agreement divided by the geometric mean of both agreements with oneself
    differing: int  # decisions in which the first choices differ
    judge: str  # an agent; empty: careful players in sampled worlds
    unit: Unit  # of the costs
    gain: Estimate | None  # by the judge, what the first agent's choices gain a decision; None: it has no values
    gain_where_different: Estimate | None
    facts: list[FactDifference]  # the surest difference first
    costliest: list[CostlyDecision]
    worlds: int
    seed: int

    def fact(self, name: str) -> Fact:
        """A fact or a consequence of the game."""
        return next(fact for fact in compared_facts(self.game) if fact.name == name)

    def to_json(self, command: str = "") -> Json:
        """For a program, with everything that is needed to repeat it."""
        own = ("decisions", "chance", "agreement", "similarity", "differing", "gain", "gain_where_different", "facts", "costliest")
        return {
            "joute agent comparison": 1,
            "agents": list(self.agents),
            "games": self.games,
            "self_agreement": list(self.self_agreement),
            **{name: getattr(self, name) for name in own},
            "judge": self.judge or None,
            "unit": str(self.unit),
            "worlds": self.worlds,
            **provenance(self.game, self.seed, command),
        }


def compared_facts(game: Game) -> list[Fact]:
    """What is known of each choice: the facts of the game and its sampled consequences."""
    return model_facts(game, WORLDS)


def compare_agents(
    game: Game,
    agents: Sequence[str],
    games: int = GAMES,
    seed: int = 0,
    *,
    judge: str = "",
    worlds: int = WORLDS,
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> AgentComparison:
    """Ask two agents for their choice in the same positions, from games between them.

    Where they differ, `judge`, an agent, values both actions; without one, both are played in the same sampled worlds, everybody playing on
    by the rule `careful`.

    >>> import joute
    >>> found = joute.compare_agents(joute.game("diamant", seats=2, rounds=1), ["exit_factor", "random"], games=10, worlds=50)
    >>> found.agents, found.chance <= found.self_agreement[0]["mean"] <= 1
    (('exit_factor', 'random'), True)
    """
    if len(agents) != 2:
        raise JouteError("a comparison is of two agents; {count} were given", count=len(agents))
    first, second = agents
    unit = check_comparison(game, (first, second), judge, games)
    task = ComparisonTask(registry.address(game), vars(game.options), (first, second), judge, worlds, seed)
    jobs = [ComparisonJob(task, range(start, min(games, start + GAMES_PER_JOB))) for start in range(0, games, GAMES_PER_JOB)]
    found: list[ComparedDecision] = []
    for place, decisions in enumerate(results_of(ComparisonWorker, jobs, worker_count(workers, len(jobs))), 1):
        found += decisions
        progress(min(games, place * GAMES_PER_JOB), games)
    if not found:
        raise Unfit("nobody has anything to choose in {game}", game=game.name)
    return summary(game, task, games, unit, found)


def check_comparison(game: Game, agents: tuple[str, str], judge: str, games: int) -> Unit:
    """The unit of the costs; refuse what cannot be done."""
    named = [*agents, judge] if judge else list(agents)
    for text in named:
        if is_bot(text):
            raise Unfit("{bot} is a bot, which has no opinions", bot=text)
    if games < 1:
        raise JouteError("a comparison has at least one game; {games} were asked for", games=games)
    made = [registry.agent(text, game) for text in named]
    return made[-1].unit if judge else Unit.SCORE


def summary(game: Game, task: ComparisonTask, games: int, unit: Unit, found: Sequence[ComparedDecision]) -> AgentComparison:
    """The report on all decisions."""
    of = [decision.game for decision in found]
    selves = [[float(decision.choices[who][0] == decision.choices[who][1]) for decision in found] for who in range(2)]
    alike = [fmean(one == other for one in decision.choices[0] for other in decision.choices[1]) for decision in found]
    apart = [decision for decision in found if decision.differs]
    judged = [(decision.game, decision.values[0] - decision.values[1]) for decision in apart if decision.values is not None]
    unjudged = {id(decision) for decision in apart if decision.values is None}
    gains = [(one.game, one.values[0] - one.values[1] if one.values else 0.0) for one in found if id(one) not in unjudged]
    listed = [decision.listed for decision in apart if decision.listed is not None]
    return AgentComparison(
        game=game,
        agents=task.agents,
        games=games,
        decisions=len(found),
        chance=fmean(1 / decision.legal for decision in found),
        self_agreement=(estimate(selves[0], of), estimate(selves[1], of)),
        agreement=estimate(alike, of),
        similarity=similarity(alike, selves, of),
        differing=len(apart),
        judge=task.judge,
        unit=unit,
        gain=estimate([gain for _, gain in gains], [number for number, _ in gains]) if judged or not apart else None,
        gain_where_different=estimate([gain for _, gain in judged], [number for number, _ in judged]) if judged else None,
        facts=fact_differences(game, apart),
        costliest=sorted(listed, key=lambda one: -abs(one["value"][0] - one["value"][1]))[:COSTLIEST],
        worlds=task.worlds,
        seed=task.seed,
    )


def similarity(alike: Sequence[float], selves: Sequence[Sequence[float]], games: Sequence[int]) -> Estimate:
    """Agreement, as a share of what two equal agents would reach; the interval leaves out one game at a time (jackknife)."""
    names, places = np.unique(games, return_inverse=True)
    sums = np.stack([np.bincount(places, row, len(names)) for row in (alike, *selves)])

    def share(of: Float64s) -> float:
        ceiling = math.sqrt(of[1] * of[2])
        return float(of[0] / ceiling) if ceiling else 0.0

    whole, count = sums.sum(axis=1), len(names)
    value = share(whole)
    if count < 3:
        return {"mean": value, "interval": None}
    pseudo = [count * value - (count - 1) * share(whole - sums[:, place]) for place in range(count)]
    half = student_quantile(0.975, count - 1) * stdev(pseudo) / math.sqrt(count)
    return {"mean": value, "interval": [value - half, value + half]}


def fact_differences(game: Game, apart: Sequence[ComparedDecision]) -> list[FactDifference]:
    """Every fact that is not the same in all of these decisions, the surest difference first."""
    facts, rows = compared_facts(game), [decision.known for decision in apart if decision.known is not None]
    if not facts or not rows:
        return []
    known, games = np.stack(rows), [decision.game for decision in apart if decision.known is not None]
    found: list[FactDifference] = []
    for place, fact in enumerate(facts):
        first, second = known[:, 0, place], known[:, 1, place]
        if (first != second).any():
            difference = estimate((first - second).tolist(), games)
            means = [float(first.mean()), float(second.mean())]
            found.append(
                {"name": fact.name, "means": means, "difference": difference, "probability": by_chance(difference, len(set(games)))}
            )
    for one, probability in zip(found, holm([one["probability"] for one in found]), strict=True):
        one["probability"] = probability
    return sorted(found, key=lambda one: (one["probability"], -abs(one["difference"]["mean"])))


def by_chance(difference: Estimate, games: int) -> float:
    """The probability of so large a difference if there is none."""
    if difference["interval"] is None:
        return 1.0
    error = (difference["interval"][1] - difference["mean"]) / student_quantile(0.975, games - 1)
    return two_sided(student_probability(difference["mean"] / error, games - 1)) if error > 0 else 0.0
