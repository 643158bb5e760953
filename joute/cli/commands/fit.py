"""`joute fit`: fit an evaluation to games of self-play, write its weights, and report how they do."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from rich.console import Group, RenderableType
from rich.text import Text

from joute.arena.warmup import warm_up
from joute.cli import options
from joute.cli.options import game_from_args
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.record_files import check_writable
from joute.cli.render.console import print_result
from joute.cli.render.formatting import interval, n_games, number, table
from joute.core import settings
from joute.core.game import Game
from joute.i18n import say
from joute.learning.fit.fitting import DUEL, PLAYER, FitDuel, FitRound, FitSettings, duel_before_after, fit_game
from joute.search.common.evaluation import STATED
from joute.search.common.linear_evaluation import Weights, load
from joute.search.lookahead.simultaneous import Simultaneous


@dataclass(frozen=True)
class FitRequest:
    """A fit as requested on the command line."""

    game: Game
    settings: Mapping[str, int]
    seed: int
    duel_games: int  # 0: no duel
    out: Path


class FitReport(TypedDict):
    """The report of a fit."""

    game: str
    options: Mapping[str, object]
    file: str
    features: int
    as_shipped: bool | None  # whether the weights are those shipped with the game; None if it ships none
    made: Mapping[str, object]
    rounds: list[FitRound]
    duel: FitDuel | None


def command(
    name: options.Game,
    seed: options.Seed = 0,
    games: options.FitGames = 6000,
    rounds: options.Rounds = 3,
    meetings: options.FitDuel = 200,
    out: options.Out = None,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Fit, write the weights, and print how they do."""
    game = game_from_args(name, option)
    file = out or Path(f"{game.name}.weights.json")
    request = FitRequest(game, {"games": games, "rounds": rounds}, seed, meetings, file)
    print_result(as_json, fit(request), render)


def fit(request: FitRequest) -> FitReport:
    """Fit, write the weights, and play a duel between the agent with the new weights and the one without."""
    game, seed, games, out = request.game, request.seed, request.duel_games, request.out
    chosen = settings.make(FitSettings, request.settings, "fit")
    check_writable(out)
    with ProgressLine(say("fitting {game}", game=game.name), game.name) as line:

        def progress(stage: int, done: int, total: int) -> None:
            line.retitle(say("after against before") if stage == DUEL else say("self-play, round {number}", number=stage))
            line.advance(done, total)

        found = run_interruptibly(lambda: fit_game(game, chosen, seed, progress))
        found.weights.save(out)
        if games and Simultaneous.refusal(game) is None:
            run_interruptibly(lambda: warm_up(game, [f"{PLAYER},evaluation={STATED}"]))  # the shipped weights may be of other rules
        duel = duel_before_after(game, found.weights, games, seed, os.cpu_count() or 1, progress)
    return {
        "game": game.name,
        "options": found.weights.options,
        "file": str(out),
        "features": len(found.weights.weights),
        "as_shipped": as_shipped(game, found.weights),
        "made": found.weights.made,
        "rounds": found.rounds,
        "duel": duel,
    }


def as_shipped(game: Game, found: Weights) -> bool | None:
    """Whether these are exactly the weights shipped with the game; None if it ships none for these options."""
    own = game.definition.weights
    shipped = load(own) if own is not None else None
    return shipped.weights == found.weights if shipped is not None and shipped.options == found.options else None


def render(found: FitReport) -> RenderableType:
    """The rounds, the calibration of the last one, and the duel."""
    heads = [say("round"), say("player"), say("games"), say("rows"), say("log loss"), say("without features")]
    rounds = table(*heads, numbers="> >>>>")
    for row in found["rounds"]:
        losses = number(row["log_loss"], 4), number(row["log_loss_baseline"], 4)
        rounds.add_row(str(row["round"]), row["player"], number(row["games"]), number(row["rows"]), *losses)
    bins = table(say("predicted"), say("actual"), say("rows"), numbers=">>>")
    for one in found["rounds"][-1]["calibration"]:
        bins.add_row(number(one["predicted"], 3), number(one["actual"], 3), number(one["rows"]))
    text = say("{features} weights are in {file}.", features=found["features"], file=found["file"])
    if found["as_shipped"] is not None:
        same, other = say("They are those shipped with the game."), say("They differ from those shipped with the game.")
        text = f"{text} {same if found['as_shipped'] else other}"
    return Group(rounds, Text(), bins, Text(), _duel_text(found["duel"]), Text(text, "bold"))


def _duel_text(duel: FitDuel | None) -> Text:
    """The result of the duel in a sentence."""
    if duel is None:
        return Text(say("No duel: none was asked for, or no search that reads weights plays this game."), "dim")
    after = duel["after"]
    share = say(
        "The player after the fit wins {share} against the one before ({interval}),",
        share=number(after["mean"]),
        interval=interval(list(after["interval"])),
    )
    elo = say(
        "{elo} Elo ({interval}), in {games}.",
        elo=number(after["elo"], 0),
        interval=interval(after["elo_interval"], 0),
        games=n_games(duel["games"]),
    )
    return Text(f"{share} {elo}")
