"""Whether the store can be used: logged once when it fails and once when it works again, and asked for by load balancers."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from joute.core.errors import BadStore

FRESH = 2.0  # seconds for which a probe is believed
PATIENCE = 5.0  # seconds that a probe may take

log = logging.getLogger("joute.server")


class StoreHealth:
    """The reason why the store fails, if it does."""

    def __init__(self) -> None:
        self.reason: str | None = None
        self._probed = float("-inf")
        self._probing: asyncio.Task[None] | None = None

    def failed(self, error: BadStore) -> None:
        """Somebody could not use the store."""
        if self.reason is None:
            log.error("%s", error)
        self.reason = str(error.values.get("error", error))  # without the place of the database

    def worked(self) -> None:
        """Somebody could."""
        if self.reason is not None:
            self.reason = None
            log.info("the database works again")

    async def probe(self, write: Callable[[], Awaitable[None]]) -> str | None:
        """The reason why the store fails now; all who ask at the same time share one probe."""
        if time.monotonic() - self._probed > FRESH:
            if self._probing is None or self._probing.done():
                self._probing = asyncio.get_running_loop().create_task(self._probe(write))
            try:
                await asyncio.wait_for(asyncio.shield(self._probing), PATIENCE)
            except TimeoutError:
                self.reason = "it does not answer"
        return self.reason

    async def _probe(self, write: Callable[[], Awaitable[None]]) -> None:
        try:
            await write()
        except BadStore as error:
            self.failed(error)
        else:
            self.worked()
        self._probed = time.monotonic()
