"""Whole games played by compiled code, tens of thousands per second, when all agents share one policy of numbers.

`random` and `careful` are such agents, being rules of the game; others state a `compiled_policy`. The chance of a game comes from the
state's own random generator, as in a match; the agents' from a generator of their own.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from joute.arena.record_packing import note_type
from joute.core.agent import CAREFULLY, Agent, CompiledPolicy
from joute.core.contract import Actions, Choices, Odds, advance, careful, movers, over, pick, returns
from joute.core.game import Game
from joute.core.rng import Rng
from joute.core.rule_calls import settle
from joute.core.state import Fields, States
from joute.jit.compile import Compiled, compiled
from joute.jit.dispatch import inline
from joute.jit.struct import Float64s, Int64s, UInt16s, UInt64s


class GameBatch(NamedTuple):
    """Games to play, and room for what comes of them."""

    states: States  # [game], played to their ends
    parameters: Float64s  # [game, seat, parameter] of the policy
    seeds: UInt64s  # [game] of the agents
    scores: Float64s  # [game, seat]
    lengths: Int64s  # [game] number of decisions
    log: UInt16s  # [game, place] the actions chosen; no places: not wanted
    logged: Int64s  # [game] length of the log


class Buffers(NamedTuple):
    """Scratch arrays of one thread."""

    actions: Actions
    choices: Choices
    odds: Odds
    rng: Rng


@inline
def choose_by_rule(state: Fields, seat: int, parameters: Float64s, actions: Actions, rng: Rng) -> int:
    """The action of `careful` or of `random`, by the seat's first parameter."""
    return careful(state, seat, actions, rng) if parameters[seat, 0] == CAREFULLY else pick(state, seat, actions, rng)


@lru_cache
def game_player(choose: CompiledPolicy) -> Compiled[[GameBatch, Buffers], None]:
    """The compiled function that plays whole games by this policy."""

    def play_batch(batch: GameBatch, buffers: Buffers) -> None:
        states, parameters, seeds, scores, lengths, log, logged = batch
        actions, choices, odds, rng = buffers
        for number in range(len(states)):
            state, own = states[number], parameters[number]
            rng[0] = seeds[number]
            settle(state, odds)
            while not over(state):
                asked = movers(state)
                for seat in range(len(choices)):
                    if asked >> seat & 1:
                        choices[seat] = choose(state, seat, own, actions, rng)
                        if logged[number] < log.shape[1]:
                            log[number, logged[number]] = choices[seat]
                            logged[number] += 1
                advance(state, choices)
                settle(state, odds)
                lengths[number] += 1
            returns(state, scores[number])

    # Compiled code is found by its qualified name: two policies must not share one.
    play_batch.__qualname__ = f"play_batch.{choose.__module__}.{choose.__qualname__}"
    return compiled(play_batch)


@dataclass(frozen=True)
class Whole:
    """Games played by compiled code."""

    scores: list[list[float]]  # by game and seat
    lengths: list[int]  # number of decisions
    pace: float  # mean seconds per decision
    notes: list[bytes]  # the actions, packed as in `joute.arena.record_packing`; empty: not wanted


Parameters = tuple[float, ...]


def shared_policy(agents: Sequence[Agent]) -> tuple[CompiledPolicy, list[Parameters]] | None:
    """The policy that all these agents follow, and the parameters of each; None if they must be asked decision by decision."""
    rules = [agent.policy for agent in agents if agent.policy is not None]
    if len(rules) == len(agents):
        return choose_by_rule, [(float(number),) for number in rules]
    policy = agents[0].compiled_policy
    if policy is not None and all(agent.compiled_policy is policy for agent in agents):
        return policy, [agent.parameters() for agent in agents]
    return None


def play_compiled(
    game: Game, states: States, policy: CompiledPolicy, seated: Sequence[Sequence[Parameters]], seeds: Sequence[int], logging: bool = False
) -> Whole:
    """Play all these games to their ends; `seated` gives the parameters of each seat of each game."""
    spec, count = game.spec, len(states)
    places = spec.longest * (spec.seats if spec.simultaneous else 1) if logging else 0
    batch = GameBatch(
        states,
        np.array(seated, np.float64),
        np.array(seeds, np.uint64),
        np.zeros((count, spec.seats)),
        np.zeros(count, np.int64),
        np.empty((count, places), np.uint16),
        np.zeros(count, np.int64),
    )
    odds = np.zeros(max(1, spec.outcomes))
    buffers = Buffers(np.zeros(spec.widest, np.int64), np.zeros(spec.seats, np.int64), odds, np.zeros(1, np.uint64))
    player = game_player(policy)
    player.prepare(batch, buffers)
    began = time.perf_counter()
    player(batch, buffers)
    pace = (time.perf_counter() - began) / max(1, int(batch.lengths.sum()))
    logs = batch.log.astype(note_type(game))
    texts = [row[:length].tobytes() for row, length in zip(logs, batch.logged.tolist(), strict=True)] if logging else []
    return Whole(batch.scores.tolist(), batch.lengths.tolist(), pace, texts)
