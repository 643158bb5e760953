"""What is wrong with a rule that cannot run compiled, in one sentence: numba says it in up to 70 lines."""

import ast
import re
from collections.abc import Mapping
from pathlib import Path

from joute.i18n import Sentence, say

PLACE = re.compile(r'File "([^"]+)", line (\d+):')
RAISED = re.compile(r"[Rr]aised from ([^\n]+) \((\d+)\)")
MODULE_FILE = re.compile(r" from '[^']*'?")
FOLDERS = re.compile(r"""(?:\b[A-Za-z]:|(?<![\w)]))[/\\](?=\S)(?:[^/\\"'<>\n]+[/\\])*""")
COLOUR = re.compile(r"\x1b\[\d*m")
PATTERNS = {  # what numba says; the first that fits decides
    "unmarked": r"Untyped global name '(?P<name>\w+)': Cannot determine Numba type of <class 'function'>",
    "global": r"Untyped global name '(?P<name>\w+)': Cannot determine Numba type of <class '(?P<kind>[\w.]+)'>",
    "undefined": r"(?:NameError: )?(?:global )?name '(?P<name>\w+)' is not defined",
    "field": r"Field '(?P<name>\w+)' was not found in record",
    "attribute": r"Unknown attribute '(?P<name>\w+)' of type (?P<kind>Module\([^)]*\)|\w+)",
    "two types": r"Cannot unify (?P<one>[^\n]+?) and (?P<other>[^\n]+?) for '(?P<name>\w+)",
    "unsupported": r"(?P<detail>[^\n]*(?:[Uu]nsupported|not supported|The use of)[^\n.]*)",
    "call": r"(?s:.*)>>> (?P<call>[^\n]+)",  # the innermost
}
MEANINGS: dict[str, Sentence] = {
    "unmarked": "{rule} calls {name}, which is not marked @rule",
    "global": "{rule} uses {name}, a {kind}: compiled rules can use numbers, tuples of numbers and NumPy arrays",
    "undefined": "{rule} uses {name}, which is not defined",
    "field": "{rule} uses the field {name}, which the state does not have",
    "attribute": "{rule} uses {name} of {kind}, which cannot be compiled",
    "two types": "{rule} gives {name} values of two types: {one} and {other}",
    "call": "{rule} computes {call}, which cannot be compiled: rules can use numbers and arrays, no texts, lists or dictionaries",
    "unsupported": "{rule} uses what cannot be compiled: {detail}",
    "other": "{rule} cannot be compiled: {detail}",
}


class RuleFault(Exception):
    """A rule that cannot run as compiled code; the text is a sentence for its author."""


class OutOfBounds(RuleFault):
    """A rule from outside the package read or wrote outside of an array; its code checks that, so that nothing was overwritten."""

    def __str__(self) -> str:
        """What can be the cause, and what finds it."""
        return say(
            "a rule of the game reads or writes outside of an array, or lists more than Spec.widest or Spec.outcomes allow: "
            "joute game check FILE says which and where"
        )


class CannotCompile(RuleFault):
    """A rule or a search that the compiler refuses: a sentence with its values, where it is, and all that the compiler said."""

    def __init__(self, kind: str, values: Mapping[str, str], place: tuple[str, int], details: str) -> None:
        super().__init__(kind)
        self.sentence, self.values, self.details = MEANINGS[kind], {name: without_folders(value) for name, value in values.items()}, details
        self.file, self.line = place

    @property
    def function(self) -> str:
        """The rule that cannot be compiled."""
        return self.values["rule"]

    def __str__(self) -> str:
        """The sentence in the current language, with file and line."""
        place = f"{Path(self.file).name}:{self.line}: " if self.line else ""
        return place + say(self.sentence, **self.values)


def without_folders(text: str) -> str:
    """What the compiler says, without where files are on this computer: everybody at a table reads it."""
    return FOLDERS.sub("", MODULE_FILE.sub("", text))


def explained(error: Exception, label: str) -> CannotCompile:
    """The compiler's error in a sentence."""
    details = COLOUR.sub("", str(error))
    for kind, pattern in PATTERNS.items():
        if found := re.search(pattern, details):
            place, rule = _place(details, found.end())
            values = {name: value.strip() for name, value in found.groupdict().items()}
            return CannotCompile(kind, {**values, "rule": rule or label}, place, details)
    place, rule = _place(details, 0)
    first = next((text.strip() for text in details.splitlines() if text.strip() and "pipeline" not in text), "")
    return CannotCompile("other", {"rule": rule or label, "detail": first}, place, details)


def _place(details: str, start: int) -> tuple[tuple[str, int], str]:
    """File and line that the compiler names first from there on, and the function."""
    found = PLACE.search(details, start) or PLACE.search(details) or RAISED.search(details)
    if found is None:
        return ("", 0), ""
    file, line = found[1], int(found[2])
    return (file, line), _function_at(file, line)


def _function_at(file: str, line: int) -> str:
    """The function of a file that this line is in."""
    try:
        nodes = list(ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))))
    except (OSError, SyntaxError):
        return ""
    around = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)]
    return max(around, key=lambda node: node.lineno).name if around else ""
