"""The plot of a tuning: the gain of every trial, the importance of the settings, and the gain by the value of each."""

from collections.abc import Sequence
from html import escape
from typing import TypedDict

from joute.i18n import say
from joute.report.html import figure, percent
from joute.report.svg import Picture, Scale

WIDTH, MARGIN = 760, 24  # in pixels
LEFT = 52  # of a plot, for its numbers
TALL, LOW = 200, 120  # heights: of the plot of all trials, and of one for each setting
COLUMNS = 3  # of plots for settings
LINE = 24  # of a bar
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


class TunedSetting(TypedDict):
    """A setting that was tuned."""

    name: str
    start: float
    low: float
    high: float
    logarithmic: bool
    unit: float
    best: float
    importance: float | None


class TrialResult(TypedDict):
    """A trial and its gain over the start."""

    trial: int
    agent: str
    values: dict[str, float]
    blocks: int
    share: float
    gain: float


def tuning_plot(title: str, best: str, parameters: Sequence[TunedSetting], history: Sequence[TrialResult]) -> str:
    """An SVG file about the trials, of which `best` is the agent's text."""
    gains = Scale(*_ends([row["gain"] for row in history]), room=0)
    parts: list[str] = []
    top = MARGIN + 8
    parts.append(_title(title, top))
    parts.append(_words(say("gain over the start on the same blocks; a larger mark means more blocks"), top := top + 20))
    parts.append(_trials(history, best, gains).drawn(_at(MARGIN + LEFT, top := top + 14, WIDTH - 2 * MARGIN - LEFT)))
    top += TALL + 50
    if all(one["importance"] is not None for one in parameters):
        parts.append(_title(say("Importance"), top))
        parts.append(_importances(parameters).drawn(_at(MARGIN, top := top + 12, WIDTH - 2 * MARGIN)))
        top += LINE * len(parameters) + 34
    parts.append(_title(say("Gain by the value of each setting (dashed: the start; orange: the best)"), top))
    top += 34
    width = (WIDTH - 2 * MARGIN) / COLUMNS
    for place, one in enumerate(parameters):
        row, column = divmod(place, COLUMNS)
        spot = _at(MARGIN + column * width + LEFT, top + row * (LOW + 62), width - LEFT - 12)
        parts.append(_setting(one, history, gains).drawn(spot))
    height = top + -(-len(parameters) // COLUMNS) * (LOW + 62)
    heading = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}"'
    return f'<svg {heading}><style>{STYLE}</style><rect class="paper" width="100%" height="100%"/>{"".join(parts)}</svg>\n'


def _trials(history: Sequence[TrialResult], winner: str, gains: Scale) -> Picture:
    """Every trial in order, and the best so far of those that played the most blocks."""
    drawn = Picture(TALL, say("gain over the start, trial by trial"))
    across = Scale(1, max(2, len(history)), room=0.01)
    _rows(drawn, gains, TALL)
    for value in across.ticks(8):
        if value >= 1:
            drawn.word((across(value), TALL + 18), figure(value), "tick")
    drawn.word((1, TALL + 34), say("trials"), "tick", "end")
    most = max((row["blocks"] for row in history), default=1)
    for row in history:
        kind = "mark chosen" if row["agent"] == winner else "mark" if row["blocks"] == most else "mark faint"
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


def _importances(parameters: Sequence[TunedSetting]) -> Picture:
    drawn = Picture(LINE * len(parameters), say("Importance"))
    for place, one in enumerate(sorted(parameters, key=lambda one: -(one["importance"] or 0.0))):
        top, part = LINE * place, one["importance"] or 0.0
        drawn.word((0.17, top + 16), one["name"], "name", "end")
        drawn.bar(0.185, 0.185 + 0.7 * part, top + 5, top + 19, "fill", percent(part))
        drawn.word((0.195 + 0.7 * part, top + 16), percent(part), "tick", "start")
    return drawn


def _setting(parameter: TunedSetting, history: Sequence[TrialResult], gains: Scale) -> Picture:
    """The gain of every trial by its value of one setting."""
    drawn = Picture(LOW, parameter["name"])
    across = Scale(parameter["low"], parameter["high"], parameter["logarithmic"], room=0, unit=parameter["unit"])
    _rows(drawn, gains, LOW)
    drawn.word((0, -8), parameter["name"], "name", "start")
    for value in across.ticks(4):
        drawn.word((across(value), LOW + 16), f"{value:g}", "tick")
    most = max((row["blocks"] for row in history), default=1)
    for row in sorted(history, key=lambda row: int(row["blocks"])):
        kind = "mark" if row["blocks"] == most else "mark faint"
        drawn.dot((across(row["values"][parameter["name"]]), _down(gains, row["gain"], LOW)), 2 if kind == "mark" else 1.5, kind)
    for value, kind in ((parameter["start"], "start"), (parameter["best"], "best")):
        drawn.line((across(value), 0), (across(value), LOW), kind)
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
