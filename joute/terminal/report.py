"""The report of a tournament: a page, JSON, or a table of comma-separated values."""

import csv
import io
import json
import sys
from itertools import count
from pathlib import Path
from typing import Any

from joute.arena.course import course, find_judge
from joute.arena.report import Findings, rows
from joute.arena.standings import standings
from joute.errors import BadRecord, JouteError, UnknownName
from joute.game import Game, Json
from joute.language import say
from joute.store import Store
from joute.terminal.busy import Busy, heard
from joute.terminal.opening import open_game
from joute.terminal.screen import finite, messages

SIZE = 2000  # games of a page when one is looked for


def report(name: str, out: Path | None, game_id: str | None, judge: str | None, as_json: bool, as_csv: bool) -> None:
    """Write what was asked for: to the file, or where programs read; a page always goes to a file."""
    if as_json and as_csv:
        raise JouteError("--json and --csv exclude each other")
    with Store.open() as store:
        if as_csv:
            _deliver(_table(store, name), out)
            return
        with Busy(say("adding up {tournament}", tournament=name)) as busy:
            plan = store.plan(name)
            game = open_game(plan.game, plan.options)
            busy.game = game.name
            found = heard(lambda: findings(store, name, game, game_id, judge))
    if as_json:
        _deliver(json.dumps(finite(found), ensure_ascii=False, indent=2) + "\n", out)
        return
    from joute.report.page import page

    file = out or Path(f"{name}.html")
    _deliver(page(finite(found), game), file)
    messages().print(say("The page is in {file}", file=file), soft_wrap=True)


def findings(store: Store, name: str, game: Game, game_id: str | None, judge: str | None) -> Json:
    """Everything that is known of a tournament, as data."""
    plan = store.plan(name)
    ledger = store.tournament(plan)
    standing = standings(ledger.blocks(), plan.agents).to_json()
    if not standing["games"]:
        raise JouteError(f"{name} has no games yet; go on with: joute tournament {plan.game} … --name {name}")
    return {
        "tournament": plan.name,
        "game": plan.game,
        "options": plan.options,
        "format": plan.format,
        "seed": plan.seed,
        "openings": plan.openings,
        "limits": plan.limits,
        "made": plan.made,
        "command": plan.made.get("command", ""),
        "standings": standing,
        **Findings(plan, game, ledger.blocks()).to_json(),
        "course": _course(store, name, game, standing, game_id, judge),
    }


def _course(store: Store, name: str, game: Game, standing: Json, game_id: str | None, judge: str | None) -> Json | None:
    """The game that was asked for, or the first between the two best."""
    chosen = game_id or _between_the_best(store, name, standing)
    record = store.record(chosen) if chosen else None
    if game_id and (record is None or record.game != game.name):
        raise UnknownName(f"{name} has no game {game_id} with a record; joute games-of {name} lists its games")
    if record is None:
        return None
    ranked = [row["agent"] for row in standing["agents"]]
    try:
        return {"game": chosen, **course(game, record, find_judge(game.fast(), judge, ranked))}
    except BadRecord:  # played under other rules: nobody asked for this game
        if game_id:
            raise
        return None


def _between_the_best(store: Store, name: str, standing: Json) -> str | None:
    best = [row["number"] for row in standing["agents"] if row["games"]][:2]
    for page in count():
        found = store.games_of(name, best[0], page=page, size=SIZE).rows
        for one in found:
            if best[-1] in one.meeting:
                return one.id
        if len(found) < SIZE:
            return None
    return None


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
