"""The test of a reason in fresh sampled worlds, by another definition than the one that selected it."""

import math
from enum import StrEnum

from joute.core.game import Game
from joute.core.state import Action, State
from joute.review.assessment import Assessment, standard_error
from joute.review.continuations import tracked
from joute.review.reasons import Reason

SEVERAL = 0.02  # of the sampled worlds: on either side of a comparison there are more


class Finding(StrEnum):
    """What fresh worlds say of a sentence."""

    HOLDS = "holds"
    FAILS = "fails"
    TRIVIAL = "trivial"  # nothing to compare with: a fact of one of two actions, or a consequence that comes in every world


def verified(game: Game, view: State, seat: int, reason: Reason, fresh: Assessment) -> Finding:
    """Test a reason in other sampled worlds than those it was found in; `fresh` has the samples of all judged actions there."""
    return fact_test(game, view, seat, reason, fresh) if reason.kind == "fact" else consequence_test(game, reason, fresh)


def fact_test(game: Game, view: State, seat: int, reason: Reason, fresh: Assessment) -> Finding:
    """Other actions with the fact beat the worse action, others without it lose against the better one, and the former beat the latter.

    The two actions of the sentence are never compared with each other: that they differ is what was to be explained.
    """
    values = {one.action: one.value for one in fresh.judgements if one.value is not None}
    if not {reason.better, reason.other} <= set(values):
        return Finding.FAILS
    known = {action: game.facts(view, seat, action)[reason.name] for action in values}
    mine, theirs = known[reason.better], known[reason.other]
    others = [action for action in values if action not in (reason.better, reason.other)]
    nearer = {action: abs(known[action] - mine) <= abs(known[action] - theirs) for action in others}
    having, lacking = [action for action in others if nearer[action]], [action for action in others if not nearer[action]]
    if not others:
        return Finding.TRIVIAL
    sufficient = bool(having) and clearly_more(fresh, having, [reason.other])
    necessary = bool(lacking) and clearly_more(fresh, [reason.better], lacking)
    ordered = not (having and lacking) or not clearly_more(fresh, lacking, having)
    return Finding.HOLDS if ordered and (sufficient or necessary) else Finding.FAILS


def clearly_more(fresh: Assessment, actions: list[Action], others: list[Action]) -> bool:
    """Whether the mean value of some actions is larger than that of others, in the same worlds, beyond chance."""
    if fresh.samples is None:
        return False
    one, other = (fresh.samples.values[:, [fresh.finalists.index(action) for action in group]].mean(axis=1) for group in (actions, others))
    return float((one - other).mean()) > 2 * standard_error(one - other, fresh.span)


def consequence_test(game: Game, reason: Reason, fresh: Assessment) -> Finding:
    """In worlds in which the two actions differ in the consequence more than on average, the better one gains more than in the others."""
    if (drawn := fresh.between(reason.better, reason.other)) is None:
        return Finding.FAILS
    index = [fact.name for fact in tracked(game)].index(reason.name)
    gains = drawn.values[:, 0] - drawn.values[:, 1]
    changes = drawn.consequences[:, 0, index] - drawn.consequences[:, 1, index]
    changes *= math.copysign(1.0, reason.values[0] - reason.values[1])
    if changes.mean() <= 0.0:
        return Finding.FAILS
    more = changes > changes.mean()
    if not SEVERAL < float(more.mean()) < 1 - SEVERAL:
        return Finding.TRIVIAL
    gap = float(gains[more].mean() - gains[~more].mean())
    doubt = math.hypot(standard_error(gains[more], fresh.span), standard_error(gains[~more], fresh.span))
    return Finding.HOLDS if gap > 2 * doubt else Finding.FAILS
