"""The figures of strength.json as the page docs/strength.md; what was not measured with today's recipes is said to be missing."""

import json
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from joute.core import registry
from joute.core.game import Game

ROOT = Path(__file__).parent.parent
MEASURED = ROOT / "benchmarks" / "strength.json"
PAGE = ROOT / "docs" / "strength.md"
GAMES = ("love_letter", "diamant", "coeurs", "pokemon", "morpion")
ALLOWED = {"easy": 0.2, "expert": 3.0}  # seconds a move: at once, and what an expert may take
Found = dict[str, Any]


def lines_of(game: str) -> Any:
    """What is measured of a game: the names of its file, which no import path needs to know."""
    return SimpleNamespace(**runpy.run_path(str(ROOT / "benchmarks" / f"strength_{game}.py")))


def whole(text: str, game: Game) -> str:
    """An agent's text with its recipe written out: figures of another recipe are not its own."""
    name, _, settings = text.partition(":")
    recipe = game.definition.recipes.get(name, name)
    return f"{recipe} {settings}".strip()


def texts(game: Game, *agents: str) -> list[str]:
    """All agents of a line, written out; an answer with the one it answers."""
    return [whole(agent, game) for agent in agents]


def duel_command(game: str, line: tuple[Any, ...]) -> str:
    """The command that plays a line."""
    first, others, games, seed, _ = line
    return f"joute duel {game} {' '.join([first, *others])} --games {games} --seed {seed}"


def answer_command(game: str, line: tuple[Any, ...]) -> str:
    """The command that plays an answer."""
    agent, answer, games = line
    return f"joute exploit {game} {agent} --answer {answer} --games {games} --seed 1"


def load() -> dict[str, Found]:
    """What has been measured, by command."""
    return json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}


def fresh(found: dict[str, Found], command: str, agents: list[str]) -> Found | None:
    """The figures of a command, if they were measured with these very agents."""
    row = found.get(command)
    return row if row is not None and row["agents"] == agents else None


def written(found: dict[str, Found]) -> str:
    """The page."""
    parts = [HEADING]
    for name in GAMES:
        game = registry.game(name)
        parts.append(f"## {game.definition.title['en']}\n\n{duels(name, game, found)}")
        parts += [lines.NOTE] if hasattr(lines := lines_of(name), "NOTE") else []
        if name == "morpion":
            parts.append(proofs(name, game, found))
        parts += [paces(name, game, found), answers(name, game, found), players(name, game, found)]
    return "\n\n".join(parts) + "\n"


HEADING = """# How strong the players are

`python benchmarks/strength.py` plays every line and writes this page; `--only GAME` plays one game's, and a run that was ended goes on
where it was. The unit is a block: the same chance and the same opening with every agent on every seat. A share is the first agent's part
of the points, with its 95 % interval over blocks; a line is met where the share is what is wanted, and open where that lies inside the
interval. At a table of four, a quarter is a fair share. Times are seconds of one core, over all moves of a few games of the level with
itself; `easy` must answer at once (0.2 s), `expert` within 3 s.

An exploitable agent is one that a best response wins more than its share against: `joute exploit GAME AGENT` looks for one, with the
agent's policy known or sampled, at a table where all others are that agent. It is a lower bound: another answer may gain more, and
where the interval contains a fair share, nothing was found. [exploitability.md](exploitability.md) has exact figures.

The lines of games with chance were played before chance was keyed: their seeds give other games today, as likely as those were."""


def percent(share: float) -> str:
    """A share to a tenth of a percent."""
    return f"{100 * share:.1f} %"


def between(bounds: list[float]) -> str:
    """An interval in percent."""
    return f"{100 * bounds[0]:.1f} to {100 * bounds[1]:.1f}"


