"""What all searches by sampling share: a budget of time or iterations, threads that work apart, and an opinion from what they counted."""

import os
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from joute.core.agent import Agent, Stop
from joute.core.beliefs import INFERRED, UNIFORM
from joute.core.opinion import Judgement, Opinion, by_mean, by_visits
from joute.core.rng import Rng, seed_of
from joute.core.settings import setting
from joute.core.state import Action, State
from joute.jit.compile import Compiled

THIN = 10  # a main line ends before a choice that was visited less often
ENDLESS = 2**62  # iterations, when time decides
FEW = 50  # iterations that take less than a millisecond
LINE = 64  # bytes of a line of the processor's cache

Total = tuple[float, float, float]  # visits, scaled scores summed, weight summed
Tally = tuple[int, float, float, float]  # an action and its total


@dataclass(frozen=True)
class Budget:
    """Settings of every search by sampling."""

    seconds: float = setting(1.0, "time limit if no iterations are given (0: no limit)", 0)
    iterations: int = setting(0, "total number of iterations (0: until time is up)", 0)
    threads: int = setting(1, "number of threads (0: one per core)", 0, 256, public=False)


def belief_setting() -> Any:
    """The setting of a search that imagines worlds."""
    return setting(
        UNIFORM,
        "sampled worlds: equally likely, or weighted by how likely the others' past actions are in them",
        choices=(UNIFORM, INFERRED),
    )


class Sampler(Agent):
    """Samples on every thread apart, then adds up what was counted at the start."""

    Settings = Budget
    sample: ClassVar[Compiled[..., Any]]
    _prepared = False  # the machine code for this agent's tasks is ready

    def room(self, iterations: int) -> Any:
        """An empty memory for one thread and so many iterations."""
        raise NotImplementedError

    def task(self, view: State, seat: int, room: Any, iterations: int, rng: Rng, stop: NDArray[np.int8]) -> tuple[Any, ...]:
        """The arguments of `sample` for one thread."""
        raise NotImplementedError

    def tallies(self, view: State, seat: int, room: Any) -> Iterable[Tally]:
        """What one thread counted for the actions at the start."""
        raise NotImplementedError

    def follow(self, view: State, seat: int, room: Any, action: Action) -> list[int]:
        """The main line from an action on, as one thread saw it: the most visited way while visits are not thin."""
        raise NotImplementedError

    @property
    def order(self) -> str:
        """What the choice goes by: visits, mean or votes."""
        return str(self.settings.choice)

    @property
    def belief(self) -> str:
        """How it samples worlds when something is hidden."""
        return str(getattr(self.settings, "belief", UNIFORM))

    @property
    def lowest(self) -> float:
        """What is taken off scores before they are divided by the scale."""
        return self.unit.bounds(self.game.spec)[0]

    @property
    def scale(self) -> float:
        """What scores are divided by."""
        return self.unit.scale(self.game.spec)

    @property
    def quick(self) -> bool:
        """Whether the iterations are but a few."""
        return 0 < self.settings.iterations <= FEW and self.settings.threads == 1

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The action that did best, and the principal variation."""
        opinion, rooms = self._search(view, seat, seed, stop or Stop())
        pv = self._pv(view, seat, rooms, opinion.action)
        return replace(opinion, pv=pv, depth=len(pv))

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The action alone."""
        return self._search(view, seat, seed, Stop())[0].action

    def _search(self, view: State, seat: int, seed: int, stop: Stop) -> tuple[Opinion, list[Any]]:
        """The action that did best over all threads, and what each remembers."""
        legal_actions = self.legal(view, seat)
        threads = self.settings.threads or os.cpu_count() or 1
        shares = [self._share(index, threads, seed) for index in range(threads)]
        rooms = [self.room(iterations) for iterations, _ in shares]
        tasks = [self.task(view, seat, room, *share, stop.flag) for room, share in zip(rooms, shares, strict=True)]
        if not self._prepared:
            self.sample.prepare(*tasks[0])
            self._prepared = True
        began = time.perf_counter()
        with stop.after(0 if self.settings.iterations else self.settings.seconds):
            done = at_once(self.sample, tasks)
        judgements = self._judgements(view, seat, rooms, legal_actions)
        chosen = self.decide(view, judgements, seed)
        seconds = time.perf_counter() - began
        return Opinion(chosen.action, judgements, chosen.value, nodes=sum(done), seconds=seconds, unit=self.unit), rooms

    def decide(self, view: State, judgements: list[Judgement], seed: int) -> Judgement:
        """The choice among the judgements, the best of which comes first."""
        return judgements[0]

    def _share(self, index: int, threads: int, seed: int) -> tuple[int, Rng]:
        """How many of the iterations a thread makes, and the dice it throws."""
        own = alone(1, np.uint64)
        own[0] = seed_of(seed, self.name, index)
        iterations = self.settings.iterations
        return iterations // threads + (index < iterations % threads) if iterations else ENDLESS, own

    def _judgements(self, view: State, seat: int, rooms: list[Any], legal_actions: list[Action]) -> list[Judgement]:
        """Every legal action with what all threads counted, the best first."""
        totals: dict[int, Total] = {int(action): (0.0, 0.0, 0.0) for action in legal_actions}
        for room in rooms:
            for action, visits, score, weight in self.tallies(view, seat, room):
                before = totals[int(action)]
                totals[int(action)] = before[0] + visits, before[1] + score, before[2] + weight
        weights = sum(total[2] for total in totals.values())
        judgements = [self._judgement(action, totals[int(action)], weights) for action in legal_actions]
        return sorted(judgements, key=ORDERS[self.order], reverse=True)

    def _judgement(self, action: Action, total: Total, weights: float) -> Judgement:
        """One action from its visits, its summed scores, and its weight among all."""
        visits, score, weight = total
        lowest, highest = self.unit.bounds(self.game.spec)
        mean = min(highest, max(lowest, self.lowest + self.scale * score / visits)) if visits else None  # a network's prior can be beyond
        return Judgement(action, mean, int(visits), weight / weights if weights else None)

    def _pv(self, view: State, seat: int, rooms: list[Any], action: Action) -> list[Action]:
        """The main line as the thread saw it that visited the action most."""

        def visits(room: Any) -> float:
            return sum(tally[1] for tally in self.tallies(view, seat, room) if tally[0] == action)

        return [self.game.actions[number] for number in self.follow(view, seat, max(rooms, key=visits), action)] or [action]

    def buffers(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Space for the actions, the choices and the odds of one thread."""
        spec = self.game.spec
        return alone(spec.widest, np.int64), alone(spec.seats, np.int64), alone(max(1, spec.outcomes), np.float64)


def by_weight(judgement: Judgement) -> tuple[float, float]:
    """The likeliest, or the one with the most votes, first."""
    return judgement.weight or 0.0, judgement.visits or 0


ORDERS = {"visits": by_visits, "mean": by_mean, "votes": by_weight}


def alone(count: int, kind: Any) -> NDArray[Any]:
    """An array of zeros that shares no line of the cache with another: threads that write to the same line wait for each other."""
    size = count * np.dtype(kind).itemsize
    return np.zeros(size + 2 * LINE, np.uint8)[LINE : LINE + size].view(kind)


def at_once(sample: Compiled[..., Any], tasks: Sequence[tuple[Any, ...]]) -> list[int]:
    """Run every task, each on a thread of its own; returns what each returned."""
    if len(tasks) == 1:
        return [int(sample(*tasks[0]))]
    with ThreadPoolExecutor(len(tasks)) as pool:
        return [int(done) for done in pool.map(lambda task: sample(*task), tasks)]
