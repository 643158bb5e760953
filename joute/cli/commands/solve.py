"""`joute solve`: what the solver of a game proves about a position."""

import importlib
from collections.abc import Callable, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.options import game_from_args
from joute.cli.play.text_input import parse_action
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import output, print_json
from joute.cli.render.game import position, work
from joute.cli.render.player_names import PlayerNames
from joute.core import settings
from joute.core.agent import Stop
from joute.core.errors import IllegalMove, JouteError, Unfit
from joute.core.game import Game
from joute.core.opinion import Solution, variation
from joute.core.state import State
from joute.i18n import say, say_count


def command(
    name: options.Game,
    after: options.After = None,
    seconds: options.Seconds = 0,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Solve the position after these actions, and print the proof."""
    solved = solve(game_from_args(name, option), after or [], seconds)
    if as_json:
        print_json(solved.to_json())
    else:
        output().print(render(solved))


class SolveResult:
    """A position, and what was proven about it."""

    def __init__(self, game: Game, after: list[str], state: State, solution: Solution) -> None:
        self.game, self.after, self.state, self.solution = game, after, state, solution

    def to_json(self) -> dict[str, object]:
        """The proof with the position it is about."""
        chosen = settings.changed(self.game.options)
        asked: dict[str, object] = {
            "game": self.game.name,
            "options": chosen,
            "after": self.after,
            "mover": self.game.movers(self.state)[0],
        }
        return asked | self.solution.to_json()


def solve(game: Game, after: Sequence[str], seconds: float) -> SolveResult:
    """Play the actions, and solve the position that they lead to, within a time limit (0: none)."""
    solver = _solver(game)
    state, names = position_after(game, after)
    stop = Stop()
    with ProgressLine(say("solving {game}…", game=game.name), game.name), stop.after(seconds):
        return SolveResult(game, names, state, run_interruptibly(lambda: solver(game, state.copy(), stop), stop))


def _solver(game: Game) -> Callable[[Game, State, Stop], Solution]:
    if game.definition.solver is None:
        raise Unfit("{game} has no solver", game=game.name)
    module, _, function = game.definition.solver.partition(":")
    found: Callable[[Game, State, Stop], Solution] = getattr(importlib.import_module(module), function)
    return found


def position_after(game: Game, after: Sequence[str]) -> tuple[State, list[str]]:
    """The position after these actions, and their names."""
    if game.spec.simultaneous:
        raise Unfit("in {game} several seats choose at once: a list of actions does not lead to a position", game=game.name)
    state = game.new()
    names: list[str] = []
    for text in (move for part in after for move in part.split(",") if move.strip()):
        if game.over(state):
            raise IllegalMove("the game is over before {text}, after {names}", text=text.strip(), names=", ".join(names))
        (seat,) = game.movers(state)
        try:
            chosen = parse_action(text, game, game.legal(state, seat))
        except IllegalMove as error:
            raise IllegalMove("action {number}: {error}", number=len(names) + 1, error=error) from error
        game.play(state, {seat: chosen})
        names.append(chosen.name)
    if game.over(state):
        raise JouteError("the game is over after {names}: there is nothing to solve", names=", ".join(names))
    return state, names


def render(solved: SolveResult) -> RenderableType:
    """The result in a sentence, the principal variation, and the position at its end."""
    solution, game = solved.solution, solved.game
    parts: list[RenderableType] = [Text(sentence(solved), "bold")]
    end = solved.state.copy()
    for action in solution.pv:
        if not game.over(end):
            game.play(end, dict.fromkeys(game.movers(end), action))
    if solution.pv:
        parts.append(Text(say("principal variation: {line}", line=variation(solution.pv))))
        parts += [Text(""), position(game, end, PlayerNames()), Text("")]
    return Group(*parts, Text(work(solution.nodes, solution.seconds), "dim"))


def sentence(solved: SolveResult) -> str:
    """What was proven."""
    solution = solved.solution
    if not solution.proven:
        return say("Nothing was proven.")
    if solution.winner is None:
        return say("With best play the game is a draw.")
    mover = solved.game.movers(solved.state)[0]
    whose = say("to move") if solution.winner == mover else say("not to move")
    plies = say_count("{n} ply", "{n} plies", solution.plies or 0)
    won = say("Seat {seat} ({whose}) wins in {plies}.", seat=solution.winner, whose=whose, plies=plies)
    return won + (" " + say("No shorter win exists.") if solution.shortest else "")
