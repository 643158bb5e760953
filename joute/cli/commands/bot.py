"""`joute bot`: print a starter bot, or check a bot in a compliance run."""

from collections.abc import Sequence
from pathlib import Path

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from joute.arena.agent_check import check_agent
from joute.arena.bot_check import BotCheck, CheckFinding
from joute.bots import sandbox
from joute.bots.bot import Bot
from joute.bots.bot_reference import AgentFile, is_bot
from joute.bots.starter import starter
from joute.cli import options
from joute.cli.options import game_from_args
from joute.cli.render.console import output, print_json
from joute.cli.render.formatting import time
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import UnknownName, located
from joute.core.game import Game
from joute.i18n import Sentence, say

MARKS = {True: ("✓ ", "green"), False: ("✗ ", "bold red"), None: ("! ", "yellow")}
STDERR_LINES = 12
MAX_DENIALS = 40


command = typer.Typer(no_args_is_help=True, add_completion=False)


@command.command("check", help="Check a bot, or an agent in a file, and report what is wrong.")
def check_command(
    bot: options.Bot, name: options.Game, seed: options.Seed = 0, option: options.GameOptions = None, as_json: options.Json = False
) -> None:
    """Print the findings; the exit code is 1 if the bot cannot play."""
    findings = check(bot, game_from_args(name, option), seed)
    if as_json:
        print_json({"good": good(findings), "findings": [finding.to_json() for finding in findings]})
    else:
        output().print(render(findings))
    raise typer.Exit(0 if good(findings) else 1)


@command.command("new", help="Print a starter bot that plays legal actions.")
def new_command(name: options.Game, language: options.ProgrammingLanguage = "python", option: options.GameOptions = None) -> None:
    """Print the source of a bot."""
    print(starter(game_from_args(name, option), name, language), end="")


def check(text: str, game: Game, seed: int) -> list[CheckFinding]:
    """Play a compliance run with the bot of that text, or check the opinions of an agent in a file."""
    if reference := AgentFile.parse(text):
        return _agent_findings(registry.agent(text, game), seed, reference.file)
    if not is_bot(text):
        raise UnknownName("{text!r} names no bot; expected path/to/bot.py, path/to/bot.py:Name or cmd:./program", text=text)
    bot = registry.agent(text, game)
    assert isinstance(bot, Bot)
    return BotCheck(game, bot, seed).run()


def _agent_findings(agent: Agent, seed: int, file: Path) -> list[CheckFinding]:
    try:
        problems = check_agent(agent, seed)
    except Exception as error:  # of the user's code
        problems = [say("It failed with {error}.", error=located(error, file))]
    return [CheckFinding("contract", False, {"sentence": problem}) for problem in problems] or [CheckFinding("keeps the contract", True)]


def good(findings: Sequence[CheckFinding]) -> bool:
    """Whether the bot can play."""
    return all(finding.good is not False for finding in findings)


def render(findings: Sequence[CheckFinding]) -> RenderableType:
    """The findings for a person, and the verdict."""
    parts: list[Text] = []
    for finding in findings:
        mark, style = MARKS[finding.good]
        parts.append(Text.assemble((mark, style), sentence(finding)))
        parts += [Text(f"    {line}") for line in _denials(finding)]
        if stderr := finding.details.get("stderr"):
            parts.append(Text("  " + say("last lines of its standard error:"), "dim"))
            parts += [Text(f"    {printable(line)}", "dim") for line in stderr.splitlines()[-STDERR_LINES:]]
    if any(finding.kind == "contract" for finding in findings):
        verdict = say("It does not keep the contract of agents yet.")
    else:
        verdict = say("It can play.") if good(findings) else say("It cannot play yet.")
    return Group(*parts, Text(), Text(verdict, "bold"))


def _denials(finding: CheckFinding) -> list[str]:
    """What a bot was denied, a line each."""
    ways: dict[str, Sentence] = {
        "read": "to read {target}",
        "write": "to write {target}",
        "list": "to list {target}",
        "run": "to run {target}",
        "connect": "to connect to {target}",
        "socket": "to open a socket ({target})",
    }
    denied = finding.details.get("denied", [])
    lines = [printable(say(ways[one["what"]], target=one["target"])) for one in denied[:MAX_DENIALS]]
    return lines + ([say("and {count} more", count=len(denied) - MAX_DENIALS)] if len(denied) > MAX_DENIALS else [])


def sentence(finding: CheckFinding) -> str:
    """One finding in a sentence."""
    words = {
        name: time(value) if name in ("seconds", "median", "longest", "game", "bank") else value for name, value in finding.details.items()
    }
    words["fault"] = kind_of_fault(str(words.get("code", "")))
    sentences = {
        "contract": "{sentence}",
        "keeps the contract": say("Its opinions on a few positions keep the contract of agents."),
        "did not start": say("{fault}: {sentence}."),
        "started": say("It is ready after {seconds}; its name is {title}."),
        "fault": say("Seed {seed}, seat {seat}, choice {choice}. {fault}: {sentence}."),
        "played": say("It played {games} complete games on {seats} seats: {choices} choices, all legal."),
        "not repeatable": say(
            "The same seed does not give the same game: its random numbers should come only from the seed that it is given."
        ),
        "remembers": say("It plays differently in a process that has played before: it carries state from game to game."),
        "repeatable": say("The same seed gives the same game."),
        "fails on unknown fields": say("It fails when a message has fields that it does not know; it should ignore them: {sentence}."),
        "fails on unknown messages": say("It fails when it gets a message that it does not know; it should ignore it: {sentence}."),
        "fails on an interrupted game": say("It fails when a game is aborted and another begins: {sentence}."),
        "robust": say("It handles unknown fields, unknown messages and aborted games."),
        "ends by itself": say("It ends when its input is closed."),
        "must be killed": say("It does not end when its input is closed, and had to be killed."),
        "in time": say("It takes {median} per choice (median), at most {longest}; {game} in its slowest game, of a time bank of {bank}."),
        "confined": say("It was confined: {layers}.", layers=sandbox.layers(str(words.get("sandbox", "")))),
        "confined program": say(
            "It was confined: {layers}. Only of a Python file is it known what it was denied.",
            layers=sandbox.layers(str(words.get("sandbox", ""))),
        ),
        "not confined": say("It was not confined, and ran with your rights: {reason}.", reason=words.get("reason", "")),
        "denied": say("It was denied:"),
        "slow": say("It is slow: {game} of a time bank of {bank} in one game; on a busy machine it would lose on time. Median {median}."),
    }
    return printable(sentences[finding.kind].format(**words))


def printable(words: str) -> str:
    """What a bot wrote, without control characters."""
    return "".join(letter if letter.isprintable() else " " for letter in words)


def kind_of_fault(code: str) -> str:
    """The kind of a fault in a few words."""
    return {
        "start": say("It did not start"),
        "silence": say("It does not answer"),
        "time": say("Its time ran out"),
        "crash": say("It crashed"),
        "memory": say("It uses too much memory"),
        "illegal": say("Its action is not legal"),
        "garbage": say("It sent something that is not a message"),
        "flood": say("It sends too much"),
    }.get(code, code)
