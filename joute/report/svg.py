"""SVG pictures for any width: x in percent, y in pixels, so that text has the same size on a phone.

Colours and strokes are defined by the style sheet of the page; a picture only names the class of each part.
"""

import math
from collections.abc import Sequence
from html import escape

Point = tuple[float, float]  # across from 0 to 1, down in pixels


class Picture:
    """One picture, drawn part by part."""

    def __init__(self, height: float, label: str, kind: str = "") -> None:
        self.height, self.label, self.kind = height, label, kind
        self._parts: list[str] = []

    def line(self, start: Point, end: Point, kind: str) -> None:
        """A straight line."""
        (left, top), (right, bottom) = start, end
        self._parts.append(f'<line class="{kind}" x1="{_across(left)}" y1="{top:g}" x2="{_across(right)}" y2="{bottom:g}"/>')

    def bar(self, left: float, right: float, top: float, bottom: float, kind: str, tip: str = "") -> None:
        """A filled box."""
        size = f'x="{_across(left)}" width="{_across(max(0.0, right - left))}" y="{top:.4g}" height="{max(0.0, bottom - top):.4g}"'
        self._parts.append(f'<rect class="{kind}" {size}>{_tip(tip)}</rect>')

    def dot(self, place: Point, radius: float, kind: str, tip: str = "") -> None:
        """A round mark."""
        self._parts.append(f'<circle class="{kind}" cx="{_across(place[0])}" cy="{place[1]:g}" r="{radius:g}">{_tip(tip)}</circle>')

    def word(self, place: Point, text: str, kind: str = "", anchor: str = "middle") -> None:
        """A word or a number."""
        at = f'x="{_across(place[0])}" y="{place[1]:g}"'
        self._parts.append(f'<text class="{kind}" {at} text-anchor="{anchor}">{escape(text)}</text>')

    def curve(self, points: Sequence[Point], kind: str) -> None:
        """A line through points, whose stroke stays as thick however wide the picture gets."""
        path = " ".join(f"{1000 * x:.1f},{y:.2f}" for x, y in points)
        self._stretched("polyline", f'points="{path}"', kind)

    def area(self, upper: Sequence[Point], lower: Sequence[Point], kind: str) -> None:
        """What lies between two lines."""
        path = " ".join(f"{1000 * x:.1f},{y:.2f}" for x, y in (*upper, *reversed(lower)))
        self._stretched("polygon", f'points="{path}"', kind)

    def sticks(self, points: Sequence[Point], bottom: float, kind: str) -> None:
        """A thin vertical line from each point down to there."""
        self._stretched("path", f'd="{"".join(f"M{1000 * x:.0f},{bottom:g}V{y:.1f}" for x, y in points)}"', kind)

    def _stretched(self, shape: str, path: str, kind: str) -> None:
        box = f'viewBox="0 0 1000 {self.height:g}" preserveAspectRatio="none" width="100%" height="{self.height:g}"'
        self._parts.append(f'<svg {box}><{shape} class="curve {kind}" {path}/></svg>')

    def drawn(self, place: str = "") -> str:
        """The picture as it stands in the page, or at a place of a larger picture (its x, y and width)."""
        size = f'height="{self.height:g}"' + (f" {place}" if place else "")
        heading = f'class="picture {self.kind}" role="img" aria-label="{escape(self.label)}" {size}'
        return f"<svg {heading}>{''.join(self._parts)}</svg>"


class Scale:
    """Where a value lies from 0 to 1, with room at both ends; with a unit, by orders of magnitude to both sides of zero from there on."""

    def __init__(self, low: float, high: float, logarithmic: bool = False, room: float = 0.04, unit: float = 0.0) -> None:
        self.logarithmic, self.unit, self.ends = logarithmic, unit, (low, high)
        self.low, self.high = self._even(low), self._even(high)
        if self.high - self.low < 1e-12:
            self.low, self.high = self.low - 0.5, self.high + 0.5
        self.room = room

    def _even(self, value: float) -> float:
        if self.unit:
            return math.asinh(value / self.unit)
        return math.log10(max(value, 1e-9)) if self.logarithmic else value

    def __call__(self, value: float) -> float:
        """The place of a value; what lies outside is drawn at the edge."""
        part = min(1.0, max(0.0, (self._even(value) - self.low) / (self.high - self.low)))
        return self.room + part * (1 - 2 * self.room)

    def ticks(self, wanted: int = 5) -> list[float]:
        """Round values along the scale."""
        if self.unit:
            powers = range(math.ceil(math.log10(self.unit)), 1 + math.floor(math.log10(max(map(abs, self.ends)))))
            signed = [0.0, *(sign * 10.0**power for power in powers for sign in (-1, 1))]
            return [value for value in sorted(signed) if self.ends[0] <= value <= self.ends[1]]
        if self.logarithmic:
            return [10.0**power for power in range(math.ceil(self.low - 1e-9), math.floor(self.high + 1e-9) + 1)]
        rough = (self.high - self.low) / max(1, wanted)
        unit = 10.0 ** math.floor(math.log10(rough))
        step = next(unit * factor for factor in (1, 2, 2.5, 5, 10) if unit * factor >= rough)
        return [step * place for place in range(math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9) + 1)]


def _across(part: float) -> str:
    return f"{100 * part:.3f}".rstrip("0").rstrip(".") + "%"


def _tip(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""
