"""The settings of the server, from the environment (`JOUTE_PORT`, ...) and the command line, which goes first."""

import contextlib
import ipaddress
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from joute.core import registry, settings
from joute.core.settings import setting

PREFIX = "JOUTE_"
EVERYWHERE = ("0.0.0.0", "::")  # hosts that mean every interface
PROBES = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")  # the route of the internet first, then private networks
ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"  # of the ids of tables, without letters that look alike


@dataclass(frozen=True)
class ServerSettings:
    """Settings of `joute serve`."""

    host: str = setting("127.0.0.1", "address to listen on; 0.0.0.0 lets other machines connect")
    port: int = setting(8080, "port (0: any free one)", 0, 65535)
    database: str = setting("", "database of games: a file or a URL (empty: the usual place)")
    address: str = setting("", "address under which other servers on the same database send people here (empty: http://host:port)")
    letters: str = setting(ALPHABET, "first letters of the ids of this server's tables, if several share a database")
    hosts: str = setting("", "names of this server besides localhost and its addresses, separated by commas (*: any)")
    origins: str = setting("", "other origins whose pages may use cookies here, separated by commas")
    proxies: int = setting(0, "number of trusted proxies in front (X-Forwarded-For)", 0, 8)
    take_back: bool = setting(True, "people may take back when they play agents alone")
    hints: bool = setting(True, "people may ask for hints when they play agents alone")
    stand_in: str = setting("medium", "level that plays for people who left")
    absence: float = setting(60.0, "seconds after which a level plays for a disconnected person if other people wait (0: never)", 0, 86400)
    thinkers: int = setting(0, "number of threads for agents (0: one per core)", 0, 64)
    think: float = setting(20.0, "time limit of an agent per decision, in seconds", 0.05, 600)
    analyst: str = setting("expert", "level that judges finished games")
    analyst_seconds: float = setting(3.0, "time limit of the analyst per decision, in seconds", 0.05, 60)
    tables: int = setting(2000, "maximum number of open tables", 1, 100_000)
    tables_each: int = setting(20, "maximum number of open tables per person", 1, 10_000)
    sockets: int = setting(8000, "maximum number of connections to tables", 1, 100_000)
    sockets_each: int = setting(400, "maximum number of connections to tables per address", 1, 100_000)
    connections_each: int = setting(800, "maximum number of connections of any kind per address", 1, 100_000)
    requests: float = setting(100.0, "requests per second and address, on average", 0.1, 1e6)
    people_each: float = setting(0.2, "new people per second and address, on average", 0.001, 1e6)
    messages: float = setting(50.0, "messages per second and connection, on average", 0.1, 1e6)
    headers: int = setting(32768, "maximum size of the headers of a request, in bytes", 1024, 1_048_576)
    arrival: float = setting(15.0, "time for the headers of a request to arrive, and for its body, in seconds", 0.05, 600)
    body: int = setting(65536, "maximum size of a request, in bytes", 1024, 16_777_216)
    message: int = setting(8192, "maximum size of a message, in bytes", 512, 1_048_576)
    forget: float = setting(7 * 86400.0, "seconds after which an idle table is given up", 60, 1e9)
    keep_over: float = setting(60.0, "seconds for which a finished table stays in memory", 1, 1e6)
    studies: str = setting("", "files of studies that people can take part in, separated by commas")
    games: str = setting("", "Python files of games to offer besides Joute's own, separated by commas")
    warm: bool = setting(True, "compile what the levels need when the server starts")
    jeu_learns: bool = setting(False, "the report's MCTS tries settings and prefers those with better reported scores")
    secure: bool = setting(False, "cookies over HTTPS only")

    @cached_property
    def game_names(self) -> list[str]:
        """The games that are offered: Joute's own, then those of the files."""
        return [*registry.GAMES, *(registry.define(file).name for file in game_files(self.games))]

    @property
    def thinking_threads(self) -> int:
        """The number of agents that think at once."""
        return self.thinkers or os.cpu_count() or 1

    @property
    def base_url(self) -> str:
        """Where this server is."""
        host = socket.gethostname() if self.host in EVERYWHERE else self.host
        return self.address.rstrip("/") or f"http://{host}:{self.port}"

    @property
    def addresses(self) -> list[str]:
        """Where other machines reach this server, the likeliest first; none if it listens to its own machine only."""
        if self.address:
            return [self.base_url]
        hosts = lan_addresses() if self.host in EVERYWHERE else [] if is_loopback(self.host) else [self.host]
        return [f"http://{host}:{self.port}" for host in hosts]

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """The names by which clients may call this server: those given, and the machine's own in a local network."""
        own = socket.gethostname().lower()
        given = (name.strip().lower() for name in f"{self.hosts},{self.host}".split(","))
        return frozenset({"localhost", own, f"{own.partition('.')[0]}.local"} | {name for name in given if name})

    @property
    def allowed_origins(self) -> frozenset[str]:
        """Other origins than our own."""
        return frozenset(origin.strip().rstrip("/") for origin in self.origins.split(",") if origin.strip())


def read(environment: Mapping[str, str], given: Mapping[str, Any]) -> ServerSettings:
    """The settings of the environment, overridden by those given."""
    names = [field.name for field in fields(ServerSettings)]
    stated = {name: environment[PREFIX + name.upper()] for name in names if PREFIX + name.upper() in environment}
    chosen = {name: value for name, value in given.items() if value is not None}
    return settings.make(ServerSettings, stated | chosen, "joute serve")


def game_files(games: str) -> list[str]:
    """The files of the setting `games`."""
    return [file for part in games.split(",") if (file := part.strip())]


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server that listens there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def lan_addresses() -> list[str]:
    """This machine's addresses in its networks: those that packets to the outside would come from. Nothing is sent."""
    found: list[str] = []
    for probe in PROBES:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probing:
            probing.connect((probe, 9))  # UDP: chooses a route
            found.append(str(probing.getsockname()[0]))
    return list(dict.fromkeys(address for address in found if not is_loopback(address)))
