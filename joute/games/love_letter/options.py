"""Options of a game of Love Letter."""

from dataclasses import dataclass

from joute.core.settings import setting

TOKENS_TO_WIN = {2: 6, 3: 5, 4: 4, 5: 3, 6: 3}  # by the number of seats


@dataclass(frozen=True)
class LoveLetterOptions:
    """Options of Love Letter."""

    seats: int = setting(2, "players at the table", 2, 6)
    tokens: int = setting(0, "tokens that win the match (0: as in the rule book, 6, 5, 4, 3, 3 for 2 to 6 seats)", 0, 13)
    rounds: int = setting(0, "number of rounds, scored by tokens (0: play a match to the tokens)", 0, 20)

    @property
    def goal(self) -> int:
        """The tokens that win the match; 0 if the number of rounds is fixed instead."""
        return 0 if self.rounds else self.tokens or TOKENS_TO_WIN[self.seats]
