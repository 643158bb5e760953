"""People: the person behind a token, from a cache or the store."""

import hashlib
from collections import OrderedDict
from functools import lru_cache

from joute.server.async_store import AsyncStore
from joute.server.client_messages import Introduction
from joute.server.errors import Refused
from joute.server.server_messages import PersonInfo
from joute.store.people import Person, hash_token

COOKIE = "joute"
CACHED = 10_000  # people
LONGEST = 200  # letters of a token


class People:
    """Everybody with a token."""

    def __init__(self, store: AsyncStore) -> None:
        self.store = store
        self._known: OrderedDict[str, Person] = OrderedDict()  # by the hash of the token

    async def of_token(self, token: str | None) -> Person | None:
        """The person whose token this is."""
        if not token or len(token) > LONGEST or not token.isascii():
            return None
        key = hash_token(token)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        person = await self.store.run(self.store.store.people.of_token, token)
        if person is not None:
            self._cache(key, person)
        return person

    async def introduce(self, person: Person | None, asked: Introduction) -> tuple[Person, str | None]:
        """A new person and their token, or the same one with another name."""
        people = self.store.store.people
        name = None if asked.name is None else " ".join(asked.name.split())
        if person is None:
            created, token = await self.store.run(people.create, name or "", asked.colour or "")
            self._cache(hash_token(token), created)
            return created, token
        changed = await self.store.run(people.change, person.id, name=name, colour=asked.colour)
        for key, known in self._known.items():
            if known.id == person.id:
                self._known[key] = changed
        return changed, None

    async def delete(self, person: Person) -> None:
        """Delete a person."""
        for key in [key for key, known in self._known.items() if known.id == person.id]:
            del self._known[key]
        await self.store.run(self.store.store.people.delete, person.id)

    def _cache(self, key: str, person: Person) -> None:
        self._known[key] = person
        if len(self._known) > CACHED:
            self._known.popitem(last=False)


def required(person: Person | None) -> Person:
    """The person; refuse if there is none."""
    if person is None:
        raise Refused("no_token")
    return person


def person_info(person: Person) -> PersonInfo:
    """A person for their own client."""
    return {"id": person.id, "name": person.name, "guest": guest_number(person.id, person.name), "colour": person.colour}


def guest_number(person: int | None, name: str) -> int | None:
    """What a client makes the friendly name of a person without a name from: the same at every table, and not the id."""
    return None if person is None or name else _hashed(person)


@lru_cache(maxsize=CACHED)
def _hashed(person: int) -> int:
    return int.from_bytes(hashlib.sha256(f"guest {person}".encode()).digest()[:4], "big")
