"""The command `joute`: its subcommands, the language of its texts, and how errors are reported.

A subcommand is in `joute/cli/commands/<name>.py` and is imported only when it runs, so that `joute games` does not wait for a compiler.
"""

import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from joute.cli import options
from joute.cli.typer_texts import translate_command, translate_error, translate_headings
from joute.core.errors import JouteError, located
from joute.i18n import Language, Sentence, current_language, locale_language, say, set_language
from joute.jit.cache import UnsafeCache
from joute.jit.compile_error import RuleFault

if TYPE_CHECKING:
    from typer._click import Command, Context

COMMANDS: dict[str, Sentence] = {
    "serve": "Start the server: games in the browser for people, agents and bots.",
    "connect": "Let a bot on this machine play on a server.",
    "games": "List the games with their seats, nature and options.",
    "agents": "List the agents with the games they play and their settings.",
    "play": "Play a game in the terminal, against agents or other people.",
    "duel": "Let agents play each other, and report who is stronger and how certain that is.",
    "exploit": "Measure how exploitable an agent is: exactly where the tree fits, else by the best answer found.",
    "tournament": "Start or resume a tournament between agents, and rank them.",
    "tournaments": "List the stored tournaments.",
    "games-of": "List the games of a tournament.",
    "report": "Write a web page about a tournament: ranking, pairs, seats, times and a game.",
    "fit": "Fit an evaluation of a game to games of self-play.",
    "tune": "Tune the numeric settings of an agent by playing games.",
    "train": "Train a network to play a game, or resume a training.",
    "distil": "Train a network to predict the values of a search.",
    "dataset": "Write the decisions of agents as a table: Parquet, Arrow or CSV, with a data card.",
    "study": "Ask people to predict an agent, before and after explanations: plan, material, pilot, report.",
    "explain": "Explain decisions and agents, and measure explanations.",
    "perft": "Count the action sequences up to a depth, to verify the rules.",
    "solve": "Solve a position: who wins with best play and how, or an equilibrium with its value and policy.",
    "bench": "Measure the speed of the rules and the searches, as ratios of one run.",
    "replay": "Show a recorded game step by step.",
    "review": "Judge the decisions of a recorded game, with reasons: accuracy, key moments, and what was better.",
    "analyse": "Look at any position, try actions from it, and judge the decision there, with reasons.",
    "verify": "Check that the chance of a recorded game follows from what the server committed to before it.",
    "warm": "Compile in advance what the agents of the games need.",
    "game": "Begin a game of your own, and check that it keeps the contract.",
    "bot": "Write a bot, and check that it follows the protocol.",
}
USAGE_ERROR = 2  # the exit code when a request cannot be carried out
UNEXPECTED = 70  # an error of Joute itself, as in sysexits.h
INTERRUPTED = 130  # what shells expect after Ctrl-C: 128 + SIGINT


TRACEBACK = "JOUTE_TRACEBACK"  # environment variable: 1 shows the traceback of an unexpected error


