"""What a check finds: a broken promise in a sentence, where it is in the game's file, and a small game that shows it."""

import ast
import inspect
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from joute.core.definition import AnyDefinition
from joute.core.state import Json
from joute.i18n import Sentence, in_every_language, in_language, say
from joute.testing.moment import Move


@dataclass(frozen=True)
class Problem:
    """A broken promise: its name, the function of the game that breaks it, and a sentence with its values."""

    promise: str
    function: str
    sentence: Sentence
    values: Mapping[str, object] = field(default_factory=dict)
    line: int = 0  # 0: that of the function
    file: str = ""
    last: Move | None = None  # that shows it, after those of the moment

    def text(self) -> str:
        """The sentence in the current language."""
        return say(self.sentence, **{name: value.text() if isinstance(value, Problem) else value for name, value in self.values.items()})


@dataclass(frozen=True)
class GameFinding:
    """A problem with its place, in every language, and the moves of a small game that shows it."""

    promise: str
    sentences: Mapping[str, str]  # by language
    file: str
    line: int
    moves: tuple[Json, ...] = ()  # {"chance": outcome} or {"choices": {seat: action}}
    positions: bool = False  # whether the moves lead to where it shows

    @property
    def text(self) -> str:
        """The sentence in the current language."""
        return in_language(self.sentences)

    @property
    def place(self) -> str:
        """`file:line`."""
        return f"{Path(self.file).name}:{self.line}" if self.line else Path(self.file).name

    def to_json(self) -> Json:
        """For other programs."""
        place = {"promise": self.promise, "text": dict(self.sentences), "file": self.file, "line": self.line}
        return {**place, "game": list(self.moves) if self.positions else None}

    @classmethod
    def from_json(cls, source: Json) -> "GameFinding":
        """What `to_json` wrote."""
        moves = source["game"]
        return cls(source["promise"], source["text"], source["file"], source["line"], tuple(moves or ()), moves is not None)

    def __str__(self) -> str:
        """Place, sentence, and the game."""
        lines = [f"{self.place}: {self.text}"]
        if self.positions:
            lines.append(say("  shown by: {moves}", moves=moves_text(self.moves)))
        return "\n".join(lines)


def moves_text(moves: tuple[Json, ...]) -> str:
    """Moves in a line: `chance 2, 0:bet, 1:pass`."""
    written = [
        say("chance {outcome}", outcome=move["chance"])
        if "chance" in move
        else "+".join(f"{seat}:{action}" for seat, action in move["choices"].items())
        for move in moves
    ]
    return ", ".join(written) or say("the start of the game")


def finding(problem: Problem, definition: AnyDefinition, moves: tuple[Json, ...] | None) -> GameFinding:
    """The problem as people get it."""
    file, line = (problem.file, problem.line) if problem.line else place_of(definition, problem.function)
    sentences = in_every_language(problem.text)
    return GameFinding(problem.promise, sentences, file, line, moves or (), moves is not None)


def place_of(definition: AnyDefinition, name: str) -> tuple[str, int]:
    """File and line of a function of the game, or of what `Spec` is given by that name (`Spec.longest`)."""
    part, _, keyword = name.partition(".")
    function = definition.spec if part == "Spec" else named_functions(definition).get(part)
    if function is None:
        return str(definition.rules[0].__file__), 0
    code = inspect.unwrap(function).__code__
    return code.co_filename, (keyword_line(function, keyword) if keyword else 0) or code.co_firstlineno


def named_functions(definition: AnyDefinition) -> dict[str, Callable[..., Any]]:
    """The functions of a game by name: its rules, what people see, and helpers of those modules."""
    modules = [*definition.rules, definition.render, definition.narration, definition.codec]
    found = {name: one for module in modules for name, one in vars(module).items() if inspect.isfunction(one)}
    return {**found, **{name: one for name, one in definition.stated.items() if inspect.isfunction(one)}}


@cache
def keyword_line(function: Callable[..., Any], keyword: str) -> int:
    """The line where a function gives something to that keyword; 0 if it does not."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(inspect.cleandoc("".join(lines)))
    except (OSError, SyntaxError):
        return 0
    found = [node.value.lineno for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == keyword]
    return first + found[0] - 1 if found else 0


def game_files(definition: AnyDefinition) -> set[str]:
    """The files that the game consists of."""
    modules = [*definition.rules, definition.render, definition.narration]
    return {str(Path(file).resolve()) for module in modules if (file := getattr(module, "__file__", None))}


def frames_in(error: BaseException, definition: AnyDefinition) -> Iterator[traceback.FrameSummary]:
    """The frames of an error that are in the game's own files or folder, the innermost first."""
    files, folder = game_files(definition), definition.folder.resolve()
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename).resolve()
        if str(path) in files or (folder in path.parents and "joute" not in folder.parts[-1:]):
            yield frame
