"""The duels in the games' READMEs: `python tests/readme_duels.py [GAME]` plays the commands of their tables and writes the results."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
READMES = {file.parent.name: file for file in sorted(ROOT.glob("joute/games/*/README.md"))}
TABLE = re.compile(r"(?<=<!-- duels -->\n).*?(?=<!-- end of duels -->)", re.DOTALL)
COMMAND = re.compile(r"^\| `joute (duel .*?)` \|", re.MULTILINE)


def duel_row(command: str) -> str:
    """A duel as a line of a table: the first agent's share of the games with its interval over blocks."""
    words = [sys.executable, "-m", "joute", *shlex.split(command), "--workers", "1", "--json"]
    played = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    first = json.loads(played.stdout)["agents"][0]
    low, high = first["interval"]
    return f"| `joute {command}` | {first['mean']:.3f} | {low:.2f} to {high:.2f} |"


def duel_table(game: str) -> str:
    """The table of a game with its duels played anew."""
    commands = COMMAND.findall("".join(TABLE.findall(READMES[game].read_text(encoding="utf-8"))))
    return "\n".join(["| command | share of the first | 95 % interval |", "|---|---|---|", *map(duel_row, commands), ""])


if __name__ == "__main__":
    for name in sys.argv[1:] or READMES:
        text, table = READMES[name].read_text(encoding="utf-8"), duel_table(name)
        READMES[name].write_text(TABLE.sub(table.replace("\\", r"\\"), text), encoding="utf-8")
