"""A WebSocket that can be written to at once: a push need not wake a task, and all who hear the same get the same bytes."""

from typing import cast

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

KEY = "joute.line"  # of the scope
TEXT = 0x81  # the first byte of a whole message
SHORT, LONG = 126, 2**16  # lengths from which two and eight bytes tell the length


class Line(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, known to the application behind it."""

    @property
    def _scope(self) -> dict[str, object]:
        return cast(dict[str, object], getattr(self, "scope", {}))

    def handle_connect(self, event: Request) -> None:
        """A client wants to connect."""
        super().handle_connect(event)
        if not self.close_sent:
            self._scope[KEY] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """The end; circles are cut here, so that what the connection held is free at once."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self._scope.pop(KEY, None)

    def write(self, frame: bytes) -> bool:
        """Send a whole frame now; False where the line is not open, or still has much to send."""
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


def line_of(websocket: WebSocket) -> Line | None:
    """The line behind a WebSocket, where the server is our own."""
    found = websocket.scope.get(KEY)
    return found if isinstance(found, Line) else None


def framed(text: bytes) -> bytes:
    """A message as it goes to every line: one whole frame of text, without a mask."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    return bytes((TEXT, SHORT)) + size.to_bytes(2) + text if size < LONG else bytes((TEXT, SHORT + 1)) + size.to_bytes(8) + text
