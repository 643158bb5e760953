"""The options of Diamant."""

from dataclasses import dataclass

from joute.core.settings import setting


@dataclass(frozen=True)
class DiamantOptions:
    """Options of Diamant."""

    seats: int = setting(4, "explorers at the table", 2, 8)
    rounds: int = setting(5, "times that they enter the cave", 1, 5)
    edition: str = setting(
        "2006",
        "the relics: 2006 one more a round, the first three taken worth 5 and the last two 10; 2016 all five from the start; "
        "2020 one more a round, worth 5, 7, 8, 10 and 12 as numbered",
        choices=("2006", "2016", "2020"),
    )
