"""The agent `subgame`: when few cards are left, the rest of the round is solved exactly, for every hand that either seat may have.

The tree begins with what both seats know at the first of these decisions, so that the equilibrium does not depend on the cards that the
seat happens to hold, and mixes as it must. How likely each pair of hands is comes from the cards that are left, and from what both seats
have played in this round if that is asked for (`belief`). The solution is played on to the end of the round, but with one card left to
draw it is solved once more: the other seat may not have played as the solution says, so that its hands are likelier than that makes
them (`doubt`), and yet it must not gain by that (`safe_resolving.py`). Before all this, and at more than two seats, other agents play.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from joute.core.agent import Agent, Stop
from joute.core.beliefs import INFERRED, UNIFORM
from joute.core.chance import CHANCE_WORDS
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion
from joute.core.playthrough import random_choices
from joute.core.rng import draw, seeded
from joute.core.settings import setting, text_of_value
from joute.core.state import State, States, copied
from joute.games.love_letter.agents.blueprint import shipped
from joute.games.love_letter.agents.posterior import goal_of, weigh_by_solution
from joute.games.love_letter.agents.public_worlds import BY_CARDS, BY_LIKELIHOOD, BY_POLICY, list_worlds, step_back, write_common_view
from joute.games.love_letter.cards import NONE
from joute.games.love_letter.state import CHOOSE, DRAWN, KEEP, LoveLetterState, deck_size
from joute.jit.struct import Float64s, Int64s, UInt64s
from joute.search.equilibrium.cfr import Equilibrium, find_equilibrium
from joute.search.equilibrium.game_tree import GameTree, TreeTooLarge, build_tree
from joute.search.equilibrium.safe_resolving import Guarantee, resolve_safely
from joute.search.equilibrium.sequence_form import gap, uniform_strategy
from joute.search.equilibrium.subgame import add_nodes, write_node_values

MAX_WORLDS = 20_000  # that fit a position; more are not solved
TARGET = 5e-4  # NashConv, as a share of the stakes, at which iterations end
MAX_NODES = 4_000_000  # of a tree; a larger one is not solved
TREMBLE = 0.01  # of both seats while a position is solved: the solution is also good after what an equilibrium would not play
ROUNDS = 200  # played to find the end of one, at most
POLICY = "policy"  # belief by how the blueprint plays
WEIGHING = {UNIFORM: BY_CARDS, INFERRED: BY_LIKELIHOOD, POLICY: BY_POLICY}
ERRORS = 0.1  # of the plays, which are taken to be random
CACHED_NODES = 4_000_000  # of the trees that are cached


@dataclass(frozen=True)
class SubgameSettings:
    """Settings of subgame."""

    cards: int = setting(4, "the last turns of a round that are solved: cards left to draw, with the one just drawn", 1, 6, public=4)
    before: str = setting("blueprint", "the agent that plays before; its settings follow with +, as in ismcts+iterations=200", public=True)
    others: str = setting("ismcts", "the agent that plays at more than two seats, written likewise", public=True)
    iterations: int = setting(400, "iterations of CFR+, at most", 8, 100_000, public=1000)
    doubt: float = setting(
        0.8, "with one card left to draw: how much hands count as the cards not seen have them, not as play has made them", 0, 1, public=1
    )
    belief: str = setting(
        INFERRED,
        "how likely hands are: by the cards not seen alone, or by past actions too, as rules of thumb or as the blueprint plays",
        choices=(UNIFORM, INFERRED, POLICY),
        public=True,
    )


@dataclass(frozen=True, eq=False)
class Solved:
    """An equilibrium below a position, with what is looked up in it."""

    equilibrium: Equilibrium
    names: UInt64s  # [information set] a hash of what the seat sees there
    values: Float64s  # [node] for seat 0
    reaches: tuple[Float64s, Float64s]  # [seat][node] the chance to be there, when the seat plays by the equilibrium and the other anything


class Subgame(Agent):
    """Solves the end of a round exactly; another agent plays before."""

    name = "subgame"
    summary = "the end of a round solved exactly, for all hands that both seats may have; another agent plays before"
    Settings = SubgameSettings
    mixes = True

    def __init__(self, game: Game, settings: object = None, text: str = "") -> None:
        """Nothing is solved yet."""
        super().__init__(game, settings, text)
        self._solved: OrderedDict[bytes, Solved | None] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def inner_text(self) -> str:
        """The agent that plays before, or at more than two seats."""
        return text_of_value(self.settings.before if self.game.spec.seats == 2 else self.settings.others)

    @property
    def belief(self) -> str:
        """How likely it takes hands to be."""
        return UNIFORM if self.settings.belief == UNIFORM else INFERRED

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """An action drawn from the equilibrium of the rest of the round; before that, the other agent's opinion."""
        began = time.perf_counter()
        name = names_of(view.array)[0]
        for solved in self.solutions(view, seat, stop):
            if len(places := np.flatnonzero(solved.names == name)):
                return self.opinion(solved, places, seat, seed, began)
        assert self.inner is not None, "the registry sets it"
        opinion = self.inner.consider(view, seat, seed, stop)
        return opinion if self.inner.mixes else as_mixture(opinion)

    def compile(self) -> None:
        """Solve the end of a round that is played at random, and its last turns again."""
        super().compile()
        twice = self.settings.doubt > 0.0 and self.settings.cards > 2
        for number in range(ROUNDS if self.game.spec.seats == 2 else 0):
            state = self.game.new(seed=number)
            while not self.game.over(state) and state.array["round"] == 0:
                (seat,) = self.game.movers(state)
                view = self.game.view(state, seat)
                positions = self.positions(view, seat)
                if positions and (place_to_doubt(positions) or not twice):
                    next(self.solutions(view, seat, None), None)
                    return
                self.game.play(state, random_choices(self.game, state, number))

    def positions(self, view: State, seat: int) -> list[States]:
        """What both seats knew at each decision of the last turns, the first one first, as far as that is known."""
        spec, found = self.game.spec, list[States]()
        if spec.seats != 2 or not spec.zero_sum:
            return found
        common = np.zeros(1, self.game.dtype)
        write_common_view(view.array, seat, common)
        while cards_to_draw(common) < self.settings.cards:
            found.insert(0, common)
            common = copied(common)
            if not step_back(common):
                break
        return found

    def solutions(self, view: State, seat: int, stop: Stop | None) -> Iterator[Solved]:
        """Where the answer may be found: in the last position but one, solved again, then in one position after the other."""
        positions = self.positions(view, seat)
        if (late := place_to_doubt(positions)) and self.settings.doubt and (before := self.solve(positions[0], stop)) is not None:
            again = self.solve(positions[late], stop, before)
            if again is not None:
                yield again
        for position in positions:
            solved = self.solve(position, stop)
            if solved is not None:
                yield solved

    def solve(self, common: States, stop: Stop | None, before: Solved | None = None) -> Solved | None:
        """The equilibrium below what both seats know; None if the tree is too large or the time is over.

        With the solution of an earlier position hands are also as likely as they are by its strategy.
        """
        key = common.tobytes() if before is None else common.tobytes() + before.equilibrium.tree.roots.tobytes()
        with self._lock:
            if key in self._solved:
                self._solved.move_to_end(key)
                return self._solved[key]
        solved = self._solve(common, stop, before)
        if stop is None or not stop.flag[0]:
            with self._lock:
                self._solved[key] = solved
                while len(self._solved) > 1 and sum(one.equilibrium.tree.n_nodes for one in self._solved.values() if one) > CACHED_NODES:
                    self._solved.popitem(last=False)
        return solved

    def _solve(self, common: States, stop: Stop | None, before: Solved | None) -> Solved | None:
        # 1. The worlds, and how likely each is.
        worlds, weights = np.zeros(MAX_WORLDS, self.game.dtype), np.zeros(MAX_WORLDS)
        rates = rates_with_errors()
        count = int(list_worlds(common, WEIGHING[self.settings.belief], rates, worlds, weights))
        if count <= 0:
            return None
        likely = np.flatnonzero(weights[:count])
        if not len(likely):  # nobody plays like that: then past actions say nothing
            count = int(list_worlds(common, BY_CARDS, rates, worlds, weights))
            likely = np.flatnonzero(weights[:count])
        roots = [State(worlds[number : number + 1]) for number in likely.tolist()]
        odds = weights[likely] / weights[likely].sum()
        # 2. The tree below them, and its equilibrium.
        try:
            tree = build_tree(self.game, roots, odds.tolist(), to_chapter=True, max_nodes=MAX_NODES, stop=stop)
        except TreeTooLarge:
            return None
        if before is not None:
            found = self._solve_again(common, tree, before, stop)
        else:
            found = find_equilibrium(tree, TARGET * tree.stakes, max_iterations=self.settings.iterations, tremble=TREMBLE, stop=stop)
        if found.iterations == 0:
            return None
        # 3. What is worth what.
        values = np.zeros(tree.n_nodes)
        write_node_values(tree.arrays, found.strategy, values, np.zeros(tree.n_nodes))
        return Solved(found, names_of(tree.views), values, (reaches_of(found, 0), reaches_of(found, 1)))

    def _solve_again(self, common: States, tree: GameTree, before: Solved, stop: Stop | None) -> Equilibrium:
        """The strategy of each seat, safe against whatever the other seat did on the way from the position before."""
        strategy, earlier = np.ones(tree.n_sequences), before.equilibrium.tree
        worlds = [State(tree.roots[number : number + 1]) for number in range(len(tree.roots))]
        for seat in range(2):
            # 1. How this seat's strategy led here, and what it grants the other seat with each of its hands.
            goal = goal_of(common, tree.roots)
            strategy_before = strategy_of_one(before.equilibrium, seat)
            weigh_by_solution(earlier.arrays, strategy_before, before.values, earlier.roots, earlier.rules, goal)
            hands = names_of(np.concatenate([self.game.view(world, 1 - seat).array for world in worlds]))
            groups: Int64s = np.unique(hands, return_inverse=True)[1]
            known = Guarantee(goal.weights, goal.values, groups)
            # 2. Its strategy from here on.
            doubt, target = float(self.settings.doubt), TARGET * tree.stakes
            strategy *= resolve_safely(
                tree, seat, known, doubt, target, max_iterations=self.settings.iterations, tremble=TREMBLE, stop=stop
            )
        iterations = 0 if stop is not None and stop.flag[0] else self.settings.iterations  # an unfinished strategy is not safe
        return Equilibrium(tree, strategy, gap(tree, strategy), iterations, 0.0)

    def opinion(self, solved: Solved, places: Int64s, seat: int, seed: int, began: float) -> Opinion:
        """What the equilibrium does at the information sets that the view may be: they differ in what the seat did and saw before."""
        tree = solved.equilibrium.tree
        actions = tree.actions_at(int(places[0]))
        weights, values = np.zeros(len(actions)), np.zeros(len(actions))
        add_nodes(tree.arrays, places, solved.equilibrium.strategy, solved.values, solved.reaches[seat], weights, values)
        weights /= weights.sum()
        values = values + tree.offset if seat == 0 else tree.offset - values
        judgements = [
            Judgement(self.game.actions[action], value=value, weight=weight)
            for action, value, weight in zip(actions, values.tolist(), weights.tolist(), strict=True)
        ]
        judgements.sort(key=lambda judgement: (judgement.weight, judgement.value), reverse=True)
        action = self.game.actions[actions[draw(seeded(seed, self.name), weights, len(weights))]]
        seconds = time.perf_counter() - began
        return Opinion(action, judgements, float(values @ weights), [action], nodes=tree.n_nodes, seconds=seconds)


