"""`joute tournaments`: the stored tournaments."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

from rich.console import RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.render.console import print_result
from joute.cli.render.formatting import number, table
from joute.i18n import say
from joute.report.html import FORMATS
from joute.store import Store


class TournamentRow(TypedDict):
    """One stored tournament."""

    tournament: str
    game: str
    options: Mapping[str, object]
    format: str
    seed: int
    agents: list[str]
    blocks: int
    games: int
    faults: int
    seconds: float
    begun: str
    changed: str


def command(as_json: options.Json = False) -> None:
    """Print the tournaments."""
    print_result(as_json, tournaments(), render)


def tournaments() -> list[TournamentRow]:
    """Every tournament, the latest first."""
    with Store.open() as store:
        return [
            {
                "tournament": entry.plan.name,
                "game": entry.plan.game,
                "options": entry.plan.options,
                "format": entry.plan.format,
                "seed": entry.plan.seed,
                "agents": entry.plan.agents,
                "blocks": entry.blocks,
                "games": entry.games,
                "faults": entry.faults,
                "seconds": entry.seconds,
                "begun": _date(entry.begun),
                "changed": _date(entry.changed),
            }
            for entry in store.tournaments()
        ]


def _date(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds))


def render(rows: list[TournamentRow]) -> RenderableType:
    """A table of the tournaments."""
    if not rows:
        return Text(say("No tournament is stored yet. Start one with: joute tournament GAME AGENT AGENT…"))
    names = [say("tournament"), say("game"), say("format"), say("agents"), say("games"), say("faults"), say("seed"), say("last change")]
    drawn = table(*names, numbers="   >>>> ")
    for row in rows:
        counts = [str(len(row["agents"])), number(row["games"]), str(row["faults"] or ""), str(row["seed"])]
        title = Text(row["tournament"], "bold cyan")
        drawn.add_row(title, Path(row["game"]).stem, say(FORMATS[row["format"]]), *counts, row["changed"][:16])
    return drawn
