"""Choice models in words, and a tree as a picture (SVG), in the current language."""

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from joute.core.facts import Fact, FactKind
from joute.explain.choice_model import (
    ABOVE_LEAST,
    BEHIND_MOST,
    CURVES,
    HIGHEST,
    LEAST,
    LOWEST,
    MOST,
    TREE,
    VALUE,
    ChoiceModel,
    Condition,
    ModelInput,
    QuestionNode,
    ScoreCurve,
)
from joute.i18n import decimal, say

ROW, INDENT, LETTER = 26, 26, 7.2  # pixels


def input_words(facts: Sequence[Fact], one: ModelInput) -> str:
    """What an input is: the label of its fact, and what it is compared with."""
    label = say(facts[one.fact].label)
    if one.compared == MOST:
        return say("{fact}: the highest", fact=label)
    if one.compared == LEAST:
        return say("{fact}: the lowest", fact=label)
    if one.compared == BEHIND_MOST:
        return say("{fact}: distance below the highest", fact=label)
    return say("{fact}: distance above the lowest", fact=label) if one.compared == ABOVE_LEAST else label


def condition_words(facts: Sequence[Fact], inputs: Sequence[ModelInput], condition: Condition) -> str:
    """A question as words."""
    one = inputs[condition.input]
    fact = facts[one.fact]
    label = say(fact.label)
    if one.compared in (HIGHEST, LOWEST):
        return _situation_words(fact, one.compared, condition)
    if one.compared == MOST:
        return say("{fact}: the highest", fact=label) if condition.above else say("{fact}: not the highest", fact=label)
    if one.compared == LEAST:
        return say("{fact}: the lowest", fact=label) if condition.above else say("{fact}: not the lowest", fact=label)
    limit = _written(condition.threshold, fact.kind)
    if one.compared in (BEHIND_MOST, ABOVE_LEAST) and fact.kind is FactKind.COUNT and limit == "0":
        place = ModelInput(one.fact, MOST if one.compared == BEHIND_MOST else LEAST)
        return condition_words(facts, [place], Condition(0, 0.5, not condition.above))
    if one.compared == BEHIND_MOST:
        if condition.above:
            return say("{fact}: more than {limit} below the highest", fact=label, limit=limit)
        return say("{fact}: at most {limit} below the highest", fact=label, limit=limit)
    if one.compared == ABOVE_LEAST:
        if condition.above:
            return say("{fact}: more than {limit} above the lowest", fact=label, limit=limit)
        return say("{fact}: at most {limit} above the lowest", fact=label, limit=limit)
    if fact.kind is FactKind.FLAG:
        return label if condition.above else say("not: {words}", words=label)
    return f"{label} {_limit(condition, fact.kind)}"


def _situation_words(fact: Fact, compared: str, condition: Condition) -> str:
    """A question about all legal actions."""
    label = say(fact.label)
    if fact.kind is FactKind.FLAG:
        if compared == HIGHEST:
            return say("some action: {fact}", fact=label) if condition.above else say("no action: {fact}", fact=label)
        return say("every action: {fact}", fact=label) if condition.above else say("not every action: {fact}", fact=label)
    words = f"{label} {_limit(condition, fact.kind)}"
    some = condition.above == (compared == HIGHEST)
    return say("some action: {fact}", fact=words) if some else say("every action: {fact}", fact=words)


def _limit(condition: Condition, kind: FactKind) -> str:
    """What a number is compared with: ≥ 3, ≤ 20%."""
    if kind is FactKind.COUNT and condition.above:
        return f"≥ {math.floor(condition.threshold) + 1}"
    return f"{'>' if condition.above else '≤'} {_written(condition.threshold, kind)}"


def _written(value: float, kind: FactKind) -> str:
    if kind is FactKind.COUNT:  # more than 0.5 is more than 0
        return str(math.floor(value))
    return say("{percent}%", percent=round(100 * value)) if kind is FactKind.CHANCE else decimal(f"{value:.2f}".rstrip("0").rstrip("."))


class TreeLine(NamedTuple):
    """A line of a tree as an outline."""

    depth: int
    words: str
    leaf: str  # what is preferred there; empty: questions follow
    share: float


def tree_lines(model: ChoiceModel, facts: Sequence[Fact]) -> Iterator[TreeLine]:
    """The tree as an outline: every answer to a question, and below it what follows."""
    waiting = [(0, 0, "")]
    while waiting:
        place, depth, words = waiting.pop()
        node = model.nodes[place]
        if words or node.condition is None:
            yield TreeLine(depth, words, leaf_words(model, facts, node) if node.condition is None else "", node.share)
        if node.condition is not None:
            under = depth + 1 if words else depth
            other = Condition(node.condition.input, node.condition.threshold, not node.condition.above)
            waiting.append((node.no, under, condition_words(facts, model.inputs, other)))
            waiting.append((node.yes, under, condition_words(facts, model.inputs, node.condition)))


