"""The agent `classes` of the Fast Tokens' report: alpha-beta over the highest candidate class that is not empty, for any length of line.

The report is about lines of four: its "two stones" and "three stones" are two less and one less than a line here.
"""

import time
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from joute.core.agent import Agent, Stop
from joute.core.contract import Actions, advance, over
from joute.core.opinion import Judgement, Opinion, with_the_rest
from joute.core.rng import below, seeded
from joute.core.settings import PUBLIC_DEPTH, setting
from joute.core.state import State, States
from joute.games.morpion.board import ACROSS, DOWN, both, empty_cells, lane_of, slid, threats
from joute.games.morpion.evaluate import completing_cells, middle, write_cells
from joute.games.morpion.rules import may_swap
from joute.games.morpion.state import LARGEST, REACH, SWAP, MorpionState
from joute.i18n import say_in_every_language
from joute.jit.compile import compiled
from joute.jit.dispatch import rule

ULTIMATE, A, B_PRIORITY, B, C_PRIORITY, C, D_PRIORITY, D, E, OPENING = range(10)
SETS = E + 1
UNSETTLED = 2  # not a value: a win is 1, a loss -1, anything else 0

Sets: TypeAlias = NDArray[np.int64]  # [class, row]: a mask of cells
CellValues: TypeAlias = NDArray[np.int64]  # [action]
Flag: TypeAlias = NDArray[np.int8]


@rule
def ends_of_runs(state: MorpionState, row: int) -> int:
    """The empty cells of a row at the ends of runs that are two stones short of a line, in the lane of each run's seat."""
    cells = 0
    for direction in range(4):
        down, across = DOWN[direction], ACROSS[direction]
        ahead, behind = -1, -1
        for place in range(1, state.align - 1):
            ahead &= slid(state.rows[row + down * place], across * place)
            behind &= slid(state.rows[row - down * place], -across * place)
        cells |= ahead | behind
    return cells & both(empty_cells(state, row))


@rule
def gaps(state: MorpionState, row: int) -> int:
    """The empty cells of a row where a stone makes an open three, as in `. X _ X .`, in the lane of the stones' seat."""
    cells = 0
    for direction in range(4):
        down, across = DOWN[direction], ACROSS[direction]
        for before in range(1, state.align - 2):
            after = state.align - 2 - before
            gap = both(empty_cells(state, row))
            for place in range(-before, after + 1):
                if place != 0:
                    gap &= slid(state.rows[row + down * place], across * place)
            if gap != 0:
                gap &= both(slid(empty_cells(state, row - down * (before + 1)), -across * (before + 1)))
                gap &= both(slid(empty_cells(state, row + down * (after + 1)), across * (after + 1)))
            cells |= gap
    return cells


@rule
def neighbours(state: MorpionState, row: int) -> int:
    """The empty cells of a row that touch a stone, in the lane of the stone's seat."""
    stones = state.rows[row - 1] | state.rows[row] | state.rows[row + 1]
    return (stones | stones << 1 | stones >> 1) & both(empty_cells(state, row))


@rule
def sort_into_classes(state: MorpionState, seat: int, sets: Sets) -> None:
    """Write the classes from B-priority to E, as the report defines them."""
    for row in range(REACH, REACH + state.height):
        ends, around, between = ends_of_runs(state, row), neighbours(state, row), gaps(state, row)
        sets[E, row] = lane_of(around, 1 - seat)
        sets[D, row] = lane_of(around, seat)
        sets[D_PRIORITY, row] = sets[D, row] & sets[E, row]
        sets[C, row] = lane_of(ends, 1 - seat)
        sets[C_PRIORITY, row] = sets[D_PRIORITY, row] & sets[C, row]
        sets[B, row] = lane_of(ends, seat)
        sets[B_PRIORITY, row] = sets[C_PRIORITY, row] & sets[B, row] | lane_of(between, 0) | lane_of(between, 1)


@rule
def highest_class(state: MorpionState, seat: int, sets: Sets, actions: Actions) -> tuple[int, int]:
    """Write the cells of the highest class that is not empty; return the class and the number of cells."""
    if state.stones == 0:
        actions[0] = middle(state)
        return OPENING, 1
    threatening = threats(state)
    if threatening >> seat & 1:
        return ULTIMATE, completing_cells(state, seat, actions)
    if threatening != 0:
        return A, completing_cells(state, 1 - seat, actions)
    sort_into_classes(state, seat, sets)
    kind, count = A, 0
    while count == 0:  # some empty cell touches a stone, so that D or E is not empty
        kind += 1
        for row in range(REACH, REACH + state.height):
            count = write_cells(row, sets[kind, row], actions, count)
    return kind, count


