"""Open connections: how many there may be, how long a request's headers may take, and which connection goes first when there are too many.

A connection without a request in progress can be closed at any time: clients open another. So when an address has too many connections, its
oldest idle one goes, and half-sent requests never keep anybody out. uvicorn itself limits neither connections nor headers.
"""

import asyncio
import contextlib
import ipaddress
import logging
import time
from collections import OrderedDict
from functools import lru_cache
from typing import Any, cast

import uvicorn
from uvicorn._types import ASGIApplication
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.utils import get_remote_addr

from joute.server.settings import ServerSettings

RESERVED_FILES = 100  # for the database, agents and everything else that is no connection
MOST_FILES = 65_536
IPV6_NETWORK = 64  # bits of an IPv6 address that its owner did not choose
LOG_EVERY = 60.0  # seconds between two lines about too many connections
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"

log = logging.getLogger("joute.server")


class AddressConnections:
    """The connections of one address: all of them, and the idle ones in the order in which they became idle."""

    def __init__(self) -> None:
        self.open: set[asyncio.Transport] = set()
        self.idle: OrderedDict[asyncio.Transport, None] = OrderedDict()


class OpenConnections:
    """Every connection by its address."""

    def __init__(self, most: int, each: int) -> None:
        self.most, self.each = most, each
        self.count = 0
        self.closed_early = 0  # number of connections that had to make room or found none
        self._addresses: dict[str, AddressConnections] = {}
        self._logged = float("-inf")

    @classmethod
    def within(cls, settings: ServerSettings) -> "OpenConnections":
        """As many as the system allows; behind proxies of ours, which count addresses themselves, from any address."""
        most = max(1, open_files() - RESERVED_FILES)
        return cls(most, most if settings.proxies else settings.connections_each)

    def opened(self, transport: asyncio.Transport, address: str) -> bool:
        """Count a new connection, which is idle; False, and it is closed, if there is no room."""
        own = self._addresses.setdefault(address, AddressConnections())
        if len(own.open) >= self.each and not self._make_room(address, own):
            transport.abort()
            return False
        if self.count >= self.most:
            crowded = max(self._addresses, key=lambda one: len(self._addresses[one].open))
            if not self._make_room(crowded, self._addresses[crowded]):
                self._drop_empty(address)
                transport.abort()
                return False
        self.count += 1
        own.open.add(transport)
        own.idle[transport] = None
        return True

    def busy(self, transport: asyncio.Transport, address: str) -> None:
        """A request is in progress, or the connection has become a WebSocket."""
        if address in self._addresses:
            self._addresses[address].idle.pop(transport, None)

    def idle(self, transport: asyncio.Transport, address: str) -> None:
        """No request is in progress."""
        own = self._addresses.get(address)
        if own is not None and transport in own.open:
            own.idle[transport] = None
            own.idle.move_to_end(transport)

    def closed(self, transport: asyncio.Transport, address: str) -> None:
        """Forget a connection."""
        own = self._addresses.get(address)
        if own is not None and transport in own.open:
            own.open.discard(transport)
            own.idle.pop(transport, None)
            self.count -= 1
            self._drop_empty(address)

    def _make_room(self, address: str, own: AddressConnections) -> bool:
        """Close the oldest idle connection of an address; False if all are in use."""
        self.closed_early += 1
        if time.monotonic() - self._logged > LOG_EVERY:
            self._logged = time.monotonic()
            log.warning("too many connections: %d of %s, %d in all; idle ones are closed", len(own.open), address, self.count)
        if not own.idle:
            return False
        oldest, _ = own.idle.popitem(last=False)
        own.open.discard(oldest)
        self.count -= 1
        oldest.abort()
        return True

    def _drop_empty(self, address: str) -> None:
        if not self._addresses[address].open:
            del self._addresses[address]


class EdgeConfig(uvicorn.Config):
    """uvicorn's configuration, with our limits for connections and headers."""

    def __init__(self, app: object, settings: ServerSettings, connections: OpenConnections, **given: Any) -> None:
        super().__init__(cast(ASGIApplication, app), **given)
        self.open = connections
        self.header_seconds, self.header_bytes = settings.arrival, settings.headers


class HttpConnection(AutoHTTPProtocol):  # type: ignore[misc,valid-type]  # httptools or h11, whichever is installed
    """uvicorn's HTTP connection, whose request headers must arrive in time and must not be too long."""

    _timer: asyncio.TimerHandle | None = None  # runs while headers are awaited
    _unfinished = 0  # bytes of headers that are not complete
    _address = ""

    @property
    def _limits(self) -> EdgeConfig:
        return cast(EdgeConfig, self.config)

    @property
    def _in_progress(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Accept a connection if there is room."""
        super().connection_made(transport)
        self._address = address_of(transport)
        if self._limits.open.opened(transport, self._address):
            self._await_headers()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._in_progress or self.transport.get_protocol() is not self:  # or it is a WebSocket now
            self._headers_complete()
        elif not self.transport.is_closing():
            self._unfinished += len(data)
            if self._unfinished > self._limits.header_bytes:
                self._refuse(TOO_LONG)
            elif self._timer is None:
                self._await_headers()

    def on_response_complete(self) -> None:
        """The connection waits for the next request, unless one has arrived already."""
        super().on_response_complete()
        if not self._in_progress:
            self._limits.open.idle(self.transport, self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._stop_waiting()
        self._limits.open.closed(self.transport, self._address)

    def _await_headers(self) -> None:
        self._timer = self.loop.call_later(self._limits.header_seconds, self._too_slow)

    def _headers_complete(self) -> None:
        self._stop_waiting()
        self._unfinished = 0
        self._limits.open.busy(self.transport, self._address)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        self._refuse(TOO_SLOW if self._unfinished else b"")

    def _refuse(self, answer: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()


def address_of(transport: asyncio.Transport) -> str:
    """The address at the other end."""
    found = get_remote_addr(transport)
    return network_of(found[0]) if found else ""


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """An IPv4 address, or the network of an IPv6 address, since the owner of one address has them all."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((found, IPV6_NETWORK), strict=False))


def open_files() -> int:
    """The number of files that this process may open; the limit is raised as far as the system allows."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft
