"""Expectiminimax with exact chance, and minimax with one sampled outcome for each chance event.

Where both seats choose at once these agents think pessimistically: whatever they choose, the other one answers it best. Alpha-beta
cuts choices and answers, Star1 and Star2 (Ballard 1983) cut chance, positions that come up again are remembered.
"""

from joute.search.lookahead.base import Lookahead


class Expectiminimax(Lookahead):
    """Takes the mean over chance and expects the best answer to every choice."""

    name = "expectiminimax"
    summary = "looks ahead with exact chance and expects the best answer: two seats, perfect information"
    equilibrium = False


class Minimax(Lookahead):
    """Lets every chance event fall once, and expects the best answer to every choice."""

    name = "minimax"
    summary = "looks ahead with one outcome drawn for each chance event: two seats, perfect information"
    equilibrium = False
    sampled = True
