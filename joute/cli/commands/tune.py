"""`joute tune`: tune the numeric settings of an agent, plot the trials, and report the best on fresh blocks."""

import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TypedDict

from rich.console import Group, RenderableType
from rich.text import Text

from joute.arena.worker import rules_fingerprint
from joute.cli import options
from joute.cli.executors import open_executor, sigterm_as_interrupt
from joute.cli.options import game_from_args
from joute.cli.progress import ProgressLine
from joute.cli.record_files import check_writable
from joute.cli.render.console import messages, print_result
from joute.cli.render.formatting import interval, n_games, number, table
from joute.cli.render.formatting import time as lasting
from joute.core import registry, settings
from joute.core.errors import JouteError, system_reason
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.directories import data_directory
from joute.i18n import say, say_count
from joute.learning.dqn.opponents import limited_by_time
from joute.learning.tune.optuna_study import TuningJournal, import_optuna, importances
from joute.learning.tune.search_space import SearchSpace, search_space
from joute.learning.tune.tuning import FINAL, SEARCH, VERIFY, FreshResult, TuneSettings, Tuning, TuningProgress, TuningResult, opponents
from joute.report.tuning_plot import TrialResult, TunedSetting, tuning_plot

LINE_INTERVAL = 30.0  # seconds between two lines of progress, without a terminal


@dataclass(frozen=True)
class TuneRequest:
    """A tuning as requested on the command line."""

    game: Game
    agent: str
    seed: int
    against: list[str]
    settings: list[str]
    budget: Mapping[str, float]  # of TuneSettings
    workers: int | None
    cluster: str | None
    resume: bool
    journal: Path | None
    out: Path | None

    def command(self) -> str:
        """The command line that repeats it."""
        words = ["joute", "tune", registry.address(self.game), self.agent]
        for name, value in settings.changed(settings.make(TuneSettings, self.budget, "tune")).items():
            words += [f"--{name}", f"{value:g}"]
        words += ["--seed", str(self.seed)]
        for text in self.against:
            words += ["--against", text]
        for name, given in (
            ("settings", ",".join(self.settings)),
            ("workers", self.workers),
            ("cluster", self.cluster),
            ("journal", self.journal),
        ):
            words += [f"--{name}", str(given)] if given else []
        for name, value in settings.changed(self.game.options).items():
            words += ["-o", f"{name}={value}"]
        return shlex.join(words)


