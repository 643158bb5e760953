"""The agent `best_response`: it searches the best response to a fixed agent that plays all other seats.

If that agent is a rule of the game, the search is compiled information-set search against opponents that follow the rule. Any other
agent is asked for its choices in sampled worlds (`best_response_search`).
"""

import math
import time
from dataclasses import dataclass
from functools import cached_property

from joute.core import settings
from joute.core.agent import AT_RANDOM, Agent, Stop
from joute.core.beliefs import INFERRED, UNIFORM
from joute.core.opinion import Judgement, Opinion, Unit, by_visits
from joute.core.settings import PUBLIC_ITERATIONS, setting, text_of_value
from joute.core.state import Action, State
from joute.search.common.rollout import ROLLOUTS
from joute.search.mcts.base import mean_variance
from joute.search.mcts.ismcts import Ismcts, IsmctsSettings
from joute.search.response.best_response_search import BestResponseSearch, OpponentModel

COMPILED_ITERATIONS, ASKED_ITERATIONS = 20_000, 200  # by default; their setting says so too


@dataclass(frozen=True)
class BestResponseSettings:
    """Settings of best_response."""

    to: str = setting("random", "the agent that it responds to; its settings follow with +, as in ismcts+iterations=200", public=True)
    iterations: int = setting(0, "number of iterations (0: 20000, or 200 if the agent must be asked)", 0, public=PUBLIC_ITERATIONS)
    horizon: int = setting(0, "number of own decisions up to which the agent is asked (0: to the end of the round)", 0, 1000)
    policy_samples: int = setting(4, "choices of the agent that are sampled at each view", 1, 1000)
    rollout: str = setting(
        "auto",
        "how a position beyond the horizon is evaluated; auto: evaluate if the game has fitted weights, else careful",
        choices=("auto", *ROLLOUTS),
    )
    exploration: float = setting(0.35, "UCB's c, for scores scaled by the Spec", 0)


class BestResponse(Agent):
    """Knows the agent that it plays against, and searches the best response to it."""

    name = "best_response"
    summary = "searches the best answer to one agent, whose choices it knows or samples"
    Settings = BestResponseSettings
    interruptible = False  # it waits for the opponent, which gets no stop flag

    @property
    def inner_text(self) -> str:
        """The agent that it responds to."""
        return text_of_value(self.settings.to)

    @cached_property
    def opponent(self) -> Agent:
        """The agent that it responds to."""
        assert self.inner is not None, "the registry sets it"
        return self.inner

    @property
    def unit(self) -> Unit:
        """The chance to win if the game predicts it, else the score."""
        return Unit.WIN if self.game.definition.states_itself("prospects") else Unit.SCORE

    @cached_property
    def belief(self) -> str:
        """Inferred from past choices if the game states their likelihood, unless they were made at random."""
        inferred = self.game.definition.states_itself("likelihood") and self.opponent.policy != AT_RANDOM
        return INFERRED if inferred and self.game.spec.hidden else UNIFORM

    @cached_property
    def compiled_search(self) -> Ismcts:
        """The compiled search, against opponents that are a rule of the game."""
        chosen = self.settings
        values = {
            "iterations": chosen.iterations or COMPILED_ITERATIONS,
            "opponents": "random" if self.opponent.policy == AT_RANDOM else "careful",
            "opponent_epsilon": 0,
            "rollout": "careful" if chosen.rollout == "auto" else chosen.rollout,
            "exploration": chosen.exploration,
            "aim": str(self.unit),
            "belief": self.belief,
        }
        return Ismcts(self.game, settings.make(IsmctsSettings, values, self.name), self.text)

    @cached_property
    def asking_search(self) -> BestResponseSearch:
        """The search that asks the opponent."""
        chosen = self.settings
        model = OpponentModel(self.opponent, self.game.fast(), chosen.policy_samples)
        return BestResponseSearch(self.game, model, chosen.horizon, chosen.rollout, chosen.exploration)

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The best response found."""
        if self.opponent.policy is not None:
            return self.compiled_search.consider(view, seat, seed, stop)
        began = time.perf_counter()
        judgements, done = self._judged(view, seat, seed, stop or Stop())
        best, seconds = judgements[0], time.perf_counter() - began
        return Opinion(best.action, judgements, best.value, [best.action], 1, done, seconds, unit=self.unit)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The action alone."""
        if self.opponent.policy is not None:
            return self.compiled_search.choose(view, seat, seed)
        return self._judged(view, seat, seed, Stop())[0][0].action

    def _judged(self, view: State, seat: int, seed: int, stop: Stop) -> tuple[list[Judgement], int]:
        """The value of each action against the agent that is asked, the best first, and the number of iterations."""
        legal, search = self.legal(view, seat), self.asking_search
        node, done = search.search(view, seat, self.belief, self.settings.iterations or ASKED_ITERATIONS, seed, stop)
        judgements = [
            _judgement(action, search, visits, total, squares)
            for action, visits, total, squares in zip(legal, node.visits, node.totals, node.squares, strict=True)
        ]
        return sorted(judgements, key=by_visits, reverse=True), done


def _judgement(action: Action, search: BestResponseSearch, visits: int, total: float, squares: float) -> Judgement:
    """The mean and its standard error."""
    if not visits:
        return Judgement(action, visits=0)
    error = search.scale * math.sqrt(mean_variance(visits, total / visits, squares))
    return Judgement(action, search.lowest + search.scale * total / visits, visits, error=error)
