"""The games under contract: every registered one, with its default options and with each option moved to its ends."""

import dataclasses
from collections.abc import Iterator
from typing import Any, get_type_hints

import joute
from joute.core import registry
from joute.core.errors import BadSetting
from joute.core.game import Game


def variants(name: str) -> Iterator[dict[str, Any]]:
    """The default options, then each option alone at its lowest, its highest, and each of its choices."""
    yield {}
    options = registry.define(name).options
    kinds = get_type_hints(options)
    for field in dataclasses.fields(options):
        rules = field.metadata
        values = [*rules["choices"], rules["low"], rules["high"]]
        if kinds[field.name] is bool:
            values = [not field.default]
        for value in values:
            if value is not None and value != field.default:
                yield {field.name: value}


def games_under_contract() -> list[Game]:
    games = []
    for name in registry.GAMES:
        for options in variants(name):
            try:
                games.append(joute.game(name, **options))
            except BadSetting:  # an option that needs another beside it
                continue
    return games


GAMES = games_under_contract()
DEFAULTS = [game for game in GAMES if repr(game) == f'joute.game("{game.name}")']
