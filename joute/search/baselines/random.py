"""Any legal action, all equally likely: what every other agent must beat; and random play to the end, compiled."""

import time

import numpy as np

from joute.core.beliefs import beliefs
from joute.core.contract import Actions, Choices, Odds, Record, Scores
from joute.core.opinion import AT_RANDOM, Agent, Judgement, Opinion, Stop
from joute.core.rng import Dice, below, dice, draw
from joute.core.rule_calls import States
from joute.core.state import State
from joute.jit.compile import advance, chances, chapter, compiled, movers, over, pick, resolve, returns, rule


class Random(Agent):
    """Plays any legal action."""

    name = "random"
    policy = AT_RANDOM
    summary = {"en": "any legal action, all equally likely", "fr": "n'importe quelle action permise, au hasard"}

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """An action drawn by lot."""
        began = time.perf_counter()
        actions = self.legal(view, seat)
        action = actions[below(dice(seed, "random"), len(actions))]
        judgements = [Judgement(action, weight=1 / len(actions)) for action in actions]
        seconds = time.perf_counter() - began
        believed = {} if stop is not None and stop.brief else beliefs(self.game, view, seed)
        return Opinion(action, judgements, line=[action], nodes=1, seconds=seconds, beliefs=believed)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """An action drawn by lot, without the words."""
        numbers = self.game.legal_numbers(view, seat)
        return numbers[below(dice(seed, "random"), len(numbers))]


@rule
def play_out(state: Record, whole: bool, actions: Actions, choices: Choices, odds: Odds, dice: Dice) -> int:
    """Random play to the end, or only of this chapter; returns how many times seats were asked to choose."""
    decisions = 0
    while not over(state) and (whole or not chapter(state)):
        asked = movers(state)
        if asked == 0:
            resolve(state, draw(dice, odds, chances(state, odds)))
            continue
        for seat in range(len(choices)):
            if asked >> seat & 1:
                choices[seat] = pick(state, seat, actions, dice)
                decisions += 1
        advance(state, choices)
    return decisions


@compiled
def random_games(start: States, count: int, actions: Actions, choices: Choices, odds: Odds, totals: Scores, dice: Dice) -> int:
    """So many random games from one position; adds up the scores and returns the number of choices."""
    work = start.copy()
    scores = np.zeros(len(choices))
    decisions = 0
    for _ in range(count):
        work[0] = start[0]
        decisions += play_out(work[0], True, actions, choices, odds, dice)
        returns(work[0], scores)
        totals += scores
    return decisions
