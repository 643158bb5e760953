"""The messages between Joute and a bot: their fields, how they are read and checked, and their JSON Schema.

Joute sends hello, new, act and end; the bot sends ready once, an answer to every act, or an error. A message is one JSON object.
Readers ignore unknown fields. The transport (pipes or a WebSocket) is defined elsewhere.
"""

import json
import math
import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NotRequired, Required, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

from joute.core.faults import Broken, Code
from joute.core.state import Json
from joute.i18n import Sentence, retell, say

PROTOCOL = 1


class Clock(TypedDict):
    """The clock of one bot in one game."""

    bank: Annotated[float, "seconds left; below 0 the game is lost"]
    increment: Annotated[float, "seconds added after each answer"]


class Hello(TypedDict):
    """The first message to a bot; it answers ready."""

    type: Literal["hello"]
    protocol: Annotated[int, "the version of the protocol"]
    joute: Annotated[str, "the version of Joute"]


class New(TypedDict):
    """A game starts; no answer. A bot plays one game at a time, and may play several in a row."""

    type: Literal["new"]
    game: Annotated[str, "the name of the game"]
    options: Annotated[dict[str, Any], "the options that differ from the default"]
    seat: Annotated[int, "the bot's seat, from 0"]
    seats: Annotated[int, "the number of seats"]
    agents: Annotated[list[str], "the players, by seat"]
    seed: Annotated[int, "for the bot's own random generator: the same seed should give the same game"]
    clock: Clock
    commitment: NotRequired[Annotated[str | None, "on a server: SHA-256 of the secret from which all chance follows; null: a chosen seed"]]


class Act(TypedDict):
    """The bot must choose an action; it sends an answer."""

    type: Literal["act"]
    turn: Annotated[int, "the number of decisions before this one, by all seats"]
    view: Annotated[dict[str, Any], "what this seat knows of the position"]
    legal: Annotated[list[str], "the names of the legal actions"]
    events: Annotated[list[dict[str, Any]], "the events since the last act, as this seat saw them; empty if ready declined them"]
    clock: Clock


class End(TypedDict):
    """The game is over for this bot; no answer."""

    type: Literal["end"]
    scores: Annotated[list[float], "by seat"]
    reason: Annotated[Literal["complete", "fault"], "why the game ended"]
    faults: Annotated[list[dict[str, Any]], "seat and code of every fault that cost the game"]
    events: Annotated[list[dict[str, Any]], "the events since the last act"]
    fairness: NotRequired[Annotated[dict[str, Any] | None, "on a server: commitment, secret and nonces; the seed follows from them"]]


class Ready(TypedDict, total=False):
    """The answer to hello."""

    type: Required[Literal["ready"]]
    name: Annotated[str, "the bot's name"]
    version: Annotated[str, "the bot's version"]
    games: Annotated[list[str], "the games that it plays; default: all"]
    events: Annotated[bool, "false: send no events, which is faster"]


class Answer(TypedDict):
    """The answer to act."""

    action: Annotated[str, "the name of a legal action"]
    info: NotRequired[Annotated[dict[str, Any], "explanation, any object; value, comment and pv are shown, judgements are recorded"]]
    turn: NotRequired[Annotated[int, "the turn of the act that is answered"]]


class Error(TypedDict):
    """The bot gives up, with the reason."""

    type: Literal["error"]
    code: Annotated[Literal["crash", "memory"], "the kind of failure"]
    text: Annotated[str, "a description"]


TO_BOTS: tuple[Any, ...] = (Hello, New, Act, End)
FROM_BOTS: tuple[Any, ...] = (Ready, Answer, Error)
MAX_DEPTH = 50  # of nested objects and lists
RUNNER: tuple[Sentence, ...] = ("it failed with {error} ({file}, line {line})", "it failed with {error}")  # texts of python_runner.py
MAX_QUOTE = 80  # characters of a wrong message that an error quotes


