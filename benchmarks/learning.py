"""Learning in figures: deals a second while training, the time of a choice, and what the network of Cœurs is worth.

    python benchmarks/learning.py [--games 400] [--only TEXT]

Each line is a duel, its first agent against the others, with the share that is wanted of it; the rest is speed.
"""

import argparse
import time

import joute
from joute.arena.duel import duel
from joute.learning.dqn import TrainSettings
from joute.learning.train import Plan, Training

INSIDE = "leaf=careful,prior=network,aim=win,exploration=0.5"
LINES = [  # agents, games as a part of those asked for, the share that is wanted
    (["network", "random", "random", "random"], 1.0, 0.90),
    (["network", "careful", "careful", "careful"], 1.0, 0.25),
    (["network", *["uct:iterations=200"] * 3], 0.5, 0.25),
    ([f"ismcts:iterations=200,{INSIDE}", *["ismcts:iterations=200,leaf=careful,aim=win,exploration=0.35"] * 3], 0.5, 0.25),
    ([f"ismcts:iterations=200,{INSIDE}", *["network"] * 3], 0.5, 0.25),
]


def speed_of_training() -> None:
    game = joute.game("coeurs")
    training = Training(game, TrainSettings(beginning=10**9), 1)
    training.run(Plan(seconds=5, every=10**9, games=8))  # compiles
    training = Training(game, TrainSettings(beginning=10**9), 1)
    training.run(Plan(seconds=20, every=10**9, games=8))
    print(f"training: {training.pace:,.0f} deals a second (wanted: 3,000)", flush=True)


def time_of_a_choice() -> None:
    game = joute.game("coeurs")
    agent, state = joute.agent("network", game), game.new(1)
    seat = game.movers(state)[0]
    view, times = game.view(state, seat), []
    for _ in range(2000):
        began = time.perf_counter()
        agent.choose(view, seat)
        times.append(time.perf_counter() - began)
    print(f"a choice: {1e6 * sorted(times)[1000]:.0f} µs (median; wanted: under 200)", flush=True)


def strength(games: int, only: str) -> None:
    for agents, part, wanted in LINES:
        if only in " ".join(agents):
            found = duel(joute.game("coeurs"), agents, max(4, int(part * games)), 1, workers=1).to_json()["agents"][0]
            low, high = found["interval"]
            print(f"{' '.join(agents)}: {found['mean']:.3f} [{low:.3f}, {high:.3f}] (wanted: {wanted})", flush=True)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--games", type=int, default=400)
    reader.add_argument("--only", default="")
    asked = reader.parse_args()
    if not asked.only:
        time_of_a_choice()
        speed_of_training()
    strength(asked.games, asked.only)


if __name__ == "__main__":
    main()
