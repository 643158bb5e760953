"""A record as JSON, field by field: for games that do not say it in their own words."""

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

import numpy as np

from joute.core.errors import BadPosition, known
from joute.core.state import Fields, Json
from joute.i18n import Sentence, say
from joute.jit.record_proxy import RecordProxy

KINDS: dict[type, Sentence] = {float: "a number", bool: "yes or no", str: "a text", list: "a list", dict: "an object"}  # of JSON


def to_json(state: Fields) -> Json:
    """A record as JSON, field by field."""
    return {"state": stated_in(state)}


def stated_in(state: Fields) -> Json:
    """Every field that says something, as JSON has it."""
    record = cast(RecordProxy, state)
    lists = record.lists()
    return {name: lists[name] for name in stated(record.dtype)}


@lru_cache(maxsize=256)
def stated(dtype: np.dtype[Any]) -> tuple[str, ...]:
    """The fields that say something; `Game.to_json` adds the chance, which no view has."""
    return tuple(name for name in dtype.names or () if name != "chance" and not name.startswith("rules_"))


def from_json(source: Json, state: Fields) -> None:
    """The record that `to_json` described."""
    fields, known_names = source["state"], set(stated(cast(RecordProxy, state).dtype))
    if set(fields) != known_names:
        raise BadPosition("fields {names} are missing or unknown", names=known(sorted(known_names ^ set(fields))))
    for name, value in fields.items():
        setattr(state, name, value)


def misfit(source: object, sample: object, path: str = "") -> tuple[str, str] | None:
    """The first part of a JSON value that is of another type than in a sample, and what it should be; null fits everywhere."""
    if source is None or sample is None:
        return None
    if kind_of(source) != kind_of(sample):
        return path, say(KINDS[kind_of(sample)])
    if isinstance(source, dict) and isinstance(sample, dict):
        parts = [(source[name], sample[name], f"{path}.{name}" if path else str(name)) for name in source if name in sample]
    elif isinstance(source, list) and isinstance(sample, list) and sample:
        parts = [(part, sample[min(place, len(sample) - 1)], f"{path}[{place}]") for place, part in enumerate(source)]
    else:
        parts = []
    return next((found for one in parts if (found := misfit(*one)) is not None), None)


def kind_of(value: object) -> type:
    """The type of a JSON value; whole numbers are numbers."""
    return float if type(value) is int else type(value)


def json_safe(value: Any) -> Any:
    """The value with only what JSON allows: numbers that are not finite become null, NumPy's become Python's."""
    if isinstance(value, Mapping):
        return {str(name): json_safe(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [json_safe(inner) for inner in value]
    if hasattr(value, "tolist"):
        return json_safe(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
