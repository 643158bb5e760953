"""Long work in steps: between two steps others may have the processor, and an agent that thinks in a step may be stopped.

A generator yields the share of the work that is done, is sent the flag that may stop its next step, and returns the result.
"""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

from joute.core.agent import Agent, Stop
from joute.core.opinion import Opinion
from joute.core.state import State

Result = TypeVar("Result")
Steps: TypeAlias = Generator[float, Stop | None, Result]

TRIES = 3  # that an agent thinks again after it was stopped


def finished(steps: Steps[Result]) -> Result:
    """The result, without a pause."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def within(steps: Steps[Result], first: float, last: float) -> Steps[Result]:
    """The steps as a part of longer work."""
    stop = None
    while True:
        try:
            share = steps.send(stop)
        except StopIteration as end:
            result: Result = end.value
            return result
        stop = yield first + (last - first) * share


def considered(agent: Agent, view: State, seat: int, seed: int, done: float) -> Steps[Opinion]:
    """The opinion of an agent, in a step of its own; if it is stopped before its end, it thinks again a few times."""
    for _ in range(TRIES):
        stop = yield done
        opinion = agent.consider(view, seat, seed, stop)
        if stop is None or not stop.flag[0]:
            break
    return opinion
