"""Whole games in machine code, tens of thousands a second: for tables where every agent is a rule of the game (`random`, `careful`),
and for those where all are of one kind that can do it (`whole_games`).

The chance of a game comes from the state's own dice, as in a match; the agents' whims from dice of their own.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.arena.record_codec import note_type
from joute.core.agent import CAREFULLY, Agent
from joute.core.contract import Actions, Choices, Odds, advance, careful, movers, over, pick, resolve, returns
from joute.core.game import Game
from joute.core.rng import Rng
from joute.core.rule_calls import sample_chance
from joute.core.state import States
from joute.jit.compile import Compiled, compiled


@compiled
def play_all(
    states: States,
    policies: NDArray[np.int64],
    whims: NDArray[np.uint64],
    actions: Actions,
    choices: Choices,
    odds: Odds,
    scores: NDArray[np.float64],
    lengths: NDArray[np.int64],
    rng: Rng,
    notes: NDArray[np.uint16],
    noted: NDArray[np.int64],
) -> None:
    """Play every state to its end, seat by seat as the policies say; writes scores, how often seats were asked, and what they chose."""
    for number in range(len(states)):
        state = states[number]
        rng[0] = whims[number]
        while not over(state):
            asked = movers(state)
            if asked == 0:
                resolve(state, sample_chance(state, odds))
                continue
            for seat in range(len(choices)):
                if asked >> seat & 1:
                    if policies[number, seat] == CAREFULLY:
                        choices[seat] = careful(state, seat, actions, rng)
                    else:
                        choices[seat] = pick(state, seat, actions, rng)
                    if noted[number] < notes.shape[1]:
                        notes[number, noted[number]] = choices[seat]
                        noted[number] += 1
            advance(state, choices)
            lengths[number] += 1
        returns(state, scores[number])


@dataclass(frozen=True)
class Whole:
    """Games that were played in machine code."""

    scores: list[list[float]]  # by game and seat
    lengths: list[int]  # how often seats were asked
    pace: float  # the seconds that a choice took on average
    notes: list[bytes]  # what was chosen, as `joute.arena.record_codec` keeps it; empty: not asked for


Minds = Sequence[int | tuple[float, ...]]  # of the agents: their rules, or their constants


def by_machine(agents: Sequence[Agent]) -> tuple[Compiled[..., Any], Minds] | None:
    """What plays whole games of these agents, and what it must know of each; None where they are asked choice by choice."""
    policies = [agent.policy for agent in agents if agent.policy is not None]
    if len(policies) == len(agents):
        return play_all, policies
    machine = agents[0].whole_games
    if machine is not None and all(agent.whole_games is machine for agent in agents):
        return machine, [agent.constants() for agent in agents]
    return None


def play_compiled(
    game: Game, states: States, machine: Compiled[..., Any], seated: Sequence[Minds], whims: Sequence[int], noting: bool = False
) -> Whole:
    """Play all these games to their ends; `seated` says for each game who sits on each seat."""
    spec = game.spec
    scores, lengths = np.zeros((len(states), spec.seats)), np.zeros(len(states), np.int64)
    buffers = np.zeros(spec.widest, np.int64), np.zeros(spec.seats, np.int64), np.zeros(max(1, spec.outcomes))
    most = spec.longest * (spec.seats if spec.simultaneous else 1) if noting else 0
    notes, noted = np.empty((len(states), most), np.uint16), np.zeros(len(states), np.int64)
    arguments = (states, np.array(seated), np.array(whims, np.uint64), *buffers, scores, lengths, np.zeros(1, np.uint64), notes, noted)
    machine.prepare(*arguments)
    began = time.perf_counter()
    machine(*arguments)
    pace = (time.perf_counter() - began) / max(1, int(lengths.sum()))
    kept = notes.astype(note_type(game))
    texts = [row[:count].tobytes() for row, count in zip(kept, noted.tolist(), strict=True)] if noting else []
    return Whole(scores.tolist(), lengths.tolist(), pace, texts)
