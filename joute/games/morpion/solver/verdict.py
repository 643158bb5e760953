"""Positions judged: the attack of the seat to move and its defence against the other's, deeper and deeper, until one is proven."""

from dataclasses import dataclass

from joute.games.morpion.solver.proof_search import DEEPEST
from joute.games.morpion.solver.prover import GivenUp, Marks, Prover, placed


@dataclass(frozen=True)
class Verdict:
    """What is known of a position, for the seat to move."""

    winner: int | None = None  # a seat; None for a draw, or when nothing is proven
    plies: int | None = None  # to the end, the winner hurrying and the loser resisting; or an upper bound of it
    proven: bool = False  # whether the result is certain
    exact: bool = False  # whether the plies are
    cell: int | None = None  # to play: the win, the longest resistance, or a reply that no proof refutes
    depth: int = 0  # plies looked ahead


def judge(prover: Prover, marks: Marks, seat: int) -> Verdict:
    """Who wins with best play and how soon, as far as the time and the nodes go."""
    free = int((marks == 0).sum())
    mine, theirs = (free + 1) // 2, free // 2  # stones that each can still place
    survivor: int | None = None  # a reply that holds out against what was searched; None: any
    depth = 0
    try:
        for effort in range(1, min(mine, DEEPEST) + 1):
            if stones := prover.attack(marks, seat, effort, relaxed=True):
                return _hurried(prover, marks, seat, effort, stones)
            depth = 2 * effort - 1
            if effort <= theirs:
                stones, reply = prover.defend(marks, seat, effort, relaxed=True)
                if stones:
                    return _resisting(prover, marks, seat, effort, stones, survivor)
                depth, survivor = 2 * effort, reply
    except GivenUp:
        return Verdict(cell=prover.likely(marks, seat) if survivor is None else survivor, depth=depth)
    cell = prover.likely(marks, seat) if survivor is None else survivor
    drawn = mine <= DEEPEST  # nobody wins with all the stones that are left
    return Verdict(None, free, True, True, cell, depth) if drawn else Verdict(cell=cell, depth=depth)


def _hurried(prover: Prover, marks: Marks, seat: int, least: int, stones: int) -> Verdict:
    """The seat wins with so many stones and not with fewer than the least: the best between them."""
    cell, exact = prover.move, False
    with prover.polishing():
        for fewer in range(least, stones):
            if prover.attack(marks, seat, fewer):
                return Verdict(seat, 2 * fewer - 1, True, True, prover.move, 2 * fewer - 1)
        exact = True
    return Verdict(seat, 2 * stones - 1, True, exact, cell, 2 * stones - 1)


def _resisting(prover: Prover, marks: Marks, seat: int, least: int, stones: int, survivor: int | None) -> Verdict:
    """The seat loses against so many stones and holds out against fewer than the least: the reply that resists longest."""
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
        survivor = _wanted(prover, marks, 1 - seat, stones, exact)
    return Verdict(1 - seat, 2 * stones, True, exact, survivor, 2 * stones)


def _wanted(prover: Prover, marks: Marks, attacker: int, stones: int, exact: bool) -> int:
    """Where the attacker wants to play next: every reply resists equally long, and this one is a nuisance."""
    prover.attack(marks, attacker, stones, 1, relaxed=not exact)
    return prover.move


def main_line(prover: Prover, marks: Marks, seat: int, verdict: Verdict) -> list[int]:
    """The cells that both would play, the winner hurrying and the loser resisting; cut short when the time or the nodes run out."""
    if verdict.cell is None:
        return []
    cells = [verdict.cell]
    if verdict.winner is None or verdict.plies is None:
        return cells
    with prover.polishing():
        for left in range(verdict.plies - 1, 0, -1):
            marks, seat = placed(marks, cells[-1], seat), 1 - seat
            stones = (left + 1) // 2 if verdict.exact else 1
            if seat == verdict.winner:
                cells.append(_fastest(prover, marks, seat, stones, not verdict.exact))
                if prover.finishes:
                    break
            else:
                cells.append(_longest(prover, marks, seat, stones, not verdict.exact))
    return cells


def _fastest(prover: Prover, marks: Marks, seat: int, stones: int, relaxed: bool) -> int:
    while not prover.attack(marks, seat, stones, 0, relaxed):
        stones += 1
    return prover.move


def _longest(prover: Prover, marks: Marks, seat: int, stones: int, relaxed: bool) -> int:
    """The reply that holds out against as much as possible; it cannot against all."""
    survivor: int | None = None
    limit = max(1, stones - 1)
    while True:
        lost, reply = prover.defend(marks, seat, limit, relaxed)
        if lost:
            return _wanted(prover, marks, 1 - seat, limit, not relaxed) if survivor is None else survivor
        limit, survivor = limit + 1, reply
