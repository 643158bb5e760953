"""Checks of the compiled rules: they compile, they stay within every array, and they play as plain Python does."""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import (
    Actions,
    Choices,
    Odds,
    Scores,
    Values,
    Words,
    advance,
    candidates,
    careful,
    chances,
    chapter,
    evaluate,
    facts,
    features,
    fold,
    hide,
    imagine,
    legal,
    movers,
    over,
    pick,
    quiet,
    resolve,
    returns,
)
from joute.core.rng import Rng, below, seeded
from joute.core.state import State, States
from joute.i18n import Sentence
from joute.jit.compile import CannotCompile, OutOfBounds, checked_bounds, compiled
from joute.jit.record_proxy import StatesProxy
from joute.testing.effort import Effort, ProcessorClock
from joute.testing.knowledge import bare
from joute.testing.moment import LARGE, Moment, Move, Numbers
from joute.testing.problem import Problem
from joute.testing.run import TURNS, Run, raised
from joute.testing.whole import positions

COMPARED = 30  # games that are played in both worlds
LOOKED_AT = 60  # positions in which the other rules are compared
MOST = 20_000  # moves of a game
OPTIONAL = ("hide", "imagine", "evaluate", "features", "candidates", "pick", "careful", "quiet", "chapter", "facts")
ELSEWHERE: Sentence = "compiled, {rule} leads to another position than in plain Python"
OTHER_ANSWER: Sentence = "compiled, {rule} answers otherwise than in plain Python"


@compiled
def play_random(
    states: States, words: Words, actions: Actions, choices: Choices, odds: Odds, scores: Scores, rng: Rng, trace: NDArray[np.uint64]
) -> tuple[int, int]:
    """Play a random game: the number of moves and of decisions (-1: it has not ended); a hash of each position goes into `trace`."""
    moves, decisions = 0, 0
    while not over(states[0]):
        if moves >= len(trace):
            return moves, -1
        asked = movers(states[0])
        if asked == 0:
            count = chances(states[0], odds)
            possible = 0
            for outcome in range(count):
                possible += odds[outcome] > 0.0
            if possible == 0:
                return moves, -1
            wanted = below(rng, LARGE) % possible
            for outcome in range(count):
                if odds[outcome] > 0.0:
                    if wanted == 0:
                        resolve(states[0], outcome)
                        break
                    wanted -= 1
        else:
            choices[:] = -1
            for seat in range(len(choices)):
                if asked >> seat & 1:
                    count = legal(states[0], seat, actions)
                    if count < 1:
                        return moves, -1
                    choices[seat] = actions[below(rng, LARGE) % count]
            advance(states[0], choices)
            decisions += 1
        trace[moves] = fold(words)
        moves += 1
    returns(states[0], scores)
    return moves, decisions


@compiled
def look(
    states: States, seat: int, mover: bool, values: Scores, out: Values, said_facts: Values, actions: Actions, rng: Rng
) -> tuple[int, int, int, bool, bool]:
    """What every other rule says of a position; the state becomes a sampled world."""
    count, picked, chosen = 0, 0, 0
    still, ended = quiet(states[0]), chapter(states[0])
    evaluate(states[0], values)
    hide(states[0], seat)
    features(states[0], seat, out)
    if mover:
        count = candidates(states[0], seat, actions)
        picked = pick(states[0], seat, actions, rng)
        chosen = careful(states[0], seat, actions, rng)
        facts(states[0], seat, picked, said_facts)
    imagine(states[0], seat, rng)
    return count, picked, chosen, still, ended


def check(run: Run, effort: Effort) -> Iterator[tuple[Problem, tuple[Move, ...] | None]]:
    """What is wrong, with the moves that show it, if there are any; what plain Python finds, too, is noted in the run."""
    try:
        with checked_bounds():
            yield from check_games(run, effort)
            if any(map(run.game.definition.states_itself, OPTIONAL)):
                yield from check_looks(run, effort.seed)
    except CannotCompile as error:
        sentence, values = error.sentence, error.values
        yield Problem("rules_compile", error.function, sentence, values, error.line, error.file), None
    except Exception as error:
        yield raised(error, run.game.definition, ""), None


