"""What chance events between two decisions of a seat changed, where nothing is hidden."""

import math

from joute.core.events import Event, Events, Step
from joute.core.game import Game, possible
from joute.core.state import State
from joute.review.assessment import standard_error
from joute.review.continuations import PLAY_ON, ContinuationSampler
from joute.review.reasons import MOST
from joute.review.replayed_game import ReplayedGame
from joute.review.review_info import ChanceEvent
from joute.review.value_range import unit_of

SINGLE = 12  # chance events between two decisions that are judged one by one; if there are more, they are judged together


def chance_events(replayed: ReplayedGame, ply: int, seat: int, belief: str, samples: int, seed: int) -> list[ChanceEvent]:
    """The chance events between a decision of a seat and its next one whose outcomes the seat saw, with what each of them changed."""
    game, record = replayed.game, replayed.record
    last = next((later for later in range(ply + 1, len(record.choices)) if seat in record.choices[later]), len(record.choices))
    steps = [step for number in range(ply, last) for step in _chance_steps(replayed, number) if sees_outcome(game, step, seat)]
    values = replayed.values
    groups = [steps] if len(steps) > SINGLE else [[step] for step in steps]

    def value(state: State) -> tuple[float, float]:
        if game.over(state):
            return replayed.final_share(seat) or 0.0, 0.0
        view, span = game.view(state, seat), values.size
        drawn = ContinuationSampler(game, view, seat, unit_of(game), belief, seed).sample([PLAY_ON], samples).values[:, 0]
        return values.share(float(drawn.mean())), standard_error(drawn, values.scale) / span

    found: list[ChanceEvent] = []
    for group in groups:
        if group:
            (before, doubt), (after, later_doubt) = value(group[0].before), value(group[-1].after)
            texts = [dict(event.sentences) for step in group for event in told_by_chance(game, step, seat)]
            odds = game.chances(group[0].before)[group[0].outcome or 0] if len(group) == 1 else None
            found.append({"texts": texts[:MOST], "odds": odds, "change": after - before, "error": math.hypot(doubt, later_doubt)})
    return found


def _chance_steps(replayed: ReplayedGame, number: int) -> list[Step]:
    """The chance events after the choices of a row."""
    events = replayed.steps[number + 1][1]
    return [step for step in events.steps if step.outcome is not None] if events is not None else []


def sees_outcome(game: Game, step: Step, seat: int) -> bool:
    """Whether a seat saw the outcome of a chance event: with another outcome its view would be another."""
    return _other_outcome(game, step, seat) is not None


def told_by_chance(game: Game, step: Step, seat: int) -> list[Event]:
    """The first event that the outcome of a chance event decided: with another outcome the seat would not have seen it."""
    other = _other_outcome(game, step, seat)
    instead = [] if other is None else [event.sentences for event in Events(game, [other]).seen_by(seat)]
    return [event for event in Events(game, [step]).seen_by(seat) if event.sentences not in instead][:1]  # what follows is no other event


def _other_outcome(game: Game, step: Step, seat: int) -> Step | None:
    """The chance event with another outcome that gives the seat another view; None if there is none."""
    if step.outcome is None:
        return None
    seen = None
    for outcome in (step.outcome, *(other for other in possible(game.chances(step.before)) if other != step.outcome)):
        after = step.before.copy()
        game.resolve(after, outcome)
        view = game.view(after, seat).array.tobytes()
        seen = view if seen is None else seen
        if view != seen:
            return Step(step.before, after, outcome=outcome)
    return None
