"""`joute games`: the games with their seats, nature and options."""

import dataclasses
from typing import TypedDict

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.options import open_game
from joute.cli.render.console import loaded, print_result
from joute.cli.render.formatting import table
from joute.core import registry, settings
from joute.i18n import current_language, in_language, say


class GameRow(TypedDict):
    """One game: `fewest` and `most` are seats; the options are rows of their settings table."""

    game: str
    title: dict[str, str]
    seats: int
    fewest: int
    most: int
    nature: str
    hidden: bool
    simultaneous: bool
    chance: bool
    zero_sum: bool
    options: list[dict[str, object]]


def command(as_json: options.Json = False) -> None:
    """Print every game."""
    print_result(as_json, [*map(game_row, registry.GAMES), *loaded(registry.plugins("games"), game_row)], render)


def game_row(name: str) -> GameRow:
    """What a person should know about a game before choosing it."""
    game = open_game(name, {})
    spec, option = game.spec, game.definition.seats_option
    fewest, most = (option.metadata["low"], option.metadata["high"]) if option else (spec.seats, spec.seats)
    return {
        "game": name,
        "title": dict(game.definition.title),
        "seats": spec.seats,
        "fewest": fewest,
        "most": most,
        "nature": spec.nature[current_language()],
        "hidden": spec.hidden,
        "simultaneous": spec.simultaneous,
        "chance": spec.chance,
        "zero_sum": spec.zero_sum,
        "options": [dataclasses.asdict(row) for row in settings.table(game.definition.options)],
    }


def render(rows: list[GameRow]) -> RenderableType:
    """A table of the games."""
    drawn = table(say("game"), say("title"), say("seats"), say("nature"), say("options"))
    for row in rows:
        seats = str(row["seats"]) if row["fewest"] == row["most"] else f"{row['fewest']}–{row['most']}"
        chosen = Text(" ").join(Text.assemble(str(option["name"]), (f"={option['default']}", "dim")) for option in row["options"])
        drawn.add_row(Text(row["game"], "bold cyan"), in_language(row["title"]), seats, row["nature"], chosen)
    return Group(drawn, Text(), Text(say("Play one with: joute play {game}", game=rows[0]["game"] if rows else "GAME"), "dim"))
