"""What a confined bot cannot do: read, write, connect, look around, fork without end. It plays all the same."""

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bots import remembering
from bots.zoo import ZOO, Animal
from cli.shell import as_json, joute

import joute as package
from joute.arena.duel import duel
from joute.arena.tournament.runner import tournament
from joute.bots import sandbox
from joute.bots.bot import Bot
from joute.bots.bot_reference import parse_reference, with_limits
from joute.bots.sandbox import Confinement
from joute.cli.commands.bot import check
from joute.core.errors import JouteError
from joute.core.faults import Code
from joute.core.game import Game
from joute.i18n import Language, use_language

PYTHON = shlex.quote(sys.executable)
SECRET = "hidden-from-bots"
needs_sandbox = pytest.mark.skipif(not sandbox.available().complete, reason=f"bots cannot be confined here: {sandbox.why_not()}")
needs_namespaces = pytest.mark.skipif(not sandbox.available().namespaces, reason="this system allows no user namespaces")
needs_bubblewrap = pytest.mark.skipif(not sandbox.bubblewrap_works(), reason="bubblewrap is not installed, or may not make namespaces")
LAYERS = [pytest.param("namespaces", marks=needs_namespaces), pytest.param("bubblewrap", marks=needs_bubblewrap), "landlock"]

PROBE = """
import errno, os, socket, subprocess

def attempts():
    yield "database", lambda: open({database!r}, "rb")
    yield "passwd", lambda: open("/etc/passwd")
    yield "shadow", lambda: open("/etc/shadow")
    yield "environment of a parent", lambda: open(f"/proc/{{os.getppid()}}/environ").read()
    yield "environment of the organiser", lambda: open("/proc/{organiser}/environ").read()
    yield "memory of a parent", lambda: open(f"/proc/{{os.getppid()}}/mem", "rb").read(1)
    yield "home", lambda: os.listdir({home!r})
    yield "a folder of others", lambda: os.listdir({others!r})
    yield "write beside itself", lambda: open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "notes"), "w")
    yield "write to /tmp", lambda: open("/tmp/joute-probe-notes", "w")
    yield "write to a folder of others", lambda: open({others!r} + "/notes", "w")
    yield "remove itself", lambda: os.unlink(__file__)
    yield "TCP", lambda: socket.create_connection(("127.0.0.1", {port}))
    yield "UDP", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    yield "UNIX socket", lambda: socket.socket(socket.AF_UNIX)
    yield "netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)
    yield "signal", lambda: os.kill({organiser}, 0)

def result(attempt):
    try:
        attempt()
    except OSError as error:
        return "ReadOnly" if error.errno == errno.EROFS else type(error).__name__
    return "allowed"

def choose(view, legal, clock, random):
    found = {{name: result(attempt) for name, attempt in attempts()}}
    found["variables"] = sorted(os.environ)
    with open(os.path.join(os.environ["HOME"], "own"), "w") as file:
        file.write("my own")
    found["processes"] = subprocess.run(["sh", "-c", "echo started"], capture_output=True, text=True).stdout
    return legal[0], found
"""


@pytest.fixture
def board() -> Game:
    return package.game("morpion", width=3, height=3, align=3)