def command(
    name: options.Game,
    agent: options.Agent,
    minutes: options.TuneMinutes = 5,
    trials: options.Trials = 0,
    seed: options.Seed = 1,
    blocks: options.Blocks = 0,
    against: options.Against = None,
    chosen: options.TunedSettings = "",
    workers: options.OptionalWorkers = None,
    cluster: options.Cluster = None,
    resume: options.TuneResume = False,
    journal: options.Journal = None,
    out: options.Out = None,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Tune, write the plot, and print what was found."""
    game = game_from_args(name, option)
    budget = {"minutes": minutes, "trials": trials, "blocks": blocks}
    wanted = [one for one in chosen.split(",") if one.strip()]
    request = TuneRequest(game, agent, seed, against or [], wanted, budget, workers, cluster, resume, journal, out)
    print_result(as_json, tune(request), render)


class TunedParameter(TunedSetting):
    """A setting that was tuned, as reported."""

    meaning: str
    explicit: bool  # whether the range was given by the user
    edge: bool  # whether the best value lies at the edge of the range


class TuneReport(TypedDict):
    """The report of a tuning."""

    game: str
    options: Mapping[str, object]
    agent: str
    against: list[str]
    seed: int
    command: str
    blocks: int
    trials: int
    games: int
    seconds: float
    best: str
    settings: list[TunedParameter]
    fresh: FreshResult | None
    history: list[TrialResult]
    plot: str
    journal: str


def tune(request: TuneRequest) -> TuneReport:
    """Tune, or resume; write the plot, and report what was found."""
    import_optuna()
    game, chosen = request.game, settings.make(TuneSettings, request.budget, "tune")
    out = request.out or Path(f"{game.name}.{Path(registry.split_text(request.agent)[0]).name.replace(':', '.')}.svg")
    for file in (out, request.journal):
        if file is not None:
            check_writable(file)
    space = search_space(game, request.agent, request.settings)
    others = opponents(game, request.agent, request.against)
    _print_warnings(game, request.agent, space)
    plan = _plan(request, space, chosen)
    file = request.journal or data_directory() / "tunings" / f"{game.name}-{seed_of(repr(plan)):016x}.journal"
    journal = TuningJournal(file, space, plan | {"rules": rules_fingerprint(game)}, request.resume)
    with sigterm_as_interrupt():
        try:
            with (
                open_executor(game, [request.agent, *others], request.workers, request.cluster) as executor,
                TuningDisplay(game) as display,
            ):
                tuning = Tuning(game, space, request.against, chosen, request.seed, executor, journal, display.show)
                result = tuning.run()
        except KeyboardInterrupt:
            messages().print(
                say("The trials so far are saved. Resume with: {command}", command=f"{request.command()} --resume"), soft_wrap=True
            )
            raise
    found = report(request, tuning, result, out, file)
    try:
        title = say("Tuning of {agent} in {game}", agent=request.agent, game=game.name)
        out.write_text(tuning_plot(title, found["best"], found["settings"], found["history"][1:]), encoding="utf-8")
    except OSError as error:
        raise JouteError("{file} cannot be written: {error}", file=out, error=system_reason(error)) from error
    return found


def _plan(request: TuneRequest, space: SearchSpace, chosen: TuneSettings) -> dict[str, object]:
    """What must be the same for a tuning to be resumed."""
    return {
        "game": registry.address(request.game),
        "options": vars(request.game.options),
        "agent": request.agent,
        "against": request.against,
        "settings": [[one.name, one.low, one.high, one.explicit] for one in space.parameters],
        "seed": request.seed,
        "blocks": chosen.blocks,
    }


def _print_warnings(game: Game, text: str, space: SearchSpace) -> None:
    """Print the ranges that the user did not give, and a warning if the agent is limited by time."""
    for one in space.parameters:
        if one.default_range:
            words = {"name": one.name, "low": f"{one.low:g}", "high": f"{one.high:g}", "start": f"{one.start:g}"}
            said = say(
                "{name} starts at {start} and is searched from {low} to {high}, and further if the best value lies at an end "
                "(--settings {name}=low:high sets the range).",
                **words,
            )
            messages().print(Text(said, "dim"), soft_wrap=True)
    if limited_by_time(registry.agent(text, game)):
        said = say("{agent} is limited by time, so the result is not reproducible; set iterations, nodes or depth.", agent=text)
        messages().print(Text(said, "yellow"), soft_wrap=True)


class TuningDisplay:
    """The progress of a tuning: a bar on a terminal, an occasional line elsewhere."""

    def __init__(self, game: Game) -> None:
        self._line = ProgressLine(say("tuning {game}", game=game.name), game.name)
        self._last = time.monotonic()

    def __enter__(self) -> "TuningDisplay":
        """Start the display."""
        self._line.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Restore the terminal."""
        self._line.__exit__(kind, error, trace)

    def show(self, progress: TuningProgress) -> None:
        """Show the progress."""
        stages = {SEARCH: say("searching"), FINAL: say("race of the best"), VERIFY: say("fresh blocks")}
        text = f"{stages.get(progress.stage, '')}: {n_trials(progress.trials)}, {n_games(progress.games)}"
        if progress.gain is not None:
            text += ", " + say("best {gain} %: {agent}", gain=f"{100 * progress.gain:+.1f}", agent=progress.best)
        self._line.retitle(text)
        self._line.advance(round(100 * progress.fraction), 100)
        if not messages().is_terminal and time.monotonic() - self._last >= LINE_INTERVAL:
            self._last = time.monotonic()
            messages().print(text, soft_wrap=True)


def report(request: TuneRequest, tuning: Tuning, result: TuningResult, plot: Path, journal: Path) -> TuneReport:
    """The report of a finished tuning."""
    best = vars(registry.agent(result["best"], request.game).settings)
    start, weights = tuning.trials[0], importances(tuning.space, tuning.trials, tuning.blocks)
    return {
        "game": request.game.name,
        "options": settings.changed(request.game.options),
        "agent": request.agent,
        "against": request.against,
        "seed": request.seed,
        "command": request.command(),
        "blocks": tuning.blocks,
        "trials": len(tuning.trials) - 1,
        "games": result["games"],
        "seconds": result["seconds"],
        "best": result["best"],
        "settings": [
            {
                "name": one.name,
                "start": one.start,
                "low": one.low,
                "high": one.high,
                "logarithmic": one.logarithmic,
                "unit": one.unit,
                "explicit": one.explicit,
                "meaning": one.meaning,
                "best": best[one.name],
                "importance": weights.get(one.name),
                "edge": one.at_edge(best[one.name]),
            }
            for one in tuning.space.parameters
        ],
        "fresh": result["fresh"],
        "history": [
            {"trial": place, "agent": one.text, "values": one.values, "blocks": one.blocks, "share": one.share, "gain": one.gain(start)}
            for place, one in enumerate(tuning.trials)
        ],
        "plot": str(plot),
        "journal": str(journal),
    }


def render(found: TuneReport) -> RenderableType:
    """The settings with their importance, and the best on fresh blocks."""
    rows = table(say("setting"), say("start"), say("searched"), say("best"), say("importance"), numbers=" >>>>")
    for one in found["settings"]:
        share = "–" if one["importance"] is None else f"{100 * one['importance']:.0f} %"
        rows.add_row(Text(one["name"], "bold cyan"), f"{one['start']:g}", _range(one), f"{one['best']:g}", share)
    played = say("{games} in {time}, seed {seed}.", games=n_games(found["games"]), time=lasting(found["seconds"]), seed=found["seed"])
    summary = f"{n_trials(found['trials'])}, {played}"
    files = say("The plot is in {plot}, the journal in {journal}.", plot=found["plot"], journal=found["journal"])
    edges = ", ".join(one["name"] for one in found["settings"] if one["edge"])
    more = [Text(say("At the edge of the range: {names}. A wider range may contain better values.", names=edges))] if edges else []
    return Group(rows, Text(), Text(found["best"], "bold"), *_fresh_lines(found["fresh"]), *more, Text(), Text(f"{summary} {files}", "dim"))


def n_trials(count: int) -> str:
    """A number of trials."""
    return say_count("{n} trial", "{n} trials", count)


def _range(parameter: TunedSetting) -> str:
    return f"{parameter['low']:g} … {parameter['high']:g}" + (" log" if parameter["logarithmic"] or parameter["unit"] else "")


def _fresh_lines(fresh: FreshResult | None) -> Sequence[Text]:
    """The result on fresh blocks, in sentences."""
    if fresh is None:
        return [Text(say("Nothing better than the start was found."), "bold")]
    words = {
        "games": n_games(fresh["games"]),
        "share": number(fresh["share"]),
        "interval": interval(list(fresh["interval"])),
        "start": number(fresh["start"]),
        "gain": interval(list(fresh["gain_interval"])),
    }
    lines = [
        Text(say("On fresh blocks ({games}) it gets {share} of the points ({interval}); the start {start}; difference {gain}.", **words))
    ]
    if fresh["elo"] is not None:
        lines.append(Text(say("That is {elo} Elo ({interval}).", elo=number(fresh["elo"], 0), interval=interval(fresh["elo_interval"], 0))))
    verdicts = {
        "better": say("The tuned agent is stronger than the start."),
        "worse": say("The tuned agent is weaker than the start: the best trial was lucky."),
        "unclear": say("The difference between the tuned agent and the start is not significant."),
    }
    return [*lines, Text(verdicts[fresh["verdict"]], "bold")]
