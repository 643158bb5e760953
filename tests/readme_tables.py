"""The generated tables of the README: `python tests/readme_tables.py` writes them anew, a test holds the README to them."""

import json
from pathlib import Path

import joute
from joute.core import registry, settings
from joute.core.registry import AGENTS

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
MEASURED = ROOT / "benchmarks" / "measured.json"


def games_table() -> str:
    """Every game with its seats, nature and options."""
    rows = ["| game | seats | nature | options |", "|---|---|---|---|"]
    for name in sorted(registry.GAMES):
        game = joute.game(name)
        chosen = {row.name: row for row in settings.table(game.definition.options)}
        seats = chosen["seats"].allowed.replace(" to ", "–") if "seats" in chosen else str(game.spec.seats)
        options = ", ".join(f"`{row.name}`" for row in chosen.values())
        rows.append(f"| {game.definition.title['en']} (`{name}`) | {seats} | {game.spec.nature['en']} | {options} |")
    return "\n".join(rows)


def agents_table() -> str:
    """Every agent with the games it plays."""
    games = [joute.game(name) for name in sorted(registry.GAMES)]
    names = [*AGENTS, *(name for game in games for name in game.definition.agents)]
    rows = ["| agent | what it does | games |", "|---|---|---|"]
    for name in dict.fromkeys(names):
        places = [game for game in games if name in {**AGENTS, **game.definition.agents}]
        players = [game.name for game in places if registry.agent_class(name, game).refusal(game) is None]
        summary = registry.agent_class(name, places[0]).summary
        rows.append(f"| `{name}` | {summary} | {'all' if len(players) == len(games) else ', '.join(players)} |")
    return "\n".join(rows)


def speed_table() -> str:
    """What `joute bench --json --peers` measured, as it was written to benchmarks/measured.json."""
    measured = json.loads(MEASURED.read_text())
    peers = measured["games"]["morpion"]["peers"]
    work = {
        "playouts": "random games of Morpion a second",
        "mcts": "MCTS iterations a second, one random playout each",
        "alpha_beta_depth_3": "alpha-beta nodes a second, full width, constant evaluation, depth 3 (`table_mb=1`; theirs in Python)",
        "alpha_beta_depth_4": "the same, depth 4",
    }
    rows = ["| work | Joute | OpenSpiel 2.0.2 | ratio |", "|---|---|---|---|"]
    for name, words in work.items():
        figures = peers[name]
        rows.append(f"| {words} | {figures['ours_per_second']:,} | {figures['theirs_per_second']:,} | {figures['ratio']:.0f} |")
    rows += ["", "| game | random games a second | choices a second | compiled against plain Python |", "|---|---|---|---|"]
    for name, figures in measured["games"].items():
        play = figures["playouts"]
        rows.append(f"| {name} | {play['games_per_second']:,} | {play['choices_per_second']:,} | {play['ratio_to_plain']:,.0f} times |")
    return "\n".join(rows)


TABLES = {"games": games_table, "agents": agents_table, "speed": speed_table}


def written() -> str:
    """The README with its tables made anew."""
    text = README.read_text(encoding="utf-8")
    for name, make in TABLES.items():
        opening, closing = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = text.partition(opening)
        _, _, after = rest.partition(closing)
        assert after, f"README.md has no place for the table of {name}"
        text = f"{before}{opening}{make()}\n{closing}{after}"
    return text


if __name__ == "__main__":
    README.write_text(written(), encoding="utf-8")
