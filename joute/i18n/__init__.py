"""English, or French from catalogues that are looked up by the English sentence."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum

from joute.i18n.french.commands import FRENCH


class Language(StrEnum):
    """The languages that Joute speaks."""

    en = "en"
    fr = "fr"


_CATALOGUES: dict[Language, Mapping[str, str]] = {Language.en: {}, Language.fr: FRENCH}
_chosen = Language.en
_spoken: ContextVar[Language | None] = ContextVar("spoken", default=None)  # to one listener, whatever was chosen for all


def choose(language: Language) -> None:
    """Speak that language from now on."""
    global _chosen
    _chosen = language


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak that language in a block, to nobody else."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def current() -> Language:
    """The language spoken now."""
    return _spoken.get() or _chosen


def of_locale(environment: Mapping[str, str]) -> Language:
    """The language of the locale; English where it is not one of ours."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return Language.fr if locale.lower().startswith("fr") else Language.en


def say(sentence: str, /, **words: object) -> str:
    """The sentence in the language spoken now, its blanks filled with the words."""
    spoken = _CATALOGUES[current()].get(sentence, sentence)
    return spoken.format(**words) if words else spoken
