"""A record as JSON, field by field: for games that do not say it in their own words."""

from typing import Any

import numpy as np

from joute.errors import BadPosition, known
from joute.rulebook import Record
from joute.state import Json


def fields_to_json(record: Record) -> Json:
    """A record as JSON, field by field."""
    names = [name for name in record.dtype.names if not name.startswith("rules_")]
    return {"state": {name: as_list(getattr(record, name)) for name in names}}


def fields_from_json(source: Json, record: Record) -> None:
    """The record that `fields_to_json` described."""
    stated = source["state"]
    known_names = {name for name in record.dtype.names if not name.startswith("rules_")}
    if set(stated) != known_names:
        raise BadPosition(f"fields {known(sorted(known_names ^ set(stated)))} are missing or unknown")
    for name, value in stated.items():
        setattr(record, name, value)


def as_list(value: Any) -> Any:
    """A field as JSON has it: a number or nested lists."""
    return value.tolist() if isinstance(value, np.ndarray) else value
