"""Principal variation search: iterative deepening alpha-beta that searches every move but the first with a null window.

The stack is explicit: `frames[ply]` is a position being searched, `states[ply]` its record, `moves[ply]` its actions. Making a move
copies the record, so that no move is ever undone. Every value belongs to the seat that moves at its ply (Marsland 1986; fail-soft).
"""

import numpy as np

from joute.core.contract import advance, key, movers, over, quiet
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Records
from joute.search.alphabeta.move_ordering import age_history, bring_forward, credit, list_moves, rank_moves, sort_root
from joute.search.alphabeta.transposition_table import COMPLETE, EXACT, LOWER, UPPER, Table, TranspositionEntry, find, store
from joute.search.alphabeta.workspace import Flag, PlyFrame, PlyMoves, PvsWorkspace, RootMove
from joute.search.common.score import DECIDED, INFINITE, WIN, from_here, from_root, of_end, of_guess, plies_to_end

OPEN_DEPTH = 2  # to this depth every root move gets a value of its own, not a bound
POLL_INTERVAL = 512  # nodes between two looks at the flag


@compiled
def deepen(workspace: PvsWorkspace, flag: Flag) -> None:
    """Search one ply deeper at a time, until the limits, the flag, a proven end, or the end of every game."""
    limits, result, first, pvs = workspace.limits[0], workspace.result[0], workspace.frames[0], workspace.pvs
    for depth in range(1, limits.depth + 1):
        search(workspace, flag, depth)
        result.finished = first.next
        if first.next == 0:
            return
        result.value, result.action, result.pv_length = first.best, first.action, first.pv_length
        for step in range(first.pv_length):
            pvs[len(pvs) - 1, step] = pvs[0, step]
        if first.next < first.count:
            return
        result.depth, result.complete = depth, first.complete
        sort_root(workspace.root)
        age_history(workspace.history)
        proven = 0 < plies_to_end(first.best) <= depth + limits.extension
        if first.complete == 1 or proven or flag[0] != 0:
            return


@rule
def search(workspace: PvsWorkspace, flag: Flag, depth: int) -> None:
    """One iteration; if it is interrupted, the root's `next` is the number of moves that were finished."""
    states, words, frames, moves = workspace.states, workspace.words, workspace.frames, workspace.moves
    ranks, history, table, root = workspace.ranks, workspace.history, workspace.table, workspace.root
    limits, result, scores, choices = workspace.limits[0], workspace.result[0], workspace.scores, workspace.choices
    deepest = len(states) - 1
    ply = 0
    open_root(frames[0], moves, root, movers(states[0]), depth)
    began = result.nodes
    pause = min(limits.nodes, result.nodes + POLL_INTERVAL)
    while True:
        frame = frames[ply]
        if frame.next < frame.count:
            # 1. Play the next move, unless it is searched again and its position is there already.
            if frame.again == 0:
                if result.nodes >= pause:
                    if result.nodes >= limits.nodes or flag[0] != 0:
                        return
                    pause = min(limits.nodes, result.nodes + POLL_INTERVAL)
                if frame.sorted == 0:
                    bring_forward(frame, moves, ranks, ply)
                for word in range(words.shape[1]):
                    words[ply + 1, word] = words[ply, word]
                choices[frame.seat] = moves[ply, frame.next]
                advance(states[ply + 1], choices)
                result.nodes += 1

            # 2. Value the position at once if the game or the search ends here, or the table knows enough.
            below = frames[ply + 1]
            below.pv_length = 0
            left = frame.depth - 1
            if over(states[ply + 1]):
                value, complete = of_end(states[ply + 1], frame.seat, ply + 1, scores, limits.span), 1
                frame.scout = 0
            elif ply + 1 == deepest or (left <= 0 and (left <= -limits.extension or quiet(states[ply + 1]))):
                value, complete = 0, 0
                if limits.evaluation == 1:
                    value = of_guess(states[ply + 1], frame.seat, scores, limits.span)
                frame.scout = 0
            else:
                open_window(frame, below, 0 if movers(states[ply + 1]) & 1 else 1, ply, depth <= OPEN_DEPTH)
                below.key = np.uint64(key(states[ply + 1], words[ply + 1]))
                if not look_up(below, table, ply + 1):
                    ply += 1
                    list_moves(states[ply], below, moves[ply], limits)
                    rank_moves(below, moves, ranks, history, ply, limits.full == 0)
                    continue
                value, complete = below.best if below.seat == frame.seat else -below.best, below.complete
        else:
            # 3. A finished position is stored and hands its value to the one before.
            if ply == 0:
                return
            store_frame(table, frame, ply, depth)
            ply -= 1
            value, complete = frame.best if frame.seat == frames[ply].seat else -frame.best, frame.complete
            frame = frames[ply]

        # 4. A move that beat its null window is searched again with an open window.
        if frame.scout == 1 and frame.alpha < value < frame.beta:
            frame.scout, frame.again = 0, 1
            continue
        frame.again = 0

        # 5. Update the frame; a move too good for the other seat to allow ends the search of this position.
        if ply == 0:
            update_root(root, frame, value, result.nodes - began)
            began = result.nodes
        if update(frame, moves[ply, frame.next], value, complete):
            if frame.principal == 1:
                extend_pv(frame, frames[ply + 1].pv_length, workspace.pvs, ply)
            if value >= frame.beta and frame.depth > 0:
                credit(history, frame)


