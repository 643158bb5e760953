"""Learning in figures: deals per second in training, the time of a decision, and the strength of the network of Cœurs.

    python benchmarks/learning.py [--games 400] [--seed 1] [--only TEXT]
    python benchmarks/learning.py --compare [--deals 150000] [--seeds 3] [--only TEXT]

Each line is a duel of its first agent against the others, with the wanted share; the rest is speed. With `--compare`, the learner is
trained with some settings changed, on several seeds, and its networks play against random and careful players.
"""

import argparse
import time
from statistics import fmean, stdev
from typing import Any

import joute
from joute.arena.duel import duel
from joute.core import settings
from joute.core.game import Game
from joute.learning.dqn.learner import TrainSettings
from joute.learning.training import OPPONENTS, Training, TrainingPlan, evaluate_network

SEARCH = "ismcts:iterations=50,aim=win"
INSIDE = f"{SEARCH},prior=network"
LINES = [  # agents, games as a part of those asked for, the share that is wanted
    (["network", "random", "random", "random"], 1.0, 0.90),
    (["network", "careful", "careful", "careful"], 1.0, 0.25),
    (["network", *["uct:iterations=200"] * 3], 1.0, 0.25),
    ([INSIDE, *[SEARCH] * 3], 5.0, 0.25),
    ([INSIDE, *["network"] * 3], 1.0, 0.25),
]
PLAIN = {"double_q": "yes", "dueling": "no", "priority_alpha": "0", "n_step": "1"}  # what is compared
CHANGES = [  # from that
    "",
    "double_q=no",
    "dueling=yes",
    "n_step=2",
    "n_step=4",
    "n_step=8",
    "priority_alpha=0.6",
    "priority_alpha=0.6,double_q=no",
    "priority_alpha=0.6,dueling=yes",
    "priority_alpha=0.6,double_q=no,dueling=yes",
    "priority_alpha=0.6,warmup_episodes=50000",
    "priority_alpha=0.6,warmup_episodes=50000,search_share=0.02",
    "priority_alpha=0.6,warmup_episodes=50000,search_share=0.1,random_share=0.65",
]
MATCHES = 8000  # of each trained network, against each kind of player


def speed_of_training() -> None:
    game = joute.game("coeurs")
    training = Training.start(game, TrainSettings(warmup_episodes=10**9), 1)
    training.run(TrainingPlan(seconds=5, evaluation_interval=10**9, evaluation_games=8))  # compiles
    training = Training.start(game, TrainSettings(warmup_episodes=10**9), 1)
    training.run(TrainingPlan(seconds=20, evaluation_interval=10**9, evaluation_games=8))
    print(f"training: {training.pace:,.0f} deals per second (wanted: 3,000)", flush=True)


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


def strength(games: int, seed: int, only: str) -> None:
    for agents, part, wanted in LINES:
        if only in " ".join(agents):
            found = duel(joute.game("coeurs"), agents, max(4, int(part * games)), seed=seed, workers=1).to_json()["agents"][0]
            low, high = found["interval"]
            print(f"{' '.join(agents)}: {found['mean']:.3f} [{low:.3f}, {high:.3f}] (wanted: {wanted})", flush=True)


def compare(deals: int, seeds: int, only: str) -> None:
    """The effect of the learner's settings over several seeds, and the deals per second of processor time."""
    game = joute.game("coeurs")
    trained(game, PLAIN | {"search_share": 0.05, "warmup_episodes": 0}, 2000, 1)  # compiles
    print(f"| settings | {' | '.join(f'against {opponent}' for opponent in OPPONENTS)} | deals per second |", flush=True)
    for change in CHANGES:
        if only not in change:
            continue
        chosen = PLAIN | dict(part.split("=") for part in change.split(",") if part)
        found = [trained(game, chosen, deals, seed) for seed in range(1, seeds + 1)]
        *shares, pace = zip(*found, strict=True)
        columns = [f"{fmean(column):.3f} ± {stdev(column):.3f}" for column in shares]
        print(f"| {change or 'nothing'} | {' | '.join(columns)} | {fmean(pace):,.0f} |", flush=True)


def trained(game: Game, chosen: dict[str, Any], deals: int, seed: int) -> list[float]:
    """The shares of a trained network against each kind of player, and its deals per second of processor time."""
    began = time.process_time()
    training = Training.start(game, settings.make(TrainSettings, chosen, "train"), seed)
    training.run(TrainingPlan(episodes=deals, evaluation_interval=10**9, evaluation_games=8))
    network = training.learner.target
    pace = training.learner.episodes / (time.process_time() - began)
    return [*(evaluate_network(game, network, opponent, MATCHES, 1)["share"] for opponent in OPPONENTS), pace]


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--games", type=int, default=400)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--only", default="")
    reader.add_argument("--compare", action="store_true")
    reader.add_argument("--deals", type=int, default=150_000)
    reader.add_argument("--seeds", type=int, default=3, help="at least 2")
    asked = reader.parse_args()
    if asked.compare:
        compare(asked.deals, asked.seeds, asked.only)
        return
    if not asked.only:
        time_of_a_choice()
        speed_of_training()
    strength(asked.games, asked.seed, asked.only)


if __name__ == "__main__":
    main()
