"""English, or another language from a gettext catalogue in `locale/`, looked up by the English sentence."""

import gettext
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TypeAlias

LOCALE = Path(__file__).parent / "locale"
Sentence: TypeAlias = str  # an English text that is said later: the annotation puts it into the catalogue (tools/catalogue.py)


class Language(StrEnum):
    """The languages of the texts for people."""

    en = "en"
    fr = "fr"


_default = Language.en
_in_context: ContextVar[Language | None] = ContextVar("language", default=None)
_canonical: ContextVar[bool] = ContextVar("canonical", default=False)


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


@contextmanager
def use_canonical_names() -> Iterator[None]:
    """In a block, texts of games have the names that records use, whatever the language: for transcripts that tests compare."""
    token = _canonical.set(True)
    try:
        yield
    finally:
        _canonical.reset(token)


def names_are_canonical() -> bool:
    """Whether texts of games have the names that records use."""
    return _canonical.get()


def locale_language(environment: Mapping[str, str]) -> Language:
    """The language of the locale; English if it is not one of ours."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return Language.fr if locale.lower().startswith("fr") else Language.en


def say(sentence: str, /, **values: object) -> str:
    """The sentence in the current language, with the values in its placeholders."""
    translated = _catalogue(current_language()).gettext(sentence) if sentence else ""
    return translated.format(**values) if values else translated


def say_count(one: str, many: str, count: int, /, **values: object) -> str:
    """The sentence for that number of things, which fills the placeholder {n} unless a value named n does."""
    return _catalogue(current_language()).ngettext(one, many, count).format(**{"n": count, **values})


def retell(text: str, sentences: Iterable[str]) -> str:
    """A text of another program in the current language, if it is one of these sentences filled in; values are retold too."""
    for sentence in sentences if current_language() != Language.en else ():
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(sentence))
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return say(sentence, **{name: retell(value, sentences) for name, value in found.groupdict().items()})
    return text


def in_every_language(sentence: Callable[[], str]) -> dict[str, str]:
    """What a function says in each language, for messages that carry all of them."""
    said = {}
    for language in Language:
        with use_language(language):
            said[str(language)] = sentence()
    return said


@cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    return gettext.translation("joute", LOCALE, [language], fallback=True)
