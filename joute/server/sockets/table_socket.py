"""Connections to a table, and the answers to its messages: over WebSockets, server-sent events, or HTTP."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from joute.core import registry
from joute.core.rng import seed_of
from joute.server.agents.policy import permitted
from joute.server.agents.table_agents import opinion_info
from joute.server.client_messages import (
    AnyMessage,
    AskOpinion,
    AwaitAgents,
    Begin,
    CatchUp,
    ComeBack,
    Hint,
    Hurry,
    Leave,
    Pace,
    Ping,
    Play,
    React,
    Rematch,
    Resign,
    SingleStep,
    TakeBack,
    read,
)
from joute.server.errors import Refused
from joute.server.http.middleware import TokenBucket
from joute.server.server_messages import OpinionMessage, RefusedMessage, ServerMessage
from joute.server.sockets.websocket_protocol import OutgoingMessage, Subscriber, connection_of, receive_text
from joute.server.tables import commands
from joute.server.tables.actor import TableActor
from joute.server.tables.config import Viewpoint
from joute.server.tables.log import Change
from joute.server.tables.manager import TableManager

MAX_EXCESS = 20  # messages above the rate limit after which a connection is closed
HEARTBEAT = 15.0  # seconds between signs of life in a stream
MAX_QUESTIONS = 4  # of one connection that agents may be thinking about
HINT_SECONDS = 3.0


# --- answers ----------------------------------------------------------------------------------------------------------------


async def answer(manager: TableManager, actor: TableActor, viewpoint: Viewpoint, message: AnyMessage) -> list[ServerMessage]:
    """The answers to a message; a refusal is an answer too."""
    try:
        if not manager.owners.valid:
            raise Refused("unavailable")
        return await _answer(manager, actor, viewpoint, message)
    except Refused as refused:
        return [refusal(refused, message.id)]


def refusal(refused: Refused, id: int | None = None) -> RefusedMessage:
    """A refusal as a message."""
    return {"type": "refused", "id": id, **refused.to_json()}


async def _answer(manager: TableManager, actor: TableActor, viewpoint: Viewpoint, message: AnyMessage) -> list[ServerMessage]:
    table = actor.table
    match message:
        case Ping():
            return [{"type": "pong", "id": message.id}]
        case CatchUp():
            await actor.persisted()
            return [*actor.missed(viewpoint, message.since)]
        case Hint() | AskOpinion():
            return [await _advise(actor, viewpoint, message)]
        case Hurry():
            commands.hurry(table, viewpoint, message)
            actor.agents.hurry()
        case AwaitAgents():
            commands.wait(table, viewpoint)
            actor.agents.wait()
        case SingleStep():
            commands.host(table, viewpoint)
            actor.agents.step()
        case _:
            await actor.write_all(_changes(actor, viewpoint, message))
            if table.status == "open" or table.wishes:
                await manager.follow(actor, viewpoint.seat)
    return [{"type": "ok", "id": message.id}]


def _changes(
    actor: TableActor,
    viewpoint: Viewpoint,
    message: Play | Begin | TakeBack | Resign | Leave | ComeBack | Rematch | React | Pace,
) -> list[Change]:
    table = actor.table
    match message:
        case Play():
            return commands.play(table, viewpoint, message)
        case Begin():
            return commands.begin(table, viewpoint)
        case TakeBack():
            return commands.take_back(table, viewpoint, message)
        case Resign():
            return commands.resign(table, viewpoint)
        case Leave():
            return commands.leave(table, viewpoint)
        case ComeBack():
            return commands.come_back(table, viewpoint)
        case Rematch():
            return commands.rematch(table, viewpoint, message)
        case React():
            return commands.react(table, viewpoint, message)
        case Pace():
            return commands.pace(table, viewpoint, message)


async def _advise(actor: TableActor, viewpoint: Viewpoint, message: Hint | AskOpinion) -> OpinionMessage:
    """An agent's opinion of the seat's own view, and why; the game is then not rated, unless there is only one legal action."""
    table, seat = actor.table, viewpoint.seat
    actor.context.preparation.require(table.game.name)
    changes = commands.may_be_advised(table, viewpoint, message)
    asked = message.agent if isinstance(message, AskOpinion) else None
    text = permitted(asked, table.game) if asked else registry.advisor_name(table.game)
    wanted = message.action if isinstance(message, AskOpinion) else None
    action = None if wanted is None else commands.legal_name(table, seat, wanted)
    answers, seed = table.answers, seed_of(table.id, table.answers, "hint")
    await actor.write_all(changes)
    opinion = await actor.agents.consider(text, seat, seed, HINT_SECONDS, hint=True, errs=bool(asked))
    review = None if table.answers != answers else await actor.agents.reviewed(text, seat, opinion, action, seed >> 1)
    if table.answers != answers:
        raise Refused("too_late")
    return {"type": "opinion", "id": message.id, "answers": answers, "agent": text, "opinion": opinion_info(opinion), "review": review}


# --- WebSockets -------------------------------------------------------------------------------------------------------------


async def serve_socket(manager: TableManager, actor: TableActor, viewpoint: Viewpoint, since: int | None, websocket: WebSocket) -> None:
    """A WebSocket at a table, from the first message to the last."""
    connection = connection_of(websocket)
    subscriber = Subscriber(viewpoint, connection.write if connection else None)
    sending = asyncio.get_running_loop().create_task(_send(subscriber, websocket))
    try:
        await actor.subscribe(subscriber, since)
        await _receive(manager, actor, subscriber, websocket)
    except WebSocketDisconnect:
        pass
    finally:
        actor.unsubscribe(subscriber)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sending


async def _send(subscriber: Subscriber, websocket: WebSocket) -> None:
    """Send what is queued in order; at the end close the connection."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it was closed meanwhile
        while (message := await subscriber.queue.get()) is not None:
            subscriber.sending = True
            await websocket.send_text(message.data.decode())
            subscriber.sending = False
        if websocket.application_state == WebSocketState.CONNECTED:
            await websocket.close(1012)


