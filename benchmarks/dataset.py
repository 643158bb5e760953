"""How fast tables of decisions are made: decisions a minute on two processes, and processor time for each decision.

python benchmarks/dataset.py                       # the network and a search of 400 iterations in Cœurs
python benchmarks/dataset.py --games 100 diamant exit_factor

Decisions a minute on two idle cores follow from the processor time, so that a busy machine affects them little. Writing the file counts;
starting the processes and loading compiled code do not.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

from joute.core import registry
from joute.explain.dataset import source_of, write_decisions

WORKERS = 2
USUAL = {"network": 2000, "ismcts:iterations=400": 400}  # agent -> games


def processor_seconds() -> float:
    """What this process and those that it started have used so far."""
    return sum(os.times()[:4])


def measure(name: str, agent: str, games: int) -> None:
    """Write a table of few games, then one of many; the difference is what the decisions took."""
    game = registry.game(name, **({"deals": 1} if name == "coeurs" else {}))
    source = source_of(game, [agent], 1, 0, beliefs=False, exact=False)
    with tempfile.TemporaryDirectory() as folder:
        spent = []
        for number in (8, games):
            before, began = processor_seconds(), time.perf_counter()
            card = write_decisions(game, source, Path(folder) / "decisions.parquet", number, workers=WORKERS)
            spent.append((card["decisions"], processor_seconds() - before, time.perf_counter() - began))
    (few, own, start), (many, whole, end) = spent
    count, processor, seconds = many - few, (whole - own) / (many - few), end - start
    print(
        f"{name}, {agent}: {count} decisions in {seconds:.1f} s here, {60 * count / seconds:,.0f} a minute; "
        f"processor {1000 * processor:.2f} ms a decision, so {60 * WORKERS / processor:,.0f} a minute on {WORKERS} idle cores",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="coeurs")
    parser.add_argument("agent", nargs="?")
    parser.add_argument("--games", type=int)
    asked = parser.parse_args()
    for agent in [asked.agent] if asked.agent else USUAL:
        measure(asked.game, agent, asked.games or USUAL.get(agent, 200))


if __name__ == "__main__":
    main()
