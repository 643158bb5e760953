"""Standings as a person reads them: ratings, pairs, who cannot be told apart."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from joute.cli.render.tables import interval, number, table, time
from joute.i18n import say
from joute.report.remarks import remarks, shares

Row = dict[str, Any]
MOST_PAIRS = 12  # agents whose pairs fit on a screen


def tournament(found: Row) -> RenderableType:
    """How a tournament stands after a run."""
    standing = found["standings"]
    counted = {
        "games": number(standing["games"]),
        "blocks": number(standing["blocks"]),
        "time": time(found["seconds"]),
        "seed": found["seed"],
    }
    parts: list[RenderableType] = [ranking(standing), Text()]
    if len(standing["agents"]) <= MOST_PAIRS:
        parts += [pairs(standing), Text()]
    parts += [Text(sentence) for sentence in remarks(standing)]
    parts += [Text(note, "red") for note in found["given_up"]]
    parts.append(Text(say("{games} games in {blocks} blocks, {time}, seed {seed}.", **counted), "dim"))
    parts.append(Text(say("A page about it: joute report {name}", name=found["tournament"]), "dim"))
    return Group(*parts)


def ranking(standing: Row) -> Table:
    """The best first, with how sure that is."""
    drawn = table("", say("agent"), say("Elo"), say("95 % interval"), say("games"), say("mean"), say("faults"), numbers="> >>>>>")
    for row in standing["agents"]:
        faults = sum(row["faults"].values())
        words = [number(row["elo"], 0), interval(row["interval"], 0), number(row["games"]), number(row["share"]), str(faults or "")]
        drawn.add_row(str(row["rank"]), Text(row["agent"], "bold cyan"), *words)
    return drawn


def pairs(standing: Row) -> Table:
    """The share of the points that each (row) had against each (column), in percent."""
    order = [row["number"] for row in standing["agents"]]
    direct = shares(standing)
    drawn = table("", say("against"), *(str(rank) for rank in range(1, len(order) + 1)), numbers="> " + ">" * len(order))
    for rank, row in enumerate(standing["agents"], 1):
        cells = [direct.get((row["number"], other)) for other in order]
        drawn.add_row(str(rank), row["agent"], *("" if share is None else f"{100 * share:.0f}" for share in cells))
    return drawn
