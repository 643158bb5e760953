"""Names to things: "diamant" is a game, "ismcts:seconds=1" an agent; an unknown name lists the known ones.

Other distributions add games and agents by the entry points `joute.games` and `joute.agents`. They are looked up when a name is none of
Joute's own, or when all names are listed, and loaded when they are used.
"""

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from joute import games
from joute.bots.bot_reference import AgentFile, fingerprint, is_bot
from joute.core import settings
from joute.core.agent import Agent
from joute.core.definition import AnyDefinition, Definition
from joute.core.errors import Unfit, UnknownName, known, located
from joute.core.game import Game
from joute.core.rng import seed_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

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
    "surrogate": "joute.explain.surrogate:Surrogate",
}

ADVISORS = ("expert", "alpha_beta", "mcts", "simultaneous", "expectiminimax", "ismcts", "random")  # in order of preference

_files: dict[str, Path] = {}  # of the games that came from a user's file, by name

SHARED = {"trick_taking"}  # packages that are no game: what several games share
GAMES = {
    found.name: f"joute.games.{found.name}" for found in pkgutil.iter_modules(games.__path__) if found.ispkg and found.name not in SHARED
}


def game(name: str, **options: object) -> Game:
    """A game by its name, or by the path of a Python file that defines one; options as keywords.

    >>> import joute
    >>> joute.game("diamant", seats=3)
    joute.game("diamant", seats=3)
    >>> joute.game("examples/nim/nim.py", sticks=7).spec.seats
    2
    """
    definition, chosen = variant_for(define(name), options)
    return Game(definition, settings.make(definition.options, chosen, definition.name))


def variant_for(definition: AnyDefinition, options: Mapping[str, object]) -> tuple[AnyDefinition, Mapping[str, object]]:
    """The definition for these options, and the options with what files say in them: cards of one's own need other tables."""
    if definition.variant is None:
        return definition, options
    module, _, function = definition.variant.partition(":")
    found: tuple[AnyDefinition, Mapping[str, object]] | None = getattr(importlib.import_module(module), function)(options)
    return found or (definition, options)


def define(name: str) -> AnyDefinition:
    """The definition of a game, by its name or its file; once opened by its file, a game is known by its name."""
    if name not in GAMES and name in _files:
        name = str(_files[name])
    found: object
    if name in GAMES:
        found = importlib.import_module(GAMES[name])
    elif name.endswith(".py") and Path(name).is_file():
        found = _module_of(Path(name).resolve())
    elif name in plugins("games"):
        found = _load(plugins("games")[name])
    else:
        raise UnknownName(
            "no game is called {name!r}; there are: {names}, or the path of a Python file", name=name, names=known(game_names())
        )
    definition = getattr(found, "DEFINITION", found)
    if not isinstance(definition, Definition):
        raise UnknownName("{name} defines no game: it has no DEFINITION", name=name)
    if isinstance(found, ModuleType) and name.endswith(".py"):
        _files[definition.name] = Path(name).resolve()
    return definition


def game_names() -> list[str]:
    """Joute's own games, then those of other distributions."""
    return [*GAMES, *plugins("games")]


def address(game: Game | str) -> str:
    """What another process opens the same game by: its name, or its file."""
    name = game if isinstance(game, str) else game.name
    return str(_files.get(name, name))


@cache
def plugins(kind: str) -> "dict[str, EntryPoint]":
    """The entry points `joute.games` or `joute.agents` of the installed distributions; Joute's own names cannot be replaced."""
    group, own = f"joute.{kind}", GAMES if kind == "games" else AGENTS
    if not _announced(group):
        return {}
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=group) if point.name not in own}


def _announced(group: str) -> bool:
    """Whether an installed distribution has such entry points; this takes a tenth of the time of importing importlib.metadata."""
    files = (file for folder in sys.path for file in Path(folder or ".").glob("*-info/entry_points.txt"))
    return any(f"[{group}]" in file.read_text(encoding="utf-8", errors="replace") for file in files)


def _load(point: "EntryPoint") -> object:
    try:
        return point.load()
    except Exception as error:
        owner = point.dist.name if point.dist else "an unknown distribution"
        raise UnknownName(
            "{name!r} ({value} of {owner}) cannot be loaded: {kind}: {error}",
            name=point.name,
            value=point.value,
            owner=owner,
            kind=type(error).__name__,
            error=error,
        ) from error


def _module_of(path: Path) -> ModuleType:
    """A user's file as a module, under a name of its own that is the same for every process."""
    name = f"{path.stem}_{seed_of(path):x}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise UnknownName("{path} is not a Python file", path=path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Exception:
            del sys.modules[name]
            raise
    return sys.modules[name]


