"""The cache of compiled code: only what this user wrote, and only as it was written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from joute.jit.cache import KEY_FILE, MAX_VERSIONS, CodeFiles, UnsafeCache, check_directory, delete_oldest, directory_key

CODE = bytes(range(200))
FILES = CodeFiles("mcts.grow", "stamp")

modes = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache directory of this test."""
    monkeypatch.setenv("JOUTE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_code_comes_back_as_it_was_written(directory: Path) -> None:
    assert FILES.read("int") is None
    FILES.write("int", CODE)
    assert FILES.read("int") == CODE
    assert FILES.read("float") is None


def test_not_a_bit_may_be_changed(directory: Path) -> None:
    FILES.write("int", CODE)
    file = FILES.file("int")
    content = file.read_bytes()
    for bit in range(8 * len(content)):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        file.write_bytes(changed)
        assert FILES.read("int") is None
    for length in range(len(content)):
        file.write_bytes(content[:length])
        assert FILES.read("int") is None
    file.write_bytes(content)
    assert FILES.read("int") == CODE


def test_code_under_another_name_or_another_key_is_not_loaded(directory: Path) -> None:
    FILES.write("int", CODE)
    FILES.file("int").rename(FILES.file("float"))
    assert FILES.read("float") is None
    FILES.write("int", CODE)
    (directory / KEY_FILE).unlink()
    directory_key.cache_clear()
    assert FILES.read("int") is None


@modes
def test_the_directory_and_its_key_are_for_their_owner_alone(directory: Path) -> None:
    FILES.write("int", CODE)
    assert directory.stat().st_mode & 0o777 == 0o700
    assert (directory / KEY_FILE).stat().st_mode & 0o777 == 0o600


@modes
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o757, 0o1777])
def test_a_directory_that_others_can_write_is_refused(directory: Path, mode: int) -> None:
    directory.mkdir()
    directory.chmod(mode)
    with pytest.raises(UnsafeCache, match="chmod 700"):
        check_directory()
    with pytest.raises(UnsafeCache):
        FILES.read("int")
    with pytest.raises(UnsafeCache):
        FILES.write("int", CODE)
    assert not list(directory.iterdir())


@modes
def test_a_directory_of_somebody_else_is_refused(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    directory.mkdir(mode=0o700)
    own = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    with pytest.raises(UnsafeCache):
        check_directory()


@modes
def test_a_key_that_others_could_read_or_plant_is_replaced(directory: Path) -> None:
    FILES.write("int", CODE)
    key = (directory / KEY_FILE).read_bytes()
    (directory / KEY_FILE).chmod(0o644)
    directory_key.cache_clear()
    assert directory_key(directory) != key
    (directory / "planted").write_bytes(key)
    (directory / KEY_FILE).unlink()
    (directory / KEY_FILE).symlink_to(directory / "planted")
    directory_key.cache_clear()
    assert directory_key(directory) != key


def test_without_a_place_for_it_code_is_not_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("JOUTE_CACHE", str(tmp_path / "file" / "cache"))
    check_directory()
    assert FILES.read("int") is None
    FILES.write("int", CODE)
    assert "cannot be cached" in capsys.readouterr().err


@modes
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_command_line_says_what_to_do(directory: Path, language: str) -> None:
    directory.mkdir()
    directory.chmod(0o777)
    command = [sys.executable, "-m", "joute", "--lang", language, "duel", "morpion", "random", "random", "--games", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert f"chmod 700), {'or' if language == 'en' else 'ou'}" in " ".join(done.stderr.split())


def test_the_cache_keeps_only_the_newest_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOUTE_CACHE", str(tmp_path))
    for age in range(MAX_VERSIONS + 5):
        file = tmp_path / f"mcts.grow-{age}.code"
        file.write_bytes(b"")
        os.utime(file, (1000 - age, 1000 - age))
    (tmp_path / "other.search-1.code").write_bytes(b"")
    delete_oldest("mcts.grow")
    left = {file.name for file in tmp_path.iterdir()}
    assert left == {f"mcts.grow-{age}.code" for age in range(MAX_VERSIONS)} | {"other.search-1.code"}
