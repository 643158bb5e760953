"""The messages between Joute and a bot: what each holds, how one is read, and their JSON Schema. How they travel is not said here.

Joute says hello, new, act and end; the bot says ready once, an answer to every act, or an error. One JSON object is one message.
Whoever reads a message ignores the fields that it does not know.
"""

import json
import math
import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NotRequired, Required, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

from joute.core.faults import Broken, Code
from joute.core.state import Json

PROTOCOL = 1


class Clock(TypedDict):
    """The time of one bot in one game."""

    bank: Annotated[float, "seconds left; below 0 the game is lost"]
    increment: Annotated[float, "seconds added after each answer"]


class Hello(TypedDict):
    """The first message that a bot gets; it answers ready."""

    type: Literal["hello"]
    protocol: Annotated[int, "the version of these messages"]
    joute: Annotated[str, "the version of Joute"]


class New(TypedDict):
    """A game begins; no answer. A bot plays one game at a time, and many one after another."""

    type: Literal["new"]
    game: Annotated[str, "the name of the game"]
    options: Annotated[dict[str, Any], "the options that are not the default"]
    seat: Annotated[int, "where the bot sits, from 0"]
    seats: Annotated[int, "how many sit at the table"]
    agents: Annotated[list[str], "who sits where"]
    seed: Annotated[int, "for the bot's own dice: the same seed, the same game"]
    clock: Clock


class Act(TypedDict):
    """The bot must choose; it answers with an action."""

    type: Literal["act"]
    turn: Annotated[int, "how many choices were made before, by anybody"]
    view: Annotated[dict[str, Any], "the position as this seat may know it"]
    legal: Annotated[list[str], "the names of the legal actions"]
    events: Annotated[list[dict[str, Any]], "what happened since the last act, as this seat saw it; empty if ready said so"]
    clock: Clock


class End(TypedDict):
    """The game is over for this bot; no answer."""

    type: Literal["end"]
    scores: Annotated[list[float], "by seat"]
    reason: Annotated[Literal["complete", "fault"], "how it ended"]
    faults: Annotated[list[dict[str, Any]], "seat and code of every fault that cost a game"]
    events: Annotated[list[dict[str, Any]], "what happened since the last act"]


class Ready(TypedDict, total=False):
    """The answer to hello."""

    type: Required[Literal["ready"]]
    name: Annotated[str, "what the bot calls itself"]
    version: Annotated[str, "which version it is"]
    games: Annotated[list[str], "the games that it plays; all when not given"]
    events: Annotated[bool, "false: leave the events out, which is faster"]


class Answer(TypedDict):
    """The answer to act."""

    action: Annotated[str, "the name of a legal action"]
    info: NotRequired[Annotated[dict[str, Any], "why: anything; its value, comment and pv are shown, its judgements kept"]]
    turn: NotRequired[Annotated[int, "of the act that is answered"]]


class Error(TypedDict):
    """The bot gives up, and says why."""

    type: Literal["error"]
    code: Annotated[Literal["crash", "memory"], "what happened"]
    text: Annotated[str, "in a sentence"]


TO_BOTS: tuple[Any, ...] = (Hello, New, Act, End)
FROM_BOTS: tuple[Any, ...] = (Ready, Answer, Error)
DEEPEST = 50  # objects and lists within each other
SHOWN = 80  # letters of a wrong message that an error quotes


def read(said: bytes | str) -> Json:
    """What a bot said, as an object that can be written down again; an error that it reports is raised."""
    line = said.encode(errors="replace") if isinstance(said, str) else said  # a WebSocket brings text
    try:
        text = line.decode()
        message = json.loads(text, parse_constant=_finite, parse_float=_finite)
        if "\\u" in text:
            _check_letters(message)
    except (ValueError, RecursionError):
        raise Broken(Code.garbage, f"it said {_quoted(line)}, which is not JSON") from None
    if not isinstance(message, dict):
        raise Broken(Code.garbage, f"it said {_quoted(line)}; a message is a JSON object")
    if text.count("[") + text.count("{") > DEEPEST and len(list(_levels(message))) > DEEPEST:
        raise Broken(Code.garbage, f"it said {_quoted(line)}, which is nested more than {DEEPEST} deep")
    if message.get("type") == "error":
        code = Code.memory if message.get("code") == "memory" else Code.crash
        raise Broken(code, str(message.get("text", "it gave up and did not say why")))
    return message


