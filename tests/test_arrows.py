"""Imports point one way: the contract knows no game, a search knows no game, statistics know nothing."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "joute"

ALLOWED = {  # a part of the package -> the parts it may import
    "errors": set(),
    "version": set(),
    "fingerprint": set(),
    "machine_code": set(),
    "compiled": {"fingerprint", "machine_code"},
    "plain": set(),
    "finite": set(),
    "dice": {"compiled"},
    "settings": {"errors"},
    "tensors": {"errors"},
    "rulebook": {"compiled", "dice"},
    "host": {"compiled", "dice", "plain", "rulebook"},
    "definition": {"compiled", "rulebook"},
    "state": {"plain", "rulebook"},
    "happenings": {"definition", "rulebook", "state"},
    "position": {"errors", "rulebook", "state"},
    "game": {"definition", "dice", "errors", "happenings", "host", "plain", "position", "rulebook", "settings", "state"},
}
SPINE = set(ALLOWED) | {"opinion", "solution", "playthrough", "beliefs", "weights"}
ALLOWED |= {
    "opinion": set(ALLOWED),
    "solution": set(ALLOWED),
    "beliefs": set(ALLOWED),
    "playthrough": set(ALLOWED),
    "weights": {*ALLOWED, "playthrough"},
    "search": SPINE,
    "games": SPINE | {"search"},
    "agents": set(),
    "bots": SPINE,
    "registry": SPINE | {"agents", "games", "bots"},
    "arena": SPINE | {"registry", "bots"},
    "store": SPINE | {"registry", "arena", "bots"},
    "report": SPINE | {"language"},
    "server": SPINE | {"registry", "agents", "arena", "bots", "store", "games", "language", "version", "french_settings", "report"},
    "learning": SPINE | {"registry", "arena", "search"},
    "peers": SPINE | {"registry", "bench", "search"},
    "bench": SPINE | {"registry", "search", "peers"},
}


EXCEPTIONS = {"games/morpion/openings.py": {"everything"}}  # its maker, run by hand, plays agents named by their texts


def imports(file: Path) -> set[str]:
    """The parts of the package that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [f"joute.{alias.name}" for alias in node.names] if node.module == "joute" else [node.module]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            continue
        found |= {"everything" if module == "joute" else module.split(".")[1] for module in modules if f"{module}.".startswith("joute.")}
    return found


def part_of(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


FILES = sorted(file for file in PACKAGE.rglob("*.py") if part_of(file) in ALLOWED)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_file_imports_only_what_lies_below_it(file: Path) -> None:
    part = part_of(file)
    assert imports(file) - {part} - EXCEPTIONS.get(str(file.relative_to(PACKAGE)), set()) <= ALLOWED[part]


@pytest.mark.parametrize("file", sorted((PACKAGE / "games").rglob("*.py")), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_game_knows_no_other_game(file: Path) -> None:
    own = file.relative_to(PACKAGE / "games").parts[0]
    text = file.read_text(encoding="utf-8")
    others = [other.name for other in (PACKAGE / "games").iterdir() if other.is_dir() and other.name not in (own, "__pycache__")]
    assert not [other for other in others if f"joute.games.{other}" in text]


def test_every_part_of_the_package_has_its_place() -> None:
    words = {"language", "french", "french_bots", "french_learning", "french_settings", "french_tournaments", "french_tuning"}
    top = {"__init__", "__main__", "cli", "terminal"} | words  # what people call: it may import everything
    parts = {part_of(file) for file in PACKAGE.rglob("*.py")}
    assert parts - set(ALLOWED) - top == set()


def test_only_one_module_knows_the_compiler() -> None:
    users = {str(file.relative_to(PACKAGE)) for file in PACKAGE.rglob("*.py") if "numba" in _imported_libraries(file)}
    assert users == {"compiled.py"}


def _imported_libraries(file: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.split(".")[0])
        elif isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
    return names
