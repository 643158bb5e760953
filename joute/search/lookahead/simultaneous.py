"""Equilibrium search: wherever both seats choose at once, the matrix of all their pairs is solved exactly.

The value of a position is what an equilibrium of the turns ahead gives; at the horizon the game's evaluation stands in. The agent
plays the mixed strategy of the equilibrium, drawn by the seed, so that nobody who knows its method can do better than its value.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from joute.core.opinion import Judgement
from joute.core.rng import draw, seeded
from joute.core.settings import setting
from joute.core.state import Action, Json, State
from joute.search.common.evaluation import AUTO, EVALUATIONS
from joute.search.lookahead.base import EVALUATION, Lookahead, LookaheadSettings


@dataclass(frozen=True)
class SimultaneousSettings(LookaheadSettings):
    """Settings of simultaneous: chances to win are what equilibria should be made of, so fitted ones come first."""

    evaluation: str = setting(AUTO, EVALUATION, public=EVALUATIONS)


class Simultaneous(Lookahead):
    """Mixes its choices so that no answer gains."""

    name = "simultaneous"
    summary = {
        "en": "equilibrium search: two seats at once or in turn, perfect information, chance allowed",
        "fr": "recherche d'équilibre : deux sièges, à la fois ou à tour de rôle, information parfaite, hasard permis",
    }
    Settings = SimultaneousSettings
    equilibrium = True
    mixes = True

    def words(self, view: State, seat: int, seed: int, legal_actions: list[Action], report: Any) -> dict[str, Any]:
        """A choice drawn from the mixed strategy, and the matrix that it comes from; a lone choice is simply the best."""
        others = self.game.legal(view, 1 - seat)
        if not others:
            return super().words(view, seat, seed, legal_actions, report)
        cells, known, mixed = self._from_chair(seat, len(legal_actions), len(others), report)
        weights, answers = mixed
        values = np.where(known, cells, 0.0) @ answers
        judgements = [
            Judgement(action, value=float(value), weight=float(weight))
            for action, value, weight in zip(legal_actions, values, weights, strict=True)
        ]
        action = legal_actions[draw(seeded(seed, self.name), weights, len(weights))]
        return {
            "action": action,
            "judgements": sorted(judgements, key=lambda judgement: (judgement.weight, judgement.value), reverse=True),
            "value": self.mine(float(report["value"]), seat),
            "pv": self.pv(action, seat, report),
            "matrix": self._matrix(legal_actions, others, cells, known, weights, answers),
        }

    def _from_chair(self, seat: int, rows: int, columns: int, report: Any) -> tuple[Any, Any, tuple[Any, Any]]:
        """Matrix and strategies with one's own choices as rows and one's own score in the cells."""
        cells, known = (report["cells"], report["known"]) if seat == 0 else (report["cells"].T, report["known"].T)
        mine, theirs = report["mixed"][seat, :rows], report["mixed"][1 - seat, :columns]
        cells = cells[:rows, :columns]
        if seat == 1:
            cells = self.game.spec.lowest + self.game.spec.highest - cells
        return cells, known[:rows, :columns], (mine / mine.sum(), theirs / theirs.sum())

    def _matrix(self, mine: list[Action], theirs: list[Action], cells: Any, known: Any, weights: Any, answers: Any) -> Json:
        """The matrix for a person to read; a cell that did not matter was not looked at and is null."""
        table = [
            [float(cell) if seen else None for cell, seen in zip(row, looked, strict=True)]
            for row, looked in zip(cells, known, strict=True)
        ]
        return {
            "rows": [action.name for action in mine],
            "columns": [action.name for action in theirs],
            "cells": table,
            "row_weights": weights.tolist(),
            "column_weights": answers.tolist(),
        }
