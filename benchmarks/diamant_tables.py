"""Diamant between its rule players, thousands of games a second: fits `balanced` and `exit_factor_tuned`, and measures tables of four.

    python benchmarks/diamant_tables.py fit balanced --generations 40 --seed 1
    python benchmarks/diamant_tables.py fit exit_factor --generations 12 --seed 3
    python benchmarks/diamant_tables.py measure --games 8400 --seed 2029

The fit is an evolution strategy. `balanced` is to have a large share at tables of three different rule players, while none of these, nor
an earlier version of itself, is to have more than its share among three copies of it. `exit_factor_tuned` is to have a large share at
tables of three players of different kinds, and of two alike with a third. The measured games have other seeds than those of the fit.
"""

import argparse
import itertools
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from joute.arena.compiled_match import play_compiled
from joute.core import registry
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.games.diamant.agents.balanced import WEIGHTS
from joute.games.diamant.agents.exit_factor import COEFFICIENTS, TUNED
from joute.games.diamant.agents.rule_policy import BALANCED, CAREFUL, EXIT_FACTOR, LEAVER, choose_by_chance, player_row

Row = tuple[float, ...]
Vector = NDArray[np.float64]

SEATS = 4
FITTED = (8, 10, 12, 14, 17, 20)  # gems of the leavers that a fit meets
SHRINK, SMALLEST = 0.97, 0.08  # the step of the strategy
CHILDREN = 24
SPREAD = np.array([0.5, 0.6, 0.3, 0.4, 0.5, 0.8, 0.4, 0.4, 0.5, 0.5, 0.5, 0.8, 0.8, 0.8, 0.5, 0.4])  # of the first children, by weight
START = np.array([0.5, 2.5, *[0.0] * 14])
TUNED_BEFORE = (3.895, -10.23, -95.76, 0.7188, 7.816)  # coefficients tuned against copies of `exit_factor`, ranked by all gems
START_EXIT_FACTOR = (5.0, -12.0, -15.0, 0.0, 17.0)  # near the best of a fit in which most tables were of leavers

EXIT = player_row(EXIT_FACTOR, *COEFFICIENTS, 0.0, 1.0)
RULES: dict[str, Row] = {
    "exit_factor": EXIT,
    "exit_factor tuned against copies": player_row(EXIT_FACTOR, *TUNED_BEFORE, 1.0, 0.0),
    "careful": player_row(CAREFUL),
    **{f"leaver:gems={gems}": player_row(LEAVER, gems) for gems in range(8, 21)},
}
POOL = [row for name, row in RULES.items() if not name.startswith("leaver") or int(name.partition("=")[2]) in FITTED]


def exit_row(coefficients: Iterable[float]) -> Row:
    """An exit factor as `exit_factor_tuned` ranks: by all gems, below its equals."""
    return player_row(EXIT_FACTOR, *coefficients, 1.0, 0.0)


class Tables:
    """Games that every candidate plays, with the same cards."""

    def __init__(self, games: int, seed: int) -> None:
        self.game: Game = registry.game("diamant").fast()
        self.seed, self.games = seed, games
        self.beginnings = np.array([self.game.new(seed * 1_000_003 + number).array[0] for number in range(games)])

    def shares(self, tables: Sequence[Sequence[Row]], turn: int = 0) -> Vector:
        """[seat] The share of each player, which takes every seat in turn."""
        count = len(self.beginnings)
        orders = [[(seat + number) % SEATS for seat in range(SEATS)] for number in range(count)]
        seated = [[tables[number % len(tables)][player] for player in orders[number]] for number in range(count)]
        seeds = [seed_of(self.seed, turn, number) for number in range(count)]
        states = np.roll(self.beginnings, turn).copy()
        scores = np.array(play_compiled(self.game, states, choose_by_chance, seated, seeds).scores)
        return np.array([np.mean([scores[n, orders[n].index(player)] for n in range(count)]) for player in range(SEATS)])


def mixed_tables(candidate: Row, pool: Sequence[Row]) -> list[list[Row]]:
    """The candidate with three different players of the pool, in every way."""
    return [[candidate, *others] for others in itertools.combinations(pool, 3)]


def tables_of_different_kinds(candidate: Row, pool: Sequence[Row]) -> list[list[Row]]:
    """Mixed tables with at most one leaver: at a table of leavers, everything is won by staying until they have left."""
    return [table for table in mixed_tables(candidate, pool) if sum(row[0] == LEAVER for row in table) <= 1]


def worth_of_balanced(weights: Vector, before: Vector, tables: Tables, few: Tables, turn: int) -> float:
    """The share at mixed tables, less what the pool and an earlier version get among three copies."""
    row = player_row(BALANCED, *weights.tolist())
    guests = [*POOL, player_row(BALANCED, *before.tolist())]
    gains = np.array([few.shares([[guest, row, row, row]], turn)[0] for guest in guests])
    too_much = 3.0 * np.maximum(gains - 0.225, 0.0).mean() + 0.5 * max(gains.max() - 0.24, 0.0)
    return float(tables.shares(mixed_tables(row, POOL), turn)[0] - too_much)


