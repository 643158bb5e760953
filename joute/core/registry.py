"""Names to things: "diamant" is a game, "ismcts:seconds=1" an agent; an unknown name lists the known ones."""

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from joute import games
from joute.bots.reference import is_bot
from joute.core import settings
from joute.core.agent import Agent
from joute.core.definition import AnyDefinition, Definition
from joute.core.errors import Unfit, UnknownName, known
from joute.core.game import Game
from joute.core.rng import seed_of

# Agents for any game: name -> where the class is. A game's own agents are in its definition.
AGENTS = {
    "alpha_beta": "joute.search.alphabeta.agent:AlphaBeta",
    "best_response": "joute.search.response.best_response:BestResponse",
    "careful": "joute.search.baselines.heuristic:Careful",
    "determinized": "joute.search.mcts.determinized:Determinized",
    "expectiminimax": "joute.search.lookahead.expectiminimax:Expectiminimax",
    "fallible": "joute.search.baselines.fallible:Fallible",
    "ismcts": "joute.search.mcts.ismcts:Ismcts",
    "mcts": "joute.search.mcts.mcts:Mcts",
    "minimax": "joute.search.lookahead.expectiminimax:Minimax",
    "network": "joute.search.network.agent:NetworkAgent",
    "random": "joute.search.baselines.random:Random",
    "simultaneous": "joute.search.lookahead.simultaneous:Simultaneous",
    "smmcts": "joute.search.mcts.smmcts:Smmcts",
}

ADVISORS = ("expert", "alpha_beta", "mcts", "simultaneous", "expectiminimax", "ismcts", "random")  # in order of preference

_files: dict[str, Path] = {}  # of the games that came from a user's file, by name

GAMES = {found.name: f"joute.games.{found.name}" for found in pkgutil.iter_modules(games.__path__) if found.ispkg}


def game(name: str, **options: object) -> Game:
    """A game by its name, or by the path of a Python file that defines one; options as keywords."""
    definition = define(name)
    return Game(definition, settings.make(definition.options, options, definition.name))


def define(name: str) -> AnyDefinition:
    """The definition of a game, by its name or its file; once opened by its file, a game is known by its name."""
    if name not in GAMES and name in _files:
        name = str(_files[name])
    if name in GAMES:
        module = importlib.import_module(GAMES[name])
    elif name.endswith(".py") and Path(name).is_file():
        module = _module_of(Path(name).resolve())
    else:
        raise UnknownName(f"no game is called {name!r}; there are: {known(GAMES)}, or the path of a Python file")
    definition = getattr(module, "DEFINITION", None)
    if not isinstance(definition, Definition):
        raise UnknownName(f"{name} defines no game: it has no DEFINITION")
    if name not in GAMES:
        _files[definition.name] = Path(name).resolve()
    return definition


def address(game: Game) -> str:
    """What another process opens the same game by: its name, or its file."""
    return str(_files.get(game.name, game.name))


def _module_of(path: Path) -> ModuleType:
    """A user's file as a module, under a name of its own that is the same for every process."""
    name = f"{path.stem}_{seed_of(path):x}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise UnknownName(f"{path} is not a Python file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Exception:
            del sys.modules[name]
            raise
    return sys.modules[name]


def agent_class(name: str, game: Game) -> type[Agent]:
    """The class of an agent that may play the game."""
    places = {**AGENTS, **game.definition.agents}
    if name not in places:
        names = sorted({*places, *game.definition.recipes})
        raise UnknownName(f"no agent is called {name!r}; for {game.name} there are: {known(names)}")
    module, _, class_name = places[name].partition(":")
    found: type[Agent] = getattr(importlib.import_module(module), class_name)
    return found


def agent(text: str, game: Game, budget: Mapping[str, object] | None = None) -> Agent:
    """An agent by its text: `name` or `name:key=value,key=value`, a bot's Python file, or `cmd:` and a bot's command.

    Settings given with a name go over those of its recipe, these over the game's defaults; a budget goes over all, where the agent has
    such settings.
    """
    if is_bot(text):
        from joute.bots.bot import Bot

        return Bot(game, text)
    name, _, pairs = text.partition(":")
    recipe, _, own = game.definition.recipes.get(name.strip(), name.strip()).partition(":")
    kind = agent_class(recipe, game)
    chosen = defaults(recipe, game) | settings.parse_pairs(own, recipe) | settings.parse_pairs(pairs, name)
    made = kind(game, settings.make(kind.Settings, chosen | settings.possible(kind.Settings, budget or {}), name), text)
    if made.inner_text is not None:
        made.inner = agent(made.inner_text, game, budget)
    return made


def defaults(name: str, game: Game) -> dict[str, str]:
    """The settings of an agent that are the game's rather than its own."""
    return settings.parse_pairs(game.definition.defaults.get(name, ""), name)


def agent_names(game: Game) -> list[str]:
    """Every agent that may play the game."""
    names = {**AGENTS, **game.definition.agents}
    return [name for name in names if agent_class(name, game).refusal(game) is None]


def advisor_name(game: Game) -> str:
    """The agent that advises people and judges games: the level `expert` if the game has it, else the first of `ADVISORS` that plays it."""
    possible = [*game.definition.recipes, *agent_names(game)]
    if not possible:
        raise Unfit(f"no agent can play {game.name}")
    return next((name for name in ADVISORS if name in possible), possible[-1])


def advisor(game: Game) -> Agent:
    """That agent; one that errs on purpose is replaced by the agent that it asks."""
    return agent(advisor_name(game), game).unerring
