"""`joute serve`: the application on uvicorn, and the browser that shows it."""

import asyncio
import contextlib
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import uvicorn

from joute.core.errors import JouteError, system_reason
from joute.i18n import say
from joute.jit.cache import check_directory
from joute.server.game_files import check_game_files
from joute.server.http.app import build
from joute.server.http.connections import EdgeConfig, HttpConnection
from joute.server.services import Services
from joute.server.settings import EVERYWHERE, ServerSettings, read
from joute.server.sockets.websocket_protocol import WebSocketConnection
from joute.store import Store

PING = 30.0  # seconds between pings on a WebSocket; most proxies close after sixty
ANSWER = 20.0  # seconds for the pong
GRACE = 5  # seconds for connections to end when the server stops
SWITCH = 0.0005  # seconds after which a thinking thread yields to the event loop: messages must not wait for agents
BACKLOG = 2048
GC_THRESHOLDS = (1_000, 5, 1_000)  # short garbage-collection pauses: few objects at a time, old ones rarely


class JouteServer(uvicorn.Server):
    """uvicorn that tells its clients before it closes."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self.services = services

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell every client, then close."""
        self.services.tables.close_connections()
        await asyncio.sleep(0.05)  # messages go out
        await super().shutdown(sockets)


def serve(given: Mapping[str, Any], browser: bool) -> None:
    """Serve until interrupted."""
    settings = read(os.environ, given)
    check_game_files(settings)
    check_directory()
    with contextlib.ExitStack() as open_until_the_end:
        store = open_until_the_end.enter_context(Store.open(settings.database or None))
        open_until_the_end.enter_context(store.only_server(settings.base_url))
        listening = listen(settings)
        host, port = listening.getsockname()[:2]
        settings = replace(settings, port=port)
        address = f"http://{'localhost' if host in EVERYWHERE else host}:{port}"
        logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s", stream=sys.stderr)
        print(say("Joute is at {address}; Ctrl-C stops it", address=address), flush=True)
        if settings.host in EVERYWHERE:
            print(reached_at(settings.addresses), flush=True)
        if browser and has_browser():
            threading.Timer(1.0, webbrowser.open, [address]).start()
        sys.setswitchinterval(SWITCH)
        gc.set_threshold(*GC_THRESHOLDS)
        gc.freeze()
        server_for(settings, store).run([listening])


def reached_at(addresses: list[str]) -> str:
    """What to tell people in the same room."""
    if not addresses:
        return say("This machine is in no network: other machines cannot reach it")
    return say("Phones and other machines in your network: {addresses}", addresses=", ".join(addresses))


def server_for(settings: ServerSettings, store: Store) -> JouteServer:
    """The server over a store, ready to run."""
    app = build(settings, store)
    services: Services = app.state.services
    config = EdgeConfig(
        app,
        settings,
        services.transports,
        http=HttpConnection,
        ws=WebSocketConnection,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the middleware reads them, if the proxies are ours
        ws_max_size=4 * settings.message,
        ws_ping_interval=PING,
        ws_ping_timeout=ANSWER,
        ws_per_message_deflate=False,  # messages are small, and compressing costs more than sending
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
        limit_concurrency=None,
        backlog=BACKLOG,
        lifespan="on",
    )
    return JouteServer(config, services)


def listen(settings: ServerSettings) -> socket.socket:
    """The listening socket; an error names the port."""
    try:
        listening = socket.create_server((settings.host, settings.port), backlog=BACKLOG)
    except OSError as error:
        raise JouteError(
            "port {port} of {host} cannot be used: {error}; --port chooses another, 0 any free one",
            port=settings.port,
            host=settings.host,
            error=system_reason(error),
        ) from None
    listening.set_inheritable(False)
    return listening


def has_browser() -> bool:
    """Whether there is a screen."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
