"""Checks of hidden information: a view says what its seat knows and no more, and sampled worlds fit it."""

from collections.abc import Iterator

import numpy as np

from joute.core.rule_calls import PLAIN
from joute.core.state import State
from joute.i18n import Sentence
from joute.testing.moment import Exhausted, Moment, Numbers
from joute.testing.problem import Problem
from joute.testing.turns import check_length, check_scores, check_turn

WORLDS = 2  # sampled for each view
OTHER_ACTIONS: Sentence = "in a sampled world seat {seat} may do other things than in its view"


def bare(state: State) -> bytes:
    """The bytes of a state without the chance to come."""
    copy = state.array.copy()
    copy["chance"] = 0
    return copy.tobytes()


def different_field(one: State, other: State) -> str:
    """The first field in which two states differ."""
    names = [name for name in one.array.dtype.names or () if name != "chance" and not name.startswith("rules_")]
    return next((name for name in names if not np.array_equal(one.array[name], other.array[name])), "")


def check_views(moment: Moment) -> Iterator[Problem]:
    """A view is its own view; its seat knows whose turn it is, and what it may do."""
    game = moment.game
    for seat in range(-1, game.spec.seats):
        view = game.view(moment.state, seat)
        values = {"seat": seat, "field": different_field(view, again) if (again := game.view(view, seat)) != view else ""}
        if again != view:
            yield Problem("a_view_hides_once", "hide", "hide changes the field {field} of what seat {seat} sees already", values)
        elif PLAIN.movers(view.array) != PLAIN.movers(moment.state.array) or PLAIN.over(view.array) != PLAIN.over(moment.state.array):
            yield Problem("a_view_says_whose_turn_it_is", "hide", "seat {seat} cannot tell from its view whose turn it is", values)
        elif seat in moment.legal and game.legal_numbers(view, seat) != moment.legal[seat]:
            yield Problem("a_view_says_what_is_legal", "hide", "seat {seat} cannot tell from its view what it may do", values)


def check_worlds(moment: Moment) -> Iterator[Problem]:
    """Any world that fits a seat's view gives that seat the same view, and can be played to its end."""
    game = moment.game
    if not game.spec.hidden or not moment.legal:
        return
    for seat in range(game.spec.seats):
        view = game.view(moment.state, seat)
        for number in range(WORLDS):
            world = game.imagine(view, 31 * len(moment.moves) + number)
            if (seen := game.view(world, seat)) != view:
                values = {"seat": seat, "field": different_field(seen, view)}
                yield Problem(
                    "worlds_fit_the_view", "imagine", "a sampled world differs in the field {field} from what seat {seat} sees", values
                )
                return
        if problem := _played_on(moment, seat, world):
            yield problem
            return


def _played_on(moment: Moment, seat: int, world: State) -> Problem | None:
    """What is wrong with a world, seen by playing on in it."""
    there = Moment(moment.game, world, moment.moves, moment.decisions, moment.number, memory={})
    numbers = Numbers((), "world", moment.number, seat, len(moment.moves))
    while True:
        for check in (check_turn, check_length, check_scores):
            for problem in check(there):
                if problem.promise in ("longest", "zero_sum_if_said", "scores_in_range", "games_end"):
                    return None  # as in games without sampled worlds
                return unplayable(seat, problem)
        first = there.moves == moment.moves
        if first and {*there.legal} == {*moment.legal} and there.legal.get(seat) != moment.legal.get(seat):
            return Problem("worlds_fit_the_view", "imagine", OTHER_ACTIONS, {"seat": seat})
        if there.over:
            return None
        try:
            there = there.after(there.pick(numbers))
        except Exhausted:  # never: they are random
            return None
        except Exception as error:
            return unplayable(seat, f"{type(error).__name__}: {error}")


def unplayable(seat: int, problem: object) -> Problem:
    """A sampled world in which the game cannot go on."""
    values = {"seat": seat, "problem": problem}
    return Problem("worlds_are_possible", "imagine", "a world that imagine samples for seat {seat} cannot be played: {problem}", values)
