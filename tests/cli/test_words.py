"""Moves as typed, seats as written, sentences in two languages."""

import ast
import string
from pathlib import Path

import pytest
import typer
from cli.shell import FINGERS, joute

import joute as package
from joute.cli.app import COMMANDS, app, extract_language, load_command
from joute.cli.play.game_commands import EXPLANATIONS
from joute.cli.play.local_game import default_seats, split_seats
from joute.cli.play.text_input import parse_action
from joute.core import registry, settings
from joute.core.errors import IllegalMove, JouteError
from joute.core.state import Action
from joute.i18n import Language, locale_language
from joute.i18n.french import FRENCH
from joute.report.html import NAMED

ROOT = Path(package.__file__).parent
LEGAL = [Action(number, name) for number, name in enumerate(["Étourmi", "Éclair", "attaque 1", "attaque 10", "2", "7H"])]


def sentences() -> set[str]:
    """Every English sentence that the code says."""
    said = {*EXPLANATIONS.values(), *NAMED, *option_meanings()}
    spoken = [(ROOT / part).rglob("*.py") for part in ("cli", "report", "server")]
    for file in (file for files in spoken for file in files):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say" and isinstance(node.args[0], ast.Constant):
                said.add(str(node.args[0].value))
    return said


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


def test_every_sentence_has_its_french() -> None:
    missing = {text for text in sentences() | help_texts() if text and text not in FRENCH}
    assert missing == set()


def test_a_french_sentence_fills_the_same_blanks() -> None:
    for english, french in FRENCH.items():
        blanks = [sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None) for text in (english, french)]
        assert blanks[0] == blanks[1], english


def test_the_french_of_what_is_never_said_is_deleted() -> None:
    said = sentences() | help_texts() | {"human", "value", "visits", "weight"}
    assert set(FRENCH) - said == set()


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
