"""Self-play that learns the blueprint: `python -m joute.games.love_letter.agents.train_blueprint --rounds 4000000 --seed 1`.

Regularised policy gradient: an option's weight grows with what it brought above the mean of the decision, and shrinks towards a uniform
choice by an entropy term that fades, so that the strategy keeps mixing where options are close (Sokota et al. 2023: magnetic mirror
descent). The mean of the weights over the last two fifths of the training is the result. The value of a decision has the same terms.
"""

import argparse
import json
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from joute.core.contract import advance, chances, chapter, evaluate, movers, over, resolve
from joute.core.registry import game
from joute.core.rng import Rng, below, draw, seeded, uniform
from joute.core.state import States
from joute.games.love_letter.actions import card_of, retained_of
from joute.games.love_letter.agents.blueprint import FILE
from joute.games.love_letter.agents.blueprint_policy import (
    OPTIONS,
    RATES,
    STAGE_OF,
    STAGES,
    TERMS,
    PolicyBuffers,
    initial_rates,
    initial_weights,
    new_buffers,
    set_finer,
    set_options,
)
from joute.games.love_letter.cards import KINDS, NONE
from joute.games.love_letter.evaluate import first_of_two
from joute.games.love_letter.state import DRAWN, KEEP, LoveLetterState, deck_size
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s, Int64s

DECISIONS = 64  # of a round, at most
MODULE = "python -m joute.games.love_letter.agents.train_blueprint"


class Trace(NamedTuple):
    """The decisions of a round."""

    seats: Int64s  # [decision]
    n_options: Int64s  # [decision]
    chosen: Int64s  # [decision]
    counts: Int64s  # [decision, option]
    places: Int64s  # [decision, option, term]
    amounts: Float64s  # [decision, option, term]
    shares: Float64s  # [decision, option]
    n_finer: Int64s  # [decision]
    finer_chosen: Int64s  # [decision]
    finer_places: Int64s  # [decision, choice, term]
    finer_amounts: Float64s  # [decision, choice, term]
    finer_shares: Float64s  # [decision, choice]


class Tables(NamedTuple):
    """What training changes."""

    weights: Float64s
    values: Float64s  # by the same terms: what an option brings
    sums: Float64s  # of the weights, for their mean
    rates: Float64s
    tallies: Float64s  # how often a card was played beside another, and a Chancellor's card retained
    seen: Float64s  # [stage, kind] how often it was one of a Chancellor's three


def new_trace() -> Trace:
    """Room for a round."""
    return Trace(
        np.zeros(DECISIONS, np.int64),
        np.zeros(DECISIONS, np.int64),
        np.zeros(DECISIONS, np.int64),
        np.zeros((DECISIONS, OPTIONS), np.int64),
        np.zeros((DECISIONS, OPTIONS, TERMS), np.int64),
        np.zeros((DECISIONS, OPTIONS, TERMS)),
        np.zeros((DECISIONS, OPTIONS)),
        np.zeros(DECISIONS, np.int64),
        np.zeros(DECISIONS, np.int64),
        np.zeros((DECISIONS, KINDS, 2), np.int64),
        np.zeros((DECISIONS, KINDS, 2)),
        np.zeros((DECISIONS, KINDS)),
    )


@rule
def record(trace: Trace, number: int, seat: int, count: int, option: int, buffers: PolicyBuffers) -> None:
    """Copy a decision."""
    trace.seats[number], trace.n_options[number], trace.chosen[number] = seat, count, option
    for other in range(count):
        trace.counts[number, other] = buffers.n_terms[other]
        trace.shares[number, other] = buffers.shares[other]
        for term in range(buffers.n_terms[other]):
            trace.places[number, other, term] = buffers.places[other, term]
            trace.amounts[number, other, term] = buffers.amounts[other, term]


@rule
def record_finer(trace: Trace, number: int, count: int, choice: int, buffers: PolicyBuffers) -> None:
    """Copy a finer choice."""
    trace.n_finer[number], trace.finer_chosen[number] = count, choice
    for other in range(count):
        trace.finer_shares[number, other] = buffers.finer_shares[other]
        for term in range(2):
            trace.finer_places[number, other, term] = buffers.finer_places[other, term]
            trace.finer_amounts[number, other, term] = buffers.finer_amounts[other, term]


