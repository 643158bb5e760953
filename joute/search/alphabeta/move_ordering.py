"""Move ordering: alpha-beta searches twice as deep if the best move comes early."""

from joute.core.contract import Actions, candidates, legal
from joute.core.state import Fields
from joute.jit.dispatch import rule
from joute.jit.struct import Records
from joute.search.alphabeta.workspace import History, PlyFrame, PlyMoves, RootMove, SearchLimits
from joute.search.common.score import INFINITE

HISTORY = 4096  # actions whose numbers differ by a multiple of it share an element
FROM_TABLE, FROM_GAME, FROM_KILLER, FROM_OLDER = 1 << 60, 1 << 59, 1 << 58, 1 << 57  # ranks above any history


@rule
def list_moves(state: Fields, frame: PlyFrame, moves: Actions, limits: SearchLimits) -> None:
    """Write the moves to search from a new position."""
    if limits.full == 1:
        frame.count = legal(state, frame.seat, moves)
    else:
        frame.count = candidates(state, frame.seat, moves)
        if 0 < limits.width < frame.count:
            frame.count = limits.width
    frame.next = frame.sorted = frame.scout = frame.again = 0
    frame.best, frame.complete = -INFINITE, 1


@rule
def rank_moves(frame: PlyFrame, moves: PlyMoves, ranks: PlyMoves, history: History, ply: int, guided: bool) -> None:
    """Rank the table's move, the game's first candidate, killers, then history; near the leaves sorting costs more than it saves."""
    for index in range(frame.count):
        action = moves[ply, index]
        rank = 0
        if action == frame.action:
            rank = FROM_TABLE
        elif index == 0 and guided:
            rank = FROM_GAME
        elif action == frame.killer:
            rank = FROM_KILLER
        elif action == frame.older_killer:
            rank = FROM_OLDER
        elif frame.depth > 1:
            rank = history[frame.seat, action & (HISTORY - 1)]
        ranks[ply, index] = rank


@rule
def bring_forward(frame: PlyFrame, moves: PlyMoves, ranks: PlyMoves, ply: int) -> None:
    """Put the move with the highest rank next; equal ranks keep their order, and ranks of 0 need no more sorting."""
    chosen, highest = frame.next, ranks[ply, frame.next]
    for index in range(frame.next + 1, frame.count):
        if ranks[ply, index] > highest:
            chosen, highest = index, ranks[ply, index]
    if highest == 0:
        frame.sorted = 1
        return
    action = moves[ply, chosen]
    for index in range(chosen, frame.next, -1):
        moves[ply, index] = moves[ply, index - 1]
        ranks[ply, index] = ranks[ply, index - 1]
    moves[ply, frame.next], ranks[ply, frame.next] = action, highest


@rule
def credit(history: History, frame: PlyFrame) -> None:
    """Add to the history of a move that cut: the more, the deeper the search that it saved."""
    history[frame.seat, frame.action & (HISTORY - 1)] += frame.depth * frame.depth


@rule
def age_history(history: History) -> None:
    """Halve the history, so that earlier iterations count for less."""
    for seat in range(history.shape[0]):
        for action in range(history.shape[1]):
            history[seat, action] >>= 1


@rule
def sort_root(root: Records[RootMove]) -> None:
    """The best first; equals keep their order."""
    for index in range(1, len(root)):
        place = index
        while place > 0 and root[place].value > root[place - 1].value:
            swap(root[place], root[place - 1])
            place -= 1


@rule
def swap(one: RootMove, other: RootMove) -> None:
    """Exchange two root moves."""
    one.action, other.action = other.action, one.action
    one.value, other.value = other.value, one.value
    one.nodes, other.nodes = other.nodes, one.nodes
    one.known, other.known = other.known, one.known
