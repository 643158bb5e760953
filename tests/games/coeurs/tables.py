"""Deals of Cœurs as a test writes them: hands and tricks in card codes."""

from scripted import settle

import joute
from joute.core.events import Event
from joute.core.game import Game
from joute.core.state import State
from joute.games.trick_taking.card_names import CARD_NAMES
from joute.games.trick_taking.cards import CARDS, HAND, SEATS

SUITED = ("7D 8D 9D 10D JD QD KD AD", "7S 8S 9S 10S JS QS KS AS", "7C 8C 9C 10C JC QC KC AC", "7H 8H 9H 10H JH QH KH AH")
"""A deal where every seat holds one whole suit."""

# Nobody can help it: seat 1, the opener, holds every ace and king, and high cards to the end.
SLAM_HANDS = ("7D 8D 9D 7S 8S 9S 7C 8C", "AD AS AC AH KH QH JH 10H", "9C 10C 10D JD QD KD 9H 8H", "10S JS QS KS JC QC KC 7H")


def outcomes_for(*hands: str) -> list[int]:
    """The chance outcomes that deal these hands; cards that no hand names go to the first seat with room."""
    given = {name: seat for seat, hand in enumerate(hands) for name in hand.split()}
    room = [HAND - sum(1 for seat in given.values() if seat == other) for other in range(SEATS)]
    outcomes = []
    for name in CARD_NAMES:
        seat = given.get(name)
        if seat is None:
            seat = next(other for other in range(SEATS) if room[other])
            room[seat] -= 1
        outcomes.append(seat)
    assert len(outcomes) == CARDS
    return outcomes


def dealt(*hands: str, deals: int = 1) -> tuple[Game, State]:
    """A match whose first deal gives these hands."""
    game = joute.game("coeurs", deals=deals)
    state = game.laid_out()
    settle(game, state, outcomes_for(*hands))
    return game, state


def play_cards(game: Game, state: State, cards: str) -> None:
    """The movers play these cards one after the other; chance stays pending."""
    for name in cards.split():
        game.advance(state, {game.movers(state)[0]: name})


def play_lowest(game: Game, state: State, plays: int = CARDS) -> None:
    """Every mover plays its first legal card, `plays` times in all; chance stays pending."""
    for _ in range(plays):
        (seat,) = game.movers(state)
        game.advance(state, {seat: game.legal_numbers(state, seat)[0]})


def playable(game: Game, state: State) -> str:
    """What the mover may play."""
    return " ".join(action.name for action in game.legal(state, game.movers(state)[0]))


def events_of(game: Game, state: State, card: str, viewer: int | None = None) -> list[Event]:
    """The events of one card."""
    return game.play(state, {game.movers(state)[0]: card}).seen_by(viewer)
