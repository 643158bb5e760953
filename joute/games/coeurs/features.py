"""x."""
from typing import Any
def feature_names(options: Any) -> list[str]:
    return []
