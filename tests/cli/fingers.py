"""A game for tests: everybody shows one or two fingers at once, twice; the fingers are the score."""

import sys
from dataclasses import dataclass
from typing import Annotated

from joute.core.agent import Agent, NoSettings, Stop
from joute.core.contract import Actions, Choices, Scores
from joute.core.definition import Definition, Spec
from joute.core.events import Event, Step
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion, Solution
from joute.core.settings import setting
from joute.core.state import Action, Fields, State
from joute.jit.struct import Int8, Int8s


class FingersState(Fields):
    """Fingers shown in each round."""

    shown: Annotated[Int8s, 2, 4]
    round: Int8
    seats: Int8


@dataclass(frozen=True)
class FingersOptions:
    """Options of the fingers."""

    seats: int = setting(2, "how many play", 1, 4)
    together: bool = setting(True, "all at once, not in turn")
    greeting: str = setting("hello", "a text, commas allowed")


def setup(state: FingersState, options: FingersOptions) -> None:
    state.seats = options.seats


def movers(state: FingersState) -> int:
    return 0 if state.round == 2 else (1 << state.seats) - 1


def over(state: FingersState) -> bool:
    return state.round == 2


def legal(state: FingersState, seat: int, actions: Actions) -> int:
    actions[0], actions[1] = 1, 2
    return 2


def advance(state: FingersState, choices: Choices) -> None:
    for seat in range(state.seats):
        state.shown[state.round, seat] = choices[seat]
    state.round += 1


def returns(state: FingersState, scores: Scores) -> None:
    for seat in range(state.seats):
        scores[seat] = state.shown[0, seat] + state.shown[1, seat]


def names(options: FingersOptions) -> dict[int, str]:
    return {1: "one", 2: "two"}


def show(state: FingersState, viewer: int | None, language: str) -> str:
    return f"{'round' if language == 'en' else 'tour'} {state.round}: {state.shown[:, : state.seats].tolist()} for viewer {viewer}"


def describe(before: FingersState, after: FingersState, step: Step, viewer: int | None) -> list[Event]:
    shown = ", ".join(f"seat {seat} shows {action}" for seat, action in step.choices.items())
    return [Event("shown", {}, {"en": f"{shown} (told to {viewer})", "fr": f"{shown} (dit à {viewer})"})]


def spec(options: FingersOptions) -> Spec:
    return Spec(seats=options.seats, lowest=2, highest=4, longest=2, widest=2, simultaneous=options.seats > 1, zero_sum=False)


class Thoughtful(Agent):
    """Has an opinion with every number there is."""

    name = "thoughtful"
    summary = "always two"
    Settings = NoSettings

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        return "a table of four is too large for it" if game.spec.seats == 4 else None

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        one, two = self.legal(view, seat)
        judged = [Judgement(two, 0.75, 1200, 0.9), Judgement(one, 0.25, 34, 0.1)]
        remark = {"en": "More is better.", "fr": "Plus, c'est mieux."}
        return Opinion(two, judged, 0.75, [two, one], depth=2, nodes=1234, seconds=0.5, remark=remark)


def solve(game: Game, state: State, stop: Stop) -> Solution:
    two: Action = game.action("two")
    return Solution(0, 2, True, True, [two] * (2 - FingersState.of(state).round), nodes=7, seconds=0.25)


HERE = sys.modules[__name__]
DEFINITION = Definition(
    name="fingers",
    title={"en": "Fingers", "fr": "Doigts"},
    options=FingersOptions,
    spec=spec,
    state=FingersState,
    rules=(HERE,),
    render=HERE,
    narration=HERE,
    agents={"thoughtful": "cli.fingers:Thoughtful"},
    solver="cli.fingers:solve",
)
