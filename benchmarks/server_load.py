"""Tables under load: people against easy agents, a move every so many seconds at each, and every socket notes what arrives when."""

import asyncio
import json
import re
import time
import urllib.request
from http.client import HTTPException
from typing import Any

from server_line import Line

SOCKETS = 4
PAUSE = 0.3  # seconds before a lost connection is tried again
SEATS = {"coeurs": 4, "diamant": 4, "love_letter": 2, "morpion": 2, "pokemon": 2}
BEGINNING = re.compile(rb'\{"type":"(\w+)"(?:,"seq":(\d+))?(?:,"what":"(\w+)","by":\[([\d,]*)\])?')
TURN = re.compile(rb'"turn":(\{"answers".*?\]\})')  # in the message of the person's own socket; no other field of it ends so


def post(port: int, path: str, body: object, token: str = "") -> Any:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


class Figures:
    """What all tables counted together."""

    def __init__(self) -> None:
        self.waits: list[float] = []  # seconds from the sending of a move to its arrival, for each socket, as they came
        self.replies: list[float] = []  # seconds from the sending of a move to the first answer of an agent
        self.moves = self.answers = self.games = self.heard = self.missed = self.doubled = self.undone = self.lost = 0


class TableLoad:
    """One table: a person against easy agents, watched by three."""

    def __init__(self, port: int, token: str, game: str, every: float, eager: bool, figures: Figures) -> None:
        self.port, self.token, self.game, self.every, self.eager, self.figures = port, token, game, every, eager, figures
        self.table = ""
        self.lines: list[Line | None] = [None] * SOCKETS
        self.ending = False
        self.went_on = False  # something was heard here since that was last asked

    def make(self) -> None:
        """A new game; in a thread, since it waits."""
        asked = [{"who": "me"}] + [{"who": "agent", "agent": "easy"}] * (SEATS[self.game] - 1)
        self.table = post(self.port, "/api/tables", {"game": self.game, "seats": asked}, self.token)["id"]
        self.seen = [0] * SOCKETS  # the last number that each socket heard
        self.over = [False] * SOCKETS
        self.sent: list[float | None] = [None] * SOCKETS  # when the move went out whose push this socket awaits
        self.unanswered: float | None = None  # when the move went out that no agent has answered yet
        self.question = b""  # the last message that asked the person something
        self.said = ""  # the move that nobody has heard of yet
        self.ahead = 0  # moves made here beyond one in so many seconds: agents answer at once
        self.figures.games += 1

    def start(self) -> None:
        """Connect everybody, and move from now on."""
        for number in range(SOCKETS):
            self._connect(number)
        asyncio.get_running_loop().call_later(self.every, self._move, self.table)

    def stop(self) -> None:
        self.ending = True
        for line in self.lines:
            if line is not None:
                line.close()

    # --- connections --------------------------------------------------------------------------------------------------------

    def _connect(self, number: int) -> None:
        if not self.ending:
            asyncio.get_running_loop().create_task(self._open(number, self.table))

    async def _open(self, number: int, table: str) -> None:
        since = f"?since={self.seen[number]}" if self.seen[number] else ""
        path = f"/api/tables/{table}/socket{since}"
        line = Line(path, "" if number else self.token, lambda text: self._heard(number, table, text), lambda: self._ended(number, table))
        try:
            await asyncio.get_running_loop().create_connection(lambda: line, "127.0.0.1", self.port)
        except OSError:
            self._ended(number, table)
        else:
            self.lines[number] = line

    def _ended(self, number: int, table: str) -> None:
        if table == self.table:
            self.lines[number], self.sent[number] = None, None
        if table == self.table and not self.ending and not all(self.over):
            self.figures.lost += 1
            asyncio.get_running_loop().call_later(PAUSE, self._connect, number)

    # --- play ---------------------------------------------------------------------------------------------------------------

    def _move(self, table: str) -> None:
        """The person's first legal action, where one is asked for; who is not eager lets the moves since the last take their time."""
        if table != self.table or self.ending:
            return
        asyncio.get_running_loop().call_later(self.every, self._move, table)
        self.ahead = max(0, self.ahead - 1)
        if self.ahead and not self.eager:
            return
        found, line = TURN.search(self.question), self.lines[0]
        turn = json.loads(found[1]) if found else None
        if line is None or not line.open:
            return
        if turn and turn["mine"]:
            self.question = b""
            self.unanswered = time.monotonic()
            self.sent = [self.unanswered] * SOCKETS
            self.figures.moves += 1
            self.said = json.dumps({"type": "play", "answers": turn["answers"], "action": turn["legal"][0]})
        if self.said:  # again, if a connection was lost with it: that is harmless
            line.say(self.said)

    def _heard(self, number: int, table: str, text: bytes) -> None:
        """A message: no more of it is read than is counted."""
        arrived = time.monotonic()
        beginning = BEGINNING.match(text)
        if beginning is None or table != self.table:
            return
        kind, seq, what, by = beginning.groups()
        if kind == b"refused":
            assert json.loads(text)["code"] in ("too_late", "not_your_turn"), text
            self.sent, self.said = [None] * SOCKETS, ""
        if seq is None:
            return
        self._count(number, kind == b"state", int(seq))
        if number == 0 and what in (b"played", b"chosen") and b"0" in by.split(b","):
            self.said = ""
        if number == 0 and what == b"played":
            self.ahead += 1
            self.figures.answers += b"0" not in by.split(b",")
        if what in (b"played", b"chosen") and b"0" in by.split(b",") and (sent := self.sent[number]) is not None:
            self.sent[number] = None
            self.figures.waits.append(arrived - sent)
        if number == 0 and what in (b"played", b"chosen") and by != b"0" and self.unanswered is not None:
            self.figures.replies.append(arrived - self.unanswered)
            self.unanswered = None
        if number == 0 and b'"turn":{' in text:
            self.question = text
        if b'"result":{' in text:
            self.over[number] = True
            if all(self.over) and not self.ending:
                asyncio.get_running_loop().create_task(self._again())

    def _count(self, number: int, whole: bool, seq: int) -> None:
        if whole:
            self.figures.undone += seq < self.seen[number]
        else:
            self.went_on = True
            self.figures.heard += 1
            self.figures.doubled += seq <= self.seen[number]
            self.figures.missed += max(0, seq - self.seen[number] - 1)
        self.seen[number] = seq

    async def _again(self) -> None:
        for line in self.lines:
            if line is not None:
                line.close()
        try:
            await asyncio.to_thread(self.make)
        except (OSError, HTTPException):  # the server was killed just now: try again when it is back
            asyncio.get_running_loop().call_later(PAUSE, lambda: asyncio.create_task(self._again()))
            return
        if not self.ending:
            self.start()
