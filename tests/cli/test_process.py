"""The command as a process of its own: quick to start, and gone cleanly."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.shell import FINGERS, SMALL

import joute
from joute.cli import progress
from joute.core.agent import Stop
from joute.jit import compile

ROOT = str(Path(joute.__file__).parents[1])
TESTS = str(Path(__file__).parents[1])
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([ROOT, TESTS]), "PYTHONUNBUFFERED": "1"}

pytestmark = pytest.mark.slow


def started(*arguments: str) -> "subprocess.Popen[str]":
    pipe = subprocess.PIPE
    path = os.pathsep.join([ENVIRONMENT["PYTHONPATH"], os.getcwd()])
    environment = ENVIRONMENT | {"PYTHONPATH": path, "JOUTE_STATE": os.environ["JOUTE_STATE"], "LC_ALL": "C.UTF-8"}
    return subprocess.Popen([sys.executable, "-m", "joute", *arguments], stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment)


def test_listing_games_loads_neither_a_compiler_nor_a_validator() -> None:
    source = """
import sys
sys.argv = ["joute", "games"]
from joute.cli.app import main
try:
    main()
finally:
    print([name for name in ("numba", "llvmlite", "pydantic") if name in sys.modules], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, env=ENVIRONMENT)
    assert "morpion" in done.stdout
    assert done.stderr.strip() == "[]"


def test_a_scripted_game_through_a_pipe_ends_cleanly() -> None:
    process = started("play", "morpion", "--seats", "human,random", "--seed", "1", *SMALL)
    out, err = process.communicate("a9\na1\nundo\nb2\nwhy\nquit\n")
    assert process.returncode == 0
    assert err == ""
    for words in ("There is no action “a9”.", "Undone: a1.", "X plays b2", "seat 1, random, played", "The game is saved."):
        assert words in out


def interrupted(process: "subprocess.Popen[str]", sign: str) -> tuple[str, str]:
    """Send Ctrl-C as soon as the sign shows in the output."""
    assert process.stdout is not None
    seen = ""
    while sign not in seen:
        letter = process.stdout.read(1)
        assert letter, seen
        seen += letter
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    return seen + out, err


def test_ctrl_c_at_a_question_keeps_the_game_and_exits_with_130(tmp_path: Path) -> None:
    process = started("play", "morpion", "--seats", "human,random", "--seed", "1", *SMALL)
    assert process.stdin is not None
    process.stdin.write("a1\n")
    process.stdin.flush()
    out, err = interrupted(process, "your move> a1\n· X plays a1\n· O plays")
    assert process.returncode == 130
    assert "Resume it with: joute play --continue" in out
    assert err == "joute: interrupted\n"
    assert list((tmp_path / "state").iterdir())


SLOW = """
import multiprocessing, time
from joute.core.agent import Agent
from joute.core.opinion import Opinion

class Slow(Agent):
    name = "slow"
    summary = "slow"

    def consider(self, view, seat, seed=0, stop=None):
        if WHERE:
            print("deep in thought", flush=True)
            time.sleep(600)
        return Opinion(self.legal(view, seat)[0])
"""


def with_a_slow_agent(where: str) -> str:
    """A game file whose agent thinks for ten minutes where that is true."""
    Path("slow_agent.py").write_text(SLOW.replace("WHERE", where))
    Path("slow.py").write_text(Path(FINGERS).read_text().replace('"cli.fingers:Thoughtful"', '"slow_agent:Slow"'))
    return "slow.py"


def test_ctrl_c_is_heard_while_an_agent_thinks() -> None:
    process = started("play", with_a_slow_agent("True"), "--seats", "thoughtful,thoughtful")
    _, err = interrupted(process, "deep in thought")  # which waits for less than the agent thinks
    assert process.returncode == 130
    assert "Traceback" not in err


def test_ctrl_c_ends_a_duel_and_its_workers() -> None:
    file = with_a_slow_agent("multiprocessing.parent_process() is not None")
    process = started("duel", file, "thoughtful", "thoughtful", "--workers", "2")
    _, err = interrupted(process, "deep in thought")  # its pipes close only when the workers are gone too
    assert process.returncode == 130
    assert "Traceback" not in err


def test_a_closed_pipe_is_no_traceback() -> None:
    with started("games", "--json") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()


# --- work in the background -----------------------------------------------------------------------------------------------------


def test_an_error_of_background_work_comes_back_to_who_asked() -> None:
    with pytest.raises(ZeroDivisionError):
        progress.run_interruptibly(lambda: 1 // 0)
    assert progress.run_interruptibly(lambda: 42) == 42
    assert not progress.still_running()


def test_interrupted_work_is_told_to_stop() -> None:
    stop = Stop()

    def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        while not stop.flag[0]:
            time.sleep(0.01)

    with pytest.raises(KeyboardInterrupt):
        progress.run_interruptibly(work, stop)
    for _ in range(6000):
        if not progress.still_running():
            return
        time.sleep(0.01)
    raise AssertionError("the work goes on")


def test_what_is_compiled_is_said_once_for_a_search(capsys: pytest.CaptureFixture[str]) -> None:
    quiet = compile.announce
    with progress.ProgressLine("working", "morpion") as shown:
        for function in ("alpha_beta.search", "alpha_beta.order"):
            compile.announce(function, None)
            compile.announce(function, 1.5)
    assert compile.announce is quiet
    assert capsys.readouterr().err == "compiling alpha_beta for morpion (once)…\n"
    assert [row["function"] for row in shown.compiled] == ["alpha_beta.search", "alpha_beta.order"]
