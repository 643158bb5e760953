"""The values of an agent as what is explained: it judges both actions from what the seat knows.

Otherwise the values of continuations are explained, in which everybody plays on by the rule `careful`.
"""

from typing import Protocol, runtime_checkable

import numpy as np

from joute.core.agent import Agent
from joute.core.contract import hide
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.rng import seed_of
from joute.core.state import Action, State, States
from joute.explain.contrast import Contrast
from joute.jit.compile import compiled
from joute.jit.struct import Float64s


@compiled
def hide_all(worlds: States, seat: int) -> None:
    """Take from every world what the seat does not know."""
    for number in range(len(worlds)):
        hide(worlds[number], seat)


@runtime_checkable
class NetworkLike(Protocol):
    """An agent that judges many views at once, by weights that can be shuffled."""

    def gaps_in(self, views: States, seat: int, first: int, second: int, /) -> Float64s:
        """How much better the first action is than the second, in each view."""

    def with_shuffled_weights(self, seed: int, /) -> Agent:
        """The same agent, its weights in another order."""


class AgentContrast(Contrast):
    """Two actions of one decision, compared by an agent in views of sampled worlds; each view is judged once."""

    def __init__(self, game: Game, view: State, seat: int, pair: tuple[Action, Action], seed: int, agent: Agent) -> None:
        super().__init__(game, view, seat, pair, seed)
        self.agent, self._gaps = agent, dict[bytes, float]()

    def played(self, worlds: States, *purpose: object) -> Float64s:
        """The agent's difference between the two actions in the view of each world."""
        views = worlds.copy()
        views["chance"] = 0
        if self.game.spec.hidden:
            hide_all(views, self.seat)
        if isinstance(self.agent, NetworkLike):
            return self.agent.gaps_in(views, self.seat, *self.numbers)
        size, content = views.dtype.itemsize, views.tobytes()
        return np.array([self._gap(views, number, content[size * number : size * (number + 1)]) for number in range(len(views))])

    def view_gap(self, view: State, seed: int, samples: int) -> float:
        """The agent's difference between the two actions in a view."""
        return float(self.played(view.array)[0])

    def randomised(self, seed: int) -> "AgentContrast | None":
        """The same decision with the weights of the network in another order (Adebayo et al. 2018); None if it is no network."""
        if not isinstance(self.agent, NetworkLike):
            return None
        other = self.agent.with_shuffled_weights(seed_of(seed, "shuffled weights"))
        return AgentContrast(self.game, self.view, self.seat, self.pair, self.seed, other)

    def _gap(self, views: States, number: int, content: bytes) -> float:
        if content not in self._gaps:
            view = State(views[number : number + 1].copy(), self.seat)
            self._gaps[content] = opinion_gap(self.agent.consider(view, self.seat, seed_of(self.seed, "agent")), self.pair)
        return self._gaps[content]


def opinion_gap(opinion: Opinion, pair: tuple[Action, Action]) -> float:
    """How much better the first action is by an opinion: in values, or in how often it is played if the agent has no values."""
    judged = {one.action: one for one in opinion.judgements}
    values = [one.value for one in opinion.judgements if one.value is not None]
    if values:
        first, second = (min(values) if (value := judged[action].value) is None else value for action in pair)
    else:
        first, second = (judged[action].weight or 0.0 for action in pair)
    return first - second