def read(received: bytes | str) -> Json:
    """A bot's message as an object that can be serialised again; an error message is raised as Broken."""
    line = received.encode(errors="replace") if isinstance(received, str) else received  # a WebSocket brings text
    try:
        text = line.decode()
        message = json.loads(text, parse_constant=_finite, parse_float=_finite)
        if "\\u" in text:
            _check_characters(message)
    except (ValueError, RecursionError):
        raise Broken("it sent {line}, which is not JSON", Code.garbage, line=_quoted(line)) from None
    if not isinstance(message, dict):
        raise Broken("it sent {line}; a message is a JSON object", Code.garbage, line=_quoted(line))
    if text.count("[") + text.count("{") > MAX_DEPTH and len(list(_levels(message))) > MAX_DEPTH:
        raise Broken("it sent {line}, which is nested more than {depth} deep", Code.garbage, line=_quoted(line), depth=MAX_DEPTH)
    if message.get("type") == "error":
        code = Code.memory if message.get("code") == "memory" else Code.crash
        raise Broken(retell(str(message["text"]), RUNNER), code) if "text" in message else Broken("it gave up without a reason", code)
    return message


def _finite(number: str) -> float:
    """A number; too large ones, NaN and Infinity are not JSON."""
    if not math.isfinite(value := float(number)):
        raise ValueError(number)
    return value


def _check_characters(message: object) -> None:
    """Refuse lone surrogates and NUL, which cannot be stored everywhere."""
    for level in _levels(message):
        for text in (part for one in level for part in (one if isinstance(one, dict) else [one]) if isinstance(part, str)):
            if "\0" in text.encode().decode():
                raise ValueError("NUL in a text")


def _levels(value: object) -> Iterator[list[object]]:
    """The value, its parts, their parts, and so on; breadth first, since it may be very deep."""
    level = [value]
    while level:
        yield level
        level = [part for one in level if isinstance(one, (dict, list)) for part in (one.values() if isinstance(one, dict) else one)]


def read_ready(message: Json) -> Ready:
    """The answer to hello, checked."""
    if message.get("type") != "ready":
        raise Broken(
            'it answered hello with {message}; expected {{"type": "ready", ...}}', Code.start, message=_quoted(json.dumps(message))
        )
    _check(message, Ready)
    return message  # type: ignore[return-value]  # checked against it


def read_answer(message: Json, turn: int, legal: list[str]) -> Answer:
    """The answer to act, checked: it names a legal action and answers this act."""
    if not isinstance(message.get("action"), str):
        raise Broken(
            'it answered {message}; expected {{"action": "{action}"}}', Code.garbage, message=_quoted(json.dumps(message)), action=legal[0]
        )
    _check(message, Answer)
    if message.get("turn", turn) != turn:
        raise Broken("it answered turn {answered} when turn {turn} was asked", Code.garbage, answered=message["turn"], turn=turn)
    if message["action"] not in legal:
        shown = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
        raise Broken("it played {action}; legal here: {names}", Code.illegal, action=_quoted(message["action"]), names=shown)
    return message  # type: ignore[return-value]  # checked against it


def _check(message: Json, kind: Any) -> None:
    """Check the types of the known fields."""
    for field, hint in get_type_hints(kind).items():
        if field in message and not _matches(message[field], hint):
            raise Broken(
                "in its message {message}, {field} is not {kind}",
                Code.garbage,
                message=_quoted(json.dumps(message)),
                field=field,
                kind=_type_name(hint),
            )


def _matches(value: object, hint: Any) -> bool:
    origin = get_origin(hint)
    if origin is Literal:
        return value in get_args(hint)
    if origin is list:
        return isinstance(value, list) and all(_matches(item, get_args(hint)[0]) for item in value)
    if origin is dict:
        return isinstance(value, dict)
    return isinstance(value, hint) and not (hint is int and isinstance(value, bool))


def _type_name(hint: Any) -> str:
    if get_origin(hint) is list:
        return say("a list of texts")
    return {str: say("a text"), int: say("a whole number"), bool: say("true or false")}.get(hint, say("an object"))


def _quoted(text: str | bytes) -> str:
    """The beginning of a text, on one line."""
    quoted = (text.decode("utf-8", "replace") if isinstance(text, bytes) else text).strip()
    return repr(quoted[:MAX_QUOTE]) + ("…" if len(quoted) > MAX_QUOTE else "")


# --- the JSON Schema ----------------------------------------------------------------------------------------------------------


def schema() -> Json:
    """The JSON Schema of all messages, generated from the types above."""
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
