"""What can be played here, for clients: games, options, levels, agents, rules and cards."""

import dataclasses
import importlib
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Literal, cast

from joute.core import registry, settings
from joute.core.definition import PICTURE, AnyDefinition
from joute.core.game import Game
from joute.core.state import Json
from joute.i18n import Sentence, say_in_every_language
from joute.server.agents.policy import offered
from joute.server.errors import Refused
from joute.server.server_messages import AgentInfo, Bilingual, GameInfo, RulesText, SeatRange, SettingInfo
from joute.server.settings import ServerSettings
from joute.server.tables.projection import title

LEVELS: dict[str, Sentence] = {
    "easy": "Easy",
    "medium": "Medium",
    "hard": "Hard",
    "expert": "Expert",
    "master": "Master",
}


def known(name: str, server: ServerSettings) -> str:
    """The name, if there is such a game here."""
    if name not in server.game_names:
        raise Refused("not_found", server.game_names)
    return name


@cache
def game(name: str) -> GameInfo:
    """One game, with everything that a new table may ask for."""
    opened = registry.game(name)
    definition, spec = opened.definition, opened.spec
    return {
        "name": name,
        "title": title(opened),
        "nature": cast(Bilingual, spec.nature),
        "hidden": spec.hidden,
        "simultaneous": spec.simultaneous,
        "chance": spec.chance,
        "zero_sum": spec.zero_sum,
        "seats": _seats(definition, spec.seats),
        "scores": {"lowest": spec.lowest, "highest": spec.highest},
        "options": [row for row in _rows(definition.options) if row["name"] not in settings.private(definition.options)],
        "levels": [{"name": level, "title": texts(LEVELS.get(level, level)), "agent": text} for level, text in definition.levels.items()],
        "agents": [_agent(agent, opened) for agent in offered(opened)],
    }


def games(server: ServerSettings) -> list[GameInfo]:
    """All games."""
    return [game(name) for name in server.game_names]


@cache
def rules(name: str) -> RulesText:
    """The rules for players in each language, with their pictures."""
    definition = registry.define(name)
    return {"en": _text(definition, "en"), "fr": _text(definition, "fr")}


@cache
def cards(name: str) -> Json:
    """What is printed on the game's cards: `cards()` of its `strings`; empty for a game without cards."""
    if name not in registry.GAMES:
        return {}
    printed = getattr(importlib.import_module(f"{registry.GAMES[name]}.strings"), "cards", None)
    return {} if printed is None else dict(printed())


def _text(definition: AnyDefinition, language: str) -> str:
    """The rules; pictures are written into them, so that a client asks for nothing else."""
    return PICTURE.sub(lambda found: _drawn(definition.folder / found[2], found[1]), definition.rules_text(language))


def _drawn(file: Path, label: str) -> str:
    """The picture on one line: a blank one would end it in Markdown."""
    drawing = " ".join(file.read_text(encoding="utf-8").split())
    return drawing.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1)


def _seats(definition: AnyDefinition, usual: int) -> SeatRange:
    option = definition.seats_option
    if option is None:
        return {"fewest": usual, "most": usual, "usual": usual, "option": None}
    return {"fewest": option.metadata["low"], "most": option.metadata["high"], "usual": usual, "option": option.name}


def _agent(name: str, opened: Game) -> AgentInfo:
    kind = registry.agent_class(name, opened)
    return {"name": name, "summary": texts(kind.summary), "settings": _rows(kind.Settings, registry.defaults(name, opened))}


def texts(sentence: str) -> Bilingual:
    """A sentence in every language."""
    return cast(Bilingual, dict(say_in_every_language(sentence)))


def _rows(owner: type[Any], defaults: Mapping[str, str] | None = None) -> list[SettingInfo]:
    """Every setting with what it may be."""
    kinds, chosen = settings.kinds_of(owner), settings.make(owner, defaults or {}, owner.__name__)
    return [
        {
            "name": field.name,
            "kind": cast(Literal["int", "float", "bool", "str"], kinds[field.name].__name__),
            "default": getattr(chosen, field.name),
            "low": field.metadata["low"],
            "high": field.metadata["high"],
            "choices": list(field.metadata["choices"]),
            "meaning": texts(field.metadata["meaning"]),
        }
        for field in dataclasses.fields(owner)
    ]
