"""The evaluation of a game, fitted: rounds of self-play, each by the player that the round before made, and a regression on each.

The first round follows the game's rules of thumb. Where `simultaneous` plays the game, later rounds look a turn ahead and judge by
the weights so far. What the fit is worth is shown by positions of games that it has not seen, and by a duel with the player as it was.
"""

import json
import math
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from joute.arena.duel import duel
from joute.core import settings
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.settings import setting
from joute.core.state import Json
from joute.learning.fit.logistic_regression import calibration, chances, fit, log_loss
from joute.learning.fit.selfplay import Notes, Round, self_play
from joute.search.common.evaluation import STATED
from joute.search.common.linear_evaluation import Weights, names_of, signature
from joute.search.lookahead.simultaneous import Simultaneous

DECIMALS = 4  # of a weight: beyond them only rounding differs from machine to machine
HELD_OUT = 10  # one game in ten is held out for the test
FEWEST = 2 * HELD_OUT  # games of a round

DUEL = 0  # as a round
PLAYER = f"{Simultaneous.name}:depth=1"  # of later rounds, and of the duel

Progress = Callable[[int, int, int], None]  # the round, how much of it is done, of how much


@dataclass(frozen=True)
class FitSettings:
    """Settings of a fit."""

    games: int = setting(6000, "games of the last round of self-play; each round before it has half as many as the next", 40, 1_000_000)
    rounds: int = setting(3, "rounds of self-play where the game can be looked ahead in; else one", 1, 10)
    opening: int = setting(10, "maximum number of random actions at the beginning of a game", 0, 1000)
    lapse: int = setting(8, "one later action in this many is random, so that positions that good players avoid are seen; 0: none", 0, 1000)
    every: int = setting(5, "one position in this many is used", 1, 1000)
    ridge: float = setting(30.0, "how strongly weights are held back", 1e-6, 1e9)


@dataclass(frozen=True)
class Fit:
    """Weights, and how they were come by."""

    weights: Weights
    rounds: list[Json]  # of self-play: games, rows, log loss with and without the weights, calibration


def fit_game(game: Game, chosen: FitSettings, seed: int = 0, progress: Progress | None = None) -> Fit:
    """Weights for the game's features: the same seed gives the same bits."""
    names = names_of(game)
    ahead = Simultaneous.refusal(game) is None
    vector: NDArray[np.float64] | None = None
    rounds: list[Json] = []
    for number in range(chosen.rounds if ahead else 1):
        games = max(FEWEST, chosen.games >> (chosen.rounds - 1 - number if ahead else 0))
        purpose = seed_of(seed, "round", number)
        wanted = Round(games, purpose, chosen.opening, chosen.every, chosen.lapse, 0 if vector is None else 1, vector)
        notes = self_play(game.fast(), wanted, _of_round(progress, number + 1))
        vector, found = fitted(notes, chosen.ridge, game.spec.seats)
        player = PLAYER if number else "careful" if game.definition.states_itself("careful") else "random"
        rounds.append({"round": number + 1, "player": player, "games": games, **found})
    assert vector is not None, "there is at least one round"
    options = settings.changed(game.options)
    made = {"command": command(game, chosen, seed), "seed": seed, **vars(chosen), "log_loss": rounds[-1]["log_loss"]}
    rules = signature(game.definition, json.dumps(options))
    return Fit(Weights(game.name, options, rules, dict(zip(names, vector.tolist(), strict=True)), made), rounds)


def fitted(notes: Notes, ridge: float, seats: int) -> tuple[NDArray[np.float64], Json]:
    """Weights from all games but some, and what they say of those."""
    offset = -math.log(seats - 1)  # without features, the chance of one seat among all
    held = notes.games % HELD_OUT == 0
    vector = np.round(fit(notes.rows[~held], notes.shares[~held], ridge, offset), DECIMALS) + 0.0
    expected, came = chances(notes.rows[held], vector, offset), notes.shares[held]
    ignorant = np.full(len(came), 1 / seats)
    return vector, {
        "rows": len(notes.rows),
        "held_out": int(held.sum()),
        "log_loss": round(log_loss(expected, came), 4),
        "log_loss_ignorant": round(log_loss(ignorant, came), 4),
        "calibration": calibration(expected, came),
    }


def before_and_after(
    game: Game, found: Weights, games: int, seed: int = 0, workers: int = 1, progress: Progress | None = None
) -> Json | None:
    """A duel between equilibrium searches that judge by the weights and by the game's own rule; None where they do not play the game."""
    if Simultaneous.refusal(game) is not None or games == 0:
        return None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "fitted.json"
        found.save(file)
        texts = [f"{PLAYER},evaluation={name}" for name in (file, STATED)]
        played = duel(game, texts, games, seed, workers=workers, progress=_of_round(progress, DUEL)).to_json()
    after, before = played["agents"]
    after["agent"], before["agent"] = "after", "before"
    return {"games": played["games"], "seed": seed, "player": PLAYER, "after": after, "before": before}


def command(game: Game, chosen: FitSettings, seed: int) -> str:
    """The command that makes the same weights again."""
    options = "".join(f" -o {name}={value}" for name, value in settings.changed(game.options).items())
    changed = "".join(f" --{name} {value}" for name, value in settings.changed(chosen).items())
    return f"joute fit {game.name} --seed {seed}{options}{changed}"


def _of_round(progress: Progress | None, number: int) -> Callable[[int, int], None] | None:
    return None if progress is None else lambda done, total: progress(number, done, total)
