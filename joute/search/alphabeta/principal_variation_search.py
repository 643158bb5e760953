"""Principal variation search, compiled: alpha-beta that deepens ply by ply and doubts every move but the first with a null window.

The stack is explicit: `frames[ply]` is a position being searched, `works[ply]` its record, `moves[ply]` its actions. Making a move
copies the record, so nothing is ever taken back. Every value belongs to the seat that moves at its ply (Marsland 1986; fail-soft).
"""

from typing import Any

import numpy as np

from joute.core.contract import Actions, Choices, Scores, Words, advance, key, movers, over, quiet
from joute.core.state import States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.search.alphabeta.move_ordering import bring_forward, credit, fade, list_moves, rank_moves, sort_root
from joute.search.alphabeta.transposition_table import EXACT, LOWER, UPPER, WHOLE, Table, find, keep
from joute.search.alphabeta.types import Flag, Frame, Frames, History, Lines, Ranks, Root, Terms
from joute.search.common.score import DECIDED, INFINITE, WIN, from_here, from_root, of_end, of_guess, plies_to_end

JUDGED = 2  # to this depth every root move gets a value of its own, not a bound
PATIENCE = 512  # nodes between two looks at the flag


@compiled
def deepen(
    works: States,
    words: Words,
    frames: Frames,
    moves: Actions,
    ranks: Ranks,
    lines: Lines,
    history: History,
    table: Table,
    root: Root,
    terms: Any,
    choices: Choices,
    scores: Scores,
    flag: Flag,
) -> None:
    """Search one ply deeper at a time, until the limits, the flag, a proven end, or the end of every game."""
    limits = terms[0]
    for depth in range(1, limits.depth + 1):
        search(works, words, frames, moves, ranks, lines, history, table, root, limits, choices, scores, flag, depth)
        first = frames[0]
        limits.finished = first.next
        if first.next == 0:
            return
        limits.value, limits.action, limits.length = first.best, first.action, first.length
        for step in range(first.length):
            lines[len(frames) - 1, step] = lines[0, step]
        if first.next < first.count:
            return
        limits.reached, limits.whole = depth, first.whole
        sort_root(root)
        fade(history)
        proven = 0 < plies_to_end(first.best) <= depth + limits.extension
        if first.whole == 1 or proven or flag[0] != 0:
            return


@rule
def search(
    works: States,
    words: Words,
    frames: Frames,
    moves: Actions,
    ranks: Ranks,
    lines: Lines,
    history: History,
    table: Table,
    root: Root,
    limits: Terms,
    choices: Choices,
    scores: Scores,
    flag: Flag,
    depth: int,
) -> None:
    """One iteration; when it is interrupted, the root's `next` tells how many of its moves were finished."""
    deepest = len(works) - 1
    ply = 0
    open_root(frames[0], moves, root, movers(works[0]), depth)
    began = limits.spent
    pause = min(limits.nodes, limits.spent + PATIENCE)
    while True:
        frame = frames[ply]
        if frame.next < frame.count:
            # 1. Play the next move, unless it stands there to be searched again.
            if frame.again == 0:
                if limits.spent >= pause:
                    if limits.spent >= limits.nodes or flag[0] != 0:
                        return
                    pause = min(limits.nodes, limits.spent + PATIENCE)
                if frame.sorted == 0:
                    bring_forward(frame, moves, ranks, ply)
                for word in range(words.shape[1]):
                    words[ply + 1, word] = words[ply, word]
                choices[frame.seat] = moves[ply, frame.next]
                advance(works[ply + 1], choices)
                limits.spent += 1

            # 2. Value the position at once where the game or the search ends, or the table knows enough.
            below = frames[ply + 1]
            below.length = 0
            left = frame.depth - 1
            if over(works[ply + 1]):
                value, whole = of_end(works[ply + 1], frame.seat, ply + 1, scores, limits.span), 1
                frame.doubted = 0
            elif ply + 1 == deepest or (left <= 0 and (left <= -limits.extension or quiet(works[ply + 1]))):
                value, whole = 0, 0
                if limits.evaluation == 1:
                    value = of_guess(works[ply + 1], frame.seat, scores, limits.span)
                frame.doubted = 0
            else:
                open_window(frame, below, 0 if movers(works[ply + 1]) & 1 else 1, ply, depth <= JUDGED)
                below.name = np.uint64(key(works[ply + 1], words[ply + 1]))
                if not settled(below, table, ply + 1):
                    ply += 1
                    list_moves(works[ply], below, moves[ply], limits)
                    rank_moves(below, moves, ranks, history, ply, limits.full == 0)
                    continue
                value, whole = below.best if below.seat == frame.seat else -below.best, below.whole
        else:
            # 3. A finished position is written down and hands its value to the one before.
            if ply == 0:
                return
            write_down(table, frame, ply, depth)
            ply -= 1
            value, whole = frame.best if frame.seat == frames[ply].seat else -frame.best, frame.whole
            frame = frames[ply]

        # 4. A doubted move that held is searched again with an open window.
        if frame.doubted == 1 and frame.alpha < value < frame.beta:
            frame.doubted, frame.again = 0, 1
            continue
        frame.again = 0

        # 5. Take the value in; a move too good for the other seat to allow ends the search of this position.
        if ply == 0:
            judge(root, frame, value, limits.spent - began)
            began = limits.spent
        if take(frame, moves[ply, frame.next], value, whole):
            if frame.principal == 1:
                join_line(frame, frames[ply + 1].length, lines, ply)
            if value >= frame.beta and frame.depth > 0:
                credit(history, frame)


