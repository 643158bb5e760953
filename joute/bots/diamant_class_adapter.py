"""Adapter for bots written as a class `IA_Diamant`: the class interface of Diamant.

`IA_Diamant(match)`, `action(tour)`, `fin_de_manche(raison, dernier_tour)` and `game_over(scores)` are called in the order of the
game, also for the turns of others while the bot is out of the cave; its answers are then ignored. `python_runner.py` loads this file.
"""

import random
from typing import Any

EXPLORE, RETURN, OUT, NOTHING = "X", "R", "N", "N"  # the letters of a turn; OUT is a player, NOTHING a card
ACTIONS = {EXPLORE: "explore", RETURN: "return"}
ROUNDS = 5  # default of the game


def comma_free(name: str) -> str:
    """A player's name as the text of a match can hold it."""
    return name.replace(",", ";").replace("|", "/")


class ClassPlayer:
    """Turns Joute's messages into calls of the class."""

    wants_events = True

    def __init__(self, made: Any) -> None:
        self.made = made
        self.bot: Any = None
        self.seats = 0
        self.letters: list[str] = []  # of the last turn, by seat
        self.pending: str | None = None  # a turn that the bot does not know yet
        self.banks: list[int] = []

    def new(self, message: Any) -> None:
        """A match begins."""
        random.seed(message.seed)
        self.seats = message.seats
        self.banks = [0] * self.seats
        self.letters, self.pending = [EXPLORE] * self.seats, None
        names = ",".join(comma_free(name) for name in message.agents)
        self.bot = self.made(f"{message.options.get('rounds', ROUNDS)}|{self.seats}|{names}|{message.seat}")

    def act(self, message: Any) -> str:
        """The bot's action; the turns that it has missed come first."""
        self.follow(message.events)
        turn = self.pending or self.turn(message.view.path[-1])
        self.pending = None
        answer = self.bot.action(turn)
        return ACTIONS.get(str(answer).strip().upper(), repr(answer))

    def end(self, message: Any) -> None:
        """The match is over."""
        if self.bot is None:
            return
        self.follow(message.events)
        self.bot.game_over(",".join(str(bank) for bank in self.banks))
        self.bot = None

    def follow(self, events: list[Any]) -> None:
        """Pass the events on to the bot, in order."""
        for event in events:
            if event.kind == "chosen":
                self.miss()
                self.letters = [self.letter(seat, event) for seat in range(self.seats)]
                self.pending = self.turn(NOTHING)
            elif event.kind == "round begun":
                self.letters = [EXPLORE] * self.seats
            elif event.kind in ("treasure", "relic", "warning", "disaster"):
                self.pending = self.turn(event.card)
            elif event.kind == "round ended":
                self.banks = event.banks
                reason = RETURN if event.reason == "return" else event.reason
                self.bot.fin_de_manche(reason, self.pending)
                self.pending = None

    def miss(self) -> None:
        """A turn passed while the bot was out: it is asked all the same."""
        if self.pending is not None:
            self.bot.action(self.pending)
            self.pending = None

    def letter(self, seat: int, chosen: Any) -> str:
        """What the seat did in the last turn."""
        return EXPLORE if seat in chosen.explore else RETURN if seat in chosen["return"] else OUT

    def turn(self, card: str) -> str:
        """The last turn as the class reads it; relics are all called R."""
        return ",".join(self.letters) + "|" + ("R" if card.startswith("R") else card)