def fit_balanced(generations: int, seed: int) -> None:
    """Print the weights."""
    tables, few = Tables(3000, seed), Tables(1000, seed + 1)
    found = evolve(START, SPREAD, generations, seed, lambda one, before, turn: worth_of_balanced(one, before, tables, few, turn))
    print(tuple(found.round(3).tolist()))


def tables_for_exit_factor(row: Row) -> list[list[Row]]:
    """Tables of players of different kinds, and of two alike with a third."""
    balanced, careful = player_row(BALANCED, *WEIGHTS), RULES["careful"]
    pool = [EXIT, *[other for other in POOL if other[0] != EXIT_FACTOR], balanced]
    alike = [[row, twin, twin, third] for twin in (EXIT, careful) for third in pool if third != twin]
    return tables_of_different_kinds(row, pool) + alike


def fit_exit_factor(generations: int, seed: int) -> None:
    """Print the best coefficients."""
    tables = Tables(4800, seed + 2)  # other chance than that of the children

    def worth(one: Vector, before: Vector, turn: int) -> float:
        return float(tables.shares(tables_for_exit_factor(exit_row(one)), turn)[0])

    found = evolve(np.array(START_EXIT_FACTOR), np.array([1.0, 4.0, 10.0, 1.0, 5.0]), generations, seed, worth)
    print(tuple(found.round(3).tolist()), worth(found, found, -1))


def evolve(start: Vector, spread: Vector, generations: int, seed: int, worth: Callable[[Vector, Vector, int], float]) -> Vector:
    """Move towards the best third of the children, generation by generation; mirrored children meet the same cards."""
    rng = np.random.default_rng(seed)
    found, before, momentum, spread, step = start.copy(), start.copy(), np.zeros(len(start)), spread.copy(), 1.0
    best = CHILDREN // 3
    ranks = np.log(best + 0.5) - np.log(np.arange(1, best + 1))
    ranks /= ranks.sum()
    for generation in range(generations):
        half = rng.standard_normal((CHILDREN // 2, len(start)))
        children = np.concatenate([half, -half])
        worths = [worth(found + step * spread * child, before, generation) for child in children]
        chosen = children[np.argsort(worths)[::-1][:best]]
        momentum = 0.4 * momentum + ranks @ chosen
        found = found + 0.8 * step * spread * momentum
        spread *= np.exp(0.08 * (ranks @ chosen**2 - 1.0))
        step = max(step * SHRINK, SMALLEST)
        if generation % 5 == 0:
            before = found.copy()
            print(f"generation {generation}: {worth(found, before, -generation - 1):.4f}  {found.round(2).tolist()}", flush=True)
    return found


def interval(share: float, games: int) -> str:
    """A share with its 95 % interval; a game is worth at most one point."""
    error = 1.96 * (share * (1.0 - share) / games) ** 0.5
    return f"{share:.3f} [{share - error:.3f}, {share + error:.3f}]"


def measure(games: int, seed: int) -> None:
    """Print what each rule player gets among three of `balanced`, and what exit factors get at tables that no fit met."""
    tables = Tables(games, seed)
    balanced, tuned = player_row(BALANCED, *WEIGHTS), exit_row(TUNED)
    print("one among three of balanced:")
    for name, row in {**RULES, "exit_factor_tuned": tuned}.items():
        print(f"  {name:<34}{interval(tables.shares([[row, balanced, balanced, balanced]])[0], games)}")
    players = {"exit_factor": EXIT, "exit_factor tuned against copies": exit_row(TUNED_BEFORE), "exit_factor_tuned": tuned}
    for others, seated in tables_not_fitted().items():
        print(f"one among {others}:")
        for name, row in {**players, "balanced": balanced}.items():
            print(f"  {name:<34}{interval(tables.shares([[row, *three] for three in seated])[0], games)}")


def tables_not_fitted() -> dict[str, list[list[Row]]]:
    """Three others that `exit_factor_tuned` did not meet together in its fit."""
    balanced, careful = player_row(BALANCED, *WEIGHTS), RULES["careful"]
    leavers = [row for row in RULES.values() if row[0] == LEAVER and row not in POOL]
    return {
        "exit_factor, careful, another leaver": [[EXIT, careful, leaver] for leaver in leavers],
        "exit_factor, balanced, another leaver": [[EXIT, balanced, leaver] for leaver in leavers],
        "careful, balanced, another leaver": [[careful, balanced, leaver] for leaver in leavers],
        "three of exit_factor": [[EXIT] * 3],
        "three of careful": [[careful] * 3],
        "three of balanced": [[balanced] * 3],
    }


def main() -> None:
    """Fit or measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]  # python -OO is not used here
    actions = parser.add_subparsers(dest="action", required=True)
    fit = actions.add_parser("fit")
    fit.add_argument("player", choices=("balanced", "exit_factor"))
    fit.add_argument("--generations", type=int, default=40)
    fit.add_argument("--seed", type=int, default=1)
    measuring = actions.add_parser("measure")
    measuring.add_argument("--games", type=int, default=4000)
    measuring.add_argument("--seed", type=int, default=2026)
    chosen = parser.parse_args()
    if chosen.action == "measure":
        measure(chosen.games, chosen.seed)
    else:
        (fit_balanced if chosen.player == "balanced" else fit_exit_factor)(chosen.generations, chosen.seed)


if __name__ == "__main__":
    main()