def check_games(run: Run, effort: Effort) -> Iterator[tuple[Problem, tuple[Move, ...] | None]]:
    """Random games in compiled code; the first ones also in plain Python."""
    game, spec, seed, clock = run.game, run.game.spec, effort.seed, ProcessorClock(effort.seconds)
    trace = np.zeros(min(MOST, 8 * spec.seats * (spec.longest + 8) + 1000), np.uint64)
    actions, choices = np.zeros(spec.widest, np.int64), np.zeros(spec.seats, np.int64)
    odds, scores = np.zeros(max(1, spec.outcomes)), np.zeros(spec.seats)
    for number in range(effort.compiled_games):
        state = game.laid_out()
        rng = seeded("compiled", seed, number)
        trouble = False
        moves, decisions = 0, 0
        given = state.array, state.array.view(np.uint64), actions, choices, odds, scores, rng, trace
        play_random.prepare(*given)
        run.compiled_since = time.process_time()
        try:
            moves, decisions = play_random(*given)
        except (IndexError, OutOfBounds):
            trouble = True
        run.compiled_since = None
        outside = not (spec.lowest - 1e-9 <= scores.min() and scores.max() <= spec.highest + 1e-9)
        unequal = spec.zero_sum and abs(scores.sum() - run.memory.get("sum", scores.sum())) > 1e-6
        if trouble or decisions < 0 or decisions > spec.longest or outside or unequal:
            numbers = Numbers((), "compiled", seed, number)
            if failed := run.played(numbers, (), 1, number):
                run.note(failed, numbers.used, number)
                return
            if trouble:
                yield (
                    Problem("indices_in_bounds", "", "compiled code reads or writes outside of an array where plain Python does not"),
                    None,
                )
                return
        if number < COMPARED and (difference := _difference(run, seed, number, trace[:moves])):
            yield difference
            return
        if number >= COMPARED and clock.up:
            return


def _difference(run: Run, seed: int, number: int, trace: NDArray[np.uint64]) -> tuple[Problem, tuple[Move, ...]] | None:
    """Where the same game in plain Python goes another way."""
    moment, numbers = Moment(run.game, run.game.laid_out(), number=number, memory=run.memory), Numbers((), "compiled", seed, number)
    for place in range(len(trace)):
        for turn in TURNS[:1]:
            next(turn(moment), None)
        move = moment.pick(numbers)
        moment = moment.after(move)
        if fold(moment.state.array.view(np.uint64)) != trace[place]:
            name = "resolve" if move.outcome is not None else "advance"
            return Problem("compiled_equals_plain", name, ELSEWHERE, {"rule": name}), moment.moves
    return None


def check_looks(run: Run, seed: int) -> Iterator[tuple[Problem, tuple[Move, ...] | None]]:
    """The optional rules in some positions, in both worlds."""
    game, spec, definition = run.game, run.game.spec, run.game.definition
    width = len(definition.feature_names(game.options)) if definition.feature_names else 1
    moments = list(positions(game, seed, ProcessorClock(1.0)))
    for moment in moments[:: max(1, len(moments) // LOOKED_AT)]:
        for seat in range(spec.seats):
            said, after = [], []
            for function in (look.plain, look):
                state = moment.state.copy()
                state.array["chance"] = 0
                states: Any = StatesProxy(state.array) if function is look.plain else state.array
                values, out, said_facts = np.zeros(spec.seats), np.zeros(width), np.zeros(max(1, len(definition.facts)))
                actions = np.zeros(spec.widest, np.int64)
                answer = function(states, seat, seat in moment.legal, values, out, said_facts, actions, seeded("look", seed))
                said.append((tuple(map(int, answer)), *(np.round(row, 9).tolist() for row in (values, out, said_facts))))
                after.append(bare(State(state.array)))
            if said[0] != said[1] or after[0] != after[1]:
                rule = _differing_rule(said[0], said[1])
                yield Problem("compiled_equals_plain", rule, OTHER_ANSWER, {"rule": rule}), moment.moves
                return


def _differing_rule(one: tuple[object, ...], other: tuple[object, ...]) -> str:
    """The rule whose answer differs."""
    names = ("candidates", "pick", "careful", "quiet", "chapter")
    answers = zip(names, one[0], other[0], strict=True)  # type: ignore[call-overload]  # the first of each are the numbers
    rows = zip(("evaluate", "features", "facts"), one[1:], other[1:], strict=True)
    return next((name for name, mine, theirs in (*rows, *answers) if mine != theirs), "imagine")
