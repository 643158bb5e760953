"""The agent `fallible`: it asks another agent for the value of each action, and sometimes takes one that is nearly as good as the best.

An action that loses the share x of what is at stake in this decision is exp(-x / temperature) times as likely as the best one. An action
whose value shows it to be a blunder is never taken. If the other agent plays a mixed strategy, so does this one.
"""

import dataclasses
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from joute.core.agent import Agent, Stop
from joute.core.opinion import Judgement, Opinion, Unit
from joute.core.rng import draw, seeded
from joute.core.settings import setting, text_of_value
from joute.core.state import State

FEW_VISITS = 0.02  # of the visits of the most visited action: with fewer, a mean says nothing
ROUNDING = 1e-12  # values that differ by a smaller share of the scale are equal


@dataclass(frozen=True)
class FallibleSettings:
    """Settings of fallible."""

    of: str = setting("random", "the agent that it asks; its settings follow with +, as in ismcts+iterations=200", public=True)
    temperature: float = setting(
        0.1, "how much it errs: an action that loses this share of what is at stake is chosen e times less often than the best", 0, 10
    )
    blunder: float = setting(0.25, "never lose more than this share of the whole scale at once, as far as it sees", 0, 1)


class Fallible(Agent):
    """Takes now and then an action that looks nearly as good as the best."""

    name = "fallible"
    summary = "asks another agent, and errs plausibly"
    Settings = FallibleSettings

    @property
    def inner_text(self) -> str:
        """The agent that it asks: `of=ismcts+iterations=200` is `ismcts:iterations=200`."""
        return text_of_value(self.settings.of)

    @property
    def quick(self) -> bool:
        """Whether the agent that it asks is quick."""
        return self.inner is not None and self.inner.quick

    @property
    def unerring(self) -> Agent:
        """The agent that it asks."""
        return self.inner or self

    @property
    def unit(self) -> Unit:
        """That of the agent it asks."""
        return self.inner.unit if self.inner else super().unit

    @property
    def belief(self) -> str:
        """That of the agent it asks."""
        return self.inner.belief if self.inner else super().belief

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The other agent's opinion with a choice that may err."""
        assert self.inner is not None, "the registry sets it"
        opinion = self.inner.consider(view, seat, seed, stop)
        judged = reliable(opinion.judgements)
        if len(judged) < 2:
            return opinion
        scale = opinion.unit.scale(self.game.spec)
        weights = probabilities(judged, scale, self.settings.temperature, self.settings.blunder, self.inner.mixes)
        chosen = judged[draw(seeded(seed, self.name), weights, len(weights))]
        pv = opinion.pv if opinion.pv[:1] == [chosen.action] else [chosen.action]
        opinion = dataclasses.replace(opinion, action=chosen.action, value=chosen.value, pv=pv)
        weight_of = {one.action: float(weight) for one, weight in zip(judged, weights, strict=True)}
        judgements = [dataclasses.replace(one, weight=weight_of.get(one.action, 0.0)) for one in opinion.judgements]
        return dataclasses.replace(opinion, judgements=judgements)


def reliable(judgements: list[Judgement]) -> list[Judgement]:
    """The judgements with a value from enough visits."""
    most = max((one.visits or 0 for one in judgements), default=0)
    return [one for one in judgements if one.value is not None and (one.visits is None or one.visits > FEW_VISITS * most)]


def probabilities(judged: list[Judgement], scale: float, temperature: float, blunder: float, mixed: bool = False) -> NDArray[np.float64]:
    """The probability of each action; losses are relative to what is at stake here, so that a won game is still won.

    With `mixed`, the weights of the judgements are a mixed strategy, whose likeliest action counts as the best.
    """
    values = [one.value for one in judged if one.value is not None]
    best = max(values)
    stake = min(scale, best - min(values))

    def weight(loss: float) -> float:
        if loss <= ROUNDING * scale:
            return 1.0
        return math.exp(-loss / (stake * temperature)) if temperature > 0 and loss <= blunder * scale else 0.0

    weights = np.array([weight(best - value) for value in values])
    if mixed and all(one.weight is not None for one in judged):
        shares = np.array([one.weight for one in judged], np.float64)
        weights = np.where(shares > 0, shares / shares.max(), np.where(weights == 1.0, 0.0, weights))
    return weights / weights.sum()
