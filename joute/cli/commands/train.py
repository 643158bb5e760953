"""`joute train`: a network that learns before one's eyes, its curve, and files to go on from and to play with."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from rich.console import Group, RenderableType
from rich.live import Live as Screen
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import messages
from joute.cli.render.tables import interval, number, table
from joute.cli.render.tournament_progress import OFTEN, SELDOM, clock
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
    with Shown(game, plan) as shown:
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


class Shown:
    """A training while it is on: a table that grows on a terminal, a line now and then elsewhere."""

    def __init__(self, game: Game, plan: Any) -> None:
        self.game, self.plan = game, plan
        self._console = messages()
        self._screen = Screen(console=self._console, auto_refresh=False, transient=True) if self._console.is_terminal else None
        self._last, self._told = 0.0, 0

    def __enter__(self) -> "Shown":
        """Begin to show."""
        if self._screen:
            self._screen.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Leave the terminal as it was."""
        if self._screen:
            self._screen.stop()

    def show(self, training: Any) -> None:
        """So far it stands like this."""
        now = time.monotonic()
        if now - self._last < (OFTEN if self._screen else SELDOM) and len(training.curve) == self._told:
            return
        self._last, self._told = now, len(training.curve)
        if self._screen:
            self._screen.update(self._drawn(training), refresh=True)
        else:
            self._console.print(line(training), soft_wrap=True)

    def _drawn(self, training: Any) -> RenderableType:
        title = Text.assemble((say("training {game}", game=self.game.name), "bold"), "  ", say("seed {seed}", seed=training.learner.seed))
        bar = Table.grid()  # a bar alone does not end its line
        part = spent(training, self.plan)
        bar.add_row(ProgressBar(total=1.0, completed=part or 0.0, pulse=part is None, width=60))
        return Group(title, rows_of(training.curve), bar, Text(line(training), "dim"))


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
