"""Routes for games that are over, and for the analysis board."""
# ruff: noqa: D103 - the summary of a route is in its decorator

from typing import Annotated

from fastapi import APIRouter, Query

from joute.review.review_info import DecisionReview
from joute.server.client_messages import AnalysisQuestion, AnalysisRequest, AskReview, ImportedText, TryAgain
from joute.server.http.dependencies import ActionName, AgentName, Anybody, Count, First, GameName, Id, Inside, Known, Number
from joute.server.server_messages import AnalysisImport, AnalysisPosition, RecordInfo, RecordList, RecordReview, StepList, TableInfo
from joute.server.tables import projection

records_api = APIRouter(prefix="/api")


# --- game records -----------------------------------------------------------------------------------------------------------


@records_api.get("/records", summary="Your games that are over")
async def records(services: Inside, person: Known, game: GameName = None, before: float | None = None, count: Count = 20) -> RecordList:
    return await services.records.listed(person.id, game, before, count)


@records_api.get("/records/{record}", summary="A game that is over")
async def record(services: Inside, person: Anybody, record: Id) -> RecordInfo:
    return await services.records.one(record, person.id if person else None)


@records_api.get("/records/{record}/steps", summary="Step by step")
async def steps(
    services: Inside, record: Id, viewer: Annotated[str, Query(max_length=4)] = "all", first: First = 0, count: Count = 50
) -> StepList:
    return await services.records.steps(record, viewer, first, count)


@records_api.get("/records/{record}/review", summary="The review of a game, as far as it is")
async def review(services: Inside, record: Id, agent: AgentName = None) -> RecordReview:
    return await services.reviews.found(record, agent)


@records_api.post("/records/{record}/review", summary="Review a game, or refine its review", status_code=202)
async def start_review(services: Inside, person: Known, record: Id, asked: AskReview) -> RecordReview:
    return await services.reviews.start(record, asked.agent, person.id)


@records_api.get("/records/{record}/decisions/{ply}/{seat}", summary="One decision, or another action in its place")
async def decision(
    services: Inside, person: Known, record: Id, ply: Number, seat: Number, action: ActionName = None, agent: AgentName = None
) -> DecisionReview:
    return await services.reviews.decision(record, ply, seat, action, agent, person.id)


@records_api.post("/records/{record}/tables", summary="Play on from a decision", status_code=201)
async def try_again(services: Inside, person: Known, record: Id, asked: TryAgain) -> TableInfo:
    actor = await services.records.play_on(record, asked, person)
    return projection.table_info(actor.table, actor.viewpoint(person.id), actor.present, actor.spectators)


# --- the analysis board -----------------------------------------------------------------------------------------------------


@records_api.post("/analysis", summary="A position, and what was tried from it")
async def analysis(services: Inside, asked: AnalysisRequest) -> AnalysisPosition:
    return await services.analysis.position(asked)


@records_api.post("/analysis/opinion", summary="A decision of an analysis, judged from what its seat knows")
async def analysis_opinion(services: Inside, person: Known, asked: AnalysisQuestion) -> DecisionReview:
    return await services.analysis.opinion(asked, person.id)


@records_api.post("/analysis/import", summary="Read a game record or a position")
async def analysis_import(services: Inside, asked: ImportedText) -> AnalysisImport:
    return await services.analysis.imported(asked)