@cache
def rates_with_errors() -> Float64s:
    """How often the blueprint plays a card that it holds beside another, if some of its plays are random."""
    rates: Float64s = (1.0 - ERRORS) * shipped()[1] + ERRORS / 2
    return rates


def cards_to_draw(common: States) -> int:
    """The number of cards in the deck when the turn began: those that a Chancellor's player has drawn go back there."""
    state = LoveLetterState.of(State(common))
    back = sum(state.cards[place] != NONE for place in (DRAWN, DRAWN + 1)) if state.phase == KEEP else 0
    return int(deck_size(state)) + back


def place_to_doubt(positions: list[States]) -> int:
    """The number of the position that is solved again: one card is left to draw at the beginning of a turn; 0: none, or the first."""
    for number, position in enumerate(positions):
        state = LoveLetterState.of(State(position))
        if state.phase == CHOOSE and deck_size(state) == 1:
            return number
    return 0


def reaches_of(found: Equilibrium, seat: int) -> Float64s:
    """The chance of every node if the seat plays by the equilibrium and the other seat anything.

    By this a seat knows how it came to what it sees, also where the other seat would never have led it.
    """
    tree = found.tree
    values, reaches = np.zeros(tree.n_nodes), np.zeros(tree.n_nodes)
    write_node_values(tree.arrays, strategy_of_one(found, seat), values, reaches)
    return reaches


