"""`joute distil` for people and for programs."""

from pathlib import Path

import pytest
from cli.shell import FINGERS, as_json, joute

BOARD = ["-o", "width=3", "-o", "height=3", "-o", "align=3"]
SMALL = ["-s", "hidden_layers=1", "-s", "hidden_units=16", "-s", "epochs=2", "--examples", "40", "--seed", "1", "--workers", "1"]


@pytest.mark.slow
def test_a_network_trained_on_a_search_plays(tmp_path: Path) -> None:
    out = tmp_path / "w.safetensors"
    report = as_json("distil", "morpion", "mcts:iterations=30", *BOARD, *SMALL, "--out", str(out))
    assert report["made"]["examples"] == 40
    assert set(report["test"]) == {"error", "regret", "random_regret", "surprise", "random_surprise"}
    shown = joute("distil", "morpion", "mcts:iterations=30", *BOARD, *SMALL, "--out", str(out)).stdout
    assert "regret of random actions" in shown
    assert f"network:weights={out}" in shown.replace("\n", "")


def test_what_cannot_be_distilled_is_said_in_a_sentence(tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "w")]
    assert "states no features" in joute("distil", FINGERS, "mcts", *out, code=2).stderr
    assert "there is no such folder" in joute("distil", "coeurs", "ismcts", "--out", str(tmp_path / "no" / "w"), code=2).stderr
    assert "distil has no setting 'depth'" in joute("distil", "coeurs", "ismcts", "-s", "depth=2", *out, code=2).stderr
