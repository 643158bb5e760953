"""What a solver proves of a position."""

from dataclasses import dataclass, field

from joute.core.state import Action, Json


@dataclass(frozen=True)
class Solution:
    """Who wins with best play, how soon, and along which line."""

    winner: int | None  # a seat, or None for a draw or when nothing was proven
    plies: int | None  # choices from here to the end, the winner hurrying and the loser resisting; None when not proven
    proven: bool  # whether the result is certain
    shortest: bool  # whether it is proven that no shorter win exists
    line: list[Action] = field(default_factory=list)
    nodes: int = 0
    seconds: float = 0.0

    def to_json(self) -> Json:
        """For a client."""
        return vars(self) | {"line": [action.name for action in self.line]}
