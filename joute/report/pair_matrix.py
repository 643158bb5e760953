"""Everybody against everybody: a square of colours, the row's share of the points against the column."""

from html import escape
from typing import Any

from joute.i18n import say
from joute.report.html import figure, paragraph, percent, wide
from joute.report.remarks import shares

Row = dict[str, Any]
NAMES, HEAD = 164, 22  # pixels for the names at the left and the ranks above
WIDE, TALL = 34, 30  # pixels of a cell
SMALL = 14  # agents from which cells are smaller
LETTERS = 22  # of a name that fit


def pairs(standing: Row) -> str:
    """The square, scrolled sideways where it is wider than the page."""
    agents = standing["agents"]
    direct = shares(standing)
    met = {tuple(row["agents"]): row for row in standing["comparisons"]}
    width, height = (26, 22) if len(agents) > SMALL else (WIDE, TALL)
    parts = [_text(NAMES + width * (place + 0.5), HEAD - 7, str(row["rank"]), "tick") for place, row in enumerate(agents)]
    for down, row in enumerate(agents):
        top = HEAD + down * height
        parts.append(_text(0, top + height / 2 + 4, f"{row['rank']}  {_short(row['agent'])}", "name", "start"))
        for across, other in enumerate(agents):
            left = NAMES + across * width
            share = direct.get((row["number"], other["number"]))
            parts.append(_cell(left, top, width, height, share, _tip(row, other, share, met)))
    size = f'width="{NAMES + width * len(agents)}" height="{HEAD + height * len(agents)}"'
    square = f'<svg class="square" role="img" aria-label="{escape(say("pair by pair"))}" {size}>{"".join(parts)}</svg>'
    note = say("The share of the points that the row had against the column, in percent: blue above one half, ochre below.")
    return wide(square) + paragraph(note, "note")


def _cell(left: float, top: float, width: float, height: float, share: float | None, tip: str) -> str:
    box = f'x="{left + 1:g}" y="{top + 1:g}" width="{width - 2:g}" height="{height - 2:g}" rx="3"'
    if share is None:
        return f'<rect class="empty" {box}><title>{escape(tip)}</title></rect>'
    kind, strength = ("won" if share >= 0.5 else "lost"), 0.08 + 0.72 * abs(2 * share - 1)
    number = _text(left + width / 2, top + height / 2 + 4, figure(100 * share), "small" if width < WIDE else "")
    return f'<g><title>{escape(tip)}</title><rect class="{kind}" fill-opacity="{strength:.2f}" {box}/>{number}</g>'


def _tip(row: Row, other: Row, share: float | None, met: dict[Any, Row]) -> str:
    if row is other or share is None:
        return row["agent"]
    compared = met[tuple(sorted((row["number"], other["number"])))]
    return f"{row['agent']} – {other['agent']}: {percent(share, 1)} ({say('{games} games', games=figure(compared['games']))})"


def _text(across: float, down: float, text: str, kind: str, anchor: str = "middle") -> str:
    return f'<text class="{kind}" x="{across:g}" y="{down:g}" text-anchor="{anchor}">{escape(text)}</text>'


def _short(name: str) -> str:
    return name if len(name) <= LETTERS else f"{name[: LETTERS // 2]}…{name[-LETTERS // 2 + 1 :]}"
