"""The agent `blueprint`: a mixed strategy learnt by self-play, improved at every decision by playouts of itself in worlds that fit.

With `worlds=0` it plays the learnt probabilities (`blueprint_policy.py`). Otherwise every action that these consider is tried in sampled
worlds, as likely as the other seat's plays are by the same strategy, and both seats play on by the blueprint. An action's probability is
then multiplied by e to its mean result over the temperature: the best response that stays close to the blueprint, so that it still mixes.
"""

import json
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from joute.core.agent import Agent, Stop
from joute.core.beliefs import INFERRED
from joute.core.contract import advance, chances, chapter, evaluate, imagine, movers, over, resolve
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion, with_the_rest
from joute.core.rng import Rng, draw, seeded, uniform
from joute.core.settings import setting
from joute.core.state import State, States
from joute.games.love_letter.agents.blueprint_policy import (
    PolicyBuffers,
    blueprint_action,
    new_buffers,
    set_finer,
    set_options,
    weigh_hands,
)
from joute.games.love_letter.cards import KINDS
from joute.games.love_letter.evaluate import first_of_two
from joute.games.love_letter.state import LoveLetterState
from joute.i18n import say
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s, Int8s, Int64s

FILE = Path(__file__).with_name("blueprint.json")
WIDEST = 24  # actions that a blueprint considers, at most
RARE = 0.001  # a smaller probability is not considered
FIRST_SHARE = 0.25  # of the worlds, in which all actions are tried; then only those that are still possible
PATIENCE = 64  # worlds that are drawn to find a likely one


@cache
def shipped() -> tuple[Float64s, Float64s]:
    """The weights and the rates that self-play has learnt."""
    learnt = json.loads(FILE.read_text(encoding="utf-8"))
    return np.array(learnt["weights"]), np.array(learnt["rates"])


@rule
def play_on(
    state: LoveLetterState, weights: Float64s, rates: Float64s, buffers: PolicyBuffers, odds: Float64s, choices: Int64s, rng: Rng
) -> None:
    """Both seats play by the blueprint to the end of the round."""
    while not over(state) and not chapter(state):
        if movers(state) == 0:
            resolve(state, draw(rng, odds, chances(state, odds)))
        else:
            choices[state.mover] = blueprint_action(state, state.mover, weights, rates, buffers, rng)
            advance(state, choices)


@compiled
def consider_actions(
    view: States, seat: int, weights: Float64s, rates: Float64s, buffers: PolicyBuffers, actions: Int64s, shares: Float64s
) -> int:
    """Write the actions that the blueprint may play and their probabilities; returns their number."""
    state, found, total = view[0], 0, 0.0
    count = set_options(state, seat, weights, rates, buffers)
    for option in range(count):
        action = buffers.actions[option]
        finer = set_finer(state, seat, action, weights, buffers)
        for number in range(max(1, finer)):
            share = buffers.shares[option] * (buffers.finer_shares[number] if finer else 1.0)
            if share >= RARE and found < len(actions):
                actions[found] = buffers.finer_actions[number] if finer else action
                shares[found] = share
                total += share
                found += 1
    for number in range(found):
        shares[number] /= total
    return found


@rule
def mix(values: Float64s, tries: Int64s, shares: Float64s, temperature: float, mixed: Float64s) -> None:
    """The blueprint's probabilities, multiplied by e to the mean result over the temperature."""
    highest, total = -1e9, 0.0
    for number in range(len(values)):
        highest = max(highest, values[number] / tries[number])
    for number in range(len(values)):
        mixed[number] = shares[number] * np.exp((values[number] / tries[number] - highest) / temperature)
        total += mixed[number]
    for number in range(len(values)):
        mixed[number] /= total


class ActionTrial(NamedTuple):
    """The actions that are tried, and what they brought."""

    actions: Int64s
    shares: Float64s  # the blueprint's probabilities
    values: Float64s  # sums of the results
    tries: Int64s
    mixed: Float64s  # the new probabilities


class ActionTrialRules(NamedTuple):
    """How actions are tried."""

    weights: Float64s
    rates: Float64s
    worlds: int  # at most
    temperature: float


