"""Reasons for a judgement: sentences about facts and consequences that tell the better action from the other, each supported by samples.

A fact is a candidate if actions that have it were better in many games (`fact_weights.json` beside the game); it is said if it is
necessary or sufficient here: every judged action without it is clearly worse, or no judged action with it is. One that is both, and so
divides several actions as their values do, needs no other games. A consequence is said if
it accounts for a part of the difference between the two actions over the sampled worlds, or, if it is the same in all of them, usually.
What the next decision shows comes before what only the end of the chapter shows. `reason_check.verified` tests a sentence in fresh worlds.
"""

import json
import math
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from joute.core.definition import SpokenRenderer
from joute.core.facts import Fact, FactKind
from joute.core.game import Game
from joute.core.state import Action, State
from joute.i18n import capital, in_every_language, say
from joute.review.assessment import Assessment, clearly_worse, contrast, standard_error
from joute.review.continuations import tracked

MOST = 3  # sentences
LONGEST = 10  # actions of a proven line that are named
ENOUGH, DIVIDES = 3, 0.4  # judged actions that a fact must divide as their values do; what it is then taken to account for
LIGHT = 0.01  # weight of a flag below which it is no reason
PART = 0.15  # of the difference that a reason must account for
VARIED = 0.5  # standard deviation of a change over its mean, from which the sampled worlds themselves tell what it brings
USUALLY = 3.0  # standard errors, over other games
LATER = 0.4  # weight of a consequence at the end of the chapter beside one by the next decision: it says less of the action itself
ALIKE = 0.8  # correlation over the sampled worlds from which two consequences say the same
A_CHANCE = 0.1  # difference of two probabilities that is worth a sentence
AN_AMOUNT = 0.15  # difference of two amounts that is
FACT_WEIGHTS = "fact_weights.json"
Texts: TypeAlias = dict[str, str]  # by language


class ReasonInfo(TypedDict):
    """Why one action is better than another."""

    name: str  # of the fact or the consequence
    kind: Literal[
        "fact", "consequence", "line"
    ]  # a fact of the action itself, what came of it in sampled worlds, how a proven result comes about
    better: str  # the better action
    other: str  # the other action
    values: list[float]  # the number behind the sentence: of the better action, of the other one
    part: float  # of the difference that it accounts for, estimated
    sentence: Texts  # by language; `{0}` stands for the player on the first seat, as in events


@dataclass(frozen=True)
class Reason:
    """Why one action is better than another, in a sentence, with the numbers behind it."""

    name: str  # of the fact or the consequence
    kind: Literal["fact", "consequence", "line"]
    better: Action
    other: Action
    values: tuple[float, float]  # of the better action, of the other one
    part: float  # of the difference that it accounts for, estimated
    sentence: Texts

    def to_json(self) -> ReasonInfo:
        """For a client."""
        return {
            "name": self.name,
            "kind": self.kind,
            "better": self.better.name,
            "other": self.other.name,
            "values": list(self.values),
            "part": round(self.part, 3),
            "sentence": self.sentence,
        }


def reasons(game: Game, view: State, seat: int, assessment: Assessment) -> list[Reason]:
    """At most three reasons, the weightiest ones; none if the actions are about equal or nothing accounts for the difference.

    What shows at once comes before what only the end of the chapter shows; the weightier comes first.
    """
    pair = contrast(assessment)
    lines = line_reasons(game, view, seat, assessment)
    if pair is None:
        return lines[:MOST]
    found = [*consequence_reasons(game, assessment, *pair), *fact_reasons(game, view, seat, assessment, *pair)]
    topics = {fact.name: fact.topic or fact.name for fact in (*game.definition.facts, *tracked(game))}
    late = {fact.name for fact in game.definition.final_consequences}
    found.sort(key=lambda reason: -min(reason.part, 1.0) * (LATER if reason.name in late else 1.0))
    chosen: list[Reason] = []
    for reason in found:
        if not any(topics[one.name] == topics[reason.name] or similar(game, assessment, one, reason) for one in chosen):
            chosen.append(reason)
    chosen = [*chosen[: MOST - min(1, len(lines))], *lines]
    return sorted(chosen[:MOST], key=lambda reason: reason.name in late)


def similar(game: Game, assessment: Assessment, one: Reason, other: Reason) -> bool:
    """Whether two reasons probably say the same: what they say comes in the same worlds, or they account for as much as each other."""
    if other.sentence["en"] in one.sentence["en"]:
        return True
    if one.kind == other.kind and abs(min(one.part, 1.0) - min(other.part, 1.0)) < 0.05:
        return True
    return any(
        abs(correlation(first, second)) > ALIKE
        for first in _changes_behind(game, assessment, one)
        for second in _changes_behind(game, assessment, other)
    )


