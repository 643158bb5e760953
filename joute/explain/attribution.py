"""What the difference between two actions is due to: things that the seat knows, facts of the actions, hidden cards, and outcomes.

Shapley values share the difference out among things (Shapley 1953; for behaviour of agents: Beechey et al. 2023). A thing that is left out
is not replaced by a random column: it is drawn again by the game, together with all that is hidden, so that only possible worlds count.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from joute.arena.statistics.estimates import student_quantile
from joute.core.beliefs import UNIFORM, fill_worlds, new_chain
from joute.core.contract import Actions, Odds, facts, hide, legal
from joute.core.explanation import ExplanationModule, KnownThing
from joute.core.facts import Fact, FactKind
from joute.core.game import Game
from joute.core.rng import seed_of, seeded
from joute.core.state import Action, State, States
from joute.explain.explanation_info import ShareInfo, WorldStatementInfo
from joute.explain.steps import Steps
from joute.i18n import in_every_language, say
from joute.jit.compile import compiled
from joute.review.continuations import Continuations, ContinuationSampler, SamplingSpace, play_candidate, tracked, unrelated_seed
from joute.review.reasons import FACT_WEIGHTS, fact_weights
from joute.review.value_range import unit_of

SEEDS = 8  # independent repetitions, from which intervals come
EXACT_THINGS = 10  # up to this number, all sets of things are evaluated; beyond, orders are sampled
EXACT_TOPICS = 8  # of facts
WITHOUT_SHARE = 10  # part of the samples that goes to the question what one thing alone changes
RIDGE = 30.0  # decisions that the weights of many games count for
FEWEST, MOST_ALIKE, CLEARLY = 0.05, 0.5, 2.6  # worlds with a statement; correlation of two statements; standard errors
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Share:
    """The part of a difference that is due to one thing."""

    name: str
    label: dict[str, str]  # by language; `{0}` stands for the player on the first seat
    value: float
    error: float  # standard error, over independent seeds

    @property
    def interval(self) -> tuple[float, float]:
        """In which the mean of endless samples lies in 95 of 100 cases."""
        half = student_quantile(0.975, SEEDS - 1) * self.error
        return self.value - half, self.value + half

    def info(self) -> ShareInfo:
        """For a program."""
        return {"name": self.name, "label": self.label, "value": self.value, "error": self.error, "interval": list(self.interval)}


def shares_of(names: Sequence[str], labels: Sequence[dict[str, str]], by_seed: Floats) -> list[Share]:
    """Means and standard errors over seeds [seed, thing]."""
    means, errors = by_seed.mean(axis=0), by_seed.std(axis=0, ddof=1) / math.sqrt(len(by_seed))
    return [Share(*row) for row in zip(names, labels, means.tolist(), errors.tolist(), strict=True)]


def explanation_module(game: Game) -> ExplanationModule | None:
    """The game's own knowledge of what a seat knows; None if it states none."""
    return cast(ExplanationModule, import_module(game.definition.explanation)) if game.definition.explanation else None


class Contrast:
    """Two actions of one decision, compared in worlds that are sampled as the questions need them."""

    def __init__(self, game: Game, view: State, seat: int, pair: tuple[Action, Action], seed: int) -> None:
        self.game, self.view, self.seat, self.pair, self.seed = game, view, seat, pair, seed
        self.numbers = (int(pair[0]), int(pair[1]))
        self.module = explanation_module(game)
        self.things: list[KnownThing] = self.module.known_things(game, view, seat, self.numbers) if self.module else []

    def sampler(self, *purpose: object) -> ContinuationSampler:
        """Continuations under a seed of their own."""
        return ContinuationSampler(self.game, self.view, self.seat, unit_of(self.game), UNIFORM, seed_of(self.seed, *purpose))

    def worlds(self, known: NDArray[np.bool_], *purpose: object) -> States:
        """A world for each row of what is known [world, thing]."""
        assert self.module is not None
        seed = seed_of(self.seed, *purpose)
        return self.module.recalled_worlds(self.game, self.view, self.seat, self.numbers, self.things, known, seed)

    def gaps(self, known: NDArray[np.bool_], *purpose: object) -> Floats:
        """How much better the first action is than the second, in one world for each row of what is known."""
        return self.played(self.worlds(known, *purpose), *purpose)

    def played(self, worlds: States, *purpose: object) -> Floats:
        """The difference between the two actions in each of the worlds."""
        values = self.sampler(*purpose, "played").sample_in(worlds, list(self.numbers)).values
        gaps: Floats = values[:, 0] - values[:, 1]
        return gaps

    def view_gap(self, view: State, seed: int, samples: int) -> float:
        """The difference between the two actions from another view, in worlds that fit it."""
        sampler = ContinuationSampler(self.game, view, self.seat, unit_of(self.game), UNIFORM, seed)
        means = sampler.sample(list(self.numbers), samples).values.mean(axis=0)
        return float(means[0] - means[1])


