"""Fast tests first, slow ones last; each begins in English, whatever the one before it spoke; catalogues are compiled before.

Tests in the browser are slow and come last of all: Playwright leaves its thread with a running event loop, in which no other
test could start one of its own.

With `--quick`, no slow ones: first those of what changed since the last commit, and none that has not begun after some seconds.
"""

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from catalogue import compile_catalogues

from joute.i18n import Language, set_language

ROOT = Path(__file__).parent.parent
BROWSER = ROOT / "tests" / "browser"
QUICK, MOST = 18.0, 800  # seconds, and tests that may fit into them
BEGAN = pytest.StashKey[float]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help=f"fast tests for {QUICK:g} seconds, those of what changed first")


def pytest_configure() -> None:
    compile_catalogues()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell does for work in the background: tests of Ctrl-C need it
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish(session: pytest.Session) -> None:
    session.config.stash[BEGAN] = time.monotonic()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker("slow")
    items.sort(key=lambda item: (item.get_closest_marker("slow") is not None, BROWSER in item.path.parents))
    if config.getoption("quick"):
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
        changed = changed_tests()
        items.sort(key=lambda item: not item.nodeid.startswith(changed))
        config.hook.pytest_deselected(items=items[MOST:])
        del items[MOST:]


def changed_tests() -> tuple[str, ...]:
    """The beginnings of the paths of the tests to run first: those that changed, those of changed parts, and the ones about all sources."""
    listed = subprocess.run(
        ["git", "status", "--porcelain", "--untracked-files=all"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    files = [Path(line[3:].rpartition(" -> ")[2]) for line in listed.stdout.splitlines()]
    tests = [file.as_posix() for file in files if file.parts[0] == "tests"]
    tests += [f"tests/{'/'.join(file.parts[1 : 3 if file.parts[1] == 'games' else 2])}" for file in files if file.parts[0] == "joute"]
    return ("tests/test_imports", "tests/test_vocabulary", "tests/core", *tests)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.config.getoption("quick") and time.monotonic() - item.config.stash[BEGAN] > QUICK:
        pytest.skip("the time of --quick is up")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A command told to speak French would leave its process speaking French."""
    set_language(Language.en)
    yield
    set_language(Language.en)
