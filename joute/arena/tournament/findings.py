"""What a tournament showed beyond its standings: seats, lengths, thinking times, faults."""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from joute.arena import record_codec
from joute.arena.block import Block, GameResult
from joute.arena.statistics.intervals import quantile, shares
from joute.arena.tournament.ledger import TournamentPlan
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.state import Json

MOST_READ = 500  # games with a fault that are looked into
MOST_TOLD = 12  # different faults that are told in full
LEVELS = {"low": 0.05, "quarter": 0.25, "median": 0.5, "three_quarters": 0.75, "p95": 0.95}


class Findings:
    """Adds up what the blocks of a tournament say."""

    def __init__(self, plan: TournamentPlan, game: Game, blocks: Iterable[Block]) -> None:
        self.plan, self.game = plan, game
        self.lengths: Counter[int] = Counter()
        self.seats: dict[int, list[float]] = {seat: [] for seat in range(game.spec.seats)}
        self.by_agent: dict[tuple[int, int], list[float]] = {}  # (agent, seat) -> shares
        self.times: dict[int, array[float]] = {number: array("d") for number in range(len(plan.agents))}
        self.faults: list[tuple[Block, int]] = []  # the block and which of its games
        self.seconds = 0.0
        for block in blocks:
            self.seconds += block.seconds
            for place, game_played in enumerate(block.games):
                self._add(block, place, game_played)

    def _add(self, block: Block, place: int, played: GameResult) -> None:
        self.lengths[played.choices] += 1
        for seat, share in enumerate(shares(played.scores, played.faults)):
            self.seats[seat].append(share)
            self.by_agent.setdefault((played.seats[seat], seat), []).append(share)
        for agent, times in zip(block.meeting, played.seconds, strict=False):
            self.times[agent].extend(second for second in times if second > 0)  # 0: chance chose for a seat at fault
        if played.faults:
            self.faults.append((block, place))

    def to_json(self) -> Json:
        """Everything, for a page or a program."""
        return {
            "seconds": round(self.seconds, 3),
            "seats": [{"seat": seat, "games": len(found), "share": _mean(found)} for seat, found in self.seats.items()],
            "agents_by_seat": [
                {"agent": agent, "seat": seat, "games": len(found), "share": _mean(found)}
                for (agent, seat), found in sorted(self.by_agent.items())
            ],
            "length": self.length(),
            "thinking": [self.thinking(number) for number in range(len(self.plan.agents))],
            "faults": {"games": len(self.faults), "told": self.told()},
        }

    def length(self) -> Json:
        """How many choices the games took."""
        games = sum(self.lengths.values())
        mean = sum(length * count for length, count in self.lengths.items()) / games if games else None
        return {
            "mean": mean,
            "shortest": min(self.lengths, default=None),
            "longest": max(self.lengths, default=None),
            "games": {str(length): count for length, count in sorted(self.lengths.items())},
        }

    def thinking(self, agent: int) -> Json:
        """How long an agent thought about a choice."""
        times = self.times[agent]
        levels = {name: quantile(times, level) if times else None for name, level in LEVELS.items()}
        return {"agent": agent, "choices": len(times), **levels, "max": max(times, default=None), "total": sum(times)}

    def told(self) -> list[Json]:
        """The commonest faults in full: who, what, how often, and what the bot wrote to its error stream the first time."""
        found: dict[tuple[str, str, str], Json] = {}
        for block, place in self.faults[:MOST_READ]:
            played = block.games[place]
            for fault in self._noted(played):
                agent = self.plan.agents[played.seats[fault["seat"]]]
                first = {"agent": agent, "block": block.number, "times": 0}
                row = found.setdefault((agent, fault["code"], fault["sentence"]), {**fault, **first})
                row["times"] += 1
        return sorted(found.values(), key=lambda row: -row["times"])[:MOST_TOLD]

    def _noted(self, played: GameResult) -> list[Json]:
        """What the game's record says of its faults; only their kinds where it has none."""
        try:
            record = record_codec.unpack(played.record, self.game, [self.plan.agents[number] for number in played.seats])
        except JouteError:
            return [{"seat": seat, "code": kind, "sentence": "", "stderr": ""} for seat, kind in played.faults.items()]
        return [fault.to_json() for fault in record.faults if fault.costs == "game"]


def rows(plan: TournamentPlan, blocks: Iterable[Block]) -> Iterable[dict[str, Any]]:
    """Every game, seat by seat: a table for other programs."""
    for block in blocks:
        for place, played in enumerate(block.games):
            gained = shares(played.scores, played.faults)
            for seat, agent in enumerate(played.seats):
                own = played.seconds[block.meeting.index(agent)] if played.seconds else []
                yield {
                    "meeting": "-".join(map(str, block.meeting)),
                    "block": block.number,
                    "game": place,
                    "seat": seat,
                    "agent": plan.agents[agent],
                    "score": played.scores[seat],
                    "share": round(gained[seat], 6),
                    "choices": played.choices,
                    "thinking_seconds": round(sum(own), 6),
                    "fault": played.faults.get(seat, ""),
                }


def _mean(found: Sequence[float]) -> float | None:
    return fmean(found) if found else None
