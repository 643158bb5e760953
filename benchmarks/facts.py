"""What facts cost: processor time for the facts of one action, and for listing the legal actions, compiled, in positions of random games.

python benchmarks/facts.py                # all games that name facts
python benchmarks/facts.py love_letter
"""

import sys
import time

import numpy as np

import joute
from joute.core.contract import Actions, Values, facts, legal
from joute.core.playthrough import random_choices
from joute.core.registry import GAMES
from joute.core.state import States
from joute.jit.compile import compiled
from joute.jit.struct import Int64s

REPEATS, ROUNDS, MOST = 20, 7, 600


@compiled
def list_all(states: States, seats: Int64s, actions: Actions, repeats: int) -> int:
    """List the legal actions of every position, that number of times; their number."""
    total = 0
    for _ in range(repeats):
        for number in range(len(states)):
            total += legal(states[number], seats[number], actions)
    return total


@compiled
def list_all_with_facts(states: States, seats: Int64s, actions: Actions, out: Values, repeats: int) -> float:
    """The same, with the facts of every action; a sum of them, so that nothing is left out."""
    total = 0.0
    for _ in range(repeats):
        for number in range(len(states)):
            for index in range(legal(states[number], seats[number], actions)):
                facts(states[number], seats[number], actions[index], out)
                total += out[0]
    return total


def positions(game: joute.Game) -> tuple[States, Int64s]:
    """Views of random games, with the seat that is to choose."""
    views, seats, seed = [], [], 0
    while len(views) < MOST:
        state, seed = game.new(seed), seed + 1
        while not game.over(state) and len(views) < MOST:
            for seat in game.movers(state):
                views.append(game.view(state, seat).array)
                seats.append(seat)
            game.step(state, random_choices(game, state, seed, len(views)))
    return np.concatenate(views), np.array(seats, np.int64)


def measure(name: str) -> tuple[float, float]:
    """Nanoseconds for one action: to list it, and for its facts; the best of some rounds."""
    game = joute.game(name).fast()
    states, seats = positions(game)
    actions, out = np.zeros(game.spec.widest, np.int64), np.zeros(len(game.definition.facts))
    count = list_all(states, seats, actions, 1) * REPEATS
    list_all_with_facts(states, seats, actions, out, 1)
    listing, both = [], []
    for _ in range(ROUNDS):
        began = time.process_time_ns()
        list_all(states, seats, actions, REPEATS)
        between = time.process_time_ns()
        list_all_with_facts(states, seats, actions, out, REPEATS)
        listing.append((between - began) / count)
        both.append((time.process_time_ns() - between) / count)
    return min(listing), min(both) - min(listing)


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        if joute.game(name).definition.facts:
            listed, known = measure(name)
            print(f"{name}: legal {listed:.0f} ns, facts {known:.0f} ns an action", flush=True)
