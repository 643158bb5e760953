"""The examples for learners run, and learn."""

import re
import subprocess
import sys

import pytest

CONNECT4, KUHN = "examples/connect4/connect4.py", "examples/kuhn/kuhn.py"


def run(*words: str) -> str:
    """What an example prints."""
    ended = subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.slow
def test_ppo_in_one_file_runs_and_says_how_often_it_wins() -> None:
    shown = run("examples/rl/ppo_batch.py", "--game", CONNECT4, "--minutes", "0.02", "--games", "32", "--steps", "16", "--units", "16")
    assert re.search(r"\d+ updates; share of wins against random players 0\.\d+ in 400 games", shown)


@pytest.mark.slow
def test_stable_baselines_runs_with_masks() -> None:
    pytest.importorskip("sb3_contrib")
    shown = run("examples/rl/sb3_maskable.py", "--game", KUHN, "--steps", "512", "--games", "50")
    assert re.search(r"mean score against random in 50 games: -?\d+\.\d+ before, -?\d+\.\d+ after 512 steps", shown)
