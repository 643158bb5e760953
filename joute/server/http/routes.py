"""Routes: who asks, which table, and the service that answers; those of records are in `record_routes`. `docs/wire.md` describes all."""

from collections.abc import AsyncIterator, Hashable
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, StreamingResponse
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from joute.core.errors import BadStore
from joute.core.faults import Broken
from joute.core.state import Json
from joute.i18n import Language
from joute.server import catalogue, tournament_queries
from joute.server.classic import jeu_games as classic
from joute.server.client_messages import ClientMessage, Introduction, Joining, NewTable
from joute.server.errors import CODES, Refused
from joute.server.http import static_files
from joute.server.http.dependencies import AgentName, Anybody, Before, Count, First, GameName, Id, Inside, Known, Since, Viewer
from joute.server.people import COOKIE, person_info, required
from joute.server.ratings.ladder import LadderPage
from joute.server.server_messages import (
    CommitmentInfo,
    EventPage,
    GameInfo,
    PersonInfo,
    ReactionInfo,
    RulesText,
    ServerInfo,
    StateMessage,
    TableInfo,
    TableList,
)
from joute.server.services import HealthInfo, Services
from joute.server.sockets.bots import BotConnection, BotInfo, serve_bot, take_seat
from joute.server.sockets.table_socket import answer, event_stream, serve_socket, server_sent
from joute.server.sockets.websocket_protocol import OutgoingMessage, encode
from joute.server.tables import commands, projection
from joute.server.tables.actor import TableActor
from joute.server.tables.config import Profile, Viewpoint
from joute.server.tables.log import Resigned
from joute.server.tournament_queries import TournamentGames, TournamentInfo
from joute.store.people import Person

YEAR = 365 * 86400
PUBLIC = 50  # public tables that are listed
CLOSED = 4000  # our WebSocket close codes: 4000 and the HTTP status without its hundreds

api = APIRouter(prefix="/api")
jeu = APIRouter(prefix="/jeu")


# --- the server and its games -----------------------------------------------------------------------------------------------


@api.get("/health", summary="Whether the server works, and why not")
@api.get("/health/ready", summary="Whether to send people here: 503 if not")
async def health(services: Inside, response: Response) -> HealthInfo:
    found = await services.health()
    response.status_code = 200 if found["status"] == "ok" else 503
    return found


@api.get("/health/live", summary="Whether the process answers; restart it if not")
async def live() -> dict[str, bool]:
    return {"live": True}


@api.get("/metrics", summary="For Prometheus", response_class=PlainTextResponse)
async def metrics(services: Inside) -> str:
    return services.metrics_text()


@api.get("/docs", summary="This page", response_class=HTMLResponse)
def docs_page(request: Request) -> str:
    return static_files.api_docs(request.app.openapi())


@api.get("/server", summary="What this server allows")
async def server(services: Inside) -> ServerInfo:
    return services.info()


@api.get("/games", summary="What can be played")
def games(services: Inside) -> list[GameInfo]:
    return catalogue.games(services.settings)


@api.get("/games/{game}", summary="One game: options, levels, agents")
def game(services: Inside, game: Id) -> GameInfo:
    return catalogue.game(catalogue.known(game, services.settings))


@api.get("/games/{game}/rules", summary="Its rules")
def rules(services: Inside, game: Id) -> RulesText:
    return catalogue.rules(catalogue.known(game, services.settings))


@api.get("/games/{game}/cards", summary="What is printed on its cards")
def cards(services: Inside, game: Id) -> Json:
    return catalogue.cards(catalogue.known(game, services.settings))


@api.get("/reactions", summary="Ready-made reactions")
def reactions() -> list[ReactionInfo]:
    return [{"name": name, "text": catalogue.texts(text)} for name, text in commands.REACTIONS.items()]


# --- people -----------------------------------------------------------------------------------------------------------------


@api.post("/me", summary="Create a person, or change name and colour", status_code=201)
async def introduce(services: Inside, person: Anybody, asked: Introduction, request: Request, response: Response) -> PersonInfo:
    if person is None:
        services.newcomers.check(request.scope["client_address"])
    known, token = await services.people.introduce(person, asked)
    if token is None:
        response.status_code = 200
        services.renamed(known)
        return person_info(known)
    if asked.program:
        return {**person_info(known), "token": token}
    response.set_cookie(COOKIE, token, YEAR, httponly=True, samesite="lax", secure=services.settings.secure, path="/")
    return person_info(known)


@api.get("/me", summary="The person behind the token")
async def me(person: Known) -> PersonInfo:
    return person_info(person)


@api.delete("/me", summary="Delete your data")
async def delete_me(services: Inside, person: Known, response: Response) -> dict[str, bool]:
    for actor in list(services.tables.tables.values()):
        seat = actor.table.seat_of(person.id)
        actor.table.profiles.pop(person.id, None)
        if seat is not None and actor.table.status == "playing" and not actor.table.seats[seat].out:
            actor.write(Resigned(seat))  # a level plays on
    await services.people.delete(person)
    response.delete_cookie(COOKIE, path="/")
    return {"deleted": True}


