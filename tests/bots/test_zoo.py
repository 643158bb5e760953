"""Every bad bot loses with the right reason, the game ends, and no process is left behind."""

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from bots.zoo import FORKS, ZOO, Animal

import joute
from joute.arena.duel import duel
from joute.bots import sandbox
from joute.core.faults import Code
from joute.core.game import Game
from joute.core.record import GameRecord

PYTHON = shlex.quote(sys.executable)
TABLE = {"rounds": 1}


def processes_of(folder: Path) -> list[str]:
    """The processes that have this folder in their command line."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                command = (entry / "cmdline").read_bytes().decode("utf-8", "replace")
                if str(folder) in command and int(entry.name) != os.getpid():
                    found.append(f"{entry.name} {command}")
    return found


@pytest.fixture
def cage(tmp_path: Path) -> Iterator[Path]:
    """A folder for the bots of a test; when the test is over, none of them may be left."""
    yield tmp_path
    assert processes_of(tmp_path) == []


@pytest.fixture
def game() -> Game:
    return joute.game("diamant", seats=3, **TABLE)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows its processes in /proc")
@pytest.mark.parametrize("name", ZOO)
def test_a_bad_bot_loses_with_the_right_reason(name: str, cage: Path) -> None:
    animal: Animal = ZOO[name]
    game = joute.game("diamant", seats=2, **TABLE)
    bot = joute.agent(animal.text(cage, name, PYTHON), game)
    record = joute.match(game, [joute.agent("random", game), bot], seed=1)
    codes = [fault.code for fault in record.faults]
    if animal.code is None:
        assert codes == []
        assert record.ended == "complete"
    else:
        assert codes == [animal.code], record.faults
        assert record.scores == [1.0, 0.0]
        assert record.ended == "fault"
    list(record.replay())
    packed = json.dumps(record.to_json(), allow_nan=False, ensure_ascii=False).encode()
    assert GameRecord.from_json(packed.decode()) == record
    del bot


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows its processes in /proc")
def test_a_duel_of_bad_bots_ends_and_counts_their_faults(cage: Path) -> None:
    names = ["exits", "plays an illegal action", "answers a megabyte", "eats memory"]
    texts = [ZOO[name].text(cage, name, PYTHON) for name in names]
    found = duel(joute.game("diamant", seats=4, **TABLE), texts, games=4, seed=1)
    codes: dict[str, set[Code]] = {name: set() for name in names}
    for game in found.played:
        for seat, kind in game.faults.items():
            codes[names[game.seats[seat]]].add(Code(kind))
    assert codes == {name: {ZOO[name].code} for name in names}
    assert len(found.played) == 4
    del found


def test_with_more_seats_a_guilty_one_comes_last_and_the_others_play_on(cage: Path, game: Game) -> None:
    bad = joute.agent(ZOO["exits"].text(cage, "exits", PYTHON), game)
    record = joute.match(game, [bad, joute.agent("random", game), joute.agent("random", game)], seed=2)
    assert [(fault.seat, fault.code, fault.costs) for fault in record.faults] == [(0, Code.crash, "game")]
    assert record.ended == "complete"
    assert record.scores is not None
    assert record.scores[0] < min(record.scores[1:])
    assert "exited with code 3" in record.faults[0].sentence
    list(record.replay())


def test_a_strike_costs_a_random_move_and_the_bot_is_started_again(cage: Path) -> None:
    game = joute.game("morpion", width=3, height=3, align=3)
    act = 'if message["turn"] < 3:\n    sys.exit(1)\nsay({"action": message["legal"][0]})'
    text = Animal(None, act, limits="strikes=2").text(cage, "clumsy", PYTHON)
    record = joute.match(game, [joute.agent(text, game), joute.agent("random", game)], seed=1)
    assert [(fault.choice, fault.code, fault.costs) for fault in record.faults] == [(0, Code.crash, "move"), (2, Code.crash, "move")]
    assert record.ended == "complete"
    list(record.replay())


def test_a_bot_that_makes_everybody_wait_again_and_again_is_no_longer_asked(cage: Path) -> None:
    game = joute.game("morpion", width=3, height=3, align=3)
    text = Animal(None, "time.sleep(600)", limits="bank=0.05,patience=2").text(cage, "slow", PYTHON)
    agents = [joute.agent(text, game), joute.agent("random", game)]
    faults = [joute.match(game, agents, seed).faults[0] for seed in range(4)]
    assert [fault.code for fault in faults] == [Code.silence, Code.silence, Code.time, Code.time]
    assert "no longer asked" in faults[2].sentence
    del agents


def test_stderr_is_kept_with_the_fault_but_not_all_of_it(cage: Path) -> None:
    game = joute.game("morpion", width=3, height=3, align=3)
    text = Animal(None, "sys.stderr.write('no! ' * 100000)\nsys.stderr.write('my last words')\nsys.exit(1)").text(cage, "loud", PYTHON)
    (fault,) = joute.match(game, [joute.agent(text, game), joute.agent("random", game)], seed=1).faults
    assert fault.stderr.endswith("my last words")
    assert len(fault.stderr) <= 4000


IN_BUBBLEWRAP = """
from joute.bots import sandbox
found = sandbox.Confinement(sandbox.available().landlock, False, True, bubblewrap=True)
sandbox.available = lambda: found
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows its processes in /proc")
@pytest.mark.parametrize(
    "preamble",
    [
        "",
        pytest.param(IN_BUBBLEWRAP, marks=pytest.mark.skipif(not sandbox.bubblewrap_works(), reason="bubblewrap does not work here")),
    ],
    ids=["own", "bubblewrap"],
)
def test_nothing_is_left_when_the_organiser_is_killed(preamble: str, cage: Path) -> None:
    """The bot has forked and thinks: it is killed with the organiser, and so is all that it started."""
    act = f"{FORKS}\nsys.stderr.write('thinking\\n'); sys.stderr.flush()\ntime.sleep(600)"
    text = Animal(None, act).text(cage, "forks", PYTHON)
    script = cage / "organiser.py"
    script.write_text(
        f"import joute, threading, time\n{preamble}"
        "game = joute.game('diamant', seats=2)\n"
        f"bot = joute.agent({text!r}, game)\n"
        "session = bot.start_session(0, ['bot', 'random'], 1)\n"
        "threading.Thread(target=session.choose, args=(game.view(game.new(), 0), 0), daemon=True).start()\n"
        "while session._connection is None or 'thinking' not in session._connection.stderr:\n"
        "    time.sleep(0.01)\n"
        "print('thinking', flush=True)\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as organiser:
        assert organiser.stdout is not None
        assert organiser.stdout.readline() == "thinking\n"
        assert len(processes_of(cage)) > 3
        organiser.send_signal(signal.SIGKILL)
    for _ in range(600):  # the guard sees the closed pipe at once, and sweeps
        if not processes_of(cage):
            break
        time.sleep(0.1)
