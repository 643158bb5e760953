"""Machine code: kept between processes, never stale, the same as the plain rules."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import joute
from joute.core.game import Game
from joute.core.rng import seeded
from joute.jit.compile import compiled
from joute.jit.dispatch import bind, borrowed, prefetch, rule
from joute.jit.fingerprint import fingerprint
from joute.jit.record_proxy import StatesProxy
from joute.search.baselines.random import random_games

ROOT = Path(__file__).parent.parent.parent
NIM = ROOT / "examples" / "nim" / "nim.py"

PLAY_NIM = """
import sys, numpy as np, joute
from joute.jit import compile as compiled
made = []
compiled.announce = lambda label, seconds: made.append(label) if seconds is not None else None
game = joute.game(sys.argv[1], sticks=9).fast()
from joute.search.baselines.random import random_games
from joute.core.rng import seeded
totals = np.zeros(2)
choices = random_games(game.new().array, 1000, np.zeros(3, np.int64), np.zeros(2, np.int64), np.zeros(1), totals, seeded(1))
print(len(made), choices)
"""

SUBTRACT = """
from typing import NamedTuple
from joute.jit.compile import compiled

class Pair(NamedTuple):
    more: int
    less: int

@compiled
def subtract(pair: Pair) -> int:
    return pair.more - pair.less
"""
SUBTRACTED = "import sys; sys.path.insert(0, sys.argv[1]); from subtract import Pair, subtract; print(subtract(Pair(3, 2)))"


def run(program: str, *arguments: str, cache: Path, **environment: str) -> list[str]:
    """What a fresh process prints."""
    variables = {**os.environ, "JOUTE_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, env=variables, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.slow
def test_a_second_process_starts_from_the_cache(tmp_path: Path) -> None:
    first, again = (run(PLAY_NIM, str(NIM), cache=tmp_path) for _ in range(2))
    assert int(first[0]) > 0
    assert again == ["0", first[1]]


@pytest.mark.slow
def test_an_edited_rule_of_a_user_s_file_is_never_answered_by_stale_code(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(NIM.read_text())
    before = run(PLAY_NIM, str(own), cache=tmp_path / "cache")
    own.write_text(NIM.read_text().replace("return min(3, state.sticks)", "return min(1, state.sticks)"))  # a helper, not a rule
    after = run(PLAY_NIM, str(own), cache=tmp_path / "cache")
    assert int(after[0]) > 0, "the changed rules were not compiled"
    assert after[1] == "9000", "with one stick at a time a game of nine sticks has nine choices"
    assert before[1] != after[1]


@pytest.mark.slow
def test_a_copy_of_a_user_s_file_somewhere_else_plays_the_same(tmp_path: Path) -> None:
    copy = tmp_path / "nim.py"
    copy.write_text(NIM.read_text())
    first, other = (run(PLAY_NIM, str(file), cache=tmp_path / "cache") for file in (NIM, copy))
    assert first[1] == other[1]


@pytest.mark.slow
def test_code_for_a_named_tuple_is_never_answered_by_code_for_one_with_other_fields(tmp_path: Path) -> None:
    (tmp_path / "subtract.py").write_text(SUBTRACT)
    assert run(SUBTRACTED, str(tmp_path), cache=tmp_path / "cache") == ["1"]
    (tmp_path / "subtract.py").write_text(SUBTRACT.replace("more: int\n    less: int", "less: int\n    more: int"))
    assert run(SUBTRACTED, str(tmp_path), cache=tmp_path / "cache") == ["-1"]


@pytest.mark.slow
def test_a_damaged_file_in_the_cache_is_made_again_without_a_word(tmp_path: Path) -> None:
    first = run(PLAY_NIM, str(NIM), cache=tmp_path)
    files = sorted(tmp_path.glob("*.code"))
    for number, file in enumerate(files):
        content = bytearray(file.read_bytes())
        content[(number + 1) * len(content) // (len(files) + 1)] ^= 1 << number % 8  # one bit, somewhere else in each
        file.write_bytes(content)
    assert run(PLAY_NIM, str(NIM), cache=tmp_path) == first
    assert run(PLAY_NIM, str(NIM), cache=tmp_path) == ["0", first[1]]
    for file in files:
        file.write_bytes(b"not machine code")
    assert run(PLAY_NIM, str(NIM), cache=tmp_path) == first


@pytest.mark.slow
def test_random_play_of_every_game_stays_within_bounds(tmp_path: Path) -> None:
    program = """
