"""Many games side by side in machine code, up to the next choice of a network or a search at every table.

What waits there is gathered in one array, so that a network judges all tables at once; a search is asked table by table. What the
learner's choices led to goes straight into the replay memory: the choice, and either what the end of the episode was worth or what the
seat saw some choices later. An episode ends with a chapter (a deal, a round) or with the game.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions, Odds, Scores, advance, careful, chapter, legal, movers, over, pick, resolve, returns
from joute.core.rng import Rng, below, draw, next_bits, uniform
from joute.core.rule_calls import sample_chance
from joute.core.state import Fields, States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.learning.dqn.transitions import Rows, Tables, Traces, Transitions, Values
from joute.search.network.inference import baseline_value, outcome_values, view_features
from joute.search.network.prior import best_action

SEARCH, RANDOM, CAREFUL, LEARNER = -3, -2, -1, 0  # players; those above are networks of the past
FIRST = SEARCH  # the player that the first of the odds is for
NOBODY = -1  # the seat that a table waits for
WRITTEN, EPISODES, GAMES = 0, 1, 2  # what is counted


@rule
def options(state: Fields, seat: int, actions: Actions) -> int:
    """The legal actions; written out once, where the rule itself would be written into every caller."""
    return legal(state, seat, actions)


@rule
def plain_choice(state: Fields, seat: int, sensible: bool, actions: Actions, whims: Rng) -> int:
    """What a careful or a random player does."""
    return careful(state, seat, actions, whims) if sensible else pick(state, seat, actions, whims)


@rule
def note(memory: Transitions, counts: NDArray[np.int64], trace: Any) -> int:
    """Begin a transition with a choice; returns where it stands."""
    place = counts[WRITTEN] % len(memory)
    counts[WRITTEN] += 1
    row = memory[place]
    for index in range(len(row.seen)):
        row.seen[index] = trace.seen[index]
    row.action = trace.action
    row.following = 0
    row.ended = 1.0
    return place


@rule
def lead_on(
    table: Any,
    traces: Traces,
    number: int,
    seat: int,
    best: int,
    actions: Actions,
    count: int,
    memory: Transitions,
    counts: NDArray[np.int64],
) -> None:
    """The choice that lies so many choices back led to where the seat chooses now."""
    slots = traces.shape[2]
    then, trace = traces[number, seat, table.made[seat] % slots], traces[number, seat, (table.made[seat] + 1) % slots]
    row = memory[note(memory, counts, trace)]
    row.ended = 0.0
    row.worth = then.guess - trace.guess
    row.following = best
    for index in range(len(row.then)):
        row.then[index] = then.seen[index]
    for action in range(len(row.legal)):
        row.legal[action] = 0
    for index in range(count):
        row.legal[actions[index]] = 1


@rule
def close(table: Any, traces: Traces, number: int, scores: Scores, noting: bool, memory: Transitions, counts: NDArray[np.int64]) -> None:
    """The episode ends: every choice that still waits for its outcome gets it."""
    steps = traces.shape[2] - 1
    chosen = 0
    for seat in range(len(scores)):
        if table.players[seat] == LEARNER and noting:
            for choice in range(max(0, table.made[seat] - steps), table.made[seat]):
                trace = traces[number, seat, choice % (steps + 1)]
                memory[note(memory, counts, trace)].worth = scores[seat] - trace.guess
        chosen += table.made[seat]
        table.made[seat] = 0
    counts[EPISODES] += chosen > 0


@rule
def seat_players(table: Any, number: int, cast: Odds) -> None:
    """A new game: the learner has each seat in turn, all others are of one kind, drawn by the odds."""
    seats = len(table.players)
    rival = draw(table.whims, cast, len(cast)) + FIRST
    for seat in range(seats):
        table.players[seat] = LEARNER if seat == (number + table.left) % seats else rival
        table.made[seat] = 0


@rule
def reckon(table: Any, state: Fields, number: int, scores: Scores) -> None:
    """A game is over: the learner's share of it, and its score."""
    returns(state, scores)
    seat = (number + table.left) % len(scores)
    best, winners = scores.max(), 0
    for other in range(len(scores)):
        winners += scores[other] == best
    table.gained += 1.0 / winners if scores[seat] == best else 0.0
    table.points += scores[seat]
    table.left -= 1


