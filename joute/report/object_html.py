"""States, opinions, duels and standings as HTML for notebooks, readable on a light and on a dark page."""

import re
from functools import singledispatch
from html import escape

from joute.arena.duel import DuelResult
from joute.arena.statistics.standings import Standings
from joute.core.opinion import Judgement, Opinion, Unit, variation
from joute.core.state import Fields, State
from joute.i18n import current_language, in_language, say, say_count
from joute.report.html import BOARD, STYLE, duration, figure, paragraph, table, tag, wide
from joute.report.standings import ranking
from joute.report.svg import Picture, Scale

CSS = """.joute { color: inherit; font: 14px/1.45 system-ui, sans-serif; max-width: 760px;
  --ink: currentColor; --soft: #808080; --line: #80808055; --accent: #cf4a45; --sheet: #808080; --seat-1: #2f81d7; --seat-2: #a97b00; }
.joute pre { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: 13px/1.35 ui-monospace, Menlo, Consolas, monospace;
  white-space: pre; overflow-x: auto; }
.joute .dim, .joute p.note { color: var(--soft); }
.joute .first { color: var(--seat-1); font-weight: bold; } .joute .second { color: var(--seat-2); font-weight: bold; }
.joute .red { color: var(--accent); } .joute p { margin: 4px 0; }
.joute table { border-collapse: collapse; color: inherit; }
.joute th, .joute td { padding: 2px 14px 2px 0; text-align: left; background: none; color: inherit; }
.joute th { font-weight: normal; color: var(--soft); } .joute .number { text-align: right; font-variant-numeric: tabular-nums; }
.joute .bar { width: 180px; } .joute .picture { width: 100%; display: block; }
.joute .fill { fill: var(--seat-1); } .joute .fill.soft { fill-opacity: 0.4; } .joute .grid { stroke: var(--soft); }
.joute .chosen td { font-weight: bold; }"""
MAX_JUDGEMENTS = 12
BAR_HEIGHT = 14


@singledispatch
def drawing(shown: object) -> str:
    """The object as HTML."""
    return tag("pre", escape(repr(shown)))


@drawing.register
def state(shown: State) -> str:
    """The board or the cards, as its viewer sees them."""
    text = shown.definition.render.show(Fields.of(shown), shown.viewer, current_language())
    return _framed(tag("pre", coloured(text)))


def coloured(text: str) -> str:
    """The text of a position with its colours."""
    parts, end = [], 0
    for found in re.finditer("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in BOARD.items()), text):
        parts += [escape(text[end : found.start()]), tag("span", escape(found[0]), found.lastgroup or "")]
        end = found.end()
    return "".join(parts) + escape(text[end:])


# --- opinions -------------------------------------------------------------------------------------------------------------


@drawing.register
def opinion(shown: Opinion) -> str:
    """A bar for every judged action, the principal variation, and the work that it took."""
    judged = shown.judgements[:MAX_JUDGEMENTS]
    held = [name for name in ("value", "visits", "weight") if any(getattr(one, name) is not None for one in judged)]
    unit = say("chance to win") if shown.unit is Unit.WIN else say("score")
    names = {"value": unit, "visits": say("visits"), "weight": say("weight")}
    head = tag("th", escape(say("action"))) + tag("th", "") + "".join(tag("th", escape(names[name]), "number") for name in held)
    rows = "".join(_judgement(one, shown, held) for one in judged)
    body = wide(tag("table", tag("thead", tag("tr", head)) + tag("tbody", rows)))
    left = len(shown.judgements) - MAX_JUDGEMENTS
    notes = [say_count("… and one more", "… and {n} more", left)] if left > 0 else []
    if len(shown.pv) > 1:
        notes.append(say("expected: {line}", line=variation(shown.pv)))
    notes.append(say("nodes: {nodes}, time: {time}", nodes=figure(shown.nodes), time=duration(shown.seconds)))
    remark = in_language(shown.remark) if shown.remark else ""
    return _framed(body + (paragraph(remark) if remark else "") + "".join(paragraph(note, "note") for note in notes))


def _judgement(one: Judgement, shown: Opinion, held: list[str]) -> str:
    digits = {"value": 3, "visits": 0, "weight": 3}
    cells = [tag("td", escape(one.action.text(current_language()))), tag("td", _bar(one, shown, held[0]) if held else "", "bar")]
    cells += [tag("td", figure(getattr(one, name), digits[name]), "number") for name in held]
    return tag("tr", "".join(cells), "chosen" if one.action == shown.action else "")


def _bar(one: Judgement, shown: Opinion, measure: str) -> str:
    """The judgement's first number, from zero, on the scale of all of them."""
    numbers = [number for other in shown.judgements if (number := getattr(other, measure)) is not None]
    scale = Scale(min(0.0, *numbers, 0.0), max(0.0, *numbers, 0.0), room=0.0)
    picture = Picture(BAR_HEIGHT, one.action.text(current_language()))
    if (number := getattr(one, measure)) is not None:
        left, right = sorted((scale(0.0), scale(number)))
        picture.bar(left, right, 2, BAR_HEIGHT - 2, "fill" if one.action == shown.action else "fill soft")
    picture.line((scale(0.0), 0), (scale(0.0), BAR_HEIGHT), "grid")
    return picture.drawn()


# --- results --------------------------------------------------------------------------------------------------------------


@drawing.register
def duel_result(shown: DuelResult) -> str:
    """The agents with their wins and the interval of their mean."""
    rows = [shown.standing(agent) for agent in range(len(shown.agents))]
    counts = [[figure(row["wins"]), figure(row["draws"]), figure(row["losses"])] for row in rows]
    means = [[figure(row["mean"], 3), " … ".join(figure(bound, 3) for bound in row["interval"])] for row in rows]
    heads = [say("agent"), say("wins"), say("draws"), say("losses"), say("mean"), say("95 % interval")]
    body = table(heads, [[row["agent"], *count, *mean] for row, count, mean in zip(rows, counts, means, strict=True)])
    games = say_count("{n} game", "{n} games", len(shown.played))
    return _framed(body + paragraph(f"{shown.game.name}, {games}", "note"))


@drawing.register
def standings(shown: Standings) -> str:
    """The ranking of a tournament's page."""
    page = STYLE.read_text(encoding="utf-8")
    return _framed(ranking(shown.to_json()) if shown.games else tag("pre", escape(repr(shown))), f".joute {{ {page} }}")


def _framed(inside: str, css: str = "") -> str:
    return f'<div class="joute"><style>{css}{CSS}</style>{inside}</div>'
