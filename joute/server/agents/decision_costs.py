"""The cost of every decision of a game, from an agent's opinions."""

from collections.abc import Sequence

from joute.core.game import Game
from joute.core.record import GameRecord
from joute.server.server_messages import DecisionAnalysis, OpinionInfo


def judged(record: GameRecord, ply: int, seat: int, agent: str, opinion: OpinionInfo) -> DecisionAnalysis:
    """An opinion beside what was played, and what that cost."""
    played = record.choices[ply][seat]
    values = {one["action"]: one["value"] for one in opinion["judgements"]}
    best = max((value for value in values.values() if value is not None), default=None)
    own = values.get(played)
    cost = None if best is None or own is None else max(0.0, best - own)
    return {"ply": ply, "seat": seat, "agent": agent, "action": played, "cost": cost, "opinion": opinion}


def with_costs(decisions: Sequence[DecisionAnalysis], game: Game, scores: Sequence[float] | None) -> list[DecisionAnalysis]:
    """The decisions, with costs also for actions that the agent did not value, from the value of the next position.

    Only for two seats, zero sum, perfect information and decisions in turn, where the next value says all.
    """
    spec = game.spec
    if spec.seats != 2 or not spec.zero_sum or spec.hidden or spec.chance or spec.simultaneous:
        return list(decisions)
    values = {one["ply"]: (one["seat"], one["opinion"]["value"]) for one in decisions}
    last = max(values, default=0)
    if scores is not None:
        values[last + 1] = 0, scores[0]
    found: list[DecisionAnalysis] = []
    for one in decisions:
        mover, after = values.get(one["ply"] + 1, (0, None))
        before = one["opinion"]["value"]
        if one["cost"] is None and before is not None and after is not None:
            own = after if mover == one["seat"] else spec.lowest + spec.highest - after
            one = {**one, "cost": max(0.0, before - own)}
        found.append(one)
    return found
