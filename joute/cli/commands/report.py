"""The report of a tournament: a page, JSON, or a table of comma-separated values."""

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

from joute.arena.game_analysis import find_judge
from joute.arena.tournament.findings import rows
from joute.cli.game_args import open_game
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import messages
from joute.core.errors import JouteError
from joute.i18n import say
from joute.store import Store
from joute.store.tournament_findings import findings


def report(name: str, out: Path | None, game_id: str | None, judge: str | None, as_json: bool, as_csv: bool) -> None:
    """Write what was asked for: to the file, or where programs read; a page always goes to a file."""
    if as_json and as_csv:
        raise JouteError("--json and --csv exclude each other")
    with Store.open() as store:
        if as_csv:
            _deliver(_table(store, name), out)
            return
        with ProgressLine(say("adding up {tournament}", tournament=name)) as busy:
            plan = store.plan(name)
            game = open_game(plan.game, plan.options)
            busy.game = game.name
            found = run_interruptibly(lambda: findings(store, name, game, game_id, lambda ranked: find_judge(game.fast(), judge, ranked)))
    if as_json:
        _deliver(json.dumps(found, ensure_ascii=False, indent=2) + "\n", out)
        return
    from joute.report.tournament_page import page

    file = out or Path(f"{name}.html")
    _deliver(page(found, game), file)
    messages().print(say("The page is in {file}", file=file), soft_wrap=True)


def _table(store: Store, name: str) -> str:
    plan = store.plan(name)
    text = io.StringIO()
    writer: csv.DictWriter[Any] | None = None
    for row in rows(plan, store.tournament(plan).blocks()):
        if writer is None:
            writer = csv.DictWriter(text, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
    return text.getvalue()


def _deliver(text: str, file: Path | None) -> None:
    if file is None:
        sys.stdout.write(text)
        return
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise JouteError(f"{file} cannot be written: {error.strerror or error}") from error