def leaf_words(model: ChoiceModel, facts: Sequence[Fact], node: QuestionNode) -> str:
    """What is preferred in a situation, in order."""
    wishes = [condition_words(facts, model.inputs, preference) for preference in node.preferences]
    return "; ".join(f"{number}. {words}" for number, words in enumerate(wishes, 1)) or last_words(model)


def model_lines(model: ChoiceModel, facts: Sequence[Fact]) -> list[str]:
    """The model as lines of text."""
    lines = []
    if model.kind == TREE:
        for depth, words, leaf, _ in tree_lines(model, facts):
            lines.append("  " * depth + " ".join(filter(None, [words, leaf and f"→ {leaf}"])))
    ordered = sorted(model.curves, key=lambda curve: min(curve.scores) - max(curve.scores))
    return [*lines, *(curve_words(model, facts, curve) for curve in ordered), *last_lines(model, facts)]


def curve_words(model: ChoiceModel, facts: Sequence[Fact], curve: ScoreCurve) -> str:
    """What one input adds to the score."""
    one, ends = model.inputs[curve.input], [_signed(score) for score in (curve.scores[0], curve.scores[-1])]
    words = input_words(facts, one)
    if one.compared in (MOST, LEAST) or (one.compared == VALUE and facts[one.fact].kind is FactKind.FLAG):
        return say("{fact}: {yes} if so, {no} if not", fact=words, yes=ends[1], no=ends[0])
    return say("{fact}: from {low} if small to {high} if large", fact=words, low=ends[0], high=ends[1])


def last_lines(model: ChoiceModel, facts: Sequence[Fact]) -> list[str]:
    """The rules of a list, and what decides between actions that the model finds equal."""
    rules = [f"{number}. {condition_words(facts, model.inputs, rule)}" for number, rule in enumerate(model.rules, 1)]
    if model.kind == CURVES:
        return [first_words(model)] if model.first > 0 else []
    return [*rules, last_words(model)]


def last_words(model: ChoiceModel) -> str:
    """What decides between equal actions."""
    return say("of equal actions the first") if model.first > 0 else say("of equal actions any")


def first_words(model: ChoiceModel) -> str:
    """What the first legal action gets."""
    return say("the first legal action: {score} more", score=_signed(model.first))


def _signed(score: float) -> str:
    return decimal(f"{score:+.2f}")


def tree_picture(model: ChoiceModel, facts: Sequence[Fact], title: str) -> str:
    """The tree as a picture: answers as an outline, below the last one what is preferred there, and how many decisions come there."""
    how = [
        say("Questions about the situation lead to preferences: of the legal actions, those that satisfy the first stay, then the second."),
        say("Highest, lowest: of the actions that are left. Percentages: of all decisions, how many come there."),
    ]
    drawn = [f'<text x="{INDENT // 2}" y="{ROW}" class="title">{escape(title)}</text>']
    drawn += [f'<text x="{INDENT // 2}" y="{ROW * (2 + number)}" class="faint">{escape(line)}</text>' for number, line in enumerate(how)]
    y, widest = ROW * (2 + len(how)), max(map(len, how))
    parents: dict[int, int] = {}
    for line in tree_lines(model, facts):
        x = INDENT * (line.depth + 1)
        if line.depth:
            drawn.append(f'<path d="M{x - INDENT + 6} {parents[line.depth - 1] + 6}V{y - 5}H{x - 4}"/>')
        parents[line.depth] = y
        drawn.append(f'<text x="{x}" y="{y}">{escape(line.words)}</text>')
        widest = max(widest, len(line.words) + round(x / LETTER))
        if line.leaf:
            y += ROW
            share = say("{percent}%", percent=round(100 * line.share))
            drawn.append(f'<text x="{x + INDENT}" y="{y}" class="leaf">{escape(f"{line.leaf} ({share})")}</text>')
            widest = max(widest, len(line.leaf) + 8 + round((x + INDENT) / LETTER))
        y += ROW
    drawn.append(f'<text x="{INDENT // 2}" y="{y}" class="faint">{escape(last_words(model))}</text>')
    width, height = round(LETTER * widest + INDENT), y + ROW
    style = (
        "text{font:13px sans-serif;fill:#222}.title{font-weight:bold}.faint{fill:#68727e;font-size:12px}.paper{fill:#fff}"
        "path{fill:none;stroke:#888}.leaf{fill:#2c6636}"
        "@media(prefers-color-scheme:dark){text{fill:#ddd}.faint{fill:#95a0ab}.paper{fill:#12161b}.leaf{fill:#8fd09b}}"
    )
    body = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">\n'
        f'<title>{escape(title)}</title>\n<style>{style}</style>\n<rect class="paper" width="100%" height="100%"/>\n{body}\n</svg>\n'
    )
