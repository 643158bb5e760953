"""Proof search: can the attacker, who is to move, win within a given effort against every defence?

Both answers are exact, for three reasons.
(1) An extra stone never hurts its owner. So what the attacker cannot win after the defender passes, he cannot win after any reply:
    a move that threatens nothing is refuted by one search of the pass.
(2) A line that lacks one cell must be blocked on that cell; a line of the defender that lacks one cell must be blocked first.
(3) When the pass is won, that proof has a zone (see `quick_wins`): a reply outside it changes nothing, so only replies inside are searched.
    The proof of a pass must hold against one free stone more than the position itself: the reply.

The search is limited by the attacker's effort: the number of his stones, or, in a relaxed search, only of those that did not block a
line. A defender can delay a loss by threats that lead to nothing, each of which costs the attacker a stone; a relaxed search does not
count these stones. A win that a relaxed search does not find within an effort does not exist with that number of stones either.

Every position is searched with few kinds of attacking moves first, then with more (the scopes of `proof_types`): most wins are series of
threats, which take few nodes to find. What fails in the last scope, which holds all moves, does not exist.
"""

import numpy as np
from numpy.typing import NDArray

from joute.core.rng import seed_of
from joute.games.morpion.solver.line_board import ATTACKER, DEFENDER, FREE, Boards, LineBoard, lift, put
from joute.games.morpion.solver.ordering import list_moves, list_replies
from joute.games.morpion.solver.proof_types import (
    AFTER_PASS,
    AFTER_REPLY,
    ALL,
    FORCING,
    ONE_PREPARATION,
    THREATS,
    ProofEntry,
    ProofFrame,
    ProofWorkspace,
)
from joute.games.morpion.solver.quick_wins import Zone, a_completion, add_counterthreats, quick_win
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Records

PENDING, GIVEN_UP, FAILED = -2, -1, 0  # answers; a positive one is the effort that wins
CHOOSE, FORCED, PASSED, REPLY, ANSWERED = 0, 1, 2, 3, 4  # what a frame waits for
DEEPEST = 40  # stones of the attacker
SEARCH_HASHES = np.array([seed_of("exact"), seed_of("relaxed")], np.uint64)


@rule
def slot(board: LineBoard, table: Records[ProofEntry]) -> int:
    """The index of this position in the transposition table."""
    return np.int64(board.hash & np.uint64(len(table) - 1))  # type: ignore[return-value]  # int64 is the compiled int


@rule
def enter(board: LineBoard, frame: ProofFrame, entry: ProofEntry, limit: int, order: int, gradual: int, relaxed: int, scope: int) -> int:
    """The answer if it is known at once; otherwise prepare the frame for the search and return PENDING."""
    found = quick_win(board, frame, limit, order)
    if found > 0:
        return found
    if limit < 3 or board.completions[DEFENDER] > 1:
        return FAILED
    first = frame.killer
    level = 3
    if entry.hash == board.hash:
        if entry.failed[scope] >= limit:
            return FAILED
        if 0 < entry.proven <= limit:
            if entry.order >= order:
                frame.best, frame.stones = entry.best, entry.stones
                if order > 0:
                    frame.zone[: board.size] = entry.zone[: board.size]
                return entry.proven
            level = entry.proven
        elif entry.failed[scope] >= 3:
            level = entry.failed[scope] + 1 if gradual else limit
        if entry.proven > 0:
            first = entry.best
    frame.limit, frame.order, frame.gradual, frame.max_scope = limit, order, gradual, scope
    frame.blocks = 1 if board.completions[DEFENDER] == 1 else 0
    frame.cost = 0 if relaxed and frame.blocks == 1 else 1
    start_level(board, frame, level, first)
    return PENDING


@rule
def start_level(board: LineBoard, frame: ProofFrame, level: int, first: int) -> None:
    """Begin to search an effort, with the smallest scope."""
    frame.level = level
    start_scope(board, frame, FORCING, first)


@rule
def start_scope(board: LineBoard, frame: ProofFrame, scope: int, first: int) -> None:
    """Generate the moves of a scope."""
    frame.scope = scope
    frame.stage = CHOOSE
    frame.next_move = 0
    list_moves(board, frame, first)


@rule
def proven(board: LineBoard, frame: ProofFrame, entry: ProofEntry) -> int:
    """Store that the current move wins; return the effort."""
    effort = frame.most + frame.cost
    frame.best = frame.killer = frame.move
    frame.stones = frame.most_stones + 1
    if entry.hash != board.hash:
        entry.hash = board.hash
        entry.failed[:] = 0
    entry.proven, entry.stones, entry.best, entry.order = effort, frame.stones, frame.move, frame.order
    if frame.order > 0:
        frame.zone[frame.move] = 1
        add_counterthreats(board, frame.order, frame.zone)
        entry.zone[: board.size] = frame.zone[: board.size]
    return effort


@rule
def failed(board: LineBoard, frame: ProofFrame, entry: ProofEntry) -> None:
    """Store that no move of the scope wins with the effort of the level."""
    if entry.hash != board.hash:
        entry.hash, entry.proven = board.hash, 0
        entry.failed[:] = 0
    for scope in range(1 + (ALL if frame.scope == full_scope(frame.level) else frame.scope)):
        entry.failed[scope] = max(entry.failed[scope], frame.level)