@pytest.fixture
def listening() -> Iterator[int]:
    """The port of a server on this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def bot_file(folder: Path, source: str, name: str = "bot.py") -> str:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(source)
    return str(folder / name)


def probe(tmp_path: Path, port: int) -> str:
    (tmp_path / "others").mkdir()
    (tmp_path / "database.sqlite").write_text("every game")
    return bot_file(
        tmp_path / "probe",
        PROBE.format(
            database=str(tmp_path / "database.sqlite"),
            organiser=os.getpid(),
            home=str(Path.home()),
            others=str(tmp_path / "others"),
            port=port,
        ),
    )


def first_info(game: Game, text: str) -> dict[str, Any]:
    """What the bot tells with its first action."""
    bot = package.agent(text, game)
    record = package.match(game, [bot, package.agent("random", game)], seed=1)
    bot.close()
    assert record.faults == [], record.faults
    return dict(record.opinions[0][0])


def confined_by(layer: str, monkeypatch: pytest.MonkeyPatch) -> Confinement:
    """As on a system that allows namespaces to everybody, to bubblewrap alone, or to nobody."""
    found = Confinement(sandbox.available().landlock, layer == "namespaces", True, bubblewrap=layer == "bubblewrap")
    monkeypatch.setattr(sandbox, "available", lambda: found)
    return found


@pytest.mark.parametrize("layer", LAYERS)
@needs_sandbox
def test_a_probing_bot_is_refused_everything_and_plays(
    layer: str, tmp_path: Path, board: Game, listening: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = confined_by(layer, monkeypatch)
    for name in ("JOUTE_TOKEN", "JOUTE_DATABASE", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, SECRET)
    seen = first_info(board, probe(tmp_path, listening))
    assert seen.pop("processes") == "started\n"
    assert not {"JOUTE_TOKEN", "JOUTE_DATABASE", "AWS_SECRET_ACCESS_KEY"} & set(seen.pop("variables"))
    allowed = {"PermissionError", "FileNotFoundError", "ProcessLookupError"}  # in its namespace, other processes do not even exist
    if layer == "bubblewrap":
        allowed.add("ReadOnly")
    if layer == "landlock" and found.landlock < 6:
        seen.pop("signal")  # older versions of Landlock let signals through
    assert {name: result for name, result in seen.items() if result not in allowed} == {}
    assert seen["database"] == seen["passwd"] == seen["home"] == seen["TCP"] == seen["UNIX socket"] == "PermissionError"
    assert not list(Path("/tmp").glob("joute-probe-notes"))


@needs_sandbox
def test_without_a_sandbox_all_that_is_allowed(tmp_path: Path, board: Game, listening: int) -> None:
    """The probe is able to do what it tries."""
    seen = first_info(board, probe(tmp_path, listening).replace("bot.py", "bot.py:sandbox=off"))
    wanted = ("database", "passwd", "environment of a parent", "a folder of others", "write beside itself", "TCP", "UDP", "UNIX socket")
    assert {seen[name] for name in wanted} == {"allowed"}
    Path("/tmp/joute-probe-notes").unlink()


@needs_bubblewrap
@needs_sandbox
def test_the_check_lists_what_a_bot_was_denied_in_bubblewrap(
    tmp_path: Path, board: Game, listening: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    confined_by("bubblewrap", monkeypatch)
    (finding,) = [one for one in check(probe(tmp_path, listening), board, 1) if one.kind == "denied"]
    assert {"what": "write", "target": f"{tmp_path}/probe/notes"} in finding.details["denied"]


@needs_sandbox
def test_the_check_lists_what_a_bot_was_denied(tmp_path: Path, listening: int) -> None:
    small = ["-o", "width=3", "-o", "height=3", "-o", "align=3"]
    found = as_json("bot", "check", probe(tmp_path, listening), "morpion", *small)
    assert found["good"]
    (denied,) = [finding["denied"] for finding in found["findings"] if finding["finding"] == "denied"]
    assert {
        ("read", "/etc/passwd"),
        ("read", f"{tmp_path}/database.sqlite"),
        ("list", f"{tmp_path}/others"),
        ("write", f"{tmp_path}/probe/notes"),
        ("connect", f"127.0.0.1:{listening}"),
        ("socket", "UNIX"),
    } <= {(one["what"], one["target"]) for one in denied}
    shown = joute("bot", "check", str(tmp_path / "probe" / "bot.py"), "morpion", *small).stdout
    assert "It was confined: files by Landlock" in shown
    assert "    to read /etc/passwd\n" in shown
    assert "It can play." in shown


@needs_sandbox
def test_the_check_says_of_a_program_how_it_was_confined(tmp_path: Path) -> None:
    text = Animal(None, ZOO_ANSWER).text(tmp_path, "plain", PYTHON)
    shown = " ".join(joute("bot", "check", text, "diamant", "-o", "seats=2", "-o", "rounds=1").stdout.split())
    assert "Only of a Python file is it known what it was denied." in shown


ZOO_ANSWER = 'say({"action": message["legal"][0]})'


@needs_sandbox
def test_a_fork_bomb_is_limited_and_gone_afterwards(tmp_path: Path, board: Game) -> None:
    source = """
import os, time
def choose(view, legal, clock, random):
    count = 0
    try:
        while count < 3000:
            if os.fork() == 0:
                time.sleep(600)
                os._exit(0)
            count += 1
    except BlockingIOError:
        pass
    return legal[0], {"count": count}
