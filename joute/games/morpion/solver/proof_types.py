"""Records of the proof search: a frame of its stack and an entry of its transposition table."""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from joute.games.morpion.solver.line_board import MOST_CELLS
from joute.jit.struct import Int8s, Int16, Int16s, Int64, Int64s, Records, Struct, UInt64

FORCING, THREATS, ONE_PREPARATION, PREPARATIONS, ALL = range(5)
"""Scopes, each a part of the next: which moves of the attacker are searched (the orders of lambda search: Thomsen 2000).

FORCING: those that make a line to block. THREATS: also those that would win by FORCING if the defender passed. ONE_PREPARATION: also, but
once on a path, those that would win by THREATS. PREPARATIONS: any number of these.
"""
AFTER_PASS = np.array([FORCING, FORCING, THREATS, THREATS, ALL])  # [scope] what must win when the defender passes
AFTER_REPLY = np.array([FORCING, THREATS, THREATS, PREPARATIONS, ALL])  # [scope] what must win after the replies to a quiet move


class ProofFrame(Struct):
    """A frame of the search stack: one decision of the attacker."""

    stage: Int64
    limit: Int64  # of the effort
    level: Int64  # the effort tried at present
    blocks: Int64  # 1: the attacker must block a line
    cost: Int64  # of the attacker's move here
    scope: Int64  # tried at present
    max_scope: Int64
    gradual: Int64  # whether to try every level: a proof with fewer stones has a smaller zone
    order: Int64  # of the zone
    best: Int64  # the move that wins
    move: Int64  # being searched
    answer: Int64  # the reply being searched
    most: Int64  # effort that the replies so far need
    most_stones: Int64
    stones: Int64  # that the proof needs at most
    moves: Int64
    next_move: Int64
    replies: Int64
    next_reply: Int64
    killer: Int64  # the move that won last at this depth
    refutation: Int64  # the reply that refuted last at this depth
    promises: Annotated[Int64s, MOST_CELLS]
    move_cells: Annotated[Int16s, MOST_CELLS]
    reply_cells: Annotated[Int16s, MOST_CELLS]
    zone: Annotated[Int8s, MOST_CELLS]


class ProofEntry(Struct):
    """An entry of the transposition table."""

    hash: UInt64  # of the position
    proven: Int16  # effort that wins; 0: unknown
    failed: Annotated[Int16s, ALL + 1]  # [scope] effort that does not
    stones: Int16
    best: Int16
    order: Int16
    zone: Annotated[Int8s, MOST_CELLS]


class ProofWorkspace(NamedTuple):
    """All arrays of a proof search but its board."""

    frames: Records[ProofFrame]  # [ply]
    table: Records[ProofEntry]  # [slot], a power of two of them
    counts: NDArray[np.int64]  # the number of nodes so far, and the maximum
    stop: NDArray[np.int8]
