"""`joute train`: train a network with live progress; write it, its learning curve and a checkpoint."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from joute.cli import options
from joute.cli.options import game_from_args, parse_pairs
from joute.cli.progress import LiveDisplay, ProgressLine, progress_bar, run_interruptibly
from joute.cli.record_files import check_writable
from joute.cli.render.console import print_result
from joute.cli.render.formatting import clock, interval, number, table
from joute.core.agent import Stop
from joute.core.errors import BadSetting, BadWeights, JouteError
from joute.core.game import Game
from joute.i18n import say, say_count
from joute.report.learning_curve import Curve, learning_curve
from joute.search.common.linear_evaluation import names_of

if TYPE_CHECKING:
    from joute.learning.expert.learner import Generation
    from joute.learning.training import CurvePoint, Training, TrainingPlan

ROWS = 12  # of a curve on a terminal


@dataclass(frozen=True)
class TrainRequest:
    """A training as requested on the command line."""

    game: Game
    method: str
    preset: str
    settings: Mapping[str, str]
    seed: int
    minutes: float  # 0: no limit
    episodes: int  # 0: no limit
    out: Path
    resume: bool
    threads: int


class TrainReport(TypedDict):
    """The report of a training."""

    game: str
    options: dict[str, object]
    file: str
    checkpoint: str
    plot: str
    log: str
    made: dict[str, object]
    episodes_per_second: float
    curve: "list[CurvePoint]"


def command(
    name: options.Game,
    method: options.TrainMethod = "",
    preset: options.TrainPreset = "",
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
    request = TrainRequest(game, method, preset, parse_pairs(more), seed, minutes, episodes, file, resume, threads)
    print_result(as_json, train(request), render)


def train(request: TrainRequest) -> TrainReport:
    """Train, or resume; write the network, its checkpoint and its curve."""
    try:
        from joute.learning.logs import TrainingLog
        from joute.learning.training import Training, TrainingPlan, settings_by
    except ImportError as error:
        raise JouteError("training needs PyTorch: pip install 'joute[learn]'") from error

    if request.out.suffix in (".svg", ".checkpoint", ".csv", ".tensorboard"):
        raise BadSetting(
            "--out {file}: the learning curve, the checkpoint and the logs have the endings .svg, .checkpoint, .csv and .tensorboard; "
            "choose another",
            file=request.out,
        )
    check_writable(request.out)
    game, out, checkpoint = request.game, request.out, request.out.with_suffix(".checkpoint")
    if request.resume and (request.settings or request.method or request.preset):
        raise BadSetting("a resumed training has the settings that it was started with: leave --method, --preset and -s out")
    if request.resume and not checkpoint.is_file():
        raise BadWeights("nothing to resume: {checkpoint} does not exist", checkpoint=checkpoint)
    names_of(game)
    plan = TrainingPlan(request.episodes, 60 * request.minutes, request.threads)
    stop = Stop()
    with ProgressLine(say("training {game}", game=game.name), game.name):
        chosen = settings_by(request.method, request.preset, request.settings)
        training = run_interruptibly(
            lambda: Training.resume(game, checkpoint) if request.resume else Training.start(game, chosen, request.seed)
        )
    log = TrainingLog(out.with_suffix(".csv"), request.resume)
    with TrainingDisplay(game, plan) as display:
        run_interruptibly(lambda: training.run(plan, checkpoint, display.show, stop, log), stop)
    log.close()
    network = training.weights()
    network.save(out)
    plot = out.with_suffix(".svg")
    title = say("training {game}", game=game.name)
    plot.write_text(learning_curve(curves_of(training.curve), title, 1 / game.spec.seats), encoding="utf-8")
    return {
        "game": game.name,
        "options": network.options,
        "file": str(out),
        "checkpoint": str(checkpoint),
        "plot": str(plot),
        "log": str(log.file),
        "made": network.made,
        "episodes_per_second": round(training.pace, 1),
        "curve": training.curve,
    }


class TrainingDisplay(LiveDisplay):
    """Shows the learning curve while a training runs."""

    def __init__(self, game: Game, plan: "TrainingPlan") -> None:
        super().__init__()
        self.game, self.plan = game, plan
        self._points = -1  # of the curve when it was shown last

    def show(self, training: "Training") -> None:
        """Show the training so far; a new point of the curve at once."""
        self.refresh(lambda: self._picture(training), lambda: status_line(training), now=len(training.curve) != self._points)
        self._points = len(training.curve)

    def _picture(self, training: "Training") -> RenderableType:
        title = Text.assemble((say("training {game}", game=self.game.name), "bold"), "  ", say("seed {seed}", seed=training.learner.seed))
        bar = progress_bar(fraction_done(training, self.plan))
        return Group(title, curve_table(training.curve), bar, Text(status_line(training), "dim"))


def fraction_done(training: "Training", plan: "TrainingPlan") -> float | None:
    """The part of the plan that is done; None if it has no end."""
    parts = []
    if plan.episodes:
        parts.append(training.learner.episodes / plan.episodes)
    if plan.seconds:
        parts.append(training.seconds_of_run / plan.seconds)
    return min(1.0, max(parts)) if parts else None


def status_line(training: "Training") -> str:
    """Episodes, speed, loss, time and the last evaluation in one line."""
    learner = training.learner
    if learner.status:
        parts = [learner.status, clock(training.seconds), *gate_words(learner.generation)]
    else:
        parts = [
            say_count("{n} episode", "{n} episodes", learner.episodes, n=number(learner.episodes)),
            say("{rate} a second", rate=number(training.pace, 0)),
            say("loss {loss}", loss=number(learner.loss, 5)),
            clock(training.seconds),
        ]
    for one in training.curve[-1]["evaluations"] if training.curve else []:
        parts.append(f"{say('against {opponent}', opponent=one['opponent'])} {number(one['share'])} {interval(list(one['interval']))}")
    return ", ".join(parts)


def gate_words(generation: "Generation | None") -> list[str]:
    """The lead over the reference of the last generation, in words."""
    if generation is None:
        return []
    found = generation["leads"]["reference"]
    points = f"{number(found['mean'], 2)} {interval(found['interval'])}"
    return [say("lead over the reference {points} points a game", points=points)]


def generation_table(points: "Sequence[CurvePoint]") -> Table:
    """Generation by generation: what the network learnt from, how well it predicts the search, and its leads in points a game."""
    leads = {"previous": say("lead over the one before"), "reference": say("lead over the reference")}
    rows = table(
        say("generation"), say("decisions"), say("cross-entropy"), *leads.values(), say("taken"), say("against random"), numbers=">>>>> >"
    )
    for point in [point for point in points if "generation" in point][-ROWS:]:
        found = point["generation"]
        cells = [found["leads"].get(name) for name in leads]
        rows.add_row(
            number(found["number"]),
            number(found["examples"]),
            f"{number(found['surprise'], 3)} ({number(found['random_surprise'], 3)})",
            *("" if cell is None else f"{number(cell['mean'], 2)} {interval(cell['interval'])}" for cell in cells),
            say("yes") if found["accepted"] else say("no"),
            number(point["evaluations"][0]["share"]),
        )
    return rows


def curves_of(points: "Sequence[CurvePoint]") -> list[Curve]:
    """The curve of each kind of opponent."""
    return [
        Curve(
            say("against {opponent}", opponent=first["opponent"]),
            [(float(point["episodes"]), point["evaluations"][place]["share"]) for point in points],
            [(point["evaluations"][place]["interval"][0], point["evaluations"][place]["interval"][1]) for point in points],
        )
        for place, first in enumerate(points[0]["evaluations"])
    ]


def curve_table(points: "Sequence[CurvePoint]") -> Table:
    """The curve as a table, thinned out to a screen."""
    if points and "generation" in points[-1]:
        return generation_table(points)
    opponents = [one["opponent"] for one in points[0]["evaluations"]] if points else []
    heads = [say("against {opponent}", opponent=opponent) for opponent in opponents]
    rows = table(say("episodes"), say("time"), say("loss"), *heads, numbers=">>>>>")
    step = max(1, -(-len(points) // ROWS))
    for point in points[(len(points) - 1) % step :: step]:
        shares = [f"{number(one['share'])} {interval(list(one['interval']))}" for one in point["evaluations"]]
        rows.add_row(number(point["episodes"]), clock(point["seconds"]), number(point["loss"], 5), *shares)
    return rows


def render(found: TrainReport) -> RenderableType:
    """The curve, the speed, and the files."""
    generations = any("generation" in point for point in found["curve"])  # their games are far slower than what they teach
    speed = "" if generations else say("{rate} episodes a second.", rate=number(found["episodes_per_second"], 0))
    seconds = number(float(str(found["made"]["processor_seconds"])), 0)
    processor = "" if generations else say("Training took {seconds} seconds of processor time.", seconds=seconds)
    files = say(
        "The network is in {file}, its curve in {plot}, figures in {log}; --resume continues.",
        file=found["file"],
        plot=found["plot"],
        log=found["log"],
    )
    play = say("It plays as network:weights={file}.", file=found["file"])
    return Group(curve_table(found["curve"]), Text(), Text(" ".join(filter(None, (speed, processor, files, play))), "bold"))
