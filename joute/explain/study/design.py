"""The design of a study: which arm and which order of the question sets a participant gets, and the steps that follow from it.

Half of the participants get set a before the examples and set b after them, the other half the other way round. A block is one participant
of each order: in it every question is asked before and after, so that easy and hard questions cancel out, as seats do in a block of games.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from joute.core.rng import below, seed_of, seeded
from joute.explain.study.material import StudyItem, StudyMaterial, shuffled
from joute.explain.study.plan import StudyPlan

ORDERS = ("ab", "ba")  # which set of questions comes before the examples, and which after them

Phase: TypeAlias = Literal["before", "example", "after"]


@dataclass(frozen=True, order=True)
class StudyCell:
    """What is different from one group of participants to another."""

    arm: str
    order: str


@dataclass(frozen=True)
class StudyStep:
    """One page of a study: a question before or after the examples, or an example."""

    place: int
    phase: Phase
    item: StudyItem


def cells(plan: StudyPlan) -> list[StudyCell]:
    """Every group."""
    return [StudyCell(arm, order) for arm in plan.arms for order in ORDERS]


def assign(plan: StudyPlan, counts: Mapping[StudyCell, int], number: int) -> StudyCell:
    """The group of the next participant: one of those with the fewest, at random."""
    fewest = min(counts.get(cell, 0) for cell in cells(plan))
    open_cells = [cell for cell in cells(plan) if counts.get(cell, 0) == fewest]
    return open_cells[int(below(seeded(plan.seed, "participant", number), len(open_cells)))]


def steps(plan: StudyPlan, material: StudyMaterial, cell: StudyCell, participant: str) -> list[StudyStep]:
    """What a participant gets, in order; questions are shuffled for each participant, examples are in the same order for all."""
    before, after = (shuffled(material.role("a" if one == "a" else "b"), seed_of(plan.seed, participant, one)) for one in cell.order)
    found: list[tuple[Phase, StudyItem]] = [("before", item) for item in before]
    found += [("example", item) for item in material.role("example")]
    found += [("after", item) for item in after]
    return [StudyStep(place, phase, item) for place, (phase, item) in enumerate(found)]
