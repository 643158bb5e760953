"""The options of Morpion."""

from dataclasses import dataclass

from joute.core.settings import setting


@dataclass(frozen=True)
class MorpionOptions:
    """Options of Morpion."""

    width: int = setting(12, "columns of the board", 3, 19)
    height: int = setting(12, "rows of the board", 3, 19)
    align: int = setting(4, "marks in a line that win", 3, 6)
    swap: bool = setting(False, "the second player may take over the first stone instead of answering it")
