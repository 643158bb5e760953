"""What best play leads to from any position of Morpion, proven: who wins, how soon, and along which line.

On 12 x 12 the first player wins with the sixth stone, and no sooner, against every defence.
"""

import time
from dataclasses import dataclass, field, replace

from joute.core.agent import Stop
from joute.core.game import Game
from joute.core.opinion import Solution
from joute.core.state import Action, State
from joute.games.morpion.rules import may_swap
from joute.games.morpion.solver.prover import Marks, Prover, placed
from joute.games.morpion.solver.verdict import Verdict, judge, main_line
from joute.games.morpion.state import DRAW, NOBODY, SWAP

PATIENCE = 20_000_000  # nodes after which `solve` says that nothing is proven


def solve(game: Game, state: State, stop: Stop) -> Solution:
    """The result of best play from the position, for whoever is to move; not proven where the search was given up."""
    prover = Prover(game, stop.flag, PATIENCE)
    prover.get_ready()
    began = time.perf_counter()
    finding = study(prover, state)
    verdict = finding.verdict
    return Solution(
        winner=verdict.winner,
        plies=verdict.plies,
        proven=verdict.proven,
        shortest=verdict.exact,
        pv=finding.line if verdict.proven else [],
        nodes=prover.nodes,
        seconds=time.perf_counter() - began,
    )


@dataclass(frozen=True)
class Finding:
    """A verdict with its main line as actions."""

    verdict: Verdict
    line: list[Action] = field(default_factory=list)


def study(prover: Prover, state: State) -> Finding:
    """Judge any position, finished ones and those with a stone to take over among them."""
    record = state.fields
    marks, seat = prover.marks(state), int(record.mover)
    if record.winner != NOBODY:
        return Finding(Verdict(None if record.winner == DRAW else int(record.winner), 0, True, True))
    if may_swap(record):
        return _take_over(prover, marks)
    if record.swap == 1 and record.stones == 0:
        return _first_stone(prover, marks)
    return _plain(prover, marks, seat)


def _plain(prover: Prover, marks: Marks, seat: int) -> Finding:
    verdict = judge(prover, marks, seat)
    return Finding(verdict, [prover.action(cell) for cell in main_line(prover, marks, seat, verdict)])


def _take_over(prover: Prover, marks: Marks) -> Finding:
    """One stone lies on the board: whose it is, the second player says, so the better side is his."""
    finding = _plain(prover, marks, 1)
    verdict = finding.verdict
    if verdict.winner != 0 or verdict.plies is None:
        return finding
    return Finding(replace(verdict, winner=1, plies=verdict.plies + 1), [prover.game.actions[SWAP], *finding.line])


def _first_stone(prover: Prover, marks: Marks) -> Finding:
    """The first player offers a stone and can win no more: a draw is best, then what nobody proved, then the longest resistance."""
    longest, exact = Finding(Verdict()), True
    for cell in prover.different_cells():
        finding = _take_over(prover, placed(marks, cell, seat=0))
        offered = Finding(finding.verdict, [prover.action(cell), *finding.line])
        if finding.verdict.plies is None:
            return offered
        if finding.verdict.winner is None:
            return _later(offered, exact=True)
        exact &= finding.verdict.exact
        if longest.verdict.plies is None or finding.verdict.plies >= longest.verdict.plies:
            longest = _later(offered, exact)
    return Finding(replace(longest.verdict, exact=exact), longest.line)


def _later(finding: Finding, exact: bool) -> Finding:
    """The same, told one ply before."""
    verdict = finding.verdict
    return Finding(replace(verdict, plies=None if verdict.plies is None else verdict.plies + 1, exact=exact), finding.line)
