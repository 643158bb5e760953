"""Joute, an arena for game AIs: five games of five natures, one contract, rules in plain Python at native speed."""

from joute.arena.match import match
from joute.core.errors import BadPosition, BadRecord, BadSetting, IllegalMove, JouteError, Unfit, UnknownName
from joute.core.record import GameRecord
from joute.core.registry import agent, game
from joute.version import __version__

__all__ = [
    "BadPosition",
    "BadRecord",
    "BadSetting",
    "GameRecord",
    "IllegalMove",
    "JouteError",
    "Unfit",
    "UnknownName",
    "__version__",
    "agent",
    "game",
    "match",
]
