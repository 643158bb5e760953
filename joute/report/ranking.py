"""The ranking as a picture: a dot for each rating, a line for what it may truly be."""

from html import escape
from typing import Any

from joute.i18n import say
from joute.report.html import figure, paragraph, percent, signed, tag
from joute.report.remarks import remarks
from joute.report.svg import Picture, Scale

Row = dict[str, Any]
MIDDLE, TALL = 14, 28  # of a row, in pixels


def ranking(standing: Row) -> str:
    """Everybody in order, and what the order does not tell."""
    played = [row for row in standing["agents"] if row["elo"] is not None]
    bounds = [bound for row in played for bound in row["interval"]]
    scale = Scale(min(bounds), max(bounds))
    lines = [_head(scale), *(_line(row, scale) for row in standing["agents"])]
    said = {"model": standing["model"], "units": figure(standing["units"])}
    note = say("Elo around the mean of the field ({model}); lines are 95 % intervals from {units} independent deals or blocks.", **said)
    told = "".join(tag("li", escape(sentence)) for sentence in remarks(standing))
    return tag("div", "".join(lines), "ranking") + paragraph(note, "note") + (tag("ul", told, "remarks") if told else "")


def _head(scale: Scale) -> str:
    axis = Picture(18, say("Elo"), "axis")
    for value in scale.ticks(4):
        axis.word((scale(value), 13), signed(value), "tick")
    names = "".join(
        tag("span", escape(text), kind)
        for text, kind in (
            (say("agent"), "agent"),
            ("Elo", "elo"),
            (say("95 % interval"), "bounds"),
            (say("games"), "games"),
            (say("mean"), "share"),
        )
    )
    return tag("div", tag("span", "", "rank") + names + tag("span", axis.drawn(), "plot"), "row head")


def _line(row: Row, scale: Scale) -> str:
    low, high = row["interval"] or (None, None)
    bounds = f"{signed(low)} … {signed(high)}" if row["interval"] else "–"
    cells = [
        tag("span", str(row["rank"]), "rank"),
        tag("span", escape(row["agent"]), "agent"),
        tag("span", signed(row["elo"]), "elo"),
        tag("span", bounds, "bounds"),
        tag("span", figure(row["games"]), "games"),
        tag("span", percent(row["share"]), "share"),
        tag("span", _mark(row, scale, bounds), "plot"),
    ]
    return tag("div", "".join(cells), "row")


def _mark(row: Row, scale: Scale, bounds: str) -> str:
    picture = Picture(TALL, f"{row['agent']}: {signed(row['elo'])} ({bounds})")
    for value in scale.ticks(4):
        picture.line((scale(value), 0), (scale(value), TALL), "grid strong" if value == 0 else "grid")
    if row["elo"] is not None:
        low, high = (scale(bound) for bound in row["interval"])
        picture.line((low, MIDDLE), (high, MIDDLE), "interval")
        for end in (low, high):
            picture.line((end, MIDDLE - 4), (end, MIDDLE + 4), "interval")
        picture.dot((scale(row["elo"]), MIDDLE), 5, "mark", f"{row['agent']}: {signed(row['elo'])} ({bounds})")
    return picture.drawn()
