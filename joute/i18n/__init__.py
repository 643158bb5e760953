"""English, or another language from a gettext catalogue in `locale/`, looked up by the English sentence."""

import gettext
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import ParamSpec, TypeAlias, cast

Arguments = ParamSpec("Arguments")
MAX_CACHED = 8192  # texts of each kind
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
    translated = _translated(_in_context.get() or _default, sentence)
    return translated.format(**values) if values else translated


def say_count(one: str, many: str, count: int, /, **values: object) -> str:
    """The sentence for that number of things, which fills the placeholder {n} unless a value named n does."""
    values.setdefault("n", count)
    return _translated_count(_in_context.get() or _default, one, many, count).format(**values)


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
    token = _in_context.set(None)
    try:
        for language in Language:
            _in_context.set(language)
            said[language.value] = sentence()
    finally:
        _in_context.reset(token)
    return said


def every_language(sentence: Callable[Arguments, str]) -> Callable[Arguments, Mapping[str, str]]:
    """Make a function say its sentence in each language; cached, since games say the same few sentences to every viewer."""

    @lru_cache(maxsize=MAX_CACHED)
    def said(*arguments: Arguments.args, **named: Arguments.kwargs) -> Mapping[str, str]:
        return in_every_language(lambda: sentence(*arguments, **named))

    return cast(Callable[Arguments, Mapping[str, str]], said)


@every_language
def say_in_every_language(sentence: str, /, **values: str | int) -> str:
    """The sentence in each language; values that are texts are translated too."""
    return say(sentence, **{name: say(value) if isinstance(value, str) else value for name, value in values.items()})


def listed(parts: Sequence[object]) -> str:
    """`a, b and c`."""
    texts = [str(part) for part in parts]
    return ", ".join(texts[:-1]) + say(" and ") + texts[-1] if len(texts) > 1 else "".join(texts)


def capital(sentence: str) -> str:
    """The sentence with a capital letter, unless it begins with a square such as e4."""
    return sentence if sentence[1:2].isdigit() else sentence[:1].upper() + sentence[1:]


def in_language(texts: Mapping[str, str]) -> str:
    """The text in the current language, of texts by language; in English if it is missing."""
    return texts.get(current_language(), texts["en"])


def decimal(number: str) -> str:
    """A number with the decimal mark of the current language."""
    return number.replace(".", ",") if current_language() is Language.fr else number


@lru_cache(maxsize=MAX_CACHED)
def _translated(language: Language, sentence: str) -> str:
    return _catalogue(language).gettext(sentence) if sentence else ""


@lru_cache(maxsize=MAX_CACHED)
def _translated_count(language: Language, one: str, many: str, count: int) -> str:
    return _catalogue(language).ngettext(one, many, count)


@cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    return gettext.translation("joute", LOCALE, [language], fallback=True)
