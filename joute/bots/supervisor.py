"""The supervisor of a bot: everything that the bot starts ends with it, and all of it when Joute ends, however that happens.

Run as a script, with nothing but the standard library: `supervisor.py CONTROL MEMORY COMMAND...`. The bot gets the pipes; the supervisor
holds the end of a control pipe, which closes when Joute has finished with the bot or was killed. Its exit code is the bot's, or
128 plus the number of the signal that ended the bot.
"""

import contextlib
import ctypes
import os
import resource
import select
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
NOT_STARTED = 127  # the exit code of shells for a command that cannot be run


def prctl(option: int, value: int) -> None:
    """Call prctl on Linux; do nothing elsewhere."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def exec_bot(command: list[str], memory: int) -> None:
    """Replace this process by the bot, in its own session, under its limits."""
    os.setsid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # if the bot kills its supervisor
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if memory:
        # Linux counts in RLIMIT_DATA what a process can write to; RLIMIT_AS also counts what it only reserves, as Node and Go do.
        kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
        with contextlib.suppress(ValueError, OSError):  # macOS refuses some limits
            resource.setrlimit(kind, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]} cannot be started: {error.strerror}\n".encode())
        os._exit(NOT_STARTED)


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


def kill_all(bot: int) -> None:
    """Kill the bot and all that it started; orphans are re-parented to the supervisor, so that none is missed."""
    kill_process(bot, os.killpg)
    while sys.platform == "linux" and (left := children()):
        for process in left:
            kill_process(process)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def main(control: int, memory: int, command: list[str]) -> int:
    """Start the bot, wait until it ends or the control pipe closes, and leave no process behind."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    awake, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    bot = os.fork()
    if bot == 0:
        signal.set_wakeup_fd(-1)
        for signal_number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(signal_number, signal.SIG_DFL)
        exec_bot(command, memory)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for pipe in (0, 1, 2):
        os.dup2(nowhere, pipe)  # else a pipe would stay open when the bot has closed it
    code = 0
    while control not in select.select([control, awake], [], [])[0]:
        os.read(awake, 4096)
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == bot:
                    status = os.waitstatus_to_exitcode(ended[1])
                    code = 128 - status if status < 0 else status
                    kill_all(bot)
                    return code
    kill_all(bot)
    return code


if __name__ == "__main__":
    os._exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
