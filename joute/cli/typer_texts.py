"""Typer's own texts in the current language: help pages, usage lines, and the errors of its parser, which it writes in English only."""

import sys
from typing import TYPE_CHECKING, Any

from typer.core import TyperGroup

from joute.i18n import Language, Sentence, current_language, retell, say

if TYPE_CHECKING:
    from typer._click import Command, Context

HELP: tuple[Sentence, ...] = (
    "Show this message and exit.",
    "Install completion for the current shell.",
    "Show completion for the current shell, to copy it or customize the installation.",
)
PARSER: tuple[Sentence, ...] = (  # the first that fits a text translates it
    "Usage: {usage}",
    "Missing command.",
    "Missing argument {name}.",
    "Missing option {name}.",
    "No such command {name}. Did you mean {names}?",
    "No such command {name}.",
    "No such option: {name} (Possible options: {names})",
    "No such option: {name}",
    "Option {name} requires an argument.",
    "Option {name} does not take a value.",
    "Got unexpected extra argument(s) ({names})",
    "Invalid value for {name}: {reason}",
    "Invalid value: {reason}",
    "Value error, {reason}",
    "Input should be a valid integer, unable to parse string as an integer",
    "Input should be a valid number, unable to parse string as a number",
    "Input should be a finite number",
    "Unable to parse input string as an integer, exceeded maximum size",
    "Input should be greater than or equal to {low}",
    "Input should be less than or equal to {high}",
    "{value} is not one of {names}.",
)
RICH: dict[str, Sentence] = {  # constants of typer.rich_utils
    "ABORTED_TEXT": "Aborted.",
    "ARGUMENTS_PANEL_TITLE": "Arguments",
    "COMMANDS_PANEL_TITLE": "Commands",
    "DEFAULT_STRING": "[default: {}]",
    "ERRORS_PANEL_TITLE": "Error",
    "OPTIONS_PANEL_TITLE": "Options",
    "REQUIRED_LONG_STRING": "[required]",
    "RICH_HELP": "Try [blue]'{command_path} {help_option}'[/] for help.",
}
SUBCOMMAND: Sentence = "COMMAND [ARGS]..."


def translate_headings() -> None:
    """Translate the headings of help pages and errors."""
    if current_language() != Language.en or "typer.rich_utils" in sys.modules:
        from typer import rich_utils

        for name, sentence in RICH.items():
            setattr(rich_utils, name, say(sentence))


def translate_command(command: "Command", ctx: "Context") -> None:
    """Translate the help and the usage line of a command, of its parameters and of the commands below it."""
    described: Any = command
    described.help = say(command.help or "")
    described.epilog = say(
        "--lang en or --lang fr selects the language; the default is that of the locale. --debug shows all that is known of an error."
    )
    usage = command.get_usage
    described.get_usage = lambda context: retell(usage(context), PARSER)
    parameter: Any  # an argument or an option: both have a help text
    for parameter in command.get_params(ctx):
        parameter.help, parameter.metavar = say(parameter.help or ""), parameter.metavar and say(parameter.metavar)
        if parameter.default is None and getattr(parameter, "is_flag", False):
            parameter.default = False  # to look at None, Typer loads pydantic: a tenth of a second
    if isinstance(command, TyperGroup):
        described.subcommand_metavar = say(SUBCOMMAND)
        for below in command.commands.values():
            translate_command(below, ctx)


def translate_error(error: Any) -> None:
    """Translate an error of Typer's parser; another one stays as it is."""
    if hasattr(error, "format_message"):
        said = retell(error.format_message(), PARSER)
        error.format_message = lambda: said