@rule
def open_root(frame: PlyFrame, moves: PlyMoves, root: Records[RootMove], bits: int, depth: int) -> None:
    """Prepare the root, its moves in the order that the last iteration left."""
    frame.seat = 0 if bits & 1 else 1
    frame.depth, frame.principal = depth, 1
    frame.alpha = frame.first_alpha = frame.best = -INFINITE
    frame.beta = INFINITE
    frame.next, frame.count, frame.sorted = 0, len(root), 1
    frame.scout = frame.again = frame.pv_length = 0
    frame.complete = 1
    for index in range(len(root)):
        moves[0, index] = root[index].action


@rule
def open_window(frame: PlyFrame, below: PlyFrame, seat: int, ply: int, exact_root: bool) -> None:
    """Set the window of a move: open for the first, null for those expected to be worse, and no wider than the nearest end."""
    low, high = frame.alpha, frame.beta
    frame.scout = 0
    if ply == 0 and exact_root:
        low = -INFINITE
    elif frame.principal == 1 and frame.again == 0 and frame.next > 0 and high - low > 1:
        high = low + 1
        frame.scout = 1
    below.principal = 1 if frame.principal == 1 and frame.scout == 0 else 0
    below.seat, below.depth = seat, frame.depth - 1
    if seat != frame.seat:
        low, high = -high, -low
    nearest = WIN - ply - 2
    below.alpha = below.first_alpha = max(low, -nearest)
    below.beta = min(high, nearest)


@rule
def look_up(frame: PlyFrame, table: Table, ply: int) -> bool:
    """Whether the window is empty or the table knows enough; if not, the table's move is tried first."""
    frame.action = -1
    if frame.alpha >= frame.beta:
        frame.best, frame.complete = frame.alpha, 1
        return True
    slot = find(table, frame.key)
    if slot < 0:
        return False
    entry = table[slot]
    frame.action = entry.action
    frame.best = from_root(entry.value, ply)
    frame.complete = 1 if entry.depth == COMPLETE or abs(frame.best) > DECIDED else 0
    return frame.principal == 0 and settles(entry, frame)


@rule
def settles(entry: TranspositionEntry, frame: PlyFrame) -> bool:
    """Whether an entry is deep enough, or a proven end, and on the right side of the window."""
    if entry.bound & LOWER and frame.best >= frame.beta and (entry.depth >= frame.depth or frame.best > DECIDED):
        return True
    return entry.bound & UPPER != 0 and frame.best <= frame.alpha and (entry.depth >= frame.depth or frame.best < -DECIDED)


@rule
def update(frame: PlyFrame, action: int, value: int, complete: int) -> bool:
    """Update the best value; returns whether alpha rose. A move that cuts becomes the killer."""
    frame.next += 1
    frame.complete &= complete
    if value <= frame.best:
        return False
    frame.best, frame.action = value, action
    if value <= frame.alpha:
        return False
    frame.alpha = value
    if value >= frame.beta:
        frame.count = frame.next
        frame.complete = 1 if value > DECIDED else complete  # a proven win needs no more
        if action != frame.killer:
            frame.killer, frame.older_killer = action, frame.killer
    return True


@rule
def extend_pv(frame: PlyFrame, length: int, pvs: PlyMoves, ply: int) -> None:
    """The principal variation: the best move, then the variation below it."""
    pvs[ply, 0] = frame.action
    for step in range(length):
        pvs[ply, step + 1] = pvs[ply + 1, step]
    frame.pv_length = length + 1


@rule
def store_frame(table: Table, frame: PlyFrame, ply: int, age: int) -> None:
    """Store the result of a finished position."""
    bound = EXACT
    if frame.best >= frame.beta:
        bound = LOWER
    elif frame.best <= frame.first_alpha:
        bound = UPPER
    depth = COMPLETE if frame.complete == 1 else frame.depth
    store(table, frame.key, frame.action, from_here(frame.best, ply), depth, bound, min(age, 127))


@rule
def update_root(root: Records[RootMove], frame: PlyFrame, value: int, nodes: int) -> None:
    """Update a root move: by its value, or by a bound if that is lower than what was thought before."""
    move = root[frame.next]
    if move.known == 0 or value > frame.alpha or frame.depth <= OPEN_DEPTH or value < move.value:
        move.value = value
    move.known = 1
    move.nodes += nodes
