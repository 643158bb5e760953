"""The sandbox of a bot: what its process may read, write and use, and what this system can enforce of it.

Landlock decides about files: the interpreter, the libraries of the system and the bot's own folder can be read, a folder of its own in
memory can be written. A filter of system calls refuses sockets. Namespaces show it no other process and no network; bubblewrap sets them up
where the system grants them to it alone. `supervisor.py` applies all that in the bot's process, before the bot is started.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from joute.bots.bot_reference import AgentFile, BotLimits, BotReference, is_bot, parse_reference, with_limits
from joute.core.errors import JouteError
from joute.directories import cache_directory, data_directory, state_directory
from joute.i18n import say

if TYPE_CHECKING:
    from landlockpy import Ruleset

SUPERVISOR = Path(__file__).with_name("supervisor.py")
PACKAGE = Path(__file__).parent.parent
PROBE_SECONDS = 20.0
PROCESSES = 128  # and threads, of one bot
PROCESSES_OF_USER = 1000  # beyond those that the user has now, where a bot has no namespace of its own to count in
FILE_SIZE = 64 << 20  # bytes, of one file and of the whole scratch folder in memory
OPEN_FILES = 256
SHARED_MEMORY = "/dev/shm"  # the scratch folder in bubblewrap
OTHER_THAN_ROOT = 1000  # the number of root in bubblewrap
CPU_FACTOR, CPU_SECONDS = 20, 600  # processor time of a process: that many times its bank, at least that many seconds
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/gnu/store", "/System", "/Library")
SYSTEM_FILES = (
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/alternatives",
    "/sys/devices/system/cpu",
)
SYSTEM_PATTERNS = ("java*", "jvm*", "ssl/openssl.cnf", "mono*", "dotnet*")  # in /etc: settings of language runtimes
LIBRARIES = ("lib", "lib64", "libexec", "conf")  # beside a folder `bin`
MANAGERS = (".pyenv", ".rbenv", ".nodenv", ".jenv", ".nvm", ".volta", ".asdf", ".sdkman", ".rustup")  # of languages, in a home
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
VARIABLES = ("PATH", "LANG", "LANGUAGE", "TZ", "JAVA_HOME", "LD_LIBRARY_PATH")  # and LC_...: what a bot gets of the environment
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
LAYERS = ("landlock", "namespaces", "bubblewrap", "calls")
NONE, OFF, INSIDE = "none", "off", "inside"  # codes without a layer; the last one: an agent in a file, which runs inside Joute


@dataclass(frozen=True)
class Confinement:
    """How a bot is confined."""

    landlock: int = 0  # the version of Landlock's interface; 0: files are not confined
    namespaces: bool = False
    calls: bool = False  # whether system calls are filtered: no sockets
    wanted: bool = True  # False: the bot's limits switch it off
    bubblewrap: bool = False  # whether bubblewrap sets up the namespaces, which the system grants to it alone

    @property
    def code(self) -> str:
        """For records and programs: `landlock+namespaces+calls`, `none` if this system cannot confine it, or `off`."""
        return "+".join(name for name in LAYERS if getattr(self, name)) or (NONE if self.wanted else OFF)

    @property
    def complete(self) -> bool:
        """Whether it keeps a bot from files and sockets."""
        return self.landlock > 0 and self.calls


def confinement(limits: BotLimits) -> Confinement:
    """How a bot with these limits is confined here; a JouteError if that must be complete and cannot be."""
    if limits.sandbox == "off":
        return Confinement(wanted=False)
    found = available()
    if limits.sandbox == "required" and not found.complete:
        raise JouteError("sandbox=required is not possible here: {reason}; sandbox=auto plays without it", reason=why_not())
    return found


@cache
def available() -> Confinement:
    """What this system can enforce; found out by trying it in another process."""
    version = _landlock_version()
    if not version:
        return Confinement()
    with tempfile.TemporaryDirectory(prefix="joute-probe-") as scratch:
        command = [sys.executable, "-I", "-S", str(SUPERVISOR), "probe", scratch]
        try:
            found = subprocess.run(command, capture_output=True, text=True, timeout=PROBE_SECONDS, check=False).stdout.split()
        except (OSError, subprocess.TimeoutExpired):
            found = []
    if "namespaces" not in found and bubblewrap_works():
        found.append("bubblewrap")
    return Confinement(version, "namespaces" in found, "calls" in found, bubblewrap="bubblewrap" in found)


def bubblewrap_works() -> bool:
    """Whether bubblewrap is installed and may make namespaces."""
    if shutil.which("bwrap") is None:
        return False
    command = in_bubblewrap([sys.executable, "-I", "-S", "-c", ""])
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PROBE_SECONDS, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def in_bubblewrap(command: Sequence[str]) -> list[str]:
    """The command, run by bubblewrap in namespaces like those of the supervisor.

    It is the first process there, so that everything ends with it and nothing inside can stop it. It may read all files, and write to a
    folder in memory. Not `--die-with-parent`: that would end it with the thread that has started it, not with Joute.
    """
    user, group = os.geteuid() or OTHER_THAN_ROOT, os.getegid() or OTHER_THAN_ROOT
    return [
        *("bwrap", "--unshare-user", "--uid", str(user), "--gid", str(group), "--cap-drop", "ALL"),
        *("--unshare-pid", "--as-pid-1", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
        *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
        *("--perms", "0700", "--size", str(FILE_SIZE), "--tmpfs", SHARED_MEMORY, "--", *command),
    ]


def supervisor(confined: Confinement) -> list[str]:
    """The command that starts a supervisor."""
    command = [sys.executable, "-I", "-S", str(SUPERVISOR)]
    return in_bubblewrap(command) if confined.bubblewrap else command


def scratch_folder(confined: Confinement) -> str:
    """The folder that the bot may write to; the supervisor removes it, and bubblewrap makes its own."""
    return SHARED_MEMORY if confined.bubblewrap else tempfile.mkdtemp(prefix="joute-bot-")


def _landlock_version() -> int:
    if sys.platform != "linux":
        return 0
    try:
        import landlockpy
    except ImportError:
        return 0
    try:
        return landlockpy.abi_version()
    except OSError:
        return 0


def why_not() -> str:
    """Why bots are not confined completely here."""
    if sys.platform != "linux":
        return say("bots are confined by Landlock, which only Linux has")
    if available().landlock:
        return say("the system calls of this processor cannot be filtered")
    return say("this Linux has no Landlock: it is older than 5.13, or starts without it, or the library landlockpy is missing")


def sentences(codes: Iterable[tuple[str, str]]) -> list[str]:
    """How bots were confined, from pairs of a bot and the code of its confinement."""
    bots: dict[str, list[str]] = {}
    for bot, code in codes:
        bots.setdefault(code, []).append(bot)
    return [_sentence(code, ", ".join(found)) for code, found in bots.items()]


def _sentence(code: str, bots: str) -> str:
    if code == INSIDE:
        return say("Inside Joute, with your rights, because agents in a file cannot be confined: {bots}.", bots=bots)
    if code == OFF:
        return say("Not confined, with your rights (sandbox=off): {bots}.", bots=bots)
    if code == NONE:
        return say("Not confined, with your rights, because the system cannot confine bots: {bots}.", bots=bots)
    return say("Confined ({layers}): {bots}.", layers=layers(code), bots=bots)


def layers(code: str) -> str:
    """The parts of a confinement, for a person."""
    words = {
        "landlock": say("files by Landlock"),
        "namespaces": say("own namespaces"),
        "bubblewrap": say("own namespaces by bubblewrap"),
        "calls": say("no sockets"),
    }
    return ", ".join(words.get(name, name) for name in code.split("+"))


def code_in(version: str, text: str) -> str | None:
    """How an agent of that text was confined, given its version in a record; None for one of Joute's own."""
    if found := re.search(r" ?\bsandbox=([a-z+]+)$", version):
        return found[1]
    return INSIDE if AgentFile.parse(text) else None


