"""The edge: sizes, rates, origins and headers, before any route is asked."""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from joute.server.errors import Refused
from joute.server.http.metrics import Metrics
from joute.server.http.rate_limits import Rates
from joute.server.people import COOKIE
from joute.server.settings import ServerSettings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE = {"GET", "HEAD", "OPTIONS"}
BODY_SECONDS = 20.0  # for a request to arrive whole
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


def header(scope: Scope, name: bytes) -> str:
    """A header of the request, or nothing."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def client_of(scope: Scope, proxies: int) -> str:
    """The address of the client; behind proxies, the one that the outermost of ours saw."""
    if proxies:
        chain = [part.strip() for part in header(scope, b"x-forwarded-for").split(",") if part.strip()]
        if len(chain) >= proxies:
            return chain[-proxies]
    return str(scope["client"][0]) if scope.get("client") else "nobody"


def same_site(scope: Scope, settings: ServerSettings) -> bool:
    """Whether the page behind a request is ours; programs have no page."""
    origin = header(scope, b"origin")
    if not origin:
        return header(scope, b"sec-fetch-site") in ("", "same-origin", "none")
    return origin in settings.allowed_origins or urlsplit(origin).netloc.lower() == header(scope, b"host").lower()


class Guard:
    """What every request passes first."""

    def __init__(self, app: App, settings: ServerSettings, metrics: Metrics, sockets: App) -> None:
        self.app, self.settings, self.metrics, self.sockets = app, settings, metrics, sockets
        self.rates = Rates(settings.requests, at_least=300.0)  # a first visit fetches the whole client at once

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it through, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        scope["client_address"] = client_of(scope, self.settings.proxies)
        socket = scope["type"] == "websocket"
        try:
            self._check(scope)
            if not socket and scope["method"] not in SAFE:
                receive = await self._whole(receive)
        except Refused as refused:
            await (refuse_socket if socket else refuse)(refused, self._counted(send))
            return
        if socket:
            await self.sockets(scope, receive, send)
        else:
            await self.app(scope, receive, self._counted(send))

    def _check(self, scope: Scope) -> None:
        self.rates.check(scope["client_address"])
        socket = scope["type"] == "websocket"
        if (socket or scope["method"] not in SAFE) and not same_site(scope, self.settings):
            cookie = f"{COOKIE}=" in header(scope, b"cookie")
            if socket or cookie or not header(scope, b"authorization"):
                raise Refused("wrong_origin")
        length = header(scope, b"content-length")
        if length.isdecimal() and int(length) > self.settings.body:
            raise Refused("too_large")

    async def _whole(self, receive: Receive) -> Receive:
        """The request read to its end, refused when it grows too large or comes too slowly."""
        body, more = b"", True
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while more:
                    message = await receive()
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > self.settings.body:
                        raise Refused("too_large")
        except TimeoutError:
            raise Refused("too_large") from None
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def read_again() -> Message:
            return waiting.pop() if waiting else await receive()

        return read_again

    def _counted(self, send: Send) -> Send:
        """The answer with our headers, counted."""

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.metrics.answered(message["status"])
                present = {name for name, _ in message.get("headers", [])}
                message["headers"] = [*message.get("headers", []), *(pair for pair in HEADERS if pair[0] not in present)]
            await send(message)

        return counted


async def refuse(refused: Refused, send: Send) -> None:
    """A refusal without asking any route."""
    body = json.dumps(refused.to_json(), ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    headers += [(b"retry-after", str(int(refused.wait) + 1).encode())] if refused.wait else []
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def refuse_socket(refused: Refused, send: Send) -> None:
    """A WebSocket that is not opened."""
    await send({"type": "websocket.close", "code": 4000 + refused.status % 1000, "reason": refused.code})