# --- tables -----------------------------------------------------------------------------------------------------------------


async def table_of(services: Services, person: Person | None, table: str, viewer: int | None = None) -> tuple[TableActor, Viewpoint]:
    """The table, and the viewpoint of the person who asks."""
    actor = await services.tables.find(table)
    return actor, actor.viewpoint(person.id if person else None, viewer)


def table_info(actor: TableActor, viewpoint: Viewpoint) -> TableInfo:
    """The table as it is now."""
    return projection.table_info(actor.table, viewpoint, actor.present, actor.spectators)


def shown_version(actor: TableActor) -> tuple[Hashable, ...]:
    """Differs whenever the description of the table does."""
    table = actor.table
    return table.id, table.number, tuple(actor.present), actor.spectators, tuple(table.profiles.values())


@api.get("/tables", summary="Your tables, and public ones", response_model=TableList)
async def tables(services: Inside, person: Anybody, request: Request) -> Response:
    """Clients ask every few seconds: as long as nothing changed they get 304, which costs no projection and no body."""
    id = person.id if person else None
    own: list[TableActor] = []
    public: list[TableActor] = []
    for actor in services.tables.tables.values():
        table = actor.table
        mine = id is not None and (table.seat_of(id) is not None or table.config.host == id)
        open_to_all = table.config.public and (table.config.spectators or table.status == "open")
        if (mine or open_to_all) and table.status != "over":
            (own if mine else public).append(actor)
    own.sort(key=lambda actor: -actor.table.changed)
    public = sorted(public, key=lambda actor: -actor.table.changed)[:PUBLIC]
    version = hash((id, len(own), *map(shown_version, own + public)))
    headers = {"etag": f'W/"{version}"', "cache-control": "private, no-cache"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    listed: TableList = {
        "mine": [table_info(actor, actor.viewpoint(id)) for actor in own],
        "public": [table_info(actor, actor.viewpoint(id)) for actor in public],
        "your_turn": [actor.table.id for actor in own if projection.must_choose(actor.table, actor.viewpoint(id))],
    }
    return JSONResponse(listed, headers=headers)


@api.post("/commitments", summary="Let the server commit to a secret for a table that you will make", status_code=201)
async def commit(services: Inside, person: Known) -> CommitmentInfo:
    return {"commitment": services.tables.commitments.offer()}


@api.post("/tables", summary="Make a table", status_code=201)
async def make_table(services: Inside, person: Known, asked: NewTable) -> TableInfo:
    actor = await services.tables.make(asked, person)
    return table_info(actor, actor.viewpoint(person.id))


@api.get("/tables/{table}", summary="One table")
async def table(services: Inside, person: Anybody, table: Id) -> TableInfo:
    actor, viewpoint = await table_of(services, person, table)
    actor.look()
    return table_info(actor, viewpoint)


@api.get("/tables/{table}/state", summary="Everything that you may see there")
async def state(services: Inside, person: Anybody, table: Id, viewer: Viewer = None) -> StateMessage:
    actor, viewpoint = await table_of(services, person, table, viewer)
    actor.look()
    await actor.persisted()
    return actor.state(viewpoint)


@api.get("/tables/{table}/events", summary="What happened there before a log entry")
async def events(services: Inside, person: Anybody, table: Id, before: Before, viewer: Viewer = None) -> EventPage:
    actor, viewpoint = await table_of(services, person, table, viewer)
    return await services.tables.events_before(actor.table.id, before, viewpoint)


@api.post("/tables/{table}/join", summary="Take an open seat")
async def join(services: Inside, person: Known, table: Id, asked: Joining) -> TableInfo:
    actor = await services.tables.find(table)
    changes = commands.join(actor.table, person.id, asked)
    actor.table.profiles[person.id] = Profile(person.name, person.colour)
    await actor.write_all(changes)
    await services.tables.follow(actor)
    return table_info(actor, actor.viewpoint(person.id))


@api.post("/tables/{table}/messages", summary="Send a message to a table")
async def send_message(services: Inside, person: Anybody, table: Id, message: ClientMessage) -> Response:
    actor, viewpoint = await table_of(services, person, table)
    answers = await answer(services.tables, actor, viewpoint, message)
    if len(answers) != 1:
        return JSONResponse({"type": "updates", "updates": answers})
    first = answers[0]
    return JSONResponse(first, CODES[first["code"]][0] if first["type"] == "refused" else 200)


@api.get("/tables/{table}/stream", summary="A table as server-sent events", response_class=StreamingResponse)
async def stream(services: Inside, person: Anybody, table: Id, request: Request, since: Since = None, viewer: Viewer = None) -> Response:
    actor, viewpoint = await table_of(services, person, table, viewer)
    last = request.headers.get("last-event-id", "")  # sent by a browser that lost the stream
    start = int(last) if last.isdecimal() and len(last) < 17 else since

    async def events() -> AsyncIterator[str]:
        try:
            with services.connections.slot(request.scope["client_address"]):
                async for event in event_stream(actor, viewpoint, start):
                    yield event
        except Refused as refused:
            yield server_sent(OutgoingMessage.of({"type": "bye", **refused.to_json()}))

    return StreamingResponse(events(), media_type="text/event-stream", headers={"cache-control": "no-store", "x-accel-buffering": "no"})


async def table_socket(websocket: WebSocket) -> None:
    """A WebSocket at a table."""
    services: Services = websocket.app.state.services
    await websocket.accept()
    try:
        since, viewer = _whole(websocket, "since"), _whole(websocket, "viewer")
        with services.connections.slot(websocket.scope["client_address"]):
            person = await services.person(websocket)
            actor, viewpoint = await table_of(services, person, websocket.path_params["table"], viewer)
            await serve_socket(services.tables, actor, viewpoint, since, websocket)
    except Refused as refused:
        await _close(websocket, refused)
    except BadStore:
        await _close(websocket, Refused("unavailable"))


async def bot_socket(websocket: WebSocket) -> None:
    """The WebSocket of a bot that offers to play; with a table's id it takes an open seat there."""
    services: Services = websocket.app.state.services
    await websocket.accept()
    table = websocket.query_params.get("table")

    async def seat_bot(bot: BotConnection) -> None:
        if table is not None:
            actor = await services.tables.find(table)
            await take_seat(bot, actor)
            await services.tables.settle(actor)

    try:
        with services.connections.slot(websocket.scope["client_address"]):
            person = required(await services.person(websocket))
            await serve_bot(services.tables.bots, person.id, websocket, seat_bot)
    except Refused as refused:
        await _close(websocket, refused)
    except Broken:
        await _close(websocket, Refused("bad_message"))
    except BadStore:
        await _close(websocket, Refused("unavailable"))
    except WebSocketDisconnect:
        pass


def _whole(websocket: WebSocket, name: str) -> int | None:
    """A number in the query."""
    text = websocket.query_params.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.removeprefix("-").isdecimal() or len(text) > 16:
        raise Refused("bad_message", [{"field": name, "problem": "a whole number"}])
    return int(text)


async def _close(websocket: WebSocket, refused: Refused) -> None:
    """Send the reason, and close."""
    try:
        await websocket.send_text(encode({"type": "bye", **refused.to_json()}).decode())
        await websocket.close(CLOSED + refused.status % 1000, refused.address or refused.code)
    except (WebSocketDisconnect, RuntimeError):  # it is closed already
        return


SOCKETS = [WebSocketRoute("/api/tables/{table}/socket", table_socket), WebSocketRoute("/api/bot", bot_socket)]


# --- ratings, tournaments, bots ---------------------------------------------------------------------------------------------


@api.get("/ladder", summary="The best players of a game")
async def ladder(services: Inside, person: Anybody, game: Annotated[str, Query(max_length=40)]) -> LadderPage:
    return await services.tables.ladder.best(catalogue.known(game, services.settings), person.id if person else None)


@api.get("/agents", summary="Agents and their ratings")
async def agents(services: Inside, game: GameName = None) -> list[Json]:
    return await tournament_queries.agents(services.store, game)


@api.get("/tournaments", summary="Tournaments")
async def list_tournaments(services: Inside) -> list[TournamentInfo]:
    return await tournament_queries.tournaments(services.store)


@api.get("/tournaments/{name}", summary="One tournament")
async def tournament(services: Inside, name: Id) -> TournamentInfo:
    return await tournament_queries.tournament(services.store, name)


@api.get("/tournaments/{name}/games", summary="Its games")
async def tournament_games(services: Inside, name: Id, agent: AgentName = None, first: First = 0, count: Count = 50) -> TournamentGames:
    return await tournament_queries.games(services.store, name, agent, first, count)


@api.get("/tournaments/{name}/report", summary="The report on it", response_class=HTMLResponse)
async def report(services: Inside, name: Id, lang: Language = Language.en) -> str:
    return await services.reports.page(name, lang)


@api.get("/bots", summary="Connected bots")
async def bots(services: Inside) -> list[BotInfo]:
    return services.tables.bots.listed()


# --- the report's interface -------------------------------------------------------------------------------------------------


@jeu.post("/initialisation", summary="Les IA d'une partie")
async def initialisation(services: Inside, request: Request) -> Response:
    return await classic.answered(request, services.classic, "initialisation")


@jeu.post("/tour_ia", summary="La carte qu'une IA joue")
async def tour_ia(services: Inside, request: Request) -> Response:
    return await classic.answered(request, services.classic, "tour_ia")


@jeu.post("/scores", summary="Les scores d'une partie")
async def scores(services: Inside, request: Request) -> Response:
    return await classic.answered(request, services.classic, "scores")


@jeu.get("/scores", summary="Les statistiques des IA")
async def statistics(services: Inside) -> Response:
    return classic.response(200, await services.classic.statistics())


@jeu.get("/regles", summary="Les règles")
async def regles() -> Response:
    return classic.rules_response()
