"""References to bots, `path/to/bot.py[:Name][:key=value,...]` or `cmd:[key=value,...:]./bot --flag`, and the limits of bots.

An agent of one's own is written like a bot, `path/to/agent.py:Class[:key=value,...]`. The file is read, not run, to tell them apart: a
class that derives from a class of `joute` is an agent and plays in this process; everything else is a bot, in a process of its own.
"""

import ast
import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from joute.core import settings
from joute.core.errors import UnknownName, known
from joute.core.settings import setting
from joute.i18n import say

RUNNER = Path(__file__).with_name("python_runner.py")
PYTHON_FILE = re.compile(r"(?P<file>.+?\.py)(?::(?P<name>[^\W\d]\w*))?(?::(?P<pairs>[a-z_0-9]+=.*))?", re.DOTALL)
PROGRAM = re.compile(r"cmd:(?:(?P<pairs>[a-z]+=[^:,\s]*(?:,[a-z]+=[^:,\s]*)*):)?(?P<command>.*)", re.DOTALL)
HASH_LETTERS = 12
SANDBOXES = ("auto", "required", "off")


@dataclass(frozen=True)
class BotLimits:
    """The limits of one bot: the settings of its reference, `my_bot.py:bank=5,strikes=2`."""

    bank: float = setting(30.0, "thinking time per game in seconds", 0.001, 1e6)
    increment: float = setting(0.1, "seconds added to the bank after each answer", 0, 1e6)
    start: float = setting(10.0, "seconds to start", 0.01, 1e6)
    memory: int = setting(1024, "memory per process in megabytes (0: no limit)", 0, 10**9)
    message: int = setting(64, "maximum size of a message in kilobytes", 1, 10**6)
    strikes: int = setting(0, "number of faults per game that cost only a random action", 0, 10**9)
    patience: int = setting(3, "consecutive games lost in silence or on time before it is no longer asked (0: no limit)", 0, 10**9)
    sandbox: str = setting(
        "auto", "auto: confine it as far as the system allows; required: or refuse to play; off: not at all", choices=SANDBOXES
    )


@dataclass(frozen=True)
class BotReference:
    """A bot's command, limits and fingerprint, parsed from its text."""

    command: list[str]
    limits: BotLimits
    folder: Path | None  # its working directory: a Python file's own folder, None for a program
    files: list[Path]  # the program, and the files and folders that its command names
    fingerprint: str  # of its files


@dataclass(frozen=True)
class AgentFile:
    """An agent of one's own: a class in a Python file, and its settings as text."""

    file: Path
    name: str
    pairs: str

    @classmethod
    def parse(cls, text: str) -> "AgentFile | None":
        """The agent that a text names by its file and class; None if it names a bot or one of Joute's agents."""
        found = _python_file_of(text)
        if found is None or found["name"] is None:
            return None
        file = Path(found["file"]).expanduser().resolve()
        return cls(file, found["name"], found["pairs"] or "") if found["name"] in _agents_in(_tree(file)) else None


def is_bot(text: str) -> bool:
    """Whether a text names a bot rather than an agent."""
    return text.startswith("cmd:") or (_python_file_of(text) is not None and AgentFile.parse(text) is None)


def _python_file_of(text: str) -> re.Match[str] | None:
    """The parts of a text that begins with a Python file; None for others, such as an agent with a setting that names a file."""
    return None if re.match(r"[a-z_0-9]+:[a-z_]+=", text) else PYTHON_FILE.fullmatch(text)


def parse_reference(text: str) -> BotReference:
    """The bot of that text; UnknownName if there is none."""
    program = PROGRAM.fullmatch(text)
    return _program(text, program) if program else _python_file(text)


def is_python(reference: BotReference) -> bool:
    """Whether the bot is a Python file, which Joute's own runner loads."""
    return reference.command[1:2] == [str(RUNNER)]


def with_limits(text: str, limits: Mapping[str, object]) -> str:
    """The text with these limits added, unless it sets them itself; texts of other agents stay as they are."""
    found = PROGRAM.fullmatch(text) or PYTHON_FILE.fullmatch(text)
    if not limits or found is None or not is_bot(text):
        return text
    pairs = ",".join(f"{name}={value}" for name, value in {**limits, **settings.parse_pairs(found["pairs"] or "", text)}.items())
    if "command" in found.groupdict():
        return f"cmd:{pairs}:{found['command']}"
    return ":".join(part for part in (found["file"], found["name"], pairs) if part)


