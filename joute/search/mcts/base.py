"""The base of all Monte Carlo searches: a budget of time or iterations, independent threads, and an opinion from their statistics."""

import math
import os
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from joute.core.agent import Agent, Stop
from joute.core.beliefs import INFERRED, UNIFORM
from joute.core.contract import Words
from joute.core.opinion import Judgement, Opinion, by_mean, by_visits
from joute.core.rng import Rng, seed_of
from joute.core.settings import PUBLIC_ITERATIONS, PUBLIC_SECONDS, setting
from joute.core.state import Action, State, States
from joute.jit.compile import Compiled
from joute.search.common.rollout import RuleBuffers

MIN_PV_VISITS = 10  # a principal variation ends before an action with fewer visits
UNLIMITED = 2**62  # iterations, when time decides
QUICK_ITERATIONS = 50  # take less than a millisecond
CACHE_LINE = 64  # bytes

StopFlag = NDArray[np.int8]  # [1]
Memory = TypeVar("Memory")  # what one thread remembers: a tree, or a table


class ActionStatistics(NamedTuple):
    """What one thread counted for an action at the root."""

    action: int
    visits: int
    total: float  # of the scaled scores
    weight: float = 0.0  # votes, or the sum of its probabilities
    variance: float | None = None  # of the mean of the scaled scores; None: not known


class SimulationSpace(NamedTuple):
    """What one thread of a search writes to: the simulated state, a scratch copy of it, and the buffers of the rules."""

    state: States  # [1]
    words: Words  # the same record as 64-bit words
    scratch: States  # [1]
    scratch_words: Words
    buffers: RuleBuffers


@dataclass(frozen=True)
class MonteCarloSettings:
    """Settings of every Monte Carlo search."""

    seconds: float = setting(1.0, "time limit if no iterations are given (0: no limit)", 0, public=PUBLIC_SECONDS)
    iterations: int = setting(0, "total number of iterations (0: until time is up)", 0, public=PUBLIC_ITERATIONS)
    threads: int = setting(1, "number of threads (0: one per core)", 0, 256, public=False)


def belief_setting(*more: str) -> Any:
    """The setting of a search that samples worlds."""
    return setting(
        UNIFORM,
        "sampled worlds: equally likely, or weighted by how likely the others' past actions are in them",
        choices=(UNIFORM, INFERRED, *more),
    )


