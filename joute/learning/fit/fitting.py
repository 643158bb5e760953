"""Fitting an evaluation: rounds of self-play, each followed by a logistic regression of the results on the features.

The first round is played by the game's heuristic. If `simultaneous` plays the game, later rounds search one turn ahead with the weights so
far. A fit is tested on held-out games, and by a duel of the agent with the weights against the agent without.
"""

import json
import math
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import numpy as np

from joute.arena.duel import DuelAgentData, duel
from joute.core import settings
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.settings import setting
from joute.jit.struct import Float32s, Float64s
from joute.learning.fit.selfplay import Samples, Sampling, SelfPlayRound, self_play
from joute.search.common.evaluation import STATED
from joute.search.common.linear_evaluation import Weights, names_of, signature
from joute.search.lookahead.simultaneous import Simultaneous

DECIMALS = 4  # of a weight: more would differ between machines by rounding
HELD_OUT = 10  # one game in 10 is held out
MIN_GAMES = 2 * HELD_OUT  # of a round
NEWTON_STEPS = 30  # at most; about six are needed
TOLERANCE = 1e-9  # of the last step
CHUNK = 8192  # rows converted to 64 bits at a time

DUEL = 0  # as the number of a round
PLAYER = f"{Simultaneous.name}:depth=1"  # of later rounds, and of the duel

FitProgress = Callable[[int, int, int], None]  # round, amount done, total


@dataclass(frozen=True)
class FitSettings:
    """Settings of a fit."""

    games: int = setting(6000, "number of games in the last round of self-play; each round has half as many as the next", 40, 1_000_000)
    rounds: int = setting(3, "number of rounds of self-play, if the game can be searched; else one", 1, 10)
    random_opening: int = setting(10, "maximum number of random actions at the start of a game", 0, 1000)
    random_every: int = setting(8, "one later action in this many is random (0: none)", 0, 1000)
    sample_every: int = setting(5, "one position in this many is sampled", 1, 1000)
    ridge: float = setting(30.0, "L2 penalty of the weights", 1e-6, 1e9)


class CalibrationBin(TypedDict):
    """Predictions within a range, and the results."""

    predicted: float
    actual: float
    rows: int


class RegressionReport(TypedDict):
    """A regression and its test on held-out games."""

    rows: int
    held_out: int
    log_loss: float
    log_loss_baseline: float  # of equal chances
    calibration: list[CalibrationBin]


class FitRound(RegressionReport):
    """A round of a fit."""

    round: int
    player: str
    games: int


class FitDuel(TypedDict):
    """The duel between the agent with the weights (after) and without (before)."""

    games: int
    seed: int
    player: str
    after: DuelAgentData
    before: DuelAgentData


@dataclass(frozen=True)
class FittedEvaluation:
    """Fitted weights, and the rounds that led to them."""

    weights: Weights
    rounds: list[FitRound]


def fit_game(game: Game, chosen: FitSettings, seed: int = 0, progress: FitProgress | None = None) -> FittedEvaluation:
    """Weights for the game's features: the same seed gives the same bits."""
    names = names_of(game)
    searchable = Simultaneous.refusal(game) is None
    sampling = Sampling(chosen.random_opening, chosen.random_every, chosen.sample_every)
    weights: Float64s | None = None
    rounds: list[FitRound] = []
    for number in range(chosen.rounds if searchable else 1):
        games = max(MIN_GAMES, chosen.games >> (chosen.rounds - 1 - number if searchable else 0))
        wanted = SelfPlayRound(games, seed_of(seed, "round", number), sampling, 0 if weights is None else 1, weights)
        samples = self_play(game.fast(), wanted, _round_progress(progress, number + 1))
        weights, found = fit_samples(samples, chosen.ridge, game.spec.seats)
        player = PLAYER if number else "careful" if game.definition.states_itself("careful") else "random"
        rounds.append({"round": number + 1, "player": player, "games": games, **found})
    assert weights is not None, "there is at least one round"
    options = settings.changed(game.options)
    made = {"command": command(game, chosen, seed), "seed": seed, **vars(chosen), "log_loss": rounds[-1]["log_loss"]}
    rules = signature(game.definition, json.dumps(options))
    return FittedEvaluation(Weights(game.name, options, rules, dict(zip(names, weights.tolist(), strict=True)), made), rounds)


