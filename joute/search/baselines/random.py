"""Any legal action, all equally likely: what every other agent must beat; and random play to the end, compiled."""

import time

import numpy as np

from joute.core.agent import AT_RANDOM, Agent, Stop
from joute.core.contract import Actions, Choices, Odds, Scores, advance, chances, chapter, movers, over, pick, resolve, returns
from joute.core.opinion import Judgement, Opinion
from joute.core.rng import Rng, below, draw, seeded
from joute.core.state import Fields, State, States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule


class Random(Agent):
    """Plays any legal action."""

    name = "random"
    policy = AT_RANDOM
    summary = {"en": "any legal action, all equally likely", "fr": "n'importe quelle action permise, au hasard"}

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


@rule
def play_out(state: Fields, whole: bool, actions: Actions, choices: Choices, odds: Odds, rng: Rng) -> int:
    """Random play to the end, or only of this chapter; returns how many times seats were asked to choose."""
    decisions = 0
    while not over(state) and (whole or not chapter(state)):
        asked = movers(state)
        if asked == 0:
            resolve(state, draw(rng, odds, chances(state, odds)))
            continue
        for seat in range(len(choices)):
            if asked >> seat & 1:
                choices[seat] = pick(state, seat, actions, rng)
                decisions += 1
        advance(state, choices)
    return decisions


@compiled
def random_games(start: States, count: int, actions: Actions, choices: Choices, odds: Odds, totals: Scores, rng: Rng) -> int:
    """Play this number of random games from one position; add up the scores and return the number of choices."""
    work = start.copy()
    scores = np.zeros(len(choices))
    decisions = 0
    for _ in range(count):
        work[0] = start[0]
        decisions += play_out(work[0], True, actions, choices, odds, rng)
        returns(work[0], scores)
        totals += scores
    return decisions