def for_tournament(texts: Sequence[str], limits: Mapping[str, object]) -> dict[str, object]:
    """The limits of the bots in a tournament: bots of several files or commands are other people's, and must be confined.

    An agent in a file runs inside Joute, and is refused if bots must be confined.
    """
    programs = {tuple(parse_reference(text).command) for text in texts if is_bot(text)}
    whole: dict[str, object] = {**({"sandbox": "required"} if len(programs) > 1 else {}), **limits}
    inside = next((text for text in texts if AgentFile.parse(text)), None)
    if whole.get("sandbox") == "required" and inside is not None:
        raise JouteError(
            "{agent} is an agent in a file, which runs inside Joute and cannot be confined; --limits sandbox=auto lets it play",
            agent=inside,
        )
    return whole


def check(texts: Sequence[str], limits: Mapping[str, object]) -> None:
    """Refuse bots that must be confined and cannot be."""
    for text in texts:
        if is_bot(text):
            confinement(parse_reference(with_limits(text, limits)).limits)


# --- what a bot may read ------------------------------------------------------------------------------------------------------


def readable(reference: BotReference) -> list[Path]:
    """The files and folders that the bot may read: the system's, the interpreter's, Joute's compiled code, and its own."""
    system = [Path(name) for name in (*SYSTEM, *SYSTEM_FILES)]
    system += [found for pattern in SYSTEM_PATTERNS for found in Path("/etc").glob(pattern)]
    python = [Path(name) for name in {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}]
    own = [place for number, file in enumerate(reference.files) for place in _own(file, program=number == 0)]
    return [path for path in (*system, *python, PACKAGE, cache_directory(), *own) if path.exists()]


