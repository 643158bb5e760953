"""Rule-based agents of Diamant: the exit factor of the student report that the game comes from, and `leaver`, which only counts its gems.

The report prints most of its code; if it leaves something open or contradicts itself, this was chosen:
- `classement_diamants` is in ascending order, since at index 0 "nobody is behind": the index is the number of seats with fewer gems.
  The ranking counts the gems in the bank (`ranking=bank`); with `ranking=all` also what a seat carries while it is inside.
- Among equals the player stands above the others, whatever its seat (`ties=above`); with `ties=below` it stands below them.
- `indice_ia == 3` means the first of four; here it is the first of any number of seats.
- The prose says that a lead over the next seat should make one careful, the code subtracts 0.75 for each gem of it: the code decides.
- The prose draws from 1 to 100, the code `randint(0, 100)` and leaves if that is at most the factor: the code decides.
- `tresor_sol` is the gems on the path; relics do not count, although the player stores their worth in `valreliquesol`.
- The code subtracts a deadly trap from its count in two places; here the count is what the deck holds.
"""

import time
from dataclasses import dataclass

import numpy as np

from joute.core.agent import Agent, CompiledPolicy, Stop
from joute.core.contract import Actions
from joute.core.opinion import Judgement, Opinion, with_the_rest
from joute.core.rng import Rng, seeded
from joute.core.settings import setting
from joute.core.state import State, States
from joute.games.diamant.agents.rule_policy import (
    EXIT_FACTOR,
    LEAVER,
    Coefficients,
    chance_to_leave,
    choose_by_chance,
    exit_factor,
    player_row,
    stays_anyway,
)
from joute.games.diamant.rules import EXPLORE, RETURN
from joute.games.diamant.state import DiamantState
from joute.i18n import Sentence, decimal, in_every_language, say
from joute.jit.compile import compiled
from joute.jit.struct import Float64s

COEFFICIENTS = (1.0, 10.0, -0.5, -0.75, 1.0)  # of the report: danger, rank, behind, ahead, path
TUNED = (4.334, -19.095, -4.931, 0.17, 47.33)  # at tables of different players (docs/tuning.md)


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
RANKING: Sentence = "gems that the ranking counts: in the bank, or all, with those carried inside"
TIES: Sentence = "its place among equals in the ranking"


@dataclass(frozen=True)
class ExitFactorSettings:
    """Settings of `exit_factor`: the percentage that each reason to leave adds."""

    danger: float = _coefficient(0, DANGER, False)
    rank: float = _coefficient(1, RANK, False)
    behind: float = _coefficient(2, BEHIND, False)
    ahead: float = _coefficient(3, AHEAD, False)
    path: float = _coefficient(4, PATH, False)
    ranking: str = setting("bank", RANKING, choices=("bank", "all"))
    ties: str = setting("above", TIES, choices=("above", "below"))


@dataclass(frozen=True)
class TunedSettings(ExitFactorSettings):
    """Settings of `exit_factor_tuned`: the same with tuned defaults."""

    danger: float = _coefficient(0, DANGER, True)
    rank: float = _coefficient(1, RANK, True)
    behind: float = _coefficient(2, BEHIND, True)
    ahead: float = _coefficient(3, AHEAD, True)
    path: float = _coefficient(4, PATH, True)
    ranking: str = setting("all", RANKING, choices=("bank", "all"))
    ties: str = setting("below", TIES, choices=("above", "below"))


@compiled
def call_choose(view: States, seat: int, parameters: Float64s, actions: Actions, rng: Rng) -> int:
    """`choose_by_chance` as a call from Python."""
    return choose_by_chance(view[0], seat, parameters, actions, rng)


class ExitFactor(Agent):
    """Leaves at random; the probability grows with the danger, its rank and the gems on the path."""

    name = "exit_factor"
    summary = "leaves at random, more likely with more danger, a higher rank and more gems on the path"
    Settings = ExitFactorSettings
    quick = True

    @property
    def compiled_policy(self) -> CompiledPolicy | None:
        """The same draw in compiled code."""
        return choose_by_chance

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
        chosen = self.settings
        fields = DiamantState.snapshot(view)
        return float(exit_factor(fields, seat, self.coefficients, chosen.ranking == "all", chosen.ties == "above"))

    @property
    def coefficients(self) -> Coefficients:
        """The coefficients in the order of the formula."""
        chosen = self.settings
        return chosen.danger, chosen.rank, chosen.behind, chosen.ahead, chosen.path

    def parameters(self) -> tuple[float, ...]:
        """The settings as a row of the policy."""
        return player_row(EXIT_FACTOR, *self.coefficients, self.settings.ranking == "all", self.settings.ties == "above")


class ExitFactorTuned(ExitFactor):
    """`exit_factor` with tuned coefficients: it takes rich paths, fears the danger, and stays longer while it is ahead of others."""

    name = "exit_factor_tuned"
    summary = "exit_factor with coefficients tuned at tables of different players: takes rich paths, fears the danger"
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

    @property
    def compiled_policy(self) -> CompiledPolicy | None:
        """The same in compiled code."""
        return choose_by_chance

    def parameters(self) -> tuple[float, ...]:
        """The settings as a row of the policy."""
        return player_row(LEAVER, self.settings.gems)

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