"""
    file = bot_file(tmp_path, source)
    if os.getuid() == 0 and tuple(map(int, os.uname().release.split(".")[:2])) < (6, 14):
        pytest.skip("an older Linux does not limit the number of processes of root")
    bot = package.agent(file, board)
    assert isinstance(bot, Bot)
    session = bot.start_session(0, ["bot", "random"], 1)
    assert 0 < session.choose(board.view(board.new(), 0), 0).info["count"] < 1200
    session.end()
    bot.close()
    commands = subprocess.run(["ps", "-e", "-o", "args"], capture_output=True, text=True, check=True).stdout
    assert file not in commands


BAD = ["forks and sleeps", "forks and exits", "forks and plays", "is killed", "eats memory", "a file that exits"]
IN_BUBBLEWRAP = ["exits before it is ready", "closes its output", "floods at once"]  # which has pipes of its own


@needs_sandbox
@pytest.mark.parametrize(
    ("name", "layer"),
    [
        *((name, layer) for layer in ("off", "landlock") for name in BAD),
        *(pytest.param(name, "bubblewrap", marks=needs_bubblewrap) for name in BAD + IN_BUBBLEWRAP),
    ],
)
def test_bad_bots_are_ended_without_namespaces_too(name: str, layer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    animal: Animal = ZOO[name]
    confined_by(layer, monkeypatch)
    game = package.game("diamant", seats=2, rounds=1)
    text = animal.text(tmp_path, name, PYTHON)
    bot = Bot(game, with_limits(text, {"sandbox": "off"}) if layer == "off" else text)
    record = package.match(game, [package.agent("random", game), bot], seed=1)
    assert [fault.code for fault in record.faults] == ([animal.code] if animal.code else [])
    bot.close()
    commands = subprocess.run(["ps", "-e", "-o", "args"], capture_output=True, text=True, check=True).stdout
    assert str(tmp_path) not in commands


@needs_sandbox
def test_its_files_are_gone_with_it(tmp_path: Path, board: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    source = (
        "import os\ndef choose(v, l, c, r):\n    open(os.path.join(os.environ['TMPDIR'], 'big'), 'w').write('x' * 10**6)\n    return l[0]\n"
    )
    for mode in ("auto", "off"):
        bot = package.agent(f"{bot_file(tmp_path / 'bot', source)}:sandbox={mode}", board)
        assert package.match(board, [bot, package.agent("random", board)], seed=1).faults == []
        bot.close()
        assert list((tmp_path / "scratch").iterdir()) == []


@needs_sandbox
def test_a_file_is_limited_in_size(tmp_path: Path, board: Game) -> None:
    source = "import os\ndef choose(v, l, c, r):\n    with open(os.environ['TMPDIR'] + '/big', 'wb') as file:\n"
    source += "        for _ in range(200):\n            file.write(bytes(1 << 20))\n    return l[0]\n"
    bot = package.agent(bot_file(tmp_path, source), board)
    (fault,) = package.match(board, [bot, package.agent("random", board)], seed=1).faults
    assert fault.code is Code.crash
    bot.close()


@needs_sandbox
@pytest.mark.parametrize("language", ["cc", "node", "java", "sh"])
def test_programs_of_any_language_play_confined(language: str, tmp_path: Path) -> None:
    if shutil.which(language) is None:
        pytest.skip(f"needs {language}")
    name, source, command = PROGRAMS[language]
    (tmp_path / name).write_text(source)
    (tmp_path / name).chmod(0o755)
    if language == "cc":
        subprocess.run(["cc", "-o", tmp_path / "bot", tmp_path / name], check=True)
    game = package.game("diamant", seats=2, rounds=1)
    bot = package.agent(f"cmd:sandbox=required,start=60:{command.format(folder=tmp_path)}", game)
    assert package.match(game, [bot, package.agent("random", game)], seed=1).faults == []
    bot.close()


PROGRAMS = {  # program that is needed -> the bot's file, its source, its command
    "cc": (
        "bot.c",
        r"""
#include <stdio.h>
#include <string.h>
int main() {
    static char line[1 << 16];
    setvbuf(stdout, 0, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"hello\"")) puts("{\"type\": \"ready\"}");
        else if (strstr(line, "\"act\"")) puts("{\"action\": \"explore\"}");
    }
}
""",
        "{folder}/bot",
    ),
    "node": (
        "bot.js",
        """
require("readline").createInterface({input: process.stdin}).on("line", line => {
    const type = JSON.parse(line).type
    if (type == "hello") console.log('{"type": "ready"}')
    if (type == "act") console.log('{"action": "explore"}')
})
""",
        "node {folder}/bot.js",
    ),
    "java": (
        "Main.java",
        r"""
public class Main {
    public static void main(String[] arguments) {
        java.util.Scanner in = new java.util.Scanner(System.in);
        while (in.hasNextLine()) {
            String line = in.nextLine();
            if (line.contains("\"hello\"")) System.out.println("{\"type\": \"ready\"}");
            else if (line.contains("\"act\"")) System.out.println("{\"action\": \"explore\"}");
        }
    }
}
""",
        "java {folder}/Main.java",
    ),
    "sh": (
        "bot.sh",
        """#!/bin/sh