def fit_samples(samples: Samples, ridge: float, seats: int) -> tuple[Float64s, RegressionReport]:
    """Weights from all games but the held-out ones, and their test on those."""
    offset = -math.log(seats - 1)  # gives equal chances without features
    held_out = samples.games % HELD_OUT == 0
    found = logistic_regression(samples.rows[~held_out], samples.shares[~held_out], ridge, offset)
    weights: Float64s = np.round(found, DECIMALS) + 0.0
    predicted, actual = predict(samples.rows[held_out], weights, offset), samples.shares[held_out]
    return weights, {
        "rows": len(samples.rows),
        "held_out": int(held_out.sum()),
        "log_loss": round(log_loss(predicted, actual), 4),
        "log_loss_baseline": round(log_loss(np.full(len(actual), 1 / seats), actual), 4),
        "calibration": calibration(predicted, actual),
    }


def duel_before_after(
    game: Game, found: Weights, games: int, seed: int = 0, workers: int = 1, progress: FitProgress | None = None
) -> FitDuel | None:
    """A duel of `simultaneous` with the weights against itself with the game's own evaluation; None if it does not play the game."""
    if Simultaneous.refusal(game) is not None or games == 0:
        return None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "fitted.json"
        found.save(file)
        texts = [f"{PLAYER},evaluation={name}" for name in (file, STATED)]
        played = duel(game, texts, games, seed=seed, workers=workers, progress=_round_progress(progress, DUEL)).to_json()
    after, before = played["agents"]
    after["agent"], before["agent"] = "after", "before"
    return {"games": played["games"], "seed": seed, "player": PLAYER, "after": after, "before": before}


def command(game: Game, chosen: FitSettings, seed: int) -> str:
    """The command that makes the same weights again."""
    options = "".join(f" -o {name}={value}" for name, value in settings.changed(game.options).items())
    changed = "".join(f" --{name} {value}" for name, value in settings.changed(chosen).items())
    return f"joute fit {game.name} --seed {seed}{options}{changed}"


def _round_progress(progress: FitProgress | None, number: int) -> Callable[[int, int], None] | None:
    return None if progress is None else lambda done, total: progress(number, done, total)


# --- logistic regression ----------------------------------------------------------------------------------------------------


def predict(rows: Float32s | Float64s, weights: Float64s, offset: float) -> Float64s:
    """The chance to win of each row."""
    logits = np.concatenate([rows[first : first + CHUNK].astype(np.float64) @ weights for first in range(0, len(rows), CHUNK)])
    return 1 / (1 + np.exp(-np.clip(logits + offset, -40, 40)))


def logistic_regression(rows: Float32s | Float64s, shares: Float64s, ridge: float, offset: float = 0.0) -> Float64s:
    """The weights of maximum likelihood with an L2 penalty, by Newton's method; the offset is the logit without features."""
    weights = np.zeros(rows.shape[1])
    for _ in range(NEWTON_STEPS):
        gradient, hessian = -ridge * weights, ridge * np.eye(len(weights))
        for first in range(0, len(rows), CHUNK):
            part = rows[first : first + CHUNK].astype(np.float64)
            predicted = predict(part, weights, offset)
            gradient += part.T @ (shares[first : first + CHUNK] - predicted)
            hessian += part.T @ (part * (predicted * (1 - predicted))[:, None])
        step = np.linalg.solve(hessian, gradient)
        weights += step
        if np.abs(step).max() < TOLERANCE:
            break
    return weights


def log_loss(predicted: Float64s, shares: Float64s) -> float:
    """The mean log loss in nats; 0.693 for a constant prediction of one half."""
    safe = np.clip(predicted, 1e-12, 1 - 1e-12)
    return float(-np.mean(shares * np.log(safe) + (1 - shares) * np.log(1 - safe)))


def calibration(predicted: Float64s, shares: Float64s, bins: int = 10) -> list[CalibrationBin]:
    """Mean predictions and results, in bins of equal width."""
    bin_of = np.minimum((predicted * bins).astype(int), bins - 1)
    members = [bin_of == number for number in range(bins)]
    return [
        {"predicted": float(predicted[own].mean()), "actual": float(shares[own].mean()), "rows": int(own.sum())}
        for own in members
        if own.any()
    ]
