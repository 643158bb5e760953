"""Reports as a person reads them: every table that the commands draw."""

import math
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from joute.core.opinion import Opinion, Unit
from joute.i18n import current, say

Row = dict[str, Any]
MOST_JUDGEMENTS = 8


def table(*columns: str, numbers: str = "") -> Table:
    """An empty table; a `>` for each column of numbers in `numbers`, anything else for words."""
    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for place, name in enumerate(columns):
        drawn.add_column(name, justify="right" if numbers[place : place + 1] == ">" else "left", overflow="fold")
    return drawn


def number(value: float | None, digits: int = 3) -> str:
    """A number for a table; a dash where there is none."""
    if value is None or math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:,}".replace(",", " ") if isinstance(value, int) else f"{value:,.{digits}f}".replace(",", " ")


def time(seconds: float | None) -> str:
    """A duration in the unit that suits it."""
    if seconds is None:
        return "–"
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


def interval(bounds: list[float | None] | None, digits: int = 3) -> str:
    """From the lower to the upper bound; one that is missing has no limit."""
    if bounds is None:
        return "–"
    low, high = (limit if bound is None else bound for bound, limit in zip(bounds, (-math.inf, math.inf), strict=True))
    return f"{number(low, digits)} … {number(high, digits)}"


def in_words(by_language: dict[str, str]) -> str:
    """The text in the language spoken now."""
    return by_language.get(current(), by_language["en"])


# --- games and agents -----------------------------------------------------------------------------------------------------


def games(rows: list[Row]) -> RenderableType:
    """The games there are."""
    drawn = table(say("game"), say("title"), say("seats"), say("nature"), say("options"))
    for row in rows:
        seats = str(row["seats"]) if row["fewest"] == row["most"] else f"{row['fewest']}–{row['most']}"
        chosen = Text(" ").join(Text.assemble(option["name"], (f"={option['default']}", "dim")) for option in row["options"])
        drawn.add_row(Text(row["game"], "bold cyan"), in_words(row["title"]), seats, row["nature"], chosen)
    return Group(drawn, Text(), Text(say("Play one with: joute play {game}", game=rows[0]["game"] if rows else "GAME"), "dim"))


def agents(rows: list[Row]) -> RenderableType:
    """The agents there are, each with its settings below it."""
    return Group(*(part for row in rows for part in _agent(row)))


def _agent(row: Row) -> list[RenderableType]:
    where = ", ".join(row["games"]) if row["games"] else row["refusal"]
    heading = Text.assemble((row["agent"], "bold cyan"), "  ", in_words(row["summary"]), "  ", (f"({where})", "dim"))
    drawn = Table.grid(padding=(0, 2))
    if row["recipe"]:
        drawn.add_row("", Text(say("stands for {agent}", agent=row["recipe"]), "dim"))
        return [heading, drawn]
    for setting in row["settings"]:
        drawn.add_row("", f"{setting['name']}={setting['default']}", Text(f"{say(setting['meaning'])} ({setting['allowed']})", "dim"))
    return [heading, drawn] if row["settings"] and row["games"] else [heading]


# --- what searches found --------------------------------------------------------------------------------------------------


def perft(found: Row) -> RenderableType:
    """How many lines of play there are, a row a depth; the last line ends in the last count."""
    width = len(str(max(found["counts"], default=0)))
    return Text("\n".join(f"{depth:>3}  {count:>{width}}" for depth, count in enumerate(found["counts"], 1)))


def opinion(considered: Opinion, title: str, most: int = MOST_JUDGEMENTS) -> RenderableType:
    """What an agent thought: its best actions, the line it expects, and the work it took."""
    parts: list[RenderableType] = [Text(title, "bold"), *_judgements(considered, most)]
    if len(considered.pv) > 1:
        parts.append(Text(say("expected: {line}", line=" ".join(action.name for action in considered.pv))))
    if considered.matrix:
        parts += [Text(), _matrix(considered.matrix)]
    if considered.remark:
        parts.append(Text(in_words(considered.remark)))
    depth = say("depth {depth}, ", depth=considered.depth) if considered.depth is not None else ""
    work = say("positions looked at: {nodes}, time: {time}", nodes=number(considered.nodes), time=time(considered.seconds))
    return Group(*parts, Text(depth + work, "dim"))


def _judgements(considered: Opinion, most: int) -> list[RenderableType]:
    judged = considered.judgements
    if len({(one.value, one.visits, one.weight) for one in judged}) < 2:
        return [Text(say("all {count} moves are alike to it", count=len(judged)))] if judged else []
    held = [field for field in ("value", "visits", "weight") if any(getattr(one, field) is not None for one in judged)]
    win = considered.unit is Unit.WIN
    names = [say("chance to win") if win and field == "value" else say(field) for field in held]
    drawn = table(say("action"), *names, numbers=" >>>")
    for one in judged[:most]:
        chosen = "bold" if one.action == considered.action else ""
        drawn.add_row(one.action.name, *(number(getattr(one, field)) for field in held), style=chosen)
    left = len(judged) - most
    return [drawn, Text(say("… and {count} more", count=left), "dim")] if left > 0 else [drawn]


MOST_COLUMNS = 9


