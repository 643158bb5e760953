"""The way into every command: the language is settled first, and whatever goes wrong is one sentence and an exit code."""

import os
import sys
from collections.abc import Iterator
from typing import Any

import typer
from typer.core import TyperGroup

from joute.core.errors import JouteError
from joute.i18n import Language, choose, current, of_locale, say

MISTAKE = 2  # the exit code when what was asked cannot be followed
INTERRUPTED = 130  # what shells expect after Ctrl-C: 128 + SIGINT


class Commands(TyperGroup):
    """The commands, in the language asked for; errors of Joute end in a sentence instead of a traceback."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Settle the language before anything is said, help included; `--lang` may stand anywhere."""
        args, language = taken_out(args)
        choose(language or of_locale(os.environ))
        self._translate(ctx)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except JouteError as error:
            complain(str(error))
            raise typer.Exit(MISTAKE) from error
        except Exception as error:
            if type(error).__module__ != "numba.core.errors":
                raise
            complain(say("a rule or a search cannot be compiled: {error}", error=error))
            raise typer.Exit(MISTAKE) from error
        except KeyboardInterrupt as interruption:
            complain(say("interrupted"))
            raise typer.Exit(INTERRUPTED) from interruption

    def _translate(self, ctx: Any) -> None:
        """Every word of the help in the language spoken now."""
        if current() != Language.en or "typer.rich_utils" in sys.modules:
            from typer import rich_utils

            rich_utils.COMMANDS_PANEL_TITLE = say("Commands")
            rich_utils.ERRORS_PANEL_TITLE = say("Error")
            rich_utils.REQUIRED_LONG_STRING = say("[required]")
            rich_utils.DEFAULT_STRING = say("[default: {}]")
        for command in every(self):
            command.help = say(command.help or "")
            command.epilog = say("--lang en or --lang fr chooses the language; the locale does when neither is given.")
            for parameter in command.get_params(ctx):
                described: Any = parameter
                described.help = say(described.help or "")
                if described.default is None and getattr(described, "is_flag", False):
                    described.default = False  # to look at None, Typer loads pydantic: a tenth of a second


def every(command: Any) -> Iterator[Any]:
    """A command and all those below it."""
    yield command
    for below in getattr(command, "commands", {}).values():
        yield from every(below)


def taken_out(arguments: list[str]) -> tuple[list[str], Language | None]:
    """The arguments without `--lang`, and the language that it names."""
    left, language = list(arguments), None
    end = left.index("--") if "--" in left else len(left)
    for place in reversed([place for place in range(end) if left[place].partition("=")[0] == "--lang"]):
        _, equals, value = left.pop(place).partition("=")
        if not equals:
            value = left.pop(place) if place < len(left) else ""
        if value not in Language.__members__:
            raise typer.BadParameter(f"--lang {value}: the languages are {', '.join(Language)}")
        language = language or Language(value)
    return left, language


def complain(sentence: str) -> None:
    """One sentence on the standard error."""
    from rich.text import Text

    from joute.cli.render.console import messages

    messages().print(Text.assemble(("joute: ", "bold red"), sentence), soft_wrap=True)


def leave(code: Any) -> None:
    """End the process; work that was interrupted and does not end by itself is not waited for."""
    busy = sys.modules.get("joute.cli.progress")
    if busy is not None and busy.still_running():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)
    sys.exit(code)
