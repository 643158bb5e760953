"""Agents by their texts: what a game, a recipe and a text say of an agent's settings, in this order."""

import dataclasses

import pytest
from contract.games import DEFAULTS
from learning import nerves

from joute.core import registry, settings
from joute.core.definition import AnyDefinition
from joute.core.errors import BadSetting
from joute.core.game import Game

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
    plain = dataclasses.replace(registry.define("coeurs"), recipes={})
    assert registry.advisor_name(Game(plain, plain.options())) == "ismcts"
