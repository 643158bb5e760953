"""Positions of Diamant for the tests of its players, and how likely they do what."""

from typing import Any

import joute
from joute.core.game import Game
from joute.core.opinion import Judgement
from joute.core.state import State
from joute.games.diamant.cards import FULL_DECK, RELICS, card_names


def cave(
    path: str, banks: list[int], carried: int = 0, gems: int = 0, inside: list[int] | None = None, round: int = 1
) -> tuple[Game, State]:
    """A position: the cards on the path, and what everybody has."""
    game = joute.game("diamant", seats=len(banks))
    cards = card_names(2006)
    deck = dict(zip(cards, [*FULL_DECK[: len(cards) - 1].tolist(), round], strict=True))
    for card in path.split():
        deck[card] -= 1
    position: dict[str, Any] = {
        "round": round,
        "path": path.split(),
        "gems": gems,
        "carried": carried,
        "inside": list(range(len(banks))) if inside is None else inside,
        "banks": banks,
        "relics": [0] * len(banks),
        "deck": {card: count for card, count in deck.items() if count},
        "turning": False,
    }
    assert deck["R"] <= RELICS
    return game, game.position(position)


def weight(judgements: list[Judgement], action: int) -> float:
    return next(judgement.weight or 0.0 for judgement in judgements if judgement.action == action)
