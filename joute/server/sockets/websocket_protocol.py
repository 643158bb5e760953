"""uvicorn's WebSocket, writable at once so that a push wakes no task, and the subscribers that a table pushes messages to."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple, cast

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from joute.server.errors import Refused
from joute.server.http.connections import EdgeConfig, address_of
from joute.server.server_messages import RefusedMessage, ServerMessage, StateMessage, UpdateMessage
from joute.server.tables.config import Viewpoint

KEY = "joute.connection"  # in the scope
TEXT = 0x81  # first byte of a whole text message
SHORT, LONG = 126, 2**16  # lengths from which two and eight bytes hold the length
QUEUE = 256  # messages that may wait for a slow connection


class WebSocketConnection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, known to the application behind it."""

    @property
    def _scope(self) -> dict[str, object]:
        return cast(dict[str, object], getattr(self, "scope", {}))

    def handle_connect(self, event: Request) -> None:
        """Accept a client."""
        super().handle_connect(event)
        if not self.close_sent:
            self._scope[KEY] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """End; reference cycles are cut here, so that everything the connection held is free at once."""
        super().connection_lost(exc)
        self.conn.parser.close()
        if isinstance(self.config, EdgeConfig):
            self.config.open.closed(self.transport, address_of(self.transport))
        self._scope.pop(KEY, None)

    def write(self, frame: bytes) -> bool:
        """Send a whole frame now; False if the connection is not open, or still has much to send."""
        free = (
            self.handshake_complete
            and not self.close_sent
            and not self.disconnected
            and self.writable.is_set()
            and self.conn.state is State.OPEN
            and not self.conn.extensions  # which would change the frame
        )
        if free:
            self.transport.write(frame)
        return free


def connection_of(websocket: WebSocket) -> WebSocketConnection | None:
    """The connection behind a WebSocket; None on a server that is not ours."""
    found = websocket.scope.get(KEY)
    return found if isinstance(found, WebSocketConnection) else None


async def receive_text(websocket: WebSocket) -> str:
    """The next message; refuse one that is not text."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | None = message.get("text")
    if text is None:
        raise Refused("bad_message", [{"field": "message", "problem": "text, not binary"}])
    return text


def encode(message: ServerMessage | RefusedMessage) -> bytes:
    """A message as JSON."""
    return orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_SERIALIZE_NUMPY)


def framed(text: bytes) -> bytes:
    """A message as one whole unmasked text frame."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    return bytes((TEXT, SHORT)) + size.to_bytes(2) + text if size < LONG else bytes((TEXT, SHORT + 1)) + size.to_bytes(8) + text


class OutgoingMessage(NamedTuple):
    """A message, encoded once for everybody who gets it."""

    data: bytes  # JSON
    frame: bytes  # for WebSockets
    seq: int | None  # number of the log entry, if it is one

    @classmethod
    def of(cls, message: ServerMessage) -> "OutgoingMessage":
        """A message, encoded."""
        data = encode(message)
        return cls(data, framed(data), _seq(message))


def _seq(message: ServerMessage) -> int | None:
    numbered = message["type"] == "state" or message["type"] == "update"
    return cast(StateMessage | UpdateMessage, message)["seq"] if numbered else None


class Subscriber:
    """A connection that a table pushes to, with a bounded queue; one that cannot keep up is closed and may come back."""

    def __init__(self, viewpoint: Viewpoint, write: Callable[[bytes], bool] | None = None) -> None:
        self.viewpoint = self.shared = viewpoint  # its own, and the one by which it shares messages with others
        self.write = write  # sends a frame at once if the connection is free
        self.sending = False  # a message has left the queue, but not yet the server
        self.queue: asyncio.Queue[OutgoingMessage | None] = asyncio.Queue(QUEUE)
        self.lost = False

    def push(self, message: OutgoingMessage) -> None:
        """Send a message: at once if the connection is free, else through the queue."""
        if self.lost:
            return
        if self.write and not self.sending and self.queue.empty() and self.write(message.frame):
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """Send nothing more."""
        self.lost = True
        while self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)
