"""The generated tables of READMEs, docs/speed.md and rules: `python tests/readme_tables.py` writes them, a test compares them."""

import json
from collections.abc import Callable
from pathlib import Path

from card_tables import CARD_TABLES

import joute
from joute.core import registry, settings

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
MEASURED = ROOT / "benchmarks" / "measured.json"


def games_table(language: str) -> str:
    """Every game with its seats, nature and options."""
    rows = [{"en": "| game | seats | nature | options |", "fr": "| jeu | joueurs | nature | options |"}[language], "|---|---|---|---|"]
    for name in sorted(registry.GAMES):
        game = joute.game(name)
        chosen = {row.name: row for row in settings.table(game.definition.options)}
        seats = chosen["seats"].allowed.replace(" to ", "–") if "seats" in chosen else str(game.spec.seats)
        options = ", ".join(f"`{row.name}`" for row in chosen.values())
        rules = f"joute/games/{name}/{'README.md' if language == 'en' else 'rules.fr.md'}"
        rows.append(f"| [{game.definition.title[language]}]({rules}) (`{name}`) | {seats} | {game.spec.nature[language]} | {options} |")
    return "\n".join(rows)


def peers_table() -> str:
    """The speed against OpenSpiel that `joute bench --json --peers` measured, as it was written to benchmarks/measured.json."""
    games = json.loads(MEASURED.read_text())["games"]
    work = {
        ("morpion", "playouts"): "random games of Morpion-4 (theirs: `gomoku(size=12,connect=4)`)",
        ("morpion", "mcts"): "MCTS iterations, one random playout each",
        ("morpion", "alpha_beta_depth_4"): "alpha-beta nodes, depth 4, full width, constant evaluation (`table_mb=1`; theirs in Python)",
        ("coeurs", "cards_in_playouts"): "cards in random deals of Cœurs (theirs: `hearts(pass_cards=False)`)",
        ("coeurs", "cards_in_ismcts"): "cards played by IS-MCTS",
    }
    rows = ["| a second | Joute | OpenSpiel 2.0.2 | ratio |", "|---|---|---|---|"]
    for (game, name), words in work.items():
        figures = games[game]["peers"][name]
        rows.append(f"| {words} | {figures['ours_per_second']:,} | {figures['theirs_per_second']:,} | {figures['ratio']:.0f} |")
    return "\n".join(rows)


def speed_table() -> str:
    """The speed of every game, from the same file."""
    rows = ["| game | random games a second | choices a second | compiled against plain Python |", "|---|---|---|---|"]
    for name, figures in json.loads(MEASURED.read_text())["games"].items():
        play = figures["playouts"]
        rows.append(f"| {name} | {play['games_per_second']:,} | {play['choices_per_second']:,} | {play['ratio_to_plain']:,.0f} times |")
    return "\n".join(rows)


TABLES: dict[Path, dict[str, Callable[[], str]]] = {
    README: {"games": lambda: games_table("en"), "peers": peers_table},
    ROOT / "README.fr.md": {"games": lambda: games_table("fr")},
    ROOT / "docs" / "speed.md": {"peers": peers_table, "speed": speed_table},
    **CARD_TABLES,
}


def written(file: Path) -> str:
    """The file with its tables made anew."""
    text = file.read_text(encoding="utf-8")
    for name, make in TABLES[file].items():
        opening, closing = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        before, _, rest = text.partition(opening)
        _, _, after = rest.partition(closing)
        assert after, f"{file.name} has no place for the table of {name}"
        text = f"{before}{opening}{make()}\n{closing}{after}"
    return text


if __name__ == "__main__":
    for file in TABLES:
        file.write_text(written(file), encoding="utf-8")