while read -r line; do
    case $line in
        *'"hello"'*) echo '{"type": "ready"}';;
        *'"act"'*) echo '{"action": "explore"}';;
    esac
done
""",
        "{folder}/bot.sh",
    ),
}


@needs_sandbox
def test_a_bot_may_use_joute_and_numpy(tmp_path: Path, board: Game) -> None:
    source = "import joute, numpy\ndef choose(view, legal, clock, random):\n"
    source += "    state = joute.game(view.game, **view.options).position(view)\n    return legal[int(numpy.zeros(1)[0])]\n"
    bot = package.agent(bot_file(tmp_path, source), board)
    assert package.match(board, [bot, package.agent("random", board)], seed=1).faults == []
    bot.close()


# --- bubblewrap ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("allowed", "works", "code"),
    [
        ("namespaces calls", True, "landlock+namespaces+calls"),
        ("calls", True, "landlock+bubblewrap+calls"),
        ("calls", False, "landlock+calls"),
    ],
)
def test_bubblewrap_is_used_where_namespaces_are_refused_to_joute(
    allowed: str, works: bool, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The supervisor's probe says what is allowed; bubblewrap, as it would run a bot, is only tried if that is too little."""
    tried = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        tried.append(command[0])
        return subprocess.CompletedProcess(command, 0 if command[0] != "bwrap" or works else 1, stdout=allowed)

    monkeypatch.setattr(sandbox, "_landlock_version", lambda: 7)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(subprocess, "run", run)
    found = sandbox.available.__wrapped__()
    assert found.code == code
    assert found.complete
    assert ("bwrap" in tried) == ("namespaces" not in allowed)
    assert sandbox.supervisor(found)[0] == ("bwrap" if "bubblewrap" in code else sys.executable)


def test_bubblewrap_is_not_run_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("nothing to run"))
    assert not sandbox.bubblewrap_works()


def test_the_supervisor_is_the_first_process_in_bubblewrap() -> None:
    """It shares no namespace, has no privileges even as root, writes to memory alone, and outlives the thread that starts it."""
    confined = Confinement(7, False, True, bubblewrap=True)
    command = sandbox.supervisor(confined)
    options, run = command[: command.index("--")], command[command.index("--") + 1 :]
    assert run == sandbox.supervisor(Confinement(7, True, True))
    assert {f"--unshare-{name}" for name in ("user", "pid", "net", "ipc", "uts")} | {"--as-pid-1"} <= set(options)
    assert options[options.index("--cap-drop") + 1] == "ALL"
    assert options[options.index("--uid") + 1] != "0"
    assert not {"--bind", "--dev-bind", "--die-with-parent"} & set(options)
    assert options[-2:] == ["--tmpfs", sandbox.scratch_folder(confined)]
    limits = parse_reference("cmd:sh").limits
    assert f"processes={sandbox.PROCESSES}," in sandbox.numbers(limits, confined)


def test_bubblewrap_is_named_in_both_languages() -> None:
    code = Confinement(7, False, True, bubblewrap=True).code
    assert sandbox.sentences([("a.py", code)]) == ["Confined (files by Landlock, own namespaces by bubblewrap, no sockets): a.py."]
    with use_language(Language.fr):
        assert sandbox.layers(code) == "fichiers par Landlock, espaces de noms propres par bubblewrap, aucun socket"
    assert sandbox.code_in(f"1.0 sandbox={code}", "a.py") == code


# --- what is readable -----------------------------------------------------------------------------------------------------------


def test_a_folder_with_the_database_or_the_home_is_not_readable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(bot_file(tmp_path / "bots", "def choose(v, l, c, r): return l[0]\n"))
    assert file.parent in sandbox.readable(parse_reference(str(file)))
    monkeypatch.setenv("JOUTE_DATABASE", f"sqlite:///{tmp_path}/bots/joute.sqlite")
    narrow = sandbox.readable(parse_reference(str(file)))
    assert file in narrow
    assert file.parent not in narrow
    monkeypatch.delenv("JOUTE_DATABASE")
    monkeypatch.setenv("HOME", str(tmp_path / "bots"))
    assert file.parent not in sandbox.readable(parse_reference(str(file)))


def test_a_program_may_read_the_folders_of_the_files_that_its_command_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bot_file(tmp_path / "one", "", "bot.py")
    (tmp_path / "two").mkdir()
    found = sandbox.readable(parse_reference(f"cmd:{PYTHON} one/bot.py --data two / missing"))
    assert {tmp_path / "one", tmp_path / "two"} <= set(found)
    assert not {tmp_path, Path("/"), Path.home()} & set(found)
    assert tmp_path in sandbox.readable(parse_reference("cmd:sh"))


