"""MaskablePPO of sb3-contrib on one seat of a game, against agents named by text.

pip install 'joute[rl]' sb3-contrib
python examples/rl/sb3_maskable.py --game love_letter --opponents careful --steps 100000
"""

import argparse

from sb3_contrib import MaskablePPO

import joute.adapters.gymnasium as adapter


def mean_score(model: MaskablePPO, game: str, opponents: str, games: int, seed: int) -> float:
    """The mean score of the trained seat."""
    env, total = adapter.env(game, opponents=opponents), 0.0
    observation, _ = env.reset(seed=seed)
    for _ in range(games):
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
            observation, reward, over, _, _ = env.step(int(action))
        total += reward
        observation, _ = env.reset()
    env.close()
    return total / games


def main() -> None:
    """Train, and compare with the untrained policy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="examples/connect4/connect4.py")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=50_000)
    parser.add_argument("--games", type=int, default=200, help="of the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    model = MaskablePPO("MlpPolicy", adapter.env(asked.game, opponents=asked.opponents), seed=asked.seed, n_steps=512, batch_size=128)
    before = mean_score(model, asked.game, asked.opponents, asked.games, asked.seed + 1)
    model.learn(asked.steps)
    after = mean_score(model, asked.game, asked.opponents, asked.games, asked.seed + 1)
    print(f"mean score against {asked.opponents} in {asked.games} games: {before:.3f} before, {after:.3f} after {asked.steps} steps")


if __name__ == "__main__":
    main()