@rule
def tally(state: LoveLetterState, seat: int, action: int, tables: Tables) -> None:
    """Count what was played beside what, or what a Chancellor's player retained."""
    stage = STAGE_OF[deck_size(state)]
    held, drawn = state.cards[seat], state.cards[DRAWN]
    if state.phase == KEEP:
        last = state.cards[DRAWN + 1]
        tables.tallies[RATES + stage * KINDS + retained_of(action)] += 1.0
        tables.seen[stage * KINDS + held] += 1.0
        if drawn != held:
            tables.seen[stage * KINDS + drawn] += 1.0
        if last != NONE and last != held and last != drawn:
            tables.seen[stage * KINDS + last] += 1.0
        return
    card = card_of(action)
    retained = drawn if card == held else held
    sheltered = state.protected >> (1 - seat) & 1
    tables.tallies[((stage * 2 + sheltered) * KINDS + card) * KINDS + retained] += 1.0


@rule
def learn(trace: Trace, decisions: int, gains: Float64s, rate: float, value_rate: float, entropy: float, tables: Tables) -> None:
    """Change the weights by what a round brought each seat."""
    weights, values = tables.weights, tables.values
    for number in range(decisions):
        count, chosen, gain = trace.n_options[number], trace.chosen[number], gains[trace.seats[number]]
        advantage = 0.0
        # 1. The value of each option, and what the chosen one brought above the mean.
        if count > 1:
            mean, own, mixed = 0.0, 0.0, 0.0
            for option in range(count):
                value = 0.0
                for term in range(trace.counts[number, option]):
                    value += values[trace.places[number, option, term]] * trace.amounts[number, option, term]
                share = trace.shares[number, option]
                mean += share * value
                mixed -= share * np.log(max(share, 1e-12))
                if option == chosen:
                    own = value
            advantage = gain - mean
            # 2. Weights, towards the gain and towards a mixture.
            for option in range(count):
                share = trace.shares[number, option]
                step = rate * advantage * ((1.0 if option == chosen else 0.0) - share)
                step -= rate * entropy * share * (np.log(max(share, 1e-12)) + mixed)
                for term in range(trace.counts[number, option]):
                    weights[trace.places[number, option, term]] += step * trace.amounts[number, option, term]
            for term in range(trace.counts[number, chosen]):
                values[trace.places[number, chosen, term]] += value_rate * (gain - own) * trace.amounts[number, chosen, term]
        # 3. The finer choice, by the same advantage.
        count = trace.n_finer[number]
        if count > 1 and trace.n_options[number] > 1:
            for choice in range(count):
                step = rate * advantage * ((1.0 if choice == trace.finer_chosen[number] else 0.0) - trace.finer_shares[number, choice])
                for term in range(2):
                    weights[trace.finer_places[number, choice, term]] += step * trace.finer_amounts[number, choice, term]


@rule
def update_rates(tables: Tables, decay: float) -> None:
    """How often a card is played when it is held beside another."""
    for row in range(STAGES * 2):
        for played in range(KINDS):
            for retained in range(KINDS):
                one = tables.tallies[(row * KINDS + played) * KINDS + retained] + 1.0
                other = tables.tallies[(row * KINDS + retained) * KINDS + played] + 1.0
                tables.rates[(row * KINDS + played) * KINDS + retained] = max(0.01, one / (one + other)) if played != retained else 1.0
    for place in range(STAGES * KINDS):
        tables.rates[RATES + place] = max(0.01, (tables.tallies[RATES + place] + 1.0) / (tables.seen[place] + 3.0))
    for place in range(len(tables.tallies)):
        tables.tallies[place] *= decay
    for place in range(len(tables.seen)):
        tables.seen[place] *= decay


class LearningPace(NamedTuple):
    """How a stretch of rounds is learnt from."""

    rounds: int
    rate: float
    entropy: float
    averaging: bool  # whether the weights count towards the mean


