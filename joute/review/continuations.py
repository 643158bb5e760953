"""Sampled continuations: every action is played in the same sampled worlds, and the game goes on by the rule `careful` for everybody.

A value is the mean of independent continuations under a fixed policy, so that more samples change its interval and not its meaning. A tree
search is not sampled so: its mean moves as the tree learns, and an action that it dislikes gets few visits.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from joute.core.beliefs import WorldChain, new_chain, next_world
from joute.core.contract import (
    Actions,
    Odds,
    advance,
    careful,
    consequences,
    evaluate,
    final_consequences,
    movers,
    over,
    prospects,
    returns,
)
from joute.core.facts import Fact
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.rng import Rng, draw, next_bits, seeded
from joute.core.state import State, States
from joute.jit.compile import compiled
from joute.jit.dispatch import lowest_bit, rule
from joute.search.common.rollout import RuleBuffers, next_decision

_32, HALF, MIXER, CONSTANT = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(0x9E3779B1), np.uint64(0x85EBCA6B)
PLAY_ON = -1  # in the place of a candidate: the seat chooses by the rule `careful`, too, and nothing is said of the consequences


class SamplingSpace(NamedTuple):
    """What the sampling writes to: a world, the same world played on, and the buffers of the rules."""

    world: States  # [1]
    played: States  # [1]
    chain: WorldChain
    buffers: RuleBuffers  # its generator plays the continuations
    worlds: Rng  # draws the worlds


class Continuations(NamedTuple):
    """What came of each action in each sampled world."""

    values: NDArray[np.float64]  # [world, action]
    consequences: NDArray[np.float64]  # [world, action, consequence]: by the next decision, then by the end of the chapter


def tracked(game: Game) -> tuple[Fact, ...]:
    """The consequences that are sampled: by the next decision, then by the end of the chapter."""
    return (*game.definition.consequences, *game.definition.final_consequences)


@rule
def unrelated_seed(rng: Rng) -> np.uint64:
    """A seed for a generator of its own. What xorshift64 gives is its next state: a generator with that seed would only follow it.

    A Feistel network mixes the bits; the products of halves do not overflow.
    """
    bits = next_bits(rng)
    left, right = bits >> _32, bits & HALF
    for _ in range(4):
        left, right = right, left ^ (((right ^ CONSTANT) * MIXER >> np.uint64(16)) & HALF)
    return left << _32 | right | np.uint64(1)


@rule
def play_candidate(
    world: States, seat: int, candidate: int, opponents: Odds, win: bool, near: int, space: SamplingSpace, reached: NDArray[np.float64]
) -> float:
    """Play a candidate in a world to the end of the chapter; return its value, and write what came of it to `reached`."""
    played = space.played
    actions, choices, odds, scores, rng = space.buffers
    # 1. Play the candidate, then play on carefully; what came of the action is seen when the seat is to choose again.
    played[0] = world[0]
    state = played[0]
    waiting = movers(state)
    first, seen = waiting != 0, False  # before a chance event nobody is to choose: no candidate is played
    if not first:
        waiting = next_decision(state, False, odds, rng)
    while waiting != 0:
        if candidate != PLAY_ON and not first and not seen and waiting >> seat & 1 == 1:
            consequences(world[0], state, seat, candidate, reached)
            seen = True
        while waiting != 0:
            other = lowest_bit(waiting)
            waiting &= waiting - 1
            if first and other == seat and candidate != PLAY_ON:
                choices[other] = candidate
            elif first and opponents[other].sum() > 0.0:
                choices[other] = draw(rng, opponents[other], opponents.shape[1])
            else:
                choices[other] = careful(state, other, actions, rng)
        first = False
        advance(state, choices)
        waiting = next_decision(state, False, odds, rng)
    # 2. What the end of the chapter brought, and what it is worth.
    if candidate != PLAY_ON:
        if not seen:
            consequences(world[0], state, seat, candidate, reached)
        final_consequences(world[0], state, seat, reached[near:])
    if win:
        prospects(state, scores)
    elif over(state):
        returns(state, scores)
    else:
        evaluate(state, scores)
    return scores[seat]


@compiled
def sample_continuations(
    start: States,
    seat: int,
    candidates: Actions,
    opponents: Odds,
    win: bool,
    hidden: bool,
    near: int,
    space: SamplingSpace,
    samples: Continuations,
) -> None:
    """Play each candidate in each sampled world to the end of the chapter.

    `opponents` [seat, action] is the mixed strategy of seats that choose at the same time; a row of zeros stands for the rule `careful`.
    `near` is the number of consequences by the next decision; those by the end of the chapter come after them.
    """
    world, buffers = space.world, space.buffers
    for number in range(len(samples.values)):
        if hidden:  # the same world for all candidates
            next_world(start, world, space.chain, seat, buffers.actions, buffers.choices, space.worlds)
        else:
            world[0] = start[0]
        chance = unrelated_seed(space.worlds)
        for index in range(len(candidates)):
            buffers.rng[0] = chance
            reached = samples.consequences[number, index]
            samples.values[number, index] = play_candidate(world, seat, candidates[index], opponents, win, near, space, reached)


@compiled
def continue_worlds(
    worlds: States, seat: int, candidates: Actions, opponents: Odds, win: bool, near: int, space: SamplingSpace, samples: Continuations
) -> None:
    """The same in worlds that are given: a row of the samples for each."""
    for number in range(len(worlds)):
        chance = unrelated_seed(space.worlds)
        for index in range(len(candidates)):
            space.buffers.rng[0] = chance
            reached = samples.consequences[number, index]
            world = worlds[number : number + 1]
            samples.values[number, index] = play_candidate(world, seat, candidates[index], opponents, win, near, space, reached)


class ContinuationSampler:
    """Draws samples for one decision; each call continues with fresh worlds."""

    def __init__(self, game: Game, view: State, seat: int, unit: Unit, belief: str, seed: int, opponents: Odds | None = None) -> None:
        self.game, self.view, self.seat, self.win = game, view, seat, unit is Unit.WIN
        spec = game.spec
        buffers = RuleBuffers(
            np.zeros(spec.widest, np.int64), np.zeros(spec.seats, np.int64), np.zeros(max(1, spec.outcomes)), np.zeros(spec.seats),
            seeded("continuation"),
        )  # fmt: skip
        world, played = np.zeros(1, game.dtype), np.zeros(1, game.dtype)
        self.space = SamplingSpace(world, played, new_chain(game, belief), buffers, seeded(seed, "judged worlds"))
        self._opponents = np.zeros((spec.seats, 1)) if opponents is None else opponents

    def sample(self, actions: list[int], count: int) -> Continuations:
        """Each of the actions in that number of fresh worlds."""
        width = max(1, len(tracked(self.game)))
        samples = Continuations(np.zeros((count, len(actions))), np.zeros((count, len(actions), width)))
        sample_continuations(*self._arguments(actions, samples))
        return samples

    def sample_in(self, worlds: States, actions: list[int]) -> Continuations:
        """Each of the actions in each of the worlds, with the same chance afterwards."""
        candidates, near, width = np.array(actions, np.int64), len(self.game.definition.consequences), max(1, len(tracked(self.game)))
        samples = Continuations(np.zeros((len(worlds), len(actions))), np.zeros((len(worlds), len(actions), width)))
        continue_worlds(worlds, self.seat, candidates, self._opponents, self.win, near, self.space, samples)
        return samples

    def prepare(self) -> None:
        """Compile: a clock that starts afterwards measures the sampling alone."""
        sample_continuations.prepare(*self._arguments([0], Continuations(np.zeros((0, 1)), np.zeros((0, 1, 1)))))

    def _arguments(self, actions: list[int], samples: Continuations) -> Any:
        hidden, candidates, near = self.game.spec.hidden, np.array(actions, np.int64), len(self.game.definition.consequences)
        return self.view.array, self.seat, candidates, self._opponents, self.win, hidden, near, self.space, samples
