"""English, or French from catalogues that are looked up by the English sentence."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum

from joute.i18n.french import FRENCH


class Language(StrEnum):
    """The languages of the texts for people."""

    en = "en"
    fr = "fr"


_CATALOGUES: dict[Language, Mapping[str, str]] = {Language.en: {}, Language.fr: FRENCH}
_default = Language.en
_in_context: ContextVar[Language | None] = ContextVar("language", default=None)


def set_language(language: Language) -> None:
    """Use that language in this process."""
    global _default
    _default = language


@contextmanager
def use_language(language: Language) -> Iterator[None]:
    """Use that language in a block, in this context only."""
    token = _in_context.set(language)
    try:
        yield
    finally:
        _in_context.reset(token)


def current_language() -> Language:
    """The language in use here."""
    return _in_context.get() or _default


def locale_language(environment: Mapping[str, str]) -> Language:
    """The language of the locale; English if it is not one of ours."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return Language.fr if locale.lower().startswith("fr") else Language.en


def say(sentence: str, /, **values: object) -> str:
    """The sentence in the current language, with the values in its placeholders."""
    translated = _CATALOGUES[current_language()].get(sentence, sentence)
    return translated.format(**values) if values else translated