class MonteCarloSearch(Agent, Generic[Memory]):
    """Searches on every thread independently, then adds up the statistics of the root."""

    Settings = MonteCarloSettings
    sample: ClassVar[Compiled[..., int]]  # the kernel: runs the iterations of one thread and returns their number
    _prepared = False  # whether the kernel is compiled

    def new_memory(self, iterations: int) -> Memory:
        """An empty tree or table for one thread and that number of iterations."""
        raise NotImplementedError

    def arguments(self, view: State, seat: int, memory: Memory, iterations: int, rng: Rng, stop: StopFlag) -> tuple[Any, ...]:
        """The arguments of the kernel for one thread."""
        raise NotImplementedError

    def root_statistics(self, view: State, seat: int, memory: Memory) -> Iterable[ActionStatistics]:
        """What one thread counted for the actions at the root."""
        raise NotImplementedError

    def principal_variation(self, view: State, seat: int, memory: Memory, action: Action) -> list[int]:
        """An action and the most visited actions after it in the memory of one thread."""
        raise NotImplementedError

    @property
    def order(self) -> str:
        """What the best action has most of: visits, mean or votes."""
        return str(self.settings.choice)

    @property
    def belief(self) -> str:
        """How it samples worlds when something is hidden."""
        return str(getattr(self.settings, "belief", UNIFORM))

    @property
    def lowest(self) -> float:
        """Subtracted from scores before they are divided by the scale."""
        return self.unit.bounds(self.game.spec)[0]

    @property
    def scale(self) -> float:
        """The divisor of scores."""
        return self.unit.scale(self.game.spec)

    @cached_property
    def n_actions(self) -> int:
        """The size of an array by action number."""
        return max(self.game.actions) + 1

    @property
    def quick(self) -> bool:
        """Whether it makes only a few iterations."""
        return 0 < self.settings.iterations <= QUICK_ITERATIONS and self.settings.threads == 1

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The best action, and the principal variation."""
        opinion, memories = self._search(view, seat, seed, stop or Stop())
        pv = self._pv(view, seat, memories, opinion.action)
        return replace(opinion, pv=pv, depth=len(pv))

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The best action alone."""
        return self._search(view, seat, seed, Stop())[0].action

    def _search(self, view: State, seat: int, seed: int, stop: Stop) -> tuple[Opinion, list[Memory]]:
        """The opinion of all threads together, and the memory of each."""
        legal_actions = self.legal(view, seat)
        threads = self.settings.threads or os.cpu_count() or 1
        shares = [self._share(index, threads, seed) for index in range(threads)]
        memories = [self.new_memory(iterations) for iterations, _ in shares]
        tasks = [self.arguments(view, seat, memory, *share, stop.flag) for memory, share in zip(memories, shares, strict=True)]
        if not self._prepared:
            self.sample.prepare(*tasks[0])
            self._prepared = True
        began = time.perf_counter()
        with stop.after(0 if self.settings.iterations else self.settings.seconds):
            done = run_threads(self.sample, tasks)
        judgements = self._judgements(view, seat, memories, legal_actions)
        chosen = self.decide(view, judgements, seed)
        seconds = time.perf_counter() - began
        return Opinion(chosen.action, judgements, chosen.value, nodes=sum(done), seconds=seconds, unit=self.unit), memories

    def decide(self, view: State, judgements: list[Judgement], seed: int) -> Judgement:
        """The choice among the judgements, the best of which comes first."""
        return judgements[0]

    def _share(self, index: int, threads: int, seed: int) -> tuple[int, Rng]:
        """The number of iterations of a thread, and its random generator."""
        (rng,) = isolated((1, np.dtype(np.uint64)))
        rng[0] = seed_of(seed, self.name, index)
        iterations = self.settings.iterations
        return iterations // threads + (index < iterations % threads) if iterations else UNLIMITED, rng

    def _judgements(self, view: State, seat: int, memories: list[Memory], legal_actions: list[Action]) -> list[Judgement]:
        """Every legal action with the statistics of all threads, the best first."""
        totals = dict.fromkeys(map(int, legal_actions), (0, 0.0, 0.0, 0.0))
        for memory in memories:
            for number, visits, total, weight, variance in self.root_statistics(view, seat, memory):
                before = totals[number]
                squared = math.nan if variance is None else visits * visits * variance
                totals[number] = before[0] + visits, before[1] + total, before[2] + weight, before[3] + squared
        lowest, scale, weights = self.lowest, self.scale, sum(total[2] for total in totals.values())
        judgements = []
        for action in legal_actions:
            visits, total, weight, squared = totals[int(action)]
            mean = lowest + scale * total / visits if visits else None
            error = scale * math.sqrt(squared) / visits if visits and not math.isnan(squared) else None
            judgements.append(Judgement(action, mean, visits, weight / weights if weights else None, error))
        return sorted(judgements, key=ORDERS[self.order], reverse=True)

    def _pv(self, view: State, seat: int, memories: list[Memory], action: Action) -> list[Action]:
        """The principal variation of the thread that visited the action most."""

        def visits(memory: Memory) -> int:
            return sum(found.visits for found in self.root_statistics(view, seat, memory) if found.action == action)

        memory = memories[0] if len(memories) == 1 else max(memories, key=visits)
        return [self.game.actions[number] for number in self.principal_variation(view, seat, memory, action)] or [action]

    def space(self, rng: Rng) -> SimulationSpace:
        """What one thread writes to."""
        record = self.game.dtype
        state, scratch = isolated((1, record), (1, record))
        return SimulationSpace(state, state.view(np.uint64), scratch, scratch.view(np.uint64), self.buffers(rng))

    def buffers(self, rng: Rng) -> RuleBuffers:
        """The buffers of the rules for one thread."""
        spec, integer, real = self.game.spec, np.dtype(np.int64), np.dtype(np.float64)
        lengths = (spec.widest, integer), (spec.seats, integer), (max(1, spec.outcomes), real), (spec.seats, real)
        actions, choices, odds, scores = isolated(*lengths)
        return RuleBuffers(actions, choices, odds, scores, rng)


def mean_variance(visits: int, mean: float, squares: float) -> float:
    """The variance of a mean of scaled scores, from the sum of their squares; one score tells nothing, so that it is the whole range.

    Never zero, since that scores were equal so far proves nothing: an outcome that has not come up yet counts, too.
    """
    if visits < 2:
        return 1.0
    return max(0.0, squares / visits - mean * mean) / (visits - 1) + 1.0 / (visits + 2) ** 2


def by_weight(judgement: Judgement) -> tuple[float, float]:
    """The highest weight first."""
    return judgement.weight or 0.0, judgement.visits or 0


ORDERS = {"visits": by_visits, "mean": by_mean, "votes": by_weight}


def isolated(*arrays: tuple[int, np.dtype[Any]]) -> list[NDArray[Any]]:
    """Arrays of zeros of these lengths and types in one piece of memory that shares no cache line with another.

    Threads that write to the same line wait for each other.
    """
    sizes = [-(-count * kind.itemsize // CACHE_LINE) * CACHE_LINE for count, kind in arrays]
    memory = np.zeros(sum(sizes) + 2 * CACHE_LINE, np.uint8)
    offset, made = CACHE_LINE - memory.__array_interface__["data"][0] % CACHE_LINE, []
    for (count, kind), size in zip(arrays, sizes, strict=True):
        made.append(np.ndarray(count, kind, memory, offset))
        offset += size
    return made


def run_threads(sample: Compiled[..., int], tasks: Sequence[tuple[Any, ...]]) -> list[int]:
    """Run every task on a thread of its own; the results of all."""
    if len(tasks) == 1:
        return [int(sample(*tasks[0]))]
    with ThreadPoolExecutor(len(tasks)) as pool:
        return [int(done) for done in pool.map(lambda task: sample(*task), tasks)]
