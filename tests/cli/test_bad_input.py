"""Wrong input to every command: a sentence and exit code 2, never a traceback. The options are found by walking the application."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.shell import SMALL, joute

from joute.cli.app import COMMANDS, load_command

GAME = ["morpion", *SMALL]
VALID = {  # the arguments of each command, so that only the option under test is wrong
    "connect": ["http://127.0.0.1:9", "random"],
    "play": [*GAME, "--seats", "random,random"],
    "duel": [*GAME, "random", "random"],
    "exploit": [*GAME, "random"],
    "tournament": [*GAME, "random", "careful"],
    "games-of": ["none"],
    "fit": GAME,
    "tune": [*GAME, "mcts"],
    "train": GAME,
    "distil": [*GAME, "mcts"],
    "solve": GAME,
    "bot check": ["bot.py", *GAME],
}
WRONG_NUMBERS = ["99999999999999999999", "-99999999999999999999", "nan", "inf", "1e400", "", "x", "9" * 5000]
WRONG_SEEDS = ["0x1" + "0" * 32, f"-{2**128}", *WRONG_NUMBERS[2:]]  # a seed has up to 128 bits


def commands() -> Iterator[tuple[str, Any]]:
    for name in COMMANDS:
        loaded: Any = load_command(name)
        yield from ((f"{name} {below}", command) for below, command in getattr(loaded, "commands", {}).items())
        if not hasattr(loaded, "commands"):
            yield name, loaded


def numeric_options() -> list[tuple[str, str]]:
    return [
        (name, parameter.opts[0])
        for name, command in commands()
        for parameter in command.params
        if parameter.param_type_name == "option" and parameter.type_descriptor.annotation in (int, float)
    ]


def test_the_walk_finds_the_options() -> None:
    assert {("duel", "--games"), ("exploit", "--minutes"), ("serve", "--port"), ("bot check", "--seed")} <= set(numeric_options())


@pytest.mark.parametrize(("command", "option"), numeric_options())
def test_numbers_that_are_none_or_absurd_are_refused(command: str, option: str) -> None:
    for value in WRONG_SEEDS if option == "--seed" else WRONG_NUMBERS:
        result = joute(*command.split(), *VALID.get(command, []), f"{option}={value}", code=2)
        assert result.stderr.strip(), value


@pytest.fixture
def odd_files() -> list[str]:
    Path("folder").mkdir()
    Path("binary").write_bytes(bytes(range(256)))
    Path("brackets").write_text("[" * 100_000)
    Path("braces").write_text('{"a":' * 100_000)
    Path("digits").write_text('{"joute record": 2, "seed": ' + "9" * 5000 + "}")
    Path("empty").write_text("")
    return ["folder", "binary", "brackets", "braces", "digits", "empty", "missing", "missing/deep", "x" * 5000]


@pytest.mark.parametrize("arguments", [["replay"], ["play", "--continue"]])
def test_a_file_that_is_no_record_gives_a_sentence(arguments: list[str], odd_files: list[str]) -> None:
    for file in odd_files:
        assert "joute: " in joute(*arguments, file, code=2).stderr, file


def test_a_game_is_not_begun_if_it_cannot_be_saved(odd_files: list[str]) -> None:
    for file in set(odd_files) - {"missing"}:
        assert "joute: " in joute("play", *GAME, "--seats", "random,random", "--save", file, code=2).stderr, file


def test_a_plan_that_is_no_toml_gives_a_sentence(odd_files: list[str]) -> None:
    for file in odd_files:
        assert "joute: " in joute("tournament", "--file", file, code=2).stderr, file


@pytest.mark.parametrize("text", ["", "\0", "x" * 5000, ":", "cmd:", "mcts:iterations=99999999999999999999", "mcts:iterations=nan", "a=b"])
def test_an_agent_that_is_none_gives_a_sentence(text: str) -> None:
    assert "joute: " in joute("duel", *GAME, "random", text, "--games", "2", "--workers", "1", code=2).stderr


@pytest.mark.parametrize(
    "arguments",
    [["fit", *GAME, "--out"], ["tune", *GAME, "mcts", "--out"], ["tune", *GAME, "mcts", "--journal"], ["train", *GAME, "--out"]],
    ids=" ".join,
)
def test_nothing_is_computed_if_the_result_cannot_be_written(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def work(*_: object, **__: object) -> None:
        raise AssertionError("work has begun")

    for name in ("fit.fit_game", "tune.search_space", "tune.opponents", "train.names_of"):
        monkeypatch.setattr(f"joute.cli.commands.{name}", work)
    Path("folder").mkdir()
    for file in ("x" * 100_000, "x/" * 50_000, "x" * 250, "", "/", "folder", "missing/file", "/proc/file", "/dev/null"):
        refused = joute(*arguments, file, code=2).stderr
        assert "cannot be written: " in refused, file
        assert len(refused) < 500
    assert "c'est un dossier" in joute(*arguments, "/", "--lang", "fr", code=2).stderr
    assert list(Path().iterdir()) == [Path("folder")]


@pytest.mark.parametrize("name", ["x" * 101, "two\nlines", "\x1b[31mred", "\0"])
def test_a_tournament_has_a_name_that_can_be_printed(name: str) -> None:
    for language in ("en", "fr"):
        refused = joute("tournament", *GAME, "random", "careful", "--name", name, "--lang", language, code=2).stderr
        assert {"en": "at most 100 characters", "fr": "au plus 100 caractères"}[language] in refused


@pytest.mark.parametrize("value", ["nan", "inf", "x", "-1", "1.5"])
def test_what_is_only_compiled_has_valid_settings_too(value: str) -> None:
    assert f"iterations={value}" in joute("warm", *GAME, "--agent", f"mcts:iterations={value}", code=2).stderr


def test_an_unexpected_error_is_a_sentence_with_a_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr("joute.cli.commands.perft.game_from_args", fail)
    shown = joute("perft", "morpion", "2", code=70)
    assert "unexpected error in test_bad_input.py: ZeroDivisionError: by nought" in shown.stderr
    assert "Traceback" not in shown.output
