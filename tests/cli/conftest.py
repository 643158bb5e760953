"""A state directory of the test's own, English, and a quick advisor, unless a test chooses otherwise."""

from pathlib import Path

import pytest

from joute.core import registry


@pytest.fixture(autouse=True)
def away_from_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JOUTE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(registry, "ADVISORS", ("random",))
