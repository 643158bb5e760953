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


def odds(searches: float, chance: float, care: float, itself: float, past: int) -> Odds:
    """How likely the rivals at a table are of each kind, in the order of the players; what is left meets each of its past alike."""
    left = 1.0 - searches - chance - care - itself
    if left < -ROUNDING:
        raise BadSetting(
            f"train: searches={searches:g}, chance={chance:g}, care={care:g} and itself={itself:g} are shares of the tables: "
            f"they add up to {1 - left:g}, and can to 1 at most"
        )
    met = [searches, chance, care, itself, *[max(0.0, left) / past for _ in range(past)]]
    if sum(met) == 0:
        raise BadSetting("train: with searches, chance, care, itself and pool at 0 there is nobody to play against")
    return np.array(met) / sum(met)


def search_of(value: str, game: Game) -> Agent:
    """The agent of a setting (`ismcts+iterations=50`) that sits on the others' seats; one that repeats itself for the same seed."""
    agent = registry.agent(text_of_value(value), game)
    if by_the_clock(agent):
        raise BadSetting(
            f"train: search={value} thinks by the clock, and no training could be repeated; give it iterations, nodes or a depth"
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
