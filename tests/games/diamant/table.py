"""A table whose cards are chosen by the test, and what its deck holds."""

from scripted import play, settle

import joute
from joute.core.game import Game
from joute.core.state import State
from joute.games.diamant.cards import card_names
from joute.games.diamant.state import DiamantState

X, R = "explore", "return"

FULL = {"1": 1, "2": 1, "3": 1, "4": 1, "5": 2, "7": 2, "9": 1, "11": 2, "13": 1, "14": 1, "15": 1, "17": 1}
TRAPS = {"P1": 3, "P2": 3, "P3": 3, "P4": 3, "P5": 3}
TREASURES = ("1", "2", "3", "4", "5", "5", "7", "7", "9", "11", "11", "13", "14", "15", "17")


class Table:
    """A game whose cards are chosen by the test: `enter` turns the first card of a round, `turn` plays choices and the card after."""

    def __init__(self, seats: int = 3, rounds: int = 5, edition: str = "2006") -> None:
        self.game: Game = joute.game("diamant", seats=seats, rounds=rounds, edition=edition)
        self.state: State = self.game.laid_out()
        self.cards = card_names(int(edition))

    def outcomes(self, cards: tuple[str, ...]) -> list[int]:
        return [self.cards.index(card) for card in cards]

    def enter(self, card: str) -> None:
        settle(self.game, self.state, self.outcomes((card,)))

    def turn(self, choices: str, *cards: str) -> None:
        """One letter for each seat inside, X or R, in seat order; then the cards turned."""
        movers = self.game.movers(self.state)
        assert len(choices) == len(movers)
        chosen = {seat: X if letter == "X" else R for seat, letter in zip(movers, choices, strict=True)}
        play(self.game, self.state, chosen, self.outcomes(cards))

    def explore(self, *cards: str) -> None:
        """Everybody inside explores, card after card."""
        for card in cards:
            self.turn("X" * len(self.game.movers(self.state)), card)

    @property
    def fields(self) -> DiamantState:
        return DiamantState.of(self.state)

    @property
    def banks(self) -> list[int]:
        return self.fields.bank[: self.game.spec.seats].tolist()

    @property
    def carried(self) -> int:
        return self.fields.carried

    @property
    def gems(self) -> int:
        return self.fields.gems

    @property
    def path(self) -> list[str]:
        return [self.cards[kind] for kind in self.fields.path[: self.fields.steps]]

    @property
    def deck(self) -> dict[str, int]:
        return {card: int(count) for card, count in zip(self.cards, self.fields.deck, strict=False) if count}

    @property
    def round(self) -> int:
        return self.fields.round + 1

    @property
    def inside(self) -> list[int]:
        return self.game.movers(self.state)
