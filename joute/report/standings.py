"""The standings of a tournament: remarks in sentences, the ranking, and the matrix of pairs."""

from html import escape

from joute.arena.tournament.report_data import StandingData, StandingsData
from joute.i18n import say
from joute.report.html import figure, n_games, paragraph, percent, signed, tag, wide
from joute.report.svg import Picture, Scale

MIDDLE, TALL = 14, 28  # pixels of a row of the ranking
NAME_WIDTH, HEAD_HEIGHT = 164, 22  # pixels for the names at the left and the ranks above the matrix
CELL_WIDTH, CELL_HEIGHT = 34, 30  # pixels of a cell
MANY = 14  # agents; with more, cells are smaller
MAX_LETTERS = 22  # of a name in the matrix


def shares(standing: StandingsData) -> dict[tuple[int, int], float]:
    """The share of the points of each agent against each other one that it met, by their numbers."""
    found: dict[tuple[int, int], float] = {}
    for row in standing["comparisons"]:
        first, second = row["agents"]
        if row["share"] is not None:
            found[first, second], found[second, first] = row["share"], 1 - row["share"]
    return found


def remarks(standing: StandingsData) -> list[str]:
    """What a ranking alone does not show: ties, cycles, and groups that never met."""
    names = {row["number"]: row["agent"] for row in standing["agents"]}
    said = []
    for group in standing["groups"]:
        if len(group) > 1:
            said.append(say("No significant difference: {agents}.", agents=", ".join(names[number] for number in group)))
    for cycle in standing["cycles"]:
        chain = " > ".join(names[number] for number in [*cycle, cycle[0]])
        said.append(say("A cycle, which no ranking can show: {cycle}.", cycle=chain))
    if len(standing["islands"]) > 1:
        said.append(say("Some agents are not connected by games yet: ratings of different groups cannot be compared."))
    return said


# --- ranking --------------------------------------------------------------------------------------------------------------


def ranking(standing: StandingsData) -> str:
    """The agents in order, with their ratings and intervals, and remarks."""
    played = [row for row in standing["agents"] if row["elo"] is not None]
    bounds = [bound for row in played for bound in row["interval"] or ()]
    scale = Scale(min(bounds), max(bounds))
    lines = [_head(scale), *(_line(row, scale) for row in standing["agents"])]
    said = {"model": standing["model"], "units": figure(standing["units"])}
    note = say("Elo around the mean of the field ({model}); bars are 95 % intervals from {units} independent deals or blocks.", **said)
    items = "".join(tag("li", escape(sentence)) for sentence in remarks(standing))
    return tag("div", "".join(lines), "ranking") + paragraph(note, "note") + (tag("ul", items, "remarks") if items else "")


def _head(scale: Scale) -> str:
    axis = Picture(18, say("Elo"), "axis")
    for value in scale.ticks(4):
        axis.word((scale(value), 13), signed(value), "tick")
    names = "".join(
        tag("span", escape(text), kind)
        for text, kind in (
            (say("agent"), "agent"),
            ("Elo", "elo"),
            (say("95 % interval"), "bounds"),
            (say("games"), "games"),
            (say("mean"), "share"),
        )
    )
    return tag("div", tag("span", "", "rank") + names + tag("span", axis.drawn(), "plot"), "row head")


def _line(row: StandingData, scale: Scale) -> str:
    bounds = "{} … {}".format(*map(signed, row["interval"])) if row["interval"] else "–"
    cells = [
        tag("span", str(row["rank"]), "rank"),
        tag("span", escape(row["agent"]), "agent"),
        tag("span", signed(row["elo"]), "elo"),
        tag("span", bounds, "bounds"),
        tag("span", figure(row["games"]), "games"),
        tag("span", percent(row["share"]), "share"),
        tag("span", _mark(row, scale, bounds), "plot"),
    ]
    return tag("div", "".join(cells), "row")


def _mark(row: StandingData, scale: Scale, bounds: str) -> str:
    picture = Picture(TALL, f"{row['agent']}: {signed(row['elo'])} ({bounds})")
    for value in scale.ticks(4):
        picture.line((scale(value), 0), (scale(value), TALL), "grid strong" if value == 0 else "grid")
    if row["elo"] is not None and row["interval"]:
        low, high = (scale(bound) for bound in row["interval"])
        picture.line((low, MIDDLE), (high, MIDDLE), "interval")
        for end in (low, high):
            picture.line((end, MIDDLE - 4), (end, MIDDLE + 4), "interval")
        picture.dot((scale(row["elo"]), MIDDLE), 5, "mark", f"{row['agent']}: {signed(row['elo'])} ({bounds})")
    return picture.drawn()


# --- pairs ----------------------------------------------------------------------------------------------------------------


def pairs(standing: StandingsData) -> str:
    """A coloured matrix of every agent (row) against every other (column)."""
    agents = standing["agents"]
    direct = shares(standing)
    games = {tuple(row["agents"]): row["games"] for row in standing["comparisons"]}
    width, height = (26, 22) if len(agents) > MANY else (CELL_WIDTH, CELL_HEIGHT)
    parts = [_text(NAME_WIDTH + width * (place + 0.5), HEAD_HEIGHT - 7, str(row["rank"]), "tick") for place, row in enumerate(agents)]
    for down, row in enumerate(agents):
        top = HEAD_HEIGHT + down * height
        parts.append(_text(0, top + height / 2 + 4, f"{row['rank']}  {_short(row['agent'])}", "name", "start"))
        for across, other in enumerate(agents):
            left = NAME_WIDTH + across * width
            share = direct.get((row["number"], other["number"]))
            parts.append(_cell(left, top, width, height, share, _tip(row, other, share, games)))
    size = f'width="{NAME_WIDTH + width * len(agents)}" height="{HEAD_HEIGHT + height * len(agents)}"'
    square = f'<svg class="square" role="img" aria-label="{escape(say("pair by pair"))}" {size}>{"".join(parts)}</svg>'
    note = say("Share of the points of the row against the column, in percent: blue above one half, ochre below.")
    return wide(square) + paragraph(note, "note")


def _cell(left: float, top: float, width: float, height: float, share: float | None, tip: str) -> str:
    box = f'x="{left + 1:g}" y="{top + 1:g}" width="{width - 2:g}" height="{height - 2:g}" rx="3"'
    if share is None:
        return f'<rect class="empty" {box}><title>{escape(tip)}</title></rect>'
    kind, strength = ("won" if share >= 0.5 else "lost"), 0.08 + 0.72 * abs(2 * share - 1)
    number = _text(left + width / 2, top + height / 2 + 4, figure(100 * share), "small" if width < CELL_WIDTH else "")
    return f'<g><title>{escape(tip)}</title><rect class="{kind}" fill-opacity="{strength:.2f}" {box}/>{number}</g>'


def _tip(row: StandingData, other: StandingData, share: float | None, games: dict[tuple[int, ...], int]) -> str:
    if row is other or share is None:
        return row["agent"]
    played = games[tuple(sorted((row["number"], other["number"])))]
    return f"{row['agent']} – {other['agent']}: {percent(share, 1)} ({n_games(played)})"


def _text(across: float, down: float, text: str, kind: str, anchor: str = "middle") -> str:
    return f'<text class="{kind}" x="{across:g}" y="{down:g}" text-anchor="{anchor}">{escape(text)}</text>'


def _short(name: str) -> str:
    return name if len(name) <= MAX_LETTERS else f"{name[: MAX_LETTERS // 2]}…{name[-MAX_LETTERS // 2 + 1 :]}"
