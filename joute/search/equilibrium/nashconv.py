"""NashConv of two agents: what the exact best responses to them gain, on a game tree that fits into memory."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from joute.core import registry
from joute.core.agent import Agent, Stop
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.state import State
from joute.search.equilibrium.agent_policy import PolicyReader
from joute.search.equilibrium.game_tree import MAX_NODES, GameTree, build_tree
from joute.search.equilibrium.public_roots import fitting_states
from joute.search.equilibrium.sequence_form import Gap, gap

SAMPLES = 10  # choices of an agent that do not state their probabilities, at each view


@dataclass(frozen=True)
class NashConv:
    """What exact best responses gain against two agents.

    >>> import joute
    >>> found = joute.nashconv(joute.game("examples/kuhn/kuhn.py"), "random", "random")
    >>> found
    <NashConv: 0.917 of score, exploitability 0.458; 59 nodes, 12 information sets>
    >>> [round(gain, 3) for gain in found.gains], round(found.value, 3)
    ([0.375, 0.542], 0.125)
    """

    value: float  # of seat 0, when the agents play each other
    gains: tuple[float, float]  # of the best response of each seat over the agent there
    unit: Unit
    stakes: float  # the difference between the best and the worst result
    n_nodes: int
    n_infosets: int
    sources: tuple[str, str]  # how the strategy of each seat was found: known, stated by its opinions, or sampled
    asked: int  # number of views at which agents were asked
    seconds: float

    @property
    def nashconv(self) -> float:
        """The sum of both gains: 0 in an equilibrium."""
        return self.gains[0] + self.gains[1]

    @property
    def exploitability(self) -> float:
        """The mean of both gains."""
        return self.nashconv / 2

    def __repr__(self) -> str:
        """The figures and the size of the tree."""
        size = f"{self.n_nodes} nodes, {self.n_infosets} information sets"
        return f"<NashConv: {self.nashconv:.3f} of {self.unit}, exploitability {self.exploitability:.3f}; {size}>"


def nashconv(
    game: Game,
    first: str | Agent,
    second: str | Agent,
    root: State | Sequence[State] | None = None,
    *,
    to_chapter: bool = False,
    samples: int = SAMPLES,
    seed: int = 0,
    max_nodes: int = MAX_NODES,
) -> NashConv:
    """What exact best responses to two agents gain, from the start of a game or from another root.

    The root is a state, several equally likely states, or a view: then all states that fit it, as likely as in sampled worlds.
    `to_chapter` ends the game with the round. An agent that does not state its probabilities is asked `samples` times at each view.

    >>> import joute
    >>> joute.nashconv(joute.game("tests/small/goofspiel.py"), "random", "simultaneous:depth=3").gains[0] > 0
    True
    """
    fast = game.fast()
    tree = _tree_of(fast, root, to_chapter, max_nodes, seed)
    agents = [registry.agent(agent, fast) if isinstance(agent, str) else agent for agent in (first, second)]
    same = agents[0].text == agents[1].text
    readers = [PolicyReader(agents[0], samples, seed)]
    readers.append(readers[0] if same else PolicyReader(agents[1], samples, seed))
    return measure(tree, (readers[0], readers[1]))


def _tree_of(game: Game, root: State | Sequence[State] | None, to_chapter: bool, max_nodes: int, seed: int) -> GameTree:
    if isinstance(root, State) and root.viewer is not None:
        return fitting_states(game, root, seed).tree(to_chapter, max_nodes=max_nodes)
    roots = [root] if isinstance(root, State) else root
    return build_tree(game, roots, to_chapter=to_chapter, max_nodes=max_nodes)


def measure(tree: GameTree, readers: tuple[PolicyReader, PolicyReader], stop: Stop | None = None) -> NashConv:
    """What exact best responses gain against the agents of both seats."""
    began = time.perf_counter()
    strategy, before = np.ones(tree.n_sequences), sum(reader.asked for reader in set(readers))
    for seat, reader in enumerate(readers):
        reader.write(tree, seat, strategy, stop)
    found: Gap = gap(tree, strategy)
    return NashConv(
        found.value,
        found.gains,
        tree.unit,
        tree.stakes,
        tree.n_nodes,
        tree.n_infosets,
        (readers[0].source, readers[1].source),
        sum(reader.asked for reader in set(readers)) - before,
        time.perf_counter() - began,
    )
