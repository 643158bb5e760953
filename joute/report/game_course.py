"""The course of one game: the values of its positions, and the thinking time of every choice."""

from collections.abc import Sequence
from html import escape

from joute.arena.tournament.report_data import CourseData, CourseStep
from joute.core.game import Game
from joute.i18n import say
from joute.report.html import duration, figure, paragraph, round_time, table, tag
from joute.report.svg import Picture, Scale

VALUES, TIMES, FOOT = 190, 110, 20  # pixels of the two pictures, and of the numbers below them
SHORTEST = 1e-6  # seconds: clocks measure no less


def course_section(course: CourseData, game: Game) -> str:
    """The values and the times of a game as pictures, and its choices as a table."""
    steps = course["steps"]
    scores: Sequence[float | None] = course["scores"] or [None] * len(course["agents"])
    seats = "".join(
        legend_entry(say("seat {seat}: {agent}", seat=seat, agent=agent), f"seat{seat % 6}", score)
        for seat, (agent, score) in enumerate(zip(course["agents"], scores, strict=True))
    )
    parts = [tag("ul", seats, "legend")]
    if not steps:
        return parts[0] + paragraph(say("The game ended before the first choice."), "caption")
    if any(step["value"] is not None for step in steps):
        parts += [_caption(course, game), _values(course, game)]
    parts += [paragraph(say("Thinking time of each choice, on a logarithmic scale."), "caption"), _times(course, game)]
    heads = ["", say("seat"), say("choice"), say("value"), say("time")]
    rows = [
        [str(step["choice"] + 1), str(step["seat"]), game.local_name(step["action"]), figure(step["value"], 2), _time(step)]
        for step in steps
    ]
    listed = table(heads, rows, words=3)
    return "".join(parts) + f"<details><summary>{escape(say('every choice'))}</summary>{listed}</details>"


def _time(step: CourseStep) -> str:
    return say("opening") if step["given"] else duration(step["seconds"])


def legend_entry(text: str, kind: str, score: float | None) -> str:
    """A colour, what it stands for, and the score if there is one."""
    return tag("li", f'<span class="key {kind}"></span>' + escape(text if score is None else f"{text} – {figure(score, 2)}"))


def mirrored(game: Game) -> bool:
    """Whether one seat's gain is the other's loss, so that one curve shows both."""
    return game.spec.seats == 2 and game.spec.zero_sum


def _caption(course: CourseData, game: Game) -> str:
    judge = course["judge"] or say("the players")
    if mirrored(game):
        return paragraph(say("Value of the position for seat 0, evaluated by {judge} from the mover's view.", judge=judge), "caption")
    return paragraph(say("Value of the position for the seat that chooses, evaluated by {judge} from its view.", judge=judge), "caption")


def _values(course: CourseData, game: Game) -> str:
    steps, spec = course["steps"], game.spec
    last = max(step["choice"] for step in steps) + 1
    across, curves = Scale(0, last, room=0.015), _curves(course, game)
    seen = [value for points in curves.values() for _, value in points]
    down = Scale(min([spec.lowest, *seen]), max([spec.highest, *seen])) if mirrored(game) else Scale(min(seen), max(seen))
    picture = Picture(VALUES + FOOT, say("value"), "indented")
    for value in down.ticks(4):
        height = VALUES * (1 - down(value))
        picture.line((0, height), (1, height), "grid")
        picture.word((0, height + 4), figure(value, 0 if abs(value) >= 10 or value == int(value) else 2), "tick beside", "end")
    for seat, points in curves.items():
        placed = [(across(choice), VALUES * (1 - down(value))) for choice, value in points]
        picture.curve(placed, f"seat{seat % 6}")
        for (choice, value), place in zip(points, placed, strict=True):
            picture.dot(place, 2.5, f"seat{seat % 6}", f"{choice + 1}: {figure(value, 3)}")
    _choices(picture, across, VALUES, last)
    return picture.drawn()


def _curves(course: CourseData, game: Game) -> dict[int, list[tuple[int, float]]]:
    """By seat, the values at its choices and its score at the end; one curve if it shows both."""
    curves: dict[int, list[tuple[int, float]]] = {}
    whole = game.spec.lowest + game.spec.highest
    one = mirrored(game)
    for step in course["steps"]:
        if step["value"] is not None and not (one and step["seat"] and _shared(course, step)):
            value = whole - step["value"] if one and step["seat"] else step["value"]
            curves.setdefault(0 if one else step["seat"], []).append((step["choice"], value))
    end = max(step["choice"] for step in course["steps"]) + 1
    for seat, points in curves.items():
        if course["scores"]:
            points.append((end, course["scores"][seat]))
    return curves


def _shared(course: CourseData, step: CourseStep) -> bool:
    """Whether both chose at once: then the value for seat 0 is enough."""
    return any(other["choice"] == step["choice"] and other["seat"] == 0 for other in course["steps"])


def _times(course: CourseData, game: Game) -> str:
    steps = [(step, step["seconds"]) for step in course["steps"] if not step["given"] and step["seconds"] is not None]
    last = max(step["choice"] for step in course["steps"]) + 1
    times = [max(SHORTEST, seconds) for _, seconds in steps] or [SHORTEST]
    across, up = Scale(0, last, room=0.015), Scale(min(times) / 2, max(max(times), 10 * min(times)), logarithmic=True, room=0.0)
    picture = Picture(TIMES + FOOT, say("thinking time"), "indented")
    for value in up.ticks():
        height = TIMES * (1 - up(value))
        picture.line((0, height), (1, height), "grid")
        picture.word((0, height + 4), round_time(value), "tick beside", "end")
    seats = len(course["agents"])
    for step, seconds in steps:
        together = sum(other["choice"] == step["choice"] for other, _ in steps) > 1
        left = across(step["choice"])
        width = (across(step["choice"] + 1) - left) * 0.8
        if together:
            width /= seats
            left += width * step["seat"]
        height = TIMES * (1 - up(max(SHORTEST, seconds)))
        tip = f"{step['choice'] + 1} {game.local_name(step['action'])}: {duration(seconds)}"
        picture.bar(left, left + width, height, TIMES, f"seat{step['seat'] % 6}", tip)
    picture.line((0, TIMES), (1, TIMES), "grid strong")
    _choices(picture, across, TIMES, last)
    return picture.drawn()


def _choices(picture: Picture, across: Scale, top: float, last: int) -> None:
    for value in across.ticks(6):
        if value == int(value) and 0 < value <= last:
            picture.word((across(value), top + 15), figure(value), "tick")
