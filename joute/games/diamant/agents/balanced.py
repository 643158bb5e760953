"""The agent `balanced`: returns with a probability that is a logistic function of weighted reasons.

The weights were fitted by an evolution strategy over whole games (as in `benchmarks/diamant_tables.py`): a good share at tables of three
different rule players, and little for a rule player among three copies. So it mixes where it would otherwise be predictable.
"""

import time

import numpy as np

from joute.core.agent import Agent, CompiledPolicy, Stop
from joute.core.opinion import Judgement, Opinion
from joute.core.rng import seeded
from joute.core.state import State
from joute.games.diamant.agents.exit_factor import call_choose
from joute.games.diamant.agents.rule_policy import BALANCED, choose_by_chance, player_row, returning_chance
from joute.games.diamant.rules import EXPLORE, RETURN, cards_left, deadly_cards
from joute.games.diamant.state import DiamantState
from joute.i18n import in_every_language, say

WEIGHTS = (-1.393, 2.19, -0.021, 3.868, 2.971, 1.859, 1.782, 1.018, 0.05, -0.677, -1.408, -0.394, 2.074, -2.072, -1.284, 0.974)


class Balanced(Agent):
    """A mixed strategy: the better the reasons to return, the more likely it does."""

    name = "balanced"
    summary = "returns at random by weighted reasons, fitted so that others profit little from it: danger, path, rank, round"

    @property
    def quick(self) -> bool:
        """A formula takes microseconds."""
        return True

    @property
    def compiled_policy(self) -> CompiledPolicy | None:
        """The same in compiled code."""
        return choose_by_chance

    def parameters(self) -> tuple[float, ...]:
        """The weights as a row of the policy."""
        return player_row(BALANCED, *WEIGHTS)

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The drawn action, and the probability of each."""
        began = time.perf_counter()
        self.legal(view, seat)
        fields = DiamantState.snapshot(view)
        returning = float(returning_chance(fields, seat, np.array(self.parameters())))
        action = self.game.actions[self.choose(view, seat, seed)]
        judgements = [
            Judgement(self.game.actions[EXPLORE], weight=1.0 - returning),
            Judgement(self.game.actions[RETURN], weight=returning),
        ]
        judgements.sort(key=lambda judgement: judgement.weight or 0.0, reverse=True)
        danger = 100.0 * deadly_cards(fields) / cards_left(fields)
        remark = in_every_language(lambda: say("danger {percent}%", percent=f"{danger:.0f}"))
        return Opinion(action, judgements, pv=[action], nodes=1, seconds=time.perf_counter() - began, remark=remark)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The drawn action."""
        parameters = np.tile(self.parameters(), (seat + 1, 1))
        return call_choose(view.array, seat, parameters, np.zeros(0, np.int64), seeded(seed, self.name))
