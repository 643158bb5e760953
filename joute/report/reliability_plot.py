"""The picture of a calibration: what came of decisions by what the agent expected; on the diagonal, it gets what it expects."""

from collections.abc import Sequence
from html import escape
from typing import TypedDict

from joute.i18n import decimal
from joute.report.study_plot import STYLE
from joute.report.svg import Picture, Scale

WIDTH, SIDE, MARGIN = 600, 400, 24  # in pixels; the plot is a square
LEFT, TOP = 76, 64
OWN_STYLE = """
.diagonal { stroke: var(--faint); stroke-dasharray: 4 4; } .curve { fill: none; stroke: var(--one); stroke-width: 1.6;
vector-effect: non-scaling-stroke; opacity: .6; } .mark { fill: var(--one); } .interval { stroke: var(--one); stroke-width: 2; }
"""


class PlottedBin(TypedDict):
    """A point of the curve: mean value, mean outcome and its interval."""

    value: float
    outcome: float
    interval: list[float] | None


def reliability_plot(title: str, axes: tuple[str, str], bins: Sequence[PlottedBin], notes: Sequence[str]) -> str:
    """An SVG file; both axes have the same scale."""
    ends = [end for one in bins for end in (one["value"], one["outcome"], *(one["interval"] or []))]
    scale = Scale(min(ends), max(ends), room=0.03)
    drawn = Picture(SIDE, title)

    def down(value: float) -> float:
        return SIDE * (1 - scale(value))

    for tick in scale.ticks(5):
        drawn.line((scale(tick), 0), (scale(tick), SIDE), "grid")
        drawn.line((0, down(tick)), (1, down(tick)), "grid")
        drawn.word((scale(tick), SIDE + 16), decimal(f"{tick:g}"), "tick")
        drawn.word((-0.015, down(tick) + 4), decimal(f"{tick:g}"), "tick", "end")
    drawn.line((0, SIDE), (1, 0), "diagonal")
    drawn.curve([(scale(one["value"]), down(one["outcome"])) for one in bins], "line")
    for one in bins:
        place = scale(one["value"])
        if one["interval"] is not None:
            drawn.line((place, down(one["interval"][0])), (place, down(one["interval"][1])), "interval")
        drawn.dot((place, down(one["outcome"])), 4.5, "mark", decimal(f"{one['value']:.3g} → {one['outcome']:.3g}"))
    drawn.word((0.5, SIDE + 38), axes[0])
    picture = drawn.drawn(f'x="{LEFT}" y="{TOP}" width="{SIDE}"')
    height = TOP + SIDE + 60 + 18 * len(notes)
    words = [f'<text class="title" x="{MARGIN}" y="{MARGIN + 8}">{escape(title)}</text>']
    words.append(f'<text transform="translate({MARGIN},{TOP + SIDE / 2:g}) rotate(-90)" text-anchor="middle">{escape(axes[1])}</text>')
    words += [f'<text class="tick" x="{MARGIN}" y="{TOP + SIDE + 62 + 18 * row}">{escape(note)}</text>' for row, note in enumerate(notes)]
    heading = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    style = f"<style>{STYLE}{OWN_STYLE}</style>"
    return f'<svg {heading}>{style}<rect class="paper" width="100%" height="100%"/>{"".join(words)}{picture}</svg>\n'