def _own(file: Path, program: bool) -> Iterator[Path]:
    """A file that a bot's command names with its folder, or a folder; no folder with something private in it, such as the user's home.

    Links are followed only for the program itself: others may be made by the bot's author, and lead anywhere.
    """
    if file.is_symlink() and not program:
        return
    folders = {file.resolve()} if file.is_dir() else {file.parent.resolve(), file.resolve().parent}
    if not file.is_dir():
        yield file
    yield from (folder for folder in folders if not any(private.is_relative_to(folder) for private in _private()))
    if program:  # a language that is installed elsewhere needs its libraries
        yield from (folder.parent / name for folder in folders if folder.name == "bin" for name in LIBRARIES)
        yield from (manager for manager in map(Path.home().joinpath, MANAGERS) if file.is_relative_to(manager))


def _private() -> list[Path]:
    """What no bot may read, even if it lies in the folder of one."""
    database = os.environ.get("JOUTE_DATABASE", "").removeprefix("sqlite:///")
    files = [Path(database)] if database and "://" not in database else []
    return [path.resolve() for path in (Path.home(), data_directory(), state_directory(), Path(tempfile.gettempdir()), *files)]


def ruleset(paths: Sequence[Path]) -> "Ruleset":
    """A Landlock ruleset that allows to read and run what lies there, and nothing else; no TCP, no signals to others."""
    from landlockpy import AccessFS, Ruleset, Scope

    rules = Ruleset(scoped=Scope.ABSTRACT_UNIX_SOCKET | Scope.SIGNAL)
    of_files = AccessFS.READ_FILE | AccessFS.EXECUTE
    for path in paths:
        rules.allow_path(path, of_files | AccessFS.READ_DIR if path.is_dir() else of_files)
    for name in DEVICES:
        if os.path.exists(name):
            rules.allow_path(name, AccessFS.READ_FILE | AccessFS.WRITE_FILE)
    return rules


# --- what it gets -------------------------------------------------------------------------------------------------------------


def environment(confined: Confinement, scratch: str) -> dict[str, str]:
    """The environment of a bot: an allow list, and folders of its own; unless it is not to be confined at all."""
    everyone = {**ONE_THREAD, "PYTHONHASHSEED": "0", "TMPDIR": scratch}
    if not confined.wanted:
        return {**ONE_THREAD, **os.environ, **everyone}
    given = {name: value for name, value in os.environ.items() if name in VARIABLES or name.startswith("LC_")}
    own = {"HOME": scratch, "JOUTE_CACHE": str(cache_directory()), "PYTHONDONTWRITEBYTECODE": "1"}
    own |= {"PYTHONPATH": f"{scratch}/packages"} if package_folder(confined) else {}
    return {**given, **everyone, **own}


def package_folder(confined: Confinement) -> str:
    """Joute's folder, if a confined interpreter does not find it by itself: it is not where packages are installed."""
    installed = any(PACKAGE.is_relative_to(folder) for folder in (sys.prefix, sys.base_prefix))
    return "" if installed or not confined.wanted else str(PACKAGE)


def numbers(limits: BotLimits, confined: Confinement, **descriptors: int) -> str:
    """The limits, and file descriptors, as the supervisor reads them: `name=value,...`."""
    values = {"memory": limits.memory << 20, "confined": int(confined.wanted), **descriptors}
    if confined.wanted:
        values |= {"file_size": FILE_SIZE, "files": OPEN_FILES, "scratch_size": FILE_SIZE}
        values |= {"seconds": max(CPU_SECONDS, ceil(CPU_FACTOR * (limits.bank + limits.start)))}
        if sys.platform == "linux":  # elsewhere it is not known how many the user has
            own_count = confined.namespaces or confined.bubblewrap
            values |= {"processes": PROCESSES if own_count else PROCESSES_OF_USER + _processes_of_user()}
        values |= {"namespaces": int(confined.namespaces), "bubblewrap": int(confined.bubblewrap), "calls": int(confined.calls)}
    return ",".join(f"{name}={value}" for name, value in values.items())


def _processes_of_user() -> int:
    """The processes and threads of this user; RLIMIT_NPROC counts them all."""
    count = 0
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if entry.stat().st_uid == os.getuid():
                count += len(os.listdir(entry / "task"))
        except OSError:
            continue
    return count
