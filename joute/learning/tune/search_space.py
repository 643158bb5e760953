"""Where a tuning looks: the numbers among an agent's settings, each with a range around where it stands."""

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import BadSetting, known
from joute.core.game import Game
from joute.core.settings import kinds_of, parse_pairs

COSTS = {"seconds", "iterations", "threads", "nodes", "depth", "table_mb", "table_size"}
"""Settings that buy strength with time or memory: more is better, so that they are searched only when they are named."""
WIDE = 10  # bounds further apart than so many times the start are not searched to their ends
SIGNED = 10  # a number that may be negative is searched so many times its size to both sides of its start
FOLD = 10  # one that may not, from so many times less to so many times more; a range that is widened ends so many times further out
EDGE = 0.05  # of a range at either end: a best value there says that better ones may lie beyond
LOGARITHMIC = 10  # ranges whose ends differ by such a factor are searched by orders of magnitude
DIGITS = 4  # of a number in an agent's text: more would be noise

Number = int | float


@dataclass(frozen=True)
class Dial:
    """One setting that is searched."""

    name: str
    start: Number
    low: Number
    high: Number
    logarithmic: bool
    whole: bool
    meaning: str
    given: bool  # whether somebody said the range
    least: Number | None  # that the setting may be
    most: Number | None
    unit: float = 0.0  # not 0: searched by orders of magnitude to both sides of zero, from about this size on

    @property
    def open_below(self) -> bool:
        """Whether the setting may be less than what is searched."""
        return self.least is None or self.least < self.low

    @property
    def open_above(self) -> bool:
        """Whether it may be more."""
        return self.most is None or self.most > self.high

    @property
    def narrowed(self) -> bool:
        """Whether the range was chosen for want of near bounds."""
        return not self.given and (self.open_below or self.open_above)

    def spread(self, value: float) -> float:
        """Where a value lies on the scale that is searched evenly."""
        return math.asinh(value / self.unit) if self.unit else value

    def value(self, spread: float) -> Number:
        """The value that lies there."""
        if not self.unit:
            return spread
        value = min(max(self.unit * math.sinh(spread), self.low), self.high)
        return round(value) if self.whole else value

    def rounded(self, value: float) -> Number:
        """The value as the agent gets it, within the range."""
        if self.whole:
            return int(value)
        return min(max(float(f"{value:.{DIGITS}g}"), self.low), self.high)

    def at_edge(self, value: float) -> bool:
        """Whether a value lies at an end of the range that is not a bound of the setting itself."""
        return self._at_low(value) or self._at_high(value)

    def widened(self, value: float) -> "Dial":
        """The range, further out on the side where this value lies at its edge; a range that somebody gave stays."""
        if self.given:
            return self
        low = self._beyond(self.low) if self._at_low(value) else self.low
        high = self._beyond(self.high) if self._at_high(value) else self.high
        low, high = (low if self.least is None else max(low, self.least)), (high if self.most is None else min(high, self.most))
        return dataclasses.replace(self, low=low, high=high)

    def _at_low(self, value: float) -> bool:
        return self._part(value) < EDGE and self.open_below

    def _at_high(self, value: float) -> bool:
        return self._part(value) > 1 - EDGE and self.open_above

    def _part(self, value: float) -> float:
        """How far up the range a value lies, from 0 to 1."""
        low, high, place = (math.log(one) if self.logarithmic else self.spread(one) for one in (self.low, self.high, value))
        return (place - low) / (high - low)

    def _beyond(self, end: Number) -> Number:
        """Where the range ends next, after this end."""
        further = end / FOLD if self.logarithmic and end < self.start else end * FOLD
        return max(1, int(further)) if self.whole and self.logarithmic else further