def strategy_of_one(found: Equilibrium, seat: int) -> Float64s:
    """The seat plays by the equilibrium and the other seat anything."""
    tree = found.tree
    strategy = np.where(np.repeat(tree.arrays.seats == seat, np.diff(tree.arrays.firsts)), found.strategy[1:], uniform_strategy(tree)[1:])
    return np.concatenate([[1.0], strategy])


def as_mixture(opinion: Opinion) -> Opinion:
    """The opinion of an agent that does not mix, as a strategy that plays its action alone."""
    judged = {judgement.action for judgement in opinion.judgements}
    judgements = opinion.judgements if opinion.action in judged else [Judgement(opinion.action), *opinion.judgements]
    return replace(opinion, judgements=[replace(one, weight=1.0 if one.action == opinion.action else 0.0) for one in judgements])


def names_of(views: States) -> UInt64s:
    """A hash of each view."""
    words = views.view(np.uint64).reshape(len(views), -1)[:, CHANCE_WORDS:]
    secrets = np.random.default_rng(1).integers(1 << 63, size=words.shape[1], dtype=np.uint64) | np.uint64(1)
    mixed = (words ^ words >> np.uint64(29)) * secrets
    names: UInt64s = np.bitwise_xor.reduce(mixed ^ mixed >> np.uint64(32), axis=1)
    return names
