"""The mixed strategy of an agent on a game tree: known, stated in its opinions, or estimated from its choices.

`random` is known. The opinions of an agent that mixes state its probabilities. Any other agent chooses by the seed: it is asked several
times at every view, each time with another seed, and the shares of its choices are its strategy. It is asked only at information sets that
it can reach by its own choices.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from joute.core.agent import AT_RANDOM, Agent, Stop
from joute.core.errors import JouteError
from joute.core.rng import seed_of
from joute.core.state import State
from joute.jit.struct import Float64s
from joute.search.equilibrium.game_tree import GameTree

KNOWN, STATED, SAMPLED = "known", "stated", "sampled"  # how a strategy was found

Progress = Callable[[int], None]  # number of views at which agents were asked


@dataclass(frozen=True)
class AgentPolicy:
    """How an agent plays on a tree."""

    source: str  # KNOWN, STATED or SAMPLED
    asked: int  # number of views at which it was asked


def source_of(agent: Agent) -> str:
    """How the strategy of an agent can be found."""
    return KNOWN if agent.policy == AT_RANDOM else STATED if agent.mixes else SAMPLED


class PolicyReader:
    """Asks one agent for its strategy; at the same view it is asked once, whatever the tree."""

    def __init__(self, agent: Agent, samples: int = 2, seed: int = 0, progress: Progress | None = None) -> None:
        self.agent, self.samples, self.seed = agent, samples, seed
        self.source = source_of(agent)
        self.asked = 0
        self._progress = progress
        self._found: dict[tuple[int, bytes], Float64s] = {}

    def write(self, tree: GameTree, seat: int, strategy: Float64s, stop: Stop | None = None) -> None:
        """Write the agent's probabilities at every information set of the seat; those that it never reaches are not asked for."""
        arrays = tree.arrays
        firsts, parents = arrays.firsts.tolist(), arrays.parents.tolist()
        plan = np.zeros(tree.n_sequences)
        plan[0] = 1.0
        for infoset in np.flatnonzero(arrays.seats == seat).tolist():
            first, end, before = firsts[infoset], firsts[infoset + 1], plan[parents[infoset]]
            if end - first == 1 or before == 0.0 or self.source == KNOWN:
                strategy[first:end] = 1 / (end - first)
            else:
                strategy[first:end] = self._probabilities(tree.view(infoset), seat, tree.actions_at(infoset), stop)
            plan[first:end] = before * strategy[first:end]

    def _probabilities(self, view: State, seat: int, actions: list[int], stop: Stop | None) -> Float64s:
        key = seat, view.array.tobytes()
        if key not in self._found:
            if stop is not None and stop.flag[0]:
                raise JouteError("{agent} was not asked at every view: the time is over", agent=self.agent.text)
            self._found[key] = self._ask(view, seat, actions, key[1].hex())
            self.asked += 1
            if self._progress:
                self._progress(self.asked)
        return self._found[key]

    def _ask(self, view: State, seat: int, actions: list[int], name: str) -> Float64s:
        weights = np.zeros(len(actions))
        for sample in range(1 if self.source == STATED else self.samples):
            seed = seed_of("policy", self.seed, seat, sample, name)
            if self.source == STATED:
                for judgement in self.agent.consider(view.copy(), seat, seed).judgements:
                    weights[actions.index(int(judgement.action))] = judgement.weight or 0.0
            else:
                weights[actions.index(int(self.agent.choose(view.copy(), seat, seed)))] += 1
        return weights / weights.sum()
