"""`joute fit`: an evaluation from self-play, with progress, a file of weights, and what they are worth."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from joute.arena.warmup import warm_up
from joute.cli import options
from joute.cli.options import game_from_args
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import print_result
from joute.cli.render.formatting import interval, number, table
from joute.core import settings
from joute.core.errors import BadWeights
from joute.core.game import Game
from joute.core.state import Json
from joute.i18n import say
from joute.learning.fit.fitting import DUEL, PLAYER, FitSettings, before_and_after, fit_game
from joute.search.common.linear_evaluation import Weights, load
from joute.search.lookahead.simultaneous import Simultaneous


@dataclass(frozen=True)
class FitRequest:
    """A fit as requested on the command line."""

    game: Game
    settings: Mapping[str, Any]
    seed: int
    duel_games: int  # 0: no duel
    out: Path


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


def fit(request: FitRequest) -> Json:
    """Fit, write the weights, and play a duel between the agent with the new weights and the one without."""
    game, seed, games, out = request.game, request.seed, request.duel_games, request.out
    chosen = settings.make(FitSettings, request.settings, "fit")
    if out.is_dir() or not out.parent.is_dir():
        raise BadWeights(f"weights cannot be written to {out}: " + ("it is a folder" if out.is_dir() else "there is no such folder"))
    with ProgressLine(say("fitting {game}", game=game.name), game.name) as busy:

        def progress(stage: int, done: int, total: int) -> None:
            busy.retitle(say("after against before") if stage == DUEL else say("self-play, round {number}", number=stage))
            busy.advance(done, total)

        found = run_interruptibly(lambda: fit_game(game, chosen, seed, progress))
        found.weights.save(out)
        if games and Simultaneous.refusal(game) is None:
            run_interruptibly(lambda: warm_up(game, [PLAYER]))
        met = before_and_after(game, found.weights, games, seed, os.cpu_count() or 1, progress)
    return {
        "game": game.name,
        "options": found.weights.options,
        "file": str(out),
        "features": len(found.weights.weights),
        "as_shipped": as_shipped(game, found.weights),
        "made": found.weights.made,
        "rounds": found.rounds,
        "duel": met,
    }


def as_shipped(game: Game, found: Weights) -> bool | None:
    """Whether these are the weights that come with the game, to the last bit; None where it has none for such options."""
    own = game.definition.weights
    shipped = load(own) if own is not None else None
    return shipped.weights == found.weights if shipped is not None and shipped.options == found.options else None


def render(found: Json) -> RenderableType:
    """The rounds, the calibration of the last one, and the duel."""
    heads = [say("round"), say("player"), say("games"), say("views"), say("log loss"), say("without features")]
    rounds = table(*heads, numbers="> >>>>")
    for row in found["rounds"]:
        losses = [number(row[name], 4) for name in ("log_loss", "log_loss_ignorant")]
        rounds.add_row(str(row["round"]), row["player"], number(row["games"]), number(row["rows"]), *losses)
    bins = table(say("expected"), say("came"), say("views"), numbers=">>>")
    for row in found["rounds"][-1]["calibration"]:
        bins.add_row(number(row["expected"], 3), number(row["came"], 3), number(row["rows"]))
    words = say("{features} weights are in {file}.", features=found["features"], file=found["file"])
    if found["as_shipped"] is not None:
        same = (
            say("They are those that come with the game.")
            if found["as_shipped"]
            else say("They differ from those that come with the game.")
        )
        words = f"{words} {same}"
    return Group(rounds, Text(), bins, Text(), _met(found["duel"]), Text(words, "bold"))


def _met(met: Json | None) -> Text:
    """What the duel showed, in a sentence."""
    if met is None:
        return Text(say("No duel: none was asked for, or no search that reads weights plays this game."), "dim")
    after = met["after"]
    sentence = say(
        "The player after the fit wins {share} against the one before ({interval}),",
        share=number(after["mean"]),
        interval=interval(after["interval"]),
    )
    elo = say(
        "{elo} Elo ({interval}), in {games} games.",
        elo=number(after["elo"], 0),
        interval=interval(after["elo_interval"], 0),
        games=met["games"],
    )
    return Text(f"{sentence} {elo}")
