"""An agent's mixed strategy in a simultaneous decision: how often it plays what, why, and the matrix behind it."""

from collections.abc import Callable

from joute.core.game import Game
from joute.core.state import Action
from joute.i18n import in_every_language, say
from joute.review.assessment import Assessment
from joute.review.judge import IN_THE_MIX
from joute.review.reasons import MOST, ReasonInfo, begun
from joute.review.review_info import JudgedAction, MatrixInfo

MATRIX = 4  # rows and columns at most
ANSWERED = 0.02  # weight of an answer of the other seat from which a mixed strategy has to do with it


def mix_of(judged: Assessment) -> list[JudgedAction]:
    """The agent's mixed strategy, the likeliest action first; empty if it plays one action."""
    matrix = judged.opinion.matrix
    if matrix is None:
        return []
    weights = sorted(zip(matrix["rows"], matrix["row_weights"], strict=True), key=lambda row: -row[1])
    mixed = [(action, weight) for action, weight in weights if weight >= IN_THE_MIX]
    return [{"action": action.name, "value": weight, "error": None, "samples": None} for action, weight in mixed] if len(mixed) > 1 else []


def mix_reasons(game: Game, judged: Assessment) -> list[ReasonInfo]:
    """Why a mixed strategy: against which answer each of its actions does best, as the agent's matrix has it."""
    matrix = judged.opinion.matrix
    if matrix is None:
        return []
    low, high = judged.opinion.unit.bounds(game.spec)
    rows = [row for row, weight in enumerate(matrix["row_weights"]) if weight >= IN_THE_MIX]
    columns = [column for column, weight in enumerate(matrix["column_weights"]) if weight >= ANSWERED]
    found: list[ReasonInfo] = []
    for row in sorted(rows, key=lambda row: -matrix["row_weights"][row]):
        gains: list[tuple[float, float, int, int]] = []  # lead over the next best action of the mix, its value, the column, that action
        for column in columns:
            cells = {other: value for other in rows if (value := matrix["cells"][other][column]) is not None}
            rivals = [(value, other) for other, value in cells.items() if other != row]
            if row in cells and rivals:
                gains.append((cells[row] - max(rivals)[0], cells[row], column, max(rivals)[1]))
        if gains and max(gains)[0] > 0:
            lead, value, column, other = max(gains)
            shares = (value - low) / (high - low), (value - lead - low) / (high - low)
            if round(100 * shares[0]) > round(100 * shares[1]):
                found.append(_mix_reason(game, (matrix["rows"][row], matrix["columns"][column], matrix["rows"][other]), shares))
    return found[:MOST]


def _mix_reason(game: Game, actions: tuple[Action, Action, Action], shares: tuple[float, float]) -> ReasonInfo:
    action, answer, other = actions

    def sentence() -> str:
        words = {"action": game.spoken(action), "answer": game.spoken(answer), "other": game.spoken(other)}
        mine, less = (say("{percent}%", percent=round(100 * share)) for share in shares)
        return begun(game, say("{action} does best against {answer}: {mine} ({other}: {less})", mine=mine, less=less, **words))

    return {
        "name": "does_best_against",
        "kind": "fact",
        "better": action.name,
        "other": other.name,
        "values": list(shares),
        "part": 1.0,
        "sentence": in_every_language(sentence),
    }


def matrix_of(judged: Assessment, share: Callable[[float | None], float | None]) -> MatrixInfo | None:
    """The actions of the agent's matrix that are played most, on either side."""
    matrix = judged.opinion.matrix
    if matrix is None:
        return None
    rows, columns = (
        sorted(range(len(weights)), key=lambda place: -weights[place])[:MATRIX]
        for weights in (matrix["row_weights"], matrix["column_weights"])
    )
    return {
        "rows": [matrix["rows"][row].name for row in rows],
        "columns": [matrix["columns"][column].name for column in columns],
        "cells": [[share(matrix["cells"][row][column]) for column in columns] for row in rows],
        "row_weights": [matrix["row_weights"][row] for row in rows],
        "column_weights": [matrix["column_weights"][column] for column in columns],
    }
