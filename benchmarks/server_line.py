"""One WebSocket of the load on a server: a client so lean that what it measures is the server."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
SHORT, LONG = 126, 127  # lengths that announce two and eight bytes of length
NO_MASK = bytes(4)  # a client must mask what it sends; this mask changes nothing


def frame(kind: int, payload: bytes) -> bytes:
    """A frame as a client sends it."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < SHORT else bytes([0x80 | SHORT]) + size.to_bytes(2, "big")
    return bytes([0x80 | kind]) + length + NO_MASK + payload


class Line(asyncio.Protocol):
    """A connection to a table: every text that comes is handed on; the end is reported once."""

    def __init__(self, path: str, token: str, heard: Callable[[bytes], None], ended: Callable[[], None]) -> None:
        self.heard, self.ended = heard, ended
        self.waiting = b""
        self.open = False
        self.transport: asyncio.Transport | None = None
        headers = {
            "host": "127.0.0.1",
            "upgrade": "websocket",
            "connection": "Upgrade",
            "sec-websocket-version": "13",
            "sec-websocket-key": base64.b64encode(os.urandom(16)).decode(),
        } | ({"authorization": f"Bearer {token}"} if token else {})
        self.greeting = f"GET {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n"

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.greeting.encode())

    def say(self, text: str) -> None:
        if self.transport is not None:
            self.transport.write(frame(TEXT, text.encode()))

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended()

    def data_received(self, data: bytes) -> None:
        data = self.waiting + data if self.waiting else data
        place = 0
        if not self.open:
            head = data.find(b"\r\n\r\n")
            if head < 0:
                self.waiting = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.close()
                return
            self.open, place = True, head + 4
        while (end := self._frame(data, place)) > 0:
            place = end
        self.waiting = data[place:]

    def _frame(self, data: bytes, place: int) -> int:
        """Read one frame; says where the next begins, 0 while it is not all there."""
        if len(data) < place + 2:
            return 0
        size, begin = data[place + 1], place + 2
        if size >= SHORT:
            begin += 2 if size == SHORT else 8
            size = int.from_bytes(data[place + 2 : begin], "big")
        end = begin + size
        if len(data) < end:
            return 0
        kind = data[place] & 0xF
        if kind == TEXT:
            self.heard(data[begin:end])
        elif kind == PING and self.transport is not None:
            self.transport.write(frame(PONG, data[begin:end]))
        elif kind == CLOSE:
            self.close()
        return end
