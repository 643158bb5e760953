"""`joute distil`: train a network on the values of a search, write it, and report its errors."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from rich.console import Group, RenderableType
from rich.text import Text

from joute.arena.warmup import warm_up
from joute.cli import options
from joute.cli.options import game_from_args, parse_pairs
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.record_files import check_writable
from joute.cli.render.console import print_result
from joute.cli.render.formatting import number, table
from joute.core import settings
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.i18n import say
from joute.search.common.linear_evaluation import names_of


@dataclass(frozen=True)
class DistilRequest:
    """A distillation as requested on the command line."""

    game: Game
    teacher: str
    examples: int
    settings: Mapping[str, str]
    seed: int
    workers: int  # 0: one per processor
    out: Path


class DistilReport(TypedDict):
    """The report of a distillation."""

    game: str
    options: dict[str, object]
    teacher: str
    file: str
    made: dict[str, object]
    test: dict[str, float]  # on held-out examples


def command(
    name: options.Game,
    teacher: options.Teacher,
    examples: options.Examples = 20_000,
    seed: options.Seed = 0,
    out: options.Out = None,
    more: options.TrainSettings = None,
    workers: options.Workers = 0,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Distil, write the network, and print its errors."""
    game = game_from_args(name, option)
    file = out or Path(f"{game.name}.safetensors")
    request = DistilRequest(game, teacher, examples, parse_pairs(more), seed, workers, file)
    print_result(as_json, distil(request), render)


def distil(request: DistilRequest) -> DistilReport:
    """Generate the teacher's examples, train the network on them, and write it."""
    try:
        from joute.learning.distil import training
    except ImportError as error:
        raise JouteError("training needs PyTorch: pip install 'joute[learn]'") from error

    game, teacher, out = request.game, request.teacher, request.out
    chosen = settings.make(training.DistilSettings, request.settings, "distil")
    check_writable(out)
    names_of(game)
    with ProgressLine(say("{teacher} generates examples", teacher=teacher), game.name) as busy:

        def progress(stage: str, done: int, total: int) -> None:
            generating = stage == training.GENERATING
            busy.retitle(say("{teacher} generates examples", teacher=teacher) if generating else say("training the network"))
            busy.advance(done, total)

        run_interruptibly(lambda: warm_up(game, [teacher]))
        workers = request.workers or os.cpu_count() or 1
        network, test = run_interruptibly(lambda: training.distil(game, teacher, request.examples, chosen, request.seed, workers, progress))
    network.save(out)
    return {
        "game": game.name,
        "options": network.options,
        "teacher": teacher,
        "file": str(out),
        "made": network.made,
        "test": {name: round(value, 5) for name, value in vars(test).items()},
    }


def render(found: DistilReport) -> RenderableType:
    """The test on held-out examples, and where the network is."""
    test = found["test"]
    rows = table(say("on held-out examples"), "", numbers=" >")
    rows.add_row(say("root mean square error"), number(test["error"], 4))
    rows.add_row(say("regret by the teacher's values"), number(test["regret"], 4))
    rows.add_row(say("regret of random actions"), number(test["random_regret"], 4))
    if found["made"]["settings"]["policy_weight"]:  # type: ignore[index]  # its settings are a dictionary
        rows.add_row(say("cross-entropy of the teacher's choices, in nats"), number(test["surprise"], 4))
        rows.add_row(say("the same for random choices"), number(test["random_surprise"], 4))
    words = say("The network is in {file}.", file=found["file"])
    return Group(rows, Text(), Text(f"{words} {say('It plays as network:weights={file}.', file=found['file'])}", "bold"))
