"""A player of Cœurs that knows the ranks of the cards and little else: it plays low to avoid tricks, and now and then high.

It counts nothing, ignores who takes the trick, never discards a heart on purpose, and holds its high cards until they must take a trick.
These are the errors of people who play for the first time: every card has a reason, and the reason is too simple.
"""

import time
from dataclasses import dataclass

from joute.core.agent import Agent, Stop
from joute.core.opinion import Judgement, Opinion, with_the_rest
from joute.core.rng import below, seeded, uniform
from joute.core.settings import setting
from joute.core.state import State
from joute.games.trick_taking.cards import rank_of


@dataclass(frozen=True)
class NoviceSettings:
    """Settings of novice."""

    bold: float = setting(0.2, "how often it plays its highest card to be rid of it, instead of its lowest", 0, 1)


class Novice(Agent):
    """Plays its lowest card, or now and then its highest."""

    name = "novice"
    summary = "plays its lowest card, now and then its highest, and counts nothing"
    Settings = NoviceSettings

    @property
    def quick(self) -> bool:
        """A look at one's own hand."""
        return True

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The card, and what it would play at other times."""
        began = time.perf_counter()
        legal = self.legal(view, seat)
        action = self.game.actions[self.choose(view, seat, seed)]
        low, high = extremes([int(card) for card in legal])
        weights = {card: (1 - self.settings.bold) / len(low) for card in low}
        for card in high:
            weights[card] = weights.get(card, 0.0) + self.settings.bold / len(high)
        likely = sorted(weights, key=lambda card: -weights[card])
        judgements = with_the_rest([Judgement(self.game.actions[card], weight=weights[card]) for card in likely], legal)
        return Opinion(action, judgements, pv=[action], nodes=1, seconds=time.perf_counter() - began)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """One of the lowest cards that may be played, or of the highest."""
        whims = seeded(seed, self.name)
        low, high = extremes(self.game.legal_numbers(view, seat))
        cards = high if uniform(whims) < self.settings.bold else low
        return cards[below(whims, len(cards))]


def extremes(cards: list[int]) -> tuple[list[int], list[int]]:
    """The cards of the lowest rank among these, and those of the highest."""
    ranks = [int(rank_of(card)) for card in cards]
    low = [card for card, rank in zip(cards, ranks, strict=True) if rank == min(ranks)]
    high = [card for card, rank in zip(cards, ranks, strict=True) if rank == max(ranks)]
    return low, high
