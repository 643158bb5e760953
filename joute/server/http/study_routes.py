"""The routes of studies: people predict what an agent plays. `docs/study.md` describes them."""

from fastapi import APIRouter, Request

from joute.server.client_messages import StudyAnswering, StudyConsent, StudyToken
from joute.server.http.dependencies import Id, Inside
from joute.server.studies import StudyInfo, StudyJoined, StudyPage

studies = APIRouter(prefix="/api/studies")


@studies.get("", summary="Studies that one can take part in")
async def listed(services: Inside) -> list[StudyInfo]:
    """All studies of this server."""
    return services.studies.listed()


@studies.get("/{name}", summary="One study, and what participants agree to")
async def study(services: Inside, name: Id) -> StudyInfo:
    """What one should know before taking part."""
    return services.studies.find(name).info()


@studies.post("/{name}/consent", summary="Agree, and take part", status_code=201)
async def consent(services: Inside, name: Id, asked: StudyConsent, request: Request) -> StudyJoined:
    """The token and the first page; the consent is stored with the version of its text, and without a name or an address."""
    services.newcomers.check(request.scope["client_address"])
    return await services.studies.join(name)


@studies.post("/{name}/page", summary="The page where a participant is")
async def page(services: Inside, name: Id, asked: StudyToken) -> StudyPage:
    """A question, an example, or the end."""
    return await services.studies.page(name, asked.token)


@studies.post("/{name}/answer", summary="Answer a question, or go on after an example")
async def answer(services: Inside, name: Id, asked: StudyAnswering) -> StudyPage:
    """The next page; an answer cannot be changed, and whether it was correct is not said."""
    return await services.studies.answer(name, asked)


@studies.post("/{name}/withdraw", summary="Withdraw, and delete all answers")
async def withdraw(services: Inside, name: Id, asked: StudyToken) -> dict[str, bool]:
    """Nothing of the participant is left."""
    await services.studies.withdraw(name, asked.token)
    return {"deleted": True}
