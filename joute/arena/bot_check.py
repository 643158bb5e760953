"""A compliance run: a bot is started, plays whole games on every seat, is asked strange things, and every finding has a name."""

import time
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Any

from joute.arena.match import match
from joute.bots.bot import Bot
from joute.core import registry
from joute.core.agent import Agent
from joute.core.faults import Broken, Fault
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.state import Json

GAMES_A_SEAT = 2
MOST_FAULTS = 3  # of one kind of test: more would say the same again
HURRY = 0.5  # share of the bank that a bot should not go beyond


@dataclass(frozen=True)
class Finding:
    """One thing that was found: good, bad, or (None) worth knowing."""

    kind: str
    good: bool | None
    words: Json = field(default_factory=dict)

    def to_json(self) -> Json:
        """For a program."""
        return {"finding": self.kind, "good": self.good, **self.words}


class Compliance:
    """The run: each step adds its findings; a bot that does not start ends it."""

    def __init__(self, game: Game, bot: Bot, seed: int = 0) -> None:
        self.game, self.bot, self.seed = game, bot, seed
        self.findings: list[Finding] = []
        self.records: list[GameRecord] = []

    def run(self) -> list[Finding]:
        """Everything, in the order in which an author would mend it."""
        steps = (self.start, self.play_every_seat, self.play_again, self.meet_strangers, self.hang_up)
        try:
            for step in steps:
                step()
                if any(finding.good is False for finding in self.findings):
                    break
            self.look_at_the_clock()
        finally:
            self.bot.close()
        return self.findings

    def start(self) -> None:
        """Does it get ready?"""
        began = time.monotonic()
        try:
            conversation = self.bot.lend()
        except Broken as broken:
            self._note("did not start", False, code=str(broken.code), sentence=str(broken), stderr=broken.stderr.strip())
            return
        self._note("started", True, title=conversation.title, seconds=round(time.monotonic() - began, 3))
        self.bot.give_back(conversation, True, None)

    def play_every_seat(self) -> None:
        """Whole games against chance, on every seat."""
        faults = []
        for seat in range(self.game.spec.seats):
            for number in range(GAMES_A_SEAT):
                record = self._game(seat, self.seed + number)
                self.records.append(record)
                faults += [(fault, self.seed + number) for fault in record.faults]
                if len(faults) >= MOST_FAULTS:
                    break
        for fault, seed in faults[:MOST_FAULTS]:
            self._blame(fault, seed)
        if not faults:
            asked = sum(seat in row for record in self.records for seat, row in self._chosen(record))
            self._note("played", True, games=len(self.records), choices=asked, seats=self.game.spec.seats)

    def play_again(self) -> None:
        """The same game once more, in the same process and in a fresh one: the choices should be the same."""
        first, again = self.records[0], self._game(0, self.seed)
        self.bot.close()
        fresh = self._game(0, self.seed)
        if first.choices != fresh.choices:
            self._note("not repeatable", None)
        elif first.choices != again.choices:
            self._note("remembers", None)
        else:
            self._note("repeatable", True)

    def meet_strangers(self) -> None:
        """Fields and messages that it does not know, and a game that is broken off: none of it is a reason to fail."""
        state = self.game.new(self.seed)
        seat = self.game.movers(state)[0]
        legal = [action.name for action in self.game.legal(state, seat)]
        clock = {"bank": self.bot.settings.bank, "increment": 0.0, "moon": "full"}
        new = {"type": "new", "game": self.game.name, "options": {}, "seat": seat, "seats": self.game.spec.seats}
        new |= {"agents": ["somebody"] * self.game.spec.seats, "seed": 1, "clock": clock, "weather": "fine"}
        view = self.game.to_json(self.game.view(state, seat))
        act: Json = {"type": "act", "turn": 0, "view": view, "legal": legal, "events": [], "clock": clock, "weather": "fine"}
        end = {"type": "end", "scores": [0.0] * self.game.spec.seats, "reason": "fault", "faults": [], "events": []}
        probes: dict[str, list[Any]] = {
            "stumbles over unknown fields": [new, act, end],
            "stumbles over unknown messages": [{"type": "weather"}, new, act, end],
            "stumbles over a game that is broken off": [new, act, end, new, act, end],
        }
        stumbled = [kind for kind, messages in probes.items() if not self._survives(kind, messages)]
        if not stumbled:
            self._note("steady", True)

    def hang_up(self) -> None:
        """Does it end when there is nothing more to hear?"""
        conversation = self.bot.lend()
        self._note(*(("ends by itself", True) if conversation.hang_up() else ("must be ended", None)))
        conversation.close()

    def look_at_the_clock(self) -> None:
        """How long it thought."""
        times = [row[seat] for record in self.records for seat, row in self._chosen(record, record.seconds)]
        if not times:
            return
        bank = self.bot.settings.bank
        longest = max(sum(row[seat] for seat, row in self._chosen(record, record.seconds)) for record in self.records)
        words = {"median": median(times), "longest": max(times), "game": longest, "bank": bank}
        self._note("slow" if longest > HURRY * bank else "in time", None if longest > HURRY * bank else True, **words)

    def _survives(self, kind: str, messages: list[Any]) -> bool:
        conversation = None
        try:
            conversation = self.bot.lend()
            for message in messages:
                if message["type"] == "act":
                    conversation.ask(message, self.bot.settings.bank)
                else:
                    conversation.tell(message)
        except (Broken, TimeoutError) as error:
            sentence = str(error) or "it did not answer"
            self._note(kind, False, sentence=sentence, stderr=conversation.stderr.strip() if conversation else "")
            if conversation:
                conversation.kill()
            return False
        self.bot.give_back(conversation, True, None)
        return True

    def _game(self, seat: int, seed: int) -> GameRecord:
        others: list[Agent] = [registry.agent("random", self.game) for _ in range(self.game.spec.seats)]
        others[seat] = self.bot
        return match(self.game, others, seed)

    def _chosen(self, record: GameRecord, rows: Any = None) -> list[tuple[int, Any]]:
        """The bot's seat with each row of the record in which it chose."""
        seat = record.agents.index(self.bot.text)
        return [(seat, row) for row in (record.choices if rows is None else rows) if seat in row]

    def _blame(self, fault: Fault, seed: int) -> None:
        kept = replace(fault, stderr=fault.stderr.strip()).to_json()
        self._note("fault", False, seed=seed, **kept)

    def _note(self, kind: str, good: bool | None, **words: Any) -> None:
        self.findings.append(Finding(kind, good, words))
