"""How long a bot takes to answer a question, from the line sent to the line read, in microseconds, and to start, in milliseconds:
`python benchmarks/bots.py`, or `python benchmarks/bots.py start` for the latter alone."""

import resource
import shutil
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import joute
from joute.bots import sandbox
from joute.bots.bot import Bot
from joute.bots.bot_reference import parse_reference
from joute.bots.process import RunningBot
from joute.bots.sandbox import Confinement

EXAMPLES = Path(__file__).parent.parent / "examples" / "bots"
GAMES = 60
STARTS = 40


def times(text: str) -> list[float]:
    """The seconds of every answer of a bot in some games of Diamant against chance."""
    game = joute.game("diamant").fast()
    bot, others = joute.agent(text, game), [joute.agent("random", game) for _ in range(game.spec.seats - 1)]
    assert isinstance(bot, Bot)
    records = [joute.match(game, [bot, *others], seed) for seed in range(GAMES)]
    bot.close()
    assert not any(record.faults for record in records)
    return [row[0] for record in records for row in record.seconds if 0 in row]


def starts(file: Path) -> None:
    """Print what it takes a Python file to be ready, confined and not, in turns, so that a busy machine affects all alike.

    The processor time, with the end of all processes, hardly depends on what else the machine does.
    """
    auto = sandbox.available()
    ways = {"`sandbox=off`": Confinement(wanted=False), "`sandbox=auto`": auto}
    if auto.namespaces and sandbox.bubblewrap_works():
        ways["`sandbox=auto`, by bubblewrap"] = replace(auto, namespaces=False, bubblewrap=True)
    seconds: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
    for _ in range(STARTS):
        for way, found in seconds.items():
            with patch.object(sandbox, "confinement", return_value=ways[way]):
                began, used_before = time.perf_counter(), _processor_time()
                bot = RunningBot(parse_reference(str(file))).greet()
                until_ready = time.perf_counter() - began
                bot.close()
            found.append((1e3 * until_ready, 1e3 * (_processor_time() - used_before)))
    print("| start of a Python file | fastest 5 % | median | slower, median of pairs | processor time, median | more, median of pairs |")
    print("|---|---|---|---|---|---|")
    without = seconds["`sandbox=off`"]
    for way, found in seconds.items():
        ready, used = zip(*found, strict=True)
        slower, more = zip(*((one[0] - off[0], one[1] - off[1]) for off, one in zip(without, found, strict=True)), strict=True)
        cells = (statistics.quantiles(ready, n=20)[0], *map(statistics.median, (ready, slower, used, more)))
        print(f"| {way} | {' | '.join(f'{cell:.0f}' for cell in cells)} |")


def _processor_time() -> float:
    """Of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def questions(first: Path) -> None:
    """Print how long bots take to answer."""
    texts = {"a function that returns `legal[0]`": str(first)}
    texts |= {f"`{name}`": str(EXAMPLES / name) for name in ("explorer.py", "old_diamant.py")}
    if shutil.which("node"):
        texts["`explorer.js`"] = f"cmd:node '{EXAMPLES / 'explorer.js'}'"
    print("| bot | fastest 5 % | median | slowest 5 % |\n|---|---|---|---|")
    for label, text in texts.items():
        twentieths = statistics.quantiles((1e6 * second for second in times(text)), n=20)
        print(f"| {label} | {twentieths[0]:.0f} | {twentieths[9]:.0f} | {twentieths[-1]:.0f} |")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder) / "first.py"
        first.write_text("def choose(view, legal, clock, random):\n    return legal[0]\n")
        if "start" not in sys.argv:
            questions(first)
        starts(first)


if __name__ == "__main__":
    main()
