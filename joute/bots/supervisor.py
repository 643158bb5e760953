"""The supervisor of a bot: it confines the bot, and everything that the bot starts ends with it, and all of it when Joute ends.

Run as a script, with nothing but the standard library: `supervisor.py CONTROL LIMITS SCRATCH PACKAGE COMMAND...`. The bot gets the pipes;
the supervisor holds the end of a control pipe, which closes when Joute has finished with the bot or was killed. LIMITS are numbers,
`name=value,...` (see `joute.bots.sandbox`), and name the bot's `input` and `output`, because bubblewrap, which may run this script, never
closes its own. SCRATCH is the only folder that the bot may write to, PACKAGE the folder of Joute if the
interpreter does not find it by itself. The exit code is the bot's, or 128 plus the number of the signal that ended the bot.
`supervisor.py probe SCRATCH` prints which parts of the confinement this system allows.
"""

import contextlib
import ctypes
import os
import resource
import select
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 22, 24, 36, 38
NOT_STARTED = 127  # the exit code of shells for a command that cannot be run
NOT_CONFINED = 125  # the exit code if a part of the confinement fails that the probe has found possible

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 1 << 17, 1 << 26, 1 << 27, 1 << 28, 1 << 29, 1 << 30
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 8, 1 << 12, 1 << 14, 1 << 18
OTHER_THAN_ROOT = 1000  # the number of root in its namespace: not 0, so that a program that it runs has no capability there
LAST_CAPABILITY = 63
FIRST_OWN_PID_MAX = (6, 14)  # the first Linux in which a process namespace has its own limit of process numbers
MIN_PID_MAX = 301  # the smallest limit that Linux takes

LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF, LANDLOCK_RULE_PATH_BENEATH = 445, 446, 1
LANDLOCK_READ = 1 << 2 | 1 << 3  # files and folders
LANDLOCK_ALL = (1 << 15) - 1  # every right of Landlock 3; the ruleset handles fewer on an older Linux

# System calls that a bot may not use, by machine: the number of clone, and those of sockets, IPC that Landlock does not cover, other
# namespaces, keys of the user's session, and interfaces of the kernel that no bot needs (io_uring opens sockets too).
CLONE3 = 435  # its flags cannot be checked; libraries use clone if it does not exist
FORBIDDEN = {
    "x86_64": (0xC000003E, 56, (41, 29, 64, 68, 240, 248, 249, 250, 272, 298, 308, 321, 323, 425)),
    "aarch64": (0xC00000B7, 220, (198, 194, 190, 186, 180, 217, 218, 219, 97, 241, 268, 280, 282, 425)),
}
X32 = 0x40000000  # system calls of another interface on x86_64
BPF_LOAD, BPF_EQUAL, BPF_AT_LEAST, BPF_ANY_BIT, BPF_RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
SECCOMP_ALLOW, SECCOMP_ERROR, SECCOMP_KILL = 0x7FFF0000, 0x00050000, 0x80000000
EPERM, EACCES, ENOSYS = 1, 13, 38


class Confining(Exception):
    """A part of the confinement failed."""


