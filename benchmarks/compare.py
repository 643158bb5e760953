"""Speed of this checkout against another one, both measured in turn in one run.

python benchmarks/compare.py OTHER_CHECKOUT [--rounds 7] [--only TEXT] [--json]

Both sides run in processes of their own, with the same interpreter and libraries, and take turns; a ratio is the median over the rounds of
this checkout's rate divided by the other's, so that more than 1 is faster. `--only ismcts` measures the rows whose name contains that text.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent.parent

MEASURE = """
import importlib, json, sys, time
import numpy as np
import joute


def first(*places):
    for place in places:
        module, _, name = place.partition(":")
        try:
            return getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError):
            continue
    raise ImportError(places)


games, agents = {}, {}


def rate(game_name, kind, text, options):
    key = game_name, json.dumps(options)
    if key not in games:
        games[key] = joute.game(game_name, **options)
    game = games[key]
    if kind == "games":
        random_games = first("joute.search.baselines.random:random_games", "joute.search.random:random_games")
        seeded = first("joute.core.rng:seeded", "joute.dice:dice")
        spec, states = game.spec, game.laid_out().array
        buffers = np.zeros(spec.widest, np.int64), np.zeros(spec.seats, np.int64), np.zeros(max(1, spec.outcomes)), np.zeros(spec.seats)
        count = 1
        while True:
            began = time.perf_counter()
            random_games(states, count, *buffers, seeded(1, "bench"))
            seconds = time.perf_counter() - began
            if seconds > 0.2:
                return count / seconds
            count *= 2
    if kind == "bulk":
        count = 64
        while True:
            began = time.perf_counter()
            first("joute:duel", "joute.arena.duel:duel")(game, ["random", "random"], count, seed=1, workers=1)
            seconds = time.perf_counter() - began
            if seconds > 0.3:
                return count / seconds
            count *= 2
    if (key, text) not in agents:
        agents[key, text] = joute.agent(text, game)
    agent, state = agents[key, text], game.new(1)
    seat = game.movers(state)[0]
    view = game.view(state, seat)
    if kind == "choices":
        count, began = 0, time.perf_counter()
        while time.perf_counter() - began < 0.3:
            agent.choose(view, seat, count)
            count += 1
        return count / (time.perf_counter() - began)
    opinion = agent.consider(view, seat, seed=1)
    return opinion.nodes / max(opinion.seconds, 1e-9) if kind == "nodes" else 1 / max(opinion.seconds, 1e-9)


for line in sys.stdin:
    print(json.dumps(rate(*json.loads(line))), flush=True)
"""

SEARCHES = {  # search -> what is measured; rates are iterations or nodes a second, or moves a second
    "alpha_beta:nodes=200000": ("nodes", ("morpion",)),
    "mcts:iterations=50000,exploration=0.7": ("nodes", ("morpion",)),
    "ismcts:iterations=20000,exploration=0.7,belief=uniform": ("nodes", ("coeurs", "diamant", "love_letter", "morpion", "pokemon")),
    "determinized:iterations=20000,exploration=0.7": ("nodes", ("coeurs", "love_letter", "morpion")),
    "smmcts:iterations=20000,exploration=0.2": ("nodes", ("diamant", "morpion", "pokemon")),
    "expectiminimax:depth=2": ("moves", ("pokemon",)),
    "simultaneous:depth=2": ("moves", ("pokemon",)),
    "simultaneous:depth=3": ("moves", ("pokemon",)),
    "ismcts:iterations=400": ("choices", ("coeurs", "love_letter")),
    "careful": ("choices", ("coeurs", "diamant", "love_letter", "morpion", "pokemon")),
}

Row = tuple[str, str, str, str]  # name, game, kind, agent's text


def rows() -> list[Row]:
    """Everything that is measured."""
    names = ("coeurs", "diamant", "love_letter", "morpion", "pokemon")
    found: list[Row] = [(f"{game} random games", game, "games", "") for game in names]
    found += [(f"{game} bulk games with the chance of real ones", game, "bulk", "") for game in names]
    return found + [(f"{game} {text} ({kind})", game, kind, text) for text, (kind, games) in SEARCHES.items() for game in games]


class Side:
    """A process that measures one checkout."""

    def __init__(self, checkout: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(checkout)}
        self.checkout, self.environment = checkout, environment
        self.process = subprocess.Popen(
            [sys.executable, "-c", MEASURE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=checkout
        )

    def rate(self, row: Row) -> float:
        """Measure once."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([row[1], row[2], row[3], {}]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{self.checkout} failed at {row[0]}")
        return float(json.loads(answer))

    def list_games(self) -> float:
        """How often `joute games` can be run in a second."""
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "joute", "games"], check=True, capture_output=True, env=self.environment, cwd=self.checkout)
        return 1 / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    ours, theirs = Side(HERE), Side(given.other.resolve())
    found = {}
    for row in rows():
        if given.only in row[0]:
            for side in (ours, theirs):
                side.rate(row)  # compiles
            pairs = [(ours.rate(row), theirs.rate(row)) for _ in range(given.rounds)]
            best = {"ours": max(mine for mine, _ in pairs), "other": max(other for _, other in pairs)}
            found[row[0]] = {**best, "ratio": median(mine / other for mine, other in pairs)}
            if not given.json:
                print(f"{found[row[0]]['ratio']:6.2f}  {row[0]}", flush=True)
    if given.only in "joute games":
        pairs = [(ours.list_games(), theirs.list_games()) for _ in range(given.rounds)]
        found["joute games"] = {"ratio": median(mine / other for mine, other in pairs)}
        if not given.json:
            print(f"{found['joute games']['ratio']:6.2f}  joute games")
    if given.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
