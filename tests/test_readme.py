"""What the documents show is run: sessions in Python and at the command line, tables made anew, links followed."""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from readme_duels import READMES, duel_table
from readme_tables import README, ROOT, TABLES, written

DOCUMENTS = [
    file
    for file in sorted(ROOT.rglob("*.md"))
    if not {".venv", "node_modules"} & set(file.parts) and not file.is_relative_to(ROOT / "dist")
]
FENCED = re.compile(r"^```(python|console)(?: title=\"(.*?)\")?\n(.*?)^```", re.DOTALL | re.MULTILINE)
PROMPT = re.compile(r"^(?:your move|à vous)> (.*)$", re.MULTILINE)
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE  # `...` stands for what differs from machine to machine
REFERENCES = ("../reference/", "reference/")  # pages that tools/docs_pages.py generates


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the examples of the repository, and a database of its own."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JOUTE_DATABASE", str(tmp_path / "joute.sqlite"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def commands(session: str) -> Iterator[tuple[str, str]]:
    """The commands of a session at the command line, each with the output that is shown."""
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def run(command: str, answers: str) -> str:
    """What a command prints, standard error included, with these answers to its questions."""
    words = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "140", "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    words["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{words['PATH']}"  # `python` is the one that runs the tests
    shell = command.replace("joute ", f"{sys.executable} -m joute ", 1)
    ended = subprocess.run(shell, shell=True, env=words, input=answers, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert ended.returncode == 0, ended.stdout
    return re.sub(r"^(?:compiling|compilation) .*\n", "", ended.stdout, flags=re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_sessions_run_as_they_are_shown(file: Path, place: Path) -> None:
    files: dict[str, str] = {}
    for language, title, block in FENCED.findall(file.read_text(encoding="utf-8")):
        if title:  # a file, or its next part
            files[title] = files.get(title, "") + block
            (place / title).write_text(files[title], encoding="utf-8")
        elif language == "console":
            for command, shown in commands(block):
                printed = run(command, "".join(f"{answer}\n" for answer in PROMPT.findall(shown)))
                same = doctest.OutputChecker().check_output(shown, printed, LENIENT)
                assert same, f"$ {command}\nshown:\n{shown}\nprinted:\n{printed}"
        elif ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, {}, file.name, str(file), 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(test)
            assert runner.summarize(verbose=False).failed == 0
        else:
            exec(compile(block, str(file), "exec"), {})


def test_the_readme_opens_with_a_session() -> None:
    opening = README.read_text(encoding="utf-8").split("## Games")[0]
    assert ">>> import joute" in opening


@pytest.mark.parametrize("file", [README, ROOT / "README.fr.md"], ids=lambda file: file.name)
def test_a_newcomer_reads_120_lines_at_most(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 120


@pytest.mark.parametrize("file", TABLES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_generated_tables_are_those_of_the_code(file: Path) -> None:
    assert written(file) == file.read_text(encoding="utf-8"), "run python tests/readme_tables.py"


@pytest.mark.slow
@pytest.mark.parametrize("game", READMES)
def test_duels_end_as_the_readme_of_the_game_says(game: str) -> None:
    assert duel_table(game) in READMES[game].read_text(encoding="utf-8"), f"run python tests/readme_duels.py {game}"


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+?)\)", file.read_text(encoding="utf-8")):
        if not target.startswith(("http", *REFERENCES)):
            assert (file.parent / target).exists(), f"{file.name} links to {target}"


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_commands_that_a_document_names_exist(file: Path) -> None:
    from joute.cli.app import COMMANDS

    shown = set(re.findall(r"(?:^(?:\$ )?|`)joute ([a-z][a-z-]*)\b(?![./:=])", file.read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert shown <= set(COMMANDS)


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
