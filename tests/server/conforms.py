"""Whether JSON is exactly what a type of the wire says: no field more, none less, each of its type."""

import types
from enum import StrEnum
from typing import Any, Literal, NewType, NotRequired, Union, get_args, get_origin

from typing_extensions import get_type_hints, is_typeddict

from joute.server import server_messages

MESSAGES = {get_args(get_type_hints(kind)["type"])[0]: kind for kind in get_args(server_messages.ServerMessage)}


def problems(value: Any, hint: Any, place: str = "") -> list[str]:
    """Where the value is not of the type."""
    origin, parts = get_origin(hint), get_args(hint)
    if isinstance(hint, NewType):
        return problems(value, hint.__supertype__, place)
    if is_typeddict(hint):
        return _object(value, hint, place)
    if hint is Any:
        return []
    if origin in (Union, types.UnionType):
        found = [problems(value, part, place) for part in parts]
        return [] if [] in found else min(found, key=len)
    if origin is Literal:
        return [] if value in parts else [f"{place}: {value!r} is not one of {parts}"]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return [] if value in [*hint] else [f"{place}: {value!r} is not one of {[*hint]}"]
    if origin is list:
        if not isinstance(value, list):
            return [f"{place}: {value!r} is not a list"]
        return [problem for number, item in enumerate(value) for problem in problems(item, parts[0], f"{place}[{number}]")]
    if origin is dict:
        if not isinstance(value, dict):
            return [f"{place}: {value!r} is not an object"]
        return [problem for name, item in value.items() for problem in problems(item, parts[1], f"{place}.{name}")]
    kinds = (int, float) if hint is float else hint
    good = isinstance(value, kinds) and (hint is bool or not isinstance(value, bool))
    return [] if good else [f"{place}: {value!r} is not {hint}"]


def _object(value: Any, hint: Any, place: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{place}: {value!r} is not an object"]
    hints: dict[str, Any] = get_type_hints(hint, include_extras=True)
    found = [f"{place}.{name} is not in {hint.__name__}" for name in value if name not in hints]
    for name, inner in hints.items():
        origin: Any = get_origin(inner)
        optional = origin is NotRequired
        if name in value:
            found += problems(value[name], get_args(inner)[0] if optional else inner, f"{place}.{name}")
        elif not optional:
            found.append(f"{place}.{name} is missing")
    return found


def check_message(message: Any) -> None:
    """Refuse a message of the server that its type does not describe."""
    found = problems(message, MESSAGES[message["type"]], message["type"])
    assert not found, found[:5]
