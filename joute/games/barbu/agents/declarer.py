"""A player of Barbu that chooses the contract by simulation, and leaves the cards to another agent.

In the worlds of `expectation` every contract that is left is played to the end of the deal by the rule `careful`, the same cards for all;
the position reached is worth the points so far and what the contracts that are left then bring everybody (`hands`), or the chance to win
that follows from them.
"""

import time
from dataclasses import dataclass, replace

import numpy as np

from joute.core.agent import Agent, Stop
from joute.core.opinion import Judgement, Opinion, Unit
from joute.core.settings import setting, text_of_value
from joute.core.state import Action, State
from joute.games.barbu.contracts import NAME, NO_CONTRACT
from joute.games.barbu.expectation import WORLDS, Numbers, simulate
from joute.games.barbu.hands import best_contract
from joute.games.barbu.state import BarbuState
from joute.games.barbu.strings import title
from joute.i18n import in_every_language, say

FIXED, HAND, SIMULATION = "fixed", "hand", "simulation"


@dataclass(frozen=True)
class DeclarerSettings:
    """Settings of declarer."""

    of: str = setting(
        "ismcts+iterations=400+rollout=careful+exploration=0.2",
        "the agent that plays the cards; its settings follow with +, as in ismcts+iterations=200",
        public=True,
    )
    naming: str = setting(
        SIMULATION,
        "how it names a contract: by simulation, by a sum over its cards, or in a fixed order",
        choices=(SIMULATION, HAND, FIXED),
    )
    worlds: int = setting(WORLDS, "sampled worlds in which each contract is played", 1, 100_000, public=2_000)


class Declarer(Agent):
    """Names contracts by simulation."""

    name = "declarer"
    summary = "names the contract by simulation with its hand and what is left for everybody; another agent plays the cards"
    Settings = DeclarerSettings

    @property
    def inner_text(self) -> str:
        """The agent that plays the cards."""
        return text_of_value(self.settings.of)

    @property
    def unit(self) -> Unit:
        """That of the agent that plays the cards: contracts are named for the same aim."""
        return self.inner.unit if self.inner else super().unit

    @property
    def belief(self) -> str:
        """That of the agent that plays the cards."""
        return self.inner.belief if self.inner else super().belief

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The contract with the best mean; or the other agent's opinion of the cards."""
        state = BarbuState.of(view)
        if state.contract != NO_CONTRACT:
            assert self.inner is not None, "the registry sets it"
            return self.inner.consider(view, seat, seed, stop)
        began = time.perf_counter()
        legal = self.legal(view, seat)
        if self.settings.naming != SIMULATION:
            number = int(legal[0]) if self.settings.naming == FIXED else int(best_contract(int(state.hands[seat]), state.named))
            rest = [Judgement(action, weight=float(action == number)) for action in sorted(legal, key=lambda action: action != number)]
            action = self.game.actions[number]
            return Opinion(action, rest, pv=[action], nodes=1, seconds=time.perf_counter() - began, unit=self.unit)
        values, gains = simulate(view.array, seat, self.unit is Unit.WIN, self.settings.worlds)
        return self._opinion(legal, values, gains, began)

    def _opinion(self, legal: list[Action], values: Numbers, gains: Numbers, began: float) -> Opinion:
        """A judgement of every contract; the remark says how many points of the deal it expects."""
        worlds, judgements = values.shape[1], []
        for action in legal:
            sampled = values[int(action) - NAME]
            error = float(sampled.std() / np.sqrt(worlds))
            judgements.append(Judgement(action, value=float(sampled.mean()), visits=worlds, error=error))
        judgements.sort(key=lambda one: -(one.value or 0.0))
        best = judgements[0]
        expected = float(gains[int(best.action) - NAME].mean())

        def sentence() -> str:
            points = f"{expected:+.0f}".replace("-", "−")
            return say("{contract}: about {points} points expected", contract=title(int(best.action) - NAME), points=points)

        spent, remark = time.perf_counter() - began, in_every_language(sentence)
        found = Opinion(best.action, judgements, best.value, [best.action], nodes=worlds * len(legal), seconds=spent, unit=self.unit)
        return replace(found, remark=remark)
