"""A pilot with simulated participants: their effect is known exactly, so that a study and its report can be tested before people come.

A guesser answers at random. A reader does the same, until examples come with reasons: from then on it prefers the actions that have most of
what the reasons named, in the direction that they named it.
"""

from collections.abc import Sequence
from statistics import fmean

from joute.core.errors import UnknownName, known
from joute.core.rng import below, digest_of, seeded
from joute.explain.study.design import ORDERS, StudyCell, assign, steps
from joute.explain.study.material import StudyItem, StudyMaterial
from joute.explain.study.plan import NONE, REASONS, StudyPlan
from joute.explain.study.responses import StudyAnswer, answered

GUESSER, READER = "guesser", "reader"
KINDS = (GUESSER, READER)


def pilot(plan: StudyPlan, material: StudyMaterial, participants: int, kind: str = READER, seed: int = 0) -> list[StudyAnswer]:
    """The answers of that number of simulated participants."""
    if kind not in KINDS:
        raise UnknownName("no simulated participant is called {kind!r}; there are: {names}", kind=kind, names=known(KINDS))
    counts: dict[StudyCell, int] = {}
    found: list[StudyAnswer] = []
    for number in range(participants):
        cell = assign(plan, counts, number)
        counts[cell] = counts.get(cell, 0) + 1
        participant = digest_of(6, seed, "pilot", number).hex()
        rng = seeded(seed, "pilot answers", number)
        for step in steps(plan, material, cell, participant):
            able = preferred(step.item, lessons(material, kind, cell.arm) if step.phase == "after" else {})
            answer = "" if step.phase == "example" else able[int(below(rng, len(able)))]
            found.append(answered(plan.name, plan.version, participant, cell.arm, cell.order, step, answer, 0.0))
    return found


def lessons(material: StudyMaterial, kind: str, arm: str) -> dict[str, float]:
    """What a participant has learned from the examples: how often having more of a fact was a reason, minus how often having less was."""
    weights: dict[str, float] = {}
    if kind == READER and arm == REASONS:
        for example in material.role("example"):
            for reason in example.reasons:
                if reason["kind"] == "fact":
                    more = (reason["values"][0] > reason["values"][1]) - (reason["values"][0] < reason["values"][1])
                    weights[reason["name"]] = weights.get(reason["name"], 0.0) + more
    return weights


def preferred(item: StudyItem, weights: dict[str, float]) -> list[str]:
    """The actions among which a participant chooses at random: those that fit most of what it has learned."""
    if not item.facts:
        return item.legal
    scores = dict.fromkeys(item.legal, 0.0)
    for name, weight in weights.items():
        values = {action: item.facts[action].get(name, 0.0) * (1 if weight > 0 else -1) for action in item.legal}
        best = max(values.values())
        if best > min(values.values()):
            for action, value in values.items():
                scores[action] += abs(weight) * (value == best)
    highest = max(scores.values())
    return [action for action in item.legal if scores[action] == highest]


def expected_gain(material: StudyMaterial, kind: str, arm: str) -> float:
    """The gain of such participants in the long run, exactly: the chance of a correct answer after the examples minus that before them."""

    def share(items: Sequence[StudyItem], weights: dict[str, float]) -> float:
        able = [(item, preferred(item, weights)) for item in items]
        return fmean((item.action in actions) / len(actions) for item, actions in able)

    learned = lessons(material, kind, arm)
    sets = [material.role("a"), material.role("b")]
    return fmean(share(sets[order == "ab"], learned) - share(sets[order == "ba"], {}) for order in ORDERS)


def expected_effect(plan: StudyPlan, material: StudyMaterial, kind: str) -> float:
    """The gain with reasons minus the gain without, or the gain itself if there is no control."""
    control = expected_gain(material, kind, NONE) if NONE in plan.arms else 0.0
    return expected_gain(material, kind, REASONS) - control
