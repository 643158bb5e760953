"""A game for tests of tuning: bids over which lots are cast, and a player who bids high as often as its nerve says."""

import dataclasses

from arena import lots

from joute.dice import dice, uniform
from joute.game import State
from joute.opinion import Agent, Opinion, Stop
from joute.settings import setting


@dataclasses.dataclass(frozen=True)
class Nerve:
    """What can be set: one number that matters, one that does not, and words."""

    nerve: float = setting(0.2, "how often it bids three and not one", 0, 1)
    colour: int = setting(5, "of its hat", 1, 9)
    seconds: float = setting(0.0, "to think", 0)
    motto: str = setting("", "what it says")


class Bold(Agent):
    name = "bold"
    summary = {"en": "bids three as often as its nerve says", "fr": "mise trois selon son audace"}
    Settings = Nerve

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        bids = self.legal(view, seat)
        return Opinion(bids[2 if uniform(dice(seed, self.name)) < self.settings.nerve else 0])


DEFINITION = dataclasses.replace(
    lots.DEFINITION,
    name="nerves",
    agents={**lots.DEFINITION.agents, "bold": "learning.nerves:Bold"},
    recipes={"shy": "bold:nerve=0.1,motto=hm"},
)
