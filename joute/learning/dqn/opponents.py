"""Whom a learner meets, by shares of the tables: searches, random and careful players, itself and its past."""

from collections.abc import Iterable

import numpy as np

from joute.core import registry
from joute.core.agent import Agent
from joute.core.contract import Odds
from joute.core.errors import BadSetting
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.settings import text_of_value
from joute.learning.dqn.vector_env import Hall

ROUNDING = 1e-9  # by which shares may exceed the whole


def opponent_odds(search: float, random: float, heuristic: float, self_play: float, pool: int) -> Odds:
    """The probability of each kind of opponent, in the order of the player numbers; the rest is split evenly over the pool."""
    rest = 1.0 - search - random - heuristic - self_play
    if rest < -ROUNDING:
        raise BadSetting(
            f"train: search_share={search:g}, random_share={random:g}, heuristic_share={heuristic:g} and self_play_share={self_play:g} "
            f"add up to {1 - rest:g}; they may add up to 1 at most"
        )
    shares = [search, random, heuristic, self_play, *[max(0.0, rest) / pool for _ in range(pool)]]
    if sum(shares) == 0:
        raise BadSetting("train: no opponents: search_share, random_share, heuristic_share, self_play_share and pool_size are all 0")
    return np.array(shares) / sum(shares)


def search_of(value: str, game: Game) -> Agent:
    """The agent of a setting (`ismcts+iterations=50`) that sits on the others' seats; one that repeats itself for the same seed."""
    agent = registry.agent(text_of_value(value), game)
    if by_the_clock(agent):
        raise BadSetting(
            f"train: search_agent={value} is limited by time, so training would not be reproducible; set iterations, nodes or depth"
        )
    return agent


def by_the_clock(agent: Agent) -> bool:
    """Whether time decides what an agent chooses; the nodes of a search that counts iterations are its room."""
    own = vars(agent.settings)
    counted = ("iterations",) if "iterations" in own else ("nodes", "depth")
    alone = bool(own.get("seconds")) and not any(own.get(name) for name in counted)
    return alone or (agent.adviser is not None and by_the_clock(agent.adviser))


def answer(search: Agent, hall: Hall, tables: Iterable[int], seed: int) -> None:
    """Let the search choose at these tables, each time by nothing but what its seat sees."""
    for number in tables:
        view, seat = hall.view(number)
        chosen = search.choose(view, seat, seed_of(seed, number))
        hall.values[number] = 0.0
        hall.values[number, chosen] = 1.0
