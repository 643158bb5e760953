"""Compiled self-play: features of the positions that the seats saw, and how each game ended.

Every game begins with some random actions, and a few later ones are random too, so that many kinds of positions come up: of what good
players always avoid, nothing would be learned. Only what comes after the beginning is noted.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from joute.arena.statistics.intervals import shares
from joute.core.agent import Stop
from joute.core.contract import (
    Actions,
    Choices,
    Odds,
    advance,
    careful,
    chances,
    features,
    legal,
    movers,
    over,
    pick,
    quiet,
    resolve,
    returns,
)
from joute.core.game import Game
from joute.core.rng import Rng, below, draw, seed_of
from joute.core.state import Fields, States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.search.common.linear_evaluation import names_of
from joute.search.lookahead.base import LookaheadSettings
from joute.search.lookahead.engine import look_ahead, report
from joute.search.lookahead.simultaneous import Simultaneous
from joute.search.lookahead.workspace import MATRIX, LookaheadArrays, LookaheadFrame, LookaheadWorkspace

Rows = NDArray[np.float32]  # [note, feature]


@dataclass(frozen=True)
class Notes:
    """What was seen: one row for every seat of every noted position."""

    rows: Rows
    shares: NDArray[np.float64]  # [row] of the point that the seat got
    games: NDArray[np.int64]  # [row] the game that it comes from


@rule
def note(state: Fields, game: int, seats: int, seen: NDArray[np.float64], rows: Rows, games: NDArray[np.int64], count: int) -> int:
    """Write down what every seat sees; returns how many rows there are now."""
    if count + seats > len(rows):
        return count
    for seat in range(seats):
        features(state, seat, seen)
        for place in range(rows.shape[1]):
            rows[count, place] = seen[place]
        games[count] = game
        count += 1
    return count


@compiled
def play_by_rules(
    states: States,
    whims: NDArray[np.uint64],
    sensible: bool,
    opening: int,
    lapse: int,
    every: int,
    actions: Actions,
    choices: Choices,
    odds: Odds,
    seen: NDArray[np.float64],
    scores: NDArray[np.float64],
    rows: Rows,
    games: NDArray[np.int64],
    rng: Rng,
) -> int:
    """Play every state to its end by the game's rules of thumb, or at random where it has none; returns how many rows were noted."""
    count = 0
    for number in range(len(states)):
        state = states[number]
        rng[0] = whims[number]
        by_lot = below(rng, opening + 1)
        while not over(state):
            asked = movers(state)
            if asked == 0:
                resolve(state, draw(state.rng, odds, chances(state, odds)))
                continue
            if by_lot == 0 and quiet(state) and below(rng, every) == 0:
                count = note(state, number, len(choices), seen, rows, games, count)
            for seat in range(len(choices)):
                if asked >> seat & 1:
                    if by_lot > 0 or not sensible or (lapse > 0 and below(rng, lapse) == 0):
                        choices[seat] = pick(state, seat, actions, rng)
                    else:
                        choices[seat] = careful(state, seat, actions, rng)
            advance(state, choices)
            by_lot = max(0, by_lot - 1)
        returns(state, scores[number])
    return count


@compiled
def play_ahead(
    games_begun: States,
    whims: NDArray[np.uint64],
    depth: int,
    opening: int,
    lapse: int,
    every: int,
    seen: NDArray[np.float64],
    scores: NDArray[np.float64],
    rows: Rows,
    games: NDArray[np.int64],
    rng: Rng,
    arrays: LookaheadArrays,
    stop: NDArray[np.int8],
    actions: Actions,
    odds: Odds,
) -> int:
    """Play every state to its end by the equilibrium of a search of that depth; return the number of rows."""
    workspace, root, count = arrays.workspaces[0], arrays.frames[0], 0
    choices = np.zeros(2, np.int64)
    for number in range(len(games_begun)):
        state = games_begun[number]
        rng[0] = whims[number]
        by_lot = below(rng, opening + 1)
        while not over(state):
            asked = movers(state)
            if asked == 0:
                resolve(state, draw(state.rng, odds, chances(state, odds)))
                continue
            if by_lot == 0 and quiet(state) and below(rng, every) == 0:
                count = note(state, number, 2, seen, rows, games, count)
            if by_lot > 0:
                for seat in range(2):
                    if asked >> seat & 1:
                        choices[seat] = pick(state, seat, actions, rng)
            else:
                look_ahead(games_begun[number : number + 1], arrays, depth, stop)
                report(workspace, root)
                choose(state, asked, workspace, root, lapse, actions, choices, rng)
            advance(state, choices)
            by_lot = max(0, by_lot - 1)
        returns(state, scores[number])
    return count


