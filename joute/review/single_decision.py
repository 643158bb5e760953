"""The judgement of one decision outside of a recorded game: an action that somebody asks about, or the one that an agent prefers."""

from joute.core.agent import Agent
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.rng import seed_of
from joute.core.state import Action, State
from joute.review.decision_review import decision_review, forced
from joute.review.judge import SamplingBudget, assess, prepare_sampler
from joute.review.review_info import DecisionReview


def preferred(opinion: Opinion) -> Action:
    """What the agent would play most often, where it mixes its actions."""
    weights = {judgement.action: judgement.weight for judgement in opinion.judgements if judgement.weight}
    return max(weights, key=lambda action: weights[action]) if weights else opinion.action


def review_action(
    game: Game, view: State, seat: int, action: str | None, agent: Agent, sampling: SamplingBudget, ply: int = 0
) -> DecisionReview:
    """Judge an action from what the seat knows; None: the one that the agent prefers."""
    legal = game.legal(view, seat)
    chosen = None if action is None else game.actions[game.checked_action(view, seat, action)]
    if len(legal) == 1:
        return forced(ply, seat, legal[0].name)
    advisor, deadline = agent.unerring, sampling.deadline
    prepare_sampler(game, view, seat, advisor)
    deadline.start()
    with deadline.phase(0.5) as stop:
        opinion = advisor.consider(view, seat, seed_of(sampling.seed, "opinion"), stop)
    judged = assess(game, view, seat, preferred(opinion) if chosen is None else chosen, opinion, advisor.belief, sampling)
    return decision_review(game, view, seat, judged, ply)
