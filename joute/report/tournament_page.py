"""The page about a tournament: one file, readable on a phone and on paper, light or dark as the reader's system is."""

from html import escape
from pathlib import Path
from typing import Any

from joute.core.game import Game
from joute.i18n import current, say
from joute.report import game_lengths, game_story, pair_matrix, ranking, thinking_times
from joute.report.html import FAULTS, FORMATS, MADE, duration, figure, paragraph, table, tag

Row = dict[str, Any]
STYLE = Path(__file__).with_name("tournament_page.css")


def page(found: Row, game: Game) -> str:
    """Everything that is known, from the ranking to how to repeat it."""
    standing = found["standings"]
    sections = [
        (say("Ranking"), ranking.ranking(standing)),
        (say("Pair by pair"), pair_matrix.pairs(standing)),
        (say("By seat"), game_lengths.seats(found, standing)),
        (say("Length of the games"), game_lengths.length(found)),
        (say("Thinking time"), thinking_times.thinking(found, standing)),
        (say("A game: {game}", game=found["course"]["game"]) if found["course"] else "", _story(found, game)),
        (say("Faults of bots"), faults(found, standing)),
        (say("To repeat it"), repeat(found)),
    ]
    body = "".join(tag("section", tag("h2", escape(title)) + inside) for title, inside in sections if title)
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += tag("title", escape(found["tournament"]) + " – Joute")
    style = tag("style", STYLE.read_text(encoding="utf-8"))
    main = tag("header", _heading(found, game)) + tag("main", body)
    return f'<!doctype html>\n<html lang="{current()}"><head>{head}{style}</head><body>{main}</body></html>\n'


def _heading(found: Row, game: Game) -> str:
    standing, title = found["standings"], game.definition.title
    facts = [
        title.get(current(), title["en"]),
        say(FORMATS[found["format"]]),
        say("{count} agents", count=len(standing["agents"])),
        say("{games} games in {blocks} blocks", games=figure(standing["games"]), blocks=figure(standing["blocks"])),
        duration(found["seconds"]),
        say("seed {seed}", seed=found["seed"]),
    ]
    return tag("h1", escape(found["tournament"])) + paragraph(" · ".join(facts))


def _story(found: Row, game: Game) -> str:
    return game_story.story(found["course"], game) if found["course"] else ""


def faults(found: Row, standing: Row) -> str:
    """What bots did wrong: counted by kind, and some of it told."""
    wrong = [row for row in standing["agents"] if row["faults"]]
    if not wrong:
        return paragraph(say("None: nobody lost a game by a fault."))
    kinds = sorted({kind for row in wrong for kind in row["faults"]})
    counted = table(
        [say("agent"), *(say(FAULTS[kind]) for kind in kinds)],
        [[row["agent"], *(figure(row["faults"].get(kind, 0)) for kind in kinds)] for row in wrong],
    )
    told = "".join(tag("li", _fault(row)) for row in found["faults"]["details"])
    return counted + (tag("ul", told, "told") if told else "")


def _fault(row: Row) -> str:
    sentence = escape(f"{row['times']} × {row['agent']}: {say(FAULTS[row['code']])}. {row['sentence']}")
    if not row["stderr"]:
        return sentence
    wrote = escape(say("what it wrote (block {block})", block=row["block"]))
    return f"{sentence}<details><summary>{wrote}</summary>{tag('pre', escape(row['stderr']))}</details>"


def repeat(found: Row) -> str:
    """The command, and with what it was run."""
    made = found["made"]
    rows = [[say(title), str(made[name])] for name, title in MADE.items() if made.get(name)]
    stated = [[say("seed"), str(found["seed"])], [say("openings"), found["openings"]], [say("format"), found["format"]]]
    stated += [[f"{say('option')} {name}", str(value)] for name, value in found["options"].items()]
    stated += [[f"{say('limit')} {name}", str(value)] for name, value in found["limits"].items()]
    words = say("The same command on the same version gives the same games, on any number of processes, unless an agent goes by the clock.")
    return tag("pre", escape(found["command"]), "command") + paragraph(words, "note") + table(["", ""], stated + rows, words=2)
