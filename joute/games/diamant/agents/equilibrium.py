"""The agent `equilibrium`: with two seats an exact equilibrium for the chance to win, with more a best response close to `balanced`."""

import math
import time
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from joute.core.agent import Agent, Stop
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion, PayoffMatrix, Unit, by_mean
from joute.core.rng import seeded, uniform
from joute.core.settings import PUBLIC_ITERATIONS, setting
from joute.core.state import State
from joute.games.diamant.agents.balanced import WEIGHTS
from joute.games.diamant.agents.exit_factor import ExitFactorSettings, ExitFactorTuned
from joute.games.diamant.agents.regret_matching import LEARNS, habit_rows, match_regrets, prior
from joute.games.diamant.agents.rule_policy import BALANCED, player_row, returning_chance
from joute.games.diamant.agents.veteran import remark
from joute.games.diamant.exact.two_seats import RoundValue, position_of, solve
from joute.games.diamant.rules import EXPLORE, RETURN
from joute.games.diamant.state import MOST_SEATS, DiamantState
from joute.i18n import in_every_language
from joute.jit.struct import Float64s
from joute.search.common.rollout import RuleBuffers

LEAST_SHARE = 0.02  # of an action in the strategy of `balanced`, so that a much better value always counts


@dataclass(frozen=True)
class EquilibriumSettings:
    """Settings of `equilibrium`; none matters with two seats, which are solved."""

    iterations: int = setting(400, "number of iterations with more than two seats", 2, public=PUBLIC_ITERATIONS)
    temperature: float = setting(
        0.01, "difference of chances to win that makes an action 2.7 times as likely as `balanced` has it", 0.001, 1
    )
    learns: float = setting(0.6, "prior probability that another seat learns, too", 0, 1)


class EquilibriumPlayer(Agent):
    """Two seats: draws from an exact equilibrium; more: a best response to a mixture of opponents, close to `balanced`.

    Staying close to a mixed strategy from which little can be gained (Jacob et al. 2022, piKL) makes copies of the agent hard to exploit.
    The exact solution of a round is not interrupted: with five relics in the deck it takes up to 1.3 seconds of a processor.
    """

    name = "equilibrium"
    summary = "two seats: an exact equilibrium for the chance to win; more: close to balanced, and better against a mixture of opponents"
    Settings = EquilibriumSettings
    mixes = True

    @property
    def unit(self) -> Unit:
        """Values are chances to win."""
        return Unit.WIN

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The choice drawn from the strategy, and what both are worth."""
        began = time.perf_counter()
        self.legal(view, seat)
        if self.game.spec.seats == 2:
            opinion = exact_opinion(self.game, DiamantState.snapshot(view), seat)
        else:
            opinion = self.estimate(view, seat, seed, stop or Stop())
        explore = next(judgement.weight or 0.0 for judgement in opinion.judgements if judgement.action == EXPLORE)
        action = self.game.actions[EXPLORE if uniform(seeded(seed, self.name)) < explore else RETURN]
        value = next(judgement.value for judgement in opinion.judgements if judgement.action == action)
        if opinion.matrix is not None:
            value = opinion.value
        opinion = replace(opinion, action=action, value=value, pv=[action], seconds=time.perf_counter() - began)
        return replace(opinion, remark=in_every_language(lambda: remark(view, opinion)))

    def estimate(self, view: State, seat: int, seed: int, stop: Stop) -> Opinion:
        """The mean value of both choices against the mixture, and the strategy of `balanced` weighed by it."""
        buffers, work = self._space(seed), view.array.copy()
        mixture = np.tile(prior(self.settings.learns), (MOST_SEATS, 1))
        explore, home = match_regrets(view.array, work, seat, self.settings.iterations, self._rows, mixture, buffers, stop.flag).tolist()
        share = 1.0 - returning_chance(DiamantState.snapshot(view), seat, self._rows[LEARNS])
        share = min(max(share, LEAST_SHARE), 1.0 - LEAST_SHARE)
        lean = math.log(share / (1.0 - share)) + (explore - home) / self.settings.temperature
        explores = 1.0 / (1.0 + math.exp(-min(max(lean, -50.0), 50.0)))
        tries = self.settings.iterations // 2
        judgements = [
            Judgement(self.game.actions[EXPLORE], explore, tries, explores),
            Judgement(self.game.actions[RETURN], home, tries, 1.0 - explores),
        ]
        judgements.sort(key=by_mean, reverse=True)
        return Opinion(judgements[0].action, judgements, nodes=self.settings.iterations, unit=Unit.WIN)

    @cached_property
    def _rows(self) -> Float64s:
        report = ExitFactorSettings()
        coefficients = report.danger, report.rank, report.behind, report.ahead, report.path
        tuned = ExitFactorTuned(self.game).parameters()[1:]
        return habit_rows(player_row(BALANCED, *WEIGHTS), tuned, (*coefficients, 0.0, 1.0))

    def _space(self, seed: int) -> RuleBuffers:
        spec = self.game.spec
        return RuleBuffers(
            np.zeros(spec.widest, np.int64),
            np.zeros(spec.seats, np.int64),
            np.zeros(spec.outcomes),
            np.zeros(spec.seats),
            seeded(seed, self.name, "iterations"),
        )


def exact_opinion(game: Game, state: DiamantState, seat: int) -> Opinion:
    """What the equilibrium of a position of two seats is, from the side of a seat that chooses."""
    solved = solve(position_of(state, seat))
    error = 0.0 if state.round == state.rounds - 1 else None
    weights = {EXPLORE: solved.explore, RETURN: 1.0 - solved.explore}
    judgements = [Judgement(game.actions[action], solved.worth[action], weight=weights[action], error=error) for action in weights]
    judgements.sort(key=by_mean, reverse=True)
    likely = max(weights, key=lambda action: weights[action])
    action = game.actions[likely]
    return Opinion(action, judgements, solved.value, pv=[action], nodes=1, matrix=payoff_matrix(game, solved), unit=Unit.WIN)


def payoff_matrix(game: Game, solved: RoundValue) -> PayoffMatrix | None:
    """Both seats' choices, if both are inside."""
    if solved.cells is None:
        return None
    actions = [game.actions[EXPLORE], game.actions[RETURN]]
    return {
        "rows": actions,
        "columns": actions,
        "cells": [list(row) for row in solved.cells],
        "row_weights": [solved.explore, 1.0 - solved.explore],
        "column_weights": [solved.other_explores, 1.0 - solved.other_explores],
    }


def opinions(game: Game, state: State) -> dict[int, Opinion]:
    """The equilibrium of a position from the side of every seat that chooses; for `joute solve`."""
    if game.spec.seats != 2:
        raise Unfit("{game} has {seats} seats here: an equilibrium is computed for two", game=game.name, seats=game.spec.seats)
    return {seat: exact_opinion(game, DiamantState.snapshot(state), seat) for seat in game.movers(state)}
