"""What is published and what is installed: the wheel, and the locks of the libraries behind it."""

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import joute

ROOT = Path(__file__).parent.parent
LOCKS = {name: (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8") for name in ("server", "dev")}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel as it is published."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return zipfile.ZipFile(folder / f"joute-{joute.__version__}-py3-none-any.whl")


@pytest.mark.slow
def test_the_wheel_holds_the_package_with_its_client_texts_and_weights(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    package = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "joute").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and not file.name.startswith(".")
    }
    assert package <= names
    assert {
        "joute/py.typed",
        "joute/server/http/static/index.html",
        "joute/i18n/locale/fr/LC_MESSAGES/joute.mo",
        "joute/games/coeurs/network.safetensors",
        "joute/games/pokemon/weights.json",
        "joute/bots/starters/any_game.js",
        "joute/report/page.css",
        "joute/store/migrations/env.py",
    } <= names
    assert any(re.fullmatch(r"joute/server/http/static/assets/.*\.js\.br", name) for name in names)


@pytest.mark.slow
def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    assert {name.split("/")[0] for name in wheel.namelist()} == {"joute", f"joute-{joute.__version__}.dist-info"}
    assert not [name for name in wheel.namelist() if "__pycache__" in name or "node_modules" in name]
    assert sum(file.compress_size for file in wheel.infolist()) < 3_000_000


@pytest.mark.slow
def test_the_wheel_says_what_it_is_and_needs(wheel: zipfile.ZipFile) -> None:
    metadata: Message = Parser().parsestr(wheel.read(f"joute-{joute.__version__}.dist-info/METADATA").decode())
    assert metadata["Version"] == joute.__version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])
    plain = {Requirement(text).name for text in metadata.get_all("Requires-Dist", []) if "extra ==" not in text}
    assert plain == {"alembic", "landlockpy", "numba", "numpy", "platformdirs", "rich", "safetensors", "sqlalchemy", "typer"}
    assert {"server", "learn", "cluster", "postgres"} <= set(metadata.get_all("Provides-Extra", []))


def test_the_citation_names_this_version() -> None:
    assert f"version: {joute.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_changelog_begins_with_this_version() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert joute.__version__ in headings[:2]  # what is not released yet may stand before it


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_hashes_and_neither_addresses_nor_folders(name: str) -> None:
    entries = re.findall(r"^[a-zA-Z0-9].*(?:\n    .*)*", LOCKS[name], re.MULTILINE)
    assert len(entries) > 30
    assert all("--hash=sha256:" in entry for entry in entries)
    assert not re.search(r"://|--find-links|--(extra-)?index|@ |^-", LOCKS[name], re.MULTILINE)


@pytest.mark.parametrize(("name", "extras"), [("server", ["server"]), ("dev", ["server", "learn", "cluster", "postgres", "bench", "dev"])])
def test_a_lock_holds_everything_that_pyproject_asks_for(name: str, extras: list[str]) -> None:
    locked: dict[str, list[str]] = {}
    for package, version in re.findall(
        r"^([a-zA-Z0-9._-]+)==(\S+)", LOCKS[name] + (ROOT / "requirements/torch.txt").read_text(), re.MULTILINE
    ):
        locked.setdefault(_plain(package), []).append(version)
    wanted = [*PROJECT["dependencies"], *(text for extra in extras for text in PROJECT["optional-dependencies"][extra])]
    for requirement in map(Requirement, wanted):
        if requirement.name != "joute":
            versions = locked.get(_plain(requirement.name), [])
            assert versions, f"run make lock: {requirement.name} is missing"
            assert all(requirement.specifier.contains(version) for version in versions), f"run make lock: {requirement}"


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_clients_lock_is_complete_on_every_platform_and_has_no_addresses() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]
    assert not [name for name, package in packages.items() if name and "integrity" not in package]
    optional = {f"node_modules/{name}" for package in packages.values() for name in package.get("optionalDependencies", ())}
    assert optional <= set(packages), "npm ci refuses a lock that leaves another platform's binaries out"
