"""The benchmark of explanations: its page shows what was measured, and its parts fit together in a small setting."""

import json
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent


def script(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return SimpleNamespace(**runpy.run_path(str(ROOT / "benchmarks" / f"{name}.py"), run_name="looked at"))


def test_the_page_shows_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    page = script("explain_page", monkeypatch)
    measured = json.loads(page.MEASURED.read_text(encoding="utf-8"))
    assert page.PAGE.read_text(encoding="utf-8") == page.written(measured), "python benchmarks/explain.py --page writes it"


def test_the_best_action_of_each_decision_gets_it_and_equals_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    best_shares = script("explain", monkeypatch).best_shares
    decisions = SimpleNamespace(starts=np.array([0, 2]), sizes=np.array([2, 3]))
    assert best_shares(np.array([0.1, 0.9, 2.0, 2.0, 1.0]), decisions).tolist() == [0.0, 1.0, 0.5, 0.5, 0.0]


@pytest.mark.slow
def test_a_small_benchmark_is_made_by_one_command_and_not_made_twice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    explain = script("explain", monkeypatch)
    arguments = ["explain.py", "love_letter", "--deals", "10", "--positions", "6", "--out", str(tmp_path), "--workers", "1"]
    monkeypatch.setattr(sys, "argv", arguments)
    explain.main.__globals__.update(SAMPLES=600, ASKED=600)
    explain.main()
    first = capsys.readouterr().out
    assert "### Imitation" in first
    assert "Not measured" not in first
    assert {file.name for file in (tmp_path / "love_letter").glob("*.parquet")} == {"ismcts.parquet", "tree.parquet"}
    explain.main()
    again = capsys.readouterr().out
    assert "s of a processor" not in again
    assert again.strip() == first[first.index("## Love Letter") :].strip()
