"""The agent that acts at random, which every other agent must beat, and compiled random games."""

import time

import numpy as np

from joute.core.agent import AT_RANDOM, Agent, Stop
from joute.core.contract import Actions, Choices, Odds, Scores, returns
from joute.core.opinion import Judgement, Opinion
from joute.core.rng import Rng, below, seeded
from joute.core.state import State, States
from joute.jit.compile import compiled
from joute.jit.dispatch import borrowed
from joute.search.common.rollout import RuleBuffers, random_playout


class Random(Agent):
    """Plays any legal action."""

    name = "random"
    policy = AT_RANDOM
    summary = "any legal action, all equally likely"

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """An action drawn at random."""
        began = time.perf_counter()
        actions = self.legal(view, seat)
        action = actions[below(seeded(seed, "random"), len(actions))]
        judgements = [Judgement(action, weight=1 / len(actions)) for action in actions]
        seconds = time.perf_counter() - began
        return Opinion(action, judgements, pv=[action], nodes=1, seconds=seconds)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """An action drawn at random, without an opinion."""
        numbers = self.game.legal_numbers(view, seat)
        return numbers[below(seeded(seed, "random"), len(numbers))]


@compiled
def random_games(start: States, count: int, actions: Actions, choices: Choices, odds: Odds, totals: Scores, rng: Rng) -> int:
    """Play random games from one position; add up the scores and return the number of actions."""
    work, scores, played = start.copy(), np.zeros(len(choices)), 0
    buffers = RuleBuffers(borrowed(actions), borrowed(choices), borrowed(odds), scores, borrowed(rng))
    for _ in range(count):
        work[0] = start[0]
        played += random_playout(work[0], True, buffers)
        returns(work[0], scores)
        totals += scores
    return played
