"""One check under way: games are played, and the first problem of each kind is noted with a small game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from joute.core.definition import AnyDefinition
from joute.core.game import Game
from joute.jit.compile_error import OutOfBounds
from joute.testing.effort import ProcessorClock
from joute.testing.moment import Exhausted, Moment, Move, Numbers
from joute.testing.problem import GameFinding, Problem, finding, frames_in
from joute.testing.shrink import shrunk
from joute.testing.turns import check_length, check_scores, check_turn

Check = Callable[[Moment], Iterator[Problem]]
Progress = Callable[[int, int], None]

TURNS: tuple[Check, ...] = (check_turn, check_length, check_scores)  # of every position: a game goes on only if they find nothing
LOOKS = 10  # positions of a long game at which the other checks look
FIRST_LOOKS = 3  # of them, however long they take
Failed = tuple[Problem, Check, Moment]  # what was found, by what, and when
LONG = ("longest", "games_end", "rules_return")  # promises whose games cannot be short, or take long
SHRINK_SECONDS = 2.0  # of processor time to make the game of a finding small


@dataclass
class Run:
    """A check under way."""

    game: Game
    memory: dict[str, Any] = field(default_factory=dict)
    found: dict[tuple[str, str], GameFinding] = field(default_factory=dict)
    broken: set[Check] = field(default_factory=set)
    clock: ProcessorClock | None = None  # of the games with all checks
    compiled_since: float | None = None  # the processor time at which a compiled game began

    def played(self, numbers: Numbers, checks: Sequence[Check], every: int, number: int) -> Failed | None:
        """Play one game with these checks: the first problem with its check and moment."""
        moment, looks = Moment(self.game, self.game.laid_out(), number=number, memory=self.memory), 0
        while True:
            due = len(moment.moves) % every == number % every or moment.decisions == 0
            looking = checks if due and (looks < FIRST_LOOKS or not (self.clock and self.clock.up)) else ()
            looks += bool(looking)
            late = moment.decisions > self.game.spec.longest
            for check in (*TURNS, *(() if late else looking)):
                if problem := first_problem(check, moment):
                    return problem, check, moment
            if moment.over:
                return None
            move = None
            try:
                move = moment.pick(numbers)
                moment = moment.after(move)
            except Exhausted:
                return None
            except Exception as error:
                there = moment if move is None else Moment(self.game, moment.state, (*moment.moves, move))
                return raised(error, self.game.definition, "advance" if moment.legal else "resolve"), check_turn, there

    def note(self, failed: Failed, numbers: Sequence[int], number: int) -> None:
        """Keep the first problem of its kind, with a small game."""
        problem, check, moment = failed
        kind = (problem.promise, problem.function)
        if kind in self.found:
            return
        clock = ProcessorClock(SHRINK_SECONDS)
        best = problem, moment

        def fails(candidate: Sequence[int]) -> list[int] | None:
            nonlocal best
            if clock.up:
                return None
            given = Numbers(candidate)
            again = self.played(given, () if check in TURNS else (check,), 1, number)
            if again is None or (again[0].promise, again[0].function) != (problem.promise, problem.function):
                return None
            if len(given.used) <= len(best[1].moves):
                best = again[0], again[2]
            return given.used

        if problem.promise not in LONG:
            shrunk(numbers, fails)
        problem, moment = best
        self.add(problem, (*moment.moves, *((problem.last,) if problem.last else ())))

    def add(self, problem: Problem, moves: tuple[Move, ...] | None) -> None:
        """Keep a problem that was found otherwise."""
        names = Moment(self.game, self.game.laid_out()).names()
        small = None if moves is None else tuple(move.to_json(names) for move in moves)
        self.found.setdefault((problem.promise, problem.function), finding(problem, self.game.definition, small))


def first_problem(check: Check, moment: Moment) -> Problem | None:
    """The first thing that a check finds; an error of a rule is one."""
    try:
        return next(check(moment), None)
    except Exception as error:
        return raised(error, moment.game.definition, "")


def raised(error: Exception, definition: AnyDefinition, rule: str) -> Problem:
    """An error of a rule as a problem, with the line that raised it; an error of ours is raised again."""
    frame = next(frames_in(error, definition), None)
    if frame is None and not isinstance(error, (IndexError, OutOfBounds, OverflowError, ValueError, KeyError, TypeError, AttributeError)):
        raise error
    name, line, file = (frame.name, frame.lineno or 0, frame.filename) if frame else (rule, 0, "")
    values = {"rule": name or rule, "error": f"{type(error).__name__}: {error}"}
    if isinstance(error, (IndexError, OutOfBounds)):
        return Problem("indices_in_bounds", name, "{rule} reads or writes outside of an array ({error})", values, line, file)
    if isinstance(error, OverflowError):
        return Problem("numbers_fit", name, "{rule} computes a number that does not fit into its field ({error})", values, line, file)
    if type(error).__name__ == "Hanging":
        return Problem("rules_return", name, "{rule} does not return", values, line, file)
    return Problem("rules_raise_nothing", name, "{rule} fails: {error}", values, line, file)
