"""Somebody who listens to a table: a bounded queue of messages; who cannot keep up is let go and may come back."""

import asyncio

from joute.server.tables.showing import Chair

MOST = 256  # messages that may wait for a slow connection


class Listener:
    """One connection that a table pushes to."""

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(MOST)
        self.lost = False

    def push(self, message: str) -> None:
        """Send when possible."""
        if self.lost:
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
