"""Connections that a table pushes to: WebSockets, and server-sent events for networks that break them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from joute.server.errors import Refused
from joute.server.http.rate_limits import Bucket
from joute.server.sockets import dispatch
from joute.server.sockets.websocket import line_of
from joute.server.tables.actor import Live
from joute.server.tables.listener import Listener
from joute.server.tables.projection import Chair, dumped

PATIENCE = 20  # messages in excess, after which a connection is closed
HEARTBEAT = 15.0  # seconds between signs of life in a stream
AT_ONCE = 4  # questions of one connection that agents may be thinking about


async def socket(live: Live, chair: Chair, since: int | None, websocket: WebSocket) -> None:
    """A WebSocket at a table, from the first message to the last."""
    line = line_of(websocket)
    listener = Listener(chair, line.write if line else None)
    sending = asyncio.get_running_loop().create_task(_send(listener, websocket))
    try:
        await live.welcome(listener, since)
        await _hear(live, listener, websocket)
    except WebSocketDisconnect:
        pass
    finally:
        live.goodbye(listener)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sending


async def _send(listener: Listener, websocket: WebSocket) -> None:
    """Whatever waits goes out in order; at the end the connection closes."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it closed while something was on its way
        while (message := await listener.queue.get()) is not None:
            listener.sending = True
            await websocket.send_text(message.decode())
            listener.sending = False
        if websocket.application_state == WebSocketState.CONNECTED:
            await websocket.close(1012)


async def _hear(live: Live, listener: Listener, websocket: WebSocket) -> None:
    settings = live.hall.settings
    bucket, excess = Bucket(settings.messages), 0
    asking: set[asyncio.Task[None]] = set()
    try:
        while True:
            text = await _text(websocket)
            if bucket.take():
                excess += 1
                listener.push(dumped({"type": "refused", "id": None, **Refused("too_many").to_json()}))
                if excess > PATIENCE:
                    return
            elif len(text) > settings.message:
                listener.push(dumped({"type": "refused", "id": None, **Refused("too_large").to_json()}))
            elif '"hint"' in text or '"opinion"' in text:  # an agent thinks: other messages need not wait
                if len(asking) >= AT_ONCE:
                    listener.push(dumped({"type": "refused", "id": None, **Refused("too_many").to_json()}))
                    continue
                task = asyncio.get_running_loop().create_task(_answer(live, listener, text))
                asking.add(task)
                task.add_done_callback(asking.discard)
            else:
                await _answer(live, listener, text)
    finally:
        for task in asking:
            task.cancel()


async def _text(websocket: WebSocket) -> str:
    """The next message as text."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | None = message.get("text")
    return text if text is not None else message.get("bytes", b"").decode("utf-8", "replace")


async def _answer(live: Live, listener: Listener, text: str) -> None:
    for message in await dispatch.said_over_socket(live, listener.chair, text):
        listener.push(dumped(message))


async def events(live: Live, chair: Chair, since: int | None) -> AsyncIterator[str]:
    """A table as server-sent events."""
    listener = Listener(chair)
    try:
        await live.welcome(listener, since)
        while True:
            try:
                message = await asyncio.wait_for(listener.queue.get(), HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if message is None:
                return
            yield event(message)
    finally:
        live.goodbye(listener)


def event(message: bytes) -> str:
    """One event; those of the log carry their number, so that a browser asks for what it missed."""
    text = message.decode()
    kind, _, rest = text.removeprefix('{"type":"').partition('","seq":')
    number: Any = rest.partition(",")[0] if kind in ("state", "update") else ""
    return f"id: {number}\ndata: {text}\n\n" if number else f"data: {text}\n\n"