@compiled
def train(start: States, pace: LearningPace, trace: Trace, tables: Tables, buffers: PolicyBuffers, rng: Rng) -> float:
    """Play rounds and learn from each; returns the mean entropy of the first options."""
    rate, entropy, averaging = pace.rate, pace.entropy, pace.averaging
    work, odds, choices, scores, gains = start.copy(), np.zeros(16), np.zeros(2, np.int64), np.zeros(2), np.zeros(2)
    mixed, mixing = 0.0, 0
    for number in range(pace.rounds):
        # 1. A round at any score.
        work[0] = start[0]
        state = work[0]
        state.leader = below(rng, 2)
        state.mover = state.leader
        for seat in range(2):
            state.tokens[seat] = state.goal - 1 if uniform(rng) < 0.4 else below(rng, state.goal)
        if state.tokens[0] != state.tokens[1] and uniform(rng) < 0.3:
            state.tokens[1] = state.tokens[0]
        best, worst = first_of_two(state, 0, 1, 0), first_of_two(state, 1, 0, 1)
        decisions = 0
        while not over(state) and not chapter(state):
            if movers(state) == 0:
                resolve(state, draw(rng, odds, chances(state, odds)))
                continue
            seat = state.mover
            count = set_options(state, seat, tables.weights, tables.rates, buffers)
            option = draw(rng, buffers.shares, count) if count > 1 else 0
            action = buffers.actions[option]
            record(trace, decisions, seat, count, option, buffers)
            finer = set_finer(state, seat, action, tables.weights, buffers)
            choice = draw(rng, buffers.finer_shares, finer) if finer > 0 else 0
            record_finer(trace, decisions, finer, choice, buffers)
            if finer > 0:
                action = buffers.finer_actions[choice]
            if count > 1:
                for other in range(count):
                    mixed -= buffers.shares[other] * np.log(max(1e-12, buffers.shares[other]))
                mixing += 1
            tally(state, seat, action, tables)
            decisions += 1
            choices[seat] = action
            advance(state, choices)
        # 2. What it brought, between a loss at -1/2 and a win at 1/2.
        evaluate(state, scores)
        gains[0] = (scores[0] - worst) / (best - worst) - 0.5
        gains[1] = -gains[0]
        learn(trace, decisions, gains, rate, 0.02, entropy, tables)
        if number % 20_000 == 19_999:
            update_rates(tables, 0.5)
        if averaging and number % 500 == 0:
            tables.sums[-1] += 1.0
            for place in range(len(tables.weights)):
                tables.sums[place] += tables.weights[place]
    return mixed / max(1, mixing)


def main() -> None:
    """Train, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--entropy", type=float, default=0.02)
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args()
    letter = game("love_letter").fast()
    start, weights = letter.laid_out().array, initial_weights()
    tables = Tables(
        weights,
        np.zeros(len(weights)),
        np.zeros(len(weights) + 1),
        initial_rates(),
        np.zeros(RATES + STAGES * KINDS),
        np.zeros(STAGES * KINDS),
    )
    trace, buffers, rng = new_trace(), new_buffers(), seeded(args.seed, "blueprint")
    steps, began = 40, time.process_time()
    for step in range(steps):
        share = step / steps
        pace = LearningPace(args.rounds // steps, args.rate * (1 - share) ** 1.5 + 0.002, args.entropy * (1 - share) + 0.003, share >= 0.6)
        mixed = train(start, pace, trace, tables, buffers, rng)
        print(f"{step + 1}/{steps}: entropy {mixed:.3f}, {time.process_time() - began:.0f} s", flush=True)
        mean = tables.sums[:-1] / tables.sums[-1] if tables.sums[-1] else tables.weights
        made = {
            "made_by": f"{MODULE} --rounds {args.rounds} --seed {args.seed} --rate {args.rate} --entropy {args.entropy}",
            "weights": np.round(mean, 3).tolist(),
            "rates": np.round(tables.rates, 4).tolist(),
        }
        args.out.write_text(json.dumps(made, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
