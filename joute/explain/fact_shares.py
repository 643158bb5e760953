"""What the difference between two actions is due to among their facts: regressions over decisions like this one."""

import math
from typing import NamedTuple

import numpy as np

from joute.core.contract import Odds, facts, hide, legal
from joute.core.facts import Fact, FactKind
from joute.core.rng import seed_of
from joute.core.state import States
from joute.explain.contrast import Contrast, fitting_worlds
from joute.explain.knowledge_shares import shapley_of_sets
from joute.explain.shares import SEEDS, Share
from joute.explain.steps import Steps
from joute.i18n import in_every_language, say
from joute.jit.compile import compiled
from joute.jit.struct import Float64s, Int64s
from joute.review.continuations import SamplingSpace, play_candidate, unrelated_seed
from joute.review.reasons import FACT_WEIGHTS, fact_weights
from joute.review.value_range import unit_of

EXACT_TOPICS = 8  # of facts; all their sets are evaluated
RIDGE = 30.0  # decisions that the weights of many games count for


class SampledDecisions(NamedTuple):
    """What is written of each sampled decision."""

    facts: Float64s  # [world, action, fact]
    values: Float64s  # [world, action]
    counts: Int64s  # [world] number of legal actions


@compiled
def sample_decisions(
    worlds: States, seat: int, opponents: Odds, win: bool, near: int, space: SamplingSpace, found: SampledDecisions
) -> None:
    """In each world: the facts of every legal action, from what the seat knows there, and the value of one continuation of each."""
    actions = np.zeros(found.facts.shape[1], np.int64)
    reached = np.zeros(100)
    for number in range(len(worlds)):
        chance = unrelated_seed(space.worlds)
        world = worlds[number : number + 1]
        space.world[0] = world[0]
        hide(space.world[0], seat)
        found.counts[number] = legal(space.world[0], seat, actions)
        for place in range(found.counts[number]):
            facts(space.world[0], seat, actions[place], found.facts[number, place])
        for place in range(found.counts[number]):
            space.buffers.rng[0] = chance
            found.values[number, place] = play_candidate(world, seat, actions[place], opponents, win, near, space, reached)


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


def fact_label(named: tuple[Fact, ...], difference: Float64s, places: list[int], contrast: Contrast) -> dict[str, str]:
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


def regression_moments(contrast: Contrast, samples: int, seed: int, width: int) -> tuple[Float64s, Float64s]:
    """X'X and X'y of facts and values within each decision, for one decision on average."""
    game = contrast.game
    legal_actions = max(2, len(game.legal_numbers(contrast.view, contrast.seat)))
    worlds = neighbours(contrast, max(20, samples // legal_actions), seed)
    widest = game.spec.widest
    found = SampledDecisions(np.zeros((len(worlds), widest, width)), np.zeros((len(worlds), widest)), np.zeros(len(worlds), np.int64))
    sampler, opponents = contrast.sampler("facts", seed), np.zeros((game.spec.seats, 1))
    sample_decisions(worlds, contrast.seat, opponents, sampler.win, len(game.definition.consequences), sampler.space, found)
    rows, values, counts = found
    present = np.arange(widest) < counts[:, None]
    inside = present[:, :, None]
    rows = np.where(inside, rows - (rows * inside).sum(axis=1, keepdims=True) / counts[:, None, None], 0.0)
    values = np.where(present, values - (values * present).sum(axis=1, keepdims=True) / counts[:, None], 0.0)
    flat = rows.reshape(-1, width)
    return flat.T @ flat / len(worlds), flat.T @ values.reshape(-1) / len(worlds)


def coefficients(gram: Float64s, product: Float64s, prior: Float64s, places: list[int]) -> Float64s:
    """Ridge regression towards the prior, on these facts alone."""
    chosen = np.ix_(places, places)
    penalty = np.diag(np.maximum(np.diag(gram)[places], 1e-3)) / RIDGE
    return np.asarray(np.linalg.solve(gram[chosen] + penalty, product[places] + penalty @ prior[places]), np.float64)


def predicted(gram: Float64s, product: Float64s, prior: Float64s, difference: Float64s, places: list[int]) -> Float64s:
    """What each of these facts brings by the regression on all of them."""
    brought: Float64s = coefficients(gram, product, prior, places) * difference[places]
    return brought


def regression_values(gram: Float64s, product: Float64s, prior: Float64s, difference: Float64s, members: list[list[int]]) -> Float64s:
    """For every set of topics: the difference that the regression on their facts alone predicts."""
    values = np.zeros(1 << len(members))
    for number in range(1, len(values)):
        places = [place for index, group in enumerate(members) if number >> index & 1 for place in group]
        values[number] = predicted(gram, product, prior, difference, places).sum()
    return values
