"""A record as JSON, field by field: for games that do not say it in their own words."""

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

import numpy as np

from joute.core.errors import BadPosition, known
from joute.core.state import Fields, Json
from joute.jit.record_proxy import RecordProxy


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
