"""Options of a match of Cœurs."""

from dataclasses import dataclass

from joute.core.settings import setting


@dataclass(frozen=True)
class CoeursOptions:
    """Options of Cœurs."""

    deals: int = setting(4, "deals of a match; a multiple of four lets every seat open equally often", 1, 16)
