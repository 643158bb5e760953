"""The plan of a tournament: what is to be played, and the budget that bounds it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from joute.core.errors import BadSetting

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_TIME = re.compile(r"(\d+(?:\.\d+)?)([smhd])")


@dataclass(frozen=True)
class TournamentPlan:
    """A tournament as it was asked for: from this, every game of it can be played again."""

    name: str
    game: str  # what `registry.game` opens: a name or a file
    options: Mapping[str, object]
    agents: list[str]  # texts; their order never changes, new ones come last
    seed: int
    format: str  # round_robin, swiss or tables
    openings: str = "balanced"
    limits: Mapping[str, object] = field(default_factory=dict)  # of bots: see `joute.bots.bot_reference`
    made: Mapping[str, object] = field(default_factory=dict)  # versions, rules and machine when it began


@dataclass(frozen=True)
class TournamentBudget:
    """What may be spent on a tournament, in all its runs together; None: no bound."""

    games: int | None = None
    seconds: float | None = None
    width: float | None = None  # in Elo: enough when the interval of every agent's rating is at most this wide

    @classmethod
    def read(cls, text: str) -> "TournamentBudget":
        """A budget as people write it: 1000 (games), 90s, 5m, 2h, 1h30m, width:30 (Elo)."""
        written = text.strip().lower().replace(" ", "")
        if written.isdigit() and int(written) > 0:
            return cls(games=int(written))
        if written.startswith("width:") and _number(written[6:]) > 0:
            return cls(width=_number(written[6:]))
        parts = _TIME.findall(written)
        if parts and "".join(number + unit for number, unit in parts) == written and _seconds(parts) > 0:
            return cls(seconds=_seconds(parts))
        raise BadSetting(
            "budget={text} is not possible (games: 1000; time: 90s, 5m, 2h, 1h30m; width of the intervals in Elo: width:30)", text=text
        )


def _number(text: str) -> float:
    return float(text) if re.fullmatch(r"\d+(\.\d+)?", text) else 0.0


def _seconds(parts: list[tuple[str, str]]) -> float:
    return sum(float(number) * _UNITS[unit] for number, unit in parts)
