"""Tables, numbers, durations and intervals as the terminal shows them."""

import math
from collections.abc import Sequence

from rich import box
from rich.table import Table

from joute.i18n import decimal, say_count


def table(*columns: str, numbers: str = "") -> Table:
    """An empty table; `numbers` has a `>` for each column of numbers, another character for each column of text."""
    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for place, name in enumerate(columns):
        drawn.add_column(name, justify="right" if numbers[place : place + 1] == ">" else "left", overflow="fold")
    return drawn


def number(value: float | None, digits: int = 3) -> str:
    """A number for a table; a dash if there is none."""
    if value is None or math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return (
        f"{value:,}".replace(",", " ") if isinstance(value, int) else decimal(f"{round(value, digits) + 0.0:,.{digits}f}".replace(",", " "))
    )


def n_games(count: int) -> str:
    """A number of games."""
    return say_count("{n} game", "{n} games", count, n=number(count))


def n_blocks(count: int) -> str:
    """A number of blocks."""
    return say_count("{n} block", "{n} blocks", count, n=number(count))


def time(seconds: float | None) -> str:
    """A duration in a suitable unit."""
    if seconds is None:
        return "–"
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    return decimal(f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s")


def clock(seconds: float) -> str:
    """Hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def interval(bounds: Sequence[float | None] | None, digits: int = 3) -> str:
    """From the lower to the upper bound; a missing bound is infinite."""
    if bounds is None:
        return "–"
    low, high = (limit if bound is None else bound for bound, limit in zip(bounds, (-math.inf, math.inf), strict=True))
    return f"{number(low, digits)} … {number(high, digits)}"