@compiled
def try_actions(view: States, seat: int, rules: ActionTrialRules, trial: ActionTrial, buffers: PolicyBuffers, rng: Rng, stop: Int8s) -> int:
    """Play every action in sampled worlds, and write what they brought and the new probabilities; returns the number of worlds."""
    weights, rates, worlds, temperature = rules.weights, rules.rates, rules.worlds, rules.temperature
    actions, shares, values, tries, mixed = trial.actions, trial.shares, trial.values, trial.tries, trial.mixed
    world, work, odds, choices, scores = view.copy(), view.copy(), np.zeros(16), np.zeros(2, np.int64), np.zeros(2)
    likely, other, possible, done = np.zeros(KINDS), 1 - seat, np.ones(len(actions), np.bool_), 0
    weigh_hands(view[0], other, rates, likely)
    highest = likely.max()
    for number in range(worlds):
        if stop[0] and number > 0:
            break
        # 1. A world, as likely as what the other seat has played.
        for _ in range(PATIENCE):
            world[0] = view[0]
            imagine(world[0], seat, rng)
            held = world[0].cards[other]
            if uniform(rng) * highest <= likely[held]:
                break
        # 2. Every action that is still possible, played to the end of the round.
        for place in range(len(actions)):
            if possible[place]:
                work[0] = world[0]
                choices[seat] = actions[place]
                advance(work[0], choices)
                play_on(work[0], weights, rates, buffers, odds, choices, rng)
                evaluate(work[0], scores)
                values[place] += scores[seat]
                tries[place] += 1
        done += 1
        # 3. An action that would hardly be played is tried no more.
        if number == int(worlds * FIRST_SHARE):
            mix(values, tries, shares, temperature, mixed)
            for place in range(len(actions)):
                possible[place] = mixed[place] > RARE
    mix(values, tries, shares, temperature, mixed)
    return done


@dataclass(frozen=True)
class BlueprintSettings:
    """Settings of blueprint."""

    worlds: int = setting(
        2000, "worlds in which every action is tried (0: the learnt probabilities as they are)", 0, 1_000_000, public=20_000
    )
    temperature: float = setting(0.05, "how far results may lead away from the learnt probabilities, as a share of the round", 0.001, 10)


class Blueprint(Agent):
    """Plays a mixed strategy that self-play has learnt."""

    name = "blueprint"
    summary = "a mixed strategy learnt by self-play for two seats, improved by playouts in worlds that fit"
    Settings = BlueprintSettings
    mixes = True

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """It has learnt to play with two seats."""
        return None if game.spec.seats == 2 else say("blueprint plays Love Letter with two seats, not with {seats}", seats=game.spec.seats)

    @property
    def belief(self) -> str:
        """By what the other seat has played."""
        return INFERRED

    @property
    def quick(self) -> bool:
        """Without playouts it is."""
        return self.settings.worlds == 0

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """An action drawn from the mixed strategy."""
        began, stop, legal = time.perf_counter(), stop or Stop(), self.legal(view, seat)
        actions, shares, buffers, rng = np.zeros(WIDEST, np.int64), np.zeros(WIDEST), new_buffers(), seeded(seed, self.name)
        weights, rates = shipped()
        count = int(consider_actions(view.array, seat, weights, rates, buffers, actions, shares))
        actions, mixed = actions[:count], shares[:count].copy()
        values, tries, worlds = np.zeros(count), np.zeros(count, np.int64), 0
        if self.settings.worlds and count > 1:
            rules = ActionTrialRules(weights, rates, self.settings.worlds, self.scale(view))
            trial = ActionTrial(actions, shares[:count], values, tries, mixed)
            worlds = int(try_actions(view.array, seat, rules, trial, buffers, rng, stop.flag))
        means = [float(value / n) if n else None for value, n in zip(values, tries, strict=True)]
        judgements = [
            Judgement(self.game.actions[int(action)], value=mean, visits=int(n) or None, weight=float(weight))
            for action, mean, n, weight in zip(actions, means, tries, mixed, strict=True)
        ]
        judgements.sort(key=lambda judgement: judgement.weight or 0.0, reverse=True)
        action = self.game.actions[int(actions[draw(rng, mixed, count)])]
        value = float(sum(weight * mean for weight, mean in zip(mixed, means, strict=True) if mean is not None)) if worlds else None
        seconds = time.perf_counter() - began
        return Opinion(action, with_the_rest(judgements, legal), value, [action], nodes=max(1, int(tries.sum())), seconds=seconds)

    def scale(self, view: State) -> float:
        """The temperature in scores: a round is worth more or less of a match."""
        state = LoveLetterState.of(view)
        if state.goal == 0:
            return float(self.settings.temperature)
        return float(self.settings.temperature * (first_of_two(state, 0, 1, 0) - first_of_two(state, 1, 0, 1)))
