"""`joute agents`: the agents with the games they play and their settings."""

import dataclasses
from collections.abc import Mapping
from typing import TypedDict

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from joute.cli import options
from joute.cli.options import game_from_args, open_game
from joute.cli.render.console import loaded, print_result
from joute.core import registry, settings
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.i18n import Sentence, in_language, say, say_in_every_language

LEVELS: dict[str, Sentence] = {
    "easy": "a level: sees the obvious, and makes human mistakes",
    "medium": "a level: clearly beats easy",
    "hard": "a level: clearly beats medium",
    "expert": "a level: answers within 3 s, and clearly beats hard",
    "master": "the strongest agent, with no limit on time",
}

REFERENCE: Sentence = "the level {level} as it was in {version}: a reference that does not change"


class AgentRow(TypedDict):
    """One agent; `recipe` is the text that a level stands for, `refusal` why it plays none of the games."""

    agent: str
    summary: Mapping[str, str]
    recipe: str | None
    games: list[str]
    refusal: str | None
    settings: list[dict[str, object]]


def command(name: options.OptionalGame = None, option: options.GameOptions = None, as_json: options.Json = False) -> None:
    """Print the agents of one game, or of all."""
    if option and not name:
        raise JouteError("-o is an option of a game: name the game first")
    print_result(as_json, agents_of(game_from_args(name, option)) if name else all_agents(), render)


def agents_of(game: Game) -> list[AgentRow]:
    """The levels, those of older versions and every agent: first those that can play the game, then the others with the reason."""
    rows = [_recipe_row(name, text, game) for name, text in game.definition.named_agents.items()]
    rows += [_agent_row(name, [game]) for name in registry.own_agents(game)] + _plugin_rows([game])
    return sorted(rows, key=lambda row: row["refusal"] is not None)


def all_agents() -> list[AgentRow]:
    """Every agent of every game."""
    opened = [open_game(name, {}) for name in registry.GAMES]
    rows = [_agent_row(name, opened) for name in registry.AGENTS] + _plugin_rows(opened)
    return rows + [_agent_row(name, [game]) for game in opened for name in game.definition.agents]


def _plugin_rows(games: list[Game]) -> list[AgentRow]:
    """The agents of other distributions; one that cannot be loaded is reported and left out."""
    return loaded(registry.plugins("agents"), lambda name: _agent_row(name, games))


def _recipe_row(name: str, text: str, game: Game) -> AgentRow:
    row = _agent_row(text.partition(":")[0], [game])
    level, _, version = name.partition("@")
    summary = say_in_every_language(LEVELS[name]) if name in LEVELS else row["summary"]
    return {
        **row,
        "agent": name,
        "summary": say_in_every_language(REFERENCE, level=level, version=version) if version else summary,
        "recipe": text,
        "settings": [],
    }


def _agent_row(name: str, among: list[Game]) -> AgentRow:
    kind = registry.agent_class(name, among[0])
    refusals = {game.name: kind.refusal(game) for game in among}
    playable = [game for game, refusal in refusals.items() if refusal is None]
    defaults = registry.defaults(name, among[0]) if len(among) == 1 else {}
    return {
        "agent": name,
        "summary": say_in_every_language(kind.summary),
        "recipe": None,
        "games": playable,
        "refusal": None if playable else next(iter(refusals.values())),
        "settings": [dataclasses.asdict(row) for row in settings.table(kind.Settings, defaults)],
    }


def render(rows: list[AgentRow]) -> RenderableType:
    """The agents, each with its settings below it."""
    return Group(*(part for row in rows for part in _render_row(row)))


def _render_row(row: AgentRow) -> list[RenderableType]:
    where = ", ".join(row["games"]) if row["games"] else row["refusal"]
    heading = Text.assemble((row["agent"], "bold cyan"), "  ", in_language(row["summary"]), "  ", (f"({where})", "dim"))
    drawn = Table.grid(padding=(0, 2))
    if row["recipe"]:
        drawn.add_row("", Text(say("stands for {agent}", agent=row["recipe"]), "dim"))
        return [heading, drawn]
    for setting in row["settings"]:
        drawn.add_row("", f"{setting['name']}={setting['default']}", Text(f"{say(str(setting['meaning']))} ({setting['allowed']})", "dim"))
    return [heading, drawn] if row["settings"] and row["games"] else [heading]
