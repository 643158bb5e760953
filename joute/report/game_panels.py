"""Many games at a glance: a small panel for each, with values above and thinking times below, all on the same scales."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from joute.arena.tournament.report_data import CourseData, TournamentData
from joute.i18n import say
from joute.report.game_course import SHORTEST, legend_entry
from joute.report.html import figure, paragraph, round_time, tag
from joute.report.svg import Picture, Scale

VALUES, GAP, TIMES, FOOT = 72, 12, 34, 16  # pixels of the two pictures of a panel, between them, and of the numbers below
MAX_POINTS = 60  # of a seat in a picture: more are no longer seen
COLOURS = 6  # in the style sheet

Points = list[tuple[int, float]]  # choice and value


@dataclass(frozen=True)
class PanelScales:
    """The scales that all panels share."""

    choices: Scale
    values: Scale | None  # None: no game has values
    times: Scale


def panels_section(found: TournamentData, courses: Sequence[CourseData]) -> str:
    """A panel for each of these games, and what the panels show."""
    if not courses:
        return paragraph(say("No game has a record that can be replayed."))
    scales, agents = _scales(courses), [row["agent"] for row in found["standings"]["agents"]]
    colours = {agent: rank for rank, agent in enumerate(agents)} if len(agents) <= COLOURS else {}
    parts = []
    if scales.values:
        judge = courses[0]["judge"] or say("the players")
        parts.append(
            say(
                "Above: the value for each agent at its own choices, evaluated by {judge} from its view, and its score at the end.",
                judge=judge,
            )
        )
    parts.append(say("Below: the thinking time of each choice, on a logarithmic scale. All panels have the same scales."))
    parts.append(say("One game with all its choices: joute report {name} --game ID", name=found["tournament"]))
    panels = "".join(_panel(course, scales, colours) for course in courses)
    return paragraph(" ".join(parts[:-1])) + tag("div", panels, "panels") + paragraph(parts[-1], "note")


def _panel(course: CourseData, scales: PanelScales, colours: Mapping[str, int]) -> str:
    kinds = [f"seat{colours.get(agent, seat) % COLOURS}" for seat, agent in enumerate(course["agents"])]
    scores: Sequence[float | None] = course["scores"] or [None] * len(kinds)
    seats = "".join(map(legend_entry, course["agents"], kinds, scores))
    title = f"{course['number']} · {course['game']}"
    caption = tag("figcaption", tag("span", escape(title), "id") + tag("ul", seats, "legend"))
    if not course["steps"]:
        return tag("figure", caption + paragraph(say("The game ended before the first choice."), "caption"), "panel")
    values = _values(course, scales, kinds, title) if scales.values else ""
    return tag("figure", caption + values + _times(course, scales, kinds, title), "panel")


def _scales(courses: Sequence[CourseData]) -> PanelScales:
    values = [value for course in courses for points in value_curves(course).values() for _, value in points]
    times = [seconds for course in courses for points in _seconds(course).values() for _, seconds in points] or [SHORTEST]
    return PanelScales(
        Scale(0, max([1, *map(_length, courses)]), room=0.015),
        Scale(min(values), max(values), room=0.06) if values else None,
        Scale(min(times) / 2, max(max(times), 10 * min(times)), logarithmic=True, room=0.0),
    )


def _length(course: CourseData) -> int:
    return max((step["choice"] for step in course["steps"]), default=-1) + 1


def value_curves(course: CourseData) -> dict[int, Points]:
    """By seat, the values at its own choices, and its score at the end; none if nobody evaluated the game."""
    curves: dict[int, Points] = {}
    for step in course["steps"]:
        if step["value"] is not None:
            curves.setdefault(step["seat"], []).append((step["choice"], step["value"]))
    for seat, points in curves.items():
        points[:] = thinned(points)
        if course["scores"]:
            points.append((_length(course), course["scores"][seat]))
    return curves


def _seconds(course: CourseData) -> dict[int, Points]:
    """By seat, the thinking time of each choice; the longest ones if there are too many."""
    found: dict[int, Points] = {}
    for step in course["steps"]:
        if not step["given"] and step["seconds"] is not None:
            found.setdefault(step["seat"], []).append((step["choice"], max(SHORTEST, step["seconds"])))
    return {seat: sorted(sorted(points, key=lambda point: -point[1])[:MAX_POINTS]) for seat, points in found.items()}


def thinned(points: Points) -> Points:
    """At most `MAX_POINTS` of the points, evenly, with the first and the last."""
    if len(points) <= MAX_POINTS:
        return points
    return [points[place * (len(points) - 1) // (MAX_POINTS - 1)] for place in range(MAX_POINTS)]


def _values(course: CourseData, scales: PanelScales, kinds: Sequence[str], title: str) -> str:
    picture, down = Picture(VALUES + GAP, f"{title}: {say('value')}", "indented"), scales.values
    assert down is not None
    for value in down.ticks(2):
        height = VALUES * (1 - down(value))
        picture.line((0, height), (1, height), "grid")
        picture.word((0, height + 4), figure(value, 0 if abs(value) >= 10 or value == int(value) else 2), "tick beside", "end")
    for seat, points in value_curves(course).items():
        picture.curve([(scales.choices(choice), VALUES * (1 - down(value))) for choice, value in points], kinds[seat])
    return picture.drawn()


def _times(course: CourseData, scales: PanelScales, kinds: Sequence[str], title: str) -> str:
    picture, up = Picture(TIMES + FOOT, f"{title}: {say('thinking time')}", "indented"), scales.times
    ticks = up.ticks()
    for value in dict.fromkeys((*ticks[:1], *ticks[-1:])):
        height = TIMES * (1 - up(value))
        picture.line((0, height), (1, height), "grid")
        picture.word((0, height + 4), round_time(value), "tick beside", "end")
    for seat, points in _seconds(course).items():
        shift = (seat + 0.5) / len(kinds)
        picture.sticks([(scales.choices(choice + shift), TIMES * (1 - up(seconds))) for choice, seconds in points], TIMES, kinds[seat])
    picture.line((0, TIMES), (1, TIMES), "grid strong")
    for value in scales.choices.ticks(3):
        if value == int(value) and value > 0:
            picture.word((scales.choices(value), TIMES + 13), figure(value), "tick")
    return picture.drawn()
