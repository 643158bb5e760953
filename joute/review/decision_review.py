"""A judged decision with its sentences: the verdict, the reasons, and every action with its value."""

from joute.core.game import Game
from joute.core.state import State
from joute.i18n import decimal, in_every_language, say
from joute.review.assessment import Assessment
from joute.review.mixed_strategy import matrix_of, mix_of, mix_reasons
from joute.review.reasons import Texts, begun, reasons
from joute.review.review_info import DecisionReview
from joute.review.value_range import ValueRange, points_text


def forced(ply: int, seat: int, played: str) -> DecisionReview:
    """A decision with one legal action."""
    texts = in_every_language(lambda: say("There was no choice"))
    return {
        "ply": ply,
        "seat": seat,
        "action": played,
        "best": played,
        "free": False,
        "exact": True,
        "undecided": False,
        "mistake": False,
        "cost": 0.0,
        "cost_error": 0.0,
        "value": None,
        "best_value": None,
        "points": None,
        "error": None,
        "loss": 0.0,
        "actions": [],
        "mix": [],
        "matrix": None,
        "verdict": texts,
        "reasons": [],
        "samples": 0,
        "change": None,
    }


def decision_review(game: Game, view: State, seat: int, judged: Assessment, ply: int) -> DecisionReview:
    """An assessment as a client and a file have it, with its sentences."""
    values = ValueRange.of(game)

    def share(value: float | None) -> float | None:
        return None if value is None else values.share(value)

    mine, best = judged.judgement(judged.played), judged.judgement(judged.best)
    known = [one.value for one in judged.judgements if one.value is not None]
    spread = max(known) - min(known) if known else 0.0
    cost = None if judged.cost is None else judged.cost / values.size
    best_value = share(mine.value if cost is None else best.value)  # a curve steps down by what is stated, and by nothing else
    return {
        "ply": ply,
        "seat": seat,
        "action": judged.played.name,
        "best": judged.best.name,
        "free": True,
        "exact": judged.exact,
        "undecided": judged.undecided,
        "mistake": judged.mistake,
        "cost": cost,
        "cost_error": judged.cost_error / values.size,
        "value": share(mine.value),
        "best_value": best_value,
        "points": values.points,
        "error": None if mine.error is None else mine.error / values.size,
        "loss": 0.0 if not judged.cost or spread <= 0 else min(1.0, judged.cost / spread),
        "actions": [
            {
                "action": one.action.name,
                "value": share(one.value),
                "error": None if one.error is None else one.error / values.size,
                "samples": one.visits,
            }
            for one in judged.judgements
        ],
        "mix": (mix := mix_of(judged)),
        "matrix": matrix_of(judged, share) if mix else None,
        "verdict": verdict(game, judged),
        "reasons": mix_reasons(game, judged) if judged.mixing else [reason.to_json() for reason in reasons(game, view, seat, judged)],
        "samples": 0 if judged.samples is None else len(judged.samples.values),
        "change": None,
    }


def verdict(game: Game, judged: Assessment) -> Texts:
    """The judgement in a sentence, by language, with placeholders for seats."""
    return in_every_language(lambda: begun(game, _verdict(game, judged)))


def _verdict(game: Game, judged: Assessment) -> str:
    names = {"played": game.spoken(judged.played), "best": game.spoken(judged.best)}
    if judged.exact:
        results = {0.0: say("leads to a loss"), 0.5: say("leads to a draw"), 1.0: say("leads to a win")}
        low = (judged.judgement(judged.played).value or 0.0), (judged.judgement(judged.best).value or 0.0)
        mine, best = (results.get((value + judged.span / 2) / judged.span, "") for value in low)
        if judged.best == judged.played:
            if low[0] < 0:
                return say("{played} leads to a loss, as every action does: proven", played=names["played"])
            return say("{played} {result}: proven", played=names["played"], result=mine)
        return say("{played} {result}, {best} {better}: proven", played=names["played"], best=names["best"], result=mine, better=best)
    if judged.mixing:
        return say("{played} is part of the best mix of actions: no action is better in the long run", played=names["played"])
    if judged.undecided:
        return say("The samples prefer {best} to {played}, but no search confirms it", **names)
    if judged.cost is None:
        return say("{played} and {best} are about equal", **names)
    if judged.best == judged.played:
        if mix_of(judged):  # the action is not part of it
            return say("{played}: the samples find no action better, but the search would mix others", **names)
        return say("{played}: no action is better", **names)
    values = ValueRange.of(game)
    if values.in_points:
        cost, doubt = points_text(judged.cost), decimal(f"{max(0.01, 2 * judged.cost_error):.2f}")
        return say("{played} costs {cost} (give or take {doubt}): {best} is better", cost=cost, doubt=doubt, **names)
    percent = round(100 * judged.cost / values.size)
    if percent < 1:
        return say("{best} is better than {played}, by less than one percent of a win", **names)
    margin = max(1, round(200 * judged.cost_error / values.size))
    return say("{played} costs {percent}% of a win (give or take {doubt}%): {best} is better", percent=percent, doubt=margin, **names)
