"""How much a check plays."""

import time
from dataclasses import dataclass

GROUPS = ("turns", "knowledge", "texts", "learners", "whole", "compiled")  # of checks


@dataclass(frozen=True)
class Effort:
    """How much is played, and which groups of checks look."""

    games: int = 100  # in plain Python, with all checks
    seed: int = 0
    groups: tuple[str, ...] = GROUPS
    seconds: float = 6.0  # of processor time for each part: of slow games fewer are played, but some
    compiled_games: int = 20_000  # in compiled code with checked bounds


class ProcessorClock:
    """The processor time of one part of a check."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds

    @property
    def up(self) -> bool:
        """Whether the time is up."""
        return time.process_time() > self._end
