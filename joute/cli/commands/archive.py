"""What was played: the tournaments that are kept, and the games of one."""

import time
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli.render import tables
from joute.core.state import Json
from joute.i18n import say
from joute.report.html import FORMATS
from joute.store import Store

SIZE = 50  # games on a page


def tournaments() -> list[Json]:
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
                "begun": _moment(entry.begun),
                "changed": _moment(entry.changed),
            }
            for entry in store.tournaments()
        ]


def games(name: str, agent: str | None, faults: bool, page: int) -> Json:
    """A page of the games of a tournament."""
    with Store.open() as store:
        agents = store.plan(name).agents
        found = store.games_of(name, agent, faults, page - 1, SIZE)
    return {
        "tournament": name,
        "page": page,
        "pages": max(1, -(-found.total // SIZE)),
        "total": found.total,
        "games": [
            {
                "game": one.id,
                "block": one.game.block,
                "agents": [agents[number] for number in one.game.seats],
                "scores": one.game.scores,
                "choices": one.game.choices,
                "faults": one.game.faults,
            }
            for one in found.rows
        ],
    }


def listed(rows: list[Json]) -> RenderableType:
    """The tournaments as a person reads them."""
    if not rows:
        return Text(say("No tournament is kept here yet. Begin one with: joute tournament GAME AGENT AGENT…"))
    drawn = tables.table(
        say("tournament"),
        say("game"),
        say("format"),
        say("agents"),
        say("games"),
        say("faults"),
        say("seed"),
        say("last change"),
        numbers="   >>>> ",
    )
    for row in rows:
        counts = [str(len(row["agents"])), tables.number(row["games"]), str(row["faults"] or ""), str(row["seed"])]
        drawn.add_row(
            Text(row["tournament"], "bold cyan"), Path(row["game"]).stem, say(FORMATS[row["format"]]), *counts, row["changed"][:16]
        )
    return drawn


def games_listed(found: Json) -> RenderableType:
    """Games as a person reads them: who sat where, and how it ended."""
    drawn = tables.table(say("game"), say("block"), say("seats and scores"), say("choices"), say("faults"), numbers=" > > ")
    for row in found["games"]:
        seated = (f"{agent} {tables.number(score, 2)}" for agent, score in zip(row["agents"], row["scores"], strict=True))
        wrong = ", ".join(f"{row['agents'][int(seat)]}: {kind}" for seat, kind in row["faults"].items())
        drawn.add_row(Text(row["game"], "bold cyan"), str(row["block"]), " · ".join(seated), str(row["choices"]), Text(wrong, "red"))
    words: dict[str, Any] = {"page": found["page"], "pages": found["pages"], "total": tables.number(found["total"])}
    foot = say("Page {page} of {pages}, {total} games. See one with: joute report {name} --game ID", name=found["tournament"], **words)
    return Group(drawn, Text(), Text(foot, "dim"))


def _moment(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds))