@compiled
def play_on(
    states: States,
    tables: Tables,
    traces: Traces,
    memory: Transitions,
    counts: NDArray[np.int64],
    values: Values,
    rows: Rows,
    layout: States,
    scratch: States,
    cast: Odds,
    epsilon: float,
    noting: bool,
    win: bool,
    by_chapter: bool,
    guessing: bool,
    hidden: bool,
    lowest: float,
    scale: float,
    actions: Actions,
    odds: Odds,
    scores: Scores,
    seen: NDArray[np.float64],
) -> int:
    """Let everybody who was asked choose by their values, and play on until a network or a search is asked again; returns how many are."""
    steps, waiting = traces.shape[2] - 1, 0
    for number in range(len(tables)):
        table, state = tables[number], states[number]
        if table.left == 0:
            continue
        # 1. The choice that was waited for: the best, or now and then the learner's whim.
        if table.waiting != NOBODY:
            seat = table.waiting
            count = options(state, seat, actions)
            action = best_action(actions, count, values[number])
            if noting and table.players[seat] == LEARNER:
                if table.made[seat] >= steps:
                    lead_on(table, traces, number, seat, action, actions, count, memory, counts)
                if uniform(table.whims) < epsilon:
                    action = actions[below(table.whims, count)]
            table.choices[seat] = action
            if table.players[seat] == LEARNER:
                traces[number, seat, table.made[seat] % (steps + 1)].action = action
                table.made[seat] += 1
            table.asked &= ~(1 << seat)
            table.waiting = NOBODY
        while True:
            # 2. Everybody else who is asked, until a network or a search is.
            while table.asked != 0 and table.waiting == NOBODY:
                seat = 0
                while table.asked >> seat & 1 == 0:
                    seat += 1
                if table.players[seat] >= LEARNER or table.players[seat] == SEARCH:
                    table.waiting = seat
                    continue
                table.choices[seat] = plain_choice(state, seat, table.players[seat] == CAREFUL, actions, table.whims)
                table.asked &= ~(1 << seat)
            if table.waiting != NOBODY:
                break
            # 3. The choices are played, chance falls, chapters and games end, and new games begin.
            if movers(state) != 0:
                advance(state, table.choices)
            while True:
                ended = over(state)
                if ended or (by_chapter and chapter(state)):
                    outcome_values(state, win, lowest, scale, scores)
                    close(table, traces, number, scores, noting, memory, counts)
                if ended:
                    reckon(table, state, number, scores)
                    counts[GAMES] += 1
                    if table.left == 0:
                        break
                    states[number] = layout[0]
                    state.rng[0] = next_bits(table.whims)
                    seat_players(table, number, cast)
                if movers(state) != 0:
                    break
                resolve(state, sample_chance(state, odds))
            if table.left == 0:
                break
            table.asked = movers(state)
        if table.left == 0:
            continue
        # 4. What the network is to look at.
        seat = table.waiting
        view_features(state, seat, hidden, scratch, seen)
        for index in range(len(seen)):
            rows[number, index] = seen[index]
        waiting += 1
        if table.players[seat] == LEARNER:
            trace = traces[number, seat, table.made[seat] % (steps + 1)]
            trace.guess = baseline_value(scratch[0], seat, win, lowest, scale, scores) if guessing else 0.0
            for index in range(len(seen)):
                trace.seen[index] = seen[index]
    return waiting


@compiled
def seat_all(tables: Tables, cast: Odds) -> None:
    """Players for the first game of every table."""
    for number in range(len(tables)):
        seat_players(tables[number], number, cast)
