"""Imports point one way: the contract knows no game, a search knows no game, statistics know nothing of games."""

import ast
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "joute"

CORE = {"version", "directories", "jit", "core", "i18n"}
LIBRARY = CORE | {"search", "games", "bots", "arena"}
ALLOWED = {  # a part of the package -> the parts it may import
    "version": set(),
    "directories": set(),
    "jit": {"directories", "i18n"},
    "core": CORE,
    "search": CORE,
    "games": CORE | {"search"},
    "bots": CORE,
    "arena": CORE | {"bots"},
    "store": CORE | {"bots", "arena"},
    "testing": CORE,
    "i18n": set(),
    "report": CORE | {"arena", "bots", "review"},
    "review": CORE | {"search", "arena", "bots"},
    "learning": CORE | {"arena", "search"},
    "explain": CORE | {"search", "arena", "bots", "review"},
    "adapters": LIBRARY,
    "server": LIBRARY | {"store", "report", "review", "explain"},
    "cli": LIBRARY | {"store", "report", "learning", "server", "review", "explain", "testing"},
}
EXCEPTIONS = {
    "core/notebook.py": {"report"},  # draws objects of the core in a notebook, when asked
    "core/registry.py": {"games", "bots"},  # resolves names to games, agents and bots
    "games/morpion/openings.py": {"everything"},  # its generator, run by hand, plays agents by name
}
TOP = {"__init__", "__main__"}


@cache
def parsed(file: Path) -> list[ast.AST]:
    """The nodes of a module's syntax tree."""
    return list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def imports(file: Path) -> set[str]:
    """The parts of the package that a file imports, anywhere in it."""
    found = set()
    for node in parsed(file):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [f"joute.{alias.name}" for alias in node.names] if node.module == "joute" else [node.module]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            continue
        found |= {"everything" if module == "joute" else module.split(".")[1] for module in modules if f"{module}.".startswith("joute.")}
    return found


def part_of(file: Path) -> str:
    """The folder at the root of the package, or the module there."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def files(part: str = "") -> list[Path]:
    """The modules of a part, or of the whole package."""
    return sorted((PACKAGE / part).rglob("*.py"))


def test_a_module_imports_only_what_lies_below_it() -> None:
    wrong = {}
    for file in files():
        part, name = part_of(file), str(file.relative_to(PACKAGE))
        if part not in TOP and (found := imports(file) - {part} - EXCEPTIONS.get(name, set()) - ALLOWED[part]):
            wrong[name] = found
    assert not wrong


def test_statistics_know_no_game() -> None:
    for file in files("arena/statistics"):
        text = file.read_text(encoding="utf-8")
        assert "joute.games" not in text
        assert "joute.core.game" not in text, file


def test_a_game_knows_no_other_game() -> None:
    names = {folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "rules.py").is_file()}
    for name in names:
        for file in files(f"games/{name}"):
            text = file.read_text(encoding="utf-8")
            assert not [other for other in names - {name} if f"joute.games.{other}" in text], file


def test_every_part_of_the_package_has_its_place() -> None:
    assert {part_of(file) for file in files()} - TOP == set(ALLOWED)


def test_only_jit_knows_the_compiler() -> None:
    assert {part_of(file) for file in files() if "numba" in _imported_libraries(file)} == {"jit"}


EXPLAINING = {"pyarrow", "sklearn", "interpret", "shap", "polars"}  # the extra `explain`


def test_only_explain_knows_the_libraries_of_its_extra() -> None:
    assert {part_of(file) for file in files() if EXPLAINING & _imported_libraries(file)} == {"explain"}


ADAPTED = {"gymnasium", "pettingzoo", "pyspiel", "open_spiel"}  # the extra `rl`


def test_only_adapters_and_a_benchmark_know_the_libraries_of_the_extra_rl() -> None:
    known = {str(file.relative_to(PACKAGE)) for file in files() if ADAPTED & _imported_libraries(file)}
    assert {name for name in known if not name.startswith("adapters/")} == {"cli/bench/open_spiel.py"}


WEB = {"fastapi", "starlette", "uvicorn", "websockets", "httptools", "uvloop", "orjson", "pydantic", "anyio"}  # the extra `server`


def test_only_the_server_and_its_two_commands_know_the_web() -> None:
    web = {file for file in files() if WEB & _imported_libraries(file)}
    server = {file for file in files() if "server" in imports(file) or part_of(file) == "server"}
    commands = {file.name for file in (web | server) if part_of(file) != "server"}
    assert commands == {"serve.py", "connect.py"}, "anything else must run without the extra `server`"


def _imported_libraries(file: Path) -> set[str]:
    names = set()
    for node in parsed(file):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.split(".")[0])
        elif isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
    return names
