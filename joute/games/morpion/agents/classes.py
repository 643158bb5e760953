"""Hand-written players of Morpion: the agent of the Fast Tokens' report."""

import time
from dataclasses import dataclass

import numpy as np

from joute.core.agent import Agent, Stop
from joute.core.opinion import Judgement, Opinion, with_the_rest
from joute.core.rng import below, seeded
from joute.core.settings import setting
from joute.core.state import State
from joute.games.morpion.agents.candidate_classes import judge
from joute.games.morpion.rules import may_swap
from joute.games.morpion.state import SWAP

CLASS_NAMES = ("ultimate", "A", "B-priority", "B", "C-priority", "C", "D-priority", "D", "E", "opening")


@dataclass(frozen=True)
class ClassesSettings:
    """Settings of `classes`."""

    depth: int = setting(4, "plies looked ahead", 1, 10)


class Classes(Agent):
    """Alpha-beta over the highest candidate class; only a won or a lost game has a value. Equal cells are drawn by lot."""

    name = "classes"
    summary = {
        "en": "the report's player: a few plies of alpha-beta over its most urgent class of cells",
        "fr": "le joueur du rapport : quelques coups d'alpha-bêta sur sa classe de cases la plus urgente",
    }
    Settings = ClassesSettings

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The best cell of the highest class; a first stone that may be taken over is."""
        legal = self.legal(view, seat)
        if may_swap(view.fields):
            swap = self.game.actions[SWAP]
            return Opinion(swap, with_the_rest([Judgement(swap, weight=1.0)], legal), pv=[swap], nodes=1)
        depth = self.settings.depth
        cells, values = np.zeros((2, self.game.spec.widest), np.int64)
        nodes = np.zeros(1, np.int64)
        arguments = (np.repeat(view.array, depth + 1), depth, cells, values, nodes, (stop or Stop()).flag)
        judge.prepare(*arguments)
        began = time.perf_counter()
        kind, count, valued = judge(*arguments)
        best = [number for number in range(valued) if values[number] == values[:valued].max()] or list(range(count))
        action = self.game.actions[int(cells[best[below(seeded(seed, "classes"), len(best))]])]
        judgements = [
            Judgement(self.game.actions[int(cells[number])], value=float(values[number]), weight=(number in best) / len(best))
            for number in range(valued)
        ] or [Judgement(self.game.actions[int(cells[number])], weight=1 / count) for number in range(count)]
        judgements.sort(key=lambda judgement: (-(judgement.value or 0.0), judgement.action != action))
        return Opinion(
            action,
            with_the_rest(judgements, legal),
            value=float(values[:valued].max()) if valued else None,
            pv=[action],
            depth=depth,
            nodes=int(nodes[0]),
            seconds=time.perf_counter() - began,
            remark=_remark(CLASS_NAMES[kind], count),
        )


def _remark(kind: str, count: int) -> dict[str, str]:
    return {"en": f"class {kind}, cells: {count}", "fr": f"classe {kind}, cases : {count}"}
