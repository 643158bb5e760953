"""Compiled self-play for a fit: the features of sampled positions, and the result of each seat.

Every game begins with some random actions, and a few later ones are random too, so that many kinds of positions come up: nothing would be
learned about positions that good players always avoid. Only positions after the random opening are sampled.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from joute.arena.statistics.estimates import shares
from joute.core.agent import Stop
from joute.core.contract import Actions, Choices, Odds, advance, careful, features, legal, movers, over, pick, quiet, returns
from joute.core.game import Game
from joute.core.rng import Rng, below, draw, seed_of
from joute.core.rule_calls import settle
from joute.core.state import Fields, States
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Float32s, Float64s, Int8s, Int64s, UInt64s
from joute.search.common.linear_evaluation import names_of
from joute.search.lookahead.engine import LookaheadArrays, look_ahead, report
from joute.search.lookahead.simultaneous import Simultaneous, SimultaneousSettings
from joute.search.lookahead.workspace import MATRIX

CHUNKS = 16  # of a round, each played by one thread: the same games on any number of threads


@dataclass(frozen=True)
class Samples:
    """One row for every seat of every sampled position."""

    rows: Float32s  # [row, feature]
    shares: Float64s  # [row] of the point that the seat got
    games: Int64s  # [row] the game it comes from


class SelfPlayGames(NamedTuple):
    """Games to play, and room for the samples."""

    states: States  # [game]
    seeds: UInt64s  # [game]
    scores: Float64s  # [game, seat]
    rows: Float32s  # [row, feature]
    games: Int64s  # [row]


class Sampling(NamedTuple):
    """How actions and positions are sampled."""

    random_opening: int  # maximum number of random actions at the start of a game
    random_every: int  # one later action in this many is random; 0: none
    sample_every: int  # one position in this many is sampled


class SelfPlayBuffers(NamedTuple):
    """Scratch arrays of one thread."""

    actions: Actions
    choices: Choices
    odds: Odds
    features: Float64s
    rng: Rng


@rule
def sample_position(state: Fields, number: int, seats: int, batch: SelfPlayGames, out: Float64s, count: int) -> int:
    """Write the features of every seat; return the number of rows so far."""
    rows = batch.rows
    if count + seats > len(rows):
        return count
    for seat in range(seats):
        features(state, seat, out)
        for place in range(rows.shape[1]):
            rows[count, place] = out[place]
        batch.games[count] = number
        count += 1
    return count


@compiled
def play_by_rules(batch: SelfPlayGames, buffers: SelfPlayBuffers, sampling: Sampling, sensible: bool) -> int:
    """Play every game by `careful`, or at random if not sensible; return the number of rows."""
    actions, choices, odds, out, rng = buffers
    count = 0
    for number in range(len(batch.states)):
        state = batch.states[number]
        rng[0] = batch.seeds[number]
        opening = below(rng, sampling.random_opening + 1)
        settle(state, odds)
        while not over(state):
            asked = movers(state)
            if opening == 0 and quiet(state) and below(rng, sampling.sample_every) == 0:
                count = sample_position(state, number, len(choices), batch, out, count)
            for seat in range(len(choices)):
                if asked >> seat & 1:
                    if opening > 0 or not sensible or (sampling.random_every > 0 and below(rng, sampling.random_every) == 0):
                        choices[seat] = pick(state, seat, actions, rng)
                    else:
                        choices[seat] = careful(state, seat, actions, rng)
            advance(state, choices)
            settle(state, odds)
            opening = max(0, opening - 1)
        returns(state, batch.scores[number])
    return count


@compiled
def play_by_lookahead(
    batch: SelfPlayGames, buffers: SelfPlayBuffers, sampling: Sampling, arrays: LookaheadArrays, depth: int, stop: Int8s
) -> int:
    """Play every game of two seats by the equilibrium of a search to that depth; return the number of rows."""
    actions, choices, odds, out, rng = buffers
    count = 0
    for number in range(len(batch.states)):
        state = batch.states[number]
        rng[0] = batch.seeds[number]
        opening = below(rng, sampling.random_opening + 1)
        settle(state, odds)
        while not over(state):
            asked = movers(state)
            if opening == 0 and quiet(state) and below(rng, sampling.sample_every) == 0:
                count = sample_position(state, number, 2, batch, out, count)
            if opening > 0:
                for seat in range(2):
                    if asked >> seat & 1:
                        choices[seat] = pick(state, seat, actions, rng)
            else:
                look_ahead(batch.states[number : number + 1], arrays, depth, stop)
                report(arrays.workspaces[0], arrays.frames[0])
                choose_by_strategy(state, asked, arrays, sampling.random_every, buffers)
            advance(state, choices)
            settle(state, odds)
            opening = max(0, opening - 1)
        returns(state, batch.scores[number])
    return count


@rule
def choose_by_strategy(state: Fields, asked: int, arrays: LookaheadArrays, random_every: int, buffers: SelfPlayBuffers) -> None:
    """Draw from the strategies that the search found, or take its best action if one seat chooses; some actions are random."""
    actions, choices, _, _, rng = buffers
    workspace, root = arrays.workspaces[0], arrays.frames[0]
    for seat in range(2):
        if asked >> seat & 1:
            count = legal(state, seat, actions)
            if random_every > 0 and below(rng, random_every) == 0:
                choices[seat] = actions[below(rng, count)]
            elif root.kind == MATRIX:
                choices[seat] = actions[draw(rng, workspace.strategies[seat], count)]
            else:
                choices[seat] = actions[root.best_row]


@dataclass(frozen=True)
class SelfPlayRound:
    """A round of self-play."""

    games: int
    seed: int
    sampling: Sampling
    depth: int = 1  # of the search, in turns; 0: the game's heuristic plays
    weights: Float64s | None = None  # of the search's evaluation; None: the game's own


def self_play(game: Game, chosen: SelfPlayRound, progress: Callable[[int, int], None] | None = None) -> Samples:
    """The samples of a round; the same on any number of threads."""
    parts = [range(first, chosen.games, CHUNKS) for first in range(CHUNKS)]
    found: list[Samples] = []
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for samples in pool.map(lambda numbers: _play_chunk(game, chosen, numbers), [part for part in parts if len(part)]):
            found.append(samples)
            if progress:
                progress(len(found), CHUNKS)
    return Samples(*(np.concatenate([getattr(part, name) for part in found]) for name in ("rows", "shares", "games")))


def _play_chunk(game: Game, chosen: SelfPlayRound, numbers: range) -> Samples:
    """The samples of some of the games."""
    spec, width = game.spec, len(names_of(game))
    most = len(numbers) * spec.seats * (2 + spec.longest // chosen.sampling.sample_every)
    batch = SelfPlayGames(
        np.concatenate([game.new(seed_of(chosen.seed, "self-play", number)).array for number in numbers]),
        np.array([seed_of(chosen.seed, "whims", number) for number in numbers], np.uint64),
        np.zeros((len(numbers), spec.seats)),
        np.empty((most, width), np.float32),
        np.zeros(most, np.int64),
    )
    actions, choices = np.zeros(spec.widest, np.int64), np.zeros(spec.seats, np.int64)
    buffers = SelfPlayBuffers(actions, choices, np.zeros(max(1, spec.outcomes)), np.zeros(width), np.zeros(1, np.uint64))
    if chosen.depth > 0:
        agent = Simultaneous(game, SimultaneousSettings(depth=chosen.depth), Simultaneous.name, chosen.weights)
        count = play_by_lookahead(batch, buffers, chosen.sampling, agent.arrays(0, 0), chosen.depth, Stop().flag)
    else:
        count = play_by_rules(batch, buffers, chosen.sampling, game.definition.states_itself("careful"))
    points = np.array([shares(scores) for scores in batch.scores.tolist()])
    seats, games = np.arange(count) % spec.seats, batch.games[:count]
    return Samples(batch.rows[:count].copy(), points[games, seats], np.array(numbers)[games])
