"""The picture of a tuning, a file of its own: how the search went, what mattered, and where each setting did well."""

from collections.abc import Sequence
from html import escape
from typing import Any

from joute.i18n import say
from joute.report.html import figure, percent
from joute.report.svg import Picture, Scale

Row = dict[str, Any]

WIDTH, MARGIN = 760, 24  # in pixels
LEFT = 52  # of a plot, where its numbers stand
TALL, LOW = 200, 120  # plots: the search, and one for each setting
COLUMNS = 3  # of plots for settings
LINE = 24  # of a setting's bar
STYLE = """
:root { --paper: #fff; --ink: #1d232b; --faint: #68727e; --line: #dfe3e7; --strong: #a9b2bb; --one: #1f6feb; --two: #d9730d; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #12161b; --ink: #e6eaee; --faint: #95a0ab; --line: #2d353e; --strong: #56616c; --one: #5aa2ff; --two: #f2994a; } }
text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; fill: var(--ink); }
text.title { font-size: 15px; font-weight: 600; } text.name { font-weight: 600; } text.tick { font-size: 11px; fill: var(--faint); }
svg { overflow: visible; } .paper { fill: var(--paper); }
.grid { stroke: var(--line); } .grid.strong { stroke: var(--strong); } .start { stroke: var(--faint); stroke-dasharray: 3 3; }
.best { stroke: var(--two); stroke-width: 1.5; } .mark { fill: var(--one); } .mark.faint { fill: var(--faint); fill-opacity: 0.35; }
.mark.chosen { fill: var(--two); } .fill { fill: var(--one); fill-opacity: 0.8; }
.curve { fill: none; stroke: var(--two); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
"""


def picture(found: Row) -> str:
    """The whole picture of a report of `joute tune`."""
    history, dials = found["history"][1:], found["settings"]
    gains = Scale(*_ends([row["gain"] for row in history]), room=0)
    parts: list[str] = []
    top = MARGIN + 8
    parts.append(_title(say("Tuning of {agent} in {game}", agent=found["agent"], game=found["game"]), top))
    parts.append(_words(say("gain over the start on the same blocks; a larger mark has played more of them"), top := top + 20))
    parts.append(_search(history, found, gains).drawn(_at(MARGIN + LEFT, top := top + 14, WIDTH - 2 * MARGIN - LEFT)))
    top += TALL + 50
    if any(dial["importance"] is not None for dial in dials):
        parts.append(_title(say("What mattered"), top))
        parts.append(_importances(dials).drawn(_at(MARGIN, top := top + 12, WIDTH - 2 * MARGIN)))
        top += LINE * len(dials) + 34
    parts.append(_title(say("Where each setting did well (dashed: the start; orange: the best)"), top))
    top += 34
    width = (WIDTH - 2 * MARGIN) / COLUMNS
    for place, dial in enumerate(dials):
        row, column = divmod(place, COLUMNS)
        spot = _at(MARGIN + column * width + LEFT, top + row * (LOW + 62), width - LEFT - 12)
        parts.append(_setting(dial, history, gains).drawn(spot))
    height = top + -(-len(dials) // COLUMNS) * (LOW + 62)
    heading = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}"'
    return f'<svg {heading}><style>{STYLE}</style><rect class="paper" width="100%" height="100%"/>{"".join(parts)}</svg>\n'


def _search(history: Sequence[Row], found: Row, gains: Scale) -> Picture:
    """Every trial in its order, and the best so far of those that played longest."""
    drawn = Picture(TALL, say("gain over the start, trial by trial"))
    across = Scale(1, max(2, len(history)), room=0.01)
    _rows(drawn, gains, TALL)
    for value in across.ticks(8):
        if value >= 1:
            drawn.word((across(value), TALL + 18), figure(value), "tick")
    drawn.word((1, TALL + 34), say("trials"), "tick", "end")
    most = max((row["blocks"] for row in history), default=1)
    for row in history:
        kind = "mark chosen" if row["agent"] == found["best"] else "mark" if row["blocks"] == most else "mark faint"
        radius = 1.5 + 3 * (row["blocks"] / most) ** 0.5
        tip = f"{row['trial']}: {row['agent']}, {percent(row['gain'], 1)}" if kind != "mark faint" else ""
        drawn.dot((across(row["trial"]), _down(gains, row["gain"], TALL)), round(radius, 1), kind, tip)
    finished = [row for row in history if row["blocks"] == most]
    points, best = [], None
    for row in finished:
        if best is not None:
            points.append((across(row["trial"]), _down(gains, best, TALL)))
        best = row["gain"] if best is None else max(best, row["gain"])
        points.append((across(row["trial"]), _down(gains, best, TALL)))
    if len(points) > 1:
        drawn.curve(points, "")
    return drawn


def _importances(dials: Sequence[Row]) -> Picture:
    drawn = Picture(LINE * len(dials), say("What mattered"))
    for place, dial in enumerate(sorted(dials, key=lambda dial: -dial["importance"])):
        top, part = LINE * place, dial["importance"]
        drawn.word((0.17, top + 16), dial["name"], "name", "end")
        drawn.bar(0.185, 0.185 + 0.7 * part, top + 5, top + 19, "fill", percent(part))
        drawn.word((0.195 + 0.7 * part, top + 16), percent(part), "tick", "start")
    return drawn


def _setting(dial: Row, history: Sequence[Row], gains: Scale) -> Picture:
    """All values that were tried, against what they gained."""
    drawn = Picture(LOW, dial["name"])
    across = Scale(dial["low"], dial["high"], dial["logarithmic"], room=0, unit=dial["unit"])
    _rows(drawn, gains, LOW)
    drawn.word((0, -8), dial["name"], "name", "start")
    for value in across.ticks(4):
        drawn.word((across(value), LOW + 16), f"{value:g}", "tick")
    most = max((row["blocks"] for row in history), default=1)
    for row in sorted(history, key=lambda row: int(row["blocks"])):
        kind = "mark" if row["blocks"] == most else "mark faint"
        drawn.dot((across(row["values"][dial["name"]]), _down(gains, row["gain"], LOW)), 2 if kind == "mark" else 1.5, kind)
    for name, kind in (("start", "start"), ("best", "best")):
        if dial[name] is not None:
            drawn.line((across(dial[name]), 0), (across(dial[name]), LOW), kind)
    return drawn


def _rows(drawn: Picture, gains: Scale, height: float) -> None:
    for value in gains.ticks(4):
        down = _down(gains, value, height)
        drawn.line((0, down), (1, down), "grid strong" if abs(value) < 1e-9 else "grid")
        drawn.word((0, down + 4), f"{percent(value, 0 if abs(100 * value - round(100 * value)) < 1e-6 else 1)} ", "tick", "end")


def _ends(gains: Sequence[float]) -> tuple[float, float]:
    return min(0.0, *gains) if gains else 0.0, max(0.01, *gains) if gains else 0.01


def _down(gains: Scale, value: float, height: float) -> float:
    return round((1 - gains(value)) * height, 1)


def _at(left: float, top: float, width: float) -> str:
    return f'x="{left:g}" y="{top:g}" width="{width:g}"'


def _title(text: str, top: float) -> str:
    return f'<text class="title" x="{MARGIN}" y="{top:g}">{escape(text)}</text>'


def _words(text: str, top: float) -> str:
    return f'<text class="tick" x="{MARGIN}" y="{top:g}">{escape(text)}</text>'
