"""Criteria of an attribution: does it find what decides, what happens without it, and is it the same again?"""

from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from joute.core.rng import seed_of
from joute.core.state import State, States
from joute.explain.agent_values import AgentContrast
from joute.explain.contrast import Contrast
from joute.explain.ground_truth import GroundTruth
from joute.explain.measures.methods import Method
from joute.i18n import Sentence
from joute.jit.struct import Float64s

VIEWS, PER_VIEW = 12, 300  # positions drawn for necessity and sufficiency, and sampled worlds in each
CURVE_SAMPLES, CURVE_PART = 1_500, 10  # sampled worlds for each point of a curve, at most; the part of a method's
MOST_OF_IT = 0.8  # of the attribution that counts as the whole


@dataclass(frozen=True)
class Criteria:
    """The criteria for one attribution, each a number; better means higher, but for deletion, things needed and sanity."""

    decisive_first: float  # the decisive thing is ranked first
    necessity: float  # the first thing is drawn again: share of positions in which the preference is gone
    sufficiency: float  # all but the first thing are drawn again: share of positions in which the preference stays
    deletion: float  # mean difference while things are taken away, the first one first; as a share of the whole
    insertion: float  # mean difference while things become known, the first one first
    stability: float  # correlation of the ranks with another seed
    things_needed: float  # number of things that make up 80 %
    sanity: float  # correlation of the ranks with those for random values: 1 if the attribution does not depend on what it explains

    @classmethod
    def names(cls) -> list[str]:
        """The names of the criteria."""
        return [field.name for field in fields(cls)]

    @classmethod
    def of(cls, marked: "MarkedPosition", method: Method) -> Self:
        """Measure a method on one position."""
        contrast, samples, seed = marked.truth.contrast, marked.samples, marked.seed
        found = method(contrast, samples, seed)
        again = method(contrast, samples, seed_of(seed, "again"))
        scrambled = method(marked.randomised, samples, seed)
        order = np.argsort(-found, kind="stable")  # what speaks most for the better action comes first
        by_size = np.argsort(-np.abs(found), kind="stable")
        deleted, inserted = marked.curves(order)
        sizes = np.cumsum(np.abs(found)[by_size])
        return cls(
            decisive_first=float(order[0] == marked.truth.decisive),
            necessity=1.0 - marked.preference_without(int(order[0])),
            sufficiency=marked.preference_with_only(int(order[0])),
            deletion=deleted,
            insertion=inserted,
            stability=rank_correlation(found, again),
            things_needed=float(1 + int(np.searchsorted(sizes, MOST_OF_IT * sizes[-1]))) if sizes[-1] > 0 else float(len(found)),
            sanity=rank_correlation(found, scrambled),
        )


class MarkedPosition:
    """A position on which methods are measured; what depends on the order of things alone is computed once for all methods."""

    def __init__(self, truth: GroundTruth, samples: int, seed: int) -> None:
        self.truth, self.samples, self.seed = truth, samples, seed
        self.randomised = randomised(truth.contrast, seed)
        self._curves: dict[tuple[int, ...], tuple[float, float]] = {}
        self._preferences: dict[bytes, float] = {}

    def curves(self, order: NDArray[np.intp]) -> tuple[float, float]:
        """The means of the deletion and of the insertion curve."""
        key = tuple(order.tolist())
        if key not in self._curves:
            self._curves[key] = curves(self.truth.contrast, order, self.seed, min(CURVE_SAMPLES, self.samples // CURVE_PART))
        return self._curves[key]

    def preference_without(self, thing: int) -> float:
        """In which share of positions is the first action still better if this thing is drawn again?"""
        known = np.ones(len(self.truth.contrast.things), np.bool_)
        known[thing] = False
        return self._preference(known)

    def preference_with_only(self, thing: int) -> float:
        """In which share of positions is it if all other things are drawn again?"""
        known = np.zeros(len(self.truth.contrast.things), np.bool_)
        known[thing] = True
        return self._preference(known)

    def _preference(self, known: NDArray[np.bool_]) -> float:
        if known.tobytes() not in self._preferences:
            self._preferences[known.tobytes()] = preference_share(self.truth.contrast, known, self.seed)
        return self._preferences[known.tobytes()]


LABELS: dict[str, Sentence] = {
    "decisive_first": "decisive thing first",
    "necessity": "necessity",
    "sufficiency": "sufficiency",
    "deletion": "deletion",
    "insertion": "insertion",
    "stability": "stability",
    "things_needed": "things needed",
    "sanity": "with random values",
}


class RandomValues(Contrast):
    """The same decision with other values: random weights of what comes of an action."""

    def __init__(self, contrast: Contrast, seed: int) -> None:
        super().__init__(contrast.game, contrast.view, contrast.seat, contrast.pair, contrast.seed)
        self._random = np.random.default_rng(seed_of(seed, "random values"))
        self._weights: Float64s | None = None  # [consequence], drawn when their number is known

    def played(self, worlds: States, *purpose: object) -> Float64s:
        """A random linear function of the consequences instead of the value."""
        drawn = self.sampler(*purpose, "played").sample_in(worlds, list(self.numbers)).consequences
        if self._weights is None:
            self._weights = np.asarray(self._random.standard_normal(drawn.shape[2]))
        gaps: Float64s = (drawn[:, 0] - drawn[:, 1]) @ self._weights
        return gaps


def randomised(contrast: Contrast, seed: int) -> Contrast:
    """The same decision with other values: those of a network with its weights in another order, or random weights of the outcomes."""
    other = contrast.randomised(seed) if isinstance(contrast, AgentContrast) else None
    return other or RandomValues(contrast, seed)


def preference_share(contrast: Contrast, known: NDArray[np.bool_], seed: int) -> float:
    """In which share of positions that fit these known things is the first action still better?"""
    worlds = contrast.worlds(np.repeat(known[None, :], VIEWS, axis=0), "preference", seed)
    stays = 0
    for number in range(VIEWS):
        view = contrast.game.view(State(worlds[number : number + 1].copy()), contrast.seat)
        stays += contrast.view_gap(view, seed_of(seed, "preference", number), PER_VIEW) > 0
    return stays / VIEWS


def curves(contrast: Contrast, order: NDArray[np.intp], seed: int, samples: int = CURVE_SAMPLES) -> tuple[float, float]:
    """The means of the deletion and of the insertion curve, from nothing known (0) to everything known (1)."""
    count = len(order)
    deleted, inserted = np.ones((count + 1, count), np.bool_), np.zeros((count + 1, count), np.bool_)
    for step in range(1, count + 1):
        deleted[step:, order[step - 1]] = False
        inserted[step:, order[step - 1]] = True
    known = np.concatenate([deleted, inserted]).repeat(samples, axis=0)
    means = contrast.gaps(known, "curves", seed).reshape(2 * (count + 1), samples).mean(axis=1)
    nothing, everything = (means[count] + means[count + 1]) / 2, (means[0] + means[-1]) / 2
    scale = everything - nothing
    if abs(scale) < 1e-6:
        return 0.5, 0.5
    shares = np.clip((means - nothing) / scale, -1.0, 2.0)
    return float(shares[: count + 1].mean()), float(shares[count + 1 :].mean())


def rank_correlation(one: Float64s, other: Float64s) -> float:
    """Spearman's correlation; 0 if one of them does not vary."""
    ranks = [np.argsort(np.argsort(values)).astype(np.float64) for values in (one, other)]
    if len(one) < 2 or np.ptp(one) == 0 or np.ptp(other) == 0:
        return 0.0
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])