class PathBeneath(ctypes.Structure):
    """`struct landlock_path_beneath_attr`."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = [("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32)]


class Instruction(ctypes.Structure):
    """`struct sock_filter`."""

    _fields_ = [("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8), ("value", ctypes.c_uint32)]


class Filter(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = [("length", ctypes.c_uint16), ("first", ctypes.POINTER(Instruction))]


def libc(name: str, *arguments: object) -> int:
    """Call a function of the C library; Confining if it fails."""
    result: int = getattr(LIBC, name)(*arguments)
    if result == -1:
        raise Confining(f"{name}: {os.strerror(ctypes.get_errno())}")
    return result


LIBC = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, value: int) -> None:
    """Call prctl on Linux, whether it succeeds or not; do nothing elsewhere."""
    if sys.platform == "linux":
        LIBC.prctl(option, value, 0, 0, 0)


# --- confining the bot --------------------------------------------------------------------------------------------------------


def enter_namespaces() -> None:
    """New user, process, network, IPC and host name namespaces; the processes started from now on are in the process namespace."""
    user, group = os.geteuid(), os.getegid()
    libc("unshare", CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS)
    for name, text in (
        ("uid_map", f"{user or OTHER_THAN_ROOT} {user} 1"),
        ("setgroups", "deny"),
        ("gid_map", f"{group or OTHER_THAN_ROOT} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def mount_own(scratch: str, size: int) -> None:
    """In the first process of the namespace: its own /proc, and a scratch folder in memory, which is /dev/shm too."""
    libc("unshare", CLONE_NEWNS)
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    mount("tmpfs", scratch, "tmpfs", MS_NOSUID | MS_NODEV, f"size={size},nr_inodes=16k,mode=700")
    if os.path.isdir("/dev/shm"):
        mount(scratch, "/dev/shm", None, MS_BIND)
    if os.geteuid() == OTHER_THAN_ROOT and tuple(int(part) for part in os.uname().release.split(".")[:2]) >= FIRST_OWN_PID_MAX:
        with contextlib.suppress(OSError), open("/proc/sys/kernel/pid_max", "w") as file:
            file.write(str(MIN_PID_MAX))  # RLIMIT_NPROC does not limit root


def mount(source: str, folder: str, kind: str | None, flags: int, data: str | None = None) -> None:
    """Mount a file system."""
    words = [None if word is None else word.encode() for word in (source, folder, kind, data)]
    libc("mount", words[0], words[1], words[2], ctypes.c_ulong(flags), words[3])


def restrict_files(ruleset: int, scratch: str, proc: str) -> None:
    """Apply the Landlock ruleset that Joute made, with the folders that exist only here."""
    for folder, allowed in ((scratch, LANDLOCK_ALL), (proc, LANDLOCK_READ)):
        opened = os.open(folder, os.O_PATH | os.O_CLOEXEC)
        rule = PathBeneath(allowed, opened)
        libc("syscall", ctypes.c_long(LANDLOCK_ADD_RULE), ruleset, LANDLOCK_RULE_PATH_BENEATH, ctypes.byref(rule), 0)
        os.close(opened)
    libc("syscall", ctypes.c_long(LANDLOCK_RESTRICT_SELF), ruleset, 0)
    os.close(ruleset)


def forbid_calls() -> None:
    """Apply a filter of system calls: no sockets, no other namespaces."""
    architecture, clone, forbidden = FORBIDDEN[os.uname().machine]
    program = [
        (BPF_LOAD, 0, 0, 4),  # the architecture
        (BPF_EQUAL, 1, 0, architecture),
        (BPF_RETURN, 0, 0, SECCOMP_KILL),
        (BPF_LOAD, 0, 0, 0),  # the number of the call
        (BPF_AT_LEAST, 0, 1, X32),
        (BPF_RETURN, 0, 0, SECCOMP_ERROR | EPERM),
        (BPF_EQUAL, 0, 1, CLONE3),
        (BPF_RETURN, 0, 0, SECCOMP_ERROR | ENOSYS),
    ]
    for number in forbidden:
        program += [(BPF_EQUAL, 0, 1, number), (BPF_RETURN, 0, 0, SECCOMP_ERROR | EACCES)]
    program += [
        (BPF_EQUAL, 0, 3, clone),
        (BPF_LOAD, 0, 0, 16),  # its flags
        (BPF_ANY_BIT, 0, 1, CLONE_NEWUSER),
        (BPF_RETURN, 0, 0, SECCOMP_ERROR | EPERM),
        (BPF_RETURN, 0, 0, SECCOMP_ALLOW),
    ]
    instructions = (Instruction * len(program))(*(Instruction(*one) for one in program))
    filter_ = Filter(len(program), ctypes.cast(instructions, ctypes.POINTER(Instruction)))
    libc("prctl", PR_SET_SECCOMP, 2, ctypes.byref(filter_), 0, 0)


def set_limits(limits: dict[str, int]) -> None:
    """Limit what one process may use; a limit that the system refuses, as macOS does, is left out."""
    # Linux counts in RLIMIT_DATA what a process can write to; RLIMIT_AS also counts what it only reserves, as Node and Go do.
    memory = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    kinds = {
        "memory": memory,
        "processes": resource.RLIMIT_NPROC,
        "file_size": resource.RLIMIT_FSIZE,
        "files": resource.RLIMIT_NOFILE,
        "seconds": resource.RLIMIT_CPU,
    }
    for name, kind in kinds.items():
        if limits.get(name):
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(kind, (limits[name], limits[name]))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def confine(limits: dict[str, int], scratch: str) -> None:
    """Confine this process for good, as far as the limits ask for it."""
    set_limits(limits)
    for capability in range(LAST_CAPABILITY + 1):
        prctl(PR_CAPBSET_DROP, capability)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    if "ruleset" in limits:
        own_proc = limits.get("namespaces") or limits.get("bubblewrap")
        restrict_files(limits["ruleset"], scratch, "/proc" if own_proc else f"/proc/{os.getpid()}")
    if limits.get("calls"):
        forbid_calls()


# --- running it ---------------------------------------------------------------------------------------------------------------


def exec_bot(command: list[str], limits: dict[str, int], scratch: str, package: str) -> None:
    """Replace this process by the bot, in its own session, confined."""
    os.setsid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # if the bot kills its supervisor
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for number, pipe in enumerate((limits["input"], limits["output"])):
        os.dup2(pipe, number)
        os.close(pipe)
    try:
        if package:
            os.mkdir(f"{scratch}/packages")
            os.symlink(package, f"{scratch}/packages/{os.path.basename(package)}")
        if limits.get("confined"):
            confine(limits, scratch)
        else:
            set_limits({"memory": limits["memory"]})
    except (Confining, OSError) as error:
        os.write(2, f"it cannot be confined: {error}\n".encode())
        os._exit(NOT_CONFINED)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]} cannot be started: {error.strerror}\n".encode())
        os._exit(NOT_STARTED)


def first_process(limits: dict[str, int], scratch: str, exec_: Callable[[], None]) -> int:
    """The first process of a namespace: it starts the bot and waits for it; when it ends, Linux ends all others."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    try:
        mount_own(scratch, limits["scratch_size"])
    except (Confining, OSError) as error:
        os.write(2, f"it cannot be confined: {error}\n".encode())
        return NOT_CONFINED
    bot = os.fork()
    if bot == 0:
        exec_()
    close_pipes(limits)
    while True:
        ended, status = os.wait()
        if ended == bot:
            return exit_code(status)