def own_agents(game: Game) -> dict[str, str]:
    """Where the classes of Joute's agents and of the game's own are, by name."""
    return {**AGENTS, **game.definition.agents}


def agent_class(name: str, game: Game) -> type[Agent]:
    """The class of an agent that may play the game."""
    own = own_agents(game)
    if name not in own and name in plugins("agents"):
        return _checked(_load(plugins("agents")[name]), name)
    if name not in own:
        levels = game.definition.named_agents if "@" in name else game.definition.levels
        names = sorted({*own, *levels, *plugins("agents")})
        raise UnknownName(
            "no agent is called {name!r}; for {game} there are: {names}, or path/to/agent.py:Class",
            name=name,
            game=game.name,
            names=known(names),
        )
    module, _, class_name = own[name].partition(":")
    found: type[Agent] = getattr(importlib.import_module(module), class_name)
    return found


def _class_in(reference: AgentFile) -> type[Agent]:
    try:
        module = _module_of(reference.file)
    except Exception as error:
        raise UnknownName("{file} cannot be loaded: {error}", file=reference.file, error=located(error, reference.file)) from error
    return _checked(getattr(module, reference.name, None), f"{reference.name} in {reference.file}")


def _checked(found: object, name: str) -> type[Agent]:
    if not isinstance(found, type) or not issubclass(found, Agent):
        raise UnknownName("{name} is no agent: it is not a subclass of joute.Agent", name=name)
    return found


def agent(text: str, game: Game, budget: Mapping[str, object] | None = None) -> Agent:
    """An agent by its text: `name` or `name:key=value,key=value`, a class in a file of one's own (`path/to/agent.py:Class`), a bot's
    Python file, or `cmd:` and a bot's command.

    Settings given with a name go over those of its recipe, these over the game's defaults; a budget goes over all, where the agent has
    such settings.

    >>> import joute
    >>> game = joute.game("diamant", seats=2)
    >>> joute.agent("ismcts:iterations=200", game).settings.iterations
    200
    >>> joute.agent("examples/agents/rollouts.py:Rollouts:playouts=5", game).settings
    RolloutSettings(playouts=5)
    """
    if is_bot(text):
        from joute.bots.bot import Bot

        return Bot(game, text)
    if reference := AgentFile.parse(text):
        kind, name, chosen = _class_in(reference), reference.name, settings.parse_pairs(reference.pairs, reference.name)
    else:
        name, pairs = split_text(text)
        recipe, _, own = game.definition.named_agents.get(name.strip(), name.strip()).partition(":")
        kind = agent_class(recipe, game)
        chosen = defaults(recipe, game) | settings.parse_pairs(own, recipe) | settings.parse_pairs(pairs, name)
    wanted = settings.make(kind.Settings, chosen, name)
    if budget:  # replaces only values that are valid
        wanted = settings.make(kind.Settings, chosen | settings.possible(kind.Settings, budget), name)
    made = kind(game, wanted, text)
    if reference:
        made.version = f"{name} {fingerprint([reference.file])}"
    elif recipe not in own_agents(game):
        made.version = _version_of(plugins("agents")[recipe])
    if made.inner_text is not None:
        made.inner = agent(made.inner_text, game, budget)
    return made


def split_text(text: str) -> tuple[str, str]:
    """The name of an agent, or its file and class, and its settings as text."""
    if reference := AgentFile.parse(text):
        return text.removesuffix(f":{reference.pairs}") if reference.pairs else text, reference.pairs
    name, _, pairs = text.partition(":")
    return name, pairs


def _version_of(point: "EntryPoint") -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def defaults(name: str, game: Game) -> dict[str, str]:
    """The settings of an agent that are the game's rather than its own."""
    return settings.parse_pairs(game.definition.defaults.get(name, ""), name)


def agent_names(game: Game) -> list[str]:
    """Every agent that may play the game; one of another distribution that cannot be loaded is left out."""
    return [name for name in [*own_agents(game), *plugins("agents")] if _plays(name, game)]


def _plays(name: str, game: Game) -> bool:
    try:
        return agent_class(name, game).refusal(game) is None
    except UnknownName:
        return False


def advisor_name(game: Game) -> str:
    """The agent that advises people and judges games: the level `expert` if the game has it, else the first of `ADVISORS` that plays it."""
    possible = [*game.definition.levels, *agent_names(game)]
    if not possible:
        raise Unfit("no agent can play {game}", game=game.name)
    return next((name for name in ADVISORS if name in possible), possible[-1])


def advisor(game: Game) -> Agent:
    """That agent; one that errs on purpose is replaced by the agent that it asks."""
    return agent(advisor_name(game), game).unerring