@rule
def choose(
    state: Fields, asked: int, workspace: LookaheadWorkspace, root: LookaheadFrame, lapse: int, actions: Actions, choices: Choices, rng: Rng
) -> None:
    """Draw from the strategies that a look ahead found; a single seat takes the best action; now and then the action is random."""
    for seat in range(2):
        if asked >> seat & 1:
            count = legal(state, seat, actions)
            if lapse > 0 and below(rng, lapse) == 0:
                choices[seat] = actions[below(rng, count)]
            elif root.kind == MATRIX:
                choices[seat] = actions[draw(rng, workspace.strategies[seat], count)]
            else:
                choices[seat] = actions[root.best_row]


CHUNKS = 16  # of a round, each played by one thread: the same games whatever the number of threads
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Round:
    """A round of self-play."""

    games: int
    seed: int
    opening: int  # maximum number of random actions at the beginning
    every: int  # one position in this many is used
    lapse: int = 0  # one later action in this many is random; 0: none
    depth: int = 1  # turns that the players look ahead; 0: they follow the game's rules of thumb
    weights: NDArray[np.float64] | None = None  # by which they judge; None: by the game's own evaluation


def self_play(game: Game, chosen: Round, progress: Progress | None = None) -> Notes:
    """The notes of a round; the same for the same round, on any number of threads."""
    play = _ahead if chosen.depth > 0 else _by_rules
    parts = [range(first, chosen.games, CHUNKS) for first in range(CHUNKS)]
    notes: list[Notes] = []
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for found in pool.map(lambda numbers: play(game, chosen, numbers), [part for part in parts if len(part)]):
            notes.append(found)
            if progress:
                progress(len(notes), CHUNKS)
    return Notes(*(np.concatenate([getattr(part, name) for part in notes]) for name in ("rows", "shares", "games")))


def _ahead(game: Game, chosen: Round, numbers: range) -> Notes:
    agent = Simultaneous(game, LookaheadSettings(depth=chosen.depth), Simultaneous.name, chosen.weights)
    paper = _Paper(game, chosen, numbers)
    arrays = agent.arrays(game.new(0), 0, 0)
    count = play_ahead(
        paper.states, paper.whims, chosen.depth, chosen.opening, chosen.lapse, chosen.every, paper.seen, paper.scores, paper.rows,
        paper.games, paper.rng, arrays, Stop().flag, paper.actions, paper.odds,
    )  # fmt: skip
    return paper.notes(count)


def _by_rules(game: Game, chosen: Round, numbers: range) -> Notes:
    paper = _Paper(game, chosen, numbers)
    count = play_by_rules(
        paper.states, paper.whims, game.definition.states_itself("careful"), chosen.opening, chosen.lapse, chosen.every, paper.actions,
        np.zeros(game.spec.seats, np.int64), paper.odds, paper.seen, paper.scores, paper.rows, paper.games, paper.rng,
    )  # fmt: skip
    return paper.notes(count)


class _Paper:
    """What one thread plays and writes on."""

    def __init__(self, game: Game, chosen: Round, numbers: range) -> None:
        width, seats = len(names_of(game)), game.spec.seats
        self.numbers = np.array(numbers)
        self.states = np.concatenate([game.new(seed_of(chosen.seed, "self-play", number)).array for number in numbers])
        self.whims = np.array([seed_of(chosen.seed, "whims", number) for number in numbers], np.uint64)
        most = len(numbers) * seats * (2 + game.spec.longest // chosen.every)
        self.rows = np.empty((most, width), np.float32)
        self.games = np.zeros(most, np.int64)
        self.scores = np.zeros((len(numbers), seats))
        self.seen, self.odds = np.zeros(width), np.zeros(max(1, game.spec.outcomes))
        self.actions, self.rng = np.zeros(game.spec.widest, np.int64), np.zeros(1, np.uint64)

    def notes(self, count: int) -> Notes:
        """The rows that were written, each with its game and its seat's share of the point."""
        gained = np.array([shares(scores) for scores in self.scores.tolist()])
        seats, games = np.arange(count) % gained.shape[1], self.games[:count]
        return Notes(self.rows[:count].copy(), gained[games, seats], self.numbers[games])
