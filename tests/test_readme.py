"""What the documents show is run: sessions as doctests, tables made anew, links followed."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from cli.shell import joute
from readme_tables import README, ROOT, written

DOCUMENTS = [
    file
    for file in sorted(ROOT.rglob("*.md"))
    if not {".venv", "node_modules"} & set(file.parts) and not file.is_relative_to(ROOT / "dist")
]


@pytest.mark.slow
@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_sessions_run_as_they_are_shown(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```python\n(.*?)```", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    for block in blocks:
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, {}, file.name, str(file), 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(test)
            assert runner.summarize(verbose=False).failed == 0
        else:
            exec(compile(block, str(file), "exec"), {})


@pytest.mark.slow
@pytest.mark.parametrize("file", [ROOT / "docs" / "write_an_agent.md"], ids=lambda file: file.name)
def test_commands_run_as_they_are_shown(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```sh\n(.*?)```", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    commands = [line.removeprefix("joute ") for block in blocks for line in block.splitlines() if line.startswith("joute ")]
    assert commands
    for command in commands:
        joute(*shlex.split(command, comments=True), JOUTE_DATABASE=str(tmp_path / "joute.db"))


def test_the_readme_opens_with_a_session() -> None:
    opening = README.read_text(encoding="utf-8").split("## ")[0]
    assert ">>> import joute" in opening


def test_the_tables_of_the_readme_are_those_of_the_code() -> None:
    assert written() == README.read_text(encoding="utf-8"), "run python tests/readme_tables.py"


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+?)\)", file.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (file.parent / target).exists(), f"{file.name} links to {target}"


def test_commands_of_the_readme_exist() -> None:
    from joute.cli.app import COMMANDS

    shown = set(re.findall(r"^joute ([a-z-]+)", README.read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert shown == set(COMMANDS)


PATHS = re.compile(
    r"(?<![\w./<-])((?:joute|tests|tools|benchmarks|examples|docs|web|arena|store|server|core|jit|search)/[\w./-]*\w)(?![\w/<*{])"
)


def paths_in(text: str) -> set[str]:
    """The paths of this project that a document names between backquotes."""
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return {path for span in spans for path in PATHS.findall(span)}


@pytest.mark.parametrize("file", [*sorted((ROOT / "docs").rglob("*.md")), README, ROOT / "CONTRIBUTING.md"], ids=lambda file: file.name)
def test_every_path_that_a_document_names_exists(file: Path) -> None:
    missing = {
        path
        for path in paths_in(file.read_text(encoding="utf-8"))
        if not any((place / path).exists() for place in (ROOT, ROOT / "joute", file.parent))
    }
    assert not missing
