"""Middleware: request sizes, rate limits, origins, security headers and metrics."""

import asyncio
import ipaddress
import json
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from joute.server.errors import Refused
from joute.server.http.connections import network_of
from joute.server.people import COOKIE
from joute.server.settings import ServerSettings

Scope = MutableMapping[str, Any]
AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BURST = 4.0  # seconds of the average rate that may come at once
CLIENTS = 20_000  # whose buckets are cached
FIRST_VISITS = 60.0  # seconds of the average rate that may come at once: a class of 40 fetches the whole client
SAFE = {"GET", "HEAD", "OPTIONS"}
UPLOADS = {"/api/analysis/import": 2_000_000}  # by path: bytes of a body that holds a file, whose JSON may be twice its size
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]


class TokenBucket:
    """A rate limit: an average per second, with bursts."""

    def __init__(self, rate: float, burst: float = BURST, at_least: float = 3.0) -> None:
        self.rate, self.most = rate, max(at_least, rate * burst)
        self.left, self.at = self.most, time.monotonic()

    def take(self, count: float = 1.0) -> float:
        """0 if it is allowed, else the seconds to wait."""
        now = time.monotonic()
        self.left, self.at = min(self.most, self.left + (now - self.at) * self.rate), now
        if self.left >= count:
            self.left -= count
            return 0.0
        return (count - self.left) / self.rate


class RateLimiter:
    """A bucket for each client."""

    def __init__(self, rate: float, burst: float = BURST, at_least: float = 3.0) -> None:
        self.rate, self.burst, self.at_least = rate, burst, at_least
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, client: str, count: float = 1.0) -> None:
        """Refuse a client above the rate."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = TokenBucket(self.rate, self.burst, self.at_least)
            if len(self._buckets) > CLIENTS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        if wait := bucket.take(count):
            raise Refused("too_many", wait=wait)


class ConnectionLimiter:
    """A maximum number of connections, in all and for each client."""

    def __init__(self, most: int, each: int) -> None:
        self.most, self.each = most, each
        self.taken: Counter[str] = Counter()

    @contextmanager
    def slot(self, client: str) -> Iterator[None]:
        """Count a connection for as long as it lasts."""
        if self.taken.total() >= self.most:
            raise Refused("busy")
        if self.taken[client] >= self.each:
            raise Refused("too_many")
        self.taken[client] += 1
        try:
            yield
        finally:
            self.taken[client] -= 1
            if not self.taken[client]:
                del self.taken[client]


class Metrics:
    """Number of HTTP responses since the server started, in the text format of Prometheus."""

    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()

    def answered(self, status: int) -> None:
        """Count a response."""
        self.answers[status] += 1

    def text(self, gauges: Mapping[str, tuple[str, float]], counts: Mapping[str, tuple[str, float]]) -> str:
        """All counters and gauges."""
        lines = ["# HELP joute_answers_total answers by HTTP status", "# TYPE joute_answers_total counter"]
        lines += [f'joute_answers_total{{status="{status}"}} {count}' for status, count in sorted(self.answers.items())]
        for kind, values in (("gauge", gauges), ("counter", counts)):
            for name, (meaning, value) in values.items():
                lines += [f"# HELP joute_{name} {meaning}", f"# TYPE joute_{name} {kind}", f"joute_{name} {value:g}"]
        return "\n".join(lines) + "\n"


def header(scope: Scope, name: bytes) -> str:
    """A header of the request, or an empty text."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def client_of(scope: Scope, proxies: int) -> str:
    """The address of the client; behind proxies, the one that our outermost proxy saw."""
    if proxies:
        chain = [part.strip() for part in header(scope, b"x-forwarded-for").split(",") if part.strip()]
        if len(chain) >= proxies:
            return network_of(chain[-proxies])
    return network_of(scope["client"][0]) if scope.get("client") else "nobody"