@rule
def open_root(frame: Frame, moves: Actions, root: Root, bits: int, depth: int) -> None:
    """The root's moves stand in the order that the last iteration left."""
    frame.seat = 0 if bits & 1 else 1
    frame.depth, frame.principal = depth, 1
    frame.alpha = frame.floor = frame.best = -INFINITE
    frame.beta = INFINITE
    frame.next, frame.count, frame.sorted = 0, len(root), 1
    frame.doubted = frame.again = frame.length = 0
    frame.whole = 1
    for index in range(len(root)):
        moves[0, index] = root[index].action


@rule
def open_window(frame: Frame, below: Frame, seat: int, ply: int, judged: bool) -> None:
    """The window of the move: open for the first, null for those that are expected to be worse, and no wider than the nearest end."""
    low, high = frame.alpha, frame.beta
    frame.doubted = 0
    if ply == 0 and judged:
        low = -INFINITE
    elif frame.principal == 1 and frame.again == 0 and frame.next > 0 and high - low > 1:
        high = low + 1
        frame.doubted = 1
    below.principal = 1 if frame.principal == 1 and frame.doubted == 0 else 0
    below.seat, below.depth = seat, frame.depth - 1
    if seat != frame.seat:
        low, high = -high, -low
    nearest = WIN - ply - 2
    below.alpha = below.floor = max(low, -nearest)
    below.beta = min(high, nearest)


@rule
def settled(frame: Frame, table: Table, ply: int) -> bool:
    """Whether the window is empty or the table knows enough; if not, it may know the best move."""
    frame.action = -1
    if frame.alpha >= frame.beta:
        frame.best, frame.whole = frame.alpha, 1
        return True
    place = find(table, frame.name)
    if place < 0:
        return False
    entry = table[place]
    frame.action = entry.action
    frame.best = from_root(entry.value, ply)
    frame.whole = 1 if entry.depth == WHOLE or abs(frame.best) > DECIDED else 0
    return frame.principal == 0 and settles(entry, frame)


@rule
def settles(entry: Any, frame: Frame) -> bool:
    """Whether an entry is deep enough, or a proven end, and on the right side of the window."""
    if entry.bound & LOWER and frame.best >= frame.beta and (entry.depth >= frame.depth or frame.best > DECIDED):
        return True
    return entry.bound & UPPER != 0 and frame.best <= frame.alpha and (entry.depth >= frame.depth or frame.best < -DECIDED)


@rule
def take(frame: Frame, action: int, value: int, whole: int) -> bool:
    """Keep the best value and say whether it is better than was sure; on a cut, remember the move that did it."""
    frame.next += 1
    frame.whole &= whole
    if value <= frame.best:
        return False
    frame.best, frame.action = value, action
    if value <= frame.alpha:
        return False
    frame.alpha = value
    if value >= frame.beta:
        frame.count = frame.next
        frame.whole = 1 if value > DECIDED else whole  # a proven win needs no more
        if action != frame.killer:
            frame.killer, frame.older_killer = action, frame.killer
    return True


@rule
def join_line(frame: Frame, length: int, lines: Lines, ply: int) -> None:
    """The main line: the best move, then the line that follows it."""
    lines[ply, 0] = frame.action
    for step in range(length):
        lines[ply, step + 1] = lines[ply + 1, step]
    frame.length = length + 1


@rule
def write_down(table: Table, frame: Frame, ply: int, age: int) -> None:
    """What was found out about a finished position."""
    bound = EXACT
    if frame.best >= frame.beta:
        bound = LOWER
    elif frame.best <= frame.floor:
        bound = UPPER
    depth = WHOLE if frame.whole == 1 else frame.depth
    keep(table, frame.name, frame.action, from_here(frame.best, ply), depth, bound, min(age, 127))


@rule
def judge(root: Root, frame: Frame, value: int, nodes: int) -> None:
    """A root move's value where it is one; a bound only lowers what was thought before."""
    move = root[frame.next]
    if move.known == 0 or value > frame.alpha or frame.depth <= JUDGED or value < move.value:
        move.value = value
    move.known = 1
    move.nodes += nodes
