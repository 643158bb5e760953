"""`joute game`: check a game of one's own, or begin one."""

from collections.abc import Sequence

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.options import parse_pairs
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.render.console import output, print_json
from joute.i18n import say, say_count
from joute.testing.child import check_in_process
from joute.testing.effort import Effort
from joute.testing.new_game import new_game
from joute.testing.problem import GameFinding, moves_text

command = typer.Typer(no_args_is_help=True, add_completion=False)


@command.command("check", help="Play random games of a game, check the contract in each, and report what is wrong.")
def check_command(
    name: options.Game,
    games: options.CheckedGames = 100,
    seed: options.Seed = 0,
    option: options.GameOptions = None,
    as_json: options.Json = False,
) -> None:
    """Print the findings; the exit code is 1 if there are any."""
    effort = Effort(games=games, seed=seed)
    with ProgressLine(say("checking {game}", game=name), name) as line:
        findings = run_interruptibly(lambda: check_in_process(name, parse_pairs(option), effort, line.advance))
    if as_json:
        print_json({"good": not findings, "findings": [finding.to_json() for finding in findings]})
    else:
        output().print(render(findings))
    raise typer.Exit(1 if findings else 0)


@command.command("new", help="Print a small game to begin with, in one file, with comments and tests.")
def new_command(
    name: options.NewGame,
    hidden: options.HiddenGame = False,
    simultaneous: options.SimultaneousGame = False,
    chance: options.ChanceGame = False,
) -> None:
    """Print the source of a game."""
    print(new_game(name, hidden, simultaneous, chance), end="")


def render(findings: Sequence[GameFinding]) -> RenderableType:
    """Each finding with its place and a small game, and the verdict."""
    parts: list[Text] = []
    for finding in findings:
        parts.append(Text.assemble(("✗ ", "bold red"), (f"{finding.place}  ", "cyan"), finding.text, (f"  [{finding.promise}]", "dim")))
        if finding.positions:
            parts.append(Text("    " + say("shown by this game: {moves}", moves=moves_text(finding.moves)), "dim"))
    verdict = say_count("{n} promise of the contract is broken.", "{n} promises of the contract are broken.", len(findings))
    good = Text.assemble(("✓ ", "green"), say("The game keeps every promise of the contract that was checked."))
    return Group(*parts, Text(), Text(verdict, "bold")) if findings else good
