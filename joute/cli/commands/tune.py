"""`joute tune`: an agent's numbers searched before one's eyes, a picture of what mattered, and what the best is worth."""

import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from joute.arena.worker import rules_fingerprint
from joute.cli import options
from joute.cli.executors import open_executor, sigterm_as_interrupt
from joute.cli.game_args import game_from_args
from joute.cli.progress import ProgressLine
from joute.cli.render.console import messages, print_result
from joute.cli.render.tables import interval, number, table
from joute.cli.render.tables import time as lasting
from joute.core import registry, settings
from joute.core.codec import json_safe
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.directories import data_directory
from joute.i18n import say
from joute.learning.dqn.opponents import limited_by_time
from joute.learning.tune.optuna_study import Logbook, importances
from joute.learning.tune.search_space import Space, space
from joute.learning.tune.tuning import FINAL, SEARCH, VERIFY, Course, TuneSettings, Tuning, opponents
from joute.report.tuning_plot import picture

SELDOM = 30.0  # seconds between two lines where there is no terminal


@dataclass(frozen=True)
class TuneRequest:
    """A tuning as requested on the command line."""

    game: Game
    agent: str
    seed: int
    against: list[str]
    settings: list[str]
    budget: Mapping[str, Any]  # of TuneSettings
    workers: int | None
    cluster: str | None
    resume: bool
    journal: Path | None
    out: Path | None

    def command(self) -> str:
        """The command line that goes on with it."""
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


def tune(request: TuneRequest) -> Json:
    """Search, or go on searching; write the picture, and say what was found."""
    game, chosen = request.game, settings.make(TuneSettings, request.budget, "tune")
    searched = space(game, request.agent, request.settings)
    others = opponents(game, request.agent, request.against)
    out = request.out or Path(f"{game.name}.{request.agent.partition(':')[0]}.svg")
    if out.is_dir() or not out.parent.is_dir():
        raise JouteError(f"the picture cannot be written to {out}: " + ("it is a folder" if out.is_dir() else "there is no such folder"))
    _caution(game, request.agent, searched)
    plan = _plan(request, searched, chosen)
    journal = request.journal or data_directory() / "tunings" / f"{game.name}-{seed_of(repr(plan)):016x}.journal"
    logbook = Logbook(journal, searched, plan | {"rules": rules_fingerprint(game)}, request.resume)
    with sigterm_as_interrupt():
        try:
            with open_executor(game, [request.agent, *others], request.workers, request.cluster) as executor, _Shown(game) as shown:
                tuning = Tuning(game, searched, request.against, chosen, request.seed, executor, logbook, shown.show)
                ended = tuning.run()
        except KeyboardInterrupt:
            messages().print(
                say("The trials so far are saved. Resume with: {command}", command=f"{request.command()} --resume"), soft_wrap=True
            )
            raise
    found = report(request, tuning, ended)
    try:
        out.write_text(picture(json_safe(found)), encoding="utf-8")
    except OSError as error:
        raise JouteError(f"{out} cannot be written: {error.strerror or error}") from error
    return found | {"picture": str(out), "journal": str(journal)}


def _plan(request: TuneRequest, searched: Space, chosen: TuneSettings) -> Json:
    """What must be the same for a tuning to go on."""
    return {
        "game": registry.address(request.game),
        "options": vars(request.game.options),
        "agent": request.agent,
        "against": request.against,
        "settings": [[dial.name, dial.low, dial.high, dial.given] for dial in searched.dials],
        "seed": request.seed,
        "blocks": chosen.blocks,
    }


def _caution(game: Game, text: str, searched: Space) -> None:
    """What a person should know before the time is spent: ranges that were chosen for them, and an agent that plays by the clock."""
    for dial in searched.dials:
        if dial.narrowed:
            words = {"name": dial.name, "low": f"{dial.low:g}", "high": f"{dial.high:g}", "start": f"{dial.start:g}"}
            said = say(
                "{name} has no near bounds; around {start}, it is searched from {low} to {high}, and further where the best lies at an end "
                "(--settings {name}=low:high).",
                **words,
            )
            messages().print(Text(said, "dim"), soft_wrap=True)
    if limited_by_time(registry.agent(text, game)):
        said = say("{agent} thinks by the clock: the same seed will not give the same games; iterations, nodes or depth would.", agent=text)
        messages().print(Text(said, "yellow"), soft_wrap=True)


