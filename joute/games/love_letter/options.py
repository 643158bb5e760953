"""What may be chosen before a game of Love Letter."""

from dataclasses import dataclass

from joute.core.settings import setting

TOKENS_TO_WIN = {2: 6, 3: 5, 4: 4, 5: 3, 6: 3}  # by the number of seats


@dataclass(frozen=True)
class LoveLetterOptions:
    """Options of Love Letter."""

    seats: int = setting(2, "players at the table", 2, 6)
    tokens: int = setting(0, "tokens that win the match; 0: as many as the rule book says for the seats (6, 5, 4, 3, 3)", 0, 13)
    rounds: int = setting(0, "play so many rounds and score the tokens; 0: play a match to the tokens", 0, 20)

    @property
    def goal(self) -> int:
        """The tokens that win the match; 0 where the rounds are counted instead."""
        return 0 if self.rounds else self.tokens or TOKENS_TO_WIN[self.seats]
