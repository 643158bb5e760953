"""Rule-based agents of Diamant: the exit factor of the student report that the game comes from, and `leaver`, which only counts its gems.

The report prints most of its code; if it leaves something open or contradicts itself, this was chosen:
- `classement_diamants` is in ascending order, since at index 0 "nobody is behind": the index is the number of seats with fewer gems.
  The ranking counts what a seat owns, `diamant_poche` and `diamant_campement`: the bank, and what it carries while it is inside.
- The report does not rank its player among equals. Here it is ranked below them, whatever its seat.
- `indice_ia == 3` means the first of four; here it is the first of any number of seats.
- The prose says that a lead over the next seat should make one careful, the code subtracts 0.75 for each gem of it: the code decides.
- The prose draws from 1 to 100, the code `randint(0, 100)` and leaves if that is at most the factor: the code decides.
- `tresor_sol` is the gems on the path; relics do not count, although the player stores their worth in `valreliquesol`.
- The code subtracts a deadly trap from its count in two places; here the count is what the deck holds.
"""

import math
import time
from dataclasses import dataclass

import numpy as np

from joute.core.agent import Agent, CompiledPolicy, Stop
from joute.core.contract import Actions
from joute.core.opinion import Judgement, Opinion, with_the_rest
from joute.core.rng import Rng, below, seeded
from joute.core.settings import setting
from joute.core.state import State, States
from joute.games.diamant.rules import EXPLORE, RETURN, SEATS_IN, cards_left, deadly_cards
from joute.games.diamant.state import DiamantState
from joute.i18n import Sentence, decimal, in_every_language, say
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s

DRAWS = 101  # values of `randint(0, 100)`, which includes both ends
COEFFICIENTS = (1.0, 10.0, -0.5, -0.75, 1.0)  # of the report: danger, rank, behind, ahead, path
TUNED = (3.895, -10.23, -95.76, 0.7188, 7.816)  # by `joute tune`, over three of the report's (docs/tuning.md)


def _coefficient(place: int, meaning: str, tuned: bool) -> float:
    """A setting of the coefficient, typed as the value that it has in an instance."""
    return setting((TUNED if tuned else COEFFICIENTS)[place], meaning, -1000, 1000)


MEANINGS: tuple[Sentence, ...] = (
    "for each percent of danger that the next card is a deadly trap",
    "for each seat with fewer gems",
    "for each gem missing to the next seat above in the ranking",
    "for each gem of lead over the next seat below in the ranking",
    "for each gem on the path and seat inside",
)
DANGER, RANK, BEHIND, AHEAD, PATH = MEANINGS


@dataclass(frozen=True)
class ExitFactorSettings:
    """Settings of `exit_factor`: the percentage that each reason to leave adds."""

    danger: float = _coefficient(0, DANGER, False)
    rank: float = _coefficient(1, RANK, False)
    behind: float = _coefficient(2, BEHIND, False)
    ahead: float = _coefficient(3, AHEAD, False)
    path: float = _coefficient(4, PATH, False)


@dataclass(frozen=True)
class TunedSettings(ExitFactorSettings):
    """Settings of `exit_factor_tuned`: the same with tuned defaults."""

    danger: float = _coefficient(0, DANGER, True)
    rank: float = _coefficient(1, RANK, True)
    behind: float = _coefficient(2, BEHIND, True)
    ahead: float = _coefficient(3, AHEAD, True)
    path: float = _coefficient(4, PATH, True)


@rule
def owned(state: DiamantState, seat: int) -> int:
    """The gems of a seat: its bank, and what it carries while it is inside."""
    return state.bank[seat] + (state.carried if state.inside >> seat & 1 else 0)


@rule
def exit_factor(state: DiamantState, seat: int, danger: float, rank: float, behind: float, ahead: float, path: float) -> float:
    """The factor in percent: danger of the next card, rank, gaps to the neighbours in the ranking, gems on the path."""
    mine = owned(state, seat)
    poorer, above, beneath, equals = 0, 0, 0, 0
    for other in range(state.seats):
        gap = owned(state, other) - mine
        if gap < 0:
            poorer += 1
            beneath = -gap if beneath == 0 else min(beneath, -gap)
        elif gap > 0:
            above = gap if above == 0 else min(above, gap)
        elif other != seat:
            equals += 1
    if equals > 0:
        above = 0  # the next seat above is an equal
    risk = danger * 100.0 * deadly_cards(state) / cards_left(state)
    return risk + rank * poorer + behind * above + ahead * beneath + path * state.gems / SEATS_IN[state.inside]


