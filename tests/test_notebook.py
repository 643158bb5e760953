"""The notebook from decisions to figures runs, in a small setting."""

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parent.parent / "examples" / "laboratory.ipynb"
SMALL = {"AGENT": "ismcts:iterations=20", "GAMES": 6, "POSITIONS": 2, "SAMPLES": 1_000}


def cells() -> list[dict[str, Any]]:
    return [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def test_the_notebook_is_stored_without_results() -> None:
    assert not any(cell["outputs"] or cell["execution_count"] for cell in cells())


@pytest.mark.slow
def test_the_notebook_runs_from_decisions_to_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for cell in cells():
        exec(compile("".join(cell["source"]), str(NOTEBOOK), "exec"), names)
        if "parameters" in cell["metadata"].get("tags", ()):
            assert set(SMALL) < set(names)
            names |= SMALL | {"FOLDER": str(tmp_path)}
    assert {file.name for file in tmp_path.glob("*.svg")} >= {"facts.svg", "fidelity.svg", "choice.svg", "ground_truth.svg"}
    assert '"rules": "rules_' in capsys.readouterr().out
