"""Many games side by side in machine code, up to the next choice of a network at every table.

What waits there is gathered in one array, so that a network judges all tables at once. What its choices led to goes straight into the
replay memory: the choice, and either what the end of the episode was worth or what the seat saw some choices later. An episode ends with
a chapter (a deal, a round) or with the game.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.compiled import (
    advance,
    careful,
    chapter,
    compiled,
    legal,
    movers,
    over,
    pick,
    resolve,
    returns,
    rule,
)
from joute.dice import Dice, below, draw, roll, seed_of, uniform
from joute.game import Game, State
from joute.host import States, fallen
from joute.rulebook import Actions, Odds, Record, Scores
from joute.search.brain import guess_of, look, worth
from joute.weights import names_of

RANDOM, CAREFUL, LEARNER = -2, -1, 0  # players; those above are networks of the past
NOBODY = -1  # the seat that a table waits for
WRITTEN, EPISODES, GAMES = 0, 1, 2  # what is counted

Tables = NDArray[Any]  # [table] of `table_type`
Traces = NDArray[Any]  # [table, seat, slot] of `trace_type`: the last choices of a seat, round and round
Transitions = NDArray[Any]  # of `transition_type`, round and round
Values = NDArray[np.float32]  # [table, action]
Rows = NDArray[np.float32]  # [table, feature]


def table_type(seats: int) -> np.dtype[Any]:
    """What is kept of a table beside its game."""
    return np.dtype(
        [
            ("whims", "u8", (1,)),  # dice of players and of the games to come
            ("choices", "i8", (seats,)),
            ("made", "i8", (seats,)),  # choices that a seat has made in this episode
            ("players", "i8", (seats,)),
            ("asked", "i8"),  # seats that have not chosen yet
            ("waiting", "i8"),  # the seat that a network chooses for
            ("left", "i8"),  # games still to play
            ("gained", "f8"),  # shares of won games of the learner's first seat
            ("points", "f8"),  # its scores
        ]
    )


def trace_type(features: int) -> np.dtype[Any]:
    """A choice that was made, and what the seat saw."""
    return np.dtype([("seen", "f4", (features,)), ("action", "i8"), ("guess", "f8")], align=True)


def transition_type(features: int, actions: int) -> np.dtype[Any]:
    """A choice and what it led to."""
    return np.dtype(
        [
            ("seen", "f4", (features,)),
            ("then", "f4", (features,)),  # what the seat saw some choices later, if `ended` is 0
            ("legal", "u1", (actions,)),  # what it could do then: 1 or 0
            ("action", "i8"),
            ("following", "i8"),  # what the network that played thought best then
            ("ended", "f4"),  # 1: the episode ended before
            ("worth", "f4"),  # what its end was worth; with guesses, how much more than the guess that was, or how much the guess has grown
        ],
        align=True,
    )


@rule
def options(state: Record, seat: int, actions: Actions) -> int:
    """The legal actions; written out once, where the rule itself would be written into every caller."""
    return legal(state, seat, actions)


@rule
def plain_choice(state: Record, seat: int, sensible: bool, actions: Actions, whims: Dice) -> int:
    """What a careful or a random player does."""
    return careful(state, seat, actions, whims) if sensible else pick(state, seat, actions, whims)


@rule
def best_of(values: NDArray[np.float32], actions: Actions, count: int) -> int:
    """The action of the highest value."""
    best = actions[0]
    for index in range(1, count):
        if values[actions[index]] > values[best]:
            best = actions[index]
    return best


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
    rival = draw(table.whims, cast, len(cast)) + RANDOM
    for seat in range(seats):
        table.players[seat] = LEARNER if seat == (number + table.left) % seats else rival
        table.made[seat] = 0


@rule
def reckon(table: Any, state: Record, number: int, scores: Scores) -> None:
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
    """Let every network that was asked choose by its values, and play on until one is asked again; returns how many are."""
    steps, waiting = traces.shape[2] - 1, 0
    for number in range(len(tables)):
        table, state = tables[number], states[number]
        if table.left == 0:
            continue
        # 1. The choice that was waited for: the best, or now and then the learner's whim.
        if table.waiting != NOBODY:
            seat = table.waiting
            count = options(state, seat, actions)
            action = best_of(values[number], actions, count)
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
            # 2. Everybody else who is asked, until a network is.
            while table.asked != 0 and table.waiting == NOBODY:
                seat = 0
                while table.asked >> seat & 1 == 0:
                    seat += 1
                if table.players[seat] >= LEARNER:
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
                    worth(state, win, lowest, scale, scores)
                    close(table, traces, number, scores, noting, memory, counts)
                if ended:
                    reckon(table, state, number, scores)
                    counts[GAMES] += 1
                    if table.left == 0:
                        break
                    states[number] = layout[0]
                    state.dice[0] = roll(table.whims)
                    seat_players(table, number, cast)
                if movers(state) != 0:
                    break
                resolve(state, fallen(state, odds))
            if table.left == 0:
                break
            table.asked = movers(state)
        if table.left == 0:
            continue
        # 4. What the network is to look at.
        seat = table.waiting
        look(state, seat, hidden, scratch, seen)
        for index in range(len(seen)):
            rows[number, index] = seen[index]
        waiting += 1
        if table.players[seat] == LEARNER:
            trace = traces[number, seat, table.made[seat] % (steps + 1)]
            trace.guess = guess_of(scratch[0], seat, win, lowest, scale, scores) if guessing else 0.0
            for index in range(len(seen)):
                trace.seen[index] = seen[index]
    return waiting


@compiled
def seat_all(tables: Tables, cast: Odds) -> None:
    """Players for the first game of every table."""
    for number in range(len(tables)):
        seat_players(tables[number], number, cast)


@dataclass(frozen=True)
class Aim:
    """What a learner is to want."""

    win: bool  # the chance to win; else the score
    by_chapter: bool  # an episode ends with a chapter, not with the game
    guessing: bool  # the network learns what the game's own guess lacks
    lowest: float  # score: what is taken off it, and what it is divided by
    scale: float


class Hall:
    """Tables that play side by side, and what the networks there are asked."""

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

    def asked(self) -> NDArray[np.int64]:
        """The player that every table waits for; RANDOM where none is."""
        waiting = self.tables["waiting"]
        players = np.take_along_axis(self.tables["players"], np.maximum(waiting, 0)[:, None], 1)[:, 0]
        return np.where((waiting != NOBODY) & (self.tables["left"] > 0), players, RANDOM)


def outputs_of(game: Game) -> int:
    """How many actions a network gives values for."""
    return max(game.actions) + 1
