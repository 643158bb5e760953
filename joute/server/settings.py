"""Every setting of the server in one place: from the environment (`JOUTE_PORT`, ...), and from the command line over it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from joute.core import settings
from joute.core.settings import setting

PREFIX = "JOUTE_"


@dataclass(frozen=True)
class ServerSettings:
    """Settings of `joute serve`."""

    host: str = setting("127.0.0.1", "the address to listen on; 0.0.0.0 lets other machines in")
    port: int = setting(8080, "the port; 0: any free one", 0, 65535)
    database: str = setting("", "where games are kept: a file or a URL; nothing: the usual place")
    origins: str = setting("", "origins of pages that may use cookies here beside our own, with commas")
    proxies: int = setting(0, "proxies in front whose X-Forwarded-For is believed", 0, 8)
    take_back: bool = setting(True, "people may take back at tables where they play agents alone")
    hints: bool = setting(True, "people may ask for hints at tables where they play agents alone")
    stand_in: str = setting("medium", "the level that plays for people who left")
    absence: float = setting(60.0, "seconds after which a lost person is played for, where other people wait; 0: never", 0, 86400)
    thinkers: int = setting(0, "threads in which agents think; 0: one for each processor", 0, 64)
    think: float = setting(20.0, "the most seconds an agent may think about a move", 0.05, 600)
    analyst: str = setting("expert", "the level that judges games afterwards")
    analyst_seconds: float = setting(3.0, "the most seconds it takes for a decision", 0.05, 60)
    tables: int = setting(2000, "tables open at once", 1, 100_000)
    tables_each: int = setting(20, "tables open at once for one person", 1, 10_000)
    sockets: int = setting(8000, "connections that are pushed to, at once", 1, 100_000)
    sockets_each: int = setting(200, "of these for one address", 1, 100_000)
    requests: float = setting(20.0, "requests a second for one address, on average", 0.1, 1e6)
    people_each: float = setting(0.2, "new people a second for one address, on average", 0.001, 1e6)
    messages: float = setting(50.0, "messages a second over one socket, on average", 0.1, 1e6)
    body: int = setting(65536, "the most bytes of a request", 1024, 16_777_216)
    message: int = setting(8192, "the most bytes of a message over a socket", 512, 1_048_576)
    forget: float = setting(7 * 86400.0, "seconds after which an idle table is given up", 60, 1e9)
    keep_over: float = setting(60.0, "seconds for which a table stays at hand when its game is over", 1, 1e6)
    warm: bool = setting(True, "compile what the levels need when the server starts")
    secure: bool = setting(False, "cookies only over HTTPS")

    @property
    def thinking_threads(self) -> int:
        """How many agents think at once."""
        return self.thinkers or os.cpu_count() or 1

    @property
    def allowed_origins(self) -> frozenset[str]:
        """Origins beside our own."""
        return frozenset(origin.strip().rstrip("/") for origin in self.origins.split(",") if origin.strip())


def read(environment: Mapping[str, str], given: Mapping[str, Any]) -> ServerSettings:
    """The settings of the environment, and over them those that were given."""
    names = [field.name for field in fields(ServerSettings)]
    stated = {name: environment[PREFIX + name.upper()] for name in names if PREFIX + name.upper() in environment}
    chosen = {name: value for name, value in given.items() if value is not None}
    return settings.make(ServerSettings, stated | chosen, "joute serve")
