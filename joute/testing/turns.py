"""Checks of every position: whose turn it is, what is legal and how it is called, the odds of chance, the end."""

from collections.abc import Iterator

import numpy as np

from joute.core.rule_calls import PLAIN
from joute.testing.moment import Moment
from joute.testing.problem import Problem

SPARE = 64  # elements behind a buffer, so that a rule that writes too much is seen
UNWRITTEN = np.iinfo(np.int64).min
EXACT = 1e-9
STILL = 20  # times the stated length, after which a game is taken for endless
MOVES = 20_000  # moves after which any game is


def check_turn(moment: Moment) -> Iterator[Problem]:
    """Who is to choose, and among what; the moment knows it afterwards."""
    game, array = moment.game, moment.state.array
    bits, moment.over = int(PLAIN.movers(array)), bool(PLAIN.over(array))
    moment.legal, moment.odds = {}, []
    seats = [seat for seat in range(64) if bits >> seat & 1]
    if bits < 0 or any(seat >= game.spec.seats for seat in seats):
        yield Problem(
            "movers_are_seats",
            "movers",
            "movers returns {bits}, but seats are bits 0 to {last}",
            {"bits": bits, "last": game.spec.seats - 1},
        )
        return
    if moment.over:
        if bits:
            yield Problem(
                "nobody_moves_at_the_end", "movers", "the game is over, but movers still asks seat {seat} to choose", {"seat": seats[0]}
            )
        return
    if len(seats) > 1 and not game.spec.simultaneous:
        yield Problem(
            "simultaneous_if_said",
            "Spec.simultaneous",
            "movers asks {count} seats at once, but Spec.simultaneous is False",
            {"count": len(seats)},
        )
        return
    for seat in seats:
        if problem := _legal_problem(moment, seat):
            yield problem
            return
    if not seats and (problem := _chance_problem(moment)):
        yield problem


def _legal_problem(moment: Moment, seat: int) -> Problem | None:
    """What is wrong with the legal actions of a mover."""
    widest = moment.game.spec.widest
    actions = np.full(4 * max(1, widest) + SPARE, UNWRITTEN, np.int64)
    count = int(PLAIN.legal(moment.state.array, seat, actions))
    written = np.flatnonzero(actions != UNWRITTEN)
    most = max(count, int(written[-1]) + 1 if len(written) else 0)
    listed = actions[: max(count, 0)].tolist()
    names = moment.names()
    values = {"seat": seat, "count": count, "widest": widest, "written": most}
    if count < 1:
        return Problem("movers_can_act", "legal", "seat {seat} must choose, but legal lists no action", values)
    if most > widest:
        return Problem("widest", "Spec.widest", "Spec.widest is {widest}, but legal writes {written} actions", values)
    if UNWRITTEN in listed:
        return Problem("legal_writes_what_it_counts", "legal", "legal returns {count}, but has not written as many actions", values)
    if len(set(listed)) < count:
        twice = next(action for action in listed if listed.count(action) > 1)
        return Problem("legal_lists_once", "legal", "legal lists action {action} twice", {"action": names.get(twice, str(twice))})
    if nameless := [action for action in listed if action not in names]:
        return Problem("names_complete", "names", "action {action} is legal, but names has no name for it", {"action": nameless[0]})
    if len({names[action] for action in listed}) < count:
        twice = next(names[action] for place, action in enumerate(listed) if names[action] in [names[other] for other in listed[:place]])
        return Problem("names_differ", "names", "two actions that are legal at once have the name {name!r}", {"name": twice})
    moment.legal[seat] = listed
    return None


def _chance_problem(moment: Moment) -> Problem | None:
    """What is wrong with the odds of the chance event for which the game waits."""
    outcomes = moment.game.spec.outcomes
    odds = np.full(4 * max(1, outcomes) + SPARE, np.nan)
    count = int(PLAIN.chances(moment.state.array, odds))
    written = np.flatnonzero(~np.isnan(odds))
    most = max(count, int(written[-1]) + 1 if len(written) else 0)
    listed = odds[: max(0, count)].tolist()
    if count < 1:
        return Problem(
            "the_game_goes_on", "movers", "nobody is to choose, the game is not over, and no chance event is pending: it stands still"
        )
    moment.memory["chance"] = True
    if most > outcomes:
        values = {"outcomes": outcomes, "count": most}
        return Problem("outcomes", "Spec.outcomes", "Spec.outcomes is {outcomes}, but chances writes {count} probabilities", values)
    if np.isnan(listed).any():
        return Problem(
            "chances_writes_what_it_counts",
            "chances",
            "chances returns {count}, but has not written as many probabilities",
            {"count": count},
        )
    if min(listed) < 0:
        return Problem("odds_are_probabilities", "chances", "an outcome has the probability {chance}", {"chance": f"{min(listed):.6g}"})
    if abs(sum(listed) - 1) > EXACT:
        return Problem(
            "odds_add_up_to_one",
            "chances",
            "the probabilities of a chance event add up to {total}, not to 1",
            {"total": f"{sum(listed):.6g}"},
        )
    moment.odds = listed
    return None


def check_length(moment: Moment) -> Iterator[Problem]:
    """The game ends, within its stated length."""
    longest, count = moment.game.spec.longest, moment.decisions
    if count <= longest and len(moment.moves) < MOVES:
        return
    if moment.over:
        values = {"longest": longest, "count": count}
        yield Problem("longest", "Spec.longest", "Spec.longest is {longest}, but this game asks {count} times", values)
    elif count > STILL * longest + 100 or len(moment.moves) >= MOVES:
        yield Problem("games_end", "over", "the game is not over after {count} decisions", {"count": count})


def check_scores(moment: Moment) -> Iterator[Problem]:
    """Scores are numbers; final ones lie within their range, and add up to the same where that is said."""
    spec = moment.game.spec
    scores = np.full(spec.seats, np.nan)
    PLAIN.returns(moment.state.array, scores)
    if not moment.over:
        return
    for seat, score in enumerate(scores.tolist()):
        values = {"seat": seat, "score": f"{score:g}", "lowest": f"{spec.lowest:g}", "highest": f"{spec.highest:g}"}
        if np.isnan(score):
            yield Problem("scores_are_written", "returns", "returns writes no score for seat {seat}", values)
            return
        if not spec.lowest - EXACT <= score <= spec.highest + EXACT:
            yield Problem("scores_in_range", "returns", "seat {seat} scores {score}, but Spec says {lowest} to {highest}", values)
            return
    total = float(scores.sum())
    usual = moment.memory.setdefault("sum", total)
    if spec.zero_sum and abs(total - usual) > 1e-6:
        values = {"total": f"{total:g}", "usual": f"{usual:g}"}
        yield Problem(
            "zero_sum_if_said",
            "returns",
            "the scores add up to {total} here and to {usual} in another game, but Spec.zero_sum is True",
            values,
        )
