"""The report of a study: how often people predict the agent before and after the examples, and what the explanations add.

The unit is a block, as in a duel: one participant of each order of the question sets. Shares of correct answers get the interval that a
duel gives to shares of the point; differences get the one of a mean of blocks.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean, median
from typing import TypedDict

from joute.arena.statistics.estimates import mean_interval, share_interval
from joute.core.errors import JouteError, known
from joute.explain.study.design import ORDERS
from joute.explain.study.plan import NONE, REASONS
from joute.explain.study.responses import StudyAnswer


class EstimateData(TypedDict):
    """A mean over blocks, with its interval of 95 %; null: fewer than three blocks, or all are alike."""

    mean: float | None
    interval: list[float] | None


class ArmData(TypedDict):
    """The participants who saw the same kind of examples."""

    arm: str
    participants: int  # who answered everything
    blocks: int
    before: EstimateData  # share of correct answers
    after: EstimateData
    gain: EstimateData  # after minus before


class AskedData(TypedDict):
    """How often a question was asked, and answered correctly."""

    asked: int
    correct: int


class ItemData(TypedDict):
    """One question."""

    item: str
    action: str  # what the agent plays
    chance: float  # of a correct answer by guessing
    before: AskedData
    after: dict[str, AskedData]  # by arm
    confused: str | None  # the most frequent wrong answer


class StudyReport(TypedDict):
    """What a study found."""

    study: str
    version: str
    participants: int  # who answered everything
    unfinished: int  # who did not: they do not count
    unpaired: int  # who answered everything, and have no partner in a block: they count for the questions only
    chance: float  # share of correct answers by guessing
    arms: list[ArmData]
    effect: EstimateData | None  # gain with reasons minus gain without; null: there is no control
    seconds: dict[str, float]  # median by phase
    items: list[ItemData]


class _Participant:
    """The answers of one participant."""

    def __init__(self, answers: Sequence[StudyAnswer]) -> None:
        self.arm, self.order = answers[0].arm, answers[0].order
        self.answers = answers
        self.before, self.after = (
            fmean([bool(one.correct) for one in answers if one.phase == phase] or [0.0]) for phase in ("before", "after")
        )


def report(answers: Sequence[StudyAnswer]) -> StudyReport:
    """What these answers say; all must be of one study and one version of its plan."""
    if not answers:
        raise JouteError("there are no answers yet")
    for kind, found in (("study", {one.study for one in answers}), ("version", {one.version for one in answers})):
        if len(found) > 1:
            raise JouteError("the answers are of more than one {kind}: {names}", kind=kind, names=known(sorted(found)))
    people = _by_participant(answers)
    longest = max(max(one.place for one in rows) for rows in people.values()) + 1
    complete = [_Participant(rows) for rows in people.values() if {one.place for one in rows} == set(range(longest))]
    complete = complete if any(one.phase == "after" for one in answers) else []
    if not complete:
        raise JouteError("nobody has answered everything yet")
    blocks = {arm: _blocks(complete, arm) for arm in (REASONS, NONE) if any(one.arm == arm for one in complete)}
    counted = [answer for one in complete for answer in one.answers]
    questions = {one.item: one for one in counted if one.phase != "example"}
    return {
        "study": answers[0].study,
        "version": answers[0].version,
        "participants": len(complete),
        "unfinished": len(people) - len(complete),
        "unpaired": len(complete) - sum(len(block) for found in blocks.values() for block in found),
        "chance": fmean(1 / one.legal for one in questions.values()),
        "arms": [_arm(arm, sum(one.arm == arm for one in complete), found) for arm, found in blocks.items()],
        "effect": _effect(blocks[REASONS], blocks[NONE]) if len(blocks) == 2 else None,
        "seconds": {
            phase: round(median([one.seconds for one in counted if one.phase == phase] or [0.0]), 1)
            for phase in ("before", "example", "after")
        },
        "items": [_item(one, counted, list(blocks)) for _, one in sorted(questions.items(), key=lambda pair: (len(pair[0]), pair[0]))],
    }


def _by_participant(answers: Sequence[StudyAnswer]) -> dict[str, list[StudyAnswer]]:
    people: dict[str, list[StudyAnswer]] = {}
    for one in answers:
        people.setdefault(one.participant, []).append(one)
    return people


_Block = tuple[_Participant, ...]  # one of each order


def _blocks(people: Sequence[_Participant], arm: str) -> list[_Block]:
    """The first of each order together, then the second, as long as there are partners."""
    groups = [[one for one in people if one.arm == arm and one.order == order] for order in ORDERS]
    return list(zip(*groups, strict=False))


def _gain(block: _Block) -> float:
    return fmean(one.after - one.before for one in block)


def _arm(arm: str, participants: int, blocks: Sequence[_Block]) -> ArmData:
    return {
        "arm": arm,
        "participants": participants,
        "blocks": len(blocks),
        "before": _share([fmean(one.before for one in block) for block in blocks]),
        "after": _share([fmean(one.after for one in block) for block in blocks]),
        "gain": _difference([_gain(block) for block in blocks]),
    }


def _effect(reasons: Sequence[_Block], none: Sequence[_Block]) -> EstimateData:
    """Block by block: the gain of two who saw reasons minus the gain of two who saw none."""
    return _difference([_gain(one) - _gain(other) for one, other in zip(reasons, none, strict=False)])


def _share(blocks: Sequence[float]) -> EstimateData:
    return {"mean": fmean(blocks) if blocks else None, "interval": list(share_interval(blocks)) if len(blocks) > 2 else None}


def _difference(blocks: Sequence[float]) -> EstimateData:
    interval = mean_interval(blocks) if len(set(blocks)) > 1 else None  # blocks that are all alike say nothing about their spread
    return {"mean": fmean(blocks) if blocks else None, "interval": None if interval is None else list(interval)}


def _item(one: StudyAnswer, answers: Sequence[StudyAnswer], arms: Sequence[str]) -> ItemData:
    given = [answer for answer in answers if answer.item == one.item and answer.phase != "example"]
    wrong: dict[str, int] = {}
    for answer in given:
        if not answer.correct:
            wrong[answer.answer] = wrong.get(answer.answer, 0) + 1
    return {
        "item": one.item,
        "action": one.action,
        "chance": 1 / one.legal,
        "before": _asked([answer for answer in given if answer.phase == "before"]),
        "after": {arm: _asked([answer for answer in given if answer.phase == "after" and answer.arm == arm]) for arm in arms},
        "confused": max(sorted(wrong), key=lambda action: wrong[action]) if wrong else None,
    }


def _asked(answers: Sequence[StudyAnswer]) -> AskedData:
    return {"asked": len(answers), "correct": sum(bool(one.correct) for one in answers)}


def shown(estimate: EstimateData | Mapping[str, object] | None) -> int:
    """Whether an interval is above zero (1), below (-1), or contains it or is not known (0)."""
    interval = estimate["interval"] if estimate else None
    if not isinstance(interval, list):
        return 0
    return 1 if interval[0] > 0 else -1 if interval[1] < 0 else 0
