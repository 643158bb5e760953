"""The web page about a game: accuracy, the curve of every player, key moments, and every decision with its reasons."""

from html import escape
from pathlib import Path

from joute.i18n import capital, in_language, say, say_count
from joute.report.html import document, figure, paragraph, percent, table, tag, wide
from joute.report.review_texts import TWO_SIDED, ReviewTexts, value_name, value_text, valued
from joute.report.svg import Picture, Scale
from joute.review.game_review import worth_a_look
from joute.review.review_info import DecisionReview, SeatReview

STYLE = Path(__file__).with_name("review_page.css")
HEIGHT, FOOT = 120, 20  # pixels of a curve, and of the numbers below it
BAR_HEIGHT = 14


def page(texts: ReviewTexts, samples: int) -> str:
    """The whole page."""
    found = texts.found
    free = [one for one in found["decisions"] if one["free"]]
    sections = [
        (say("Accuracy"), _accuracy(texts)),
        (say("Course of the game"), _curves(texts)),
        *([(say("Key moments"), _moments(texts))] if found["moments"] else []),
        (say("Decisions"), _decisions(texts, free)),
    ]
    body = "".join(tag("section", tag("h2", escape(title)) + inside) for title, inside in sections)
    title = in_language(texts.game.definition.title)
    facts = [
        ", ".join(texts.players),
        say("judged with {agent}", agent=found["agent"]),
        say("{samples} samples a decision", samples=figure(samples)),
    ]
    heading = tag("h1", escape(title)) + paragraph(" · ".join(facts))
    return document(title, heading, body, STYLE.read_text(encoding="utf-8"))


def _seats(texts: ReviewTexts) -> list[tuple[int, SeatReview]]:
    return [(place, seat) for place, seat in enumerate(texts.found["seats"]) if seat["decisions"]]


def _accuracy(texts: ReviewTexts) -> str:
    heads = [say("player"), say("accuracy"), say("decisions"), say("mistakes"), *([say("luck")] if texts.lucky else [])]
    rows = [
        [texts.players[place], percent(seat["accuracy"]), figure(seat["decisions"]), figure(seat["mistakes"])]
        + ([texts.luck(seat["luck"])] if texts.lucky else [])
        for place, seat in _seats(texts)
    ]
    note = say("100 %: always an action that nothing beats. 0 %: always the worst of those that were compared.")
    notes = paragraph(note, "note") + (paragraph(texts.luck_note(), "note") if texts.lucky else "")
    return table(heads, rows) + notes


# --- curves -------------------------------------------------------------------------------------------------------------------------------


def _curves(texts: ReviewTexts) -> str:
    note = say(
        "{values} before and after each decision of a player: the step at a mark is the decision, the line to the next mark is chance"
        " and the others. The shade is the interval of 95 %.",
        values=capital(value_name(texts.found["points"])),
    )
    return "".join(_curve(texts, place, seat) for place, seat in _seats(texts)) + paragraph(note, "note")


def _curve(texts: ReviewTexts, place: int, seat: SeatReview) -> str:
    decisions = [one for one in texts.found["decisions"] if one["seat"] == place and one["value"] is not None]
    in_points = texts.found["points"]
    last = max(one["ply"] for one in texts.found["decisions"]) + 1
    across, picture = (
        Scale(0, last, room=0.015),
        Picture(HEIGHT + FOOT, say("{values} of {player}", values=value_name(in_points), player=texts.players[place]), "indented"),
    )
    for value in (0.0, 0.5, 1.0):
        picture.line((0, _down(value)), (1, _down(value)), "grid")
        picture.word((0, _down(value) + 4), value_text(value, 0.0, in_points), "tick beside", "end")
    points: list[tuple[float, float, float]] = []  # across, value, error
    for one in decisions:
        error = one["error"] or 0.0
        points += [(across(one["ply"]), one["best_value"] or 0.0, error), (across(one["ply"] + 0.4), one["value"] or 0.0, error)]
    if seat["final"] is not None:
        points.append((across(last), seat["final"], 0.0))
    kind = f"seat{place % 6}"
    upper, lower = ([(x, _down(min(1.0, max(0.0, y + side * TWO_SIDED * error)))) for x, y, error in points] for side in (1, -1))
    picture.area(upper, lower, f"shade {kind}")
    picture.curve([(x, _down(y)) for x, y, _ in points], kind)
    for one in decisions:
        tip = f"{one['ply'] + 1}{say(': ')}{texts.verdict(one)}"
        spot = across(one["ply"] + 0.4), _down(one["value"] or 0.0)
        picture.dot(spot, 4 if one["mistake"] else 2.5, "mark" if one["mistake"] else kind, tip)
    for value in across.ticks(6):
        if value == int(value) and 0 < value <= last:
            picture.word((across(value - 1), HEIGHT + 15), figure(value), "tick")
    name = f'<span class="key {kind}"></span>{escape(texts.players[place])}'
    return tag("figure", tag("figcaption", name) + picture.drawn(), "course")


