"""What standings say in sentences, and pair by pair."""

from typing import Any

from joute.i18n import say

Row = dict[str, Any]


def shares(standing: Row) -> dict[tuple[int, int], float]:
    """What each agent had of the points against each other one, where they met."""
    found: dict[tuple[int, int], float] = {}
    for row in standing["comparisons"]:
        first, second = row["agents"]
        if row["share"] is not None:
            found[first, second], found[second, first] = row["share"], 1 - row["share"]
    return found


def remarks(standing: Row) -> list[str]:
    """What a ranking alone does not tell."""
    names = {row["number"]: row["agent"] for row in standing["agents"]}
    said = []
    for group in standing["groups"]:
        if len(group) > 1:
            said.append(say("Cannot be told apart: {agents}.", agents=", ".join(names[number] for number in group)))
    for cycle in standing["cycles"]:
        circle = " > ".join(names[number] for number in [*cycle, cycle[0]])
        said.append(say("A circle, which no ranking can show: {circle}.", circle=circle))
    if len(standing["islands"]) > 1:
        said.append(say("Not everybody is linked by games yet: ratings of different groups cannot be compared."))
    return said
