"""Seats in sentences: narration writes the placeholder `{0}`, readers fill in a name or the number of the seat."""

import re
import unicodedata
from collections.abc import Callable, Sequence

from joute.i18n import Language, capital, current_language, listed, say_count

SEATS = re.compile(r"(?:\b(?P<before>de|à|que) )?(?P<seats>\{\d+\}(?:(?:, | and | et )\{\d+\})*)", re.IGNORECASE)
CONTRACTED = {"de le": "du", "de les": "des", "à le": "au", "à les": "aux"}  # French prepositions with an article
ELIDED = re.compile(r"[aeiou]|y(?![aeiou])", re.IGNORECASE)  # before these letters French says d' and qu'


def placeholder(seat: int) -> str:
    """A seat in a sentence of an event: `{0}`."""
    return f"{{{seat}}}"


def placeholders(seats: Sequence[int]) -> str:
    """Several seats in a sentence: `{0}, {2} and {3}`."""
    return listed([placeholder(seat) for seat in seats])


def score_list(scores: Sequence[int]) -> str:
    """The score of each seat in a sentence: `{0} (5), {1} (−10)`."""
    return ", ".join(f"{placeholder(seat)} ({score})" for seat, score in enumerate(scores)).replace("-", "−")


def with_names(sentence: str, names: Sequence[str] | None = None) -> str:
    """A sentence in the current language with names in its placeholders; without names, seats have numbers.

    >>> with_names("{0} and {2} explore"), with_names("rocks lie on {1}'s side", ["Ana", "Bob"])
    ('Seats 0 and 2 explore', "rocks lie on Bob's side")
    """
    write = _numbered if names is None else _named(names)
    filled = SEATS.sub(write, sentence)
    return capital(filled) if names is None and sentence.startswith("{") else filled


def _numbered(found: re.Match[str]) -> str:
    """`seat 0`, `seats 0 and 2`; in French with the article that the preposition asks for."""
    numbers = re.findall(r"\d+", found["seats"])
    text = say_count("seat {seats}", "seats {seats}", len(numbers), seats=listed(numbers))
    before = found["before"] or ""
    if current_language() is not Language.fr:
        return f"{before} {text}".lstrip()
    article = "le" if len(numbers) == 1 else "les"
    joined = CONTRACTED.get(f"{before.lower()} {article}")
    if joined is None:
        return f"{before} {article} {text}".lstrip()
    return f"{capital(joined) if before[:1].isupper() else joined} {text}"


def _named(names: Sequence[str]) -> Callable[[re.Match[str]], str]:
    def write(found: re.Match[str]) -> str:
        text = re.sub(r"\{(\d+)\}", lambda number: names[int(number[1])], found["seats"])
        before = found["before"] or ""
        if current_language() is Language.fr and before.lower() in ("de", "que") and ELIDED.match(_plain(text)):
            return f"{before[:-1]}'{text}"
        return f"{before} {text}".lstrip()

    return write


def _plain(text: str) -> str:
    """Without accents."""
    return unicodedata.normalize("NFKD", text)