def _python_file(text: str) -> BotReference:
    found = PYTHON_FILE.fullmatch(text)
    if found is None:
        raise UnknownName("{text!r} names no bot; expected path/to/bot.py, path/to/bot.py:Name or cmd:./program", text=text)
    file = Path(found["file"]).expanduser().resolve()
    if not file.is_file():
        raise UnknownName("there is no bot {file}: no such file", file=found["file"])
    _check_plays(found["file"], found["name"], _tree(file))
    command = [sys.executable, str(RUNNER), str(file)] + ([found["name"]] if found["name"] else [])
    return BotReference(command, _limits(found["pairs"], text), file.parent, [file], fingerprint([file]))


def _program(text: str, found: re.Match[str]) -> BotReference:
    try:
        command = shlex.split(found["command"])
    except ValueError as error:
        raise UnknownName("{text!r} is not a command: {error}", text=text, error=error) from error
    if not command or shutil.which(command[0]) is None:
        what = repr(command[0]) if command else say("nothing")
        raise UnknownName("{text!r} cannot be run: {what} is not a program here", text=text, what=what)
    files = [Path(shutil.which(command[0]) or command[0]), *map(Path, command[1:])]
    return BotReference(command, _limits(found["pairs"], text), None, _named_files(files), fingerprint(files))


def _named_files(files: list[Path]) -> list[Path]:
    """Those that exist; the working directory if a command names nothing but its program, as `python -m bot` does."""
    found = [file.absolute() for file in files if os.path.exists(file)]  # a word of any length, unlike Path.exists
    return found if len(found) > 1 or not shutil.which(str(files[0].name)) else [*found, Path.cwd()]


# --- what a Python file defines, read without running it ---------------------------------------------------------------------------


def _tree(file: Path) -> ast.Module:
    """The file as a syntax tree; empty if it is not there or is not Python, which a bot's process reports better."""
    try:
        return ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


def _agents_in(tree: ast.Module) -> list[str]:
    """The classes that derive from a class which the file imports from `joute`."""
    ours, found = set(), []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            ours |= {name.asname or "joute" for name in node.names if name.name.split(".")[0] == "joute"}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "joute":
            ours |= {name.asname or name.name for name in node.names}
        elif isinstance(node, ast.ClassDef) and any(_root(base) in ours for base in node.bases):
            ours.add(node.name)
            found.append(node.name)
    return found


def _root(base: ast.expr) -> str:
    """The first name of `a.b[c]`."""
    while isinstance(base, (ast.Attribute, ast.Subscript)):
        base = base.value
    return base.id if isinstance(base, ast.Name) else ""


def _check_plays(file: str, name: str | None, tree: ast.Module) -> None:
    """Refuse a file, or a name in it, that is certainly no bot."""
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    agents = _agents_in(tree)
    bots = [found for found, node in classes.items() if found not in agents and (node.bases or _can_choose(node))]
    if name is None:
        if agents and not bots and "choose" not in functions:
            raise UnknownName("{file} defines an agent, not a bot; name its class, as in {file}:{agent}", file=file, agent=agents[-1])
    elif tree.body and name not in _names(tree):
        raise UnknownName(
            "{file} defines no {name}; it has: {names}",
            file=file,
            name=name,
            names=known([*agents, *bots, *functions]) or say("no agent and no bot"),
        )
    elif name in classes and name not in bots:
        raise UnknownName(
            "{name} in {file} is neither an agent (a subclass of joute.Agent) nor a bot (a class with a method choose)",
            name=name,
            file=file,
        )


def _names(tree: ast.Module) -> set[str]:
    """Every name that the file may define."""
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return found.union(*(_bound(node) for node in ast.walk(tree)))


def _bound(node: ast.AST) -> set[str]:
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        return {node.name}
    return {name.asname or name.name for name in node.names} if isinstance(node, (ast.Import, ast.ImportFrom)) else set()


def _can_choose(node: ast.ClassDef) -> bool:
    return any(isinstance(item, ast.FunctionDef) and item.name in ("choose", "action") for item in node.body)


def _limits(pairs: str | None, text: str) -> BotLimits:
    return settings.make(BotLimits, settings.parse_pairs(pairs or "", text), text)


def fingerprint(files: list[Path]) -> str:
    """A hash of the files."""
    digest = sha256()
    for file in files:
        if file.is_file():
            digest.update(file.read_bytes())
    return f"sha256:{digest.hexdigest()[:HASH_LETTERS]}"
