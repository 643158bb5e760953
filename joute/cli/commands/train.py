"""`joute train`: a network that learns before one's eyes, its curve, and files to go on from and to play with."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from joute.cli import options
from joute.cli.game_args import game_from_args, parse_pairs
from joute.cli.progress import LiveDisplay, ProgressLine, progress_bar, run_interruptibly
from joute.cli.render.console import print_result
from joute.cli.render.tables import clock, interval, number, table
from joute.core import settings
from joute.core.agent import Stop
from joute.core.errors import BadSetting, BadWeights, JouteError
from joute.core.game import Game
from joute.core.state import Json
from joute.i18n import say
from joute.report.learning_curve import curve
from joute.search.common.linear_evaluation import names_of

ROWS = 12  # of a curve on a terminal


@dataclass(frozen=True)
class TrainRequest:
    """A training as requested on the command line."""

    game: Game
    settings: Mapping[str, Any]
    seed: int
    minutes: float
    episodes: int
    out: Path
    resume: bool
    threads: int


def command(
    name: options.Game,
    minutes: options.TrainMinutes = 0,
    episodes: options.Episodes = 0,
    seed: options.Seed = 0,
    out: options.Out = None,
    resume: options.TrainResume = False,
    more: options.TrainSettings = None,
    threads: options.Threads = 2,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Train, write the network, and print its learning curve."""
    game = game_from_args(name, option)
    minutes, file = minutes or (0 if episodes else 5), out or Path(f"{game.name}.safetensors")
    request = TrainRequest(game, parse_pairs(more), seed, minutes, episodes, file, resume, threads)
    print_result(as_json, train(request), render)


def train(request: TrainRequest) -> Json:
    """Train, or resume; write the network, its checkpoint and its curve."""
    try:
        from joute.learning.dqn import training as training
        from joute.learning.dqn.learner import TrainSettings
    except ImportError as error:
        raise JouteError("training needs PyTorch: pip install 'joute[learn]'") from error

    game = request.game
    out, kept = request.out, request.out.with_suffix(".checkpoint")
    if out.is_dir() or not out.parent.is_dir():
        raise BadWeights(f"weights cannot be written to {out}: " + ("it is a folder" if out.is_dir() else "there is no such folder"))
    if request.resume and request.settings:
        raise BadSetting("a training that goes on has the settings that it began with: leave -s out")
    if request.resume and not kept.is_file():
        raise BadWeights(f"there is nothing to go on with: {kept} does not exist")
    names_of(game)
    plan = training.Plan(request.episodes, 60 * request.minutes, request.threads)
    stop = Stop()
    with ProgressLine(say("training {game}", game=game.name), game.name):
        chosen = settings.make(TrainSettings, request.settings, "train")
        begun = run_interruptibly(
            lambda: training.Training.resumed(game, kept) if request.resume else training.Training(game, chosen, request.seed)
        )
    with TrainingDisplay(game, plan) as shown:
        run_interruptibly(lambda: begun.run(plan, kept, shown.show, stop), stop)
    brain = begun.brain()
    brain.save(out)
    picture = out.with_suffix(".svg")
    picture.write_text(curve(begun.curve, say("training {game}", game=game.name), game.spec.seats), encoding="utf-8")
    return {
        "game": game.name,
        "options": brain.options,
        "file": str(out),
        "checkpoint": str(kept),
        "plot": str(picture),
        "made": brain.made,
        "episodes_per_second": round(begun.pace, 1),
        "curve": begun.curve,
    }


class TrainingDisplay(LiveDisplay):
    """Shows the learning curve while a training runs."""

    def __init__(self, game: Game, plan: Any) -> None:
        super().__init__()
        self.game, self.plan = game, plan
        self._rows = -1  # of the curve when it was shown last

    def show(self, training: Any) -> None:
        """Show the training so far; a new row of the curve at once."""
        self.refresh(lambda: self._picture(training), lambda: line(training), now=len(training.curve) != self._rows)
        self._rows = len(training.curve)

    def _picture(self, training: Any) -> RenderableType:
        title = Text.assemble((say("training {game}", game=self.game.name), "bold"), "  ", say("seed {seed}", seed=training.learner.seed))
        return Group(title, rows_of(training.curve), progress_bar(spent(training, self.plan)), Text(line(training), "dim"))


def spent(training: Any, plan: Any) -> float | None:
    """The part of the plan that is done."""
    parts = []
    if plan.episodes:
        parts.append(training.learner.episodes / plan.episodes)
    if plan.seconds:
        parts.append(training.sitting / plan.seconds)
    return min(1.0, max(parts)) if parts else None


def line(training: Any) -> str:
    """How far it is, how fast it goes, and how it does, in one line."""
    learner = training.learner
    said = [
        say("{episodes} episodes", episodes=number(learner.episodes)),
        say("{rate} a second", rate=number(training.pace, 0)),
        say("loss {loss}", loss=number(learner.loss, 5)),
        clock(training.seconds),
    ]
    for met in training.curve[-1]["met"] if training.curve else []:
        said.append(f"{say('against {rival}', rival=met['rival'])} {number(met['share'])} {interval(met['interval'])}")
    return ", ".join(said)


def rows_of(rows: list[Json]) -> Table:
    """The curve as a table, thinned out to a screen."""
    rivals = [met["rival"] for met in rows[0]["met"]] if rows else []
    drawn = table(say("episodes"), say("time"), say("loss"), *(say("against {rival}", rival=rival) for rival in rivals), numbers=">>>>>")
    step = max(1, -(-len(rows) // ROWS))
    for row in rows[(len(rows) - 1) % step :: step]:
        shares = [f"{number(met['share'])} {interval(met['interval'])}" for met in row["met"]]
        drawn.add_row(number(row["episodes"]), clock(row["seconds"]), number(row["loss"], 5), *shares)
    return drawn


def render(found: Json) -> RenderableType:
    """The curve, how fast it went, and where everything is."""
    speed = say("{rate} episodes a second.", rate=number(found["episodes_per_second"], 0))
    files = say("The network is in {file}, its curve in {plot}; --resume goes on.", file=found["file"], plot=found["plot"])
    play = say("It plays as network:weights={file}.", file=found["file"])
    return Group(rows_of(found["curve"]), Text(), Text(f"{speed} {files} {play}", "bold"))
