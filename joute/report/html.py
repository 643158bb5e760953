"""HTML elements, and numbers as the page writes them in the current language."""

from html import escape
from pathlib import Path

from joute.i18n import Sentence, current_language, decimal, say_count

STYLE = Path(__file__).with_name("page.css")  # of every page
FORMATS: dict[str, Sentence] = {"round_robin": "round robin", "swiss": "swiss", "tables": "random tables"}
FAULTS: dict[str, Sentence] = {
    "start": "did not start",
    "silence": "no answer",
    "time": "out of time",
    "crash": "crash",
    "memory": "too much memory",
    "illegal": "illegal action",
    "garbage": "invalid message",
    "flood": "flood",
}
MADE: dict[str, Sentence] = {
    "begun": "begun",
    "joute": "Joute",
    "rules": "rules",
    "python": "Python",
    "numpy": "NumPy",
    "numba": "Numba",
    "llvmlite": "llvmlite",
    "system": "system",
    "processor": "processor",
    "processors": "processors",
}

BOARD = {
    "dim": r"(?<=[ \[])\.(?=[ \]\n]|$)|[\[\]]",
    "first": r"(?<![^\s\[])X(?![^\s\]])",
    "second": r"(?<![^\s\[])O(?![^\s\]])",
    "red": "[♥♦]",
}
"""What a position has in colours that suit any game: empty cells and frames, two marks, red suits; the terminal uses them too."""


def figure(value: float | None, digits: int = 0) -> str:
    """A number, with thin spaces between thousands; a dash if there is none."""
    if value is None:
        return "–"
    return decimal(f"{round(value, digits) + 0.0:,.{digits}f}".replace(",", "\u202f").replace("-", "−"))


def n_games(count: int) -> str:
    """A number of games."""
    return say_count("{n} game", "{n} games", count, n=figure(count))


def n_blocks(count: int) -> str:
    """A number of blocks."""
    return say_count("{n} block", "{n} blocks", count, n=figure(count))


def signed(value: float | None) -> str:
    """A whole number with its sign."""
    return f"+{figure(value)}" if value is not None and value >= 0.5 else figure(value)


def percent(share: float | None, digits: int = 0) -> str:
    """A share in percent."""
    return "–" if share is None else f"{figure(100 * share, digits)} %"


def duration(seconds: float | None) -> str:
    """A duration in a suitable unit."""
    if seconds is None:
        return "–"
    for unit, size in (("h", 3600.0), ("min", 60.0), ("s", 1.0), ("ms", 1e-3)):
        if seconds >= size * (2 if unit in ("h", "min") else 0.9995):
            scaled = seconds / size
            return f"{figure(scaled, 0 if scaled >= 100 else 1 if scaled >= 10 else 2)} {unit}"
    return f"{figure(seconds * 1e6)} µs"


def round_time(seconds: float) -> str:
    """A round duration, for a scale."""
    unit, size = next(((unit, size) for unit, size in (("s", 1.0), ("ms", 1e-3)) if seconds >= size * 0.9995), ("µs", 1e-6))
    return f"{figure(seconds / size)} {unit}"


def tag(name: str, inside: str, kind: str = "") -> str:
    """An element; its content must be escaped already."""
    return f'<{name} class="{kind}">{inside}</{name}>' if kind else f"<{name}>{inside}</{name}>"


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text."""
    return tag("p", escape(text), kind)


def table(heads: list[str], rows: list[list[str]], words: int = 1) -> str:
    """A table of plain texts; the first columns are text, the others numbers."""
    kinds = ["" if place < words else "number" for place in range(len(heads))]
    head = "".join(tag("th" if text else "td", escape(text), kind) for text, kind in zip(heads, kinds, strict=True))
    body = "".join(tag("tr", "".join(tag("td", escape(text), kind) for text, kind in zip(row, kinds, strict=True))) for row in rows)
    return wide(tag("table", tag("thead", tag("tr", head)) + tag("tbody", body)))


def wide(inside: str) -> str:
    """An element that scrolls sideways if the page is narrower, also by keyboard."""
    return f'<div class="wide" tabindex="0">{inside}</div>'


def document(title: str, heading: str, body: str, css: str = "") -> str:
    """A whole page in one file, for phones, screens and paper, light or dark; `css` adds to the style of every page."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += tag("title", escape(title) + " – Joute") + tag("style", STYLE.read_text(encoding="utf-8") + css)
    main = tag("header", heading) + tag("main", body)
    return f'<!doctype html>\n<html lang="{current_language()}"><head>{head}</head><body>{main}</body></html>\n'
