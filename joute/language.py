"""English, or French when the locale or `--lang fr` says so: one catalogue, looked up by the English sentence."""

from collections.abc import Mapping
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


def of_locale(environment: Mapping[str, str]) -> Language:
    """The language of the locale; English where it is not one of ours."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return Language.fr if locale.lower().startswith("fr") else Language.en


def say(sentence: str, /, **words: object) -> str:
    """The sentence in the language spoken now, its blanks filled with the words."""
    spoken = _CATALOGUES[_chosen].get(sentence, sentence)
    return spoken.format(**words) if words else spoken
