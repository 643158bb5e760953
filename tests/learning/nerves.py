"""A game for tests of tuning: random draws weighted by bids, and an agent that bids high with a probability of its `nerve`."""

import dataclasses
from typing import Any, ClassVar

from arena import lots

from joute.core.agent import Agent, Stop
from joute.core.opinion import Opinion
from joute.core.rng import seeded, uniform
from joute.core.settings import setting
from joute.core.state import State


@dataclasses.dataclass(frozen=True)
class Nerve:
    """One number that matters, one that does not, and a text."""

    nerve: float = setting(0.2, "how often it bids three and not one", 0, 1)
    colour: int = setting(5, "of its hat", 1, 9)
    seconds: float = setting(0.0, "to think", 0)
    motto: str = setting("", "what it says")


@dataclasses.dataclass(frozen=True)
class Far:
    """A number whose best value is a hundred times its start."""

    nerve: float = setting(0.01, "how often it bids three and not one; above 1 always", -1000, 1000)


class Bold(Agent):
    name = "bold"
    summary = "bids three as often as its nerve says"
    Settings: ClassVar[type[Any]] = Nerve

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        bids = self.legal(view, seat)
        return Opinion(bids[2 if uniform(seeded(seed, self.name)) < self.settings.nerve else 0])


class Timid(Bold):
    name = "timid"
    Settings = Far


DEFINITION = dataclasses.replace(
    lots.DEFINITION,
    name="nerves",
    agents={**lots.DEFINITION.agents, "bold": "learning.nerves:Bold", "timid": "learning.nerves:Timid"},
    recipes={"shy": "bold:nerve=0.1,motto=hm"},
)
