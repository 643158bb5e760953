"""Searches against exact enumeration in Diamant: one seat is left in the cave in the last round, and its luck is all that counts.

The truth is found card by card from the counts of the deck, without the rules of the package.
Sampling comes from below: its means hold the choices that it tried in vain.
"""

from functools import cache

import pytest

import joute
from joute.core.game import Game
from joute.core.state import Json, State

TREASURES = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)
TRAPS = ("P1", "P2", "P3", "P4", "P5")
RELIC = 5  # the first relic taken

Deck = tuple[tuple[str, int], ...]  # a card and the number left


def full_deck() -> dict[str, int]:
    cards = [*map(str, TREASURES), *(trap for trap in TRAPS for _ in range(3)), "R"]
    return {card: cards.count(card) for card in cards}


def alone_inside(game: Game, path: list[str], carried: int, rival: int) -> State:
    """A position with only the last seat inside, after that path; `rival` is the highest bank of the others."""
    deck = full_deck()
    for card in path:
        deck[card] -= 1
    seats = game.spec.seats
    source: Json = {
        "round": 1,
        "path": path,
        "gems": 0,
        "inside": [seats - 1],
        "carried": carried,
        "banks": [rival, *[0] * (seats - 1)],
        "relics": [0] * seats,
        "deck": {card: count for card, count in deck.items() if count},
        "turning": False,
    }
    return game.position(source)


def score(bank: int, rival: int) -> float:
    return 1.0 if bank > rival else 0.5 if bank == rival else 0.0


@cache
def best(deck: Deck, warned: frozenset[str], carried: int, relic: bool, rival: int) -> float:
    """What a seat gets that returns when that is best."""
    home = score(carried + RELIC * relic, rival)
    return home if home == 1.0 else max(home, explored(deck, warned, carried, relic, rival))


def explored(deck: Deck, warned: frozenset[str], carried: int, relic: bool, rival: int) -> float:
    """What a seat gets that turns a card and then goes on as is best; a second trap of a kind leaves it with an empty bank."""
    value = 0.0
    for card, count in deck:
        rest = tuple((other, left - (other == card)) for other, left in deck if left > (other == card))
        if card in warned:
            value += count * score(0, rival)
        elif card in TRAPS:
            value += count * best(rest, warned | {card}, carried, relic, rival)
        elif card == "R":
            value += count * best(rest, warned, carried, True, rival)
        else:
            value += count * best(rest, warned, carried + int(card), relic, rival)
    return value / sum(count for _, count in deck)


ENDINGS = [  # the path, what the seat carries, what its richest rival has
    (["11", "P1", "P2"], 6, 5),  # ahead: any card can only spoil it
    (["11", "P1", "P2"], 5, 6),  # nearly any treasure wins
    (["3", "P1", "P2", "P3"], 1, 1),  # equal: half a win is in its pocket
    (["3", "P1"], 1, 1),  # equal, with less danger
    (["5", "4", "P1", "P2"], 4, 12),  # most treasures are not enough
    (["R", "2", "P4"], 1, 6),  # the relic makes it equal
]


def exact(path: list[str], carried: int, rival: int) -> dict[str, float]:
    deck = full_deck()
    for card in path:
        deck[card] -= 1
    left = tuple((card, count) for card, count in sorted(deck.items()) if count)
    warned = frozenset(path) & frozenset(TRAPS)
    relic = "R" in path
    return {
        "explore": explored(left, warned, carried, relic, rival),
        "return": score(carried + RELIC * relic, rival),
    }


@pytest.mark.parametrize(("path", "carried", "rival"), ENDINGS)
@pytest.mark.parametrize(
    ("seats", "agent", "within"),
    [
        (2, "simultaneous:depth=5", 0.02),
        (2, "expectiminimax:depth=5", 0.02),
        (2, "ismcts:iterations=60000", 0.07),
        (4, "ismcts:iterations=60000,rollout=evaluate,choice=mean", 0.07),
        (4, "smmcts:iterations=60000,exploration=0.7", 0.07),
        (3, "smmcts:iterations=60000,selection=regret,gamma=0.05", 0.07),
        (4, "veteran:iterations=60000", 0.07),
    ],
)
def test_the_last_one_in_the_cave_goes_on_exactly_when_it_should(
    seats: int, agent: str, within: float, path: list[str], carried: int, rival: int
) -> None:
    game = joute.game("diamant", seats=seats, rounds=1)
    state = alone_inside(game, path, carried, rival)
    truth = exact(path, carried, rival)
    opinion = joute.agent(agent, game).consider(game.view(state, seats - 1), seats - 1, seed=1)
    values = {judgement.action.name: judgement.value for judgement in opinion.judgements}
    assert truth[opinion.action.name] >= max(truth.values()) - within
    assert values[opinion.action.name] == pytest.approx(truth[opinion.action.name], abs=within)
