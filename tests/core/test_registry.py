"""Agents by their texts: what a game, a recipe and a text say of an agent's settings, in this order."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.shell import joute as command_line
from contract.games import DEFAULTS
from learning import nerves

import joute
from joute.arena.duel import duel
from joute.bots.bot_reference import is_bot, with_limits
from joute.core import registry, settings
from joute.core.definition import AnyDefinition
from joute.core.errors import BadSetting, JouteError, UnknownName
from joute.core.game import Game
from joute.learning.tune.search_space import search_space
from joute.server.agents.policy import offered, permitted
from joute.server.errors import Refused

PROUD = dataclasses.replace(nerves.DEFINITION, defaults={"bold": "nerve=0.7,colour=3"})


def bold(text: str, definition: AnyDefinition = PROUD) -> nerves.Nerve:
    game = Game(definition, definition.options())
    return registry.agent(text, game).settings


def test_a_game_says_which_settings_its_agents_have_unless_told() -> None:
    assert bold("bold") == nerves.Nerve(nerve=0.7, colour=3)
    assert bold("bold", nerves.DEFINITION) == nerves.Nerve()


def test_a_recipe_goes_over_the_game_s_defaults_and_a_text_over_both() -> None:
    assert bold("shy") == nerves.Nerve(nerve=0.1, colour=3, motto="hm")
    assert bold("shy:colour=9") == nerves.Nerve(nerve=0.1, colour=9, motto="hm")
    assert bold("bold:nerve=0.2") == nerves.Nerve(nerve=0.2, colour=3)


def test_a_default_that_cannot_be_is_refused_in_a_sentence() -> None:
    wrong = dataclasses.replace(nerves.DEFINITION, defaults={"bold": "nerves=1"})
    with pytest.raises(BadSetting, match="bold has no setting 'nerves'"):
        bold("bold", wrong)


def test_a_table_of_settings_shows_the_game_s_defaults() -> None:
    shown = {row.name: row.default for row in settings.table(nerves.Nerve, {"nerve": "0.7"})}
    assert shown == {"nerve": 0.7, "colour": 5, "seconds": 0.0, "motto": ""}


@pytest.mark.parametrize("game", DEFAULTS, ids=repr)
def test_every_default_of_a_game_is_one_that_its_agent_can_have(game: Game) -> None:
    for name in game.definition.defaults:
        assert name in registry.agent_names(game)
        chosen = registry.agent(name, game).settings
        assert settings.changed(chosen) == settings.changed(settings.make(type(chosen), registry.defaults(name, game), name)) != {}


def test_the_advisor_is_the_level_expert_without_its_deliberate_errors() -> None:
    assert registry.advisor_name(registry.game("coeurs")) == "expert"
    erring = dataclasses.replace(registry.define("morpion"), recipes={"expert": "fallible:of=random,temperature=1"})
    assert registry.advisor(Game(erring, erring.options())).name == "random"


def test_a_game_without_that_level_is_advised_by_the_first_search_that_plays_it() -> None:
    plain = dataclasses.replace(registry.define("coeurs"), recipes={"easy": "random"})
    assert registry.advisor_name(Game(plain, plain.options())) == "ismcts"


def test_a_game_without_levels_has_those_that_its_nature_asks_for() -> None:
    searches = {"examples/nim/nim.py": "mcts", "examples/kuhn/kuhn.py": "ismcts"}
    for name, search in searches.items():
        game = registry.game(name)
        assert list(game.definition.levels) == ["easy", "medium", "hard", "expert"]
        assert registry.agent("hard", game).name == search
        assert registry.advisor_name(game) == "expert"
    plain = dataclasses.replace(registry.define("pokemon"), recipes={})
    assert registry.agent("hard", Game(plain, plain.options())).name == "smmcts"


# --- agents of one's own, from a file or another distribution -------------------------------------------------------------------

OWN = """
from dataclasses import dataclass
import joute.core.agent as agents
from joute.core.opinion import Opinion
from joute.core.settings import setting

@dataclass(frozen=True)
class Place:
    last_one: bool = setting(False, "the last action instead of the first")
    places: int = setting(2, "not used", 1, 9)

class Edge(agents.Agent):
    Settings = Place
    def consider(self, view, seat, seed=0, stop=None):
        return Opinion(self.legal(view, seat)[-1 if self.settings.last_one else 0])

class Corner(Edge):
    summary = "a corner"

class Spec(agents.NoSettings):
    pass

class Bystander:
    pass

class Program:
    def choose(self, view, legal, clock, random):
        return legal[0]

def choose(view, legal, clock, random):
    return legal[0]
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    (tmp_path / "own.py").write_text(OWN)
    return str(tmp_path / "own.py")


def test_a_class_in_a_file_is_an_agent_with_settings_and_a_version(own: str) -> None:
    game = registry.game("morpion")
    first, last = (registry.agent(text, game) for text in (f"{own}:Edge", f"{own}:Corner:last_one=yes"))
    assert [game.actions[agent.choose(game.view(game.new(), 0), 0)].name for agent in (first, last)] == ["a1", "l12"]
    assert last.text == f"{own}:Corner:last_one=yes"
    assert last.version.startswith("Corner sha256:")
    assert joute.match(game, [first, registry.agent("random", game)]).versions == [first.version, f"joute {joute.__version__}"]
    assert registry.agent(f"fallible:of={settings.value_of_text(last.text)}", game).unerring.text == last.text


