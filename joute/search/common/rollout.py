"""Simulated play from a position: sampled chance, random and careful playouts, and the value of the position reached."""

from typing import NamedTuple

from joute.core.contract import (
    Actions,
    Choices,
    Odds,
    Scores,
    advance,
    careful,
    chances,
    chapter,
    evaluate,
    forget,
    movers,
    over,
    pick,
    prospects,
    resolve,
    returns,
)
from joute.core.rng import Rng, draw, uniform
from joute.core.state import Fields
from joute.i18n import Sentence
from joute.jit.dispatch import borrowed, inline, lowest_bit, rule

RANDOM, CAREFUL, EVALUATE, NETWORK = 0, 1, 2, 3  # how a new position is evaluated
ROLLOUTS = {"random": RANDOM, "careful": CAREFUL, "evaluate": EVALUATE}
ROLLOUT_HELP: Sentence = "how a new position is evaluated: by a random or careful playout, by the game's evaluation, or by a network"
SEARCHED = -1.0  # as epsilon: the other seats act as the search finds best


class RuleBuffers(NamedTuple):
    """What rules write to during simulated play, and its random generator."""

    actions: Actions
    choices: Choices
    odds: Odds
    scores: Scores
    rng: Rng


@inline
def next_decision(state: Fields, whole: bool, odds: Odds, rng: Rng) -> int:
    """Sample chance up to the next decision: the seats that must act, or 0 at the end of the game (or of a chapter, unless `whole`)."""
    while not over(state) and (whole or not chapter(state)):
        seats = movers(state)
        if seats != 0:
            return seats
        resolve(state, draw(rng, odds, chances(state, odds)))
    return 0


@rule
def random_playout(state: Fields, whole: bool, buffers: RuleBuffers) -> int:
    """Random play to the end of the game, or only of this chapter; returns the number of actions."""
    actions, choices, odds, _, rng = borrowed(buffers)
    count = 0
    seats = next_decision(state, whole, odds, rng)
    while seats != 0:
        while seats != 0:
            seat = lowest_bit(seats)
            seats &= seats - 1
            choices[seat] = pick(state, seat, actions, rng)
            count += 1
        advance(state, choices)
        seats = next_decision(state, whole, odds, rng)
    return count


@rule
def careful_playout(state: Fields, observer: int, random_opponents: bool, buffers: RuleBuffers) -> None:
    """Play by the rule `careful` to the end of this chapter; opponents of the observer may play at random instead."""
    actions, choices, odds, _, rng = borrowed(buffers)
    seats = next_decision(state, False, odds, rng)
    while seats != 0:
        while seats != 0:
            seat = lowest_bit(seats)
            seats &= seats - 1
            at_random = random_opponents and seat != observer
            choices[seat] = pick(state, seat, actions, rng) if at_random else careful(state, seat, actions, rng)
        advance(state, choices)
        seats = next_decision(state, False, odds, rng)


@rule
def opponent_action(state: Fields, seat: int, epsilon: float, actions: Actions, rng: Rng) -> int:
    """The action of a seat that does not search: by the rule `careful`, or at random with probability epsilon."""
    at_random = epsilon > 0.0 and uniform(rng) < epsilon
    return pick(state, seat, actions, rng) if at_random else careful(state, seat, actions, rng)


@inline
def roll_out(state: Fields, rollout: int, win: bool, observer: int, epsilon: float, buffers: RuleBuffers) -> None:
    """Write what a new position is worth to every seat, after a playout or by the game's evaluation: scores, or chances to win.

    Opponents of the observer that act at random in the search do so in a careful playout too.
    """
    if rollout == RANDOM:
        forget(state)
        random_playout(state, False, buffers)
    elif rollout == CAREFUL:
        careful_playout(state, observer, epsilon == 1.0, buffers)
    if win:
        prospects(state, buffers.scores)
    elif over(state):
        returns(state, buffers.scores)
    else:
        evaluate(state, buffers.scores)
