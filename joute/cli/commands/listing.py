"""The games and the agents there are, as data."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from joute.cli.game_args import open_game
from joute.core import registry, settings
from joute.core.game import Game
from joute.core.state import Json
from joute.i18n import current


def games() -> list[Json]:
    """Every registered game: seats, nature and options."""
    return [_game(name) for name in registry.GAMES]


def _game(name: str) -> Json:
    game = open_game(name, {})
    spec, option = game.spec, game.definition.seats_option
    fewest, most = (option.metadata["low"], option.metadata["high"]) if option else (spec.seats, spec.seats)
    return {
        "game": name,
        "title": dict(game.definition.title),
        "seats": spec.seats,
        "fewest": fewest,
        "most": most,
        "nature": spec.nature[current()],
        "hidden": spec.hidden,
        "simultaneous": spec.simultaneous,
        "chance": spec.chance,
        "zero_sum": spec.zero_sum,
        "options": _rows(game.definition.options),
    }


LEVELS = {
    "easy": {
        "en": "a level: sees the obvious, and errs as people do",
        "fr": "un niveau : voit ce qui saute aux yeux, et se trompe comme tout le monde",
    },
    "medium": {"en": "a level: clearly beats easy", "fr": "un niveau : bat nettement easy"},
    "hard": {"en": "a level: clearly beats medium", "fr": "un niveau : bat nettement medium"},
    "expert": {
        "en": "a level: answers within 3 s, and clearly beats hard",
        "fr": "un niveau : répond en moins de 3 s, et bat nettement hard",
    },
    "master": {
        "en": "the strongest that there is, however long it takes",
        "fr": "le plus fort qu'il y ait, quel que soit le temps qu'il prend",
    },
}


def agents_of(game: Game) -> list[Json]:
    """The levels and other recipes, and every agent: those that can play the game first, and why the others cannot."""
    rows = [_recipe(name, text, game) for name, text in game.definition.recipes.items()]
    rows += [_agent(name, [game]) for name in {**registry.AGENTS, **game.definition.agents}]
    return sorted(rows, key=lambda row: row["refusal"] is not None)


def all_agents() -> list[Json]:
    """Every agent of every game."""
    opened = [open_game(name, {}) for name in registry.GAMES]
    rows = [_agent(name, opened) for name in registry.AGENTS]
    return rows + [_agent(name, [game]) for game in opened for name in game.definition.agents]


def _recipe(name: str, text: str, game: Game) -> Json:
    """A name that stands for an agent with settings."""
    row = _agent(text.partition(":")[0], [game])
    return row | {"agent": name, "summary": LEVELS.get(name, row["summary"]), "recipe": text, "settings": []}


def _agent(name: str, among: list[Game]) -> Json:
    kind = registry.agent_class(name, among[0])
    refusals = {game.name: kind.refusal(game) for game in among}
    playable = [game for game, refusal in refusals.items() if refusal is None]
    return {
        "agent": name,
        "summary": dict(kind.summary),
        "recipe": None,
        "games": playable,
        "refusal": None if playable else next(iter(refusals.values())),
        "settings": _rows(kind.Settings, registry.defaults(name, among[0]) if len(among) == 1 else {}),
    }


def _rows(owner: type[Any], defaults: Mapping[str, str] | None = None) -> list[Json]:
    return [dataclasses.asdict(row) for row in settings.table(owner, defaults)]
