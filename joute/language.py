"""English, or French when the locale or `--lang fr` says so: one catalogue, looked up by the English sentence."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from joute.french import FRENCH


class Language(StrEnum):
    """The languages that Joute speaks."""

    en = "en"
    fr = "fr"


_CATALOGUES: dict[Language, Mapping[str, str]] = {Language.en: {}, Language.fr: FRENCH}
_chosen = Language.en


def choose(language: Language) -> None:
    """Speak that language from now on."""
    global _chosen
    _chosen = language


def current() -> Language:
    """The language spoken now."""
    return _chosen


def asked(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """The language that the command line asks for, else the locale; English when neither says."""
    words = [word for argument in arguments for word in argument.split("=", 1)]
    for name, value in zip(words, words[1:], strict=False):
        if name == "--lang" and value in Language.__members__:
            return Language(value)
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return Language.fr if locale.lower().startswith("fr") else Language.en


def say(sentence: str, /, **words: object) -> str:
    """The sentence in the language spoken now, its blanks filled with the words."""
    spoken = _CATALOGUES[_chosen].get(sentence, sentence)
    return spoken.format(**words) if words else spoken