async def _receive(manager: TableManager, actor: TableActor, subscriber: Subscriber, websocket: WebSocket) -> None:
    """Answer messages one after the other; those that an agent must think about do not hold up the next."""
    settings = manager.settings
    bucket, excess = TokenBucket(settings.messages), 0
    thinking: set[asyncio.Task[None]] = set()
    try:
        while True:
            try:
                text = await receive_text(websocket)
                if bucket.take():
                    excess += 1
                    raise Refused("too_many")
                if len(text) > settings.message:
                    raise Refused("too_large")
                message = read(text)
                if isinstance(message, Hint | AskOpinion):
                    if len(thinking) >= MAX_QUESTIONS:
                        raise Refused("too_many")
                    task = asyncio.get_running_loop().create_task(_reply(manager, actor, subscriber, message))
                    thinking.add(task)
                    task.add_done_callback(thinking.discard)
                else:
                    await _reply(manager, actor, subscriber, message)
            except Refused as refused:
                subscriber.push(OutgoingMessage.of(refusal(refused)))
                if excess > MAX_EXCESS:
                    return
    finally:
        for task in thinking:
            task.cancel()


async def _reply(manager: TableManager, actor: TableActor, subscriber: Subscriber, message: AnyMessage) -> None:
    for reply in await answer(manager, actor, subscriber.viewpoint, message):
        subscriber.push(OutgoingMessage.of(reply))


# --- server-sent events -----------------------------------------------------------------------------------------------------


async def event_stream(actor: TableActor, viewpoint: Viewpoint, since: int | None) -> AsyncIterator[str]:
    """A table as server-sent events, for networks that break WebSockets."""
    subscriber = Subscriber(viewpoint)
    try:
        await actor.subscribe(subscriber, since)
        while True:
            try:
                message = await asyncio.wait_for(subscriber.queue.get(), HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if message is None:
                return
            yield server_sent(message)
    finally:
        actor.unsubscribe(subscriber)


def server_sent(message: OutgoingMessage) -> str:
    """One event; log entries carry their number, so that a browser asks for what it missed."""
    number = "" if message.seq is None else f"id: {message.seq}\n"
    return f"{number}data: {message.data.decode()}\n\n"
