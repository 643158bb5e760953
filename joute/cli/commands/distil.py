"""`joute distil`: a network that learns what a search thinks, with progress, a file of weights, and how much it has understood."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli.commands.warm import prepare
from joute.cli.progress import Busy, heard
from joute.cli.render.tables import number, table
from joute.core import settings
from joute.core.errors import BadWeights, JouteError
from joute.core.game import Game
from joute.core.state import Json
from joute.i18n.language import say
from joute.search.common.linear_evaluation import names_of


def distil(game: Game, teacher: str, lessons: int, values: Mapping[str, Any], seed: int, workers: int, out: Path) -> Json:
    """Let the teacher play, let the network learn, and write it."""
    try:
        from joute.learning.distil import training as learning
    except ImportError as error:
        raise JouteError("training needs PyTorch: pip install 'joute[learn]'") from error

    chosen = settings.make(learning.DistilSettings, values, "distil")
    if out.is_dir() or not out.parent.is_dir():
        raise BadWeights(f"weights cannot be written to {out}: " + ("it is a folder" if out.is_dir() else "there is no such folder"))
    names_of(game)
    with Busy(say("{teacher} teaches", teacher=teacher), game.name) as busy:

        def progress(what: str, done: int, total: int) -> None:
            busy.now(say("{teacher} teaches", teacher=teacher) if what == learning.TAUGHT else say("the network learns"))
            busy.advance(done, total)

        heard(lambda: prepare(game, [teacher]))
        brain, tested = heard(lambda: learning.distil(game, teacher, lessons, chosen, seed, workers or os.cpu_count() or 1, progress))
    brain.save(out)
    report = {"game": game.name, "options": brain.options, "teacher": teacher, "file": str(out), "made": brain.made}
    return {**report, "tested": learning.report(tested)}


def drawn(found: Json) -> RenderableType:
    """What the network makes of lessons that it was not taught, and where it is."""
    tested = found["tested"]
    rows = table(say("on lessons that it was not taught"), "", numbers=" >")
    rows.add_row(say("error of its values"), number(tested["error"], 4))
    rows.add_row(say("what its choices lose, by the teacher's values"), number(tested["lost"], 4))
    rows.add_row(say("what choices by lot lose"), number(tested["by_lot"], 4))
    words = say("The network is in {file}.", file=found["file"])
    return Group(rows, Text(), Text(f"{words} {say('It plays as network:weights={file}.', file=found['file'])}", "bold"))
