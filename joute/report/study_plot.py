"""The picture of a study: the share of correct predictions before and after the examples, with intervals, for each group."""

from collections.abc import Sequence
from html import escape
from typing import TypedDict

from joute.i18n import say
from joute.report.html import percent
from joute.report.svg import Picture, Scale

WIDTH, MARGIN, LEFT = 640, 24, 190  # in pixels
ROW, GAP = 26, 18  # heights: of an estimate, and between two groups
STYLE = """
:root { --paper: #fff; --ink: #1d232b; --faint: #68727e; --line: #dfe3e7; --one: #1f6feb; --two: #d9730d; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #12161b; --ink: #e6eaee; --faint: #95a0ab; --line: #2d353e; --one: #5aa2ff; --two: #f2994a; } }
text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; fill: var(--ink); }
text.title { font-size: 15px; font-weight: 600; } text.tick { font-size: 11px; fill: var(--faint); }
svg { overflow: visible; } .paper { fill: var(--paper); } .grid { stroke: var(--line); }
.chance { stroke: var(--faint); stroke-dasharray: 3 3; }
.before { fill: var(--one); } .after { fill: var(--two); } .interval { stroke: var(--ink); stroke-width: 2; }
"""


class PlottedShare(TypedDict):
    """A share of correct answers."""

    name: str
    phase: str  # before or after
    mean: float
    interval: list[float] | None


def study_plot(title: str, groups: Sequence[Sequence[PlottedShare]], chance: float) -> str:
    """An SVG file: a mark and an interval for every share, group by group; a dashed line shows guessing."""
    height = sum(ROW * len(group) + GAP for group in groups)
    drawn = Picture(height, title)
    across = Scale(0, 1, room=0)
    for value in across.ticks(5):
        drawn.line((across(value), 0), (across(value), height), "grid")
        drawn.word((across(value), height + 18), percent(value), "tick")
    drawn.line((across(chance), 0), (across(chance), height), "chance")
    drawn.word((across(chance), -6), say("guessing"), "tick")
    words, top = [], 0.0
    for group in groups:
        for share in group:
            middle = top + ROW / 2
            if share["interval"] is not None:
                drawn.line((across(share["interval"][0]), middle), (across(share["interval"][1]), middle), "interval")
            drawn.dot((across(share["mean"]), middle), 6, share["phase"], percent(share["mean"], 1))
            words.append(f'<text x="{MARGIN}" y="{MARGIN + 56 + middle:g}">{escape(share["name"])}</text>')
            top += ROW
        top += GAP
    picture = drawn.drawn(f'x="{LEFT}" y="{MARGIN + 52}" width="{WIDTH - LEFT - MARGIN}"')
    size = MARGIN + 52 + height + 40
    heading = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {size:g}" width="{WIDTH}" height="{size:g}"'
    name = f'<text class="title" x="{MARGIN}" y="{MARGIN + 8}">{escape(title)}</text>'
    return f'<svg {heading}><style>{STYLE}</style><rect class="paper" width="100%" height="100%"/>{name}{"".join(words)}{picture}</svg>\n'
