"""Equilibrium search: if both seats choose at once, the matrix of all pairs of their choices is solved exactly.

The value of a position is that of an equilibrium of the turns ahead; at the horizon it is the evaluation. The agent draws its choice
from the mixed strategy of the equilibrium, so that an opponent who knows its method cannot get more than its value.
"""

from dataclasses import dataclass

import numpy as np

from joute.core.opinion import Judgement, Opinion, PayoffMatrix
from joute.core.rng import draw, seeded
from joute.core.settings import setting
from joute.core.state import Action, State
from joute.search.common.evaluation import AUTO, EVALUATIONS
from joute.search.lookahead.base import EVALUATION, Lookahead, LookaheadSettings
from joute.search.lookahead.workspace import LookaheadWorkspace


@dataclass(frozen=True)
class SimultaneousSettings(LookaheadSettings):
    """Settings of simultaneous: equilibria should be made of chances to win, so fitted weights are the default."""

    evaluation: str = setting(AUTO, EVALUATION, public=EVALUATIONS)


class Simultaneous(Lookahead):
    """Plays a mixed strategy that no reply can exploit."""

    name = "simultaneous"
    summary = "equilibrium search: two seats at once or in turn, perfect information, chance allowed"
    Settings = SimultaneousSettings
    equilibrium = True
    mixes = True

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
