"""The routes of the lab, which `docs/lab.md` describes.

Each is asked again with the same body until its `done` is 1.
"""
# ruff: noqa: D103 - the summary of a route is in its decorator

from fastapi import APIRouter

from joute.server.client_messages import LabDecisions, LabGame, LabQuestion, LabTree
from joute.server.http.dependencies import Inside, Known
from joute.server.server_messages import LabExplanation, LabPath, LabPlayed, LabTable

lab = APIRouter(prefix="/api/lab")


@lab.post("/explanation", summary="Why this action rather than that one")
async def explanation(services: Inside, person: Known, asked: LabQuestion) -> LabExplanation:
    return await services.lab.explanation(asked, person.id)


@lab.post("/path", summary="A decision through a tree that imitates an agent")
async def path(services: Inside, person: Known, asked: LabTree) -> LabPath:
    return await services.lab.path(asked, person.id)


@lab.post("/decisions", summary="The decisions of a game as a table")
async def decisions(services: Inside, person: Known, asked: LabDecisions) -> LabTable:
    return await services.lab.table(asked, person.id)


@lab.post("/game", summary="Let an agent play a game against itself")
async def game(services: Inside, person: Known, asked: LabGame) -> LabPlayed:
    return await services.lab.played(asked, person.id)
