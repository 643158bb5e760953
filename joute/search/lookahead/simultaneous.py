"""Equilibrium search: if both seats choose at once, the matrix of all pairs of their choices is solved exactly.

The value of a position is that of an equilibrium of the turns ahead; at the horizon it is the evaluation. The agent draws its choice
from the mixed strategy of the equilibrium, so that an opponent who knows its method cannot get more than its value.
"""

import time
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from joute.core.agent import Stop
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion, PayoffMatrix
from joute.core.rng import draw, seeded
from joute.core.settings import PUBLIC_NODES, setting
from joute.core.state import Action, State
from joute.i18n import in_every_language, say, say_count
from joute.jit.struct import Records
from joute.search.common.evaluation import AUTO, EVALUATIONS
from joute.search.lookahead.base import EVALUATION, MAX_DEPTH, Lookahead, LookaheadSettings
from joute.search.lookahead.engine import LookaheadArrays, prove
from joute.search.lookahead.workspace import HIGHEST, LOWEST, LookaheadWorkspace

CACHED = 256  # positions whose bounds an agent keeps
SURE = 1e-6  # of a score


class Bounds(NamedTuple):
    """What two searches found of a position: one gives the first seat too little, the other one too much."""

    depth: int  # at which they met, 0: they did not
    below: Records[LookaheadWorkspace]
    above: Records[LookaheadWorkspace]


@dataclass(frozen=True)
class SimultaneousSettings(LookaheadSettings):
    """Settings of simultaneous: equilibria should be made of chances to win, so fitted weights are the default."""

    evaluation: str = setting(AUTO, EVALUATION, public=EVALUATIONS)
    predict: bool = setting(False, "begin a depth only if it is expected to end within `nodes`")
    prove: int = setting(
        0, "positions searched at most, for each of two bounds, to solve the position exactly first (0: none)", 0, public=PUBLIC_NODES
    )


class Simultaneous(Lookahead):
    """Plays a mixed strategy that no reply can exploit."""

    name = "simultaneous"
    summary = "equilibrium search: two seats at once or in turn, perfect information, chance allowed"
    Settings = SimultaneousSettings
    equilibrium = True
    mixes = True

    def __init__(self, game: Game, settings: SimultaneousSettings, text: str, weights: NDArray[np.float64] | None = None) -> None:
        super().__init__(game, settings, text, weights)
        self._bounds: dict[bytes, Bounds] = {}

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The exact choice where the position can be solved, else that of the deepest search within the limits."""
        if self.settings.prove == 0:
            return super().consider(view, seat, seed, stop)
        stop = stop or Stop()
        self.prepare(view, stop)
        with stop.after(self.settings.seconds):
            solved = self.solve(view, seat, seed, stop)
            if solved is not None and (solved.value or 0.0) > self.game.spec.lowest + SURE:
                return solved
            return super().consider(view, seat, seed, stop)  # if all is lost, too: it knows where the other can go wrong most easily

    def solve(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion | None:
        """The exact value and a choice that assures it, by bounds from both sides; None if they do not meet within the limits."""
        legal_actions, began = self.legal(view, seat), time.perf_counter()
        bounds = self.bounds(view, stop or Stop())
        if bounds.depth == 0:
            return None
        found = LookaheadWorkspace.proxy((bounds.below, bounds.above)[seat])
        opinion = self.opinion(view, seat, seed, legal_actions, found)
        nodes = int(bounds.below["nodes"][0] + bounds.above["nodes"][0])
        turns = bounds.depth
        return replace(
            opinion,
            depth=turns,
            nodes=nodes,
            seconds=time.perf_counter() - began,
            remark=in_every_language(
                lambda: say("exact: the game is decided within {turns}", turns=say_count("{n} turn", "{n} turns", turns)),
            ),
        )

    def bounds(self, view: State, stop: Stop) -> "Bounds":
        """The bounds of a position; the agent keeps those of the positions it met."""
        name = view.array.tobytes()
        if name not in self._bounds:
            below, above = self.bound_arrays()
            depth = int(prove(view.array, below, above, stop.flag))
            found = Bounds(depth, below.workspaces, above.workspaces)
            if stop.flag[0] != 0:
                return found
            if len(self._bounds) >= CACHED:
                self._bounds.clear()
            self._bounds[name] = found
        return self._bounds[name]

    def bound_arrays(self) -> tuple[LookaheadArrays, LookaheadArrays]:
        """The arrays of the two searches: one counts positions at the horizon as lost for the first seat, the other one as won."""
        depth = min(MAX_DEPTH, self.game.spec.longest)
        made = [self.arrays(0, 0, depth, self.settings.prove) for _ in range(2)]
        for arrays, horizon in zip(made, (LOWEST, HIGHEST), strict=True):
            arrays.workspaces["horizon"], arrays.workspaces["max_nodes"] = horizon, self.settings.prove
        return made[0], made[1]

    def prepare(self, view: State, stop: Stop) -> None:
        """Compile before the clock starts."""
        below, above = self.bound_arrays()
        prove.prepare(view.array, below, above, stop.flag)

    def opinion(self, view: State, seat: int, seed: int, legal_actions: list[Action], found: LookaheadWorkspace) -> Opinion:
        """A choice drawn from the mixed strategy, and the matrix that it comes from; if one seat chooses alone, the best choice."""
        others = self.game.legal(view, 1 - seat)
        if not others:
            return super().opinion(view, seat, seed, legal_actions, found)
        cells, known, strategies = np.asarray(found.cells), np.asarray(found.known), np.asarray(found.strategies)
        if seat == 1:
            cells, known = self.game.spec.lowest + self.game.spec.highest - cells.T, known.T
        cells, known = cells[: len(legal_actions), : len(others)], known[: len(legal_actions), : len(others)]
        weights, replies = strategies[seat, : len(legal_actions)], strategies[1 - seat, : len(others)]
        weights, replies = weights / weights.sum(), replies / replies.sum()
        values = np.where(known, cells, 0.0) @ replies
        judgements = [
            Judgement(action, value=value, weight=weight)
            for action, value, weight in zip(legal_actions, values.tolist(), weights.tolist(), strict=True)
        ]
        judgements.sort(key=lambda judgement: (judgement.weight, judgement.value), reverse=True)
        action = legal_actions[draw(seeded(seed, self.name), weights, len(weights))]
        matrix = PayoffMatrix(
            rows=legal_actions,
            columns=others,
            cells=[
                [cell if seen else None for cell, seen in zip(*row, strict=True)]
                for row in zip(cells.tolist(), known.tolist(), strict=True)
            ],
            row_weights=weights.tolist(),
            column_weights=replies.tolist(),
        )
        return Opinion(action, judgements, self.value_for(seat, found.value), self.pv(action, seat, found), matrix=matrix)