@dataclass(frozen=True)
class Space:
    """An agent as it stands, and what is searched around it."""

    agent: str
    dials: list[Dial]

    @property
    def start(self) -> dict[str, Number]:
        """Where every dial stands."""
        return {dial.name: dial.start for dial in self.dials}

    def candidate(self, values: Mapping[str, float]) -> str:
        """The text of the agent with these values; as it stands where nothing differs."""
        chosen = {dial.name: dial.rounded(values[dial.name]) for dial in self.dials}
        if chosen == self.start:
            return self.agent
        name, _, pairs = self.agent.partition(":")
        return f"{name}:" + ",".join(f"{key}={value}" for key, value in (parse_pairs(pairs, name) | chosen).items())


def space(game: Game, text: str, wanted: Sequence[str] = ()) -> Space:
    """What is searched: the settings named (`name`, or `name=low:high`), else all numbers that do not buy strength with time."""
    agent = registry.agent(text, game)
    numbers = _numbers(agent)
    if not wanted:
        wanted = [name for name in numbers if name not in COSTS]
        if not wanted:
            raise BadSetting(f"{text} has no numbers to tune; it has: {known(vars(agent.settings)) or 'no settings'}")
    dials = []
    for one in wanted:
        name, equals, ends = (part.strip() for part in one.partition("="))
        if name not in numbers:
            raise BadSetting(f"{text} has no number {name!r} to tune; it has: {known(numbers) or 'none'}")
        dials.append(_dial(numbers[name], getattr(agent.settings, name), _ends(one, ends) if equals else None, name))
    if len({dial.name for dial in dials}) < len(dials):
        raise BadSetting(f"a setting is named twice: {known(wanted)}")
    return Space(text, dials)


def _numbers(agent: Agent) -> dict[str, "dataclasses.Field[Any]"]:
    kinds = kinds_of(type(agent.settings))
    fields = dataclasses.fields(agent.settings)
    return {field.name: field for field in fields if kinds[field.name] in (int, float) and not field.metadata["choices"]}


def _ends(text: str, ends: str) -> tuple[float, float]:
    low, colon, high = ends.partition(":")
    try:
        found = float(low), float(high)
    except ValueError:
        found = (math.nan, math.nan)
    if not colon or not found[0] < found[1] or not all(map(math.isfinite, found)):
        raise BadSetting(f"{text}: a range is written name=low:high, as in danger=0:4")
    return found


def _dial(field: "dataclasses.Field[Any]", start: Number, ends: tuple[float, float] | None, name: str) -> Dial:
    low, high = field.metadata["low"], field.metadata["high"]
    whole = isinstance(start, int)
    if ends is not None and ((low is not None and ends[0] < low) or (high is not None and ends[1] > high)):
        raise BadSetting(f"{name}={ends[0]:g}:{ends[1]:g} is not possible; {name} goes from {_end(low)} to {_end(high)}")
    first, last = ends or taken(start, low, high)
    first, last = min(first, start), max(last, start)
    if whole:
        first, last = math.ceil(first), math.floor(last)
    logarithmic = first > 0 and last / first >= LOGARITHMIC
    near = (first, last) == (low, high)
    unit = float(abs(start) or last) if ends is None and not near and first < 0 < last else 0.0
    return Dial(field.name, start, first, last, logarithmic, whole, field.metadata["meaning"], ends is not None, low, high, unit)


def taken(start: Number, low: Number | None, high: Number | None) -> tuple[float, float]:
    """The range of a setting: its bounds where they lie near, else as far around the start as a sensible value may be."""
    if low is not None and high is not None and (start == 0 or high - low <= WIDE * abs(start)):
        return low, high
    unit = abs(start) or (10 if isinstance(start, int) else 1)
    first, last = (
        (start / FOLD, unit * FOLD if start else unit) if low is not None and low >= 0 else (start - SIGNED * unit, start + SIGNED * unit)
    )
    return first if low is None else max(first, low), last if high is None else min(last, high)


def _end(bound: Number | None) -> str:
    return "anywhere" if bound is None else f"{bound:g}"
