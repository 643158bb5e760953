"""The plot of a learning curve: the share of games won against each kind of opponent, with its interval, by episodes."""

from collections.abc import Sequence
from dataclasses import dataclass

from joute.i18n import say
from joute.report.svg import Picture, Scale

WIDTH, HEIGHT = 720, 300
TOP, BOTTOM = 28.0, 250.0
STYLE = """
text{font:13px system-ui,sans-serif;fill:#444}.grid{stroke:#ddd}.fair{stroke:#999;stroke-dasharray:4 4}
.curve{fill:none;stroke-width:2.2;vector-effect:non-scaling-stroke}.interval{stroke-width:5;opacity:.25}
.kind0{stroke:#0b6e99}.kind1{stroke:#b4501e}text.kind0{stroke:none;fill:#0b6e99}text.kind1{stroke:none;fill:#b4501e}
"""


@dataclass(frozen=True)
class Curve:
    """One line of the plot."""

    label: str
    points: list[tuple[float, float]]  # episodes, share of the wins
    intervals: list[tuple[float, float]]


def learning_curve(curves: Sequence[Curve], title: str, fair_share: float) -> str:
    """An SVG file; the dashed line is a fair share."""
    across = Scale(0, max(episodes for curve in curves for episodes, _ in curve.points) or 1, room=0.07)
    top = max([fair_share, *(high for curve in curves for _, high in curve.intervals)])
    up = Scale(0, min(1.0, 1.1 * top), room=0.0)
    picture = Picture(HEIGHT, title)

    def height(share: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * up(share)

    picture.word((0.5, 18), title)
    for share in up.ticks():
        picture.line((across(0), height(share)), (1 - across.room, height(share)), "grid")
        picture.word((across(0) - 0.008, height(share) + 4), f"{share:.2f}", anchor="end")
    for episodes in across.ticks():
        picture.word((across(episodes), BOTTOM + 18), f"{episodes:,.0f}".replace(",", "\u202f"))
    picture.word((0.5, BOTTOM + 40), say("episodes"))
    picture.line((across(0), height(fair_share)), (1 - across.room, height(fair_share)), "fair")
    for number, curve in enumerate(curves):
        for (episodes, _), (low, high) in zip(curve.points, curve.intervals, strict=True):
            picture.line((across(episodes), height(low)), (across(episodes), height(high)), f"interval kind{number}")
        picture.curve([(across(episodes), height(share)) for episodes, share in curve.points], f"kind{number}")
        picture.word((1 - across.room, height(curve.points[-1][1]) - 8), curve.label, f"kind{number}", "end")
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
    return f"{frame}><style>{STYLE}</style>{picture.drawn()}</svg>\n"