def time(seconds: float) -> str:
    """A duration in the unit that suits it."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def duels(name: str, game: Game, found: dict[str, Found]) -> str:
    """A row for each duel that must be won."""
    rows = ["| command | share | 95 % interval | wanted | met |", "|---|---|---|---|---|"]
    for line in lines_of(name).LINES:
        command = duel_command(name, line)
        wanted = "" if line[4] is None else percent(line[4])
        row = fresh(found, command, texts(game, line[0], *line[1]))
        if row is None:
            rows.append(f"| `{command}` | to be measured | | {wanted} | |")
            continue
        met = "" if line[4] is None else "yes" if row["share"] >= line[4] else "open" if row["interval"][1] >= line[4] else "**no**"
        rows.append(f"| `{command}` | {percent(row['share'])} | {between(row['interval'])} | {wanted} | {met} |")
    return "\n".join(rows)


def paces(name: str, game: Game, found: dict[str, Found]) -> str:
    """How long each level thinks, and what it stands for."""
    rows = ["| level | stands for | a move, median | longest | met |", "|---|---|---|---|---|"]
    for level, recipe in game.definition.recipes.items():
        row = fresh(found, pace_name(name, level), texts(game, level))
        if row is None:
            rows.append(f"| `{level}` | `{recipe}` | to be measured | | |")
            continue
        allowed = ALLOWED.get(level)
        met = "" if allowed is None else "yes" if row["longest"] <= allowed else "**no**"
        rows.append(f"| `{level}` | `{recipe}` | {time(row['median'])} | {time(row['longest'])} | {met} |")
    return "\n".join(rows)


def pace_name(name: str, level: str) -> str:
    """A name for the game in which a level is timed."""
    return f"pace {name} {level}"


def proof_name(kind: str, other: str, games: int) -> str:
    """A name for games of `master` on one seat."""
    return f"master {kind} {other} {games}"


def proofs(name: str, game: Game, found: dict[str, Found]) -> str:
    """What the proofs of `master` are worth on the board."""
    lines = lines_of(name)
    rows = ["| `master` plays | games | lost | win proven in | of these won |", "|---|---|---|---|---|"]
    cases = [("first on the empty board", other, games) for other, games in lines.BEGINNING]
    cases += [("second from balanced openings", other, games) for other, games in lines.ANSWERING]
    for kind, other, games in cases:
        row = fresh(found, proof_name(kind, other, games), texts(game, "master", other))
        figures = f"{games} | {row['lost']} | {row['proven']} | {row['proven_won']}" if row else f"{games} | to be measured | |"
        rows.append(f"| {kind}, against `{other}` | {figures} |")
    return "\n".join(rows)


def answers(name: str, game: Game, found: dict[str, Found]) -> str:
    """What was gained against agents that do not change."""
    rows = [
        "| exploiting | answer | games | share | 95 % interval | gain over a fair share | lead in points |",
        "|---|---|---|---|---|---|---|",
    ]
    for line in lines_of(name).ANSWERS:
        agent, answer, games = line
        row = fresh(found, answer_command(name, line), texts(game, agent, answer))
        if row is None:
            rows.append(f"| `{agent}` | `{answer}` | {games} | to be measured | | | |")
            continue
        gain = f"{100 * row['gain']:+.1f}" if row["interval"][0] > 1 / game.spec.seats else f"nothing found in {row['games']} games"
        figures = f"{row['games']} | {percent(row['share'])} | {between(row['interval'])} | {gain} | {row['lead']:+.2f}"
        rows.append(f"| `{agent}` | `{answer}` | {figures} |")
    return "\n".join(rows)


def players(name: str, game: Game, found: dict[str, Found]) -> str:
    """All agents of a small tournament, the best first."""
    agents, games = lines_of(name).PLAYERS
    row = fresh(found, f"tournament {name} {games}", texts(game, *agents))
    if row is None:
        return "All against all: to be measured."
    rows = ["| all against all | Elo | 95 % interval | games | share |", "|---|---|---|---|---|"]
    for one in row["standings"]:
        bounds = f"{one['interval'][0]:.0f} to {one['interval'][1]:.0f}"
        rows.append(f"| `{one['agent']}` | {one['elo']:.0f} | {bounds} | {one['games']} | {percent(one['share'])} |")
    return "\n".join(rows)
