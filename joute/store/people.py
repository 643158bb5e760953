"""People: a display name and a colour, known by a token."""

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select, update

from joute.core.errors import UnknownName
from joute.store import schema
from joute.store.database import Database
from joute.store.tokens import hashed, new_token

_PEOPLE = schema.people.c


@dataclass(frozen=True)
class Person:
    """Somebody who plays."""

    id: int
    name: str
    colour: str
    created: float  # seconds since 1970
    seen: float


_PERSON = select(_PEOPLE.id, _PEOPLE.name, _PEOPLE.colour, _PEOPLE.created, _PEOPLE.seen)


class People:
    """Who played here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, name: str, colour: str) -> tuple[Person, str]:
        """A new person, and the token that is theirs: it is not kept, and cannot be told again."""
        token, now = new_token(), time.time()
        new = insert(schema.people).values(name=name, colour=colour, token=hashed(token), created=now, seen=now)
        with self._database.writing() as connection:
            number: int = connection.execute(new.returning(_PEOPLE.id)).scalar_one()
        return Person(number, name, colour, now, now), token

    def of_token(self, token: str) -> Person | None:
        """Whose token this is."""
        return self._one(_PEOPLE.token == hashed(token))

    def find(self, person: int) -> Person | None:
        """The person of that number."""
        return self._one(_PEOPLE.id == person)

    def change(self, person: int, name: str | None = None, colour: str | None = None) -> Person:
        """Another name, another colour."""
        given = {key: value for key, value in (("name", name), ("colour", colour)) if value is not None}
        self._update(person, {**given, "seen": time.time()})
        changed = self.find(person)
        if changed is None:
            raise UnknownName(f"there is no person {person}")
        return changed

    def seen(self, person: int) -> None:
        """They were here just now."""
        self._update(person, {"seen": time.time()})

    def delete(self, person: int) -> None:
        """Forget them: name, colour, token and ratings. Games that others played too stay, without the name."""
        with self._database.writing() as connection:
            connection.execute(update(schema.players).where(schema.players.c.person == person).values(name=""))
            connection.execute(delete(schema.people).where(_PEOPLE.id == person))  # ratings go with it, seats become nobody's

    def _update(self, person: int, values: dict[str, Any]) -> None:
        with self._database.writing() as connection:
            connection.execute(update(schema.people).where(_PEOPLE.id == person).values(**values))

    def _one(self, condition: Any) -> Person | None:
        with self._database.reading() as connection:
            row = connection.execute(_PERSON.where(condition)).one_or_none()
        return None if row is None else Person(*row)
