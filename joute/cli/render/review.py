"""The review of a game as the terminal shows it: accuracy, key moments, and the decisions worth a look."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from joute.cli.render.formatting import number, table
from joute.i18n import in_language, say, say_count
from joute.report.html import percent
from joute.report.review_texts import DecisionTexts, ReviewTexts, value_name, value_text, valued
from joute.review.game_review import worth_a_look
from joute.review.review_info import DecisionReview


def render(texts: ReviewTexts, samples: int) -> RenderableType:
    """The whole review."""
    found = texts.found
    title = say("{game}, judged with {agent}", game=in_language(texts.game.definition.title), agent=found["agent"])
    parts: list[RenderableType] = [Text(title, "bold"), Text(), _seats(texts)]
    if found["moments"]:
        parts += [Text(), Text(say("Key moments"), "bold")]
        parts += [_moment(texts, place) for place in range(len(found["moments"]))]
    parts += [Text(), Text(say("Decisions worth a look"), "bold")]
    costly = worth_a_look(found)
    parts += [_decision(texts, one) for one in costly]
    if not costly:
        parts.append(Text(say("None: no decision cost anything that the samples can tell.")))
    notes = [texts.values_note(samples), *([texts.luck_note()] if texts.lucky else [])]
    return Group(*parts, Text(), *(Text(text, "dim") for text in notes))


def _seats(texts: ReviewTexts) -> Table:
    lucky = texts.lucky
    heads = [say("player"), say("accuracy"), say("decisions"), say("mistakes"), *([say("luck")] if lucky else [])]
    drawn = table(*heads, numbers=" >>>>")
    for player, seat in zip(texts.players, texts.found["seats"], strict=True):
        if seat["decisions"]:
            row = [player, percent(seat["accuracy"]), number(seat["decisions"]), number(seat["mistakes"])]
            drawn.add_row(*row, *([texts.luck(seat["luck"])] if lucky else []))
    return drawn


def _moment(texts: ReviewTexts, place: int) -> RenderableType:
    moment = texts.found["moments"][place]
    first, *rest = texts.moment(moment)
    head = Text.assemble((f"{moment['ply'] + 1}. ", "bold cyan"), (texts.players[moment["seat"]], "bold"), say(": "), first)
    return Padding(Group(head, *(Text(f"   {sentence}") for sentence in rest)), (0, 0, 0, 2), expand=False)


def _decision(texts: ReviewTexts, one: DecisionReview) -> RenderableType:
    style = "bold red" if one["mistake"] else "bold cyan"
    head = Text.assemble((f"{one['ply'] + 1}. ", style), (texts.players[one["seat"]], "bold"), say(": "), texts.verdict(one))
    return Padding(Group(head, *explanation(texts, one)), (1, 0, 0, 2), expand=False)


def explanation(texts: DecisionTexts, one: DecisionReview, marked: bool = True) -> list[RenderableType]:
    """The reasons of a judgement, and the values with their intervals; the action is in bold, and marked if it was played."""
    parts: list[RenderableType] = [Text(f"· {sentence}") for sentence in texts.reasons(one)]
    if mix := texts.mix(one):
        parts.append(Text(mix, "italic"))
    return [*parts, _values(texts, one, marked)]


def _values(texts: DecisionTexts, one: DecisionReview, marked: bool) -> RenderableType:
    drawn = table(say("action"), value_name(one["points"]), "", numbers=" >")
    mark = say("played") if marked else ""
    for action in valued(one):
        played = action["action"] == one["action"]
        words = value_text(action["value"], action["error"], one["points"])
        drawn.add_row(texts.action(action["action"]), words, mark if played else "", style="bold" if played else "")
    left = len(one["actions"]) - drawn.row_count
    return Group(drawn, Text(say_count("… and one more", "… and {n} more", left), "dim")) if left else drawn
