"""Moves as typed, seats as written, sentences in two languages."""

import catalogue
import pytest
import typer
from cli.shell import FINGERS, joute

import joute as package
from joute.cli.app import COMMANDS, app, extract_language, load_command
from joute.cli.play.local_game import default_seats, split_seats
from joute.cli.play.text_input import parse_action
from joute.core import registry, settings
from joute.core.errors import IllegalMove, JouteError
from joute.core.state import Action
from joute.i18n import Language, locale_language, say_count, use_language

LEGAL = [Action(number, name) for number, name in enumerate(["Étourmi", "Éclair", "attaque 1", "attaque 10", "2", "7H"])]


def option_meanings() -> set[str]:
    """What the options of the games and the settings of the agents mean."""
    owners = [registry.define(name).options for name in registry.GAMES]
    for name in registry.GAMES:
        game = registry.game(name)
        owners += [registry.agent_class(agent, game).Settings for agent in {*registry.AGENTS, *game.definition.agents}]
    return {row.meaning for owner in owners for row in settings.table(owner)}


def help_texts() -> set[str]:
    """Every help text of every command."""
    group = typer.main.get_command(app)
    context = group.make_context("joute", ["games"])
    commands = [group]
    for name in COMMANDS:
        loaded = load_command(name)
        commands += [loaded, *getattr(loaded, "commands", {}).values()]
    texts = {command.help or "" for command in commands}
    return texts | {getattr(parameter, "help", "") or "" for command in commands for parameter in command.get_params(context)}


def test_the_catalogue_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    assert catalogue.main(["--check"]) == 0, capsys.readouterr().out


def test_every_help_text_and_every_setting_is_in_the_catalogue() -> None:
    assert {text for text in help_texts() | option_meanings() if text} <= {str(message.id) for message in catalogue.read()}


def test_a_number_decides_between_singular_and_plural() -> None:
    assert [say_count("{n} game", "{n} games", count) for count in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
    with use_language(Language.fr):
        assert [say_count("{n} game", "{n} games", count) for count in (0, 1, 2)] == ["0 partie", "1 partie", "2 parties"]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_CA", "LC_MESSAGES": "en_US"}, "en"),
        ({"LANG": "en_US", "LC_ALL": "fr"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
    ],
)
def test_the_locale_s_strongest_variable_decides(environment: dict[str, str], language: str) -> None:
    assert locale_language(environment) == language


def test_the_language_may_be_named_anywhere() -> None:
    assert extract_language(["play", "--lang", "fr", "morpion"]) == (["play", "morpion"], Language.fr)
    assert extract_language(["--lang=en", "games"]) == (["games"], Language.en)
    assert extract_language(["duel", "--", "--lang"]) == (["duel", "--", "--lang"], None)


def test_help_is_french_too_and_english_again_afterwards() -> None:
    assert "Commandes" in joute("--help", "--lang", "fr").stdout
    assert "Commands" in joute("--help").stdout


# --- moves ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("étourmi", "Étourmi"),
        ("ETOU", "Étourmi"),
        ("ec", "Éclair"),
        ("attaque  1", "attaque 1"),
        ("7h", "7H"),
        ("2", "2"),  # a name goes before a number
        ("1", "Étourmi"),
        (" 6 ", "7H"),
    ],
)
def test_a_move_is_understood(typed: str, meant: str) -> None:
    assert parse_action(typed, package.game("morpion"), LEGAL).name == meant


@pytest.mark.parametrize(
    ("typed", "explanation"),
    [
        ("e", "“e” could be Étourmi, Éclair."),
        ("attaqe 1", "There is no action “attaqe 1”. Similar: attaque 1"),
        ("b7", "b7 is not legal here."),
        ("99", "There is no action “99”."),
    ],
)
def test_a_move_that_is_not_understood_is_explained(typed: str, explanation: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        parse_action(typed, package.game("morpion"), LEGAL)
    assert explanation in str(refused.value)


# --- seats ------------------------------------------------------------------------------------------------------------------


def test_a_comma_before_a_setting_belongs_to_its_agent() -> None:
    assert split_seats("human,mcts:seconds=1,threads=2,random") == ["human", "mcts:seconds=1,threads=2", "random"]
    with pytest.raises(JouteError, match="is empty"):
        split_seats("human,")


def test_a_human_sits_first_and_good_agents_on_the_other_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "ADVISORS", ("thoughtful", "random"))
    assert default_seats(package.game(FINGERS, seats=3)) == ["human", "thoughtful", "thoughtful"]
    assert registry.advisor_name(package.game(FINGERS, seats=4)) == "random"  # the other refuses a table of four
