"""The games that are played at the tables, each with its options."""

from typing import Any

from joute.core import registry
from joute.core.game import Game

AT_HAND = 100  # with options of their own


class Games:
    """Games in use, by machine code where that is ready; tables of the same game share it."""

    def __init__(self) -> None:
        self.compiled: set[str] = set()  # games whose rules are machine code by now
        self._games: dict[tuple[str, str], Game] = {}  # by name and options

    def find(self, name: str, options: dict[str, Any]) -> Game:
        """The game with its options."""
        key = name, repr(sorted(options.items()))
        if key not in self._games:
            if len(self._games) >= AT_HAND:
                self._games.clear()
            game = registry.game(name, **options)
            self._games[key] = game.fast() if name in self.compiled else game
        return self._games[key]

    def hasten(self, name: str) -> None:
        """A game's machine code is ready."""
        self.compiled.add(name)
        self._games.clear()