# --- what the seat knows ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KnowledgeShares:
    """Shapley values of the things that a seat knows."""

    shares: list[Share]  # in the order of the things
    nothing: float  # the difference if none of them is known
    everything: float  # if all are known
    without: list[float]  # if all but this one are known, for each thing
    exact: bool  # all sets of things were evaluated; else orders were sampled

    def ranked(self) -> list[Share]:
        """The weightiest first."""
        return sorted(self.shares, key=lambda share: -abs(share.value))


def knowledge_shares(contrast: Contrast, samples: int) -> Steps[KnowledgeShares]:
    """What each known thing contributes to the difference between the two actions."""
    count = len(contrast.things)
    rows, ends = [], []
    for seed in range(SEEDS):
        yield seed / (SEEDS + 1)
        values = (
            exact_shapley(contrast, samples // SEEDS, seed) if count <= EXACT_THINGS else sampled_shapley(contrast, samples // SEEDS, seed)
        )
        rows.append(values[0])
        ends.append(values[1:])
    things = contrast.things
    shares = shares_of([thing.name for thing in things], [thing.label for thing in things], np.array(rows).reshape(SEEDS, count))
    nothing, everything = np.array(ends).mean(axis=0).tolist()
    yield SEEDS / (SEEDS + 1)
    return KnowledgeShares(shares, nothing, everything, without_each(contrast, samples // WITHOUT_SHARE), count <= EXACT_THINGS)


def without_each(contrast: Contrast, samples: int) -> list[float]:
    """The difference if one thing alone is not known, for each thing."""
    count = len(contrast.things)
    each = max(1, samples // max(1, count))
    known = ~np.eye(count, dtype=np.bool_)
    gaps = contrast.gaps(known.repeat(each, axis=0), "without").reshape(count, each)
    return [float(gap) for gap in gaps.mean(axis=1)]


def coalition_values(contrast: Contrast, samples: int, seed: int) -> Floats:
    """The mean difference for every set of known things, by the bits of its number."""
    sets = 1 << len(contrast.things)
    each = max(1, samples // sets)
    known = all_sets(len(contrast.things)).repeat(each, axis=0)
    values: Floats = contrast.gaps(known, "sets", seed).reshape(sets, each).mean(axis=1)
    return values


def all_sets(count: int) -> NDArray[np.bool_]:
    """Every set of things [set, thing], by the bits of its number."""
    return (np.arange(1 << count)[:, None] >> np.arange(count) & 1).astype(np.bool_)


def exact_shapley(contrast: Contrast, samples: int, seed: int) -> tuple[Floats, float, float]:
    """Shapley values from all sets, and the difference if nothing and if everything is known."""
    values = coalition_values(contrast, samples, seed)
    return shapley_of_sets(values), float(values[0]), float(values[-1])


def shapley_of_sets(values: Floats) -> Floats:
    """Shapley values of a function of all sets, given by the bits of their numbers.

    >>> shapley_of_sets(np.array([0.0, 1.0, 3.0, 8.0])).tolist()
    [3.0, 5.0]
    """
    count = len(values).bit_length() - 1
    numbers = np.arange(len(values))
    sizes = np.bitwise_count(numbers)
    weights = np.array(
        [math.factorial(size) * math.factorial(max(0, count - size - 1)) / math.factorial(count) for size in range(count + 1)]
    )
    shapley = np.zeros(count)
    for thing in range(count):
        without = numbers[numbers >> thing & 1 == 0]
        shapley[thing] = (weights[sizes[without]] * (values[without | 1 << thing] - values[without])).sum()
    return shapley


def sampled_shapley(contrast: Contrast, samples: int, seed: int) -> tuple[Floats, float, float]:
    """Shapley values from random orders in which things become known, each order also backwards."""
    count = len(contrast.things)
    rng = np.random.default_rng(seed_of(contrast.seed, "orders", seed))
    orders = np.array([rng.permutation(count) for _ in range(max(1, samples // (2 * (count + 1))))])
    orders = np.concatenate([orders, orders[:, ::-1]])
    places = np.argsort(orders, axis=1)  # [order, thing] -> when it becomes known
    known = places[:, None, :] < np.arange(count + 1)[None, :, None]  # [order, step, thing]
    gaps = contrast.gaps(known.reshape(-1, count), "orders", seed).reshape(len(orders), count + 1)
    steps = np.take_along_axis(np.diff(gaps, axis=1), places, axis=1)  # [order, thing]
    return steps.mean(axis=0), float(gaps[:, 0].mean()), float(gaps[:, -1].mean())


# --- facts of the actions -----------------------------------------------------------------------------------------------------------------


@compiled
def sample_decisions(
    worlds: States,
    seat: int,
    opponents: Odds,
    win: bool,
    near: int,
    space: SamplingSpace,
    fact_rows: Floats,
    values: Floats,
    counts: Actions,
) -> None:
    """In each world: the facts of every legal action, from what the seat knows there, and the value of one continuation of each."""
    actions = np.zeros(fact_rows.shape[1], np.int64)
    reached = np.zeros(100)
    for number in range(len(worlds)):
        chance = unrelated_seed(space.worlds)
        world = worlds[number : number + 1]
        space.world[0] = world[0]
        hide(space.world[0], seat)
        counts[number] = legal(space.world[0], seat, actions)
        for place in range(counts[number]):
            facts(space.world[0], seat, actions[place], fact_rows[number, place])
        for place in range(counts[number]):
            space.buffers.rng[0] = chance
            values[number, place] = play_candidate(world, seat, actions[place], opponents, win, near, space, reached)


def fact_shares(contrast: Contrast, samples: int) -> Steps[list[Share]]:
    """What facts in which the two actions differ contribute: Shapley values of regressions over decisions like this one.

    Decisions like this one are worlds in which about half of what the seat knows is drawn again; within each, the values of the legal
    actions are regressed on their facts. A set of facts is worth what the regression on these facts alone predicts, so that facts which
    always come together share what they bring. Weights fitted to many games are the prior. Facts of one topic count as one.
    """
    game = contrast.game
    named = game.definition.facts
    difference = np.array(list(game.facts(contrast.view, contrast.seat, int(contrast.pair[0])).values())) - np.array(
        list(game.facts(contrast.view, contrast.seat, int(contrast.pair[1])).values())
    )
    topics = [fact.topic or fact.name for fact in named]
    differing = list(dict.fromkeys(topic for topic, change in zip(topics, difference, strict=True) if change))
    if not differing:
        return []
    low, high = unit_of(game).bounds(game.spec)
    weights = fact_weights(game.definition.folder / FACT_WEIGHTS, "facts")
    prior = np.array([weights.get(fact.name, 0.0) for fact in named]) * (high - low)
    moments = []
    for seed in range(SEEDS):
        yield seed / SEEDS
        moments.append(regression_moments(contrast, samples // SEEDS, seed, len(named)))
    rows = []
    for seed in range(SEEDS):  # every seed is left out once: a jackknife
        gram = sum((moments[other][0] for other in range(SEEDS) if other != seed), np.zeros((len(named), len(named))))
        product = sum((moments[other][1] for other in range(SEEDS) if other != seed), np.zeros(len(named)))
        rows.append((gram, product))
    full = predicted(*rows[0], prior, difference, list(range(len(named))))
    strongest = sorted(differing, key=lambda topic: -abs(sum(part for part, one in zip(full, topics, strict=True) if one == topic)))
    players = strongest[:EXACT_TOPICS]
    members = [[place for place, topic in enumerate(topics) if topic == player and difference[place]] for player in players]
    by_seed = np.array([shapley_of_sets(regression_values(*row, prior, difference, members)) for row in rows])
    labels = [fact_label(named, difference, places, contrast) for places in members]
    means, spread = by_seed.mean(axis=0), by_seed.std(axis=0, ddof=0) * math.sqrt(SEEDS - 1)
    return [
        Share(player, label, float(mean), float(error)) for player, label, mean, error in zip(players, labels, means, spread, strict=True)
    ]


def fact_label(named: tuple[Fact, ...], difference: Floats, places: list[int], contrast: Contrast) -> dict[str, str]:
    """The facts of a topic in which the actions differ, with the action that has more of each."""

    def words() -> str:
        parts = []
        for place in places[:2]:
            action = contrast.game.spoken(contrast.pair[0] if difference[place] > 0 else contrast.pair[1])
            label = say(named[place].label)
            flag = named[place].kind is FactKind.FLAG
            parts.append(
                say("{label} ({action})", label=label, action=action)
                if flag
                else say("{label} (more: {action})", label=label, action=action)
            )
        return ", ".join(parts)

    return in_every_language(words)


def neighbours(contrast: Contrast, count: int, seed: int) -> States:
    """Worlds like those of the decision: about half of what is known is drawn again; without hidden information, the position itself."""
    if contrast.things:
        rng = np.random.default_rng(seed_of(contrast.seed, "neighbours", seed))
        return contrast.worlds(rng.random((count, len(contrast.things))) < 0.5, "neighbours", seed)
    if contrast.game.spec.hidden:
        return fitting_worlds(contrast, count, "neighbours", seed)
    return np.repeat(contrast.view.array, count)


def fitting_worlds(contrast: Contrast, count: int, *purpose: object) -> States:
    """Worlds that fit what the seat knows, all equally likely."""
    game, worlds = contrast.game, np.zeros(count, contrast.view.array.dtype)
    actions, choices = np.zeros(game.spec.widest, np.int64), np.zeros(game.spec.seats, np.int64)
    rng = seeded(contrast.seed, "fitting", *purpose)
    fill_worlds(contrast.view.array, worlds, new_chain(game, UNIFORM), contrast.seat, actions, choices, rng)
    return worlds


def regression_moments(contrast: Contrast, samples: int, seed: int, width: int) -> tuple[Floats, Floats]:
    """X'X and X'y of facts and values within each decision, for one decision on average."""
    game = contrast.game
    legal_actions = max(2, len(game.legal_numbers(contrast.view, contrast.seat)))
    worlds = neighbours(contrast, max(20, samples // legal_actions), seed)
    rows, values = np.zeros((len(worlds), game.spec.widest, width)), np.zeros((len(worlds), game.spec.widest))
    counts = np.zeros(len(worlds), np.int64)
    sampler = contrast.sampler("facts", seed)
    sample_decisions(
        worlds,
        contrast.seat,
        np.zeros((game.spec.seats, 1)),
        sampler.win,
        len(game.definition.consequences),
        sampler.space,
        rows,
        values,
        counts,
    )
    present = np.arange(game.spec.widest) < counts[:, None]
    inside = present[:, :, None]
    rows = np.where(inside, rows - (rows * inside).sum(axis=1, keepdims=True) / counts[:, None, None], 0.0)
    values = np.where(present, values - (values * present).sum(axis=1, keepdims=True) / counts[:, None], 0.0)
    flat = rows.reshape(-1, width)
    return flat.T @ flat / len(worlds), flat.T @ values.reshape(-1) / len(worlds)


def coefficients(gram: Floats, product: Floats, prior: Floats, places: list[int]) -> Floats:
    """Ridge regression towards the prior, on these facts alone."""
    chosen = np.ix_(places, places)
    penalty = np.diag(np.maximum(np.diag(gram)[places], 1e-3)) / RIDGE
    return np.asarray(np.linalg.solve(gram[chosen] + penalty, product[places] + penalty @ prior[places]), np.float64)


def predicted(gram: Floats, product: Floats, prior: Floats, difference: Floats, places: list[int]) -> Floats:
    """What each of these facts brings by the regression on all of them."""
    brought: Floats = coefficients(gram, product, prior, places) * difference[places]
    return brought


def regression_values(gram: Floats, product: Floats, prior: Floats, difference: Floats, members: list[list[int]]) -> Floats:
    """For every set of topics: the difference that the regression on their facts alone predicts."""
    values = np.zeros(1 << len(members))
    for number in range(1, len(values)):
        places = [place for index, group in enumerate(members) if number >> index & 1 for place in group]
        values[number] = predicted(gram, product, prior, difference, places).sum()
    return values


# --- hidden cards and outcomes ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WorldStatement:
    """A statement about what is hidden that tells worlds where the first action is better from worlds where it is not."""

    label: dict[str, str]
    share: float  # of the worlds in which it holds
    gap: float  # difference between the two actions there
    gap_error: float
    other_gap: float  # where it does not hold
    other_error: float

    def info(self) -> WorldStatementInfo:
        """For a program."""
        return cast(WorldStatementInfo, dict(vars(self)))


@dataclass(frozen=True)
class SampledGap:
    """The difference between the two actions in worlds that fit what the seat knows."""

    worlds: States
    samples: Continuations
    value: float
    error: float
    better: float  # share of the worlds in which the first action is better
    worse: float


def sampled_gap(contrast: Contrast, samples: int) -> SampledGap:
    """Both actions in the same worlds."""
    game, view = contrast.game, contrast.view
    worlds = fitting_worlds(contrast, samples, "pair") if game.spec.hidden else np.repeat(view.array, samples)
    drawn = contrast.sampler("gap").sample_in(worlds, list(contrast.numbers))
    gaps = drawn.values[:, 0] - drawn.values[:, 1]
    error = float(gaps.std(ddof=1) / math.sqrt(len(gaps)))
    return SampledGap(worlds, drawn, float(gaps.mean()), error, float((gaps > 0).mean()), float((gaps < 0).mean()))


def separating_statements(contrast: Contrast, found: SampledGap, most: int = 3) -> list[WorldStatement]:
    """Statements about hidden cards that go with another difference: chosen in one half of the worlds, measured in the other."""
    if contrast.module is None or not contrast.game.spec.hidden:
        return []
    labels, holds = contrast.module.hidden_features(contrast.game, found.worlds, contrast.view, contrast.seat)
    gaps = found.samples.values[:, 0] - found.samples.values[:, 1]
    half = len(gaps) // 2
    scores = separations(holds[:half], gaps[:half])
    chosen: list[int] = []
    for index in np.argsort(-scores).tolist():
        if len(chosen) == most or scores[index] < CLEARLY:
            break
        if all(abs(np.corrcoef(holds[:half, index], holds[:half, other])[0, 1]) < MOST_ALIKE for other in chosen):
            chosen.append(index)
    statements = [measured(labels[index], holds[half:, index], gaps[half:]) for index in chosen]
    return [one for one in statements if abs(one.gap - one.other_gap) > CLEARLY * math.hypot(one.gap_error, one.other_error)]


def separations(holds: NDArray[np.bool_], gaps: Floats) -> Floats:
    """How clearly each statement separates, in standard errors; 0 if it nearly always or hardly ever holds."""
    share = holds.mean(axis=0)
    usable = (share > FEWEST) & (share < 1 - FEWEST)
    number = np.maximum(1, holds.sum(axis=0))
    mean = (gaps @ holds) / number
    rest = (gaps.sum() - gaps @ holds) / np.maximum(1, len(gaps) - number)
    error = max(1e-9, float(gaps.std())) * np.sqrt(1 / number + 1 / np.maximum(1, len(gaps) - number))
    scores: Floats = np.where(usable, np.abs(mean - rest) / error, 0.0)
    return scores


def measured(label: dict[str, str], holds: NDArray[np.bool_], gaps: Floats) -> WorldStatement:
    """A statement with its numbers."""

    def part(chosen: Floats) -> tuple[float, float]:
        return (float(chosen.mean()), float(chosen.std() / math.sqrt(len(chosen)))) if len(chosen) else (0.0, math.inf)

    return WorldStatement(label, float(holds.mean()), *part(gaps[holds]), *part(gaps[~holds]))


def outcome_shares(contrast: Contrast, found: SampledGap) -> list[Share]:
    """The difference by what decided: every world counts for the first outcome in which the two actions differ there.

    The outcomes are those of the end of the chapter, or else what has come of the action by the next decision. The parts add up.
    """
    game = contrast.game
    outcomes = game.definition.final_consequences or game.definition.consequences
    places = [tracked(game).index(outcome) for outcome in outcomes]
    gaps = found.samples.values[:, 0] - found.samples.values[:, 1]
    reached = found.samples.consequences[:, :, places] if places else np.zeros((len(gaps), 2, 0))
    differs = reached[:, 0] != reached[:, 1]
    first = np.where(differs.any(axis=1), differs.argmax(axis=1) if places else 0, len(outcomes))
    size = len(gaps) // SEEDS
    by_seed = np.array(
        [
            [float((part * (which == index)).mean()) for index in range(len(outcomes) + 1)]
            for part, which in ((gaps[size * seed : size * (seed + 1)], first[size * seed : size * (seed + 1)]) for seed in range(SEEDS))
        ]
    )
    labels = [in_every_language(lambda outcome=outcome: say(outcome.label)) for outcome in outcomes]  # type: ignore[misc]
    labels.append(in_every_language(lambda: say("something else")))
    shares = shares_of([*(outcome.name for outcome in outcomes), "rest"], labels, by_seed)
    return sorted((share for share in shares if share.value or share.error), key=lambda share: -abs(share.value))
