"""What a game's solver proves of a position."""

import importlib
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli.play.action_input import understand
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import painted
from joute.cli.render.tables import number, time
from joute.core import settings
from joute.core.agent import Stop
from joute.core.errors import IllegalMove, JouteError, Unfit
from joute.core.game import Game
from joute.core.opinion import Solution
from joute.core.state import Json, State
from joute.i18n import current, say


class Solved:
    """A position, and what was proven of it."""

    def __init__(self, game: Game, after: list[str], state: State, solution: Solution) -> None:
        self.game, self.after, self.state, self.solution = game, after, state, solution

    def to_json(self) -> Json:
        """The proof with the position it is about."""
        chosen = settings.changed(self.game.options)
        asked = {"game": self.game.name, "options": chosen, "after": self.after, "mover": self.game.movers(self.state)[0]}
        return asked | self.solution.to_json()


def solve(game: Game, after: Sequence[str], seconds: float) -> Solved:
    """Play the moves and ask the game's solver about the position that they lead to; 0 seconds: as long as it takes."""
    solver = _solver(game)
    state, names = position_after(game, after)
    stop = Stop()
    with ProgressLine(say("solving {game}…", game=game.name), game.name), stop.after(seconds):
        return Solved(game, names, state, run_interruptibly(lambda: solver(game, state.copy(), stop), stop))


def _solver(game: Game) -> Callable[[Game, State, Stop], Solution]:
    if game.definition.solver is None:
        raise Unfit(f"{game.name} has no solver")
    module, _, function = game.definition.solver.partition(":")
    found: Callable[[Game, State, Stop], Solution] = getattr(importlib.import_module(module), function)
    return found


def position_after(game: Game, after: Sequence[str]) -> tuple[State, list[str]]:
    """The position after these moves, each by whoever's turn it is, and their names."""
    if game.spec.simultaneous:
        raise Unfit(f"in {game.name} several seats choose at once: a list of moves does not lead to a position")
    state = game.new()
    names: list[str] = []
    for text in (move for part in after for move in part.split(",") if move.strip()):
        if game.over(state):
            raise IllegalMove(f"the game is over before {text.strip()}, after {', '.join(names)}")
        (seat,) = game.movers(state)
        try:
            chosen = understand(text, game, game.legal(state, seat))
        except IllegalMove as error:
            raise IllegalMove(f"move {len(names) + 1}: {error}") from error
        game.play(state, {seat: chosen})
        names.append(chosen.name)
    if game.over(state):
        raise JouteError(f"the game is over after {', '.join(names)}: nothing is left to solve")
    return state, names


def drawn(solved: Solved) -> RenderableType:
    """The result in a sentence, the main line, and the board where it ends."""
    solution, game = solved.solution, solved.game
    parts: list[Any] = [Text(sentence(solved), "bold")]
    end = solved.state.copy()
    for action in solution.pv:
        if not game.over(end):
            game.play(end, dict.fromkeys(game.movers(end), action))
    if solution.pv:
        parts.append(Text(say("main line: {line}", line=" ".join(action.name for action in solution.pv))))
        parts += [Text(""), painted(game.show(end, current())), Text("")]
    work = say("positions looked at: {nodes}, time: {time}", nodes=number(solution.nodes), time=time(solution.seconds))
    return Group(*parts, Text(work, "dim"))


def sentence(solved: Solved) -> str:
    """What was proven."""
    solution = solved.solution
    if not solution.proven:
        return say("Nothing was proven.")
    if solution.winner is None:
        return say("With best play the game is a draw.")
    mover = solved.game.movers(solved.state)[0]
    whose = say("to move") if solution.winner == mover else say("not to move")
    told = say("Seat {seat} ({whose}) wins in {plies} plies.", seat=solution.winner, whose=whose, plies=solution.plies)
    return told + (" " + say("No shorter win exists.") if solution.shortest else "")
