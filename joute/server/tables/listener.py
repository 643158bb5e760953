"""Somebody who listens to a table: a bounded queue of messages; who cannot keep up is let go and may come back."""

import asyncio
from collections.abc import Callable

from joute.server.sockets.websocket import framed
from joute.server.tables.projection import Chair

MOST = 256  # messages that may wait for a slow connection


class Listener:
    """One connection that a table pushes to."""

    def __init__(self, chair: Chair, at_once: Callable[[bytes], bool] | None = None) -> None:
        self.chair = self.eyes = chair  # where it sits, and with whose eyes the table shows itself to it
        self.at_once = at_once  # sends a frame where the line is free
        self.sending = False  # a message has left the queue, but not yet the server
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MOST)
        self.lost = False

    def push(self, message: bytes, frame: bytes | None = None) -> None:
        """Send: at once where the line is free, else when possible. Who tells several the same brings the frame."""
        if self.lost:
            return
        if self.at_once and not self.sending and self.queue.empty() and self.at_once(frame or framed(message)):
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """Nothing more will come."""
        self.lost = True
        while self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)
