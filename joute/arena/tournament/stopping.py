"""When a tournament has played enough: so many games, so much time, or ratings known so well."""

import re
from dataclasses import dataclass

from joute.core.errors import BadSetting

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_TIME = re.compile(r"(\d+(?:\.\d+)?)([smhd])")


@dataclass(frozen=True)
class Budget:
    """What may be spent on a tournament, in all its runs together; None: no bound."""

    games: int | None = None
    seconds: float | None = None
    width: float | None = None  # in Elo: enough when the interval of every agent's rating is as narrow

    @classmethod
    def read(cls, text: str) -> "Budget":
        """A budget as people write it: 1000 (games), 90s, 5m, 2h, 1h30m, width:30 (Elo)."""
        words = text.strip().lower().replace(" ", "")
        if words.isdigit() and int(words) > 0:
            return cls(games=int(words))
        if words.startswith("width:") and _number(words[6:]) > 0:
            return cls(width=_number(words[6:]))
        parts = _TIME.findall(words)
        if parts and "".join(number + unit for number, unit in parts) == words and _seconds(parts) > 0:
            return cls(seconds=_seconds(parts))
        raise BadSetting(f"budget={text} is not possible (games: 1000; time: 90s, 5m, 2h, 1h30m; width of the intervals in Elo: width:30)")


def _number(text: str) -> float:
    return float(text) if re.fullmatch(r"\d+(\.\d+)?", text) else 0.0


def _seconds(parts: list[tuple[str, str]]) -> float:
    return sum(float(number) * _UNITS[unit] for number, unit in parts)
