"""`joute report`: a tournament as a web page, JSON or comma-separated values."""

import csv
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

from joute.arena.tournament.game_statistics import find_judge, game_rows
from joute.cli import options
from joute.cli.options import open_game
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.record_files import check_writable, write_text
from joute.cli.render.console import messages
from joute.core.errors import BadSetting, JouteError
from joute.i18n import say
from joute.report.tournament_page import page
from joute.store import Store
from joute.store.tournament_report import ALL, GameNumbers, tournament_report

MAX_LETTERS = 60  # of a wrong argument in a sentence


def command(
    name: options.Tournament,
    out: options.Out = None,
    game: options.GameId = None,
    games: options.GameNumbers = None,
    judge: options.Judge = None,
    as_json: options.Json = False,
    as_csv: options.Csv = False,
) -> None:
    """Write a page to a file, or JSON or CSV to the file or the standard output."""
    if as_json and as_csv:
        raise JouteError("--json and --csv exclude each other")
    if game is not None and games is not None:
        raise JouteError("--game and --games exclude each other")
    numbers = None if games is None else read_numbers(games)
    if out is not None:
        check_writable(out)
    with Store.open() as store:
        if as_csv:
            _write(_table(store, name), out)
            return
        with ProgressLine(say("analysing {tournament}", tournament=name)) as line:
            plan = store.plan(name)
            opened = open_game(plan.game, plan.options)
            line.game = opened.name
            found = run_interruptibly(
                lambda: tournament_report(
                    store, name, opened, game, lambda ranked: find_judge(opened.fast(), judge, ranked), numbers, line.advance
                )
            )
    if as_json:
        _write(json.dumps(found, ensure_ascii=False, indent=2) + "\n", out)
        return
    file = out or Path(f"{name}.html")
    _write(page(found, opened), file)
    messages().print(say("The page is in {file}", file=file), soft_wrap=True)


def read_numbers(text: str) -> GameNumbers:
    """The numbers of games, or all, as typed."""
    if text.strip().lower() == ALL:
        return ALL
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch("0*[1-9][0-9]{0,8}", part, re.ASCII) for part in parts):
        raise BadSetting("--games {text}: write numbers of games such as 1,3,7, or all", text=text[:MAX_LETTERS])
    return sorted({int(part) for part in parts})


def _table(store: Store, name: str) -> str:
    plan = store.plan(name)
    text = io.StringIO()
    writer: csv.DictWriter[Any] | None = None
    for row in game_rows(plan, store.tournament(plan).blocks()):
        if writer is None:
            writer = csv.DictWriter(text, list(row), lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)
    return text.getvalue()


def _write(text: str, file: Path | None) -> None:
    if file is None:
        sys.stdout.write(text)
    else:
        write_text(file, text)
