"""A fair judgement of one decision: the played action and its best rivals get equal samples in the same sampled worlds.

Rivals are halved round by round (sequential halving, Karnin, Koren and Somekh 2013); those that are left are compared in fresh worlds, so
that having been selected flatters nobody. Where a solver proves the results, they are exact.
"""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from joute.arena.statistics.estimates import student_quantile
from joute.core import registry
from joute.core.agent import Agent, Stop
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion, Solution, Unit
from joute.core.rng import seed_of
from joute.core.state import Action, Fields, State
from joute.review.assessment import BATCHES, Assessment, consequences_of, contrast, difference, judgements_of
from joute.review.continuations import Continuations, ContinuationSampler
from joute.review.value_range import unit_of

RIVALS = 8  # actions that are sampled, the played one among them
FINALISTS = 3
SECONDS, SAMPLES = 1.0, 40_000
SEPARATED = 0.995  # confidence, one-sided, from which a difference is stated
MISTAKE, CLEAR = 0.05, 0.01  # of the range of values: a mistake costs more than the first, and surely more than the second
IN_THE_MIX = 0.1  # weight in a mixed strategy from which an action is part of it


class Deadline(Stop):
    """The end of a judgement: some seconds after it starts (0: never), or when another thread sets the flag."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self._at = math.inf
        self._phase = Stop()

    def start(self) -> None:
        """Start the clock."""
        self._at = time.monotonic() + (self.seconds or math.inf)

    def now(self) -> None:
        """End the judgement, and the search that is a part of it."""
        super().now()
        self._phase.now()

    @property
    def passed(self) -> bool:
        """Whether time is up."""
        return bool(self.flag[0]) or time.monotonic() >= self._at

    @contextmanager
    def phase(self, share: float) -> Iterator[Stop]:
        """The stop flag of a search that may take that share of the time left."""
        self._phase = phase = Stop()
        if self.passed:
            phase.now()
        left = self._at - time.monotonic()
        with phase.after(0.0 if left == math.inf else left * share):
            yield phase


class SamplingBudget(NamedTuple):
    """How much a decision is sampled."""

    samples: int  # in all
    seed: int
    deadline: Deadline


def judge(
    game: Game,
    view: State,
    seat: int,
    action: int | str,
    agent: Agent | str | None = None,
    seconds: float | Deadline = SECONDS,
    *,
    samples: int = SAMPLES,
    seed: int = 0,
) -> Assessment:
    """Judge an action of a seat, from what the seat knows: against its best rivals, each with an interval.

    `agent` proposes the rivals (default: the game's advisor). With `samples` continuations in all, the result depends on the seed alone;
    `seconds` is a limit (0: none), or a deadline that another thread may advance, after which those at hand are used.

    >>> import joute
    >>> game = joute.game("morpion", width=4, height=4)
    >>> state = game.new()
    >>> for action in ("a1", "a2", "b1", "b2", "c1", "c2"):
    ...     _ = game.play(state, {game.movers(state)[0]: action})
    >>> judged = joute.judge(game, game.view(state, 0), 0, "a4", agent="alpha_beta:depth=2", seconds=0)
    >>> judged.best.name, judged.cost, judged.exact
    ('d1', 2.0, True)
    """
    chosen = game.actions[game.checked_action(view, seat, action)]
    advisor = registry.agent(agent or registry.advisor_name(game), game) if not isinstance(agent, Agent) else agent
    advisor = advisor.unerring
    prepare_sampler(game, view, seat, advisor)
    deadline = seconds if isinstance(seconds, Deadline) else Deadline(seconds)
    deadline.start()
    with deadline.phase(0.5) as stop:
        opinion = advisor.consider(view, seat, seed_of(seed, "opinion"), stop)
    return assess(game, view, seat, chosen, opinion, advisor.belief, SamplingBudget(samples, seed, deadline))


def prepare_sampler(game: Game, view: State, seat: int, agent: Agent) -> None:
    """Compile what judging with this agent needs besides the agent itself: the sampler, and the solver if the game has one."""
    _sampler(game, view, seat, agent.belief).prepare()
    if game.definition.solver is not None:
        stopped = Stop()
        stopped.now()
        _solve(game, view, stopped)


def assess(game: Game, view: State, seat: int, chosen: Action, opinion: Opinion, belief: str, sampling: SamplingBudget) -> Assessment:
    """Judge an action beside an agent's opinion of the decision."""
    if (proven := proven_assessment(game, view, seat, chosen, opinion, sampling.deadline)) is not None:
        return proven
    decision = _Decision(game, view, seat, chosen, opinion, belief, sampling.seed)
    return sampled_assessment(decision, sampling.samples, sampling.deadline)


# --- proven -------------------------------------------------------------------------------------------------------------------------------


def proven_assessment(game: Game, view: State, seat: int, chosen: Action, opinion: Opinion, deadline: Deadline) -> Assessment | None:
    """The assessment if a solver proves both the position and what the played action leads to; None if not."""
    if game.definition.solver is None:
        return None
    best = _proven_value(game, view, seat, deadline)
    if best is None:
        return None
    value, line = best
    first = line[0] if line else None
    played = best if chosen == first else _proven_after(game, view, seat, chosen, deadline)
    if played is None:
        return None
    own = played[0]
    bound = Unit.SCORE.bounds(game.spec)
    better = first if first is not None and own < value else chosen
    cost = max(0.0, value - own)
    known = {better: Judgement(better, value, error=0.0), chosen: Judgement(chosen, own, error=0.0)}
    others = [Judgement(action, value if value == bound[0] else None) for action in game.legal(view, seat) if action not in known]
    span = bound[1] - bound[0]
    judgements = [*sorted(known.values(), key=lambda judgement: -(judgement.value or 0.0)), *others]
    lines = {action: expected for action, expected in ((chosen, played[1]), (first, line)) if action is not None}
    return Assessment(chosen, better, judgements, cost, 0.0, Unit.SCORE, span, True, cost > MISTAKE * span, opinion, lines=lines)


def _proven_value(game: Game, state: State, seat: int, deadline: Deadline) -> tuple[float, list[Action]] | None:
    """The proven score of the seat and the principal variation of the proof; None if nothing is proven in time."""
    if deadline.passed:
        return None
    with deadline.phase(0.5) as stop:  # what is not proven by then is sampled
        solution = _solve(game, state, stop)
    if not solution.proven:
        return None
    low, high = Unit.SCORE.bounds(game.spec)
    value = (low + high) / 2 if solution.winner is None else high if solution.winner == seat else low
    return value, solution.pv


def _solve(game: Game, state: State, stop: Stop) -> Solution:
    """What the game's solver finds until it is stopped."""
    module, _, name = str(game.definition.solver).partition(":")
    solution: Solution = getattr(import_module(module), name)(game, State(state.array.copy()), stop)
    return solution


def _proven_after(game: Game, view: State, seat: int, action: Action, deadline: Deadline) -> tuple[float, list[Action]] | None:
    """The same for an action of the seat."""
    after = State(view.array.copy())
    game.step(after, {seat: int(action)})
    if game.over(after):
        return game.returns(after)[seat], [action]
    proven = _proven_value(game, after, seat, deadline)
    return None if proven is None else (proven[0], [action, *proven[1]])


# --- sampled ------------------------------------------------------------------------------------------------------------------------------


def _sampler(
    game: Game, view: State, seat: int, belief: str, seed: int = 0, opponents: NDArray[np.float64] | None = None
) -> ContinuationSampler:
    return ContinuationSampler(game, view, seat, unit_of(game), belief, seed, opponents)


class _Decision:
    """A decision that is being sampled."""

    def __init__(self, game: Game, view: State, seat: int, chosen: Action, opinion: Opinion, belief: str, seed: int) -> None:
        self.game, self.view, self.seat, self.chosen, self.opinion = game, view, seat, chosen, opinion
        self.legal = game.legal(view, seat)
        self.unit = unit_of(game)
        self.tactical = not (game.spec.hidden or game.spec.chance or game.spec.simultaneous)
        self.span = self.unit.scale(game.spec)
        self.sampler = _sampler(game, view, seat, belief, seed, opponents_of(game, seat, opinion))

    def mixed(self) -> set[Action]:
        """The actions of the agent's mixed strategy; empty if it has none."""
        matrix = self.opinion.matrix
        if matrix is None:
            return set()
        return {action for action, weight in zip(matrix["rows"], matrix["row_weights"], strict=True) if weight >= IN_THE_MIX}

    def rivals(self) -> list[Action]:
        """The played action, and those that the agent likes best."""
        valued = [one.action for one in self.opinion.judgements if one.value is not None or one.visits or one.weight]
        listed = np.zeros(self.game.spec.widest, np.int64)
        count = self.game.definition.stated["candidates"](Fields.of(self.view), self.seat, listed)
        liked = list(dict.fromkeys([*valued, *(self.game.actions[number] for number in listed[:count].tolist())]))
        ordered = [self.chosen, *(action for action in liked if action != self.chosen)]
        return (ordered + [action for action in self.legal if action not in ordered])[:RIVALS]


def opponents_of(game: Game, seat: int, opinion: Opinion) -> NDArray[np.float64] | None:
    """The mixed strategy of the other seat of two, if the agent has worked it out: [seat, action]."""
    if opinion.matrix is None or game.spec.seats != 2:
        return None
    strategies = np.zeros((2, 1 + max(game.actions)))
    for action, weight in zip(opinion.matrix["columns"], opinion.matrix["column_weights"], strict=True):
        strategies[1 - seat, action] = max(0.0, weight)
    total = strategies[1 - seat].sum()
    return strategies / total if total > 0 else None


def sampled_assessment(decision: _Decision, samples: int, deadline: Deadline) -> Assessment:
    """Halve the rivals, then compare those that are left in fresh worlds."""
    rivals, chosen = decision.rivals(), decision.chosen
    known: dict[Action, Judgement] = {}
    rounds = max(0, math.ceil(math.log2(max(1, len(rivals) / FINALISTS))))
    for _ in range(rounds):
        drawn = draw_samples(decision.sampler, rivals, samples // (2 * rounds), deadline)
        known |= judgements_of(drawn.values, rivals, decision.span)
        ranked = sorted(rivals, key=lambda action: -(known[action].value or 0.0))
        rivals = ranked[: max(FINALISTS, (len(rivals) + 1) // 2)]
        rivals = rivals if chosen in rivals else [*rivals[:-1], chosen]
    final = draw_samples(decision.sampler, rivals, samples // 2 if rounds else samples, deadline)
    found = judgements_of(final.values, rivals, decision.span)
    # Where the agent mixes actions, it would play none but those: samples against its model of the others do not choose between them.
    mixed = decision.mixed()
    mixing = chosen in mixed and len(mixed) > 1
    able = [action for action in rivals if action == chosen or not mixed or action in mixed] if not mixing else [chosen]
    best = max(able, key=lambda action: (found[action].value or 0.0, action == chosen))
    cost, error = difference(final.values, rivals.index(best), rivals.index(chosen), decision.span)
    separated = best == chosen or cost > error * student_quantile(SEPARATED, BATCHES - 1)
    # Careful players overlook combinations: where tactics decide, a search must find the action worse, too.
    undecided = decision.tactical and best != chosen and separated and not disliked(decision.opinion, chosen, decision.span)
    separated = separated and not undecided
    judgements = sorted(found.values(), key=lambda judgement: -(judgement.value or 0.0))
    judgements += sorted((one for action, one in known.items() if action not in found), key=lambda one: -(one.value or 0.0))
    judgements += [Judgement(action) for action in decision.legal if action not in found and action not in known]
    # A number above that of the best action would contradict it: a search rejects that action, or fewer samples flatter it.
    highest = found[best].value or 0.0
    judgements = [one if one.action in able or one.value is None or one.value <= highest else Judgement(one.action) for one in judgements]
    judgements.sort(key=lambda one: one.value is None)
    mistake = separated and is_mistake(cost, error, decision.span) and disliked(decision.opinion, chosen, decision.span)
    if mistake:  # the best action was selected in these worlds: others must confirm it
        again = draw_samples(decision.sampler, [best, chosen], samples // 2, deadline)
        mistake = is_mistake(*difference(again.values, 0, 1, decision.span), decision.span)
    assessed = Assessment(
        played=chosen,
        best=best,
        judgements=judgements,
        cost=(0.0 if best == chosen else cost) if separated else None,
        cost_error=error,
        unit=decision.unit,
        span=decision.span,
        exact=False,
        mistake=mistake,
        opinion=decision.opinion,
        consequences=consequences_of(decision.game, final, rivals),
        samples=final,
        finalists=rivals,
        undecided=undecided,
        mixing=mixing,
    )
    pair = contrast(assessed)
    if pair is None or set(pair) <= set(rivals):
        return assessed
    return replace(assessed, pair=pair, pair_samples=draw_samples(decision.sampler, list(pair), samples // 2, deadline))


def is_mistake(cost: float, error: float, span: float) -> bool:
    """Whether a cost is large, and surely more than nothing."""
    return cost > MISTAKE * span and cost - 2 * error > CLEAR * span


def judged_again(game: Game, view: State, seat: int, judged: Assessment, belief: str, samples: int, seed: int) -> Assessment:
    """The same actions in other sampled worlds, all with the same number of samples: how well does a sampled judgement hold?"""
    actions = [one.action for one in judged.judgements if one.value is not None]
    sampler = _sampler(game, view, seat, belief, seed, opponents_of(game, seat, judged.opinion))
    drawn = draw_samples(sampler, actions, samples, Deadline(0))
    found = judgements_of(drawn.values, actions, judged.span)
    cost, error = difference(drawn.values, actions.index(judged.best), actions.index(judged.played), judged.span)
    ordered = sorted(found.values(), key=lambda judgement: -(judgement.value or 0.0))
    consequences = consequences_of(game, drawn, actions)
    return replace(
        judged, judgements=ordered, cost=cost, cost_error=error, consequences=consequences, samples=drawn, finalists=actions, exact=False
    )


def disliked(opinion: Opinion, action: Action, span: float) -> bool:
    """Whether the agent, too, finds the action worse: not its choice, no part of its mixed strategy, and not nearly as good.

    An agent that gives the action no value dislikes nothing.
    """
    if opinion.action == action:
        return False
    if opinion.matrix is not None:
        weights = dict(zip(opinion.matrix["rows"], opinion.matrix["row_weights"], strict=True))
        return weights.get(action, 0.0) < IN_THE_MIX
    known = {judgement.action: judgement for judgement in opinion.judgements}
    mine, best = known.get(action), known.get(opinion.action)
    if mine is None or best is None or mine.value is None or best.value is None:
        return False
    return best.value - mine.value >= MISTAKE * span / 2


def draw_samples(sampler: ContinuationSampler, actions: list[Action], samples: int, deadline: Deadline) -> Continuations:
    """That number of continuations in all, at least one for each batch; fewer when time is up."""
    batch = max(1, samples // (len(actions) * BATCHES))
    numbers = [int(action) for action in actions]
    drawn = [sampler.sample(numbers, batch)]
    while len(drawn) < BATCHES and not deadline.passed:
        drawn.append(sampler.sample(numbers, batch))
    return Continuations(np.concatenate([one.values for one in drawn]), np.concatenate([one.consequences for one in drawn]))