def test_a_text_is_split_into_a_name_and_settings(own: str) -> None:
    assert registry.split_text("mcts:iterations=5,seconds=0") == ("mcts", "iterations=5,seconds=0")
    assert registry.split_text(f"{own}:Edge:last_one=yes") == (f"{own}:Edge", "last_one=yes")
    assert registry.split_text(f"{own}:Edge") == (f"{own}:Edge", "")
    assert search_space(registry.game("morpion"), f"{own}:Edge:places=3").candidate({"places": 4}) == f"{own}:Edge:places=4"


def test_a_file_is_not_run_to_tell_an_agent_from_a_bot(own: str) -> None:
    Path(own).write_text("raise SystemExit('this file was run')\n" + OWN)
    answer = {name: is_bot(f"{own}:{name}") for name in ("Edge", "Corner", "Program", "choose")}
    assert answer == {"Edge": False, "Corner": False, "Program": True, "choose": True}
    assert is_bot(own)
    assert with_limits(f"{own}:Edge", {"bank": 1}) == f"{own}:Edge"
    assert with_limits(f"{own}:Program", {"bank": 1}) == f"{own}:Program:bank=1"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("own.py:Bystander", "Bystander in own.py is neither an agent .a subclass of joute.Agent. nor a bot .a class with a method choose"),
        ("own.py:Nobody", "own.py defines no Nobody; it has: Edge, Corner, Spec, Program, choose"),
        ("own.py:Spec", "Spec in .*own.py is no agent: it is not a subclass of joute.Agent"),
        ("own.py:Edge:colour=3", "Edge has no setting 'colour'; it has: last_one, places"),
        ("agents.py", "agents.py defines an agent, not a bot; name its class, as in agents.py:Only"),
        ("broken.py:Only", r"broken.py cannot be loaded: ZeroDivisionError: division by zero .line 2."),
        ("nowhere.py:Only", "there is no bot nowhere.py: no such file"),
    ],
)
def test_what_is_neither_an_agent_nor_a_bot_is_refused_in_a_sentence(
    text: str, sentence: str, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(own).parent)
    only = "from joute.core.agent import Agent\n{}\nclass Only(Agent):\n    pass\n"
    Path("agents.py").write_text(only.format(""))
    Path("broken.py").write_text(only.format("1 / 0"))
    with pytest.raises(JouteError, match=sentence):
        registry.agent(text, registry.game("morpion"))


def test_an_agent_from_a_file_plays_in_worker_processes(own: str) -> None:
    small = registry.game("morpion", width=3, height=3, align=3)
    alone, shared = (duel(small, [f"{own}:Edge", "random"], games=8, seed=1, workers=workers).played for workers in (1, 2))
    assert [game.scores for game in alone] == [game.scores for game in shared]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A distribution with a game and agents, one of which cannot be imported."""
    (tmp_path / "own_agents.py").write_text(OWN)
    (tmp_path / "own_game.py").write_text((Path(__file__).parents[2] / "examples" / "nim" / "nim.py").read_text())
    (tmp_path / "own_broken.py").write_text("import no_such_library")
    described = tmp_path / "own_things-2.5.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: own-things\nVersion: 2.5\n")
    agents = "[joute.agents]\ncorner = own_agents:Corner\nlost = own_broken:Lost\nmcts = own_agents:Edge\nchoose = own_agents:choose\n"
    (described / "entry_points.txt").write_text(f"{agents}[joute.games]\nown_nim = own_game\nlost_game = own_broken\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry.plugins.cache_clear()
    yield
    registry.plugins.cache_clear()


@pytest.mark.usefixtures("installed")
def test_other_distributions_add_games_and_agents() -> None:
    game = registry.game("own_nim", sticks=7)
    assert "own_nim" in registry.game_names()
    corner = registry.agent("corner:last_one=yes", game)
    assert game.actions[corner.choose(game.view(game.new(), 0), 0)].name == "three"
    assert corner.version == "own-things 2.5"
    assert "corner" in registry.agent_names(game)
    assert type(registry.agent("mcts", game)).__module__.startswith("joute."), "a name of Joute's cannot be taken"


@pytest.mark.usefixtures("installed")
def test_a_broken_distribution_is_named_and_breaks_nothing_else() -> None:
    game = registry.game("own_nim")
    sentence = "'lost' .own_broken:Lost of own-things. cannot be loaded: ModuleNotFoundError: No module named 'no_such_library'"
    with pytest.raises(UnknownName, match=sentence):
        registry.agent("lost", game)
    with pytest.raises(UnknownName, match=r"'lost_game' \(own_broken of own-things\) cannot be loaded"):
        registry.game("lost_game")
    with pytest.raises(UnknownName, match=r"choose is no agent: it is not a subclass of joute\.Agent"):
        registry.agent("choose", game)
    assert not {"lost", "choose"} & set(registry.agent_names(game))


@pytest.mark.usefixtures("installed")
def test_lists_on_the_command_line_have_what_works_and_report_the_rest() -> None:
    games, agents = command_line("games"), command_line("agents", "own_nim")
    assert "own_nim" in games.stdout
    assert "'lost_game' (own_broken of own-things) cannot be loaded" in games.stderr
    assert "corner  a corner" in agents.stdout
    assert "'lost' (own_broken:Lost of own-things) cannot be loaded" in agents.stderr


@pytest.mark.usefixtures("installed")
def test_the_server_accepts_neither_files_nor_agents_of_other_distributions(own: str) -> None:
    game = registry.game("morpion")
    assert "corner" not in offered(game)
    for text in ("corner", f"{own}:Edge", "own.py:Edge", "own.py:Edge:last_one=yes", "fallible:of=corner", "fallible:of=own.py+Edge"):
        with pytest.raises(Refused, match="bad_agent"):
            permitted(text, game)
