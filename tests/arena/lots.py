"""A game for tests of tournaments: everybody bids one to three, then lots are cast over each bid; and agents that misbehave."""

import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from joute.core.agent import Agent, Stop
from joute.core.contract import Actions, Choices, Odds, Scores
from joute.core.definition import Definition, Spec
from joute.core.events import Event, Step
from joute.core.opinion import Opinion
from joute.core.settings import setting
from joute.core.state import Fields, State
from joute.jit.struct import Int8, Int8s


class LotsState(Fields):
    """Bids and luck of every seat."""

    bids: Annotated[Int8s, 6]
    luck: Annotated[Int8s, 6]
    cast: Int8
    seats: Int8


@dataclass(frozen=True)
class LotsOptions:
    """Options of the lots."""

    seats: int = setting(2, "how many play", 2, 6)


def setup(state: LotsState, options: LotsOptions) -> None:
    state.seats = options.seats


def movers(state: LotsState) -> int:
    return (1 << state.seats) - 1 if state.bids[0] == 0 else 0


def over(state: LotsState) -> bool:
    return state.cast == state.seats


def legal(state: LotsState, seat: int, actions: Actions) -> int:
    actions[0], actions[1], actions[2] = 1, 2, 3
    return 3


def advance(state: LotsState, choices: Choices) -> None:
    for seat in range(state.seats):
        state.bids[seat] = choices[seat]


def chances(state: LotsState, odds: Odds) -> int:
    odds[:4] = 0.25
    return 4


def resolve(state: LotsState, outcome: int) -> None:
    state.luck[state.cast] = outcome
    state.cast += 1


def returns(state: LotsState, scores: Scores) -> None:
    for seat in range(state.seats):
        scores[seat] = state.bids[seat] + state.luck[seat]


def names(options: LotsOptions) -> dict[int, str]:
    return {1: "one", 2: "two", 3: "three"}


def show(state: LotsState, viewer: int | None, language: str) -> str:
    return f"{state.bids.tolist()} {state.luck.tolist()}"


def describe(before: LotsState, after: LotsState, step: Step, viewer: int | None) -> list[Event]:
    return [Event("bid", {}, {"en": "bids", "fr": "mises"})] if step.choices else []


def spec(options: LotsOptions) -> Spec:
    return Spec(seats=options.seats, lowest=0, highest=6, longest=1, widest=3, outcomes=4, simultaneous=True, zero_sum=False)


class Bidder(Agent):
    """Bids the same in every game."""

    bid = 0

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        action = self.legal(view, seat)[self.bid]
        return Opinion(action, value=float(self.bid))


class Low(Bidder):
    name = "low"
    summary = "bids one"


class Middle(Bidder):
    name = "middle"
    summary = "bids two"
    bid = 1


class High(Bidder):
    name = "high"
    summary = "bids three"
    bid = 2


@dataclass(frozen=True)
class Slowness:
    """How slow."""

    milliseconds: float = setting(1.0, "for each bid", 0)


class Slow(Bidder):
    name = "slow"
    summary = "takes its time"
    Settings = Slowness

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        time.sleep(self.settings.milliseconds / 1000)
        return Opinion(self.legal(view, seat)[seed % 3])


@dataclass(frozen=True)
class Mark:
    """Where it leaves a mark."""

    once: str = setting("", "a file: it dies only until that exists")


class Fatal(Bidder):
    name = "fatal"
    summary = "ends its process"
    Settings = Mark

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        mark = self.settings.once
        if not mark or not Path(mark).exists():
            if mark:
                Path(mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().consider(view, seat, seed, stop)


class Failing(Bidder):
    name = "failing"
    summary = "raises an error"

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        raise RuntimeError("no idea")


HERE = sys.modules[__name__]
CLASSES = {"low": "Low", "middle": "Middle", "high": "High", "slow": "Slow", "fatal": "Fatal", "failing": "Failing"}
DEFINITION = Definition(
    name="lots",
    title={"en": "Lots", "fr": "Sorts"},
    options=LotsOptions,
    spec=spec,
    state=LotsState,
    rules=(HERE,),
    render=HERE,
    narration=HERE,
    agents={name: f"arena.lots:{found}" for name, found in CLASSES.items()},
)
