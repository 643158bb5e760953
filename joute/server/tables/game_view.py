"""A position for clients: what the game writes of a view, and for a game without a board of its own how the view lies on a table."""

from functools import lru_cache

from joute.core.game import Game
from joute.core.layout import layout_json
from joute.core.state import Fields, Json, State
from joute.i18n import Language, use_language
from joute.server.server_messages import View

OWN_BOARDS = {"barbu", "coeurs", "diamant", "love_letter", "morpion", "pokemon"}  # as in web/src/games/index.ts


def game_view(game: Game, view: State, fields: Fields | None = None) -> View:
    """The view for a client. A caller that has its snapshot may pass it."""
    fields = Fields.snapshot(view) if fields is None else fields
    described = game.to_json(view, fields)
    return View(described if game.name in OWN_BOARDS else described | {"board": board(game, view, fields)})


def same_for_all(game: Game) -> bool:
    """Whether everybody is sent the same view; a layout may show a position from the side of its viewer."""
    return not game.spec.hidden and game.name in OWN_BOARDS


@lru_cache(maxsize=64)
def _called(game: Game, language: Language) -> dict[str, str]:
    """What actions are called in a language, where that is not their name."""
    names = {action.name: action.text(language) for action in game.actions.values()}
    return {name: text for name, text in names.items() if text != name}


def board(game: Game, view: State, fields: Fields) -> Json:
    """What the generic board draws, by language: the layout or else the text of the view, and what actions are called."""
    found: Json = {"movers": game.movers(view)}
    for language in Language:
        with use_language(language):
            if game.definition.layout is None:
                drawn: Json = {"text": game.definition.render.show(fields, view.viewer, language)}
            else:
                drawn = {"parts": layout_json(game.definition.layout(fields, view.viewer, language))}
            found[language.value] = drawn | {"names": _called(game, language)}
    return found
