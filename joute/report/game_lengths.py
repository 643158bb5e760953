"""The games as a whole: who has it easier by seat, and how long games are."""

from typing import Any

from joute.i18n import say
from joute.report.html import figure, paragraph, percent, table, tag
from joute.report.svg import Picture, Scale

Row = dict[str, Any]
MOST_BARS = 48
TALL = 150  # pixels of the histogram


def seats(found: Row, standing: Row) -> str:
    """The share of the points by seat, for all and for each agent."""
    rows = found["seats"]
    fair = 1 / len(rows)
    scale = Scale(0, max([2 * fair, *(row["share"] or 0 for row in rows)]), room=0.0)
    lines = []
    for row in rows:
        picture = Picture(22, f"{say('seat')} {row['seat']}: {percent(row['share'], 1)}")
        picture.bar(0, scale(row["share"] or 0), 4, 18, "fill")
        picture.line((scale(fair), 0), (scale(fair), 22), "grid strong")
        cells = tag("span", f"{say('seat')} {row['seat']}", "agent") + tag("span", percent(row["share"], 1), "elo")
        lines.append(tag("div", cells + tag("span", picture.drawn(), "plot"), "row"))
    by_seat = {(row["agent"], row["seat"]): row["share"] for row in found["agents_by_seat"]}
    heads = [say("agent"), *(f"{say('seat')} {row['seat']}" for row in rows)]
    shown = [[row["agent"], *(percent(by_seat.get((row["number"], one["seat"]))) for one in rows)] for row in standing["agents"]]
    note = say("The upright line is an even share. In every block each agent takes every seat under the same chance.")
    return tag("div", "".join(lines), "bars") + paragraph(note, "note") + table(heads, shown)


def length(found: Row) -> str:
    """How many choices games took, as a histogram."""
    counts = {int(length): count for length, count in found["length"]["games"].items()}
    low, high = min(counts), max(counts)
    width = -(-(high - low + 1) // MOST_BARS)
    columns = [sum(counts.get(low + place * width + inner, 0) for inner in range(width)) for place in range((high - low) // width + 1)]
    most = max(columns)
    told = {"mean": figure(found["length"]["mean"], 1), "shortest": figure(low), "longest": figure(high)}
    words = say("Games took {mean} choices on average, {shortest} to {longest}.", **told)
    picture = Picture(TALL + 20, words)
    scale = Scale(low, low + width * len(columns), room=0.02)
    for place, count in enumerate(columns):
        first, last = low + place * width, low + (place + 1) * width - 1
        span = str(first) if width == 1 else f"{first}–{last}"
        gap = 0.1 * (scale(first + width) - scale(first))
        tip = f"{span}: {say('{games} games', games=figure(count))}"
        picture.bar(scale(first) + gap, scale(first + width) - gap, TALL - (TALL - 8) * count / most, TALL, "fill", tip)
    picture.line((0, TALL), (1, TALL), "grid strong")
    for value in scale.ticks(6):
        if value == int(value) and low <= value <= high:
            picture.word((scale(value + width / 2 if width == 1 else value), TALL + 15), figure(value), "tick")
    return paragraph(words) + picture.drawn()
