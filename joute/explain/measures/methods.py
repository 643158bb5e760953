"""Methods that rank what a seat knows by its part in a choice: the one of `joute explain choice`, others, and baselines.

All get the same number of sampled worlds.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from joute.core.errors import JouteError
from joute.core.rng import seed_of
from joute.explain.contrast import Contrast
from joute.explain.knowledge_shares import EXACT_THINGS, exact_shapley, sampled_shapley
from joute.i18n import Sentence
from joute.jit.struct import Float64s

Method: TypeAlias = Callable[[Contrast, int, int], Float64s]  # (contrast, samples, seed) -> a number for each known thing
RIDGE = 1.0
NEAR = 0.75  # width of the kernel of the local regression, in shares of the things
TREES, BACKGROUND, TREE_ROWS = 60, 60, 3_000


def shapley(contrast: Contrast, samples: int, seed: int) -> Float64s:
    """Shapley values; absent things are drawn again by the game."""
    exact = len(contrast.things) <= EXACT_THINGS
    return (exact_shapley if exact else sampled_shapley)(contrast, samples, seed)[0]


def occlusion(contrast: Contrast, samples: int, seed: int) -> Float64s:
    """What is lost when one thing alone is not known."""
    count = len(contrast.things)
    each = samples // (count + 1)
    known = np.ones((count + 1, count), np.bool_)
    known[np.arange(count), np.arange(count)] = False
    means = contrast.gaps(known.repeat(each, axis=0), "occlusion", seed).reshape(count + 1, each).mean(axis=1)
    lost: Float64s = means[-1] - means[:-1]
    return lost


def local_regression(contrast: Contrast, samples: int, seed: int) -> Float64s:
    """A linear model of random sets of known things, those near the full set counting more, as LIME does (Ribeiro et al. 2016)."""
    count = len(contrast.things)
    rng = np.random.default_rng(seed_of(contrast.seed, "local", seed))
    known = rng.random((samples, count)) < rng.random((samples, 1))
    gaps = contrast.gaps(known, "local", seed)
    weights = np.exp(-(((1 - known.mean(axis=1)) / NEAR) ** 2))
    return weighted_ridge(known.astype(np.float64), gaps, weights)


def independent_shapley(contrast: Contrast, samples: int, seed: int) -> Float64s:
    """Shapley values of a linear surrogate whose columns are taken to be independent: coefficient times distance from the mean."""
    table, gaps, here = surrogate_data(contrast, samples, seed)
    means = table.mean(axis=0)
    return by_thing(contrast, weighted_ridge(table, gaps, np.ones(len(gaps))) * (here - means))


def independent_shap(contrast: Contrast, samples: int, seed: int) -> Float64s:
    """The library shap on a forest, with independent columns (interventional TreeExplainer)."""
    try:
        import shap
        from sklearn.ensemble import RandomForestRegressor
    except ImportError as error:
        raise JouteError("the method shap needs scikit-learn and shap: pip install 'joute[explain]'") from error
    table, gaps, here = surrogate_data(contrast, min(samples, TREE_ROWS), seed)
    forest = RandomForestRegressor(TREES, min_samples_leaf=5, random_state=seed % 2**32).fit(table, gaps)
    explainer = shap.TreeExplainer(forest, table[:BACKGROUND], feature_perturbation="interventional")
    return by_thing(contrast, np.asarray(explainer.shap_values(here[None, :], check_additivity=False), np.float64).reshape(-1))


def random_order(contrast: Contrast, samples: int, seed: int) -> Float64s:
    """Random numbers."""
    return np.random.default_rng(seed_of(contrast.seed, "random", seed)).random(len(contrast.things))


METHODS: dict[str, Method] = {
    "shapley": shapley,
    "occlusion": occlusion,
    "lime": local_regression,
    "independent": independent_shapley,
    "shap": independent_shap,
    "random": random_order,
}
DESCRIPTIONS: dict[str, Sentence] = {
    "shapley": "Shapley values, absent things drawn again by the game",
    "occlusion": "one thing left out, drawn again by the game",
    "lime": "local linear model of known and unknown things, as LIME",
    "independent": "SHAP of a linear surrogate, independent columns",
    "shap": "SHAP of a forest, independent columns",
    "random": "random order",
}


def surrogate_data(contrast: Contrast, samples: int, seed: int) -> tuple[Float64s, Float64s, Float64s]:
    """Columns and differences of worlds in which half of the things are drawn again, and the columns of the position itself."""
    assert contrast.module is not None
    game, seat = contrast.game, contrast.seat
    rng = np.random.default_rng(seed_of(contrast.seed, "surrogate", seed))
    known = rng.random((samples, len(contrast.things))) < 0.5
    worlds = contrast.worlds(known, "surrogate", seed)
    here = contrast.module.columns(game, contrast.view.array, seat)[0]
    return contrast.module.columns(game, worlds, seat), contrast.played(worlds, "surrogate", seed), here


def by_thing(contrast: Contrast, columns: Float64s) -> Float64s:
    """The columns of each thing, added up."""
    assert contrast.module is not None
    return np.array([columns[contrast.module.columns_of(contrast.game, thing, contrast.seat)].sum() for thing in contrast.things])


def weighted_ridge(table: Float64s, target: Float64s, weights: Float64s) -> Float64s:
    """Coefficients of a linear model with an intercept."""
    total = weights.sum()
    table = table - (weights @ table) / total
    target = target - (weights @ target) / total
    gram = table.T @ (table * weights[:, None])
    return np.asarray(np.linalg.solve(gram + RIDGE * np.eye(table.shape[1]), table.T @ (target * weights)), np.float64)
