"""The proven result of best play from any position of Morpion: the winner, the number of plies, and the principal variation.

On 12 x 12 the first player wins with the sixth stone, and no sooner, against every defence.
"""

import time
from dataclasses import dataclass, field, replace

from joute.core.agent import Stop
from joute.core.game import Game
from joute.core.opinion import Solution
from joute.core.state import Action, State
from joute.games.morpion.rules import may_swap
from joute.games.morpion.solver.proof_search import DEEPEST
from joute.games.morpion.solver.proof_types import THREATS
from joute.games.morpion.solver.prover import GivenUp, Marks, Prover, placed
from joute.games.morpion.state import DRAW, NOBODY, SWAP, MorpionState

MAX_NODES = 20_000_000  # after which `solve` gives up
AHEAD = 2  # stones by which a search of threats alone, which is cheap, is deeper than the search of all moves


@dataclass(frozen=True)
class ProofResult:
    """What is known of a position, for the seat to move."""

    winner: int | None = None  # a seat; None for a draw, or when nothing is proven
    plies: int | None = None  # to the end, the winner hurrying and the loser resisting; or an upper bound of it
    proven: bool = False  # whether the result is certain
    exact: bool = False  # whether the number of plies is
    cell: int | None = None  # to play: the win, the longest resistance, or a reply that no proof refutes
    depth: int = 0  # plies searched


@dataclass(frozen=True)
class ProvenPosition:
    """The result for a position, and its principal variation."""

    result: ProofResult
    pv: list[Action] = field(default_factory=list)


def solve(game: Game, state: State, stop: Stop) -> Solution:
    """The result of best play from the position for the seat to move; not proven if the search gave up."""
    prover = Prover(game, stop.flag, MAX_NODES)
    prover.get_ready()
    began = time.perf_counter()
    solved = solve_position(prover, state)
    result = solved.result
    return Solution(
        winner=result.winner,
        plies=result.plies,
        proven=result.proven,
        shortest=result.exact,
        pv=solved.pv if result.proven else [],
        nodes=prover.nodes,
        seconds=time.perf_counter() - began,
    )


def solve_position(prover: Prover, state: State) -> ProvenPosition:
    """Solve any position, including finished ones and those with a stone that may be taken over."""
    fields = MorpionState.snapshot(state)
    marks = prover.marks(state)
    if fields.winner != NOBODY:
        return ProvenPosition(ProofResult(None if fields.winner == DRAW else fields.winner, 0, True, True))
    if may_swap(fields):
        return _take_over(prover, marks)
    if fields.swap == 1 and fields.stones == 0:
        return _first_stone(prover, marks)
    return _without_swap(prover, marks, fields.mover)


def _without_swap(prover: Prover, marks: Marks, seat: int) -> ProvenPosition:
    result = prove_result(prover, marks, seat)
    return ProvenPosition(result, [prover.action(cell) for cell in principal_variation(prover, marks, seat, result)])


def _take_over(prover: Prover, marks: Marks) -> ProvenPosition:
    """One stone is on the board, and the second player may choose its side: he takes the better one."""
    solved = _without_swap(prover, marks, 1)
    result = solved.result
    if result.winner != 0 or result.plies is None:
        return solved
    return ProvenPosition(replace(result, winner=1, plies=result.plies + 1), [prover.game.actions[SWAP], *solved.pv])


def _first_stone(prover: Prover, marks: Marks) -> ProvenPosition:
    """The first player offers a stone and cannot win: a draw is best, then an unproven result, then the longest resistance."""
    longest, exact = ProvenPosition(ProofResult()), True
    for cell in prover.different_cells():
        solved = _take_over(prover, placed(marks, cell, seat=0))
        offered = ProvenPosition(solved.result, [prover.action(cell), *solved.pv])
        if solved.result.plies is None:
            return offered
        if solved.result.winner is None:
            return _one_ply_earlier(offered, exact=True)
        exact &= solved.result.exact
        if longest.result.plies is None or solved.result.plies >= longest.result.plies:
            longest = _one_ply_earlier(offered, exact)
    return ProvenPosition(replace(longest.result, exact=exact), longest.pv)


def _one_ply_earlier(solved: ProvenPosition, exact: bool) -> ProvenPosition:
    """The same result, counted from one ply earlier."""
    result = solved.result
    return ProvenPosition(replace(result, plies=None if result.plies is None else result.plies + 1, exact=exact), solved.pv)


# --- iterative deepening --------------------------------------------------------------------------------------------------


