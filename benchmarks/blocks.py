"""How much blocks are worth: the variance of a mean share over independent games, as a multiple of that over blocks.

`python benchmarks/blocks.py` prints the table of docs/statistics.md; `--blocks 200` takes fewer blocks, `--searches` adds two searches.
"""

import argparse
import math
from statistics import variance

from joute.arena.block import ScheduledGame, block_means, block_openings, seatings
from joute.arena.worker import play_games
from joute.core import registry

GAMES: list[tuple[str, dict[str, int]]] = [
    ("coeurs", {}),
    ("coeurs", {"deals": 1}),
    ("diamant", {"seats": 2}),
    ("diamant", {"seats": 4}),
    ("love_letter", {"seats": 2}),
    ("love_letter", {"seats": 4}),
    ("morpion", {}),
    ("pokemon", {}),
]
PAIRS = [("careful", "random"), ("careful", "careful")]
SEARCH = {"morpion": "mcts", "pokemon": "smmcts"}
SEED = 1


def gain(name: str, options: dict[str, int], agents: list[str], blocks: int) -> tuple[float, float, int]:
    """The share of the first agent, how many times fewer games blocks need, and the games of a block."""
    game = registry.game(name, **options).fast()
    players = [registry.agent(text, game) for text in agents]
    seating = seatings(2, game.spec.seats)
    begun = block_openings(game, blocks * len(seating), SEED, "balanced")
    together = [ScheduledGame(number, begun[number], seats, SEED) for number in range(blocks) for seats in seating]
    apart = [ScheduledGame(number, opening, seating[number % len(seating)], SEED + 1) for number, opening in enumerate(begun)]
    means, singles = (block_means(play_games(game, players, games), 0) for games in (together, apart))
    alone, shared = variance(singles) / len(seating), variance(means)
    return sum(means) / blocks, alone / shared if shared else math.inf if alone else math.nan, len(seating)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=int, default=3000)
    parser.add_argument("--game", help="only this game")
    parser.add_argument(
        "--searches", type=int, default=0, metavar="BLOCKS", help="two searches of 200 and 100 iterations, over that number of blocks"
    )
    asked = parser.parse_args()
    print("| game | first | second | share of the first | games a block | independent games for one of a block |")
    print("|---|---|---|---|---|---|")
    for name, options in [row for row in GAMES if asked.game in (None, row[0])]:
        search = SEARCH.get(name, "ismcts")
        rows = [(pair, asked.blocks) for pair in PAIRS]
        rows += [((f"{search}:iterations=200", f"{search}:iterations=100"), asked.searches)] if asked.searches else []
        for pair, blocks in rows:
            share, times, size = gain(name, options, list(pair), blocks)
            title = name + "".join(f" {option}={value}" for option, value in options.items())
            print(f"| {title} | `{pair[0]}` | `{pair[1]}` | {share:.3f} | {size} | {times:.2f} |", flush=True)


if __name__ == "__main__":
    main()
