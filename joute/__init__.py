"""Joute, an arena for game AIs: five games of five natures, one contract, rules in plain Python at native speed."""

from joute.arena.match import match
from joute.arena.record import Record
from joute.errors import BadPosition, BadRecord, BadSetting, IllegalMove, JouteError, Unfit, UnknownName
from joute.registry import agent, game

__version__ = "0.1.0"
__all__ = [
    "BadPosition",
    "BadRecord",
    "BadSetting",
    "IllegalMove",
    "JouteError",
    "Record",
    "Unfit",
    "UnknownName",
    "agent",
    "game",
    "match",
]
