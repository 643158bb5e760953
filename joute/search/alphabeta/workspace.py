"""The workspace of a principal variation search: a frame for each ply, its limits, the root moves, and what it found."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Choices, Scores
from joute.core.state import States
from joute.jit.struct import Float64, Int64, Records, Struct, UInt64
from joute.search.alphabeta.transposition_table import Table

History: TypeAlias = NDArray[np.int64]  # [seat, action]: how much an action has cut off anywhere
PlyMoves: TypeAlias = NDArray[np.int64]  # [ply, index]
Flag: TypeAlias = NDArray[np.int8]


class PlyFrame(Struct):
    """A position being searched."""

    key: UInt64
    seat: Int64  # to move
    depth: Int64  # plies left; below 0 in an extension
    alpha: Int64
    beta: Int64
    first_alpha: Int64  # before any move was searched
    best: Int64
    action: Int64  # the best so far; before that, the table's
    next: Int64  # index of the move being searched
    count: Int64  # of moves
    sorted: Int64  # 1: the moves left are in the right order
    principal: Int64  # 1: searched with an open window
    scout: Int64  # 1: the move is searched with a null window
    again: Int64  # 1: the move beat its null window and is searched again with an open one
    complete: Int64  # 1: every game below was searched to its end
    pv_length: Int64
    killer: Int64  # the move that cut last at this ply
    older_killer: Int64


class SearchLimits(Struct):
    """What the search may do."""

    nodes: Int64
    depth: Int64
    extension: Int64
    width: Int64  # most candidates of a position; 0: all
    full: Int64  # 1: all legal actions
    evaluation: Int64  # 1: use the game's evaluation
    span: Float64  # from the lowest score to the highest


class SearchResult(Struct):
    """What the search found."""

    nodes: Int64
    depth: Int64  # the last that was finished
    value: Int64
    action: Int64
    pv_length: Int64
    complete: Int64
    finished: Int64  # root moves of the last iteration


class RootMove(Struct):
    """A move of the root."""

    action: Int64
    value: Int64
    nodes: Int64
    known: Int64  # 1: it has a value


class PvsWorkspace(NamedTuple):
    """All arrays of one search."""

    states: States  # [ply]
    words: NDArray[np.uint64]  # [ply, word]: the same records as 64-bit words
    frames: Records[PlyFrame]  # [ply]
    moves: PlyMoves
    ranks: PlyMoves  # how early a move should be tried
    pvs: PlyMoves  # the principal variation below each ply
    history: History
    table: Table
    root: Records[RootMove]
    limits: Records[SearchLimits]  # one
    result: Records[SearchResult]  # one
    choices: Choices
    scores: Scores
