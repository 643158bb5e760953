"""The search space of a tuning: the numeric settings of an agent, each with a range around its current value."""

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
from joute.i18n import say

COSTS = {"seconds", "iterations", "threads", "nodes", "depth", "table_mb", "table_size"}
"""Settings that buy strength with time or memory; they are tuned only if they are named."""
WIDE = 10  # bounds are searched to their ends if they are no further apart than this multiple of the start
FACTOR = 10  # else the range reaches this factor below and above the start, and is widened by it
EDGE = 0.05  # the part of a range at either end in which a best value suggests a wider range
LOGARITHMIC = 10  # ranges whose ends differ by this factor are searched on a logarithmic scale
DIGITS = 4  # of a number in an agent's text

Number = int | float


@dataclass(frozen=True)
class Parameter:
    """A setting to tune, and its range."""

    name: str
    start: Number
    low: Number
    high: Number
    logarithmic: bool
    integer: bool
    meaning: str
    explicit: bool  # whether the range was given by the user
    minimum: Number | None  # of the setting itself
    maximum: Number | None
    unit: float = 0.0  # not 0: a symmetric logarithmic scale, linear up to about this size

    @property
    def open_below(self) -> bool:
        """Whether the setting allows values below the range."""
        return self.minimum is None or self.minimum < self.low

    @property
    def open_above(self) -> bool:
        """Whether the setting allows values above the range."""
        return self.maximum is None or self.maximum > self.high

    @property
    def default_range(self) -> bool:
        """Whether the range is neither given by the user nor the setting's own."""
        return not self.explicit and (self.open_below or self.open_above)

    def to_scale(self, value: float) -> float:
        """The value on the scale that is searched uniformly."""
        return math.asinh(value / self.unit) if self.unit else value

    def from_scale(self, place: float) -> Number:
        """The value at a place of that scale."""
        if not self.unit:
            return place
        value = min(max(self.unit * math.sinh(place), self.low), self.high)
        return round(value) if self.integer else value

    def rounded(self, value: float) -> Number:
        """The value as the agent gets it, within the range."""
        if self.integer:
            return int(value)
        return min(max(float(f"{value:.{DIGITS}g}"), self.low), self.high)

    def at_edge(self, value: float) -> bool:
        """Whether a value lies at an end of the range beyond which the setting allows more."""
        return self._at_low(value) or self._at_high(value)

    def widened(self, value: float) -> "Parameter":
        """The range, extended on the side where this value lies at its edge; a range given by the user stays."""
        if self.explicit:
            return self
        low = self._beyond(self.low) if self._at_low(value) else self.low
        high = self._beyond(self.high) if self._at_high(value) else self.high
        low, high = (low if self.minimum is None else max(low, self.minimum)), (high if self.maximum is None else min(high, self.maximum))
        return dataclasses.replace(self, low=low, high=high)

    def _at_low(self, value: float) -> bool:
        return self._fraction(value) < EDGE and self.open_below

    def _at_high(self, value: float) -> bool:
        return self._fraction(value) > 1 - EDGE and self.open_above

    def _fraction(self, value: float) -> float:
        """The place of a value in the range, from 0 to 1."""
        low, high, place = (math.log(one) if self.logarithmic else self.to_scale(one) for one in (self.low, self.high, value))
        return (place - low) / (high - low)

    def _beyond(self, end: Number) -> Number:
        """The next end of the range, after this one."""
        further = end / FACTOR if self.logarithmic and end < self.start else end * FACTOR
        return max(1, int(further)) if self.integer and self.logarithmic else further


@dataclass(frozen=True)
class SearchSpace:
    """An agent, and its parameters to tune."""

    agent: str
    parameters: list[Parameter]

    @property
    def start(self) -> dict[str, Number]:
        """The current value of every parameter."""
        return {parameter.name: parameter.start for parameter in self.parameters}

    def candidate(self, values: Mapping[str, float]) -> str:
        """The text of the agent with these values; its own text if nothing differs."""
        chosen = {parameter.name: parameter.rounded(values[parameter.name]) for parameter in self.parameters}
        if chosen == self.start:
            return self.agent
        name, pairs = registry.split_text(self.agent)
        return f"{name}:" + ",".join(f"{key}={value}" for key, value in (parse_pairs(pairs, name) | chosen).items())


