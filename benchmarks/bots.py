"""How long one question to a bot takes, from the line sent to the line read: `python benchmarks/bots.py`, in microseconds."""

import shutil
import statistics
import tempfile
from pathlib import Path

import joute
from joute.bots.bot import Bot

EXAMPLES = Path(__file__).parent.parent / "examples" / "bots"
GAMES = 60


def times(text: str) -> list[float]:
    """The seconds of every answer of a bot in some games of Diamant against chance."""
    game = joute.game("diamant").fast()
    bot, others = joute.agent(text, game), [joute.agent("random", game) for _ in range(game.spec.seats - 1)]
    assert isinstance(bot, Bot)
    records = [joute.match(game, [bot, *others], seed) for seed in range(GAMES)]
    bot.close()
    assert not any(record.faults for record in records)
    return [row[0] for record in records for row in record.seconds if 0 in row]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder) / "first.py"
        first.write_text("def choose(view, legal, clock, random):\n    return legal[0]\n")
        texts = {"a function that returns `legal[0]`": str(first)}
        texts |= {f"`{name}`": str(EXAMPLES / name) for name in ("explorer.py", "old_diamant.py")}
        if shutil.which("node"):
            texts["`explorer.js`"] = f"cmd:node '{EXAMPLES / 'explorer.js'}'"
        print("| bot | fastest 5 % | median | slowest 5 % |\n|---|---|---|---|")
        for label, text in texts.items():
            twentieths = statistics.quantiles((1e6 * second for second in times(text)), n=20)
            print(f"| {label} | {twentieths[0]:.0f} | {twentieths[9]:.0f} | {twentieths[-1]:.0f} |")


if __name__ == "__main__":
    main()
