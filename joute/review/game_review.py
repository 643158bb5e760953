"""The review of a whole game: every free decision judged, accuracy, and the moments that decided."""

from collections.abc import Callable, Sequence

from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import Unfit
from joute.core.record import GameRecord
from joute.core.rng import seed_of
from joute.review.chance_events import chance_events
from joute.review.decision_review import decision_review, forced
from joute.review.judge import Deadline, judge
from joute.review.replayed_game import ReplayedGame
from joute.review.review_info import DecisionReview, GameReview, SeatReview, ValueChange
from joute.review.value_changes import change_between, key_moments
from joute.review.value_range import unit_of

QUICK, FULL = 4_000, 40_000  # sampled continuations for a decision: at first, and when the review is refined
SECONDS = 2.0  # for one decision, at most
WORTH_A_LOOK, MOST_WORTH_A_LOOK = 0.02, 8  # the cost of a decision, and the number of decisions
CHANCE_SHARE = 8  # part of the samples of a decision for a value before or after a chance event


def review(
    record: GameRecord | ReplayedGame,
    agent: str | None = None,
    samples: int = FULL,
    progress: Callable[[int, int], None] | None = None,
    seat: int | None = None,
    seconds: float = SECONDS,
) -> GameReview:
    """Review a game, or one seat of it; with the same samples the review is the same, unless a decision takes very long."""
    replayed = record if isinstance(record, ReplayedGame) else ReplayedGame(record)
    name = agent or registry.advisor_name(replayed.game)
    judging = registry.agent(name, replayed.game)
    found, wanted = [], [place for place in replayed.decisions() if seat in (None, place[1])]
    for number, place in enumerate(wanted, 1):
        found.append(review_decision(replayed, *place, judging, samples, seconds=seconds))
        if progress:
            progress(number, len(wanted))
    return summarised(replayed, found, name)


def worth_a_look(found: GameReview) -> list[DecisionReview]:
    """The decisions that cost most, in the order of the game; every mistake is among them."""
    costly = [one for one in found["decisions"] if one["mistake"] or (one["cost"] or 0.0) >= WORTH_A_LOOK]
    costly.sort(key=lambda one: (not one["mistake"], -(one["cost"] or 0.0)))
    mistakes = sum(one["mistake"] for one in costly)
    return sorted(costly[: max(mistakes, MOST_WORTH_A_LOOK)], key=lambda one: (one["ply"], one["seat"]))


def review_decision(
    replayed: ReplayedGame,
    ply: int,
    seat: int,
    agent: Agent,
    samples: int,
    action: str | None = None,
    seconds: float | Deadline = SECONDS,
) -> DecisionReview:
    """Judge one decision, or another action in its place."""
    game, record = replayed.game, replayed.record
    if not 0 <= ply < len(record.choices) or seat not in record.choices[ply]:
        raise Unfit("seat {seat} decided nothing at {ply}", seat=seat, ply=ply)
    view, played = game.view(replayed.steps[ply][0], seat), action or record.choices[ply][seat]
    seed = seed_of(record.seed, ply, seat) >> 1
    if len(game.legal_numbers(view, seat)) == 1:
        found = forced(ply, seat, played)
    else:
        judged = judge(game, view, seat, played, agent, seconds, samples=samples, seed=seed)
        found = decision_review(game, view, seat, judged, ply)
    if played == record.choices[ply][seat] and not game.spec.hidden:  # a view between two decisions is not one that can be sampled
        found["chances"] = chance_events(replayed, ply, seat, agent.belief, max(1, samples // CHANCE_SHARE), seed)
    return found


def summarised(replayed: ReplayedGame, decisions: Sequence[DecisionReview], agent: str, complete: bool = True) -> GameReview:
    """The decisions with what happened between them, the accuracy of every seat, and the key moments; `complete`: all are judged."""
    seats = range(replayed.game.spec.seats)
    found = [DecisionReview(**{**one, "change": None}) for one in decisions]
    ends: dict[int, tuple[int, ValueChange]] = {}  # by seat: the ply of its last decision, and what changed since
    for seat in seats:
        before: DecisionReview | None = None
        for one in (one for one in found if one["seat"] == seat and one["value"] is not None):
            if before is not None:
                one["change"] = change_between(replayed, seat, before, one["ply"], one["best_value"], one["error"], found)
            before = one
        if complete and before is not None and (final := replayed.final_share(seat)) is not None:
            ends[seat] = before["ply"], change_between(replayed, seat, before, len(replayed.record.choices), final, 0.0, found)
    return {
        "game": replayed.record.game,
        "agent": agent,
        "unit": unit_of(replayed.game),
        "points": replayed.values.points,
        "seats": [_seat_review(replayed, seat, found, ends[seat][1] if seat in ends else None) for seat in seats],
        "moments": key_moments(found, [(ply, seat, change) for seat, (ply, change) in ends.items()], replayed.values),
        "decisions": found,
    }


def _seat_review(replayed: ReplayedGame, seat: int, decisions: Sequence[DecisionReview], end: ValueChange | None) -> SeatReview:
    own = [one for one in decisions if one["seat"] == seat and one["free"]]
    decided = [one for one in own if not one.get("undecided")]
    changes = [change for change in (*(one["change"] for one in own), end) if change is not None]
    lucky = [part for change in changes if "chance" in change["causes"] and (part := change.get("by_chance")) is not None]
    return {
        "accuracy": 1.0 - sum(one["loss"] for one in decided) / len(decided) if decided else None,
        "decisions": len(own),
        "mistakes": sum(one["mistake"] for one in own),
        "luck": sum(lucky) if lucky else None,
        "final": replayed.final_share(seat),
        "end": end,
    }
