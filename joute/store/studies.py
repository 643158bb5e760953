"""StudyStore: participants of studies and their answers, identified by a token of which only the hash is stored."""

import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select

from joute.core.state import Json
from joute.store import schema
from joute.store.database import Database
from joute.store.insert import insert_missing
from joute.store.people import hash_token, new_token

ABANDONED = 2 * 3600.0  # seconds after which a participant who has not answered everything is replaced by another

Group = tuple[str, str]  # arm and order of the question sets
Assign = Callable[[Mapping[Group, int], int], Group]  # from the number of participants of each group, and of all so far

_PEOPLE, _ANSWERS = schema.study_participants.c, schema.study_answers.c


@dataclass(frozen=True)
class StoredParticipant:
    """A participant, and how many steps are done."""

    id: str
    study: str
    version: str
    arm: str
    order: str
    done: int


class StudyStore:
    """The answers to all studies of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def join(self, study: str, version: str, n_steps: int, assign: Assign) -> tuple[StoredParticipant, str]:
        """Record the consent of a new participant, in the group that `assign` chooses; returns the token, which is not stored."""
        id, token, now = secrets.token_hex(6), new_token(), time.time()
        own = (_PEOPLE.study == study, _PEOPLE.version == version)
        done = select(_ANSWERS.participant, func.count().label("done")).group_by(_ANSWERS.participant).subquery()
        rows = select(_PEOPLE.arm, _PEOPLE.sequence, _PEOPLE.steps, _PEOPLE.consented, done.c.done)
        found = rows.outerjoin(done, done.c.participant == _PEOPLE.id).where(*own)
        with self._database.writing() as connection:
            people = connection.execute(found).all()
            counted = Counter(
                (arm, order) for arm, order, steps, consented, n in people if (n or 0) >= steps or consented > now - ABANDONED
            )
            arm, order = assign(counted, len(people))
            values = {"id": id, "study": study, "version": version, "arm": arm, "sequence": order, "steps": n_steps}
            connection.execute(insert(schema.study_participants).values(**values, token=hash_token(token), consented=now))
        return StoredParticipant(id, study, version, arm, order, 0), token

    def of_token(self, token: str) -> StoredParticipant | None:
        """The participant of that token."""
        done = select(func.count()).where(_ANSWERS.participant == _PEOPLE.id).scalar_subquery()
        found = select(_PEOPLE.id, _PEOPLE.study, _PEOPLE.version, _PEOPLE.arm, _PEOPLE.sequence, done)
        with self._database.reading() as connection:
            row = connection.execute(found.where(_PEOPLE.token == hash_token(token))).first()
        return None if row is None else StoredParticipant(*row)

    def answer(self, participant: str, row: Mapping[str, Any]) -> bool:
        """Store the answer to a step; False if there is one already, which stays, or if the participant has withdrawn."""
        values = {name: row[name] for name in ("place", "phase", "item", "legal", "action", "answer", "seconds")}
        correct = None if row["correct"] is None else int(row["correct"])
        with self._database.writing() as connection:
            if connection.execute(select(_PEOPLE.id).where(_PEOPLE.id == participant)).first() is None:
                return False
            new = insert_missing(connection, schema.study_answers).values(participant=participant, correct=correct, **values)
            return connection.execute(new.returning(_ANSWERS.place)).first() is not None

    def withdraw(self, participant: str) -> None:
        """Delete a participant with all answers."""
        with self._database.writing() as connection:
            connection.execute(delete(schema.study_participants).where(_PEOPLE.id == participant))

    def answers(self, study: str, participant: str | None = None) -> list[Json]:
        """All answers to a study, or those of one participant, by participant and place; without tokens and times of day."""
        columns = (_PEOPLE.study, _PEOPLE.version, _PEOPLE.id.label("participant"), _PEOPLE.arm, _PEOPLE.sequence.label("order"))
        own = (_ANSWERS.phase, _ANSWERS.place, _ANSWERS.item, _ANSWERS.legal, _ANSWERS.action, _ANSWERS.answer)
        found = select(*columns, *own, _ANSWERS.correct, _ANSWERS.seconds).join_from(schema.study_answers, schema.study_participants)
        found = found.where(_PEOPLE.study == study).order_by(_PEOPLE.id, _ANSWERS.place)  # ids are random: no order of arrival
        if participant is not None:
            found = found.where(_PEOPLE.id == participant)
        with self._database.reading() as connection:
            rows = [dict(row) for row in connection.execute(found).mappings()]
        return [{**row, "correct": None if row["correct"] is None else bool(row["correct"])} for row in rows]