@rule
def full_scope(level: int) -> int:
    """The scope that holds every winning move: after one quiet move and a pass one stone less is left, and the last two make a fork."""
    return THREATS if level <= 3 else ONE_PREPARATION if level == 4 else ALL


@rule
def merge(zone: Zone, other: Zone, size: int) -> None:
    """Add a zone to another."""
    for cell in range(size):
        zone[cell] |= other[cell]


@rule
def lay(board: LineBoard, marks: NDArray[np.int8], attacker: int, relaxed: int) -> None:
    """Place the stones of a position; a seat's mark is 1 + seat."""
    board.hash = SEARCH_HASHES[relaxed]
    for cell in range(board.size):
        if marks[cell] != FREE:
            put(board, cell, ATTACKER if marks[cell] == 1 + attacker else DEFENDER)


@compiled
def prove(
    boards: Boards, workspace: ProofWorkspace, marks: NDArray[np.int8], attacker: int, limit: int, order: int, relaxed: int, scope: int
) -> int:
    """The effort that wins (at most the limit), 0 if the attacker cannot win within the limit, -1 if the search gave up.

    `boards` is one empty board, which is overwritten. The first frame then holds the winning move, its stones and its zone.
    """
    frames, table, counts, stop = workspace.frames, workspace.table, workspace.counts, workspace.stop
    board: LineBoard = boards[0]
    lay(board, marks, attacker, relaxed)
    top = 0
    answer = enter(board, frames[0], table[slot(board, table)], limit, order, 1 if order > 0 else 0, relaxed, scope)
    while True:
        # 1. An answer goes to the frame that waits for it.
        if answer != PENDING:
            if top == 0:
                return answer
            top -= 1
        frame, below = frames[top], frames[top + 1]
        stage = frame.stage
        move = frame.move
        # 2. A move that left one reply.
        if answer != PENDING and stage == FORCED:
            lift(board, frame.answer, DEFENDER)
            lift(board, move, ATTACKER)
            frame.stage = CHOOSE
            if answer > 0:
                if frame.order > 0:
                    frame.zone[: board.size] = below.zone[: board.size]
                    frame.zone[frame.answer] = 1
                frame.most, frame.most_stones = answer, below.stones
                answer = proven(board, frame, table[slot(board, table)])
                continue
        # 3. The pass: nothing threatened, or a zone for the replies.
        elif answer != PENDING and stage == PASSED:
            if answer > 0:
                frame.zone[: board.size] = below.zone[: board.size]
                frame.stage = REPLY
                list_replies(board, frame, below.zone)
                frame.most, frame.most_stones = answer, below.stones
            else:
                lift(board, move, ATTACKER)
                frame.stage = CHOOSE
        # 4. A reply: refutes the move, or is refuted.
        elif answer != PENDING and stage == ANSWERED:
            lift(board, frame.answer, DEFENDER)
            if answer > 0:
                frame.most, frame.most_stones = max(frame.most, answer), max(frame.most_stones, below.stones)
                if frame.order > 0:
                    merge(frame.zone, below.zone, board.size)
                frame.stage = REPLY
            else:
                frame.refutation = frame.answer
                lift(board, move, ATTACKER)
                frame.stage = CHOOSE
        # 5. The next reply; none left proves the move.
        if frame.stage == REPLY:
            if frame.next_reply == frame.replies:
                lift(board, move, ATTACKER)
                answer = proven(board, frame, table[slot(board, table)])
                continue
            frame.answer = frame.reply_cells[frame.next_reply]
            frame.next_reply += 1
            put(board, frame.answer, DEFENDER)
            frame.stage = ANSWERED
            top += 1
            scope_left = frame.scope if frame.blocks == 1 else AFTER_REPLY[frame.scope]
            answer = enter(board, below, table[slot(board, table)], frame.level - frame.cost, frame.order, 0, relaxed, scope_left)
        # 6. The next move; none left fails the scope, then the level.
        elif frame.stage == CHOOSE:
            if frame.next_move == frame.moves:
                failed(board, frame, table[slot(board, table)])
                answer = PENDING
                if frame.scope < min(frame.max_scope, full_scope(frame.level)):
                    start_scope(board, frame, frame.scope + 1, frame.killer)
                elif frame.level < frame.limit:
                    start_level(board, frame, frame.level + 1 if frame.gradual else frame.limit, frame.killer)
                else:
                    answer = FAILED
                continue
            move = frame.move_cells[frame.next_move]
            frame.move = move
            frame.next_move += 1
            put(board, move, ATTACKER)
            top += 1
            left = frame.level - frame.cost
            if board.completions[ATTACKER] > 0:
                frame.answer = a_completion(board, ATTACKER)  # the only one: two would have been a fork, found before
                put(board, frame.answer, DEFENDER)
                frame.stage = FORCED
                answer = enter(board, below, table[slot(board, table)], left, frame.order, 0, relaxed, frame.scope)
            else:
                frame.stage = PASSED
                scope_left = frame.scope if frame.blocks == 1 else AFTER_PASS[frame.scope]
                answer = enter(board, below, table[slot(board, table)], left, frame.order + 1, 1, relaxed, scope_left)
        # 7. Time and nodes.
        counts[0] += 1
        if stop[0] or counts[0] >= counts[1] or top == DEEPEST:
            return GIVEN_UP
