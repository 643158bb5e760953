"""What an analyst's opinions say of the decisions of a game: what each cost."""

from collections.abc import Sequence
from typing import Any

from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.state import Json


def judged(record: GameRecord, ply: int, seat: int, agent: str, opinion: Json) -> Json:
    """An opinion beside what was played, and what that cost."""
    played = record.choices[ply][seat]
    values: dict[str, Any] = {one["action"]: one["value"] for one in opinion["judgements"]}
    best = max((value for value in values.values() if value is not None), default=None)
    own = values.get(played)
    cost = None if best is None or own is None else max(0.0, best - own)
    return {"ply": ply, "seat": seat, "agent": agent, "action": played, "cost": cost, "opinion": opinion}


def with_costs(decisions: Sequence[Json], game: Game, scores: Sequence[float] | None) -> list[Json]:
    """The decisions; where the analyst had no value for what was played, its cost by what the next position was worth.

    Only where that says all: two seats, one's gain the other's loss, nothing hidden, no chance, one choice at a time.
    """
    spec = game.spec
    if spec.seats != 2 or not spec.zero_sum or spec.hidden or spec.chance or spec.simultaneous:
        return list(decisions)
    worth = {one["ply"]: (one["seat"], one["opinion"]["value"]) for one in decisions}
    last = max(worth, default=0)
    if scores is not None:
        worth[last + 1] = 0, scores[0]
    found = []
    for one in decisions:
        mover, after = worth.get(one["ply"] + 1, (0, None))
        before = one["opinion"]["value"]
        if one["cost"] is None and before is not None and after is not None:
            own = after if mover == one["seat"] else spec.lowest + spec.highest - after
            one = one | {"cost": max(0.0, before - own)}
        found.append(one)
    return found
