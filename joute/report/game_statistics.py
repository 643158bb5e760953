"""Statistics of the games of a tournament: shares by seat, lengths, thinking times."""

from html import escape

from joute.arena.tournament.report_data import ThinkingData, TournamentData
from joute.i18n import say
from joute.report.html import duration, figure, n_games, paragraph, percent, round_time, table, tag
from joute.report.svg import Picture, Scale

MAX_BARS = 48
HISTOGRAM_HEIGHT = 150  # pixels
MIDDLE, ROW_HEIGHT = 14, 28  # pixels of a row of thinking times
SHORTEST = 1e-6  # seconds: clocks measure no less


def seats(found: TournamentData) -> str:
    """The share of the points by seat, of all agents and of each."""
    rows = found["seats"]
    fair = 1 / len(rows)
    scale = Scale(0, max([2 * fair, *(row["share"] or 0 for row in rows)]), room=0.0)
    lines = []
    for row in rows:
        picture = Picture(22, say("seat {seat}: {share}", seat=row["seat"], share=percent(row["share"], 1)))
        picture.bar(0, scale(row["share"] or 0), 4, 18, "fill")
        picture.line((scale(fair), 0), (scale(fair), 22), "grid strong")
        cells = tag("span", f"{say('seat')} {row['seat']}", "agent") + tag("span", percent(row["share"], 1), "elo")
        lines.append(tag("div", cells + tag("span", picture.drawn(), "plot"), "row"))
    by_seat = {(row["agent"], row["seat"]): row["share"] for row in found["agents_by_seat"]}
    heads = [say("agent"), *(f"{say('seat')} {row['seat']}" for row in rows)]
    shown = [[row["agent"], *(percent(by_seat.get((row["number"], one["seat"]))) for one in rows)] for row in found["standings"]["agents"]]
    note = say("The vertical line is an equal share. In every block each agent takes every seat under the same chance.")
    return tag("div", "".join(lines), "bars") + paragraph(note, "note") + table(heads, shown)


def lengths(found: TournamentData) -> str:
    """A histogram of the lengths of the games."""
    counts = {int(length): count for length, count in found["length"]["games"].items()}
    low, high = min(counts), max(counts)
    width = -(-(high - low + 1) // MAX_BARS)
    columns = [sum(counts.get(low + place * width + inner, 0) for inner in range(width)) for place in range((high - low) // width + 1)]
    most = max(columns)
    mean = figure(found["length"]["mean"], 1)
    words = say(
        "Length of a game: {mean} choices on average, {shortest} to {longest}.", mean=mean, shortest=figure(low), longest=figure(high)
    )
    picture = Picture(HISTOGRAM_HEIGHT + 20, words)
    scale = Scale(low, low + width * len(columns), room=0.02)
    for place, count in enumerate(columns):
        first, last = low + place * width, low + (place + 1) * width - 1
        span = str(first) if width == 1 else f"{first}–{last}"
        gap = 0.1 * (scale(first + width) - scale(first))
        tip = f"{span}: {n_games(count)}"
        picture.bar(
            scale(first) + gap,
            scale(first + width) - gap,
            HISTOGRAM_HEIGHT - (HISTOGRAM_HEIGHT - 8) * count / most,
            HISTOGRAM_HEIGHT,
            "fill",
            tip,
        )
    picture.line((0, HISTOGRAM_HEIGHT), (1, HISTOGRAM_HEIGHT), "grid strong")
    for value in scale.ticks(6):
        if value == int(value) and low <= value <= high:
            picture.word((scale(value + width / 2 if width == 1 else value), HISTOGRAM_HEIGHT + 15), figure(value), "tick")
    return paragraph(words) + picture.drawn()


def thinking_times(found: TournamentData) -> str:
    """Box plots of the thinking times of each agent, on a logarithmic scale."""
    times = {row["agent"]: row for row in found["thinking"] if row["choices"]}
    if not times:
        return paragraph(say("No agent had to choose."))
    low = min(max(SHORTEST, row["low"] or 0.0) for row in times.values())
    high = max(max(SHORTEST, row["max"] or 0.0) for row in times.values())
    scale = Scale(low, max(high, 10 * low), logarithmic=True)
    lines = [_head(scale)]
    lines += [_line(row["agent"], times[row["number"]], scale) for row in found["standings"]["agents"] if row["number"] in times]
    note = say("Dot: median; box: quartiles; line: 5 to 95 %; small dot: maximum. The scale is logarithmic.")
    return tag("div", "".join(lines), "ranking thinking") + paragraph(note, "note")


def _head(scale: Scale) -> str:
    axis = Picture(18, say("time"), "axis")
    for value in scale.ticks():
        axis.word((scale(value), 13), round_time(value), "tick")
    names = ((say("agent"), "agent"), (say("median"), "elo"), ("95 %", "bounds"), (say("longest"), "games"), (say("total"), "share"))
    cells = "".join(tag("span", escape(text), kind) for text, kind in names)
    return tag("div", tag("span", "", "rank") + cells + tag("span", axis.drawn(), "plot"), "row head")


def _line(agent: str, row: ThinkingData, scale: Scale) -> str:
    tip = f"{agent}: {duration(row['median'])} ({duration(row['low'])} … {duration(row['p95'])}), {figure(row['choices'])}"
    picture = Picture(ROW_HEIGHT, tip)
    for value in scale.ticks():
        picture.line((scale(value), 0), (scale(value), ROW_HEIGHT), "grid")
    low, quarter, median, three, p95, longest = (
        scale(max(SHORTEST, seconds or 0.0))
        for seconds in (row["low"], row["quarter"], row["median"], row["three_quarters"], row["p95"], row["max"])
    )
    picture.line((low, MIDDLE), (p95, MIDDLE), "interval")
    picture.bar(quarter, max(three, quarter + 0.004), MIDDLE - 6, MIDDLE + 6, "fill soft", tip)
    picture.dot((longest, MIDDLE), 2, "mark faint")
    picture.dot((median, MIDDLE), 5, "mark", tip)
    texts = (("", "rank"), (agent, "agent"), (duration(row["median"]), "elo"), (duration(row["p95"]), "bounds"))
    more = ((duration(row["max"]), "games"), (duration(row["total"]), "share"))
    cells = "".join(tag("span", escape(text), kind) for text, kind in (*texts, *more))
    return tag("div", cells + tag("span", picture.drawn(), "plot"), "row")
