"""Between the routes and the tables: who asks, which table, which chair."""

from collections.abc import AsyncIterator
from typing import Any

from fastapi import Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from joute.core.faults import Broken
from joute.core.state import Json
from joute.server.errors import CODES, Refused
from joute.server.messages import Introduction, Joining, NewTable
from joute.server.people import COOKIE, shown
from joute.server.services import House
from joute.server.sockets import bot_connections, dispatch, transports
from joute.server.tables import commands, projection
from joute.server.tables.actor import Live
from joute.server.tables.projection import Chair, dumped
from joute.server.tables.seat import Face
from joute.store.people import Person

YEAR = 365 * 86400
PUBLIC = 50  # public tables that are listed
CLOSED = 4000  # WebSocket close codes of ours: 4000 and the HTTP status without its hundreds


# --- people -------------------------------------------------------------------------------------------------------------------


async def introduce(house: House, person: Person | None, said: Introduction, request: Request, response: Response) -> Json:
    """A new person gets a cookie, or the token itself; one who is known gets another name."""
    if person is None:
        house.newcomers.check(request.scope["client_address"])
    known, token = await house.people.introduce(person, said)
    if token is None:
        response.status_code = 200
        house.renamed(known)
        return shown(known)
    if said.program:
        return shown(known) | {"token": token}
    response.set_cookie(COOKIE, token, YEAR, httponly=True, samesite="lax", secure=house.settings.secure, path="/")
    return shown(known)


async def delete(house: House, person: Person, response: Response) -> Json:
    """Everything about a person goes; a level plays for them where they sat."""
    for live in list(house.hall.tables.values()):
        seat = live.table.seat_of(person.id)
        live.table.known.pop(person.id, None)
        if seat is not None and live.table.status == "playing" and not live.table.seats[seat].out:
            live.write("resigned", {"seat": seat})
    await house.people.delete(person)
    response.delete_cookie(COOKIE, path="/")
    return {"deleted": True}


def face(person: Person) -> Face:
    """How others see somebody."""
    return Face(person.name, person.colour)


# --- tables -------------------------------------------------------------------------------------------------------------------


async def seat_at(house: House, person: Person | None, table: str, wanted: int | None = None) -> tuple[Live, Chair]:
    """The table, and the chair of who asks."""
    live = await house.hall.find(table)
    return live, live.chair(person.id if person else None, wanted)


def tables(house: House, person: Person | None) -> Json:
    """One's own tables that are not over, and those that anybody may see."""
    own: list[Json] = []
    public: list[Json] = []
    for live in sorted(house.hall.tables.values(), key=lambda live: -live.table.changed):
        table = live.table
        mine = person is not None and (table.seat_of(person.id) is not None or table.terms.host == person.id)
        if table.status == "over" or not (mine or table.terms.public):
            continue
        (own if mine else public).append(_shown(live, live.chair(person.id if person else None)))
    return {"mine": own, "public": public[:PUBLIC]}


def _shown(live: Live, chair: Chair) -> Json:
    return projection.described(live.table, chair, live.present, live.spectators)


async def make(house: House, person: Person, asked: NewTable) -> Json:
    """A new table."""
    live = await house.hall.make(asked, person)
    return _shown(live, live.chair(person.id))


async def described(house: House, person: Person | None, table: str) -> Json:
    """A table as it is."""
    live, chair = await seat_at(house, person, table)
    return _shown(live, chair)


async def state(house: House, person: Person | None, table: str, wanted: int | None) -> Json:
    """Everything that somebody may see there."""
    live, chair = await seat_at(house, person, table, wanted)
    await live.kept()
    return live.state(chair)


async def join(house: House, person: Person, table: str, asked: Joining) -> Json:
    """An open seat is taken."""
    live = await house.hall.find(table)
    entries = commands.join(live.table, person.id, asked.seat)
    live.table.known[person.id] = face(person)
    await live.write_all(entries)
    await house.hall.follow(live)
    return _shown(live, live.chair(person.id))


async def say(house: House, person: Person | None, table: str, said: Any) -> Response:
    """A message at a table; a refusal has its status."""
    live, chair = await seat_at(house, person, table)
    answers = await dispatch.answer(live, chair, said)
    told: Json = answers[0] if len(answers) == 1 else {"type": "updates", "updates": answers}
    status = CODES[told["code"]].status if told["type"] == "refused" else 200
    return JSONResponse(told, status)


# --- pushing ------------------------------------------------------------------------------------------------------------------


async def stream(
    house: House, person: Person | None, table: str, request: Request, since: int | None, wanted: int | None
) -> StreamingResponse:
    """Server-sent events; a browser that lost them says which it heard last."""
    live, chair = await seat_at(house, person, table, wanted)
    last = request.headers.get("last-event-id", "")
    start = int(last) if last.isdecimal() and len(last) < 17 else since

    async def events() -> AsyncIterator[str]:
        try:
            with house.places.place(request.scope["client_address"]):
                async for event in transports.events(live, chair, start):
                    yield event
        except Refused as refused:
            yield transports.event(dumped({"type": "bye", **refused.to_json()}))

    return StreamingResponse(events(), media_type="text/event-stream", headers={"cache-control": "no-store", "x-accel-buffering": "no"})


async def socket(websocket: WebSocket) -> None:
    """A WebSocket at a table."""
    house: House = websocket.app.state.house
    await websocket.accept()
    try:
        since, wanted = _whole(websocket, "since"), _whole(websocket, "chair")
        with house.places.place(websocket.scope["client_address"]):
            live, chair = await seat_at(house, await house.person(websocket), websocket.path_params["table"], wanted)
            await transports.socket(live, chair, since, websocket)
    except Refused as refused:
        await _bye(websocket, refused)


async def bot(websocket: WebSocket) -> None:
    """A bot that offers to play."""
    house: House = websocket.app.state.house
    await websocket.accept()
    try:
        with house.places.place(websocket.scope["client_address"]):
            person = await house.person(websocket)
            if person is None:
                raise Refused("no_token")
            await bot_connections.attend(house.hall, person.id, websocket.query_params.get("table"), websocket)
    except Refused as refused:
        await _bye(websocket, refused)
    except Broken:
        await _bye(websocket, Refused("bad_message"))
    except WebSocketDisconnect:
        pass


def _whole(websocket: WebSocket, name: str) -> int | None:
    """A number in the address."""
    text = websocket.query_params.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.removeprefix("-").isdecimal() or len(text) > 16:
        raise Refused("bad_message", [{"field": name, "problem": "a whole number"}])
    return int(text)


async def _bye(websocket: WebSocket, refused: Refused) -> None:
    """Say why, and close."""
    try:
        await websocket.send_text(dumped({"type": "bye", **refused.to_json()}).decode())
        await websocket.close(CLOSED + refused.status % 1000, refused.code)
    except (WebSocketDisconnect, RuntimeError):  # it is gone already
        return
