"""A compliance run of a bot: it is started, plays whole games on every seat, gets unusual messages, and everything found is named."""

import json
import tempfile
import time
from dataclasses import dataclass, field, replace
from statistics import median
from typing import cast

from joute.arena.match import match
from joute.bots import sandbox
from joute.bots.bot import Bot
from joute.bots.bot_reference import is_python
from joute.bots.protocol import Act
from joute.core import registry
from joute.core.agent import Agent
from joute.core.faults import Broken, Fault
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.state import Json

GAMES_PER_SEAT = 2
MAX_FAULTS = 3  # of one test: more would say the same again
SLOW = 0.5  # share of the bank that a bot should not exceed


@dataclass(frozen=True)
class CheckFinding:
    """One result of a check: good, bad, or (None) worth knowing."""

    kind: str
    good: bool | None
    details: Json = field(default_factory=dict)

    def to_json(self) -> Json:
        """For a program."""
        return {"finding": self.kind, "good": self.good, **self.details}


class BotCheck:
    """The run: each step adds its findings; it ends after the first step that fails."""

    def __init__(self, game: Game, bot: Bot, seed: int = 0) -> None:
        self.game, self.bot, self.seed = game, bot, seed
        self.findings: list[CheckFinding] = []
        self.records: list[GameRecord] = []

    def run(self) -> list[CheckFinding]:
        """All steps, in the order in which an author would fix what they find."""
        steps = (self.start, self.play_every_seat, self.play_again, self.send_unknown, self.hang_up)
        self.bot.reuse = True  # as on a server, where a process plays one game after another
        with tempfile.TemporaryFile() as report:
            self.bot.report = report
            try:
                for step in steps:
                    step()
                    if any(finding.good is False for finding in self.findings):
                        break
                self.check_times()
            finally:
                self.bot.close()
                self.bot.report = None
            report.seek(0)
            self.list_denials(report.read().splitlines())
        return self.findings

    def start(self) -> None:
        """Start it."""
        began = time.monotonic()
        try:
            connection = self.bot.acquire()
        except Broken as broken:
            self._note("did not start", False, code=str(broken.code), sentence=str(broken), stderr=broken.stderr.strip())
            return
        self._note("started", True, title=connection.title, seconds=round(time.monotonic() - began, 3))
        self.bot.release(connection, True, None)

    def play_every_seat(self) -> None:
        """Whole games against random players, on every seat."""
        faults = []
        for seat in range(self.game.spec.seats):
            for number in range(GAMES_PER_SEAT):
                record = self._game(seat, self.seed + number)
                self.records.append(record)
                faults += [(fault, self.seed + number) for fault in record.faults]
                if len(faults) >= MAX_FAULTS:
                    break
        for fault, seed in faults[:MAX_FAULTS]:
            self._note_fault(fault, seed)
        if not faults:
            asked = sum(len(self._seconds(record)) for record in self.records)
            self._note("played", True, games=len(self.records), choices=asked, seats=self.game.spec.seats)

    def play_again(self) -> None:
        """The same game again, in the same process and in a new one: the actions should be the same."""
        first, again = self.records[0], self._game(0, self.seed)
        self.bot.close()
        fresh = self._game(0, self.seed)
        if first.choices != fresh.choices:
            self._note("not repeatable", None)
        elif first.choices != again.choices:
            self._note("remembers", None)
        else:
            self._note("repeatable", True)

    def send_unknown(self) -> None:
        """Unknown fields, unknown messages and an interrupted game: none of them is a reason to fail."""
        state = self.game.new(self.seed)
        seat = self.game.movers(state)[0]
        legal = [action.name for action in self.game.legal(state, seat)]
        clock = {"bank": self.bot.settings.bank, "increment": 0.0, "moon": "full"}
        new = {"type": "new", "game": self.game.name, "options": {}, "seat": seat, "seats": self.game.spec.seats}
        new |= {"agents": ["somebody"] * self.game.spec.seats, "seed": 1, "clock": clock, "weather": "fine"}
        view = self.game.to_json(self.game.view(state, seat))
        act: Json = {"type": "act", "turn": 0, "view": view, "legal": legal, "events": [], "clock": clock, "weather": "fine"}
        end = {"type": "end", "scores": [0.0] * self.game.spec.seats, "reason": "fault", "faults": [], "events": []}
        probes: dict[str, list[Json]] = {
            "fails on unknown fields": [new, act, end],
            "fails on unknown messages": [{"type": "weather"}, new, act, end],
            "fails on an interrupted game": [new, act, end, new, act, end],
        }
        failed = [kind for kind, messages in probes.items() if not self._survives(kind, messages)]
        if not failed:
            self._note("robust", True)

    def hang_up(self) -> None:
        """Close its input: it should end."""
        connection = self.bot.acquire()
        self._note(*(("ends by itself", True) if connection.hang_up() else ("must be killed", None)))
        connection.close()

    def check_times(self) -> None:
        """Compare its thinking times with its bank."""
        times = [second for record in self.records for second in self._seconds(record)]
        if not times:
            return
        bank = self.bot.settings.bank
        longest = max(sum(self._seconds(record)) for record in self.records)
        times_used = {"median": median(times), "longest": max(times), "game": longest, "bank": bank}
        self._note("slow" if longest > SLOW * bank else "in time", None if longest > SLOW * bank else True, **times_used)

    def list_denials(self, lines: list[bytes]) -> None:
        """How it was confined, and what a Python file was denied."""
        confined = self.bot.confinement
        if not confined.complete:
            self._note("not confined", None, sandbox=confined.code, reason=sandbox.why_not() if confined.wanted else "sandbox=off")
            return
        self._note("confined" if is_python(self.bot.reference) else "confined program", True, sandbox=confined.code)
        if denied := [json.loads(line) for line in dict.fromkeys(lines)]:
            self._note("denied", None, denied=[{"what": what, "target": target} for what, target in denied])

    def _survives(self, kind: str, messages: list[Json]) -> bool:
        connection = None
        try:
            connection = self.bot.acquire()
            for message in messages:
                if message["type"] == "act":
                    connection.ask(cast(Act, message), self.bot.settings.bank)
                else:
                    connection.send(message)
        except (Broken, TimeoutError) as error:
            sentence = str(error) or "it did not answer"
            self._note(kind, False, sentence=sentence, stderr=connection.stderr.strip() if connection else "")
            if connection:
                connection.kill()
            return False
        self.bot.release(connection, True, None)
        return True

    def _game(self, seat: int, seed: int) -> GameRecord:
        others: list[Agent] = [registry.agent("random", self.game) for _ in range(self.game.spec.seats)]
        others[seat] = self.bot
        return match(self.game, others, seed)

    def _seconds(self, record: GameRecord) -> list[float]:
        """The bot's thinking times in a game, one for each of its actions."""
        seat = record.agents.index(self.bot.text)
        return [row[seat] for row in record.seconds if seat in row]

    def _note_fault(self, fault: Fault, seed: int) -> None:
        self._note("fault", False, seed=seed, **replace(fault, stderr=fault.stderr.strip()).to_json())

    def _note(self, kind: str, good: bool | None, **details: object) -> None:
        self.findings.append(CheckFinding(kind, good, details))
