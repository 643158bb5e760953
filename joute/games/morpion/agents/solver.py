"""The agent `solver`: proof search that wins every won position, punishes every mistake, and resists longest when lost."""

import time
from dataclasses import dataclass

from joute.core.agent import Agent, Stop
from joute.core.opinion import Judgement, Opinion
from joute.core.settings import PUBLIC_NODES, PUBLIC_SECONDS, setting
from joute.core.state import Action, State
from joute.games.morpion.solver.prover import UNLIMITED, Prover
from joute.games.morpion.solver.solve import ProvenPosition, solve_position
from joute.i18n import in_every_language, say, say_count


@dataclass(frozen=True)
class SolverSettings:
    """Settings of `solver`."""

    seconds: float = setting(5.0, "seconds to think at most (0: no limit)", 0, public=PUBLIC_SECONDS)
    nodes: int = setting(0, "maximum number of positions searched (0: no limit)", 0, public=PUBLIC_NODES)


class Solver(Agent):
    """Plays a proven move, or one that no proof refutes."""

    name = "solver"
    summary = "proof search: wins every won position, and resists longest when lost"
    Settings = SolverSettings

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The proven move with the length of its proof, or one that no proof refutes."""
        legal = self.legal(view, seat)
        stop = stop or Stop()
        prover = Prover(self.game, stop.flag, self.settings.nodes or UNLIMITED)
        prover.get_ready()
        began = time.perf_counter()
        with stop.after(self.settings.seconds):
            solved = solve_position(prover, view)
        action, value = solved.pv[0], self._value(solved, seat)
        return Opinion(
            action,
            [Judgement(action, value, weight=1.0), *self._others(legal, action, value)],
            value,
            solved.pv,
            depth=solved.result.depth,
            nodes=prover.nodes,
            seconds=time.perf_counter() - began,
            remark=in_every_language(lambda: remark(solved, seat)),
        )

    def _value(self, solved: ProvenPosition, seat: int) -> float | None:
        """The seat's score with best play; None if nothing is proven."""
        result = solved.result
        if not result.proven:
            return None
        return 0.0 if result.winner is None else 1.0 if result.winner == seat else -1.0

    def _others(self, legal: list[Action], chosen: Action, value: float | None) -> list[Judgement]:
        """The other actions: all lose if the best one does, otherwise they were not searched."""
        return [Judgement(action, -1.0 if value == -1.0 else None, weight=0.0) for action in legal if action != chosen]


def remark(solved: ProvenPosition, seat: int) -> str:
    """What is proven, in a sentence."""
    result = solved.result
    if not result.proven:
        return say("nothing proven within {plies}", plies=say_count("{n} ply", "{n} plies", result.depth))
    if result.winner is None:
        return say("a draw, proven")
    plies = say_count("{n} ply", "{n} plies", result.plies or 0)
    if not result.exact:
        plies = say("at most {plies}", plies=plies)
    return say("wins in {plies}, proven" if result.winner == seat else "loses in {plies}, proven", plies=plies)
