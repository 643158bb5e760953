"""Regret matching over the choice at hand: every seat inside that may learn does, against opponents drawn from a mixture of habits.

Each iteration draws a habit for every other seat, then one seat tries both choices with the same next cards and plays the round to its
end; the banks are valued by the rule `evaluate`. Its regrets decide what it does when others try (regret matching+, Tammelin 2014). The
mixture is updated by what the view shows: seats that are still inside have explored on every turn of the round so far.
"""

import numpy as np

from joute.core.contract import advance, evaluate, over, returns
from joute.core.rng import draw, uniform
from joute.core.state import States
from joute.games.diamant.agents.rule_policy import CAREFUL, EXIT_FACTOR, LEAVER, player_row, returning_chance
from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, GEMS
from joute.games.diamant.rules import EXPLORE, RETURN, SEATS_IN
from joute.games.diamant.state import MOST_SEATS, DiamantState
from joute.jit.compile import compiled
from joute.jit.dispatch import lowest_bit, rule
from joute.jit.struct import Float64s, Int8s, Int64s, UInt64s
from joute.search.common.rollout import RuleBuffers, next_decision

LEARNS = 0  # the habit of a seat that learns: the first row; beyond the choice at hand it plays by that row
LEAST = 0.02  # that a habit explores, as the mixture sees it: nobody is certain to be excluded
LEAVES_AT = (8, 10, 12, 14, 16, 18, 20)


def habit_rows(learner: tuple[float, ...], tuned: tuple[float, ...], report: tuple[float, ...]) -> Float64s:
    """[habit] The players that others may be, as rows of the rule policy."""
    leavers = [player_row(LEAVER, gems) for gems in LEAVES_AT]
    return np.array([learner, player_row(CAREFUL), player_row(EXIT_FACTOR, *report), player_row(EXIT_FACTOR, *tuned[:7]), *leavers])


def prior(learns: float) -> Float64s:
    """[habit] How likely each habit is before anything was seen."""
    others = np.array([0.3, 0.2, 0.2, *[0.3 / len(LEAVES_AT)] * len(LEAVES_AT)])
    return np.concatenate([[learns], (1.0 - learns) * others])


@rule
def take_back_card(state: DiamantState) -> None:
    """Take the last card of the path back into the deck, with what those inside now got from it; how many were inside then is not known."""
    state.steps -= 1
    kind = state.path[state.steps]
    state.path[state.steps] = 0
    state.deck[kind] += 1
    if kind < FIRST_TRAP:
        count = SEATS_IN[state.inside]
        share = GEMS[kind] // count
        state.carried = max(0, state.carried - share)
        state.gems = max(0, state.gems - (GEMS[kind] - count * share))
    elif kind < FIRST_RELIC:
        state.warned &= ~(1 << (kind - FIRST_TRAP))


@rule
def update_mixture(work: States, rows: Float64s, mixture: Float64s) -> None:
    """[seat, habit] Multiply by the probability that the habit explored on every earlier turn of the round; `work` is used up."""
    state: DiamantState = work[0]
    while state.steps > 1:
        take_back_card(state)
        for seat in range(state.seats):
            if state.inside >> seat & 1:
                for habit in range(len(rows)):
                    mixture[seat, habit] *= max(LEAST, 1.0 - returning_chance(state, seat, rows[habit]))
    for seat in range(state.seats):
        total = mixture[seat].sum()
        for habit in range(len(rows)):
            mixture[seat, habit] /= total


@rule
def exploring_share(regrets: Float64s, seat: int) -> float:
    """The probability with which regret matching explores."""
    total = regrets[seat, EXPLORE] + regrets[seat, RETURN]
    return regrets[seat, EXPLORE] / total if total > 0.0 else 0.5


@rule
def play_round(state: DiamantState, habits: Int64s, rows: Float64s, cards: UInt64s, buffers: RuleBuffers) -> None:
    """Play the round to its end by the habits, and write what the banks are worth."""
    waiting = next_decision(state, False, buffers.odds, cards)
    while waiting != 0:
        while waiting != 0:
            seat = lowest_bit(waiting)
            waiting &= waiting - 1
            buffers.choices[seat] = RETURN if uniform(buffers.rng) < returning_chance(state, seat, rows[habits[seat]]) else EXPLORE
        advance(state, buffers.choices)
        waiting = next_decision(state, False, buffers.odds, cards)
    if over(state):
        returns(state, buffers.scores)
    else:
        evaluate(state, buffers.scores)


@compiled
def match_regrets(
    start: States, work: States, seat: int, iterations: int, rows: Float64s, mixture: Float64s, buffers: RuleBuffers, stop: Int8s
) -> Float64s:
    """The mean value of both choices for the seat."""
    rng, root = buffers.rng, np.zeros(MOST_SEATS, np.int64)
    work[0] = start[0]
    update_mixture(work, rows, mixture)
    inside = start[0].inside
    others = inside & ~(1 << seat)
    habits, cards = np.zeros(MOST_SEATS, np.int64), np.zeros(1, np.uint64)
    regrets, values, found = np.zeros((MOST_SEATS, 2)), np.zeros(2), np.zeros(2)
    tries = 0
    for iteration in range(iterations):
        if stop[0] != 0 and tries > 0:
            break
        # 1. The seat at hand tries both choices, and every other time another one that may learn.
        trying = seat
        if iteration % 2 == 1 and others != 0:
            skip = int(uniform(rng) * SEATS_IN[others])
            left = others
            for _ in range(skip):
                left &= left - 1
            trying = lowest_bit(left)
        # 2. Draw habits and choices of the others.
        left = inside
        while left != 0:
            other = lowest_bit(left)
            left &= left - 1
            habits[other] = LEARNS if other in (seat, trying) else draw(rng, mixture[other], len(rows))
            if habits[other] == LEARNS:
                root[other] = EXPLORE if uniform(rng) < exploring_share(regrets, other) else RETURN
            else:
                root[other] = RETURN if uniform(rng) < returning_chance(start[0], other, rows[habits[other]]) else EXPLORE
        # 3. Play the round out after each choice, with the same next cards.
        seed = np.uint64(uniform(rng) * 2.0**53) + np.uint64(1)
        for choice in range(2):
            cards[0] = seed
            work[0] = start[0]
            for other in range(len(buffers.choices)):
                buffers.choices[other] = root[other]
            buffers.choices[trying] = choice
            advance(work[0], buffers.choices)
            play_round(work[0], habits, rows, cards, buffers)
            values[choice] = buffers.scores[trying]
        # 4. Update the regrets and the means.
        share = exploring_share(regrets, trying)
        mean = share * values[EXPLORE] + (1.0 - share) * values[RETURN]
        for choice in range(2):
            regrets[trying, choice] = max(0.0, regrets[trying, choice] + values[choice] - mean)
        if trying == seat:
            tries += 1
            found[EXPLORE] += values[EXPLORE]
            found[RETURN] += values[RETURN]
    found[EXPLORE] /= tries
    found[RETURN] /= tries
    return found
