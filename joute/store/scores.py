"""Scores that programs report by the `/jeu` interface."""

import time
from dataclasses import dataclass

from sqlalchemy import insert, select

from joute.core.state import Json
from joute.store import schema
from joute.store.database import Database

_SCORES = schema.scores.c


@dataclass(frozen=True)
class Score:
    """How one game of that interface ended."""

    partie: str
    game: str
    kind: str  # of the agent: MCTS, NeuralNetwork
    level: str
    scores: Json
    written: float = 0.0  # seconds since 1970; set when it is added


_SCORE = select(*(_SCORES[name] for name in Score.__dataclass_fields__))


class Scores:
    """Every score that was reported."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, score: Score) -> None:
        """Keep one."""
        with self._database.writing() as connection:
            connection.execute(insert(schema.scores).values(**{**vars(score), "written": time.time()}))

    def latest(self, kind: str | None = None, count: int = 100) -> list[Score]:
        """The latest first; only of one kind of agent, if so wished."""
        listed = _SCORE if kind is None else _SCORE.where(_SCORES.kind == kind)
        with self._database.reading() as connection:
            return [Score(*row) for row in connection.execute(listed.order_by(_SCORES.id.desc()).limit(count))]
