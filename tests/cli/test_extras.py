"""Without the extras of the package, a command that needs one says in one sentence what to install; all others run."""

import subprocess
import sys

import pytest

BLOCKED = {
    "server": ["fastapi", "starlette", "uvicorn", "websockets", "httptools", "uvloop", "orjson", "anyio"],
    "learn": ["torch", "optuna"],
    "cluster": ["distributed", "dask"],
    "explain": ["pyarrow", "sklearn", "interpret", "shap"],
    "bench": ["pyspiel", "open_spiel"],
}
BLOCK = f"import sys; sys.modules.update(dict.fromkeys({[name for names in BLOCKED.values() for name in names]}));"


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A program in a process of its own in which no library of an extra can be imported."""
    return subprocess.run([sys.executable, "-c", BLOCK + program, *arguments], capture_output=True, text=True, timeout=600, check=False)


def joute(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in such a process."""
    return run("sys.argv[0] = 'joute'; from joute.cli.app import main; main()", *arguments)


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("", "server"),
        ("--lang fr", "server"),
        ("serve", "server"),
        ("connect http://127.0.0.1:1 random", "server"),
        ("connect http://127.0.0.1:1 random --lang fr", "server"),
        ("train coeurs --episodes 1", "learn"),
        ("distil coeurs random --examples 20", "learn"),
        ("dataset coeurs random", "explain"),
        ("tune diamant exit_factor --minutes 1", "learn"),
        ("tournament diamant random careful --games 2 --cluster tcp://127.0.0.1:1", "cluster"),
        ("bench morpion --peers", "bench"),
    ],
)
def test_a_missing_extra_is_named_in_one_sentence(command: str, extra: str) -> None:
    ended = joute(*command.split())
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.startswith("joute: ")
    assert ended.stderr.rstrip().endswith(f"pip install 'joute[{extra}]'")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["games", "agents diamant", "duel diamant random random --games 2", "tournaments", "--help"])
def test_the_terminal_needs_no_extra(command: str) -> None:
    ended = joute(*command.split())
    assert ended.returncode == 0, ended.stderr


def test_the_library_needs_no_extra() -> None:
    ended = run("import joute; print(joute.game('diamant').name)")
    assert ended.stdout == "diamant\n", ended.stderr


def test_explanations_and_their_data_need_no_extra() -> None:
    ended = run("import joute.explain.choice, joute.explain.surrogate_path, joute.explain.dataset, joute.explain.warmup; print('fine')")
    assert ended.stdout == "fine\n", ended.stderr
