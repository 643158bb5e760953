"""A record as JSON, field by field: for games that do not say it in their own words."""

from functools import lru_cache
from typing import Any

import numpy as np

from joute.core.contract import Record
from joute.core.errors import BadPosition, known
from joute.core.state import Json


def fields_to_json(record: Record) -> Json:
    """A record as JSON, field by field."""
    return {"state": stated_in(record)}


def stated_in(record: Record) -> Json:
    """Every field that says something, as JSON has it."""
    lists: Json = record.lists()
    return {name: lists[name] for name in stated(record.dtype)}


@lru_cache(maxsize=256)
def stated(dtype: np.dtype[Any]) -> tuple[str, ...]:
    """The fields that say something."""
    return tuple(name for name in dtype.names or () if not name.startswith("rules_"))


def fields_from_json(source: Json, record: Record) -> None:
    """The record that `fields_to_json` described."""
    fields, known_names = source["state"], set(stated(record.dtype))
    if set(fields) != known_names:
        raise BadPosition(f"fields {known(sorted(known_names ^ set(fields)))} are missing or unknown")
    for name, value in fields.items():
        setattr(record, name, value)
