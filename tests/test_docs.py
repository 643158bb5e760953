"""The documentation site builds without a warning and without a download."""

import os
import re
import subprocess
import sys
from pathlib import Path

import docs_pages
import pytest

import joute
from joute.cli.app import COMMANDS
from joute.core import registry

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(place)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout + ended.stderr) == (0, "")
    return place


@pytest.mark.slow
def test_every_public_name_is_on_the_page_of_the_api(site: Path) -> None:
    page = (site / "reference/api.html").read_text(encoding="utf-8")
    assert [name for name in dir(joute) if name != "__version__" and f'id="joute.{name}"' not in page] == []


@pytest.mark.slow
def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = re.findall(
            r"<(?:script|img|iframe)\b[^>]*\ssrc=\"(https?:)?//|<link\b[^>]*rel=\"?stylesheet[^>]*\shref=\"(https?:)?//", page.read_text()
        )
        assert loaded == [], page.name


@pytest.mark.slow
def test_pages_in_french_say_so(site: Path) -> None:
    assert '<html lang="fr"' in (site / "fr/play.html").read_text(encoding="utf-8")
    assert '<html lang="en"' in (site / "tutorials/play.html").read_text(encoding="utf-8")


def test_every_command_and_agent_is_on_its_page() -> None:
    commands, agents = docs_pages.cli_page(), docs_pages.agents_page()
    assert [name for name in COMMANDS if f"\n## joute {name}\n" not in commands] == []
    assert [name for name in registry.AGENTS if f"\n## {name}\n" not in agents] == []


def test_the_page_about_http_has_the_routes_and_their_types() -> None:
    page = docs_pages.http_page()
    assert "## POST /api/tables\n" in page
    assert "### NewTable" in page
