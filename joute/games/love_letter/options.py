"""Options of a game of Love Letter."""

from dataclasses import dataclass

from joute.core.errors import BadSetting
from joute.core.settings import setting
from joute.games.love_letter.decks import copies_of, deck_text

TOKENS_TO_WIN = {2: 6, 3: 5, 4: 4, 5: 3, 6: 3}  # by the number of seats


@dataclass(frozen=True)
class LoveLetterOptions:
    """Options of Love Letter."""

    seats: int = setting(2, "players at the table", 2, 6)
    tokens: int = setting(0, "tokens that win the match (0: as in the rule book, 6, 5, 4, 3, 3 for 2 to 6 seats)", 0, 13)
    rounds: int = setting(0, "number of rounds, scored by tokens (0: play a match to the tokens)", 0, 20)
    deck: str = setting("", "the cards, as in guard:3+priest+princess, or a TOML file of them (empty: the 21 cards of 2019)")
    face_up: int = setting(3, "cards laid face up when two play", 0, 3)

    def __post_init__(self) -> None:
        """Write the deck out, so that records need no file; refuse one that cannot be dealt."""
        object.__setattr__(self, "deck", deck_text(self.deck))
        needed, cards = self.seats + self.shown + 2, sum(self.copies)
        if cards < needed:
            raise BadSetting(
                "love_letter: {cards} cards are too few for {seats} seats and {shown} cards face up: at least {needed}",
                cards=cards,
                seats=self.seats,
                shown=self.shown,
                needed=needed,
            )

    @property
    def goal(self) -> int:
        """The tokens that win the match; 0 if the number of rounds is fixed instead."""
        return 0 if self.rounds else self.tokens or TOKENS_TO_WIN[self.seats]

    @property
    def copies(self) -> tuple[int, ...]:
        """[kind] The cards of the deck."""
        return copies_of(self.deck)

    @property
    def shown(self) -> int:
        """The number of cards laid face up."""
        return self.face_up if self.seats == 2 else 0
