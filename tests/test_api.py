"""The public interface: its names, their examples, and what importing them costs."""

import ast
import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import joute

ROOT = Path(__file__).parent.parent
NAMES = {
    "Action", "Agent", "Assessment", "BadPosition", "BadRecord", "BadSetting", "BadWeights", "Batch", "Definition", "DuelResult", "Event",
    "Fields", "Game", "GameRecord", "IllegalMove", "JouteError", "Judgement", "NashConv", "Opinion", "Spec", "Sprt", "Standings", "State",
    "Stop", "Unfit", "Unit", "UnknownName", "__version__", "agent", "batch", "calibration", "check_agent", "compare_agents", "decisions",
    "duel", "explain_choice", "game", "judge", "match", "nashconv", "probe", "rule", "setting", "tournament",
}  # fmt: skip
MAX_ARGUMENTS = 8


def test_the_public_names_are_these() -> None:
    assert set(vars(joute)["__all__"]) == set(dir(joute)) == NAMES


def test_type_checkers_see_the_same_names_from_the_same_modules() -> None:
    tree = ast.parse(Path(str(joute.__file__)).read_text(encoding="utf-8"))
    [block] = [node for node in tree.body if isinstance(node, ast.If)]
    typed = {alias.asname: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert typed == vars(joute)["_PLACES"]
    assert set(typed) | {"__version__"} == NAMES


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'joute' has no attribute 'tournaments'"):
        _ = joute.tournaments  # type: ignore[attr-defined]  # as meant


@pytest.mark.parametrize("name", ["joute", *sorted(NAMES - {"__version__"})])
def test_its_example_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = joute if name == "joute" else getattr(joute, name)
    tests = doctest.DocTestParser().get_doctest(inspect.getdoc(found) or "", {}, name, None, 0)
    assert tests.examples, f"the docstring of {name} has no example"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(tests).failed == 0


@pytest.mark.parametrize("name", ["fast", "features"])
def test_the_examples_of_games_run(name: str) -> None:
    tests = doctest.DocTestParser().get_doctest(inspect.getdoc(getattr(joute.Game, name)) or "", {}, name, None, 0)
    assert tests.examples
    assert doctest.DocTestRunner().run(tests).failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "agent",
        "batch",
        "calibration",
        "check_agent",
        "compare_agents",
        "decisions",
        "duel",
        "explain_choice",
        "game",
        "match",
        "nashconv",
        "probe",
        "setting",
        "tournament",
    ],
)
def test_a_public_function_has_few_arguments(name: str) -> None:
    assert len(inspect.signature(getattr(joute, name)).parameters) <= MAX_ARGUMENTS


def imported(program: str) -> set[str]:
    """The modules that are imported after a program has run."""
    ended = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys\nprint(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(ended.stdout.split())


def test_importing_joute_imports_no_library() -> None:
    assert not {"numpy", "numba", "rich", "joute.core.game"} & imported("import joute")


def test_the_library_needs_neither_the_web_nor_a_database_nor_a_compiler() -> None:
    found = imported("import joute\nfor name in joute.__all__: getattr(joute, name)")
    assert not {"fastapi", "starlette", "uvicorn", "sqlalchemy", "alembic", "numba", "typer", "rich", "torch", "optuna"} & found