def close_pipes(limits: dict[str, int]) -> None:
    """Let go of the bot's pipes, which would stay open when the bot has closed them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for pipe in (limits["input"], limits["output"], 2):
        os.dup2(nowhere, pipe)


def exit_code(status: int) -> int:
    """The exit code of a process, or 128 plus the number of the signal that ended it."""
    code = os.waitstatus_to_exitcode(status)
    return 128 - code if code < 0 else code


def children() -> list[int]:
    """All descendants of this process."""
    above: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as stat:
                above[int(name)] = int(stat.read().rpartition(b")")[2].split()[1])
    found = {os.getpid()}
    while True:
        more = {process for process, parent in above.items() if parent in found} - found
        if not more:
            return list(found - {os.getpid()})
        found |= more


def kill_process(process: int, kill: Callable[[int, int], None] = os.kill) -> None:
    """Kill a process if it still exists."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        kill(process, signal.SIGKILL)


def kill_all(bot: int, namespaces: bool) -> None:
    """Kill the bot and all that it started; orphans are re-parented to the supervisor, so that none is missed."""
    if namespaces:
        kill_process(bot)  # the first process of the namespace: all others end with it
        with contextlib.suppress(ChildProcessError):
            os.waitpid(bot, 0)
        return
    kill_process(bot, os.killpg)
    while sys.platform == "linux" and (left := children()):
        for process in left:
            kill_process(process)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def remove(folder: str) -> None:
    """Remove a folder and all that is in it, as far as that is possible."""
    for place, folders, files in os.walk(folder, topdown=False):
        for name in files + folders:
            path = os.path.join(place, name)
            with contextlib.suppress(OSError):
                (os.rmdir if name in folders and not os.path.islink(path) else os.unlink)(path)
    with contextlib.suppress(OSError):
        os.rmdir(folder)


def main(control: int, limits: dict[str, int], scratch: str, package: str, command: list[str]) -> int:
    """Start the bot, wait until it ends or the control pipe closes, and leave no process and no file behind."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    awake, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    namespaces = bool(limits.get("namespaces"))
    try:
        if namespaces:
            enter_namespaces()
    except (Confining, OSError) as error:
        os.write(2, f"it cannot be confined: {error}\n".encode())
        return NOT_CONFINED
    bot = os.fork()
    if bot == 0:
        signal.set_wakeup_fd(-1)
        for pipe in (control, awake, wake):
            os.close(pipe)
        for signal_number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(signal_number, signal.SIG_DFL)
        if namespaces:
            os._exit(first_process(limits, scratch, lambda: exec_bot(command, limits, scratch, package)))
        exec_bot(command, limits, scratch, package)
    close_pipes(limits)
    if "ruleset" in limits:
        os.close(limits["ruleset"])
    code = 0
    ended = False
    while not ended and control not in select.select([control, awake], [], [])[0]:
        os.read(awake, 4096)
        with contextlib.suppress(ChildProcessError):
            while not ended and (found := os.waitpid(-1, os.WNOHANG))[0]:
                if found[0] == bot:
                    code, ended = exit_code(found[1]), True
    if not (ended and namespaces):
        kill_all(bot, namespaces)
    remove(scratch)
    return code


def probe(scratch: str) -> None:
    """Print the parts of the confinement that this system allows: namespaces, calls."""
    limits = {"scratch_size": 1 << 20, "input": 0, "output": 1}
    for name, attempt in {"namespaces": enter_namespaces, "calls": forbid_calls}.items():
        child = os.fork()
        if child == 0:
            try:
                prctl(PR_SET_NO_NEW_PRIVS, 1)
                attempt()
                inside = os.fork() if name == "namespaces" else os.getpid()
                if inside == 0:
                    os._exit(first_process(limits, scratch, lambda: os._exit(0)))
                os._exit(exit_code(os.waitpid(inside, 0)[1]) if name == "namespaces" else 0)
            except BaseException:
                os._exit(1)
        if os.waitpid(child, 0)[1] == 0:
            print(name)


def numbers(text: str) -> dict[str, int]:
    """`name=value,...` as a dictionary."""
    return {name: int(value) for name, _, value in (part.partition("=") for part in text.split(","))}


if __name__ == "__main__":
    if sys.argv[1] == "probe":
        probe(sys.argv[2])
        sys.exit()
    os._exit(main(int(sys.argv[1]), numbers(sys.argv[2]), sys.argv[3], sys.argv[4], sys.argv[5:]))