def known_host(scope: Scope, allowed: frozenset[str]) -> bool:
    """Whether a client calls this server by an address or by one of its names.

    A page of another site can make a browser send requests here under its own name (DNS rebinding), but not under an address or our name.
    """
    host = header(scope, b"host").strip().lower()
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    name = name.removesuffix(".")
    return not name or name in allowed or "*" in allowed or name.endswith(".localhost") or _is_address(name)


@lru_cache(maxsize=1000)
def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_site(scope: Scope, settings: ServerSettings) -> bool:
    """Whether a request comes from our own page or from a program."""
    origin = header(scope, b"origin")
    if not origin:
        return header(scope, b"sec-fetch-site") in ("", "same-origin", "none")
    return origin in settings.allowed_origins or urlsplit(origin).netloc.lower() == header(scope, b"host").lower()


class EdgeMiddleware:
    """Checks every request before any route."""

    def __init__(self, app: App, settings: ServerSettings, metrics: Metrics, sockets: App) -> None:
        self.app, self.settings, self.metrics, self.sockets = app, settings, metrics, sockets
        self.hosts = settings.allowed_hosts
        self.rates = RateLimiter(settings.requests, FIRST_VISITS, at_least=300.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        scope["client_address"] = client_of(scope, self.settings.proxies)
        socket = scope["type"] == "websocket"
        try:
            self._check(scope)
            if not socket and scope["method"] not in SAFE:
                receive = await self._whole(receive, self._largest(scope))
        except Refused as refused:
            await (refuse_socket if socket else refuse)(refused, self._counted(send))
            return
        if socket:
            await self.sockets(scope, receive, send)
        else:
            await self.app(scope, receive, self._counted(send))

    def _check(self, scope: Scope) -> None:
        if not known_host(scope, self.hosts):
            raise Refused("wrong_host")
        self.rates.check(scope["client_address"])
        socket = scope["type"] == "websocket"
        if (socket or scope["method"] not in SAFE) and not same_site(scope, self.settings):
            cookie = f"{COOKIE}=" in header(scope, b"cookie")
            if socket or cookie or not header(scope, b"authorization"):
                raise Refused("wrong_origin")
        length = header(scope, b"content-length")
        if length.isdecimal() and int(length) > self._largest(scope):
            raise Refused("too_large")

    def _largest(self, scope: Scope) -> int:
        """The maximum size of a body: files that people upload are larger than other requests."""
        return max(self.settings.body, UPLOADS.get(scope.get("path", ""), 0))

    async def _whole(self, receive: Receive, largest: int) -> Receive:
        """Read the whole body; refuse one that is too large or too slow."""
        body, more = b"", True
        try:
            async with asyncio.timeout(self.settings.arrival):
                while more:
                    message = await receive()
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > largest:
                        raise Refused("too_large")
        except TimeoutError:
            raise Refused("too_slow") from None
        waiting: list[AsgiMessage] = [{"type": "http.request", "body": body, "more_body": False}]

        async def read_again() -> AsgiMessage:
            return waiting.pop() if waiting else await receive()

        return read_again

    def _counted(self, send: Send) -> Send:
        """Add our headers to the response, and count it."""

        async def counted(message: AsgiMessage) -> None:
            if message["type"] == "http.response.start":
                self.metrics.answered(message["status"])
                present = {name for name, _ in message.get("headers", [])}
                message["headers"] = [*message.get("headers", []), *(pair for pair in HEADERS if pair[0] not in present)]
            await send(message)

        return counted


async def refuse(refused: Refused, send: Send) -> None:
    """Send a refusal as the response."""
    body = json.dumps(refused.to_json(), ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    headers += [(b"retry-after", str(int(refused.wait) + 1).encode())] if refused.wait else []
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def refuse_socket(refused: Refused, send: Send) -> None:
    """Refuse a WebSocket."""
    await send({"type": "websocket.close", "code": 4000 + refused.status % 1000, "reason": refused.code})
