"""Does a table of who wins from which points, made from self-play, predict matches of Cœurs better than the formula of `prospects`?

`python benchmarks/match_equity.py expert --games 1200 --seed 42 --points points.jsonl` plays matches of one agent against itself, keeps the
points after each deal in the file (an ended run goes on), and prints the log loss of the winner, in nats, on the half of the matches that
nothing was fitted to: of the formula, of the formula with a fitted temper for each number of deals to come, and of a table: the deals of
the fitted half, dealt again with the seats in random order to positions with the same points.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import joute
from joute.arena.statistics.estimates import mean_interval
from joute.core.rng import seed_of
from joute.games.coeurs.evaluate import TEMPER
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import SEATS

Points = NDArray[np.float64]  # [match, deal, seat] after each deal
SAMPLES = 4000  # continuations of each position
TEMPERS = np.geomspace(2.0, 200.0, 60)
FLOOR = 1e-3  # no seat is without a chance


def play(agent_text: str, games: int, seed: int, file: Path) -> None:
    """Play matches and append the points after each deal."""
    game = joute.game("coeurs").fast()
    agent, done = joute.agent(agent_text, game), len(file.read_text().splitlines()) if file.exists() else 0
    for number in range(done, games):
        state, turn, deal, rows = game.new(seed_of(seed, "equity", number)), 0, 0, []
        while not game.over(state):
            (seat,), turn = game.movers(state), turn + 1
            game.step(state, {seat: agent.choose(game.view(state, seat), seat, seed_of(seed, number, turn))})
            fields = CoeursState.of(state)
            if fields.deal != deal:
                deal = fields.deal
                rows.append([fields.points[other] for other in range(SEATS)])
        with file.open("a") as out:
            out.write(json.dumps(rows) + "\n")


def shares(final: Points) -> Points:
    """The share of the match of each seat."""
    best = final == final.max(-1, keepdims=True)
    return best / best.sum(-1, keepdims=True)


def by_formula(points: Points, temper: float) -> Points:
    """Chances to win as `prospects` computes them."""
    odds = np.exp((points - points.max(-1, keepdims=True)) / temper)
    return np.asarray(odds / odds.sum(-1, keepdims=True))


def by_table(points: Points, deals: Points, left: int, rng: np.random.Generator) -> Points:
    """Chances to win if the deals to come are like those of other matches."""
    found = np.zeros_like(points)
    for place, now in enumerate(points):
        drawn = rng.permuted(deals[rng.integers(len(deals), size=(SAMPLES, left))], axis=2).sum(1)
        found[place] = shares(now + drawn).mean(0)
    return (1 - SEATS * FLOOR) * found + FLOOR


def log_loss(chances: Points, won: Points) -> Points:
    """Of each match, in nats."""
    return np.asarray(-(won * np.log(np.maximum(chances, 1e-12))).sum(-1))


def main() -> None:
    """Play, fit on the first half, test on the second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agent")
    parser.add_argument("--games", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--points", type=Path, required=True)
    asked = parser.parse_args()
    play(asked.agent, asked.games, asked.seed, asked.points)
    points = np.array([json.loads(line) for line in asked.points.read_text().splitlines()[: asked.games]], float)
    fitted, held = points[: len(points) // 2], points[len(points) // 2 :]
    deals = np.diff(fitted, axis=1, prepend=0.0).reshape(-1, SEATS)
    rng = np.random.default_rng(asked.seed)
    for left in range(points.shape[1] - 1, 0, -1):
        now, won = held[:, -1 - left], shares(held[:, -1])
        losses = [log_loss(by_formula(fitted[:, -1 - left], temper), shares(fitted[:, -1])).mean() for temper in TEMPERS]
        best = TEMPERS[int(np.argmin(losses))]
        formula = log_loss(by_formula(now, TEMPER * left**0.5), won)
        others = {f"temper {best:.1f}": by_formula(now, best), "table": by_table(now, deals, left, rng)}
        line = f"{left} to come: formula {formula.mean():.4f}"
        for name, chances in others.items():
            loss = log_loss(chances, won)
            low, high = mean_interval((loss - formula).tolist()) or (0.0, 0.0)
            line += f"; {name} {loss.mean():.4f}, less the formula {loss.mean() - formula.mean():+.4f} ({low:+.4f} to {high:+.4f})"
        print(line)


if __name__ == "__main__":
    main()
