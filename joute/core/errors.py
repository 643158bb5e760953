"""Errors caused by input: each carries a sentence for the person who caused it."""

import traceback
from collections.abc import Iterable
from pathlib import Path

from joute.i18n import Sentence, say

SYSTEM: tuple[Sentence, ...] = (  # what the operating system says most often, in its own words
    "No such file or directory",
    "Permission denied",
    "Is a directory",
    "Not a directory",
    "File exists",
    "File name too long",
    "No space left on device",
    "Read-only file system",
    "Address already in use",
    "Connection refused",
    "Cannot assign requested address",
    "Name or service not known",
)


class JouteError(ValueError):
    """Something a user, a bot or a file said cannot be followed; nothing was changed.

    Its text is a sentence of the catalogue with the values in its placeholders, in the language of the reader.

    >>> import joute
    >>> issubclass(joute.IllegalMove, joute.JouteError), issubclass(joute.JouteError, ValueError)
    (True, True)
    """

    def __init__(self, sentence: str, /, **values: object) -> None:
        super().__init__(sentence)
        self.values = values

    def __str__(self) -> str:
        """The sentence in the current language."""
        return say(self.args[0], **self.values)


class IllegalMove(JouteError):
    """An action that the rules do not allow here; the text names it and the legal ones.

    >>> import joute
    >>> game = joute.game("diamant", seats=2)
    >>> game.play(game.new(), {0: "fly", 1: "explore"})
    Traceback (most recent call last):
    joute.core.errors.IllegalMove: seat 0 played fly; legal here: explore, return
    """


class UnknownName(JouteError):
    """No game, agent or action has that name; the text lists the known ones.

    >>> import joute
    >>> joute.game("chess")
    Traceback (most recent call last):
    joute.core.errors.UnknownName: no game is called 'chess'; there are: barbu, ...
    """


class BadSetting(JouteError):
    """An option or a setting that does not exist or is out of its range.

    >>> import joute
    >>> joute.game("diamant", seats=99)
    Traceback (most recent call last):
    joute.core.errors.BadSetting: diamant: seats=99 is not possible (2 to 8)
    """


class BadPosition(JouteError):
    """A text or a JSON value that is not a position of the game.

    >>> import joute
    >>> joute.game("diamant").position({"game": "morpion"})
    Traceback (most recent call last):
    joute.core.errors.BadPosition: not a position of diamant: {'game': 'morpion'}
    """


class BadRecord(JouteError):
    """A record that does not replay, with the place where it differs.

    >>> import joute
    >>> joute.GameRecord.from_json("{}")
    Traceback (most recent call last):
    joute.core.errors.BadRecord: this is not a record of Joute: it has no 'joute record' of a known format
    """


class BadWeights(JouteError):
    """A file of weights that cannot be read, or that was made for another game, other rules or other features.

    >>> import joute
    >>> joute.agent("network:weights=missing.safetensors", joute.game("coeurs"))
    Traceback (most recent call last):
    joute.core.errors.BadWeights: ...missing.safetensors...
    """


class Unfit(JouteError):
    """A search was asked to play a game of a nature that it does not take.

    >>> import joute
    >>> joute.agent("alpha_beta", joute.game("diamant"))
    Traceback (most recent call last):
    joute.core.errors.Unfit: alpha_beta ...
    """


class BadStore(JouteError):
    """The database cannot be opened, read or written; the text says where it is and why."""


def system_reason(error: OSError) -> str:
    """Why the operating system refused something."""
    return say(error.strerror) if error.strerror else str(error)


def located(error: Exception, file: Path) -> str:
    """The error of a user's file in a sentence, with the line that caused it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).name == file.name]
    place = " " + say("(line {line})", line=lines[-1]) if lines else ""
    return f"{type(error).__name__}: {error}{place}"


def known(names: Iterable[object]) -> str:
    """The end of an error: the names that would have been right."""
    return ", ".join(str(name) for name in names)