def _finite(number: str) -> float:
    """A number; what is too large, or none at all (NaN, Infinity), is not JSON."""
    if not math.isfinite(value := float(number)):
        raise ValueError(number)
    return value


def _check_letters(message: Any) -> None:
    """Half a letter, and the letter that is none, cannot be written down everywhere."""
    for level in _levels(message):
        for text in (part for one in level for part in (one if isinstance(one, dict) else [one]) if isinstance(part, str)):
            if "\0" in text.encode().decode():
                raise ValueError("a letter that is none")


def _levels(value: Any) -> Iterator[list[Any]]:
    """The value, what lies in it, what lies in that, and so on; wide rather than deep, since it may be very deep."""
    level = [value]
    while level:
        yield level
        level = [part for one in level if isinstance(one, (dict, list)) for part in (one.values() if isinstance(one, dict) else one)]


def read_ready(message: Json) -> Ready:
    """The answer to hello, checked."""
    if message.get("type") != "ready":
        raise Broken(Code.start, f'it answered hello with {_quoted(json.dumps(message))}; expected {{"type": "ready", ...}}')
    _check(message, Ready)
    return message  # type: ignore[return-value]  # checked against it


def read_answer(message: Json, turn: int, legal: list[str]) -> Answer:
    """The answer to act, checked: it names a legal action, and answers this act and no other."""
    if not isinstance(message.get("action"), str):
        raise Broken(Code.garbage, f'it answered {_quoted(json.dumps(message))}; expected {{"action": "{legal[0]}"}}')
    _check(message, Answer)
    if message.get("turn", turn) != turn:
        raise Broken(Code.garbage, f"it answered turn {message['turn']} when turn {turn} was asked")
    if message["action"] not in legal:
        shown = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
        raise Broken(Code.illegal, f"it played {_quoted(message['action'])}; legal here: {shown}")
    return message  # type: ignore[return-value]  # checked against it


def _check(message: Json, kind: Any) -> None:
    """Every field that the kind names has the type that it says."""
    for field, hint in get_type_hints(kind).items():
        if field in message and not _is(message[field], hint):
            raise Broken(Code.garbage, f"in its message {_quoted(json.dumps(message))}, {field} is not {_words(hint)}")


def _is(value: Any, hint: Any) -> bool:
    origin = get_origin(hint)
    if origin is Literal:
        return value in get_args(hint)
    if origin is list:
        return isinstance(value, list) and all(_is(item, get_args(hint)[0]) for item in value)
    if origin is dict:
        return isinstance(value, dict)
    return isinstance(value, hint) and not (hint is int and isinstance(value, bool))


def _words(hint: Any) -> str:
    if get_origin(hint) is list:
        return "a list of texts"
    return {str: "a text", int: "a whole number", bool: "true or false"}.get(hint, "an object")


def _quoted(text: str | bytes) -> str:
    """The beginning of what was said, on one line."""
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return repr(words.strip()[:SHOWN]) + ("…" if len(words.strip()) > SHOWN else "")


# --- the JSON Schema ----------------------------------------------------------------------------------------------------------


def schema() -> Json:
    """The JSON Schema of all messages, made from the types above."""
    kinds = [*TO_BOTS, *FROM_BOTS, Clock]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages between Joute and a bot, protocol {PROTOCOL}",
        "anyOf": [{"$ref": f"#/$defs/{kind.__name__.lower()}"} for kind in (*TO_BOTS, *FROM_BOTS)],
        "$defs": {kind.__name__.lower(): _object(kind) for kind in kinds},
    }


def _object(kind: Any) -> Json:
    hints = get_type_hints(kind, include_extras=True)
    return {
        "description": kind.__doc__,
        "type": "object",
        "properties": {field: _property(hint) for field, hint in hints.items()},
        "required": sorted(kind.__required_keys__),
    }


def _property(hint: Any) -> Json:
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Required, NotRequired):
        return _property(parts[0])
    if origin is Annotated:
        return {**_property(parts[0]), "description": hint.__metadata__[0]}
    if origin is Literal:
        return {"enum": list(parts)} if len(parts) > 1 else {"const": parts[0]}
    if is_typeddict(hint):
        return {"$ref": f"#/$defs/{hint.__name__.lower()}"}
    if origin is list:
        return {"type": "array", "items": _property(parts[0])}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_property(part) for part in parts]}
    names: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}
    return {"type": names[hint]} if hint in names else {"type": "object"} if origin is dict else {}


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
