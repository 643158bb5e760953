"""The opponents of a learner: random and careful players, a search, itself and a pool of its past."""

from collections.abc import Iterable

import numpy as np

from joute.core import registry
from joute.core.agent import Agent
from joute.core.contract import Odds
from joute.core.errors import BadSetting
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.settings import text_of_value
from joute.learning.dqn.vector_env import VectorEnv

ROUNDING = 1e-9  # by which shares may exceed 1


def opponent_odds(search: float, random: float, heuristic: float, self_play: float, pool: int) -> Odds:
    """The probability of each kind of opponent, in the order of the player numbers; the rest is split evenly over the pool."""
    rest = 1.0 - search - random - heuristic - self_play
    if rest < -ROUNDING:
        raise BadSetting(
            "train: search_share={search:g}, random_share={random:g}, heuristic_share={heuristic:g} and "
            "self_play_share={self_play:g} add up to {total:g}; they may add up to 1 at most",
            search=search,
            random=random,
            heuristic=heuristic,
            self_play=self_play,
            total=1 - rest,
        )
    shares = [search, random, heuristic, self_play, *[max(0.0, rest) / pool for _ in range(pool)]]
    if sum(shares) == 0:
        raise BadSetting("train: no opponents: search_share, random_share, heuristic_share, self_play_share and pool_size are all 0")
    return np.array(shares) / sum(shares)


def search_opponent(value: str, game: Game) -> Agent:
    """The agent of the setting `search_agent` (`ismcts+iterations=50`); one limited by time is refused."""
    agent = registry.agent(text_of_value(value), game)
    if limited_by_time(agent):
        raise BadSetting(
            "train: search_agent={value} is limited by time, so training would not be reproducible; set iterations, nodes or depth",
            value=value,
        )
    return agent


def limited_by_time(agent: Agent) -> bool:
    """Whether time decides what an agent chooses; with iterations, `nodes` is only the size of a tree."""
    own = vars(agent.settings)
    counted = ("iterations",) if "iterations" in own else ("nodes", "depth")
    alone = bool(own.get("seconds")) and not any(own.get(name) for name in counted)
    return alone or (agent.inner is not None and limited_by_time(agent.inner))


def choose_by_search(search: Agent, envs: VectorEnv, numbers: Iterable[int], seed: int) -> None:
    """Let the search choose in these games, by the view of its seat, and write its action as the only value."""
    for number in numbers:
        view, seat = envs.view(number)
        chosen = search.choose(view, seat, seed_of(seed, number))
        envs.values[number] = 0.0
        envs.values[number, chosen] = 1.0
