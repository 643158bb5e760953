"""What each agent of a pool gets among three copies of another, at tables of four of Diamant; a fair share is 0.25.

    python benchmarks/diamant_pool.py --agent master --games 4000 --seed 2027 --out pool.json

Games are played in rounds of 40 for every guest, and stored in the file after each: the same command goes on where it was ended.
"""

import argparse
import json
from pathlib import Path

from joute.arena.block import block_means
from joute.arena.duel import duel
from joute.arena.statistics.estimates import mean_interval
from joute.arena.warmup import warm_up
from joute.core import registry
from joute.core.rng import seed_of

GUESTS = [
    *[f"leaver:gems={gems}" for gems in range(8, 21)],
    "exit_factor",
    "exit_factor_tuned",
    "careful",
    "smmcts:iterations=500",
    "ismcts:iterations=500",
]
AT_ONCE = 40  # games of ten blocks: every guest takes each seat with the same cards

Shares = dict[str, list[float]]  # by guest: the mean of each block


def play(agent: str, guest: str, seed: int, turn: int, workers: int) -> list[float]:
    """The guest's share in each block of one round of games."""
    game = registry.game("diamant")
    found = duel(game, [guest, agent, agent, agent], AT_ONCE, seed=seed_of("pool", seed, turn), workers=workers)
    return block_means(found.played, 0)


def table(shares: Shares) -> str:
    """The pool with its intervals."""
    lines = ["| guest | games | share | 95 % interval |", "|---|---|---|---|"]
    for guest, blocks in shares.items():
        low, high = mean_interval(blocks) or (0.0, 1.0)
        lines.append(f"| `{guest}` | {4 * len(blocks)} | {sum(blocks) / len(blocks):.3f} | {low:.3f} to {high:.3f} |")
    return "\n".join(lines)


def main() -> None:
    """Play what is missing, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]  # python -OO is not used here
    parser.add_argument("--agent", default="master")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=2027)
    parser.add_argument("--out", type=Path, default=Path("diamant_pool.json"))
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    stored: dict[str, Shares] = json.loads(asked.out.read_text()) if asked.out.exists() else {}
    shares = stored.setdefault(f"{asked.agent} {asked.seed}", {})
    warm_up(registry.game("diamant"), [asked.agent, *GUESTS])
    for turn in range(asked.games // AT_ONCE):
        for guest in GUESTS:
            blocks = shares.setdefault(guest, [])
            if len(blocks) * 4 <= turn * AT_ONCE:
                blocks += play(asked.agent, guest, asked.seed, turn, asked.workers)
                asked.out.write_text(json.dumps(stored))
    print(table(shares))


if __name__ == "__main__":
    main()