def _down(share: float) -> float:
    return 6 + (HEIGHT - 12) * (1 - share)


# --- moments and decisions ----------------------------------------------------------------------------------------------------------------


def _moments(texts: ReviewTexts) -> str:
    rows = []
    for moment in texts.found["moments"]:
        first, *rest = texts.moment(moment)
        link = f'<a href="#{_anchor(moment["ply"], moment["seat"])}">{moment["ply"] + 1}. {escape(texts.players[moment["seat"]])}</a>'
        rows.append(
            tag("li", f"{link}{escape(say(': '))}{escape(first)}" + "".join(paragraph(sentence) for sentence in rest), moment["kind"])
        )
    return tag("ul", "".join(rows), "moments")


def _anchor(ply: int, seat: int) -> str:
    return f"decision-{ply + 1}-{seat}"


def _decisions(texts: ReviewTexts, free: list[DecisionReview]) -> str:
    shown = {(one["ply"], one["seat"]) for one in worth_a_look(texts.found)}
    listed = "".join(_decision(texts, one, (one["ply"], one["seat"]) in shown) for one in free)
    forced = len(texts.found["decisions"]) - len(free)
    note = say_count("One decision without a choice is left out.", "{n} decisions without a choice are left out.", forced)
    return listed + (paragraph(note, "note") if forced else "")


def _decision(texts: ReviewTexts, one: DecisionReview, opened: bool) -> str:
    kind = "mistake" if one["mistake"] else "costly" if opened else ""
    head = f'<span class="key seat{one["seat"] % 6}"></span><b>{one["ply"] + 1}. {escape(texts.players[one["seat"]])}</b> '
    summary = tag("summary", head + tag("span", escape(texts.verdict(one)), "verdict"))
    reasons = tag("ul", "".join(tag("li", escape(sentence)) for sentence in texts.reasons(one)), "remarks") if one["reasons"] else ""
    mix = texts.mix(one)
    inside = reasons + (paragraph(mix) if mix else "") + _values(texts, one)
    place = _anchor(one["ply"], one["seat"])
    return f'<details class="decision {kind}" id="{place}"{" open" if opened else ""}>{summary}{inside}</details>'


def _values(texts: ReviewTexts, one: DecisionReview) -> str:
    head = tag("th", escape(say("action"))) + tag("td", "") + tag("th", escape(value_name(one["points"])), "number")
    rows = []
    for action in valued(one):
        name = escape(texts.action(action["action"]))
        played = action["action"] == one["action"]
        label = f"{tag('b', name)} {tag('small', escape(say('played')))}" if played else name
        cells = tag("td", label) + tag("td", _bar(action["value"] or 0.0, action["error"] or 0.0, name, played), "bar")
        rows.append(tag("tr", cells + tag("td", escape(value_text(action["value"], action["error"], one["points"])), "number")))
    left = len(one["actions"]) - len(rows)
    more = paragraph(say_count("… and one more", "… and {n} more", left), "note") if left else ""
    return wide(tag("table", tag("thead", tag("tr", head)) + tag("tbody", "".join(rows)))) + more


def _bar(value: float, error: float, label: str, played: bool) -> str:
    picture = Picture(BAR_HEIGHT, label)
    picture.bar(0.0, value, 2, BAR_HEIGHT - 2, "fill" if played else "fill soft")
    low, high = max(0.0, value - TWO_SIDED * error), min(1.0, value + TWO_SIDED * error)
    picture.line((low, BAR_HEIGHT / 2), (high, BAR_HEIGHT / 2), "interval")
    return picture.drawn()
