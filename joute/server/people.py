"""Who is asking: a token names a person; people who were asked about lately are remembered."""

from collections import OrderedDict

from joute.core.state import Json
from joute.server.errors import Refused
from joute.server.messages import Introduction
from joute.server.tables.write_queue import Keeping
from joute.store.people import Person
from joute.store.tokens import hashed

COOKIE = "joute"
REMEMBERED = 10_000
LONGEST = 200  # letters of a token that is looked at


class People:
    """Everybody who has a token."""

    def __init__(self, keeping: Keeping) -> None:
        self.keeping = keeping
        self._known: OrderedDict[str, Person] = OrderedDict()  # by the hash of the token

    async def of_token(self, token: str | None) -> Person | None:
        """The person whose token this is."""
        if not token or len(token) > LONGEST or not token.isascii():
            return None
        key = hashed(token)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        person = await self.keeping.ask(self.keeping.store.people.of_token, token)
        if person is not None:
            self._remember(key, person)
        return person

    async def introduce(self, person: Person | None, said: Introduction) -> tuple[Person, str | None]:
        """A new person and their token, or the same one with another name."""
        store = self.keeping.store.people
        name = None if said.name is None else " ".join(said.name.split())
        if person is None:
            created, token = await self.keeping.ask(store.create, name or "", said.colour or "")
            self._remember(hashed(token), created)
            return created, token
        changed = await self.keeping.ask(store.change, person.id, name=name, colour=said.colour)
        for key, known in self._known.items():
            if known.id == person.id:
                self._known[key] = changed
        return changed, None

    async def delete(self, person: Person) -> None:
        """Forget somebody."""
        for key in [key for key, known in self._known.items() if known.id == person.id]:
            del self._known[key]
        await self.keeping.ask(self.keeping.store.people.delete, person.id)

    def _remember(self, key: str, person: Person) -> None:
        self._known[key] = person
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def needed(person: Person | None) -> Person:
    """The person, or a refusal."""
    if person is None:
        raise Refused("no_token")
    return person


def shown(person: Person) -> Json:
    """For the person's own client."""
    return {"id": person.id, "name": person.name, "colour": person.colour}