@rule
def stays_anyway(state: DiamantState) -> bool:
    """Whether the agent never leaves here: it carries nothing, or it is the first turn of a round."""
    return state.carried == 0 or (state.steps == 1 and state.inside == (1 << state.seats) - 1)


@rule
def chance_to_leave(factor: float) -> float:
    """The probability that a draw from 0 to 100 is at most the factor."""
    return min(max(math.floor(factor) + 1, 0), DRAWS) / DRAWS


@rule
def choose_by_factor(state: DiamantState, seat: int, parameters: Float64s, actions: Actions, rng: Rng) -> int:
    """Draw, and leave when the draw is at most the factor."""
    if stays_anyway(state):
        return EXPLORE
    danger, rank, behind = parameters[seat, 0], parameters[seat, 1], parameters[seat, 2]
    ahead, path = parameters[seat, 3], parameters[seat, 4]
    return RETURN if below(rng, DRAWS) <= exit_factor(state, seat, danger, rank, behind, ahead, path) else EXPLORE


@compiled
def call_choose(view: States, seat: int, parameters: Float64s, actions: Actions, rng: Rng) -> int:
    """`choose_by_factor` as a call from Python."""
    return choose_by_factor(view[0], seat, parameters, actions, rng)


class ExitFactor(Agent):
    """Leaves at random; the probability grows with the danger, its rank and the gems on the path."""

    name = "exit_factor"
    summary = "leaves at random, more likely with more danger, a higher rank and more gems on the path"
    Settings = ExitFactorSettings
    quick = True

    @property
    def compiled_policy(self) -> CompiledPolicy:
        """The same draw in compiled code."""
        return choose_by_factor

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The drawn action, and the probability of each."""
        began = time.perf_counter()
        self.legal(view, seat)
        factor = self.factor(view, seat)
        leaving = 0.0 if stays_anyway(DiamantState.snapshot(view)) else chance_to_leave(factor)
        action = self.game.actions[self.choose(view, seat, seed)]
        judgements = [
            Judgement(self.game.actions[EXPLORE], weight=1.0 - leaving),
            Judgement(self.game.actions[RETURN], weight=leaving),
        ]
        judgements.sort(key=lambda judgement: judgement.weight or 0.0, reverse=True)
        remark = in_every_language(lambda: say("exit factor {factor}%", factor=decimal(f"{factor:.1f}")))
        return Opinion(action, judgements, pv=[action], nodes=1, seconds=time.perf_counter() - began, remark=remark)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The drawn action."""
        parameters = np.tile(self.parameters(), (seat + 1, 1))
        return call_choose(view.array, seat, parameters, np.zeros(0, np.int64), seeded(seed, "exit factor"))

    def factor(self, view: State, seat: int) -> float:
        """The exit factor in percent; it may be below 0 or above 100."""
        return float(exit_factor(DiamantState.snapshot(view), seat, *self.parameters()))

    def parameters(self) -> tuple[float, float, float, float, float]:
        """The settings in the order of the formula."""
        chosen = self.settings
        return chosen.danger, chosen.rank, chosen.behind, chosen.ahead, chosen.path


class ExitFactorTuned(ExitFactor):
    """`exit_factor` with tuned coefficients: it values the path, fears the danger, and never returns while another seat is ahead."""

    name = "exit_factor_tuned"
    summary = "exit_factor with tuned coefficients: never returns while another seat is ahead"
    Settings = TunedSettings


@dataclass(frozen=True)
class LeaverSettings:
    """Settings of `leaver`."""

    gems: int = setting(12, "number of carried gems at which it leaves", 1, 200)


class Leaver(Agent):
    """Leaves at a fixed number of gems."""

    name = "leaver"
    summary = "leaves as soon as it carries a given number of gems, whatever the danger"
    Settings = LeaverSettings

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The choice by the gems carried."""
        began = time.perf_counter()
        legal = self.legal(view, seat)
        action = self.game.actions[self.choose(view, seat, seed)]
        judgements = with_the_rest([Judgement(action, weight=1.0)], legal)
        return Opinion(action, judgements, pv=[action], nodes=1, seconds=time.perf_counter() - began)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """Return with enough gems, explore with fewer."""
        return RETURN if DiamantState.snapshot(view).carried >= self.settings.gems else EXPLORE
