"""Proximal policy optimisation in self-play on `joute.batch`, in one file, to read and to change.

python examples/rl/ppo_batch.py --game examples/connect4/connect4.py --minutes 2

The policy plays every seat of every game. `joute train GAME --method ppo` does more: a magnet, past policies, symmetries, checkpoints.
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

import joute


@dataclass(frozen=True)
class Arguments:
    """What can be chosen on the command line, with the defaults."""

    game: str = "examples/connect4/connect4.py"
    minutes: float = 2.0
    seed: int = 1
    games: int = 512  # played in parallel
    steps: int = 32  # decisions of each game between two updates
    epochs: int = 2
    minibatch: int = 4096
    units: int = 128
    learning_rate: float = 1e-3
    gae_lambda: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    value_weight: float = 0.5


class Policy(nn.Module):
    """Features in; the logarithms of the probabilities of legal actions and the value of the position out."""

    def __init__(self, features: int, actions: int, units: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, units), nn.ReLU(), nn.Linear(units, units), nn.ReLU())
        self.logits, self.value = nn.Linear(units, actions), nn.Linear(units, 1)

    def forward(self, features: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """[row, feature] and [row, action] -> [row, action], [row]."""
        hidden = self.body(features)
        return torch.log_softmax(self.logits(hidden).masked_fill(~legal, -1e9), 1), self.value(hidden)[:, 0]


def play(batch: joute.Batch, policy: Policy, steps: int) -> list[torch.Tensor]:
    """Play a rollout: features, legal actions, actions, their log probabilities, values, seats, [step, game]; rewards, ends."""
    rows: list[list[torch.Tensor]] = []
    for _ in range(steps):
        seen = batch.observe().copy()
        features, legal = torch.from_numpy(seen.features), torch.from_numpy(seen.legal)
        with torch.no_grad():
            logarithms, values = policy(features, legal)
        actions = torch.multinomial(logarithms.exp(), 1)
        outcome = batch.step(actions[:, 0].numpy())
        rewards, ended = torch.from_numpy(outcome.rewards).float(), torch.from_numpy(outcome.chapters)
        rows.append([features, legal, actions, logarithms.gather(1, actions), values, torch.from_numpy(seen.seats), rewards, ended])
    return [torch.stack(column) for column in zip(*rows, strict=True)]


def advantages_of(values: torch.Tensor, seats: torch.Tensor, rewards: torch.Tensor, ended: torch.Tensor, weight: float) -> torch.Tensor:
    """Generalised advantage estimation from each seat's own decisions; nan where its next decision was not played."""
    steps, games = values.shape
    every = torch.arange(games)
    following = torch.full((games, rewards.shape[2]), torch.nan)  # the value of each seat's next decision
    later, paid = torch.zeros_like(following), torch.zeros_like(following)
    found = torch.empty_like(values)
    for step in reversed(range(steps)):
        ends = ended[step]
        following[ends], later[ends], paid[ends] = 0.0, 0.0, rewards[step, ends]
        seat = seats[step]
        found[step] = paid[every, seat] + following[every, seat] - values[step] + weight * later[every, seat]
        following[every, seat], paid[every, seat] = values[step], 0.0
        later[every, seat] = found[step].nan_to_num()
    return found


def learn(policy: Policy, optimiser: torch.optim.Optimizer, rollout: list[torch.Tensor], chosen: Arguments) -> float:
    """Some epochs of minibatches over a rollout; the entropy of the policy."""
    features, legal, actions, before, values, seats, rewards, ended = rollout
    advantages = advantages_of(values, seats, rewards, ended, chosen.gae_lambda).flatten()
    known = torch.nonzero(~advantages.isnan())[:, 0]
    targets = advantages + values.flatten()
    advantages = (advantages - advantages[known].mean()) / (advantages[known].std() + 1e-8)
    lessons = [features.flatten(0, 1), legal.flatten(0, 1), actions.flatten(0, 1), before.flatten(0, 1)[:, 0], advantages, targets]
    entropy = torch.zeros(())
    for _ in range(chosen.epochs):
        for places in known[torch.randperm(len(known))].split(chosen.minibatch):
            seen, possible, taken, old, advantage, target = (part[places] for part in lessons)
            logarithms, value = policy(seen, possible)
            ratio = (logarithms.gather(1, taken)[:, 0] - old).exp()
            gain = torch.minimum(ratio * advantage, ratio.clamp(1 - chosen.clip, 1 + chosen.clip) * advantage).mean()
            entropy = -(logarithms.exp() * logarithms.masked_fill(~possible, 0.0)).sum(1).mean()
            loss = -gain + chosen.value_weight * ((value - target) ** 2).mean() - chosen.entropy * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()
    return float(entropy.detach())


def share_against_random(policy: Policy, game: str, seed: int, games: int = 400) -> float:
    """The share of the wins of the likeliest action against random players, the policy on each seat in turn."""
    with joute.batch(game, n=games, seed=seed, opponents="random") as batch:
        waiting, share = np.ones(games, bool), 0.0
        while waiting.any():
            seen, learners = batch.observe(), batch.learners.copy()
            with torch.no_grad():
                actions = policy(torch.from_numpy(seen.features), torch.from_numpy(seen.legal))[0].argmax(1).numpy()
            outcome = batch.step(actions)
            first = outcome.done & waiting
            best = outcome.rewards[first] == outcome.rewards[first].max(1, keepdims=True)
            share += float((best / best.sum(1, keepdims=True))[np.arange(len(best)), learners[first]].sum())
            waiting &= ~outcome.done
    return share / games


def main() -> None:
    """Train, show how it goes, and play against random players at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in vars(Arguments()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    chosen = Arguments(**vars(parser.parse_args()))
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    batch = joute.batch(chosen.game, n=chosen.games, seed=chosen.seed, by_chapter=True)
    policy = Policy(len(batch.feature_names), batch.n_actions, chosen.units)
    optimiser = torch.optim.Adam(policy.parameters(), lr=chosen.learning_rate)
    began, shown, updates = time.monotonic(), 0.0, 0
    while (seconds := time.monotonic() - began) < 60 * chosen.minutes:
        entropy = learn(policy, optimiser, play(batch, policy, chosen.steps), chosen)
        updates += 1
        if seconds - shown > 10:
            shown = seconds
            decisions = updates * chosen.games * chosen.steps
            share = share_against_random(policy, chosen.game, chosen.seed + 1)
            print(f"{seconds:4.0f} s, {decisions:,} decisions, entropy {entropy:.2f}, share of wins against random {share:.3f}", flush=True)
    share = share_against_random(policy, chosen.game, chosen.seed + 2)
    print(f"{updates} updates; share of wins against random players {share:.3f} in 400 games")


if __name__ == "__main__":
    main()