def search_space(game: Game, text: str, wanted: Sequence[str] = ()) -> SearchSpace:
    """The settings named (`name`, or `name=low:high`), else all numbers except those in COSTS."""
    agent = registry.agent(text, game)
    numbers = _numeric_settings(agent)
    if not wanted:
        wanted = [name for name in numbers if name not in COSTS]
        if not wanted:
            raise BadSetting(
                "{text} has no numbers to tune; it has: {names}", text=text, names=known(vars(agent.settings)) or say("no settings")
            )
    parameters = []
    for one in wanted:
        name, equals, ends = (part.strip() for part in one.partition("="))
        if name not in numbers:
            raise BadSetting(
                "{text} has no number {name!r} to tune; it has: {names}", text=text, name=name, names=known(numbers) or say("none")
            )
        parameters.append(_parameter(numbers[name], getattr(agent.settings, name), _range(one, ends) if equals else None))
    if len({parameter.name for parameter in parameters}) < len(parameters):
        raise BadSetting("a setting is named twice: {names}", names=known(wanted))
    return SearchSpace(text, parameters)


def _numeric_settings(agent: Agent) -> dict[str, "dataclasses.Field[Any]"]:
    kinds = kinds_of(type(agent.settings))
    fields = dataclasses.fields(agent.settings)
    return {field.name: field for field in fields if kinds[field.name] in (int, float) and not field.metadata["choices"]}


def _range(text: str, ends: str) -> tuple[float, float]:
    low, colon, high = ends.partition(":")
    try:
        found = float(low), float(high)
    except ValueError:
        found = (math.nan, math.nan)
    if not colon or not found[0] < found[1] or not all(map(math.isfinite, found)):
        raise BadSetting("{text}: a range is written name=low:high, as in danger=0:4", text=text)
    return found


def _parameter(field: "dataclasses.Field[Any]", start: Number, given: tuple[float, float] | None) -> Parameter:
    minimum, maximum = field.metadata["low"], field.metadata["high"]
    integer = isinstance(start, int)
    if given is not None and ((minimum is not None and given[0] < minimum) or (maximum is not None and given[1] > maximum)):
        raise BadSetting(
            "{name}={low:g}:{high:g} is not possible; {name} goes from {minimum} to {maximum}",
            name=field.name,
            low=given[0],
            high=given[1],
            minimum=_bound(minimum),
            maximum=_bound(maximum),
        )
    low, high = given or range_around(start, minimum, maximum)
    low, high = min(low, start), max(high, start)
    if integer:
        low, high = math.ceil(low), math.floor(high)
    logarithmic = low > 0 and high / low >= LOGARITHMIC
    whole_range = (low, high) == (minimum, maximum)
    unit = float(abs(start) or high) if given is None and not whole_range and low < 0 < high else 0.0
    return Parameter(
        field.name, start, low, high, logarithmic, integer, field.metadata["meaning"], given is not None, minimum, maximum, unit
    )


def range_around(start: Number, minimum: Number | None, maximum: Number | None) -> tuple[float, float]:
    """The range of a setting: its bounds if they are near, else a factor around the start, on both sides of 0 if it may be negative."""
    if minimum is not None and maximum is not None and (start == 0 or maximum - minimum <= WIDE * abs(start)):
        return minimum, maximum
    unit = abs(start) or (10 if isinstance(start, int) else 1)
    low, high = (
        (start / FACTOR, unit * FACTOR if start else unit)
        if minimum is not None and minimum >= 0
        else (start - FACTOR * unit, start + FACTOR * unit)
    )
    return low if minimum is None else max(low, minimum), high if maximum is None else min(high, maximum)


def _bound(bound: Number | None) -> str:
    return say("anywhere") if bound is None else f"{bound:g}"
