"""Every route on one screen. What they do is in the modules beside; `docs/wire.md` says it to clients."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, PlainTextResponse, StreamingResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Router, WebSocketRoute

from joute.core.state import Json
from joute.i18n import Language
from joute.server.classic import responses
from joute.server.errors import Refused
from joute.server.http import api_docs, catalogue, exception_handlers, handlers, static_files
from joute.server.http import tournaments as arena
from joute.server.http.middleware import Guard
from joute.server.messages import Analysis, AnyMessage, Introduction, Joining, NewTable
from joute.server.people import needed, shown
from joute.server.services import House
from joute.server.settings import ServerSettings
from joute.server.tables.reactions import REACTIONS
from joute.store import Store
from joute.store.people import Person
from joute.version import __version__

SHORT = 2048  # bytes of an answer that are not worth packing


async def house_of(request: Request) -> House:  # what is not a coroutine gets a thread
    """Everything behind the routes."""
    house: House = request.app.state.house
    return house


async def asking(request: Request) -> Person | None:
    """Who asks, if they say it."""
    return await (await house_of(request)).person(request)


async def known(request: Request) -> Person:
    """Who asks; they must say it."""
    return needed(await asking(request))


Inside = Annotated[House, Depends(house_of)]
Anybody = Annotated[Person | None, Depends(asking)]
Somebody = Annotated[Person, Depends(known)]
Id = Annotated[str, Path(max_length=200)]
Number = Annotated[int, Path(ge=0, le=1_000_000)]
Since = Annotated[int | None, Query(ge=0, le=2**53)]
Chair = Annotated[int | None, Query(ge=-1, le=64)]
First = Annotated[int, Query(alias="from", ge=0, le=1_000_000)]
Count = Annotated[int, Query(ge=1, le=100)]
GameName = Annotated[str | None, Query(max_length=40)]
AgentName = Annotated[str | None, Query(max_length=200)]

api = APIRouter(prefix="/api")
jeu = APIRouter(prefix="/jeu")
# fmt: off


@api.get("/health", summary="Whether the server does its work")
async def health(house: Inside) -> Json: return house.health()
@api.get("/metrics", summary="For Prometheus", response_class=PlainTextResponse)
async def metrics(house: Inside) -> str: return house.measured()
@api.get("/docs", summary="This page", response_class=HTMLResponse)
def docs_page(request: Request) -> str: return api_docs.page(request.app.openapi())
@api.get("/server", summary="What this server allows")
async def server(house: Inside) -> Json: return house.introduced()
@api.get("/games", summary="What can be played")
def games() -> list[Json]: return catalogue.games()
@api.get("/games/{game}", summary="One game: options, levels, agents")
def game(game: Id) -> Json: return catalogue.game(game)
@api.get("/games/{game}/rules", summary="Its rules")
def rules(game: Id) -> Json: return catalogue.rules(game)
@api.get("/games/{game}/cards", summary="What is printed on its cards")
def cards(game: Id) -> Json: return catalogue.cards(game)
@api.get("/reactions", summary="What people may say at a table")
def reactions() -> list[Json]: return [{"name": name, "text": text} for name, text in REACTIONS.items()]


@api.post("/me", summary="Say who you are: makes a person, or changes their name", status_code=201)
async def introduce(house: Inside, person: Anybody, said: Introduction, request: Request, response: Response) -> Json:
    return await handlers.introduce(house, person, said, request, response)
@api.get("/me", summary="Who you are")
async def me(person: Somebody) -> Json: return shown(person)
@api.delete("/me", summary="Delete your data")
async def delete_me(house: Inside, person: Somebody, response: Response) -> Json: return await handlers.delete(house, person, response)


@api.get("/tables", summary="Your tables, and public ones")
async def tables(house: Inside, person: Anybody) -> Json: return handlers.tables(house, person)
@api.post("/tables", summary="A new table", status_code=201)
async def make_table(house: Inside, person: Somebody, asked: NewTable) -> Json: return await handlers.make(house, person, asked)
@api.get("/tables/{table}", summary="One table")
async def table(house: Inside, person: Anybody, table: Id) -> Json: return await handlers.described(house, person, table)
@api.get("/tables/{table}/state", summary="Everything that you may see there")
async def state(house: Inside, person: Anybody, table: Id, chair: Chair = None) -> Json:
    return await handlers.state(house, person, table, chair)
@api.post("/tables/{table}/join", summary="Take an open seat")
async def join(house: Inside, person: Somebody, table: Id, asked: Joining) -> Json: return await handlers.join(house, person, table, asked)
@api.post("/tables/{table}/messages", summary="Say something at a table")
async def say(house: Inside, person: Anybody, table: Id, said: AnyMessage) -> Any: return await handlers.say(house, person, table, said)
@api.get("/tables/{table}/stream", summary="A table as server-sent events", response_class=StreamingResponse)
async def stream(house: Inside, person: Anybody, table: Id, request: Request, since: Since = None, chair: Chair = None) -> Response:
    return await handlers.stream(house, person, table, request, since, chair)


@api.get("/records", summary="Your games that are over")
async def records(house: Inside, person: Somebody, game: GameName = None, before: float | None = None, count: Count = 20) -> Json:
    return await house.records.listed(person.id, game, before, count)
@api.get("/records/{record}", summary="A game that is over")
async def record(house: Inside, person: Anybody, record: Id) -> Json: return await house.records.one(record, person.id if person else None)
@api.get("/records/{record}/steps", summary="Step by step")
async def steps(house: Inside, record: Id, chair: Annotated[str, Query(max_length=4)] = "all", first: First = 0, count: Count = 50) -> Json:
    return await house.records.steps(record, chair, first, count)
@api.get("/records/{record}/opinions/{ply}/{seat}", summary="What an agent thinks of a decision")
async def opinion(house: Inside, person: Somebody, record: Id, ply: Number, seat: Number, agent: AgentName = None) -> Json:
    return await house.records.opinion(record, ply, seat, agent)
@api.get("/records/{record}/analysis", summary="How far an analysis is, and what it found")
async def analysis(house: Inside, record: Id, agent: AgentName = None) -> Json: return await house.records.analysis(record, agent)
@api.post("/records/{record}/analysis", summary="Judge every decision", status_code=202)
async def analyse(house: Inside, person: Somebody, record: Id, asked: Analysis) -> Json:
    return await house.records.analyse(record, asked.agent)


@api.get("/ladder", summary="The best players of a game")
async def ladder(house: Inside, person: Anybody, game: Annotated[str, Query(max_length=40)]) -> Json:
    return await house.hall.ladder.best(catalogue.known(game), person.id if person else None)
@api.get("/agents", summary="Agents and their ratings")
async def agents(house: Inside, game: GameName = None) -> list[Json]: return await arena.agents(house.hall.keeping, game)
@api.get("/tournaments", summary="Tournaments")
async def tournaments(house: Inside) -> list[Json]: return await arena.tournaments(house.hall.keeping)
@api.get("/tournaments/{name}", summary="One tournament")
async def tournament(house: Inside, name: Id) -> Json: return await arena.tournament(house.hall.keeping, name)
@api.get("/tournaments/{name}/games", summary="Its games")
async def tournament_games(house: Inside, name: Id, agent: AgentName = None, first: First = 0, count: Count = 50) -> Json:
    return await arena.games(house.hall.keeping, name, agent, first, count)
@api.get("/tournaments/{name}/report", summary="The page about it", response_class=HTMLResponse)
async def report(house: Inside, name: Id, lang: Language = Language.en) -> str: return await house.reports.page(name, lang)
@api.get("/bots", summary="Programs that are connected")
async def bots(house: Inside) -> list[Json]: return house.hall.bots.listed()


@jeu.post("/initialisation", summary="Les IA d'une partie")
async def initialisation(house: Inside, request: Request) -> Response:
    return await responses.answered(request, house.parties, "initialisation")
@jeu.post("/tour_ia", summary="La carte qu'une IA joue")
async def tour_ia(house: Inside, request: Request) -> Response: return await responses.answered(request, house.parties, "tour_ia")
@jeu.post("/scores", summary="Les scores d'une partie")
async def scores(house: Inside, request: Request) -> Response: return await responses.answered(request, house.parties, "scores")
@jeu.get("/scores", summary="Les statistiques des IA")
async def statistics(house: Inside) -> Response: return responses.said(200, await house.parties.statistics())
@jeu.get("/regles", summary="Les règles")
async def regles() -> Response: return responses.rule_page()
# fmt: on

SOCKETS = [WebSocketRoute("/api/tables/{table}/socket", handlers.socket), WebSocketRoute("/api/bot", handlers.bot)]


def build(settings: ServerSettings, store: Store) -> FastAPI:
    """The application over a store."""
    house = House(settings, store)
    app = FastAPI(
        title="Joute",
        version=__version__,
        lifespan=lambda _: house.open(),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=exception_handlers.ERRORS,
    )
    app.state.house = house
    app.include_router(api)
    app.include_router(jeu)
    app.add_api_route("/api/{path:path}", exception_handlers.nothing, include_in_schema=False)
    app.add_api_route("/{path:path}", static_files.page, include_in_schema=False, response_class=HTMLResponse)
    app.add_middleware(GZipMiddleware, minimum_size=SHORT, compresslevel=5)
    app.add_middleware(Guard, settings=settings, metrics=house.metrics, sockets=Router(SOCKETS))  # nothing else concerns them
    app.add_exception_handler(Refused, exception_handlers.refused)
    app.add_exception_handler(RequestValidationError, exception_handlers.unreadable)
    app.add_exception_handler(HTTPException, exception_handlers.missing)
    app.add_exception_handler(Exception, exception_handlers.failed)
    return app
