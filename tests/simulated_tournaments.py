"""Tournaments between agents of known strength, drawn at random."""

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np

from joute.arena.block import Block, GameResult, seatings

Chance = Callable[[int, int], float]  # of the first against the second


def two_by_two(chance: Chance, agents: int, rounds: int, seed: int, draws: float = 0.0) -> list[Block]:
    """A round robin of pairs, each block two games with the seats changed."""
    source = np.random.default_rng(seed)
    blocks = []
    for first, second in combinations(range(agents), 2):
        for number in range(rounds):
            games = []
            for seats in ([first, second], [second, first]):
                won = source.random() < chance(seats[0], seats[1])
                scores = [0.0, 0.0] if source.random() < draws else [1.0, -1.0] if won else [-1.0, 1.0]
                games.append(GameResult(number, seats, scores, 10, []))
            blocks.append(Block((first, second), number, games))
    return blocks


def by_strength(strengths: Sequence[float]) -> Chance:
    """As Bradley and Terry have it: strengths are natural logarithms."""
    return lambda first, second: float(1 / (1 + np.exp(strengths[second] - strengths[first])))


def tables_of(strengths: Sequence[float], seats: int, rounds: int, seed: int, winners_only: bool = False) -> list[Block]:
    """Tables drawn at random, each a block of rotations; scores are places, or only who won."""
    source = np.random.default_rng(seed)
    blocks = []
    for number in range(rounds):
        meeting = sorted(source.permutation(len(strengths))[:seats].tolist())
        games = []
        for order in seatings(seats, seats):
            sitting = [meeting[agent] for agent in order]
            luck = source.gumbel(size=seats) + np.array([strengths[agent] for agent in sitting])
            places = np.argsort(np.argsort(luck))
            scores = (places == seats - 1) if winners_only else places
            games.append(GameResult(number, sitting, [float(score) for score in scores], 10, []))
        blocks.append(Block(tuple(meeting), number, games))
    return blocks