class _Shown:
    """The search before one's eyes: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, game: Game) -> None:
        self._busy = ProgressLine(say("tuning {game}", game=game.name), game.name)
        self._last = time.monotonic()

    def __enter__(self) -> "_Shown":
        self._busy.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._busy.__exit__(*raised)

    def show(self, course: Course) -> None:
        """So far it stands like this."""
        stages = {SEARCH: say("searching"), FINAL: say("the best meet again"), VERIFY: say("the winner on fresh blocks")}
        words = {"trials": course.trials, "games": number(course.games)}
        told = f"{stages.get(course.stage, '')}: " + say("{trials} trials, {games} games", **words)
        if course.gain is not None:
            told += ", " + say("best {gain} %: {agent}", gain=f"{100 * course.gain:+.1f}", agent=course.best)
        self._busy.retitle(told)
        self._busy.advance(round(100 * course.done), 100)
        if not messages().is_terminal and time.monotonic() - self._last >= SELDOM:
            self._last = time.monotonic()
            messages().print(told, soft_wrap=True)


def report(request: TuneRequest, tuning: Tuning, ended: Json) -> Json:
    """Everything that was found, as data."""
    best = vars(registry.agent(ended["best"], request.game).settings)
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
        "games": ended["games"],
        "seconds": ended["seconds"],
        "best": ended["best"],
        "settings": [
            vars(dial) | {"best": best[dial.name], "importance": weights.get(dial.name), "edge": dial.at_edge(best[dial.name])}
            for dial in tuning.space.dials
        ],
        "fresh": ended["fresh"],
        "history": [
            {"trial": place, "agent": one.text, "values": one.values, "blocks": one.blocks, "share": one.share, "gain": one.gain(start)}
            for place, one in enumerate(tuning.trials)
        ],
    }


def render(found: Json) -> RenderableType:
    """The settings with what mattered, and the best on fresh blocks."""
    rows = table(say("setting"), say("start"), say("searched"), say("best"), say("importance"), numbers=" >>>>")
    for dial in found["settings"]:
        share = "–" if dial["importance"] is None else f"{100 * dial['importance']:.0f} %"
        rows.add_row(Text(dial["name"], "bold cyan"), f"{dial['start']:g}", _range(dial), f"{dial['best']:g}", share)
    words = {"trials": found["trials"], "games": number(found["games"]), "time": lasting(found["seconds"]), "seed": found["seed"]}
    told = say("{trials} trials, {games} games in {time}, seed {seed}.", **words)
    files = say("The picture is in {picture}; the journal in {journal}.", picture=found["picture"], journal=found["journal"])
    edges = ", ".join(dial["name"] for dial in found["settings"] if dial["edge"])
    more = [Text(say("At the edge of what was searched: {names}. Wider ranges may hold better values.", names=edges))] if edges else []
    return Group(rows, Text(), Text(found["best"], "bold"), *_worth(found["fresh"]), *more, Text(), Text(f"{told} {files}", "dim"))


def _range(dial: Mapping[str, Any]) -> str:
    return f"{dial['low']:g} … {dial['high']:g}" + (" log" if dial["logarithmic"] or dial["unit"] else "")


def _worth(fresh: Json | None) -> Sequence[Text]:
    """What fresh blocks said, and what that means."""
    if fresh is None:
        return [Text(say("Nothing better was found: the start itself did best."), "bold")]
    words = {
        "games": number(fresh["games"]),
        "share": number(fresh["share"]),
        "interval": interval(fresh["interval"]),
        "start": number(fresh["start"]),
        "gain": interval(fresh["gain_interval"]),
    }
    lines = [
        Text(
            say(
                "On fresh blocks ({games} games) it gets {share} of the points ({interval}); the start {start}; difference {gain}.", **words
            )
        )
    ]
    if fresh["elo"] is not None:
        lines.append(Text(say("That is {elo} Elo ({interval}).", elo=number(fresh["elo"], 0), interval=interval(fresh["elo_interval"], 0))))
    verdicts = {
        "better": say("The tuned agent is stronger than the start."),
        "worse": say("The tuned agent is weaker than the start: what looked best was luck."),
        "unclear": say("It cannot be told whether the tuned agent is stronger than the start."),
    }
    return [*lines, Text(verdicts[fresh["verdict"]], "bold")]
