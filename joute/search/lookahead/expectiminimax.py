"""Expectiminimax with exact chance, and minimax with one sampled outcome for each chance event.

Where both seats choose at once these agents think pessimistically: whatever they choose, the other one answers it best. Alpha-beta
cuts choices and answers, Star1 and Star2 (Ballard 1983) cut chance, positions that come up again are remembered.
"""

from dataclasses import dataclass

from joute.core.settings import setting
from joute.search.lookahead.base import SHALLOW, UNORDERED, Lookahead, LookaheadSettings


@dataclass(frozen=True)
class ExpectiminimaxSettings(LookaheadSettings):
    """Settings of expectiminimax and minimax."""

    ordering: str = setting(
        UNORDERED, "move ordering at inner nodes: none, or shallow (by a search of one choice)", choices=(UNORDERED, SHALLOW)
    )


class Expectiminimax(Lookahead):
    """Takes the mean over chance and expects the best answer to every choice."""

    name = "expectiminimax"
    summary = "looks ahead with exact chance and expects the best answer: two seats, perfect information"
    Settings = ExpectiminimaxSettings
    equilibrium = False


class Minimax(Lookahead):
    """Lets every chance event fall once, and expects the best answer to every choice."""

    name = "minimax"
    summary = "looks ahead with one outcome drawn for each chance event: two seats, perfect information"
    Settings = ExpectiminimaxSettings
    equilibrium = False
    sampled = True