def _matrix(matrix: Row) -> RenderableType:
    """Both seats' choices at once: the score of every pair that was looked at, and how often each choice is mixed in."""
    rows = sorted(range(len(matrix["rows"])), key=lambda row: -matrix["row_weights"][row])
    columns = sorted(range(len(matrix["columns"])), key=lambda column: -matrix["column_weights"][column])[:MOST_COLUMNS]
    names = [matrix["columns"][column] for column in columns]
    drawn = table(say("own choice, and the other's"), "%", *names, numbers=" >" + ">" * len(names))
    drawn.add_row("%", "", *(_percent(matrix["column_weights"][column]) for column in columns), style="dim")
    for row in rows:
        cells = (matrix["cells"][row][column] for column in columns)
        scores = ["·" if cell is None else number(cell, 2) for cell in cells]
        drawn.add_row(
            matrix["rows"][row], _percent(matrix["row_weights"][row]), *scores, style="bold" if matrix["row_weights"][row] else ""
        )
    return drawn


def _percent(weight: float) -> str:
    return f"{100 * weight:.0f}" if weight > 0 else ""


# --- duels ----------------------------------------------------------------------------------------------------------------


def duel(found: Row) -> RenderableType:
    """Who won how often, how sure that is, and how long they thought."""
    parts: list[RenderableType] = [_results(found["agents"]), Text(), _measures(found["agents"]), Text(), _seats(found["seats"]), Text()]
    parts.append(Text(_length(found), "dim"))
    if found["sprt"]:
        parts += [Text(_stopped(found["sprt"]), "dim"), Text(in_words(found["sprt"]["verdict"]), "bold")]
    elif len(found["agents"]) == 2:
        parts.append(Text(verdict(*found["agents"]), "bold"))
    return Group(*parts)


def _results(rows: list[Row]) -> Table:
    drawn = table(say("agent"), say("wins"), say("draws"), say("losses"), say("mean"), say("95 % interval"), numbers=" >>>>>")
    for row in rows:
        counts = [number(row[name]) for name in ("wins", "draws", "losses")]
        drawn.add_row(Text(row["agent"], "bold cyan"), *counts, Text(number(row["mean"]), "bold"), interval(row["interval"]))
    return drawn


def _measures(rows: list[Row]) -> Table:
    names = [say("agent"), say("score"), say("95 % interval"), say("Elo"), say("95 % interval"), say("median"), "95 %", say("longest")]
    drawn = table(*names, numbers=" >>>>>>>")
    for row in rows:
        score = [number(row["score_mean"], 2), interval(row["score_interval"], 2)]
        elo = [number(row["elo"], 0), interval(row["elo_interval"], 0)]
        drawn.add_row(row["agent"], *score, *elo, *(time(row["seconds"][name]) for name in ("median", "p95", "max")))
    return drawn


def _seats(rows: list[Row]) -> Table:
    drawn = table(say("seat"), say("wins"), say("draws"), say("losses"), say("mean"), numbers=">>>>>")
    for row in rows:
        drawn.add_row(str(row["seat"]), *(number(row[name]) for name in ("wins", "draws", "losses", "mean")))
    return drawn


def _length(found: Row) -> str:
    length = found["length"]
    words = {"mean": number(float(length["mean"]), 1), "shortest": length["shortest"], "longest": length["longest"]}
    told = say("Games took {mean} choices on average, {shortest} to {longest}.", **words)
    return told + " " + say("{games} games in {time}, seed {seed}.", games=found["games"], time=time(found["seconds"]), seed=found["seed"])


def _stopped(test: Row) -> str:
    words = {"blocks": number(test["blocks"]), "ratio": number(test["ratio"], 2), "bounds": interval(test["bounds"], 2)}
    told = say("After {blocks} blocks the log likelihood ratio is {ratio}; the test goes on within {bounds}.", **words)
    return told + " " + say("Elo and intervals are corrected for the stop.")


def verdict(first: Row, second: Row) -> str:
    """Who of two is ahead, or that it cannot be told."""
    low, high = first["interval"]
    if low is None or high is None or low <= 0.5 <= high:
        return say("It cannot be told who is stronger: one half lies within the interval. More games would narrow it.")
    ahead, behind = (first, second) if low > 0.5 else (second, first)
    return say("{ahead} is ahead of {behind}.", ahead=ahead["agent"], behind=behind["agent"])


# --- benchmarks -----------------------------------------------------------------------------------------------------------


def bench(found: Row) -> RenderableType:
    """Every measure, whatever was measured: nested names side by side."""
    drawn = table(say("measure"), say("value"), numbers=" >")
    for name, value in _flat(found, ""):
        drawn.add_row(name, value if isinstance(value, str) else number(value, 3 if abs(value) < 1000 else 0))
    return drawn


def _flat(value: Any, name: str) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [row for inner in value for row in _flat(value[inner], f"{name} {inner}".replace("_", " ").strip())]
    if isinstance(value, list):
        return [row for place, inner in enumerate(value) for row in _flat(inner, f"{name} {place}".strip())]
    return [(name, value if isinstance(value, (int, float)) and not isinstance(value, bool) else str(value))]


def warm(rows: list[Row]) -> RenderableType:
    """What was compiled for each game."""
    drawn = table(say("game"), say("compiled"), say("time"), numbers=" >>")
    for row in rows:
        drawn.add_row(Text(row["game"], "bold cyan"), str(len(row["compiled"])) if row["compiled"] else say("ready"), time(row["seconds"]))
    return drawn
