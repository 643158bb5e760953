"""What routes ask for: the services, the person who asks, and checked parts of the address."""

from typing import Annotated

from fastapi import Depends, Path, Query, Request

from joute.server.people import required
from joute.server.services import Services
from joute.store.people import Person


async def services_of(request: Request) -> Services:  # a plain function would get a thread
    """The services behind the routes."""
    services: Services = request.app.state.services
    return services


async def person_of(request: Request) -> Person | None:
    """The person who asks, if there is a token."""
    return await (await services_of(request)).person(request)


async def required_person(request: Request) -> Person:
    """The person who asks; refuse without a token."""
    return required(await person_of(request))


Inside = Annotated[Services, Depends(services_of)]
Anybody = Annotated[Person | None, Depends(person_of)]
Known = Annotated[Person, Depends(required_person)]
Id = Annotated[str, Path(max_length=200)]
Number = Annotated[int, Path(ge=0, le=1_000_000)]
Since = Annotated[int | None, Query(ge=0, le=2**53)]
Before = Annotated[int, Query(ge=0, le=2**53)]
Viewer = Annotated[int | None, Query(ge=-1, le=64)]
First = Annotated[int, Query(alias="from", ge=0, le=1_000_000)]
Count = Annotated[int, Query(ge=1, le=100)]
GameName = Annotated[str | None, Query(max_length=40)]
AgentName = Annotated[str | None, Query(max_length=200)]
ActionName = Annotated[str | None, Query(max_length=120)]
