"""An agent of one's own in one file: it tries every legal action, and finishes random games from there.

joute duel love_letter examples/agents/rollouts.py:Rollouts random --games 20
joute play diamant --seats human,examples/agents/rollouts.py:Rollouts:playouts=50
"""

import random
import time
from dataclasses import dataclass
from statistics import fmean

from joute import Action, Agent, Judgement, Opinion, State, Stop, setting


@dataclass(frozen=True)
class RolloutSettings:
    """The settings, as in `rollouts.py:Rollouts:playouts=50`."""

    playouts: int = setting(20, "number of random games for each legal action", 1, 10_000)


class Rollouts(Agent):
    """Plays the action after which random games end best for its seat."""

    name = "rollouts"
    summary = "one action ahead, then random games"
    Settings = RolloutSettings
    settings: RolloutSettings

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The mean score of random games after each legal action; all actions are tried in the same sampled worlds."""
        began = time.perf_counter()
        rng = random.Random(seed)
        legal = self.legal(view, seat)
        scores: dict[Action, list[float]] = {action: [] for action in legal}
        for _ in range(self.settings.playouts):
            world = self.game.imagine(view, rng.getrandbits(32))  # a full state that fits what the seat knows
            for action in legal:
                scores[action].append(self.playout(world.copy(), seat, action, rng))
            if stop is not None and stop.flag[0]:
                break
        judgements = [Judgement(action, value=fmean(found), visits=len(found)) for action, found in scores.items()]
        judgements.sort(key=lambda judgement: -(judgement.value or 0.0))
        best = judgements[0]
        nodes = sum(len(found) for found in scores.values())
        return Opinion(best.action, judgements, best.value, pv=[best.action], nodes=nodes, seconds=time.perf_counter() - began)

    def playout(self, state: State, seat: int, action: int, rng: random.Random) -> float:
        """The seat's score after the action and random actions of all seats."""
        game = self.game
        first = True
        while not game.over(state):
            choices = {mover: rng.choice(game.legal_numbers(state, mover)) for mover in game.movers(state)}
            if first:
                choices[seat], first = action, False
            game.step(state, choices)
        return game.returns(state)[seat]