def prove_result(prover: Prover, marks: Marks, seat: int) -> ProofResult:
    """Search the attack of the seat to move and its defence against the other's, deeper and deeper, until one is proven."""
    free = int((marks == 0).sum())
    mine, theirs = (free + 1) // 2, free // 2  # stones that each can still place
    survivor: int | None = None  # a reply that holds out against what was searched; None: any
    depth = 0
    try:
        for effort in range(1, min(mine, DEEPEST) + 1):
            if stones := prover.attack(marks, seat, effort + AHEAD, relaxed=True, scope=THREATS):
                return _fastest_win(prover, marks, seat, effort, stones)
            stones, _ = prover.defend(marks, seat, effort + AHEAD, relaxed=True, scope=THREATS)
            if stones:
                return _slowest_loss(prover, marks, seat, effort, stones, survivor)
            if stones := prover.attack(marks, seat, effort, relaxed=True):
                return _fastest_win(prover, marks, seat, effort, stones)
            depth = 2 * effort - 1
            if effort <= theirs:
                stones, reply = prover.defend(marks, seat, effort, relaxed=True)
                if stones:
                    return _slowest_loss(prover, marks, seat, effort, stones, survivor)
                depth, survivor = 2 * effort, reply
    except GivenUp:
        return ProofResult(cell=prover.likely(marks, seat) if survivor is None else survivor, depth=depth)
    cell = prover.likely(marks, seat) if survivor is None else survivor
    drawn = mine <= DEEPEST  # nobody wins with all the stones that are left
    return ProofResult(None, free, True, True, cell, depth) if drawn else ProofResult(cell=cell, depth=depth)


def _fastest_win(prover: Prover, marks: Marks, seat: int, least: int, stones: int) -> ProofResult:
    """The seat wins with that number of stones, and not with fewer than the least: find the smallest number between them."""
    cell, exact = prover.move, False
    with prover.polishing():
        for fewer in range(least, stones):
            if prover.attack(marks, seat, fewer):
                return ProofResult(seat, 2 * fewer - 1, True, True, prover.move, 2 * fewer - 1)
        exact = True
    return ProofResult(seat, 2 * stones - 1, True, exact, cell, 2 * stones - 1)


def _slowest_loss(prover: Prover, marks: Marks, seat: int, least: int, stones: int, survivor: int | None) -> ProofResult:
    """The seat loses against that number of stones, and holds out against fewer than the least: find the reply that resists longest."""
    exact = False
    with prover.polishing():
        for fewer in range(least, stones):
            lost, reply = prover.defend(marks, seat, fewer)
            if lost:
                stones = fewer
                break
            survivor = reply
        exact = True
    if survivor is None:
        survivor = _attackers_next_move(prover, marks, 1 - seat, stones, exact)
    return ProofResult(1 - seat, 2 * stones, True, exact, survivor, 2 * stones)


def _attackers_next_move(prover: Prover, marks: Marks, attacker: int, stones: int, exact: bool) -> int:
    """The cell the attacker wants next: if every reply resists equally long, the defender takes that one."""
    prover.attack(marks, attacker, stones, 1, relaxed=not exact)
    return prover.move


def principal_variation(prover: Prover, marks: Marks, seat: int, result: ProofResult) -> list[int]:
    """The cells that both would play, the winner hurrying and the loser resisting; shorter if time or nodes run out."""
    if result.cell is None:
        return []
    cells = [result.cell]
    if result.winner is None or result.plies is None:
        return cells
    with prover.polishing():
        for left in range(result.plies - 1, 0, -1):
            marks, seat = placed(marks, cells[-1], seat), 1 - seat
            stones = (left + 1) // 2 if result.exact else 1
            if seat == result.winner:
                cells.append(_fastest(prover, marks, seat, stones, not result.exact))
                if prover.finishes:
                    break
            else:
                cells.append(_longest(prover, marks, seat, stones, not result.exact))
    return cells


def _fastest(prover: Prover, marks: Marks, seat: int, stones: int, relaxed: bool) -> int:
    while not prover.attack(marks, seat, stones, 0, relaxed):
        stones += 1
    return prover.move


def _longest(prover: Prover, marks: Marks, seat: int, stones: int, relaxed: bool) -> int:
    """The reply that holds out against the greatest effort; none holds out against all."""
    survivor: int | None = None
    limit = max(1, stones - 1)
    while True:
        lost, reply = prover.defend(marks, seat, limit, relaxed)
        if lost:
            return _attackers_next_move(prover, marks, 1 - seat, limit, not relaxed) if survivor is None else survivor
        limit, survivor = limit + 1, reply
