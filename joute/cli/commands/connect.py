"""`joute connect`: a bot on this machine plays on a server, over an outbound WebSocket."""

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import cast
from urllib.parse import quote, urlsplit

import typer

from joute.bots.bot_reference import is_bot, parse_reference
from joute.bots.process import RunningBot
from joute.bots.protocol import Act
from joute.cli import options
from joute.core import registry
from joute.core.errors import JouteError
from joute.core.fairness import commitment_of
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.i18n import say

try:
    from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
    from websockets.sync.client import ClientConnection, connect
except ModuleNotFoundError as missing:
    raise JouteError("joute connect needs websockets: pip install 'joute[server]'") from missing

TOKEN = "JOUTE_TOKEN"
RETRIES = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0)  # seconds before each attempt to reconnect
ANSWER_TIMEOUT = 600.0  # seconds; the server's clock usually decides before that


class BotPlayer:
    """A bot's process, which speaks the protocol itself."""

    def __init__(self, text: str) -> None:
        self.connection = RunningBot(parse_reference(text)).greet()
        self.ready: Json = dict(self.connection.ready)

    def send(self, message: Json) -> None:
        """Pass a message on."""
        self.connection.send(message)

    def act(self, message: Json) -> Json:
        """The bot's answer."""
        return dict(self.connection.ask(cast(Act, message), ANSWER_TIMEOUT))  # the server sends an act

    def close(self) -> None:
        """End the process."""
        self.connection.close()


class AgentPlayer:
    """One of Joute's own agents, answering as a bot would."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ready: Json = {"type": "ready", "name": text[:24], "games": self._games(), "events": False}
        self.game: Game | None = None
        self.seat = self.seed = 0

    def _games(self) -> list[str]:
        playable = []
        for name in registry.GAMES:
            try:
                registry.agent(self.text, registry.game(name))
                playable.append(name)
            except JouteError as error:
                refusal = error
        if not playable:
            raise refusal
        return playable

    def send(self, message: Json) -> None:
        """A new game, or its end."""
        if message["type"] == "new":
            self.game = registry.game(message["game"], **message["options"])
            self.seat, self.seed = message["seat"], message["seed"]

    def act(self, message: Json) -> Json:
        """The agent's action, from the view in the message."""
        if self.game is None:
            raise JouteError("the server asked for an action before a game had begun")
        view = self.game.position(message["view"])
        number = registry.agent(self.text, self.game).choose(view, self.seat, seed_of(self.seed, message["turn"]))
        return {"action": self.game.actions[number].name, "turn": message["turn"]}

    def close(self) -> None:
        """Nothing to end."""


def command(url: options.Url, bot: options.BotOrAgent, table: options.TableId = None, games: options.ConnectGames = 0) -> None:
    """Play on the server; at a table for one game, unless a number of games is given."""
    connect_bot(url, bot, table, games, typer.echo)


def connect_bot(url: str, text: str, table: str | None, games: int, report: Callable[[str], None]) -> int:
    """Play that number of games (0: until stopped) on the server, and return the number played."""
    base = checked(url)
    player = BotPlayer(text) if is_bot(text) else AgentPlayer(text)
    try:
        token = os.environ.get(TOKEN) or register(base, str(player.ready.get("name", "")))
        address = f"{base.replace('http', 'ws', 1)}/api/bot" + (f"?table={quote(table)}" if table else "")
        return _play(address, token, player, games or (1 if table else 0), report)
    finally:
        player.close()


def checked(url: str) -> str:
    """The address of the server without a path."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise JouteError("{url} is not the address of a server; expected http://host:port", url=url)
    return f"{parts.scheme}://{parts.netloc}"


def register(base: str, name: str) -> str:
    """A new token from that server."""
    body = json.dumps({"name": name[:24], "program": True}).encode()
    request = urllib.request.Request(f"{base}/api/me", body, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            token: str = json.load(answer)["token"]
            return token
    except (urllib.error.URLError, ValueError, KeyError, OSError) as error:
        raise JouteError("{base} does not answer like a Joute server: {error}", base=base, error=error) from None


def _play(address: str, token: str, player: BotPlayer | AgentPlayer, wanted: int, report: Callable[[str], None]) -> int:
    played, failures = 0, 0
    while True:
        try:
            with connect(address, additional_headers={"authorization": f"Bearer {token}"}, max_size=None) as socket:
                report(say("connected to {address}", address=address))
                failures = 0
                played += _converse(socket, player, wanted - played if wanted else 0, report)
                if wanted and played >= wanted:
                    return played
        except InvalidStatus as error:
            raise JouteError(
                "{address} does not accept bots: it answered {status}", address=address, status=error.response.status_code
            ) from None
        except (OSError, WebSocketException) as error:
            if failures >= len(RETRIES):
                raise JouteError("{address} cannot be reached: {error}", address=address, error=error) from None
            report(say("connection lost; retrying in {seconds} s", seconds=RETRIES[failures]))
            time.sleep(RETRIES[failures])
            failures += 1


def _revealed(commitment: str, fairness: Json | None) -> bool:
    """Whether the server revealed what it had committed to."""
    return fairness is not None and commitment_of(str(fairness.get("secret"))) == commitment


def _converse(socket: ClientConnection, player: BotPlayer | AgentPlayer, wanted: int, report: Callable[[str], None]) -> int:
    """Pass messages on until the connection ends or that number of games is over."""
    played, commitment = 0, None
    while True:
        try:
            message: Json = json.loads(socket.recv())
        except ConnectionClosed:
            if wanted and played >= wanted:
                return played
            raise
        match message["type"]:
            case "hello":
                socket.send(json.dumps(player.ready))
            case "act":
                socket.send(json.dumps(player.act(message)))
            case "bye":
                if message["code"] != "restarting":
                    raise JouteError(
                        "the server ended the connection, {code}: {reason}", code=message["code"], reason=message["text"]["en"]
                    )
            case kind:
                player.send(message)
                if kind == "new":
                    commitment = message.get("commitment")
                    report(say("a game of {game} on seat {seat}", game=message["game"], seat=message["seat"]))
                if kind == "end":
                    played += 1
                    report(say("game {number} is over: {scores}", number=played, scores=message["scores"]))
                    if commitment is not None and not _revealed(commitment, message.get("fairness")):
                        report(say("the server has not revealed the secret that it had committed to: its chance may not be fair"))
                    if wanted and played >= wanted:
                        return played
