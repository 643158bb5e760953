"""How long everybody thought about a choice, on a scale where each step is ten times the last."""

from html import escape
from typing import Any

from joute.i18n import say
from joute.report.html import duration, figure, paragraph, round_time, tag
from joute.report.svg import Picture, Scale

Row = dict[str, Any]
MIDDLE, TALL = 14, 28  # of a row, in pixels
SHORTEST = 1e-6  # seconds: clocks tell no less


def thinking(found: Row, standing: Row) -> str:
    """For each agent the median, the middle half and nine tenths of its times."""
    times = {row["agent"]: row for row in found["thinking"] if row["choices"]}
    if not times:
        return paragraph(say("Nobody had to think."))
    low = min(max(SHORTEST, row["low"]) for row in times.values())
    high = max(max(SHORTEST, row["max"]) for row in times.values())
    scale = Scale(low, max(high, 10 * low), logarithmic=True)
    lines = [_head(scale)]
    lines += [_line(row["agent"], times[row["number"]], scale) for row in standing["agents"] if row["number"] in times]
    note = say("Mark: median; box: the middle half; line: from 5 to 95 %; the small mark: the longest. Each step is ten times the last.")
    return tag("div", "".join(lines), "ranking thinking") + paragraph(note, "note")


def _head(scale: Scale) -> str:
    axis = Picture(18, say("time"), "axis")
    for value in scale.ticks():
        axis.word((scale(value), 13), round_time(value), "tick")
    names = ((say("agent"), "agent"), (say("median"), "elo"), ("95 %", "bounds"), (say("longest"), "games"), (say("total"), "share"))
    cells = "".join(tag("span", escape(text), kind) for text, kind in names)
    return tag("div", tag("span", "", "rank") + cells + tag("span", axis.drawn(), "plot"), "row head")


def _line(agent: str, row: Row, scale: Scale) -> str:
    tip = f"{agent}: {duration(row['median'])} ({duration(row['low'])} … {duration(row['p95'])}), {figure(row['choices'])}"
    picture = Picture(TALL, tip)
    for value in scale.ticks():
        picture.line((scale(value), 0), (scale(value), TALL), "grid")
    low, quarter, median, three, p95, longest = (
        scale(max(SHORTEST, row[name])) for name in ("low", "quarter", "median", "three_quarters", "p95", "max")
    )
    picture.line((low, MIDDLE), (p95, MIDDLE), "interval")
    picture.bar(quarter, max(three, quarter + 0.004), MIDDLE - 6, MIDDLE + 6, "fill soft", tip)
    picture.dot((longest, MIDDLE), 2, "mark faint")
    picture.dot((median, MIDDLE), 5, "mark", tip)
    texts = (("", "rank"), (agent, "agent"), (duration(row["median"]), "elo"), (duration(row["p95"]), "bounds"))
    more = ((duration(row["max"]), "games"), (duration(row["total"]), "share"))
    cells = "".join(tag("span", escape(text), kind) for text, kind in (*texts, *more))
    return tag("div", cells + tag("span", picture.drawn(), "plot"), "row")
