"""Strength by budget: the same search with twice the iterations, and twice that, against one fixed budget; a curve for each game.

`python benchmarks/strength_by_budget.py` plays what is missing in strength_by_budget.json and draws docs/strength-by-budget-<game>.svg;
`--only GAME` plays one game's points, `--write` plays nothing.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from strength_budget_picture import CURVES, MEASURED, Curve, command, draw, load, picture_of

from joute.arena.duel import duel
from joute.arena.warmup import warm_up
from joute.core import registry

Found = dict[str, Any]


def measure(name: str, curve: Curve, found: dict[str, Found], workers: int) -> None:
    """Every point of a curve that is missing."""
    game = registry.game(name)
    for budget in curve.budgets:
        key = command(name, curve, budget)
        if budget == curve.against or key in found:
            continue
        began = time.process_time()
        agents = [curve.text(budget), curve.text(curve.against)]
        warm_up(game, agents)
        row = duel(game, agents, curve.games, seed=curve.seed, workers=workers).to_json()["agents"][0]
        found[key] = {one: row[one] for one in ("games", "mean", "interval", "lead", "lead_interval")}
        MEASURED.write_text(json.dumps(dict(sorted(found.items())), indent=1) + "\n", encoding="utf-8")
        print(f"{time.process_time() - began:7.1f} s  {key}: {row['mean']:.3f}", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=tuple(CURVES), help="only this game")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--write", action="store_true", help="draw what is measured, and play nothing")
    asked = parser.parse_args()
    found = load()
    for name in [asked.only] if asked.only else CURVES:
        if not asked.write:
            measure(name, CURVES[name], found, asked.workers)
        Path(picture_of(name)).write_text(draw(name, CURVES[name], found), encoding="utf-8")


if __name__ == "__main__":
    main()
