"""A bot of Diamant: it weighs the gems that the next card may bring against those that it may take, and says so."""

from random import Random
from typing import Any


class Explorer:
    """Explores while that pays on average; counts who else is likely to go home from what everybody did so far."""

    name = "explorer"
    version = "1"
    games = ("diamant",)

    def new_game(self, new: Any) -> None:
        """A game begins: the seats, the options, the seed are known."""
        self.seat = new.seat
        self.returned = [0] * new.seats
        self.asked = [0] * new.seats

    def see(self, events: list[Any]) -> None:
        """What happened since the last choice: how often does each seat go home?"""
        for event in events:
            if event.kind == "chosen":
                for seat in event.explore + event["return"]:
                    self.asked[seat] += 1
                for seat in event["return"]:
                    self.returned[seat] += 1

    def choose(self, view: Any, legal: list[str], clock: Any, random: Random) -> tuple[str, dict[str, Any]]:
        """Explore or return, and why."""
        cards, danger = view.next.cards, view.next.deadly / view.next.cards
        leaving = sum(self.habit(seat) for seat in view.inside if seat != self.seat)  # how many others, on average
        treasure = sum(int(card) * count for card, count in view.deck.items() if card.isdigit()) / cards
        home = view.carried + view.gems / (1 + leaving) + view.path_relics.worth * (leaving < 0.5)
        away = (1 - danger) * view.carried + treasure / max(1.0, len(view.inside) - leaving)
        info = {
            "value": round(max(home, away), 2),
            "comment": f"{danger:.0%} danger, {leaving:.1f} others leaving",
            "judgements": [{"action": "return", "value": round(home, 2)}, {"action": "explore", "value": round(away, 2)}],
        }
        return ("return" if home and home >= away else "explore"), info

    def habit(self, seat: int) -> float:
        """How often a seat goes home when it may; one in six before anything is known."""
        return (self.returned[seat] + 1) / (self.asked[seat] + 6)
