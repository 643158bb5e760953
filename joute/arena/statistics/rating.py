"""Ratings by maximum likelihood: Bradley-Terry for two, Plackett-Luce for more (Hunter 2004), by Newton's method.

Among those who are left at a table, each comes first with a probability in proportion to its strength. Every agent has also won
half a game and lost half a game against an unseen average player, so that a perfect score has a finite rating.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from joute.arena.statistics.rankings import Numbers, Placings, added_up

PRIOR = 0.5  # of a game won, and of a game lost, against the average player
LEASH = 0.01  # the inverse variance of a log strength: keeps it finite when a resample has lost the prior's games
PRECISE = 1e-9
MOST_STEPS = 100
LONGEST_STEP = 2.0  # of a log strength at once


@dataclass(frozen=True)
class Evidence:
    """What a likelihood is made of: placings added up by agent and by field, and the games of the prior."""

    wins: Numbers  # [agent]: how often it came first
    met: Numbers  # [field]: how often somebody came first in it
    won: Numbers  # [agent]: weight of its win against the average player
    lost: Numbers  # [agent]


def evidence(placings: Placings, prior: float = PRIOR) -> Evidence:
    """All placings, each once."""
    wins = added_up(placings.first, placings.weight, placings.agents)
    met = added_up(placings.field, placings.weight, len(placings.fields))
    flat = np.full(placings.agents, prior)
    return Evidence(wins, met, flat, flat)


def gradient(strengths: Numbers, fields: Numbers, seen: Evidence) -> Numbers:
    """How the log likelihood grows with each log strength."""
    power = np.exp(strengths)
    expected = power * ((seen.met / (fields @ power)) @ fields)
    alone = power / (1 + power)
    return seen.wins - expected + seen.won - (seen.won + seen.lost) * alone - LEASH * strengths


def information(strengths: Numbers, fields: Numbers, seen: Evidence) -> Numbers:
    """Minus the second derivatives."""
    power = np.exp(strengths)
    total = fields @ power
    chances = fields * power / total[:, None]
    alone = power / (1 + power)
    diagonal = seen.met @ chances + (seen.won + seen.lost) * alone * (1 - alone) + LEASH
    return np.diag(diagonal) - chances.T @ (chances * seen.met[:, None])


def fit(fields: Numbers, seen: Evidence, start: Numbers | None = None) -> Numbers:
    """The log strengths under which all this is most likely."""
    strengths = np.zeros(len(seen.wins)) if start is None else start.copy()
    for _ in range(MOST_STEPS):
        slope = gradient(strengths, fields, seen)
        step = np.linalg.solve(information(strengths, fields, seen), slope)
        strengths += step * min(1.0, LONGEST_STEP / max(float(np.abs(step).max(initial=0.0)), PRECISE))
        if np.abs(step).max(initial=0.0) < PRECISE:
            break
    return strengths


@dataclass(frozen=True)
class Fit:
    """Fitted strengths, and what each unit of the games contributed to them."""

    placings: Placings
    seen: Evidence
    strengths: Numbers  # [agent], natural logarithms

    @classmethod
    def of(cls, placings: Placings, prior: float = PRIOR) -> "Fit":
        """The fit to all placings."""
        seen = evidence(placings, prior)
        return cls(placings, seen, fit(placings.fields, seen))

    @cached_property
    def inverse(self) -> Numbers:
        """The inverse of the information."""
        return np.asarray(np.linalg.inv(information(self.strengths, self.placings.fields, self.seen)), np.float64)

    @cached_property
    def chances(self) -> Numbers:
        """[field, agent]: how likely each comes first."""
        powers = self.placings.fields * np.exp(self.strengths)
        return powers / powers.sum(axis=1, keepdims=True)

    @cached_property
    def influence(self) -> Numbers:
        """[unit, agent]: how far each unit moves the strengths; the games of the prior are units too, or else a perfect score would
        seem certain."""
        games = self.placings
        surprise = added_up(games.unit * games.agents + games.first, games.weight, games.units * games.agents)
        surprise = surprise.reshape(games.units, games.agents)
        for field in range(games.fields.shape[1]):  # an agent a time: a table of units and fields would be too large
            surprise[:, field] -= added_up(games.unit, games.weight * self.chances[games.field, field], games.units)
        alone = 1 / (1 + np.exp(-self.strengths))
        prior = np.concatenate([np.diag(self.seen.won * (1 - alone)), np.diag(-self.seen.lost * alone)])
        return np.concatenate([surprise, prior]) @ self.inverse
