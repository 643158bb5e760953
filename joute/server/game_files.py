"""Games in files of one's own that a server offers: each is tried out before the server starts."""

import json
import re
from pathlib import Path

from joute.core import registry
from joute.core.errors import JouteError, located
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.state_json import json_safe
from joute.server.settings import ServerSettings, game_files
from joute.server.tables.game_view import game_view

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")  # part of addresses
LONGEST = 300  # choices of the random game


def check_game_files(settings: ServerSettings) -> None:
    """Refuse to serve a file that is no game, or whose game fails when it is played or shown; the error says where."""
    names: list[str] = []
    for file in game_files(settings.games):
        try:
            game = registry.game(file)
            _check_name(file, game.name, names)
            _try_out(game)
        except JouteError:
            raise
        except Exception as error:
            raise JouteError("{file} cannot be served: {error}", file=file, error=located(error, Path(file))) from error
        names.append(game.name)


def _check_name(file: str, name: str, others: list[str]) -> None:
    if not NAME.fullmatch(name):
        raise JouteError("{file} cannot be served: its name {name!r} must be small letters, digits and _", file=file, name=name)
    if name in registry.GAMES or name in others:
        raise JouteError("{file} cannot be served: there is another game called {name}", file=file, name=name)


def _try_out(game: Game) -> None:
    """Play a random game by the plain rules, and describe everything to everybody."""
    state = game.new(seed=1)
    for turn in range(LONGEST):
        for viewer in (*range(-1, game.spec.seats), None):
            json.dumps(json_safe(game_view(game, state if viewer is None else game.view(state, viewer))))
        if game.over(state):
            break
        events = game.play(state, random_choices(game, state, turn))
        for viewer in (*range(-1, game.spec.seats), None):
            json.dumps(json_safe([event.to_json() for event in events.seen_by(viewer)]))
    game.returns(state)
