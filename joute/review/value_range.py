"""What the values of a review are shares of: of a win, or of a range of points in games in which every point counts."""

from typing import NamedTuple

from joute.core.game import Game
from joute.core.opinion import Unit
from joute.i18n import Language, current_language, decimal, say, say_count


def unit_of(game: Game) -> Unit:
    """What sampled values measure: the chance to win if that is what seats play for and the game predicts it, else the score."""
    return Unit.WIN if game.spec.utility == "win" and game.definition.states_itself("prospects") else Unit.SCORE


class ValueRange(NamedTuple):
    """The lowest and the highest value, and how they are said."""

    low: float
    high: float
    scale: float  # what counts as everything in one decision: the range, or the most that a chapter can change
    in_points: bool  # seats play for a high score, not for a win

    @classmethod
    def of(cls, game: Game) -> "ValueRange":
        """Of a game with its options."""
        unit = unit_of(game)
        return cls(*unit.bounds(game.spec), unit.scale(game.spec), game.spec.utility == "score")

    @property
    def size(self) -> float:
        """From the lowest to the highest value."""
        return self.high - self.low

    @property
    def points(self) -> list[float] | None:
        """The range as a client has it; None: shares are shares of a win."""
        return [self.low, self.high] if self.in_points else None

    def share(self, value: float) -> float:
        """A value as a share of the range."""
        return min(1.0, max(0.0, (value - self.low) / self.size))

    def difference(self, share: float) -> str:
        """A difference of values as people say it: 25%, 0.31 points."""
        return points_text(share * self.size) if self.in_points else say("{percent}%", percent=round(100 * share))


def points_text(points: float) -> str:
    """A number of points with its noun, in the current language: French has a singular below two."""
    shown = f"{points:.2f}"
    single = float(shown) < 2 if current_language() is Language.fr else shown == "1.00"
    return say_count("{points} point", "{points} points", 1 if single else 2, points=decimal(shown))
