"""Errors caused by input: each carries a sentence for the person who caused it."""

from collections.abc import Iterable


class JouteError(ValueError):
    """Something a user, a bot or a file said cannot be followed; nothing was changed."""


class IllegalMove(JouteError):
    """An action that the rules do not allow here; the text names it and the legal ones."""


class UnknownName(JouteError):
    """No game, agent or action has that name; the text lists the known ones."""


class BadSetting(JouteError):
    """An option or a setting that does not exist or is out of its range."""


class BadPosition(JouteError):
    """A text or a JSON value that is not a position of the game."""


class BadRecord(JouteError):
    """A record that does not replay, with the place where it differs."""


class BadWeights(JouteError):
    """A file of weights that cannot be read, or that was made for another game, other rules or other features."""


class Unfit(JouteError):
    """A search was asked to play a game of a nature that it does not take."""


class BadStore(JouteError):
    """The database cannot be opened, read or written; the text says where it is and why."""


def known(names: Iterable[object]) -> str:
    """The end of an error: the names that would have been right."""
    return ", ".join(str(name) for name in names)
