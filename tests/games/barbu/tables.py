"""Deals of Barbu as a test writes them: hands, a contract, and cards by their codes."""

from games.coeurs.tables import outcomes_for
from scripted import settle

import joute
from joute.core.events import Event
from joute.core.game import Game
from joute.core.state import State

SUITED = ("7D 8D 9D 10D JD QD KD AD", "7S 8S 9S 10S JS QS KS AS", "7C 8C 9C 10C JC QC KC AC", "7H 8H 9H 10H JH QH KH AH")
"""A deal where every seat holds one whole suit: the opener, seat 1, takes every trick."""

ORDER = ("plis", "coeurs", "dames", "barbu", "total", "reussite")


def dealt(*hands: str, declarers: int = 1) -> tuple[Game, State]:
    """A match whose first deal gives these hands; the declarer, seat 0, is to name a contract."""
    game = joute.game("barbu", declarers=declarers)
    state = game.laid_out()
    settle(game, state, outcomes_for(*hands))
    return game, state


def begun(contract: str, *hands: str, declarers: int = 1) -> tuple[Game, State]:
    """The same, when the contract is named."""
    game, state = dealt(*hands, declarers=declarers)
    act(game, state, contract)
    return game, state


def act(game: Game, state: State, actions: str) -> None:
    """The movers do this one after the other; chance stays pending."""
    for name in actions.split():
        game.advance(state, {game.movers(state)[0]: name})


def play_first(game: Game, state: State, deals: int = 1) -> None:
    """Every mover takes its first legal action until that number of deals is over; chance stays pending between them."""
    for number in range(deals):
        if number > 0:
            settle(game, state, outcomes_for(*SUITED))
        while game.movers(state):
            (seat,) = game.movers(state)
            game.advance(state, {seat: game.legal_numbers(state, seat)[0]})


def allowed(game: Game, state: State) -> str:
    """What the mover may do."""
    return " ".join(action.name for action in game.legal(state, game.movers(state)[0]))


def events_of(game: Game, state: State, action: str, viewer: int | None = None) -> list[Event]:
    """The events of one action."""
    return game.play(state, {game.movers(state)[0]: action}).seen_by(viewer)
