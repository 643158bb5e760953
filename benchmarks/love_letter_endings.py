"""Who plays the last three turns of a round better? Two agents from the positions that rounds of a third one come to, exactly.

`python benchmarks/love_letter_endings.py FIRST SECOND` plays rounds of the learnt strategy with itself, and takes every position at which
three turns are left, as it was, with both hands. From there the expected result of both agents against each other is computed from their
probabilities, on both seats; so chance adds nothing to the difference. An agent that states none is asked once at each view.

`--sizes TURNS` prints instead how large the tree below what both seats know is, that number of turns before the end, and what
solving it costs, in seconds of one core. `--pace` lets the first agent play on from its positions, and prints how long it thinks.
"""

import argparse
import time
from itertools import chain, count, islice
from statistics import fmean, median

import numpy as np

import joute
from joute.arena.statistics.estimates import mean_interval
from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import State
from joute.games.love_letter.agents.public_worlds import BY_CARDS, list_worlds, write_common_view
from joute.games.love_letter.agents.subgame import MAX_WORLDS, TREMBLE, rates_with_errors
from joute.games.love_letter.state import CHOOSE, LoveLetterState, deck_size
from joute.search.equilibrium.cfr import find_equilibrium
from joute.search.equilibrium.game_tree import build_tree

TURNS = 3  # to the end of the round, with the present one
ITERATIONS = 32  # of CFR+ that are timed
LEADS_THERE = "blueprint:worlds=0"


def late_position(game: Game, seed: int, turns: int = TURNS) -> State | None:
    """The position of a round at which that number of turns is left; None if it ended before."""
    state, agent = game.new(seed), joute.agent(LEADS_THERE, game)
    while not game.over(state):
        fields = LoveLetterState.of(state)
        if fields.phase == CHOOSE and deck_size(fields) < turns:
            return state if deck_size(fields) == turns - 1 else None
        (seat,) = game.movers(state)
        game.step(state, {seat: agent.choose(game.view(state, seat), seat, seed_of("ending", seed, int(fields.piled), seat))})
    return None


def size(game: Game, state: State) -> str:
    """The size of the tree, and the time to enumerate and to solve it."""
    (seat,) = game.movers(state)
    common, worlds, weights = np.zeros(1, game.dtype), np.zeros(MAX_WORLDS, game.dtype), np.zeros(MAX_WORLDS)
    write_common_view(game.view(state, seat).array, seat, common)
    fitting = int(list_worlds(common, BY_CARDS, rates_with_errors(), worlds, weights))
    roots, odds = [State(worlds[number : number + 1]) for number in range(fitting)], weights[:fitting] / weights[:fitting].sum()
    began = time.thread_time()
    tree = build_tree(game, roots, odds.tolist(), to_chapter=True, max_nodes=16_000_000)
    built = time.thread_time()
    solved = find_equilibrium(tree, 0.0, max_iterations=ITERATIONS, tremble=TREMBLE)
    sizes = f"{fitting:,} worlds, {tree.n_nodes:,} nodes, {tree.n_infosets:,} information sets, enumerated in {built - began:.1f} s"
    return f"{sizes}, {ITERATIONS} iterations in {time.thread_time() - built:.1f} s: NashConv {solved.gap.nashconv:.4f}"


def paces(game: Game, agent: Agent, state: State) -> list[float]:
    """The seconds of each move when the agent plays the rest of the round with itself."""
    seconds = []
    while not game.over(state):
        (seat,) = game.movers(state)
        began = time.thread_time()
        action = agent.choose(game.view(state, seat), seat, seed_of("pace", len(seconds)))
        seconds.append(time.thread_time() - began)
        game.step(state, {seat: action})
    return seconds


def main() -> None:
    """Print the mean result of the first agent, beyond an even chance, with its interval over positions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", nargs="?", default="master")
    parser.add_argument("second", nargs="?", default="master@0.1")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", type=int, metavar="TURNS", help="sizes of trees at positions with that number of turns to go")
    parser.add_argument("--pace", action="store_true", help="how long the first agent thinks")
    asked = parser.parse_args()
    game = joute.game("love_letter", tokens=1).fast()
    found = (late_position(game, seed_of("endings", asked.seed, number), asked.sizes or TURNS) for number in count())
    positions = islice(filter(None, found), asked.positions)
    if asked.sizes:
        for state in positions:
            print(size(game, state), flush=True)
        return
    first, second = joute.agent(asked.first, game), joute.agent(asked.second, game)
    if asked.pace:
        first.compile()
        seconds = sorted(chain.from_iterable(paces(game, first, state) for state in positions))
        print(f"{asked.first}: {len(seconds)} moves, median {median(seconds):.3f} s, longest {seconds[-1]:.2f} s")
        return
    gains = []
    for state in positions:
        values = [joute.nashconv(game, *pair, state, to_chapter=True, samples=1).value for pair in ((first, second), (second, first))]
        gains.append((values[0] - values[1]) / 2)
    low, high = mean_interval(gains) or (0.0, 0.0)
    print(
        f"{asked.first} against {asked.second}: {fmean(gains):+.4f} ({low:+.4f} to {high:+.4f}) of a round, mean of {len(gains)} positions"
    )


if __name__ == "__main__":
    main()
