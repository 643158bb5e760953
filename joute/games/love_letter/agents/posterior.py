"""How likely every world of a position is, when both seats have come to it by a strategy for the tree below an earlier position.

The tree is followed with the states themselves, from every world of the earlier position on, as far as the cards that were played are
those that lie on the table now.
"""

from typing import NamedTuple

import numpy as np

from joute.core.contract import Words, advance, chances, hide, legal, resolve
from joute.core.state import States
from joute.games.love_letter.agents.public_worlds import leave_what_both_know
from joute.games.love_letter.state import CHOOSE, PLACES, LoveLetterState
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s
from joute.search.equilibrium.game_tree import CHANCE, LEAF, EnumerationRules, TreeArrays

DEPTH = 64  # nodes one after the other; a turn has two decisions and four draws at most


class Goal(NamedTuple):
    """The later position, and the worlds that fit it."""

    common: States  # [1] what both seats know
    common_words: Words  # the same memory
    scratch: States  # [1]
    scratch_words: Words  # the same memory
    worlds: States
    weights: Float64s  # [world] written: how likely each is, up to a factor
    values: Float64s  # [world] written: the sum of its values for seat 0, by these weights


def goal_of(common: States, worlds: States) -> Goal:
    """The position, with memory to compare others with it."""
    scratch = np.zeros_like(common)
    return Goal(common, common.view(np.uint64), scratch, scratch.view(np.uint64), worlds, np.zeros(len(worlds)), np.zeros(len(worlds)))


@rule
def leads_to(state: LoveLetterState, goal: LoveLetterState) -> bool:
    """Whether the cards played so far are the first of those that lie on the table at the goal."""
    if state.piled > goal.piled:
        return False
    for number in range(state.piled):
        if state.pile[number] != goal.pile[number] or state.pile_of[number] != goal.pile_of[number]:
            return False
        if state.guesses[number] != goal.guesses[number]:
            return False
    return True


@rule
def is_goal(goal: Goal) -> bool:
    """Whether both seats know in the state in `scratch` what they know at the goal."""
    state = goal.scratch[0]
    seat = state.mover
    hide(state, seat)
    leave_what_both_know(state, seat)
    for word in range(len(goal.common_words)):
        if goal.common_words[word] != goal.scratch_words[word]:
            return False
    return True


@rule
def add_weight(state: LoveLetterState, goal: Goal, reach: float, value: float) -> None:
    """The world with the same cards is so much likelier."""
    for number in range(len(goal.worlds)):
        same = True
        for place in range(PLACES):
            same = same and state.cards[place] == goal.worlds[number].cards[place]
        if same:
            goal.weights[number] += reach
            goal.values[number] += reach * value


@compiled
def weigh_by_solution(tree: TreeArrays, strategy: Float64s, values: Float64s, roots: States, rules: EnumerationRules, goal: Goal) -> None:
    """Write how likely and what worth each world of the goal is; 0 everywhere if no way leads there."""
    stack = np.empty(DEPTH, roots.dtype)  # [level] states on the way
    nodes, children, edges = np.zeros(DEPTH, np.int64), np.zeros(DEPTH, np.int64), np.zeros(DEPTH, np.int64)
    actions, odds, reach = np.zeros((DEPTH, rules.widest), np.int64), np.zeros((DEPTH, rules.outcomes)), np.ones(DEPTH)
    choices = np.zeros(2, np.int64)
    children[0] = 1
    level = 0
    while level >= 0:
        # 1. Go back up when every edge has been taken.
        node, child, edge = nodes[level], children[level], edges[level]
        if child >= tree.ends[node]:
            level -= 1
            continue
        infoset, here = tree.infosets[node], level + 1
        # 2. Take the edge; outcomes that cannot happen have no node.
        if level == 0:
            stack[here] = roots[edge]
            reach[here] = tree.odds[child]
        elif infoset == CHANCE:
            while odds[level, edge] <= 0.0:
                edge += 1
            stack[here] = stack[level]
            resolve(stack[here], edge)
            reach[here] = reach[level] * tree.odds[child]
        else:
            stack[here] = stack[level]
            choices[tree.seats[infoset]] = actions[level, edge]
            advance(stack[here], choices)
            reach[here] = reach[level] * strategy[tree.firsts[infoset] + edge]
        children[level], edges[level] = tree.ends[child], edge + 1
        state = stack[here]
        if tree.infosets[child] == LEAF or reach[here] == 0.0 or not leads_to(state, goal.common[0]):
            continue
        # 3. At the beginning of a turn, with the same cards on the table: is it the goal?
        if state.phase == CHOOSE and state.piled == goal.common[0].piled:
            goal.scratch[0] = state
            if is_goal(goal):
                add_weight(state, goal, reach[here], values[child])
            continue
        # 4. Go on below it.
        nodes[here], children[here], edges[here] = child, child + 1, 0
        if tree.infosets[child] == CHANCE:
            odds[here, :] = 0.0
            chances(state, odds[here])
        else:
            legal(state, tree.seats[tree.infosets[child]], actions[here])
        level = here
