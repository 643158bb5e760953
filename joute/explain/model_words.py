"""Choice models in words, and a tree as a picture (SVG), in the current language."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from joute.core.facts import Fact, FactKind
from joute.explain.choice_model import ABOVE_LEAST, BEHIND_MOST, LEAST, MOST, TREE, ChoiceModel, Condition, ModelInput
from joute.i18n import decimal, say

ROW, INDENT, LETTER = 26, 26, 7.2  # pixels
BAR = 90  # the widest bar of a score


def input_words(facts: Sequence[Fact], one: ModelInput) -> str:
    """What an input is: the label of its fact, and what it is compared with."""
    label = say(facts[one.fact].label)
    if one.compared == MOST:
        return say("{fact}: the most of all legal actions", fact=label)
    if one.compared == LEAST:
        return say("{fact}: the least of all legal actions", fact=label)
    if one.compared == BEHIND_MOST:
        return say("{fact}: less than the most of all legal actions by", fact=label)
    return say("{fact}: more than the least of all legal actions by", fact=label) if one.compared == ABOVE_LEAST else label


def condition_words(facts: Sequence[Fact], inputs: Sequence[ModelInput], condition: Condition) -> str:
    """A question as words."""
    one = inputs[condition.input]
    words, fact = input_words(facts, one), facts[one.fact]
    if one.compared in (MOST, LEAST) or (fact.kind is FactKind.FLAG and one.compared not in (BEHIND_MOST, ABOVE_LEAST)):
        return words if condition.above else say("not: {words}", words=words)
    limit = _written(condition.threshold, fact.kind)
    if fact.kind is FactKind.COUNT and condition.threshold % 1 == 0.5:  # between two whole numbers
        return f"{words} ≥ {int(condition.threshold + 0.5)}" if condition.above else f"{words} ≤ {int(condition.threshold)}"
    return f"{words} > {limit}" if condition.above else f"{words} ≤ {limit}"


def _written(value: float, kind: FactKind) -> str:
    return say("{percent}%", percent=round(100 * value)) if kind is FactKind.CHANCE else decimal(f"{value:.2f}".rstrip("0").rstrip("."))


class TreeLine(NamedTuple):
    """A line of a tree as an outline."""

    depth: int
    words: str
    score: float | None  # of a leaf
    share: float


def tree_lines(model: ChoiceModel, facts: Sequence[Fact]) -> Iterator[TreeLine]:
    """The tree as an outline: every answer to a question, and below it what follows."""
    waiting = [(0, 0, "")]
    while waiting:
        place, depth, words = waiting.pop()
        node = model.nodes[place]
        if words or node.condition is None:
            yield TreeLine(depth, words, node.score if node.condition is None else None, node.share)
        if node.condition is not None:
            under = depth + 1 if words else depth
            other = Condition(node.condition.input, node.condition.threshold, not node.condition.above)
            waiting.append((node.no, under, condition_words(facts, model.inputs, other)))
            waiting.append((node.yes, under, condition_words(facts, model.inputs, node.condition)))


def model_lines(model: ChoiceModel, facts: Sequence[Fact]) -> list[str]:
    """The model as lines of text."""
    lines = []
    if model.kind == TREE:
        for depth, words, score, _ in tree_lines(model, facts):
            lines.append("  " * depth + words + ("" if score is None else f"  →  {_signed(score)}"))
    for curve in model.curves:
        low, high = min(curve.scores), max(curve.scores)
        lines.append(f"{input_words(facts, model.inputs[curve.input])}: {_signed(low)} … {_signed(high)}")
    lines += [f"{number}. {condition_words(facts, model.inputs, rule)}" for number, rule in enumerate(model.rules, 1)]
    if model.first > 0:
        lines.append(say("of equal actions the first") if not model.nodes and not model.curves else first_words(model))
    return lines


def first_words(model: ChoiceModel) -> str:
    """What the first legal action gets."""
    return say("the first legal action: {score} more", score=_signed(model.first))


def _signed(score: float) -> str:
    return decimal(f"{score:+.2f}")


def tree_picture(model: ChoiceModel, facts: Sequence[Fact], title: str) -> str:
    """The tree as a picture: answers as an outline, with a bar for the score of each leaf."""
    lines = list(tree_lines(model, facts))
    top = max((abs(line.score) for line in lines if line.score is not None), default=1.0) or 1.0
    left = max((INDENT * line.depth + LETTER * len(line.words) for line in lines), default=0) + 2 * INDENT + BAR
    width, height = round(left + BAR + 5 * INDENT), ROW * (len(lines) + 3)
    drawn = [f'<text x="{INDENT // 2}" y="{ROW}" class="title">{escape(title)}</text>']
    parents: dict[int, int] = {}
    for number, line in enumerate(lines):
        x, y = INDENT * (line.depth + 1), ROW * (number + 2)
        parents[line.depth] = y
        if line.depth:
            drawn.append(f'<path d="M{x - INDENT + 6} {parents[line.depth - 1] + 6}V{y - 5}H{x - 4}"/>')
        drawn.append(f'<text x="{x}" y="{y}">{escape(line.words)}</text>')
        if line.score is not None:
            length = BAR * abs(line.score) / top
            start = left if line.score >= 0 else left - length
            kind = "good" if line.score >= 0 else "bad"
            drawn.append(f'<rect class="{kind}" x="{start:.1f}" y="{y - 13}" width="{max(1.0, length):.1f}" height="16"/>')
            drawn.append(f'<text x="{left + BAR + 8}" y="{y}">{_signed(line.score)}</text>')
    if model.first > 0:
        drawn.append(f'<text x="{INDENT // 2}" y="{ROW * (len(lines) + 2)}">{escape(first_words(model))}</text>')
    style = (
        "text{font:13px sans-serif;fill:#222}.title{font-weight:bold}path{fill:none;stroke:#888}.good{fill:#3a7d44}.bad{fill:#b23a48}"
        "@media(prefers-color-scheme:dark){text{fill:#ddd}}"
    )
    body = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n{body}\n</svg>\n"
    )
