"""`joute train` as a person and as a program reads it, and after a kill."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.shell import FINGERS, as_json, joute

from joute.search.network.weights import load_tensors

BOARD = ["-o", "width=3", "-o", "height=3", "-o", "align=3"]
SETTINGS = ("hidden_layers=1", "hidden_units=16", "n_envs=16", "batch_size=64", "buffer_size=1000")
SMALL = [*(word for setting in SETTINGS for word in ("-s", setting)), "--threads", "1"]


@pytest.mark.slow
def test_a_training_writes_a_network_its_curve_and_a_checkpoint_to_go_on_from(tmp_path: Path) -> None:
    out = tmp_path / "essai.safetensors"
    report = as_json("train", "morpion", *BOARD, *SMALL, "--episodes", "600", "--seed", "1", "--out", str(out))
    assert report["made"]["command"].startswith(f"joute train morpion --episodes {report['made']['episodes']} --seed 1 -o width=3")
    assert {one["opponent"] for one in report["curve"][-1]["evaluations"]} == {"random", "careful"}
    assert "<svg" in Path(report["plot"]).read_text(encoding="utf-8")
    shown = joute("train", "morpion", *BOARD, "--episodes", "1200", "--out", str(out), "--resume", "--threads", "1").stdout
    assert "--resume continues" in shown
    whole = tmp_path / "whole.safetensors"
    as_json("train", "morpion", *BOARD, *SMALL, "--episodes", "1200", "--seed", "1", "--out", str(whole))
    one, other = load_tensors(out)[0], load_tensors(whole)[0]
    assert all((one[name] == other[name]).all() for name in other)
    assert "random" in joute("duel", "morpion", f"network:weights={out}", "random", *BOARD, "--games", "4", "--workers", "1").stdout


@pytest.mark.slow
def test_a_training_that_was_killed_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    out, checkpoint = tmp_path / "essai.safetensors", tmp_path / "essai.checkpoint"
    as_json("train", "morpion", *BOARD, *SMALL, "--episodes", "600", "--seed", "1", "--out", str(out))
    before = checkpoint.read_bytes()
    words = [sys.executable, "-m", "joute", "train", "morpion", *BOARD, "--minutes", "5", "--out", str(out), "--resume"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    process.stderr.readline()  # a first line of progress
    time.sleep(0.2)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stderr.close()
    assert checkpoint.read_bytes() == before, "a kill between two checkpoints leaves the last one whole"
    report = as_json("train", "morpion", *BOARD, "--episodes", "900", "--out", str(out), "--resume", "--threads", "1")
    assert report["made"]["episodes"] >= 900


def test_what_cannot_be_trained_is_said_before_anything_is_played(tmp_path: Path) -> None:
    assert "states no features" in joute("train", FINGERS, "--out", str(tmp_path / "w"), code=2).stderr
    assert "there is no such folder" in joute("train", "coeurs", "--out", str(tmp_path / "no" / "w"), code=2).stderr
    for file in ("network.svg", "network.checkpoint"):
        assert "choose another" in joute("train", "coeurs", "--out", str(tmp_path / file), code=2).stderr
        assert not (tmp_path / file).exists()
    assert "nothing to resume" in joute("train", "coeurs", "--out", str(tmp_path / "w"), "--resume", code=2).stderr
    assert "train has no setting 'depth'" in joute("train", "coeurs", "-s", "depth=2", "--out", str(tmp_path / "w"), code=2).stderr
