"""The agent that plays by proof: it keeps every win, punishes every slip, and when it is lost it resists as long as it can."""

import time
from dataclasses import dataclass

from joute.core.agent import Agent, Stop
from joute.core.opinion import Judgement, Opinion
from joute.core.settings import setting
from joute.core.state import Action, State
from joute.games.morpion.solver.prover import UNLIMITED, Prover
from joute.games.morpion.solver.solve import Finding, study


@dataclass(frozen=True)
class SolverSettings:
    """Settings of the solver."""

    seconds: float = setting(5.0, "seconds to think at most (0: no limit)", 0)
    nodes: int = setting(0, "positions to look at (0: no limit)", 0)


class Solver(Agent):
    """Plays what is proven, and what no proof refutes where nothing is."""

    name = "solver"
    summary = {
        "en": "proof search: wins whatever can be won, and resists longest",
        "fr": "recherche de preuve : gagne tout ce qui se gagne, et résiste le plus longtemps",
    }
    Settings = SolverSettings

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The proven move with the length of its proof, or the one to try."""
        legal = self.legal(view, seat)
        stop = stop or Stop()
        prover = Prover(self.game, stop.flag, self.settings.nodes or UNLIMITED)
        prover.get_ready()
        began = time.perf_counter()
        with stop.after(self.settings.seconds):
            finding = study(prover, view)
        action, value = finding.line[0], self._value(finding, seat)
        return Opinion(
            action,
            [Judgement(action, value, weight=1.0), *self._others(legal, action, value)],
            value,
            finding.line,
            depth=finding.verdict.depth,
            nodes=prover.nodes,
            seconds=time.perf_counter() - began,
            remark=remark(finding, seat),
        )

    def _value(self, finding: Finding, seat: int) -> float | None:
        """What the seat gets with best play; None where nothing is proven."""
        verdict = finding.verdict
        if not verdict.proven:
            return None
        return 0.0 if verdict.winner is None else 1.0 if verdict.winner == seat else -1.0

    def _others(self, legal: list[Action], chosen: Action, value: float | None) -> list[Judgement]:
        """The other actions: all lose when the best one does, else nobody asked."""
        return [Judgement(action, -1.0 if value == -1.0 else None, weight=0.0) for action in legal if action != chosen]


def remark(finding: Finding, seat: int) -> dict[str, str]:
    """What is proven, in a sentence."""
    verdict = finding.verdict
    if not verdict.proven:
        english, french = f"nothing proven within {verdict.depth} plies", f"rien de prouvé en {verdict.depth} demi-coups"
        return {"en": english, "fr": french}
    if verdict.winner is None:
        return {"en": "a draw, proven", "fr": "partie nulle, c'est prouvé"}
    bound, borne = ("", "") if verdict.exact else ("at most ", "au plus ")
    word, mot = ("wins", "gagne") if verdict.winner == seat else ("loses", "perd")
    one = verdict.plies == 1
    return {
        "en": f"{word} in {bound}{verdict.plies} {'ply' if one else 'plies'}, proven",
        "fr": f"{mot} en {borne}{verdict.plies} {'demi-coup' if one else 'demi-coups'}, c'est prouvé",
    }
