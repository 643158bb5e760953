"""`joute dataset`: decisions of agents as a table, with a data card."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from rich.console import Group, RenderableType
from rich.text import Text

from joute.arena.warmup import warm_up
from joute.cli import options
from joute.cli.options import game_from_args
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.record_files import check_writable, read_record
from joute.cli.render.console import print_result
from joute.cli.render.formatting import table
from joute.cli.reported_deals import reported_decisions
from joute.core import registry
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.explain.dataset import card_file, check_ending, source_of, write_decisions
from joute.explain.decisions import Recorded, RecordedDecisions
from joute.i18n import say

MOST_SCORES = 1_000_000  # rows of reported scores that are read
PAGE_SIZE = 1000  # games of a tournament that are read at once


class DatasetReport(TypedDict):
    """What was written."""

    file: str
    card: str
    games: int
    decisions: int
    judged: int  # decisions with an opinion
    rows: int
    splits: dict[str, int]  # number of seeds


def command(
    name: options.Game,
    agents: options.OptionalAgents = None,
    games: options.DatasetGames = 200,
    seed: options.Seed = 0,
    out: options.Out = None,
    records: options.RecordFiles = None,
    tournament: options.FromTournament = None,
    scores: options.FromScores = False,
    beliefs: options.Beliefs = False,
    exact: options.Exact = False,
    workers: options.Workers = 0,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Play or read the games, and write the table."""
    file = out or Path("decisions.parquet")
    check_ending(file)
    check_writable(file)
    if bool(records) + bool(tournament) + scores > 1:
        raise JouteError("--records, --from and --from-scores exclude each other")
    found: Sequence[Recorded] = [read_record(record) for record in records or ()]
    if tournament or scores:
        found = records_of(tournament) if tournament else reported_deals()
    game = game_of(name, option, found)
    source = source_of(game, agents or [], seed, len(found), beliefs, exact, tournament or "")
    with ProgressLine(say("playing"), game.name) as line:
        run_interruptibly(lambda: warm_up(game, source.players))
        count = workers or os.cpu_count() or 1
        card = run_interruptibly(lambda: write_decisions(game, source, file, games, found, count, line.advance, options.typed_command()))
    report: DatasetReport = {
        "file": str(file),
        "card": str(card_file(file)),
        "games": card["games"],
        "decisions": card["decisions"],
        "judged": card["judged"],
        "rows": card["rows"],
        "splits": card["splits"],
    }
    print_result(as_json, report, render)


def game_of(name: str, option: Sequence[str] | None, records: Sequence[Recorded]) -> Game:
    """The game with the options of the command line, or else with those of the records."""
    pairs = option or ([f"{key}={value}" for key, value in records[0].options.items()] if records else [])
    return game_from_args(name, pairs)


def records_of(tournament: str) -> list[GameRecord]:
    """The records of a tournament's finished games."""
    from joute.store import Store

    found, page = [], 0
    with Store.open() as store:
        while (games := store.games_of(tournament, page=page, size=PAGE_SIZE)).rows:
            found += [record for game in games.rows if (record := store.record(game.id)) is not None]
            page += 1
    if not found:
        raise JouteError("{tournament} has no records of games", tournament=tournament)
    return found


def reported_deals() -> list[RecordedDecisions]:
    """The deals of Cœurs that were played through the report's interface of a server with this database."""
    from joute.store import Store

    with Store.open() as store:
        found = reported_decisions(store.scores.latest(None, MOST_SCORES), registry.game("coeurs", deals=1))
    if not found:
        raise JouteError("no whole deal was played through /jeu: it is stored with its scores when the last card can be known")
    return found


def render(found: DatasetReport) -> RenderableType:
    """The number of rows, and where the table is."""
    rows = table(say("the table"), "", numbers=" >")
    rows.add_row(say("games"), str(found["games"]))
    rows.add_row(say("decisions"), str(found["decisions"]))
    rows.add_row(say("rows: decisions and legal actions"), str(found["rows"]))
    for split, count in found["splits"].items():
        rows.add_row(say("seeds in the split {split}", split=split), str(count))
    written = say("The table is in {file}, its data card in {card}.", file=found["file"], card=found["card"])
    parts: list[RenderableType] = [rows, Text(), Text(written, "bold")]
    if (missing := found["decisions"] - found["judged"]) > 0:
        words = say(
            "{missing} decisions have no values: name an agent that judges them, or play the tournament with --opinions.", missing=missing
        )
        parts.append(Text(words))
    return Group(*parts)
