"""PeopleStore: a display name and a colour, identified by a token of which only the hash is stored."""

import hashlib
import secrets
import time
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, insert, select, update

from joute.core.errors import UnknownName
from joute.store import schema
from joute.store.database import Database


def new_token() -> str:
    """A new random token."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """The hash of a token; 256 random bits need no salt and no slow hash."""
    return hashlib.sha256(token.encode()).hexdigest()


_PEOPLE = schema.people.c


@dataclass(frozen=True)
class Person:
    """A person who plays."""

    id: int
    name: str
    colour: str
    created: float  # seconds since 1970
    seen: float


_PERSON = select(_PEOPLE.id, _PEOPLE.name, _PEOPLE.colour, _PEOPLE.created, _PEOPLE.seen)


class PeopleStore:
    """All people of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, name: str, colour: str) -> tuple[Person, str]:
        """A new person and their token, which is not stored and cannot be shown again."""
        token, now = new_token(), time.time()
        new = insert(schema.people).values(name=name, colour=colour, token=hash_token(token), created=now, seen=now)
        with self._database.writing() as connection:
            number: int = connection.execute(new.returning(_PEOPLE.id)).scalar_one()
        return Person(number, name, colour, now, now), token

    def of_token(self, token: str) -> Person | None:
        """The person of that token."""
        return self._one(_PEOPLE.token == hash_token(token))

    def find(self, person: int) -> Person | None:
        """The person of that id."""
        return self._one(_PEOPLE.id == person)

    def change(self, person: int, name: str | None = None, colour: str | None = None) -> Person:
        """Change name or colour."""
        given = {key: value for key, value in (("name", name), ("colour", colour)) if value is not None}
        self._update(person, {**given, "seen": time.time()})
        changed = self.find(person)
        if changed is None:
            raise UnknownName("there is no person {person}", person=person)
        return changed

    def seen(self, person: int) -> None:
        """Update the time of the last visit."""
        self._update(person, {"seen": time.time()})

    def delete(self, person: int) -> None:
        """Delete name, colour, token and ratings. Games stay, without the name."""
        with self._database.writing() as connection:
            connection.execute(update(schema.players).where(schema.players.c.person == person).values(name=""))
            connection.execute(delete(schema.people).where(_PEOPLE.id == person))  # deletes the ratings, and empties the seats

    def _update(self, person: int, values: dict[str, str | float]) -> None:
        with self._database.writing() as connection:
            connection.execute(update(schema.people).where(_PEOPLE.id == person).values(**values))

    def _one(self, condition: ColumnElement[bool]) -> Person | None:
        with self._database.reading() as connection:
            row = connection.execute(_PERSON.where(condition)).one_or_none()
        return None if row is None else Person(*row)
