"""Records of the proof search: its stack and its transposition table."""

from typing import Annotated

from joute.games.morpion.solver.board import MOST_CELLS
from joute.jit.struct import Int8s, Int16, Int16s, Int64, Int64s, Struct, UInt64


class ProofFrame(Struct):
    """One decision of the attacker that is being searched, on the stack of the search."""

    stage: Int64
    limit: Int64  # of the effort
    level: Int64  # the effort that is tried at present
    cost: Int64  # of the attacker's move here
    gradual: Int64  # whether to try every level: a proof with fewer stones has a smaller zone
    order: Int64  # of the zone
    best: Int64  # the move that wins
    move: Int64  # being tried
    answer: Int64  # the reply being tried
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
    """What is known of a position, in the transposition table."""

    name: UInt64  # of the position
    proven: Int16  # effort that wins; 0: not known
    failed: Int16  # effort that does not
    stones: Int16
    best: Int16
    order: Int16
    zone: Annotated[Int8s, MOST_CELLS]
