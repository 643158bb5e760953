"""Lines that are typed, or that a script sends."""

import sys
from contextlib import suppress

from joute.cli.render.console import interactive


def read_line(prompt: str) -> str:
    """The next line; EOFError when there are no more. A script's lines are echoed, so that its transcript reads like a game."""
    if interactive():
        with suppress(ImportError):  # a platform without it has input() all the same
            import readline  # noqa: F401  # gives input() its editing and its history
        return input(prompt).strip()
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise EOFError
    print(line.strip(), flush=True)
    return line.strip()


def wipe() -> None:
    """Clear the terminal, what has scrolled away included: the next person must not read it."""
    print("\033[H\033[2J\033[3J", end="", flush=True)
