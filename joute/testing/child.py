"""A check in a process of its own: whatever a game does there, its crash or its hanging becomes a finding.

`python -m joute.testing.child FILE` with a request on the standard input writes a JSON line for each step, and at the end the findings.
"""

import faulthandler
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import IO, Any

from joute.core import registry
from joute.core.errors import JouteError, located
from joute.core.state import Json
from joute.i18n import in_every_language, say
from joute.testing.check import check_game
from joute.testing.effort import Effort
from joute.testing.problem import GameFinding, Problem, game_files
from joute.testing.run import Run

RULE_SECONDS = 3.0  # of processor time that one call of a rule may take
TICK = 0.5  # between two looks at it
COMPILED_SECONDS = 30.0  # the same for one compiled game
STEPS = 20  # signs of life

Progress = Callable[[int, int], None]


class Hanging(Exception):
    """A rule has used more processor time than any rule needs."""


def check_in_process(name: str, options: Mapping[str, str], effort: Effort, progress: Progress | None = None) -> list[GameFinding]:
    """The findings about a game, checked in a process of its own."""
    request = {"game": name, "options": dict(options), "games": effort.games, "seed": effort.seed}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "joute.testing.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request))
        process.stdin.close()
        try:
            findings = _findings(process.stdout, progress)
            return [_ended(process, name, errors)] if findings is None else findings
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


def _findings(output: IO[str], progress: Progress | None) -> list[GameFinding] | None:
    """What the process reports, or None if it ended before."""
    for line in output:
        message: Json = json.loads(line)
        if "findings" in message:
            return [GameFinding.from_json(one) for one in message["findings"]]
        if "refused" in message:
            raise JouteError("{error}", error=message["refused"])
        if progress:
            progress(message["done"], message["total"])
    return None


def _ended(process: subprocess.Popen[str], name: str, errors: IO[str]) -> GameFinding:
    """The finding about a process that ended without a report."""
    code = process.wait()
    errors.seek(0)
    said = errors.read()
    places = re.findall(rf'{re.escape(Path(name).name)}", line (\d+)', said)
    line = int(places[0]) if places else 0
    how = signal.Signals(-code).name if code < 0 else str(code)
    sentences = in_every_language(lambda: say("the rules end the process ({how})", how=how))
    return GameFinding("rules_do_not_crash", sentences, name, line)


def main() -> None:
    """Check the game of the request on the standard input."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what the game prints must not be taken for a report
    faulthandler.enable()
    request: dict[str, Any] = json.loads(sys.stdin.read())

    def write(message: Json) -> None:
        print(json.dumps(message), file=output, flush=True)

    try:
        game = registry.game(request["game"], **request["options"])
    except JouteError as error:
        write({"refused": str(error)})
        return
    except Exception as error:
        write({"refused": say("{file} cannot be loaded: {error}", file=request["game"], error=located(error, Path(request["game"])))})
        return
    watch(game_files(game.definition))

    def progress(done: int, total: int) -> None:
        if done % max(1, total // STEPS) == 0:
            write({"done": done, "total": total})

    run = Run(game)

    def watch_compiled() -> None:
        """End the process if a compiled game does not end: no signal reaches compiled code."""
        while True:
            time.sleep(1.0)
            since = run.compiled_since
            if since is not None and time.process_time() - since > COMPILED_SECONDS:
                run.add(Problem("rules_return", "advance", "compiled, a game does not end that ends in plain Python"), None)
                write({"findings": [one.to_json() for one in run.found.values()]})
                os._exit(1)

    threading.Thread(target=watch_compiled, daemon=True).start()
    found = check_game(game, Effort(request["games"], request["seed"]), progress, run)
    write({"findings": [one.to_json() for one in found]})


def watch(files: set[str]) -> None:
    """Raise `Hanging` in a call of a rule that takes too much processor time; not on Windows."""
    if not hasattr(signal, "setitimer"):
        return
    last: list[FrameType | None] = [None]
    ticks = [0]

    def tick(number: int, frame: FrameType | None) -> None:
        outermost = None
        while frame is not None:
            outermost = frame if str(Path(frame.f_code.co_filename).resolve()) in files else outermost
            frame = frame.f_back
        ticks[0] = ticks[0] + 1 if outermost is not None and outermost is last[0] else 0
        last[0] = outermost
        if ticks[0] * TICK >= RULE_SECONDS:
            ticks[0], last[0] = 0, None
            raise Hanging

    signal.signal(signal.SIGVTALRM, tick)
    signal.setitimer(signal.ITIMER_VIRTUAL, TICK, TICK)


if __name__ == "__main__":
    main()
