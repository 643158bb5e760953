"""Numbers as JSON can say them."""

import math
from collections.abc import Mapping
from typing import Any


def finite(value: Any) -> Any:
    """The value as JSON can say it: numbers that are not finite become null, NumPy's become Python's."""
    if isinstance(value, Mapping):
        return {str(name): finite(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(inner) for inner in value]
    if hasattr(value, "tolist"):
        return finite(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
