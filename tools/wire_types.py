"""Writes `web/src/wire/types.ts` and the tables of `docs/wire.md` from the types of the server's messages.

`python tools/wire_types.py` writes both files; with `--check` it only says whether they are up to date.
"""

import inspect
import io
import re
import sys
import tokenize
import types
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal, NewType, NotRequired, Required, Union, get_args, get_origin

from pydantic import BaseModel
from typing_extensions import get_type_hints, is_typeddict

from joute.explain import explanation_info, surrogate_path
from joute.review import reasons, review_info
from joute.server import client_messages, errors, server_messages, studies, tournament_queries
from joute.server.ratings import ladder
from joute.server.sockets import bots

ROOT = Path(__file__).parents[1]
TYPES, PAGE = ROOT / "web/src/wire/types.ts", ROOT / "docs/wire.md"
MARK = re.compile(r"(<!-- generated: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)

OPEN_TYPES = {  # objects with more fields than these: each game adds its own
    "View": "{ game: string; viewer: number | null } & Record<string, unknown>",
    "GameEvent": "{ kind: string; text: Bilingual } & Record<string, unknown>",
}
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
SENDERS = (server_messages, review_info, reasons, explanation_info, surrogate_path, ladder, tournament_queries, bots, studies)
MODULES = {module.__name__ for module in (*SENDERS, client_messages)}

SENT: list[type] = [
    kind for module in SENDERS for kind in vars(module).values() if is_typeddict(kind) and kind.__module__ == module.__name__
]
RECEIVED: list[type[BaseModel]] = [
    kind
    for kind in vars(client_messages).values()
    if isinstance(kind, type) and issubclass(kind, client_messages.Body) and kind not in (client_messages.Body, client_messages.Message)
]
CLIENT_MESSAGES: tuple[type[BaseModel], ...] = get_args(client_messages.AnyMessage)
SERVER_MESSAGES: tuple[type, ...] = get_args(server_messages.ServerMessage)


class Field:
    """A field of a message: its type, whether it may be left out, and its description."""

    def __init__(self, name: str, hint: Any, optional: bool, meaning: str) -> None:
        self.name, self.hint, self.optional, self.meaning = name, hint, optional, meaning


def comments(kind: type) -> dict[str, str]:
    """The comment behind each field of a class, also of those it inherits."""
    found: dict[str, str] = {}
    for base in reversed([kind, *getattr(kind, "__orig_bases__", ()), *kind.__mro__]):
        if isinstance(base, type) and base.__module__ in MODULES:
            found |= _comments(base)
    return found


def _comments(kind: type) -> dict[str, str]:
    try:
        source = inspect.cleandoc("\n" + inspect.getsource(kind))
    except (OSError, TypeError):
        return {}
    found, name = {}, ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if match := re.match(r"    (\w+): ", token.line):
            name = match[1]
        if token.type == tokenize.COMMENT and name:
            found[name] = token.string.lstrip("# ")
            name = ""
    return found


def fields(kind: type) -> list[Field]:
    """The fields of a message, in order."""
    meanings = comments(kind)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        listed = sorted(kind.model_fields.items(), key=lambda item: (item[0] != "type", item[0] == "id"))
        return [Field(name, field.annotation, not field.is_required(), meanings.get(name, "")) for name, field in listed]
    found = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        hint = get_args(hint)[0] if get_origin(hint) in (NotRequired, Required) else hint
        found.append(Field(name, hint, optional, meanings.get(name, "")))
    return sorted(found, key=lambda field: field.name != "type") if any(field.name == "type" for field in found) else found


def typescript(hint: Any) -> str:
    """A Python type as TypeScript writes it."""
    if isinstance(hint, NewType) or is_typeddict(hint) or (isinstance(hint, type) and issubclass(hint, BaseModel)):
        return str(hint.__name__)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return " | ".join(repr(str(part)) for part in hint)
    if hint in PLAIN:
        return PLAIN[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(str(part).lower() if isinstance(part, bool) else repr(part) for part in parts)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(typescript(part) for part in parts))
    if origin is list:
        inside = typescript(parts[0])
        return f"({inside})[]" if "|" in inside else f"{inside}[]"
    if origin is dict:
        return f"Record<string, {typescript(parts[1])}>"
    if hasattr(hint, "__metadata__"):
        return typescript(parts[0])
    raise TypeError(f"no TypeScript for {hint}")


def client_types() -> str:
    """The file `web/src/wire/types.ts`."""
    lines = ["/** What travels between this client and the server. Written by tools/wire_types.py from joute/server: do not edit. */", ""]
    for name, text in OPEN_TYPES.items():
        lines += [f"export type {name} = {text}", ""]
    for kind in (*SENT, *RECEIVED):
        lines += [f"/** {_summary(kind)} */", f"export interface {kind.__name__} {{"]
        for field in fields(kind):
            meaning = f" // {field.meaning}" if field.meaning else ""
            lines.append(f"  {field.name}{'?' if field.optional else ''}: {typescript(field.hint)}{meaning}")
        lines += ["}", ""]
    for name, union in (("ServerMessage", SERVER_MESSAGES), ("ClientMessage", CLIENT_MESSAGES)):
        lines += [f"export type {name} =", *[f"  | {kind.__name__}" for kind in union], ""]
    return "\n".join(lines).rstrip() + "\n"


def _summary(kind: type) -> str:
    return (inspect.getdoc(kind) or "").partition("\n")[0]


def table(kind: type) -> str:
    """The fields of a message as a Markdown table."""
    rows = [f"**{kind.__name__}**: {_summary(kind)}", "", "| field | type | meaning |", "| --- | --- | --- |"]
    for field in fields(kind):
        shown = typescript(field.hint).replace("'", '"').replace("|", "\\|")
        rows.append(f"| `{field.name}`{'?' if field.optional else ''} | `{shown}` | {field.meaning} |")
    return "\n".join(rows)


def message_table() -> str:
    """The messages of a client as one Markdown table."""
    rows = ["| message | fields | meaning |", "| --- | --- | --- |"]
    for kind in CLIENT_MESSAGES:
        own = [field for field in fields(kind) if field.name not in ("type", "id")]
        listed = [f"`{field.name}{'?' if field.optional else ''}: {typescript(field.hint)}` ({field.meaning})" for field in own]
        name = typescript(fields(kind)[0].hint).strip("'")
        rows.append(f"| `{name}` | {', '.join(listed).replace('|', chr(92) + '|')} | {_summary(kind)} |")
    return "\n".join(rows)


def error_table() -> str:
    """The errors as a Markdown table."""
    rows = ["| code | status | text |", "| --- | --- | --- |"]
    rows += [f"| `{name}` | {status} | {sentence} |" for name, (status, sentence) in errors.CODES.items()]
    return "\n".join(rows)


def generated(name: str) -> str:
    """The part of the page of that name: `errors`, `client-messages`, or names of types with + between them."""
    if name == "errors":
        return error_table()
    if name == "client-messages":
        return message_table()
    known = {kind.__name__: kind for kind in (*SENT, *RECEIVED)}
    return "\n\n".join(table(known[one]) for one in name.split("+"))


def page() -> str:
    """The page `docs/wire.md` with its tables as they must be."""
    return MARK.sub(lambda found: f"{found[1]}{generated(found[2])}\n{found[3]}", PAGE.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    """Write the files, or say whether they are up to date."""
    stale = [file for file, text in ((TYPES, client_types()), (PAGE, page())) if file.read_text(encoding="utf-8") != text]
    if "--check" in arguments:
        for file in stale:
            print(f"{file.relative_to(ROOT)} is out of date: run python tools/wire_types.py")
        return len(stale)
    TYPES.write_text(client_types(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
