"""`joute.batch`: thousands of games of one kind that step together in compiled code, as an environment for learners."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from joute.arena.batch.kernel import (
    CALLER,
    NO_CHOICE,
    BatchArrays,
    BatchBuffers,
    BatchGame,
    batch_stepper,
    first_illegal,
    sample_actions,
    write_observations,
)
from joute.arena.batch.opponents import SELF, AskedOpponents, Chosen, opponent_set
from joute.core import registry
from joute.core.errors import BadSetting, IllegalMove, known
from joute.core.game import Game
from joute.core.rng import seed_of, seeded
from joute.core.state import State
from joute.jit.struct import Float32s, Float64s, Int64s

SMALLEST_PART = 256  # games of a thread: with fewer, starting it costs more than it saves

Bools = NDArray[np.bool_]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Observation:
    """The decisions that a batch waits for, one in each game. The arrays are overwritten by the next observation; `copy` keeps them."""

    features: Float32s  # [game, feature] what the waiting seat knows
    legal: Bools  # [game, action]
    seats: Int64s  # [game] the waiting seat

    def copy(self) -> "Observation":
        """Arrays of its own."""
        return Observation(self.features.copy(), self.legal.copy(), self.seats.copy())


@dataclass(frozen=True)
class Outcome:
    """What came of a step. A game that has ended has been replaced by a new one."""

    rewards: Float64s  # [game, seat] the final scores where a game has ended, else 0; by chapter, what the chapter has changed
    done: Bools  # [game] whether a game has ended
    chapters: Bools  # [game] whether a game has ended or, by chapter, a chapter of it (a deal, a round)


class Batch:
    """Games that step together. Each waits for one decision at a time; seats that choose at once are asked one after the other.

    >>> import joute
    >>> games = joute.batch("examples/kuhn/kuhn.py", n=3, seed=1, opponents="random")
    >>> games.seats, games.feature_names[:2]
    (array([0, 1, 0]), ['I hold the jack', 'I hold the queen'])
    >>> games.step(games.sample()).done.shape
    (3,)
    """

    def __init__(
        self,
        game: Game,
        n: int = 1024,
        seed: int = 0,
        opponents: Chosen = SELF,
        seat: int | None = None,
        threads: int = 1,
        by_chapter: bool = False,
    ) -> None:
        if n < 1 or threads < 1:
            raise BadSetting("batch: n={n} games on threads={threads}; both must be at least 1", n=n, threads=threads)
        self.game, self.n, self.seed = game.fast(), n, seed
        self.parts = parts_of(n, threads)
        spec, named = game.spec, game.definition.feature_names
        self.feature_names: list[str] = [] if named is None else named(game.options)
        self.n_actions = max(game.actions) + 1
        chosen = opponent_set(self.game, opponents, seat)
        self._opponents, self._step = chosen.compiled, batch_stepper(chosen.policy, by_chapter)
        self._asked = AskedOpponents(self.game, chosen.asked, chosen.compiled.compiled + 1, len(self.parts)) if chosen.asked else None
        self._pool = ThreadPoolExecutor(len(self.parts) - 1) if len(self.parts) > 1 else None
        self._buffers = [self._new_buffers() for _ in self.parts]
        self.seats, self.players, self.learners = (np.zeros(n, np.int64) for _ in range(3))
        self.listed, self.counts = np.zeros((n, spec.widest), np.int64), np.zeros(n, np.int64)
        self._arrays = BatchArrays(
            np.zeros(n, game.dtype),
            BatchGame.zeros(n, seats=spec.seats),
            self.listed,
            self.counts,
            self.seats,
            self.players,
            self.learners,
            np.zeros((n, spec.seats)),
            np.zeros(n, np.int8),
            np.zeros(n, np.int8),
            np.zeros((n, 0), np.float32),
        )
        self._features = np.zeros((n, len(self.feature_names)), np.float32)
        self._mask = np.zeros((n, self.n_actions), np.int8)
        self.reset(seed)

    def __repr__(self) -> str:
        """The game and the number of games."""
        return f"<Batch of {self.n} games: {self.game!r}>"

    def reset(self, seed: int | None = None) -> Observation:
        """Begin all games again: the same ones as before, or those of another seed."""
        self.seed = self.seed if seed is None else seed
        self._rng = seeded(self.seed, "batch actions")
        games = self._arrays.games
        for name in ("games", "decisions", "pending", "waiting"):
            games[name] = 0
        games["rng"] = np.array([[seed_of(self.seed, "batch", number)] for number in range(self.n)], np.uint64)
        self._run(np.zeros(self.n, np.int64))
        return self.observe()

    # --- stepping -----------------------------------------------------------------------------------------------------------------

    def observe(self) -> Observation:
        """The features and legal actions of the waiting seats; without columns of features if the game names none."""
        hidden = self.game.spec.hidden
        self._parallel(
            lambda part, first, last: write_observations(self._arrays, self._buffers[part], self._features, self._mask, first, last, hidden)
        )
        return Observation(self._features, self._mask.view(np.bool_), self.seats)

    def step(self, actions: NDArray[np.integer]) -> Outcome:
        """Apply an action in every game, and play on to the next decision; an illegal action is refused and changes nothing."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.n,):
            raise BadSetting(
                "batch: {count} actions were expected, one for each game, not an array of shape {shape}", count=self.n, shape=chosen.shape
            )
        # Waking threads would take longer than this check.
        wrong = first_illegal(self._arrays.counts, self._arrays.legal, chosen)
        if wrong >= 0:
            raise self._illegal(wrong, int(chosen[wrong]))
        return self._run(chosen)

    def sample(self) -> Int64s:
        """A random legal action for every game."""
        chosen = np.empty(self.n, np.int64)
        sample_actions(self._arrays.counts, self._arrays.legal, self._rng, chosen)
        return chosen

    def view(self, number: int) -> State:
        """What the waiting seat of a game knows, for an agent or a renderer."""
        return self.game.view(State(self._arrays.states[number : number + 1]), int(self.seats[number]))

    def keep_final(self) -> Float32s:
        """Have the features at the end of a game written, as the seat that chose last saw it: a row is valid if `done` says so."""
        final = np.zeros((self.n, len(self.feature_names)), np.float32)
        self._arrays = self._arrays._replace(final=final)
        return final

    def close(self) -> None:
        """End the threads and close the opponents."""
        if self._pool:
            self._pool.shutdown()
        if self._asked:
            self._asked.close()

    def __enter__(self) -> Self:
        """The batch itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    # --- parts and opponents ------------------------------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, NDArray[np.generic]]:
        """Everything that the next step depends on, as arrays of numbers."""
        arrays = self._arrays
        parts = {
            "states": arrays.states,
            "games": np.asarray(arrays.games),
            "legal": arrays.legal,
            "counts": arrays.counts,
            "rng": self._rng,
        }
        return {name: np.frombuffer(array.tobytes(), np.uint8).copy() for name, array in parts.items()}

    def restore(self, snapshot: Mapping[str, NDArray[np.generic]]) -> None:
        """Continue from a snapshot of a batch of the same game, size and opponents."""
        arrays = self._arrays
        parts = {
            "states": arrays.states,
            "games": np.asarray(arrays.games),
            "legal": arrays.legal,
            "counts": arrays.counts,
            "rng": self._rng,
        }
        for name, array in parts.items():
            array[...] = np.frombuffer(snapshot[name].tobytes(), array.dtype).reshape(array.shape)
        games, self.seats[:], self.learners[:] = arrays.games, arrays.games["waiting"], arrays.games["learner"]
        self.players[:] = games["players"][np.arange(self.n), self.seats]

    def _run(self, chosen: Int64s) -> Outcome:
        """Step by checked actions, asking the opponents that do not choose in compiled code."""
        outcome = Outcome(np.zeros((self.n, self.game.spec.seats)), np.zeros(self.n, np.bool_), np.zeros(self.n, np.bool_))
        self._arrays = self._arrays._replace(
            rewards=outcome.rewards, done=outcome.done.view(np.int8), chapters=outcome.chapters.view(np.int8)
        )
        while self._advance(chosen):
            chosen = self._ask_opponents()
        return outcome

    def _advance(self, chosen: Int64s) -> int:
        hidden = self.game.spec.hidden
        waiting: list[int] = self._parallel(
            lambda part, first, last: self._step(self._arrays, self._buffers[part], self._opponents, chosen, first, last, hidden)
        )
        return sum(waiting)

    def _ask_opponents(self) -> Int64s:
        """The action of every opponent that the host asks; the same on any number of threads."""
        chosen, asked = np.full(self.n, NO_CHOICE), self._asked
        assert asked is not None, "only the host's opponents have such player numbers"
        decisions = self._arrays.games["decisions"]

        def ask(part: int, first: int, last: int) -> None:
            for number in (first + np.flatnonzero(self.players[first:last] != CALLER)).tolist():
                seat, seed = int(self.seats[number]), seed_of(self.seed, "batch opponent", number, int(decisions[number]))
                chosen[number] = asked.agent(int(self.players[number]), part).choose(self.view(number), seat, seed)

        self._parallel(ask)
        return chosen

    def _parallel(self, work: Callable[[int, int, int], Result]) -> list[Result]:
        """Do the work for each part of the games: (part, first game, end)."""
        if self._pool is None:
            return [work(0, 0, self.n)]
        others = [self._pool.submit(work, part, *self.parts[part]) for part in range(1, len(self.parts))]
        return [work(0, *self.parts[0]), *(other.result() for other in others)]

    def _illegal(self, number: int, action: int) -> IllegalMove:
        game, count = self.game, int(self._arrays.counts[number])
        legal = self._arrays.legal[number, :count].tolist()
        return IllegalMove(
            "game {number}: seat {seat} played {name}; legal here: {names}",
            number=number,
            seat=int(self.seats[number]),
            name=game.actions.get(action, action),
            names=known(game.actions[one] for one in legal),
        )

    def _new_buffers(self) -> BatchBuffers:
        game, spec = self.game, self.game.spec
        start, actions, odds = game.laid_out().array, np.zeros(spec.widest, np.int64), np.zeros(max(1, spec.outcomes))
        win = game.definition.states_itself("prospects")
        return BatchBuffers(start, start.copy(), actions, odds, np.zeros(spec.seats), np.zeros(len(self.feature_names)), win)


def parts_of(n: int, threads: int) -> list[tuple[int, int]]:
    """The games of each thread: (first, end)."""
    count = max(1, min(threads, n // SMALLEST_PART))
    bounds = [n * part // count for part in range(count + 1)]
    return list(pairwise(bounds))


def batch(
    game: str | Game,
    n: int = 1024,
    seed: int = 0,
    *,
    opponents: Chosen = SELF,
    seat: int | None = None,
    threads: int = 1,
    by_chapter: bool = False,
    **options: object,
) -> Batch:
    """Thousands of games that step together in compiled code, with new games in place of those that end: an environment for learners.

    Each game waits for one decision at a time; seats that choose at once are asked one after the other, and none sees the choices of the
    others. Without opponents the caller plays every seat. With opponents (an agent's text, several, or texts with shares) it plays one
    seat of each game, `seat` or each in turn. `random`, `careful` and other agents with a compiled policy choose within the batch; all
    others are asked through Python, which is slower. A seed gives the same games on any number of threads.

    `by_chapter` pays rewards when a chapter ends (a deal, a round): what it has changed of each seat's chance to win, if the game estimates
    that (`prospects`), else of its score. Over a game they add up to the result less the estimate at the beginning.

    >>> import joute
    >>> games = joute.batch("coeurs", n=4, seed=1, deals=1)
    >>> games.observe().features.shape, games.observe().legal.shape
    ((4, 128), (4, 32))
    >>> while not (outcome := games.step(games.sample())).done.any(): pass
    >>> outcome.rewards.shape
    (4, 4)
    """
    return Batch(registry.game(game, **options) if isinstance(game, str) else game, n, seed, opponents, seat, threads, by_chapter)
