"""Options of a match of Barbu."""

from dataclasses import dataclass

from joute.core.settings import setting


@dataclass(frozen=True)
class BarbuOptions:
    """Options of Barbu."""

    declarers: int = setting(4, "seats that are the declarer, each for six deals: 4 is a whole match of 24 deals", 1, 4)
