"""Every benchmark can still be run: what it calls exists."""

import runpy
from pathlib import Path

import pytest

BENCHMARKS = sorted(Path(__file__).parent.parent.joinpath("benchmarks").glob("*.py"))


@pytest.mark.parametrize("file", BENCHMARKS, ids=lambda file: file.stem)
def test_a_benchmark_finds_what_it_imports(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(file.parent))
    assert runpy.run_path(str(file), run_name="looked at")["__doc__"]
