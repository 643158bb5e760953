"""Means over decisions, with intervals over games."""

from collections.abc import Sequence
from statistics import fmean
from typing import TypedDict

from joute.arena.statistics.estimates import clustered_interval


class Estimate(TypedDict):
    """A mean with its interval of 95 %, over games."""

    mean: float
    interval: list[float] | None  # None: fewer than three games


def estimate(values: Sequence[float], games: Sequence[int]) -> Estimate:
    """The mean of decisions; those of one game are not independent, games are."""
    bounds = clustered_interval(values, games)
    return {"mean": fmean(values), "interval": None if bounds is None else list(bounds)}
