"""The tree of a two-seat game as arrays: nodes in preorder, information sets, and the sequences of actions that lead to each leaf.

An information set is everything that a seat has seen at its own decisions and what it chose there (perfect recall), so that a best
response is exact. Seats that choose at once choose one after the other in the tree, and the second does not see the choice of the first.
A sequence is one action at one information set; sequence 0 is the empty one of both seats. A leaf's weight is the chance to reach it, if
both seats play for it, times its payoff for seat 0 (von Stengel 1996: the sequence form).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from joute.core.agent import Stop
from joute.core.contract import Scores, Words, advance, chances, chapter, evaluate, hide, legal, movers, over, prospects, resolve, returns
from joute.core.errors import JouteError, Unfit
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.state import Fields, State, States, copied
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s, Int8s, Int32s, Int64s, UInt64s

MAX_NODES = 4_000_000  # of a tree; about 200 MB
MAX_DEPTH = 4096  # of a tree, in chance events and decisions

CHANCE, LEAF = -1, -2  # instead of the information set of a node
ROOTS, EVENT = -2, -1  # instead of the seat: the choice of the root, a chance event
COMPLETE, TOO_LARGE, TOO_DEEP, TOO_LONG, STOPPED = range(5)  # how an enumeration ended

_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)  # of splitmix64 (Steele, Lea and Flood 2014)
_30, _27 = np.uint64(30), np.uint64(27)
_START, _EMPTY = np.uint64(0x9E3779B97F4A7C15), np.uint64(0)


class TreeArrays(NamedTuple):
    """The tree, for compiled code. An information set comes after those of the same seat that lead to it, and so do sequences."""

    ends: Int32s  # [node] the first node after its subtree
    infosets: Int32s  # [node] its information set, CHANCE or LEAF
    odds: Float64s  # [node] the chance of the outcome that leads to it; 1 after a decision
    payoffs: Float64s  # [node] for seat 0, at leaves
    seats: Int8s  # [information set]
    firsts: Int32s  # [information set, and one more] its first sequence
    parents: Int32s  # [information set] the sequence of the same seat that leads to it
    actions: Int32s  # [sequence]
    leaves: Int32s  # [leaf, seat] the last sequence of each seat
    weights: Float64s  # [leaf]


class EnumerationRules(NamedTuple):
    """What the tree contains."""

    widest: int
    outcomes: int
    hidden: bool
    win: bool  # whether payoffs are shares of the win instead of scores
    prospects: bool  # whether the rule `prospects` is stated
    chapters: bool  # whether the end of a chapter is a leaf, valued by the rule `prospects` or `evaluate`
    max_turns: int  # the most turns to a leaf; 0: any number


class EnumerationBuffers(NamedTuple):
    """What an enumeration needs besides the tree."""

    slots: UInt64s  # a hash table: keys of information sets
    numbers: Int32s  # [slot] the information set
    scratch: States  # [1]
    words: Words  # the same memory
    views: States  # [information set] or empty: what the seat sees there
    counts: Int64s  # [5] nodes, information sets, sequences, leaves, infosets with a choice
    sums: Float64s  # [2] the lowest and the highest sum of the payoffs of both seats
    stop: Int8s  # [1]


@rule
def absorb(name: np.uint64, word: np.uint64) -> np.uint64:
    """A hash with one more word."""
    name ^= word
    name = (name ^ (name >> _30)) * _FIRST
    name = (name ^ (name >> _27)) * _SECOND
    return name ^ (name >> _30)


@rule
def infoset_key(state: Fields, seat: int, hidden: bool, history: np.uint64, buffers: EnumerationBuffers) -> np.uint64:
    """The name of what the seat has seen and chosen before, and sees now."""
    buffers.scratch[0] = state
    if hidden:
        hide(buffers.scratch[0], seat)
    name = absorb(history, np.uint64(seat + 1))
    for word in buffers.words:
        name = absorb(name, word)
    return name if name != _EMPTY else _START


@rule
def slot_of(slots: UInt64s, key: np.uint64) -> int:
    """The slot of a key, or the empty slot where it belongs; the table is never full."""
    mask = np.uint64(len(slots) - 1)
    place = int(np.int64(key & mask))
    while slots[place] != _EMPTY and slots[place] != key:
        place = (place + 1) & int(np.int64(mask))
    return place


@rule
def leaf_payoff(state: Fields, rules: EnumerationRules, ended: bool, scores: Scores, sums: Float64s) -> float:
    """Half the lead of seat 0: for games of constant sum, its payoff up to a constant."""
    if ended:
        returns(state, scores)
        if rules.win:
            share = 0.5 if scores[0] == scores[1] else 1.0 if scores[0] > scores[1] else 0.0
            scores[0] = share
            scores[1] = 1.0 - share
    elif rules.prospects:
        prospects(state, scores)
    else:
        evaluate(state, scores)
    total = scores[0] + scores[1]
    sums[0] = min(sums[0], total)
    sums[1] = max(sums[1], total)
    return (scores[0] - scores[1]) / 2.0


@compiled
def enumerate_tree(roots: States, root_odds: Float64s, tree: TreeArrays, rules: EnumerationRules, buffers: EnumerationBuffers) -> int:
    """Fill the arrays of the tree, depth first; returns how it ended."""
    max_nodes, depth, counts = len(tree.ends), min(MAX_DEPTH, len(tree.ends) + 2), buffers.counts
    stack = np.empty(depth, roots.dtype)  # [level] positions on the way
    node_of, kinds = np.zeros(depth, np.int64), np.zeros(depth, np.int64)  # [level] the kind: a seat, EVENT or ROOTS
    most, tried = np.zeros(depth, np.int64), np.zeros(depth, np.int64)  # [level] number of edges down, and of those taken
    actions, odds = np.zeros((depth, rules.widest), np.int64), np.zeros((depth, rules.outcomes))
    pending, choices = (
        np.zeros(depth, np.int64),
        np.zeros((depth, 2), np.int64),
    )  # seats that have still to choose, and what the others chose
    reach, sequences = np.ones(depth), np.zeros((depth, 2), np.int64)
    histories, keys = np.zeros((depth, 2), np.uint64), np.zeros(depth, np.uint64)  # what each seat remembers
    set_of, turns, last = np.zeros(depth, np.int64), np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    scores = np.zeros(2)
    counts[0], counts[1], counts[2], counts[3], counts[4] = 1, 0, 1, 0, 0
    tree.infosets[0], tree.odds[0], tree.payoffs[0] = CHANCE, 1.0, 0.0
    kinds[0], most[0], level = ROOTS, len(roots), 0
    while level >= 0:
        # 1. Go back up when every edge has been taken.
        if tried[level] == most[level]:
            tree.ends[node_of[level]] = counts[0]
            level -= 1
            continue
        edge, here = tried[level], level + 1
        tried[level] += 1
        chance, kind = 1.0, kinds[level]
        if kind == ROOTS:
            chance = root_odds[edge]
        elif kind == EVENT:
            chance = odds[level, edge]
        if chance <= 0.0:
            continue
        # 2. Take the edge: another root, an outcome, or an action.
        if counts[0] == max_nodes:
            return TOO_LARGE
        if here == depth:
            return TOO_DEEP
        if buffers.stop[0]:
            return STOPPED
        reach[here] = reach[level] * chance
        pending[here], turns[here], last[here] = pending[level], turns[level], last[level]
        for seat in range(2):
            sequences[here, seat], histories[here, seat] = sequences[level, seat], histories[level, seat]
            choices[here, seat] = choices[level, seat]
        if kind == ROOTS:
            stack[here] = roots[edge]
        else:
            stack[here] = stack[level]
            if kind == EVENT:
                resolve(stack[here], edge)
            else:
                action = actions[level, edge]
                sequences[here, kind] = tree.firsts[set_of[level]] + edge
                histories[here, kind] = absorb(keys[level], np.uint64(action))
                choices[here, kind] = action
                pending[here] &= ~(1 << kind)
                if pending[here] == 0:
                    advance(stack[here], choices[here])
        node = counts[0]
        counts[0] += 1
        tree.odds[node], tree.payoffs[node] = chance, 0.0
        # 3. A leaf has a payoff.
        if pending[here] == 0:
            ended = over(stack[here])
            if ended or (rules.chapters and chapter(stack[here])):
                payoff, leaf = leaf_payoff(stack[here], rules, ended, scores, buffers.sums), counts[3]
                tree.infosets[node], tree.ends[node], tree.payoffs[node] = LEAF, node + 1, payoff
                tree.leaves[leaf, 0], tree.leaves[leaf, 1] = sequences[here, 0], sequences[here, 1]
                tree.weights[leaf] = reach[here] * payoff
                counts[3] += 1
                continue
            pending[here] = movers(stack[here])
            if pending[here] != 0 and (pending[here] == 3 or pending[here] != last[here]):
                turns[here] += 1
                last[here] = pending[here]
                if rules.max_turns > 0 and turns[here] > rules.max_turns:
                    return TOO_LONG
        # 4. Anything else is a chance event or an information set.
        node_of[here], tried[here] = node, 0
        if pending[here] == 0:
            kinds[here], most[here], tree.infosets[node] = EVENT, chances(stack[here], odds[here]), CHANCE
        else:
            seat = 0 if pending[here] & 1 else 1
            n_actions = legal(stack[here], seat, actions[here])
            keys[here] = infoset_key(stack[here], seat, rules.hidden, histories[here, seat], buffers)
            place = slot_of(buffers.slots, keys[here])
            if buffers.slots[place] == _EMPTY:
                infoset = counts[1]
                buffers.slots[place], buffers.numbers[place] = keys[here], infoset
                tree.seats[infoset], tree.firsts[infoset] = seat, counts[2]
                tree.parents[infoset] = sequences[here, seat]
                for index in range(n_actions):
                    tree.actions[counts[2] + index] = actions[here, index]
                counts[1] += 1
                counts[2] += n_actions
                counts[4] += n_actions > 1
                tree.firsts[counts[1]] = counts[2]
                if len(buffers.views) > 0:
                    buffers.views[infoset] = buffers.scratch[0]
            set_of[here] = buffers.numbers[place]
            kinds[here], most[here], tree.infosets[node] = seat, n_actions, set_of[here]
        level = here
    return COMPLETE


@dataclass(frozen=True, eq=False)
class GameTree:
    """The tree below one or several positions, of which chance selects one."""

    game: Game
    roots: States
    root_odds: Float64s
    rules: EnumerationRules
    arrays: TreeArrays
    offset: float  # what payoffs of both seats have in common: half their sum
    n_choices: int  # number of information sets with more than one action

    @property
    def n_nodes(self) -> int:
        """The number of nodes."""
        return len(self.arrays.ends)

    @property
    def n_infosets(self) -> int:
        """The number of information sets of both seats."""
        return len(self.arrays.seats)

    @property
    def n_sequences(self) -> int:
        """The number of sequences, with the empty one."""
        return len(self.arrays.actions)

    @property
    def stakes(self) -> float:
        """The difference between the best and the worst leaf."""
        payoffs = self.arrays.payoffs[self.arrays.infosets == LEAF]
        return float(payoffs.max() - payoffs.min())

    @property
    def unit(self) -> Unit:
        """What payoffs measure."""
        return Unit.WIN if self.rules.win else Unit.SCORE

    def actions_at(self, infoset: int) -> list[int]:
        """The legal actions at an information set."""
        first, end = self.arrays.firsts[infoset : infoset + 2]
        numbers: list[int] = self.arrays.actions[first:end].tolist()
        return numbers

    @cached_property
    def views(self) -> States:
        """What the seat sees at each information set: the tree is enumerated once more, the same way."""
        views = np.zeros(self.n_infosets, self.game.dtype)
        _enumerate(self.game, self.roots, self.root_odds, self.rules, self.n_nodes, views, Stop())
        return views

    def view(self, infoset: int) -> State:
        """What the seat sees at an information set."""
        return State(copied(self.views[infoset : infoset + 1]), int(self.arrays.seats[infoset]))


def build_tree(
    game: Game,
    roots: Sequence[State] | None = None,
    root_odds: Sequence[float] | None = None,
    *,
    to_chapter: bool = False,
    max_turns: int = 0,
    max_nodes: int = MAX_NODES,
    stop: Stop | None = None,
) -> GameTree:
    """Enumerate the tree below some positions (default: the start, before its first chance event), equally likely unless odds are given.

    `to_chapter` ends it with the round or the deal, whose result is then worth what the rules `evaluate` or `prospects` say. A tree that
    does not fit, or in which more than `max_turns` turns can be played (0: any number), is refused.
    """
    check_fit(game, to_chapter)
    positions = [game.laid_out()] if roots is None else list(roots)
    if not positions:
        raise JouteError("a tree needs at least one position to start from")
    states = np.concatenate([copied(position.array) for position in positions])
    states["chance"] = 0
    odds = np.full(len(states), 1 / len(states)) if root_odds is None else np.array(root_odds, float)
    if len(odds) != len(states) or odds.min() < 0 or not np.isclose(odds.sum(), 1):
        raise JouteError("the probabilities of the positions do not add up to 1")
    spec = game.spec
    win, predicted = spec.utility == "win", spec.utility == "win" and game.definition.states_itself("prospects")
    rules = EnumerationRules(spec.widest, max(1, spec.outcomes), spec.hidden, win, predicted, to_chapter, max_turns)
    return _enumerate(game, states, odds, rules, max_nodes, np.zeros(0, game.dtype), stop or Stop())


def check_fit(game: Game, to_chapter: bool = False) -> None:
    """Refuse a game that has no value: more than two seats, or not zero-sum."""
    if game.spec.seats != 2:
        raise Unfit("{game} has {seats} seats here: an equilibrium is computed for two", game=game.name, seats=game.spec.seats)
    if not game.spec.zero_sum and game.spec.utility != "win":
        raise Unfit("{game} is not zero-sum with these options: it has no single value", game=game.name)
    if to_chapter and not game.definition.states_itself("chapter"):
        raise Unfit("{game} has no rounds: only the whole game can be enumerated", game=game.name)
    predicted = game.definition.states_itself("prospects") or (game.spec.lowest, game.spec.highest) == (0, 1)
    if to_chapter and game.spec.utility == "win" and not predicted:
        raise Unfit("{game} does not say who is likely to win after a round: only the whole game can be enumerated", game=game.name)


def _enumerate(game: Game, roots: States, odds: Float64s, rules: EnumerationRules, max_nodes: int, views: States, stop: Stop) -> GameTree:
    """Enumerate into arrays of the largest size, of which the system provides only what is written, and copy what was used."""
    size = max_nodes + 2
    tree = TreeArrays(
        ends=np.empty(max_nodes, np.int32),
        infosets=np.empty(max_nodes, np.int32),
        odds=np.empty(max_nodes),
        payoffs=np.empty(max_nodes),
        seats=np.empty(size, np.int8),
        firsts=np.empty(size, np.int32),
        parents=np.empty(size, np.int32),
        actions=np.empty(size + min(MAX_DEPTH, size) * rules.widest, np.int32),  # of all nodes, and of those that are still on the way
        leaves=np.empty((max_nodes, 2), np.int32),
        weights=np.empty(max_nodes),
    )
    scratch = np.zeros(1, game.dtype)
    slots = 1 << (2 * size - 1).bit_length()
    buffers = EnumerationBuffers(
        slots=np.zeros(slots, np.uint64),
        numbers=np.empty(slots, np.int32),
        scratch=scratch,
        words=scratch.view(np.uint64),
        views=views,
        counts=np.zeros(5, np.int64),
        sums=np.array([np.inf, -np.inf]),
        stop=stop.flag,
    )
    tree.firsts[0] = 1
    ended = int(enumerate_tree(roots, odds, tree, rules, buffers))
    nodes, infosets, sequences, n_leaves, n_choices = buffers.counts.tolist()
    _refuse_incomplete(game, ended, nodes, infosets, rules)
    lowest, highest = buffers.sums.tolist()
    if highest - lowest > 1e-9:
        raise Unfit("{game} is not zero-sum: payoffs add up to {low} and to {high}", game=game.name, low=lowest, high=highest)
    leaves, weights = merged(tree.leaves[:n_leaves], tree.weights[:n_leaves])
    arrays = TreeArrays(
        ends=tree.ends[:nodes].copy(),
        infosets=tree.infosets[:nodes].copy(),
        odds=tree.odds[:nodes].copy(),
        payoffs=tree.payoffs[:nodes].copy(),
        seats=tree.seats[:infosets].copy(),
        firsts=tree.firsts[: infosets + 1].copy(),
        parents=tree.parents[:infosets].copy(),
        actions=tree.actions[:sequences].copy(),
        leaves=leaves,
        weights=weights,
    )
    return GameTree(game, roots, odds, rules, arrays, lowest / 2, n_choices)


def merged(leaves: Int32s, weights: Float64s) -> tuple[Int32s, Float64s]:
    """One entry for all leaves with the same sequences; those that are worth nothing are left out."""
    counted = weights != 0
    names = leaves[counted, 0].astype(np.int64) << 32 | leaves[counted, 1].astype(np.int64)
    different, places = np.unique(names, return_inverse=True)
    sums = np.zeros(len(different))
    np.add.at(sums, places, weights[counted])
    pairs = np.stack([different >> 32, different & 0xFFFFFFFF], axis=1).astype(np.int32)
    return pairs, sums


def _refuse_incomplete(game: Game, ended: int, nodes: int, infosets: int, rules: EnumerationRules) -> None:
    """An error that says how large the tree is at least."""
    size = {"game": game.name, "nodes": f"{nodes:,}", "infosets": f"{infosets:,}"}
    if ended == TOO_LARGE:
        raise TreeTooLarge("the tree of {game} does not fit: it has more than {nodes} nodes and {infosets} information sets", **size)
    if ended == TOO_DEEP:
        raise TreeTooLarge(
            "the tree of {game} does not fit: it is deeper than {depth} decisions and chance events", depth=MAX_DEPTH, **size
        )
    if ended == TOO_LONG:
        raise TooManyTurns("more than {turns} turns of {game} can follow", turns=rules.max_turns, **size)
    if ended == STOPPED:
        raise TreeTooLarge("the enumeration of {game} was stopped after {nodes} nodes", **size)


class TreeTooLarge(Unfit):
    """The tree is larger than what can be enumerated; the text has its size so far."""


class TooManyTurns(TreeTooLarge):
    """More turns can follow than were asked for."""
