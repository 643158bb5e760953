"""The web page about a tournament: one file for phones, screens and paper, light or dark."""

from html import escape

from joute.arena.tournament.report_data import FaultData, TournamentData
from joute.bots import sandbox
from joute.core.game import Game
from joute.i18n import in_language, say, say_count
from joute.report import game_statistics, standings
from joute.report.game_course import course_section
from joute.report.game_panels import panels_section
from joute.report.html import FAULTS, FORMATS, MADE, document, duration, figure, n_blocks, n_games, paragraph, table, tag


def page(found: TournamentData, game: Game) -> str:
    """The whole page, from the ranking to how to repeat the tournament."""
    course, courses = found["course"], found["courses"]
    sections = [
        (say("Ranking"), standings.ranking(found["standings"])),
        (say("Pairs"), standings.pairs(found["standings"])),
        (say("By seat"), game_statistics.seats(found)),
        (say("Length of the games"), game_statistics.lengths(found)),
        (say("Thinking time"), game_statistics.thinking_times(found)),
        *([(say("A game: {game}", game=course["game"]), course_section(course, game))] if course else []),
        *([(say("Games"), panels_section(found, courses))] if courses is not None else []),
        (say("Faults of bots"), faults(found)),
        *([(say("How bots were confined"), confinement(found))] if found["confinements"] else []),
        (say("How to repeat it"), repeat(found)),
    ]
    body = "".join(tag("section", tag("h2", escape(title)) + inside) for title, inside in sections)
    return document(found["tournament"], _heading(found, game), body)


def _heading(found: TournamentData, game: Game) -> str:
    standing, title = found["standings"], game.definition.title
    facts = [
        in_language(title),
        say(FORMATS[found["format"]]),
        say_count("{n} agent", "{n} agents", len(standing["agents"])),
        say("{games} in {blocks}", games=n_games(standing["games"]), blocks=n_blocks(standing["blocks"])),
        duration(found["seconds"]),
        say("seed {seed}", seed=found["seed"]),
    ]
    return tag("h1", escape(found["tournament"])) + paragraph(" · ".join(facts))


def faults(found: TournamentData) -> str:
    """The faults of bots, counted by kind, and the most frequent ones in full."""
    wrong = [row for row in found["standings"]["agents"] if row["faults"]]
    if not wrong:
        return paragraph(say("None: no game was lost by a fault."))
    kinds = sorted({kind for row in wrong for kind in row["faults"]})
    counted = table(
        [say("agent"), *(say(FAULTS[kind]) for kind in kinds)],
        [[row["agent"], *(figure(row["faults"].get(kind, 0)) for kind in kinds)] for row in wrong],
    )
    details = "".join(tag("li", _fault(row)) for row in found["faults"]["details"])
    return counted + (tag("ul", details, "details") if details else "")


def _fault(row: FaultData) -> str:
    sentence = escape(f"{row['times']} × {row['agent']}: {say(FAULTS[row['code']])}. {row['sentence']}")
    if not row["stderr"]:
        return sentence
    wrote = escape(say("what it wrote (block {block})", block=row["block"]))
    return f"{sentence}<details><summary>{wrote}</summary>{tag('pre', escape(row['stderr']))}</details>"


def confinement(found: TournamentData) -> str:
    """How each bot was confined."""
    return "".join(
        paragraph(sentence) for sentence in sandbox.sentences((row["agent"], row["confinement"]) for row in found["confinements"])
    )


def repeat(found: TournamentData) -> str:
    """The command, and the versions and machine that it ran on."""
    made = found["made"]
    rows = [[say(title), str(made[name])] for name, title in MADE.items() if made.get(name)]
    stated = [[say("seed"), str(found["seed"])], [say("openings"), found["openings"]], [say("format"), found["format"]]]
    stated += [[f"{say('option')} {name}", str(value)] for name, value in found["options"].items()]
    stated += [[f"{say('limit')} {name}", str(value)] for name, value in found["limits"].items()]
    words = say("The same command and version give the same games on any number of processes, unless an agent has a time limit.")
    return tag("pre", escape(found["command"]), "command") + paragraph(words, "note") + table(["", ""], stated + rows, words=2)