class CommandGroup(TyperGroup):
    """The subcommands, loaded when they run; an error of Joute becomes one sentence instead of a traceback."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = {name: TyperCommand(name, help=text) for name, text in COMMANDS.items()}

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        """Choose the language before anything is printed, help included; `--lang` may be anywhere on the command line."""
        set_language(locale_language(os.environ))
        try:
            args, language = extract_language(without_debug(args))
            set_language(language or current_language())
            translate_headings()
            translate_command(self, ctx)
            return super().parse_args(ctx, args)
        except Exception as error:
            translate_headings()
            translate_error(error)
            raise

    def resolve_command(self, ctx: "Context", args: list[str]) -> "tuple[str | None, Command | None, list[str]]":
        """The subcommand that the arguments name, loaded and translated."""
        name, found, rest = super().resolve_command(ctx, args)
        if name is None or found is None:
            return name, found, rest
        command = load_command(name)
        translate_command(command, ctx)
        return name, command, rest

    def invoke(self, ctx: "Context") -> object:
        """Run the subcommand, and report its errors."""
        try:
            return super().invoke(ctx)
        except JouteError as error:
            print_error(str(error))
            raise typer.Exit(USAGE_ERROR) from error
        except UnsafeCache as error:
            print_error(
                say(
                    "compiled code in {directory} would run although other users can write there: "
                    "make the directory yours alone (chmod 700), or choose another with JOUTE_CACHE",
                    directory=error.directory,
                )
            )
            raise typer.Exit(USAGE_ERROR) from error
        except MemoryError as error:
            print_error(say("there is not enough memory for that"))
            raise typer.Exit(USAGE_ERROR) from error
        except RuleFault as error:
            print_error(str(error))
            if os.environ.get(TRACEBACK):
                print_error("".join(traceback.format_exception(error)))
            raise typer.Exit(USAGE_ERROR) from error
        except Exception as error:
            if is_intended(error) or os.environ.get(TRACEBACK):
                translate_error(error)
                raise
            place = Path(traceback.extract_tb(error.__traceback__)[-1].filename)
            words = {"file": place.name, "error": located(error, place)}
            print_error(say("unexpected error in {file}: {error}; --debug shows the traceback", **words))
            raise typer.Exit(UNEXPECTED) from error
        except KeyboardInterrupt as interruption:
            print_error(say("interrupted"))
            raise typer.Exit(INTERRUPTED) from interruption


def is_intended(error: Exception) -> bool:
    """Whether Typer handles the error: an exit, a wrong argument, a closed output."""
    return isinstance(error, (typer.Exit, typer.Abort, BrokenPipeError)) or hasattr(error, "exit_code")


def load_command(name: str) -> "Command":
    """The subcommand of that name, made from the function or the group `command` of its module."""
    command = importlib.import_module(f"joute.cli.commands.{name.replace('-', '_')}").command
    if not isinstance(command, typer.Typer):
        single = typer.Typer(add_completion=False)
        single.command(name)(command)
        command = single
    loaded = typer.main.get_command(command)
    loaded.name, loaded.help = name, COMMANDS[name]
    return loaded


def extract_language(arguments: Sequence[str]) -> tuple[list[str], Language | None]:
    """The arguments without `--lang`, and the language that it names."""
    left, language = list(arguments), None
    end = left.index("--") if "--" in left else len(left)
    for place in reversed([place for place in range(end) if left[place].partition("=")[0] == "--lang"]):
        _, equals, value = left.pop(place).partition("=")
        if not equals:
            value = left.pop(place) if place < len(left) else ""
        if value not in Language.__members__:
            raise typer.BadParameter(say("--lang {value}: the languages are {names}", value=value, names=", ".join(Language)))
        language = language or Language(value)
    return left, language


def without_debug(arguments: Sequence[str]) -> list[str]:
    """The arguments without `--debug`, which may be anywhere before `--` and stands for the environment variable."""
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    if "--debug" in arguments[:end]:
        os.environ[TRACEBACK] = "1"
    return [argument for place, argument in enumerate(arguments) if place >= end or argument != "--debug"]


def print_error(sentence: str) -> None:
    """Print one sentence on the standard error."""
    from rich.text import Text

    from joute.cli.render.console import messages

    messages().print(Text.assemble(("joute: ", "bold red"), sentence), soft_wrap=True)


app = typer.Typer(cls=CommandGroup, pretty_exceptions_enable=False)


@app.callback(
    invoke_without_command=True,
    help="An arena for game AIs: play, let agents play, and ask why. Without a command, play in the browser.",
)
def joute(context: typer.Context, lan: options.Lan = False, version: options.Version = False) -> None:
    """Run without a subcommand."""
    if context.invoked_subcommand is None:
        from joute.cli.commands.serve import command as serve

        serve(lan=lan)
    elif lan:
        raise JouteError("--lan belongs to the server: joute --lan, or joute serve --lan")


def main() -> None:
    """Run the command, and end the process."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal that lacks a character shows another
    try:
        app(prog_name="joute")
    except SystemExit as exit_:
        progress = sys.modules.get("joute.cli.progress")
        if progress is None or not progress.still_running():
            raise
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(exit_.code if isinstance(exit_.code, int) else 1)  # interrupted work that does not end is not waited for
