"""The review of a game in words, for the terminal and the page alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from joute.core.game import Game
from joute.core.seat_names import with_names
from joute.i18n import decimal, in_language, listed, say
from joute.report.html import figure, percent
from joute.review.review_info import DecisionReview, GameReview, JudgedAction, KeyMoment

MAX_ACTIONS = 5  # of a decision, with values
WIDEST = 10  # percent to both sides: a value that is less certain is not shown
WHOLES, NEAR = (2, 3, 4, 5, 10), 0.04  # simple fractions, and how far one may be from a share
TWO_SIDED = 2.0  # standard errors to both sides hold 95 %


@dataclass(frozen=True)
class DecisionTexts:
    """Judged decisions in words, with the names of the players, in the current language."""

    game: Game
    names: Sequence[str]  # by seat, if the players have names
    aimed: Callable[[str], str]  # an action with the names of the seats that it is aimed at

    def sentence(self, texts: Mapping[str, str]) -> str:
        """A sentence of the review, with names in its placeholders."""
        return with_names(in_language(texts), self.names or None)

    def action(self, name: str) -> str:
        """An action."""
        return self.aimed(self.game.local_name(name))

    def verdict(self, one: DecisionReview) -> str:
        """The judgement of a decision in a sentence."""
        return self.sentence(one["verdict"])

    def reasons(self, one: DecisionReview) -> list[str]:
        """Why."""
        return [self.sentence(reason["sentence"]) for reason in one["reasons"]]

    def mix(self, one: DecisionReview) -> str:
        """The mixed strategy of the agent; empty if it has none."""
        shares = fractions([action["value"] or 0.0 for action in one["mix"]])
        parts = [f"{self.action(action['action'])} {share}" for action, share in zip(one["mix"], shares, strict=True)]
        return say("Against an opponent who sees through you, mix: {actions}", actions=listed(parts)) if parts else ""


@dataclass(frozen=True)
class ReviewTexts(DecisionTexts):
    """The review of a game in words."""

    found: GameReview
    players: Sequence[str]  # by seat: Ana, seat 1 (careful)

    @property
    def lucky(self) -> bool:
        """Whether it is known what chance did to anybody."""
        return any(seat["luck"] is not None for seat in self.found["seats"])

    def luck(self, luck: float | None) -> str:
        """What chance brought a player, with its sign: +12 %."""
        if luck is None:
            return ""
        points = self.found["points"]
        shown = percent(abs(luck)) if points is None else decimal(f"{abs(luck) * (points[1] - points[0]):.2f}")
        return ("" if round(100 * luck) == 0 else "−" if luck < 0 else "+") + shown

    def luck_note(self) -> str:
        """What luck means here."""
        if self.found["points"] is not None:
            return say("Luck: what the chance events between the decisions of a player changed in all, in points.")
        return say("Luck: what the chance events between the decisions of a player changed in all, in percent of a win.")

    def values_note(self, samples: int) -> str:
        """What the numbers beside actions are."""
        words = {"samples": figure(samples)}
        if self.found["points"] is not None:
            return say("Values are expected points; ± is the interval of 95 % from {samples} samples a decision.", **words)
        return say("Values are chances to win, a draw counts half; ± is the interval of 95 % from {samples} samples a decision.", **words)

    def moment(self, moment: KeyMoment) -> list[str]:
        """What happened at a key moment: a sentence, and what goes with it."""
        place = moment["ply"], moment["seat"]
        one = next(one for one in self.found["decisions"] if (one["ply"], one["seat"]) == place)
        if moment["kind"] == "mistake":
            return [self.verdict(one), *self.reasons(one)[:1]]
        return [self.sentence(moment["text"])]


def fractions(shares: Sequence[float]) -> list[str]:
    """Shares as simple fractions of the same whole (2 of 3), or in percent if none is near."""
    for whole in WHOLES:
        counts = [round(share * whole) for share in shares]
        if all(0 < count < whole and abs(count / whole - share) <= NEAR for count, share in zip(counts, shares, strict=True)):
            return [say("{n} of {whole}", n=count, whole=whole) for count in counts]
    return [percent(share) for share in shares]


def valued(one: DecisionReview) -> list[JudgedAction]:
    """The best action, then the others by value; those with a wide interval are left out, unless they were played."""
    known = [action for action in one["actions"] if action["value"] is not None]
    clear = [action for action in known if action["action"] in (one["action"], one["best"]) or margin(action["error"] or 0.0) <= WIDEST]
    clear.sort(key=lambda action: (action["action"] != one["best"], -(action["value"] or 0.0)))
    return clear[:MAX_ACTIONS] + [action for action in clear[MAX_ACTIONS:] if action["action"] == one["action"]]


def value_name(points: Sequence[float] | None) -> str:
    """What values are."""
    return say("chance to win") if points is None else say("points")


def value_text(value: float | None, error: float | None, points: Sequence[float] | None) -> str:
    """A share with its interval of 95 %: `59 % ± 2`, or `1.18 ± 0.04` of a range of points; empty if there is no value."""
    if value is None:
        return ""
    if points is None:
        return percent(value) + (f" ± {margin(error)}" if error else "")
    low, high = points
    shown = decimal(f"{low + value * (high - low):.2f}")
    return shown + (f" ± {decimal(f'{max(0.01, TWO_SIDED * error * (high - low)):.2f}')}" if error else "")


def margin(error: float) -> int:
    """Half of the interval of 95 %, in percent."""
    return max(1, round(100 * TWO_SIDED * error))
