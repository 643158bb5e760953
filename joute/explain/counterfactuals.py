"""Counterfactuals: the smallest change of what a seat knows that changes its choice, among positions that can occur."""

import math
from dataclasses import dataclass

import numpy as np

from joute.core.agent import Agent
from joute.core.beliefs import UNIFORM
from joute.core.explanation import AlteredView
from joute.core.rng import seed_of
from joute.core.state import Action
from joute.explain.contrast import Contrast
from joute.explain.steps import Steps
from joute.review.continuations import ContinuationSampler
from joute.review.value_range import unit_of

SCREENED, VERIFIED = 60, 1_500  # sampled worlds for each alternative: to find candidates, and to confirm them
SCREENED_AT_ONCE = 8  # alternatives in a step
CANDIDATES = 12
AGENT_SEEDS = 3  # how often an agent is asked
CLEARLY = 2.6  # standard errors
LEAST = 0.01  # of the range of values that the other action must be better by


@dataclass(frozen=True)
class Counterfactual:
    """A position that can occur and in which another action is chosen."""

    altered: AlteredView
    choice: Action
    gain: float  # of that action over the one explained, in the altered position
    error: float


def counterfactuals(contrast: Contrast, worse: bool = False, agent: Agent | None = None, most: int = 3) -> Steps[list[Counterfactual]]:
    """Changes of one known thing that make another action better than the first, the likeliest first.

    If the first action is worse already, changes that make it right. With an agent: only if it then chooses so, too.
    """
    if contrast.module is None:
        return []
    altered = [
        one
        for thing in contrast.things
        for one in contrast.module.altered_views(
            contrast.game, contrast.view, contrast.seat, contrast.numbers, thing, seed_of(contrast.seed, "altered", thing.name)
        )
    ]
    find = best_reversal if worse else best_rival
    screened = []
    for number, one in enumerate(altered):
        if number % SCREENED_AT_ONCE == 0:
            yield number / len(altered) / 2
        screened.append((one, find(contrast, one, SCREENED, "screened")))
    hopeful = sorted((pair for pair in screened if pair[1].gain > 0), key=lambda pair: -min(2.0, pair[1].gain / max(1e-9, pair[1].error)))
    span = float(np.ptp(unit_of(contrast.game).bounds(contrast.game.spec)))
    found = []
    for number, (one, _) in enumerate(hopeful[:CANDIDATES]):
        yield 0.5 + number / CANDIDATES / 2
        confirmed = find(contrast, one, VERIFIED, "verified")
        clear = confirmed.gain > max(CLEARLY * confirmed.error, LEAST * span)
        if clear and (agent is None or (yield from agrees(contrast, agent, confirmed, worse))):
            found.append(confirmed)
    return sorted(found, key=lambda one: -one.altered.probability)[:most]


def best_reversal(contrast: Contrast, altered: AlteredView, samples: int, purpose: str) -> Counterfactual:
    """The first action in the altered position, compared with the best other one there."""
    rival = best_rival(contrast, altered, samples, purpose)
    return Counterfactual(altered, contrast.pair[0], -rival.gain if math.isfinite(rival.error) else 0.0, rival.error)


def best_rival(contrast: Contrast, altered: AlteredView, samples: int, purpose: str) -> Counterfactual:
    """The best other action in the altered position, compared with the explained one in the same worlds."""
    game, seat, action = contrast.game, contrast.seat, contrast.pair[0]
    rivals = [one for one in game.legal(altered.view, seat) if one != action]
    if not rivals or int(action) not in game.legal_numbers(altered.view, seat):
        return Counterfactual(altered, action, 0.0, math.inf)
    seed = seed_of(contrast.seed, purpose, str(sorted(altered.label.items())))
    sampler = ContinuationSampler(game, altered.view, seat, unit_of(game), UNIFORM, seed)
    values = sampler.sample([int(action), *map(int, rivals)], samples).values
    best = int(values[: samples // 2, 1:].mean(axis=0).argmax())  # chosen in one half, measured in the other
    gains = values[samples // 2 :, 1 + best] - values[samples // 2 :, 0]
    return Counterfactual(altered, rivals[best], float(gains.mean()), float(gains.std(ddof=1) / math.sqrt(len(gains))))


def agrees(contrast: Contrast, agent: Agent, found: Counterfactual, worse: bool) -> Steps[bool]:
    """Whether the agent changes its choice there, too, with each of a few seeds."""
    for number in range(AGENT_SEEDS):
        yield 0.5
        choice = agent.choose(found.altered.view, contrast.seat, seed_of(contrast.seed, "agent", number))
        if (choice == int(contrast.pair[0])) != worse:
            return False
    return True
