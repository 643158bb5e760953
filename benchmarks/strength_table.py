"""The figures of strength.json as the page docs/strength.md; what was not measured with today's recipes is said to be missing."""

import json
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from strength_budget_picture import CURVES, draw, picture_of  # noqa: F401
from strength_budget_picture import load as load_budgets
from strength_budget_picture import table as budget_table
from strength_seeds import ADJUSTED, HELD_OUT

from joute.core import registry
from joute.core.game import Game

ROOT = Path(__file__).parent.parent
MEASURED = ROOT / "benchmarks" / "strength.json"
PAGE = ROOT / "docs" / "strength.md"
GAMES = ("love_letter", "diamant", "coeurs", "barbu", "pokemon", "morpion")

ALLOWED = {"easy": 0.2, "expert": 3.0}  # seconds a move: at once, and what an expert may take
Found = dict[str, Any]


def lines_of(game: str) -> Any:
    """What is measured of a game: the names of its file, which no import path needs to know."""
    return SimpleNamespace(**runpy.run_path(str(ROOT / "benchmarks" / f"strength_{game}.py")))


def whole(text: str, game: Game) -> str:
    """An agent's text with its recipe written out: figures of another recipe are not its own."""
    name, _, settings = text.partition(":")
    recipe = game.definition.named_agents.get(name, name)
    return f"{recipe} {settings}".strip()


def texts(game: Game, *agents: str) -> list[str]:
    """All agents of a line, written out; an answer with the one it answers."""
    return [whole(agent, game) for agent in agents]


def duel_command(game: str, line: tuple[Any, ...]) -> str:
    """The command that plays a line."""
    first, others, games, seed = line[:4]
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
    return "\n\n".join([*parts, budgets()]) + "\n"


HEADING = """# How strong the players are

`python benchmarks/strength.py` plays every line and writes this page; `--only GAME` plays one game's, and a run that was ended goes on
where it was. The unit is a block: the same chance and the same opening with every agent on every seat. A share is the first agent's part
of the points, with its 95 % interval over blocks. A line is **met** if the lower bound of its interval is at least what is wanted,
**missed** if the upper bound is below it, and **open** if what is wanted lies inside: then there are too few games to say. The lead is
the mean score of the first agent less that of the other seats. At a table of four, a quarter is a fair share. Times are seconds of one
core, over all moves of a few games of the level with itself; `easy` must answer at once (0.2 s), `expert` within 3 s.

`LEVEL@VERSION` is a level as it was, with every setting written out, to measure progress against: `master@0.1` is the first set of
references (the number is that of the set, not of Joute), and
`joute duel coeurs master master@0.1 master@0.1 master@0.1 --games 1000 --seed 5` compares today's `master` with it; `joute agents GAME`
lists them.

An exploitable agent is one that a best response wins more than its share against: `joute exploit GAME AGENT` looks for one, with the
agent's policy known or sampled, at a table where all others are that agent. It is a lower bound: another answer may gain more, and
where the interval contains a fair share, nothing was found. [exploitability.md](exploitability.md) has exact figures.

Levels were adjusted by games of seed 1, so their lines are measured by games of another seed. Where a line says *selected*, only those
games are there by which the settings were selected: their share is too good by selection, and decides nothing.

A line names the commit at which it was played. Those without one are older, with the same texts of agents. Of games with chance, their
seeds give other games today, as likely as those were; at tables of four their intervals lean a little towards one half. Elo of all
against all is from winners only: a second place counts no more than a last one."""


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
    rows = ["| command | share | 95 % interval | lead | wanted | verdict | played at |", "|---|---|---|---|---|---|---|"]
    for line in lines_of(name).LINES:
        command, agents = duel_command(name, line), texts(game, line[0], *line[1])
        wanted = "" if line[4] is None else percent(line[4])
        row, verdict = fresh(found, command, agents), ""
        if row is not None and line[4] is not None:
            verdict = verdict_of(row["interval"], line[4])
        if row is None and line[3] == HELD_OUT:
            command = duel_command(name, (*line[:3], ADJUSTED))
            row, verdict = fresh(found, command, agents), "selected"
        if row is None:
            rows.append(f"| `{duel_command(name, line)}` | to be measured | | | {wanted} | | |")
            continue
        figures = f"{percent(row['share'])} | {between(row['interval'])} | {lead(row)} | {wanted} | {verdict} | {row.get('commit', '')}"
        rows.append(f"| `{command}` | {figures} |")
    return "\n".join(rows)


def verdict_of(interval: list[float], wanted: float) -> str:
    """Whether the interval lies above what is wanted, below it, or around it."""
    return "met" if interval[0] >= wanted else "**missed**" if interval[1] < wanted else "open"


def lead(row: Found) -> str:
    """The lead in points with its interval, if it was measured."""
    if row.get("lead_interval") is None:
        return ""
    return f"{row['lead']:+.2f} ({row['lead_interval'][0]:+.2f} to {row['lead_interval'][1]:+.2f})"


def budgets() -> str:
    """The curves of strength by budget."""
    parts, found = [BUDGETS], load_budgets()
    for name, curve in CURVES.items():
        title = registry.game(name).definition.title["en"]
        parts += [
            f"### {title} by budget",
            f"![Strength by budget in {title}]({picture_of(name).name})",
            f"`{curve.text(curve.against)}` is the fixed opponent; {curve.games} games a point, seed {curve.seed}.",
            budget_table(name, curve, found),
        ]
    return "\n\n".join(parts)


BUDGETS = """## Strength by budget

What each doubling of the iterations is worth: the same search with one budget after another, against one fixed budget
(`python benchmarks/strength_by_budget.py`). A flat end of a curve is a plateau: more time does not help there, another model might."""


def paces(name: str, game: Game, found: dict[str, Found]) -> str:
    """How long each level thinks, and what it stands for."""
    rows = ["| level | stands for | a move, median | longest | met |", "|---|---|---|---|---|"]
    for level, recipe in game.definition.levels.items():
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
    """A name for games of the solver on one seat."""
    return f"solver {kind} {other} {games}"


def proofs(name: str, game: Game, found: dict[str, Found]) -> str:
    """What the proofs of the solver are worth on the board."""
    lines = lines_of(name)
    rows = ["| `solver` plays | games | lost | win proven in | of these won |", "|---|---|---|---|---|"]
    cases = [("first on the empty board", other, games) for other, games in lines.BEGINNING]
    cases += [("second from balanced openings", other, games) for other, games in lines.ANSWERING]
    for kind, other, games in cases:
        row = fresh(found, proof_name(kind, other, games), texts(game, "solver", other))
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