def _changes_behind(game: Game, assessment: Assessment, reason: Reason) -> list[NDArray[np.float64]]:
    """How the two actions differ in a consequence, in each sampled world: the consequence itself, or those of the topic of a fact."""
    if (drawn := assessment.between(reason.better, reason.other)) is None:
        return []
    topic = next((fact.topic for fact in game.definition.facts if reason.kind == "fact" and fact.name == reason.name), "")
    behind = [
        index
        for index, fact in enumerate(tracked(game))
        if (fact.topic == topic != "" if reason.kind == "fact" else fact.name == reason.name)
    ]
    return [drawn.consequences[:, 0, index] - drawn.consequences[:, 1, index] for index in behind]


def correlation(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The correlation of two numbers over the sampled worlds; 0 if one of them is always the same."""
    spread = float(one.std() * other.std())
    return 0.0 if spread < 1e-12 else float(((one - one.mean()) * (other - other.mean())).mean()) / spread


def speaks_for(fact: Fact, values: tuple[float, float]) -> bool:
    """Whether more of the fact on the side of the better action, or less of it, is a reason that people would accept."""
    return fact.sign * (values[0] - values[1]) >= 0.0


# --- consequences -------------------------------------------------------------------------------------------------------------------------


def consequence_reasons(game: Game, assessment: Assessment, better: Action, other: Action) -> list[Reason]:
    """Consequences that come more often, or weigh more, with one of the two actions, and account for a part of the difference."""
    if (drawn := assessment.between(better, other)) is None:
        return []
    weights = fact_weights(game.definition.folder / FACT_WEIGHTS, "consequences")
    found = []
    for index, fact in enumerate(tracked(game)):
        mine, theirs = drawn.consequences[:, 0, index], drawn.consequences[:, 1, index]
        values = float(mine.mean()), float(theirs.mean())
        counts = usually(game, "consequences", fact, values)
        usual = weights.get(fact.name, 0.0) * (values[0] - values[1]) * assessment.span if counts else 0.0
        part = accounted(drawn.values[:, 0] - drawn.values[:, 1], mine - theirs, usual)
        if part >= PART and speakable(fact, *values) and speaks_for(fact, values):
            found.append(Reason(fact.name, "consequence", better, other, values, part, _said(game, fact, better, other, values)))
    return found


def accounted(gains: NDArray[np.float64], changes: NDArray[np.float64], usual: float) -> float:
    """The part of the mean gain that goes with the change of a consequence, by regression over the sampled worlds; 0 if it is not clear.

    A change that is much the same in every world brings what it usually does: its small variation says nothing about the whole.
    """
    gain, change, spread = float(gains.mean()), float(changes.mean()), float(changes.var())
    if gain <= 0.0:
        return 0.0
    if spread <= (VARIED * change) ** 2:
        return usual / gain
    if abs(change) < 3 * standard_error(changes, 1.0):
        return 0.0
    together = float(((gains - gain) * (changes - change)).mean())
    if abs(together) * math.sqrt(len(gains)) < 4 * math.sqrt(spread * float(gains.var())):  # no clear correlation
        return 0.0
    return together / spread * change / gain


def speakable(fact: Fact, mine: float, theirs: float) -> bool:
    """Whether the two numbers differ as people say them."""
    if fact.kind is FactKind.FLAG:
        return round(10 * mine) != round(10 * theirs)
    if fact.kind is FactKind.CHANCE:
        return abs(mine - theirs) >= A_CHANCE
    least = max(AN_AMOUNT, 0.1 * max(abs(mine), abs(theirs)))
    return fact.written(mine) != fact.written(theirs) and abs(mine - theirs) >= least


def _said(game: Game, fact: Fact, better: Action, other: Action, values: tuple[float, float]) -> dict[str, str]:
    """The sentence on the action with the larger number, and the number of the other one."""
    (subject, value), (second, less) = (
        ((better, values[0]), (other, values[1])) if values[0] > values[1] else ((other, values[1]), (better, values[0]))
    )

    def sentence() -> str:
        often = say(game.definition.often, n=round(10 * value)) if fact.kind is FactKind.FLAG else ""
        written = say("{n} of 10", n=round(10 * less)) if fact.kind is FactKind.FLAG else fact.written(less)
        return _compared(game, fact.sentence(game.spoken(subject), value, often), second, written)

    return in_every_language(sentence)


def _compared(game: Game, sentence: str, other: Action, value: str) -> str:
    """The sentence, with the number of the other action in brackets."""
    return begun(game, say("{sentence} ({other}: {value})", sentence=sentence, other=game.spoken(other), value=value))


def begun(game: Game, sentence: str) -> str:
    """With a capital letter, unless it begins with the name of an action that is written as it is, like f6."""
    as_written = not isinstance(game.definition.render, SpokenRenderer)
    return sentence if as_written and sentence[:1].islower() and sentence[1:2].isdigit() else capital(sentence)


# --- proven lines -------------------------------------------------------------------------------------------------------------------------


def line_reasons(game: Game, view: State, seat: int, assessment: Assessment) -> list[Reason]:
    """How a proven win or loss comes about: the line of the solver, of the better action and of the played one."""
    found = []
    for action in dict.fromkeys((assessment.best, assessment.played)):
        line, value = assessment.lines.get(action, []), assessment.judgement(action).value
        if line and value and game.spec.seats == 2:  # not of a draw
            ended = _ends(game, view, line)
            if ended or len(line) > 1:
                sentence = in_every_language(partial(_line, game, line, value > 0, ended))
                found.append(Reason("line", "line", assessment.best, assessment.played, (value, value), 1.0, sentence))
    return found


def _line(game: Game, line: list[Action], won: bool, ended: bool) -> str:
    """How the line is won by the seat, or by its opponent."""
    action, answers = game.spoken(line[0]), line[1:]
    rest = " ".join(game.spoken(answer) for answer in answers[:LONGEST]) + ("" if ended and len(answers) <= LONGEST else " …")
    if won:
        sentence = (
            say("{action} wins by force, for instance {line}", action=action, line=rest)
            if answers
            else say("{action} wins at once", action=action)
        )
    elif ended and len(answers) == 1:
        sentence = say("after {action}, the opponent wins at once with {line}", action=action, line=rest)
    else:
        sentence = say("after {action}, the opponent wins by force, for instance {line}", action=action, line=rest)
    return begun(game, sentence)


def _ends(game: Game, view: State, line: list[Action]) -> bool:
    """Whether the line leads to the end of the game."""
    state = State(view.array.copy())
    for action in line:
        game.step(state, {game.movers(state)[0]: int(action)})
    return game.over(state)


# --- facts --------------------------------------------------------------------------------------------------------------------------------


@cache
def fact_weights(
    file: Path, kind: Literal["facts", "consequences"], number: Literal["weights", "slope_in_errors"] = "weights"
) -> dict[str, float]:
    """How much better an action is for one more of a fact, in shares of the range of values; empty if nobody has fitted them."""
    return dict(json.loads(file.read_text(encoding="utf-8"))[kind].get(number, {})) if file.is_file() else {}


def usually(game: Game, kind: Literal["facts", "consequences"], fact: Fact, values: tuple[float, float]) -> bool:
    """Whether the number goes with better actions in other games as it does here, beyond chance: the test where nothing here can tell."""
    sure = fact_weights(game.definition.folder / FACT_WEIGHTS, kind, "slope_in_errors")
    return not sure or (sure.get(fact.name, 0.0) * (values[0] - values[1]) > 0 and abs(sure.get(fact.name, 0.0)) > USUALLY)


def fact_reasons(game: Game, view: State, seat: int, assessment: Assessment, better: Action, other: Action) -> list[Reason]:
    """Facts in which the two actions differ, that usually decide, and that are necessary or sufficient here."""
    weights = fact_weights(game.definition.folder / FACT_WEIGHTS, "facts")
    gap = _gap(assessment, better, other)
    if not game.definition.facts or gap <= 0.0:
        return []
    known = {one.action: game.facts(view, seat, one.action) for one in assessment.judgements if one.value is not None}
    found = []
    for fact in game.definition.facts:
        by_action = {action: facts[fact.name] for action, facts in known.items()}
        values, weight = (by_action[better], by_action[other]), weights.get(fact.name, 0.0)
        necessary, sufficient = necessary_and_sufficient(assessment, by_action, better, other)
        if not speakable(fact, *values) or not speaks_for(fact, values):
            continue
        part = weight * (values[0] - values[1]) * assessment.span / gap
        if fact.kind is FactKind.FLAG and necessary and sufficient and len(known) >= ENOUGH and values[0] != values[1]:
            part = max(part, DIVIDES)
        elif (fact.kind is FactKind.FLAG and abs(weight) < LIGHT) or part < PART or not (necessary or sufficient):
            continue
        if len(known) < ENOUGH and not usually(game, "facts", fact, values):
            continue
        if sentence := _stated(game, fact, better, other, values):
            found.append(Reason(fact.name, "fact", better, other, values, min(part, 1.0), sentence))
    return found


def necessary_and_sufficient(assessment: Assessment, values: dict[Action, float], better: Action, other: Action) -> tuple[bool, bool]:
    """Whether all judged actions on the other side of the fact are clearly worse, and whether none on the side of the better action is."""
    mine, theirs = values[better], values[other]
    same_side = {action for action, value in values.items() if (value >= mine if mine > theirs else value <= mine)}
    necessary = all(clearly_worse(assessment, action, better) for action in values if action not in same_side)
    sufficient = not any(clearly_worse(assessment, action, better) for action in same_side)
    return necessary, sufficient


def _gap(assessment: Assessment, better: Action, other: Action) -> float:
    return (assessment.judgement(better).value or 0.0) - (assessment.judgement(other).value or 0.0)


def _stated(game: Game, fact: Fact, better: Action, other: Action, values: tuple[float, float]) -> dict[str, str]:
    """The fact as a sentence: of the action that has it, or with both numbers; empty if there is nothing to say."""
    subject, value = (better, values[0]) if values[0] > values[1] else (other, values[1])

    def sentence() -> str:
        first = fact.sentence(game.spoken(subject), value)
        if not first or fact.kind is FactKind.FLAG:
            return begun(game, first)
        second, less = (other, values[1]) if subject == better else (better, values[0])
        return _compared(game, first, second, fact.written(less))

    said = in_every_language(sentence)
    return said if all(said.values()) else {}
