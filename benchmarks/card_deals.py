"""Compiled random deals a second of Barbu and of Cœurs, measured in turn: `python benchmarks/card_deals.py`."""

import argparse
from statistics import median

import joute
from joute.cli.bench.speed import play_random
from joute.games.barbu.contracts import CONTRACTS

GAMES = {"barbu": 4 * CONTRACTS, "coeurs": 4}  # deals of a match


def rate(name: str, deals: int) -> float:
    """Deals a second of one run of at least that number of deals."""
    game = joute.game(name)
    matches = max(1, deals // GAMES[name])
    _, seconds = play_random(game, matches, game.laid_out().array)
    return matches * GAMES[name] / seconds


def main() -> None:
    """Alternate between the games, so that a busy machine disturbs both alike."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--deals", type=int, default=100_000)
    asked = parser.parse_args()
    for name in GAMES:
        rate(name, 1000)  # compiles
    found: dict[str, list[float]] = {name: [] for name in GAMES}
    for _ in range(asked.rounds):
        for name in GAMES:
            found[name].append(rate(name, asked.deals))
    ratios = [coeurs / barbu for coeurs, barbu in zip(found["coeurs"], found["barbu"], strict=True)]
    for name, rates in found.items():
        print(f"{name}: {median(rates):,.0f} deals a second")
    print(f"a Barbu deal takes {median(ratios):.2f} times as long as one of Cœurs ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