@rule
def settled(state: MorpionState, plies: int) -> int:
    """The value of the position for its mover with that search depth left: 1, 0, -1, or UNSETTLED."""
    if over(state):
        return -1 if state.winner == 1 - state.mover else 0
    if plies == 0:
        return 0
    if plies == 1:
        return threats(state) >> state.mover & 1
    return UNSETTLED


@compiled
def judge(states: States, depth: int, actions: Actions, values: CellValues, nodes: NDArray[np.int64], stop: Flag) -> tuple[int, int, int]:
    """Write the cells of the highest class and their alpha-beta values; return the class, its size, and the number of values.

    `states[0]` is the position; `states` has one more for each ply.
    """
    sets = np.zeros((SETS, LARGEST + 2 * REACH), np.int64)
    cells = np.zeros((depth + 1, LARGEST * LARGEST), np.int64)  # [ply, number]: of the class
    counts, tried = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)  # [ply]
    alpha, beta = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)  # [ply], for the mover
    choices = np.zeros(2, np.int64)
    root: MorpionState = states[0]
    kind, count = highest_class(root, root.mover, sets, actions)
    for number in range(count):
        # 1. Play the cell at the root; the window from loss to win makes its value exact.
        states[1] = states[0]
        choices[root.mover] = actions[number]
        advance(states[1], choices)
        alpha[1], beta[1] = -1, 1
        ply, arrived = 1, True
        while ply >= 1:
            if stop[0]:
                return kind, count, number
            here: MorpionState = states[ply]
            # 2. On arrival, evaluate the position or generate its class.
            if arrived:
                nodes[0] += 1
                value = settled(here, depth - ply)
                tried[ply], counts[ply] = 0, 0
                if value == UNSETTLED:
                    _, counts[ply] = highest_class(here, here.mover, sets, cells[ply])
                else:
                    alpha[ply] = value
            # 3. Search the next cell unless the window is closed; otherwise return the value.
            arrived = tried[ply] < counts[ply] and alpha[ply] < beta[ply]
            if arrived:
                states[ply + 1] = states[ply]
                choices[here.mover] = cells[ply, tried[ply]]
                advance(states[ply + 1], choices)
                tried[ply] += 1
                alpha[ply + 1], beta[ply + 1] = -beta[ply], -alpha[ply]
            elif ply > 1:
                alpha[ply - 1] = max(alpha[ply - 1], -alpha[ply])
            ply += 1 if arrived else -1
        values[number] = -alpha[1]
    return kind, count, count


CLASS_NAMES = ("ultimate", "A", "B-priority", "B", "C-priority", "C", "D-priority", "D", "E", "opening")


@dataclass(frozen=True)
class ClassesSettings:
    """Settings of `classes`."""

    depth: int = setting(4, "plies looked ahead", 1, 10, public=PUBLIC_DEPTH)


class Classes(Agent):
    """Alpha-beta over the highest candidate class; only wins and losses have a value. Ties are broken at random."""

    name = "classes"
    summary = "the report's agent: a few plies of alpha-beta over the most urgent class of cells"
    Settings = ClassesSettings

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The best cell of the highest class; a first stone is always taken over if the option allows it."""
        legal = self.legal(view, seat)
        if may_swap(MorpionState.of(view)):
            swap = self.game.actions[SWAP]
            return Opinion(swap, with_the_rest([Judgement(swap, weight=1.0)], legal), pv=[swap], nodes=1)
        depth = self.settings.depth
        cells, values = np.zeros((2, self.game.spec.widest), np.int64)
        nodes = np.zeros(1, np.int64)
        arguments = (np.repeat(view.array, depth + 1), depth, cells, values, nodes, (stop or Stop()).flag)
        judge.prepare(*arguments)
        began = time.perf_counter()
        kind, count, valued = judge(*arguments)
        best = [number for number in range(valued) if values[number] == values[:valued].max()] or list(range(count))
        action = self.game.actions[int(cells[best[below(seeded(seed, "classes"), len(best))]])]
        judgements = [
            Judgement(self.game.actions[int(cells[number])], value=float(values[number]), weight=(number in best) / len(best))
            for number in range(valued)
        ] or [Judgement(self.game.actions[int(cells[number])], weight=1 / count) for number in range(count)]
        judgements.sort(key=lambda judgement: (-(judgement.value or 0.0), judgement.action != action))
        return Opinion(
            action,
            with_the_rest(judgements, legal),
            value=float(values[:valued].max()) if valued else None,
            pv=[action],
            depth=depth,
            nodes=int(nodes[0]),
            seconds=time.perf_counter() - began,
            remark=dict(say_in_every_language("class {kind}, cells: {count}", kind=CLASS_NAMES[kind], count=int(count))),
        )