import numpy as np, joute
from joute.core import registry
from joute.core.rng import seeded
from joute.search.baselines.random import random_games
for name in registry.GAMES:
    game = joute.game(name)
    spec = game.spec
    random_games(game.new(1).array, 200, np.zeros(spec.widest, np.int64), np.zeros(spec.seats, np.int64),
                 np.zeros(max(1, spec.outcomes)), np.zeros(spec.seats), seeded(1))
    print(name)
"""
    assert set(run(program, cache=tmp_path, NUMBA_BOUNDSCHECK="1")) == set(joute.core.registry.GAMES)


TABLE = np.array([1, 2, 3])


@rule
def looked_up(index: int) -> int:
    return int(TABLE[index])


def reads_a_table(state: object) -> int:
    return looked_up(0)


def test_the_fingerprint_sees_code_helpers_and_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(reads_a_table)
    assert fingerprint(reads_a_table) == before
    monkeypatch.setitem(globals(), "TABLE", np.array([1, 2, 4]))
    changed_table = fingerprint(reads_a_table)
    monkeypatch.setitem(globals(), "looked_up", lambda index: index)
    assert len({before, changed_table, fingerprint(reads_a_table)}) == 3


def test_the_fingerprint_sees_what_a_module_gives() -> None:
    space: dict[str, object] = {"joute": joute}
    exec("def version(state):\n    return joute.__version__", space)
    before = fingerprint(space["version"])  # type: ignore[arg-type]  # made by exec
    original = joute.__version__
    try:
        joute.__version__ = "another"
        assert fingerprint(space["version"]) != before  # type: ignore[arg-type]  # made by exec
    finally:
        joute.__version__ = original


def test_a_record_has_no_bytes_outside_its_fields() -> None:
    dtype = bind([("small", "i1"), ("wide", "f8"), ("middle", "i2", (3,))], {"over": reads_a_table})
    assert dtype.itemsize % 8 == 0
    assert sum(dtype[name].itemsize for name in dtype.names or ()) == dtype.itemsize


def test_a_search_runs_the_same_in_plain_python() -> None:
    game = joute.game(str(NIM), sticks=5)

    def play(search: object, array: object) -> tuple[int, list[float]]:
        totals = np.zeros(2)
        made = search(array, 50, np.zeros(3, np.int64), np.zeros(2, np.int64), np.zeros(1), totals, seeded(1))  # type: ignore[operator]
        return made, totals.tolist()

    array = game.new().array
    assert play(random_games, array) == play(random_games.plain, StatesProxy(array))


@compiled
def sum_borrowed(arrays: tuple[NDArray[np.int64], NDArray[np.int64]], numbers: NDArray[np.int64]) -> int:
    first, second = borrowed(arrays)
    own = borrowed(numbers)
    prefetch(own, 1)
    second[0] = 10
    return int(first.sum() + second.sum() + own[0])


def test_borrowed_arrays_are_the_same_arrays() -> None:
    first, second, numbers = np.array([1, 2]), np.array([3, 4]), np.array([5, 6])
    counts = [sys.getrefcount(array) for array in (first, second, numbers)]
    assert sum_borrowed((first, second), numbers) == sum_borrowed.plain((first, second), numbers) == 22
    assert second[0] == 10
    assert [sys.getrefcount(array) for array in (first, second, numbers)] == counts


def test_what_cannot_be_kept_is_refused() -> None:
    import ctypes

    address = ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 1)

    @compiled
    def calls_this_process(count: int) -> int:
        return address()

    with pytest.raises(TypeError, match="cannot be cached"):
        calls_this_process(1)


@pytest.fixture
def nim() -> Game:
    return joute.game(str(NIM), sticks=9)


def test_a_game_in_a_user_s_file_plays_with_every_search_that_its_spec_allows(nim: Game) -> None:
    """Nim is won by leaving a multiple of four: every search that is no gambler takes one of nine."""
    names = [name for name in joute.core.registry.agent_names(nim) if name not in {"random", "fallible", "best_response"}]
    assert "mcts" in names
    for name in names:
        assert joute.agent(name, nim).choose(nim.view(nim.new(), 0), 0, seed=1) == nim.action("one"), name


@compiled
def _doubled(numbers: np.ndarray) -> float:
    return 2.0 * numbers.sum()


def test_machine_code_is_prepared_for_every_kind_of_argument_and_named_once_for_each() -> None:
    for _ in range(2):
        _doubled.prepare(np.zeros(3))
        _doubled.prepare(np.zeros(6)[::2])
        _doubled.prepare(np.zeros(3, np.int64))
    assert len(_doubled._machine.signatures) == len(_doubled._prepared) == 3
    assert _doubled(np.ones(6)[::2]) == _doubled(np.ones(3, np.int64)) == 6.0