def test_links_of_an_author_lead_nowhere(tmp_path: Path) -> None:
    private, folder = tmp_path / "private", tmp_path / "bot"
    private.mkdir()
    (private / "key").write_text("secret")
    program = bot_file(folder, "", "bot.py")
    (folder / "data").symlink_to(private)
    (folder / "weights").symlink_to(private / "key")
    found = sandbox.readable(parse_reference(f"cmd:{PYTHON} {program} {folder}/data {folder}/weights"))
    assert folder in found
    assert not {private, private / "key", folder / "data", folder / "weights"} & set(found)


# --- the setting ----------------------------------------------------------------------------------------------------------------


def test_required_is_refused_in_a_sentence_if_the_system_cannot(tmp_path: Path, board: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "available", lambda: Confinement())
    text = bot_file(tmp_path, "def choose(v, l, c, r):\n    return l[0]\n")
    with pytest.raises(JouteError, match=r"sandbox=required is not possible here: .*Landlock.*; sandbox=auto plays without it"):
        duel(board, [f"{text}:sandbox=required", "random"], games=2)
    found = duel(board, [text, "random"], games=2).to_json()
    assert found["agents"][0]["confinement"] == "none"
    assert found["agents"][0]["faults"] == 0


@needs_sandbox
def test_results_say_how_each_bot_was_confined(tmp_path: Path) -> None:
    text = bot_file(tmp_path, "def choose(v, l, c, r):\n    return l[0]\n")
    small = ["-o", "width=3", "-o", "height=3", "-o", "align=3", "--games", "2", "--workers", "1"]
    found = as_json("duel", "morpion", text, "random", *small)
    assert [row["confinement"] for row in found["agents"]] == [sandbox.available().code, None]
    shown = " ".join(joute("duel", "morpion", f"{text}:sandbox=off", "random", *small).stdout.split())
    assert "Not confined, with your rights (sandbox=off)" in shown


@needs_sandbox
def test_a_report_says_how_each_bot_was_confined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOUTE_DATABASE", str(tmp_path / "tournaments.sqlite"))
    source = "def choose(v, l, c, r):\n    return l[0]\n"
    one, two = (bot_file(tmp_path / "bots", source, name) for name in ("one.py", "two.py"))
    small = ["-o", "width=3", "-o", "height=3", "-o", "align=3", "--games", "2", "--workers", "1", "--name", "cup"]
    found = as_json("tournament", "morpion", one, f"{two}:sandbox=off", *small)
    confined = {row["agent"]: row["confinement"] for row in found["confinements"]}
    assert confined == {one: sandbox.available().code, f"{two}:sandbox=off": "off"}
    joute("report", "cup", "--out", str(tmp_path / "cup.html"), "--lang", "fr")
    page = (tmp_path / "cup.html").read_text()
    assert "Confinement des bots" in page
    assert f"Non confinés, avec vos droits (sandbox=off) : {two}:sandbox=off." in page


def test_a_tournament_with_bots_of_several_files_must_confine_them(tmp_path: Path, board: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "def choose(v, l, c, r):\n    return l[0]\n"
    one, two = (bot_file(tmp_path, source, name) for name in ("one.py", "two.py"))
    agent = str(Path(__file__).parents[2] / "examples" / "agents" / "rollouts.py") + ":Rollouts"
    assert sandbox.for_tournament([one, f"{one}:bank=3", "random", agent], {}) == {}
    assert sandbox.for_tournament([one, two, "random"], {"bank": 3}) == {"bank": 3, "sandbox": "required"}
    assert sandbox.for_tournament([one, two, agent], {"sandbox": "auto"}) == {"sandbox": "auto"}
    with pytest.raises(JouteError, match="is an agent in a file, which runs inside Joute and cannot be confined"):
        sandbox.for_tournament([one, two, agent], {})
    monkeypatch.setattr(sandbox, "available", lambda: Confinement())
    with pytest.raises(JouteError, match="sandbox=required is not possible here"):
        tournament(board, [one, two], games=2)


# --- memory ---------------------------------------------------------------------------------------------------------------------


@needs_sandbox
def test_a_remembering_bot_recognises_nothing_in_a_block(capsys: pytest.CaptureFixture[str]) -> None:
    """One process for all games would recognise the cards of every second game; one for each game, without a shared disk, none."""
    remembering.main(4)
    before, now = capsys.readouterr().out.splitlines()
    assert re.match(r"one process for all games: recognised [1-9] of 8", before), "the bot does remember"
    assert now.startswith("a process for each game: recognised 0 of 8, share 0.500")
