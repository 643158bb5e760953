"""A hall of tables that play for a learner: what its networks and searches are asked there, and their answers."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Odds
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import State
from joute.learning.dqn.rollout import NOBODY, RANDOM, play_on, seat_all
from joute.learning.dqn.transitions import Tables, Traces, Transitions, table_type, trace_type
from joute.search.common.linear_evaluation import names_of


@dataclass(frozen=True)
class Aim:
    """What a learner is to want."""

    win: bool  # the chance to win; else the score
    by_chapter: bool  # an episode ends with a chapter, not with the game
    guessing: bool  # the network learns what the game's own guess lacks
    lowest: float  # score: what is taken off it, and what it is divided by
    scale: float


class Hall:
    """Tables that play side by side, and what the networks and searches there are asked."""

    def __init__(self, game: Game, tables: int, games: int, steps: int, aim: Aim, cast: Odds, seed: int) -> None:
        spec, width = game.spec, len(names_of(game))
        self.game, self.aim, self.cast = game.fast(), aim, cast
        self.states = np.concatenate([self.game.new(seed_of(seed, "table", number)).array for number in range(tables)])
        self.tables: Tables = np.zeros(tables, table_type(spec.seats))
        for number, table in enumerate(self.tables):
            state = State(self.states[number : number + 1])
            table["whims"] = seed_of(seed, "whims", number)
            table["asked"] = sum(1 << seat for seat in self.game.movers(state))
        self.tables["waiting"] = NOBODY
        self.tables["left"] = games
        seat_all(self.tables, cast)
        self.traces: Traces = np.zeros((tables, spec.seats, steps + 1), trace_type(width))
        self.counts = np.zeros(3, np.int64)
        self.values = np.zeros((tables, outputs_of(game)), np.float32)
        self.rows = np.zeros((tables, width), np.float32)
        self._layout, self._scratch = self.game.laid_out().array, self.game.laid_out().array
        buffers = np.zeros(spec.widest, np.int64), np.zeros(max(1, spec.outcomes)), np.zeros(spec.seats)
        self._buffers = (*buffers, np.zeros(width))

    def play_on(self, memory: Transitions, epsilon: float, noting: bool) -> int:
        """Choose by the values where a network was asked, and go on to where one is asked again; returns at how many tables."""
        return int(
            play_on(
                self.states, self.tables, self.traces, memory, self.counts, self.values, self.rows, self._layout, self._scratch, self.cast,
                epsilon, noting, self.aim.win, self.aim.by_chapter, self.aim.guessing, self.game.spec.hidden, self.aim.lowest,
                self.aim.scale, *self._buffers,
            )
        )  # fmt: skip

    def view(self, number: int) -> tuple[State, int]:
        """What the seat sees that a table waits for, and which it is."""
        seat = int(self.tables["waiting"][number])
        return self.game.view(State(self.states[number : number + 1]), seat), seat

    def asked(self) -> NDArray[np.int64]:
        """The player that every table waits for; RANDOM where none is."""
        waiting = self.tables["waiting"]
        players = np.take_along_axis(self.tables["players"], np.maximum(waiting, 0)[:, None], 1)[:, 0]
        return np.where((waiting != NOBODY) & (self.tables["left"] > 0), players, RANDOM)


def outputs_of(game: Game) -> int:
    """How many actions a network gives values for."""
    return max(game.actions) + 1
