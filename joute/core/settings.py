"""Options of games and settings of agents: frozen dataclasses with checked values, read from text and printed as tables."""

import dataclasses
import math
import re
from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar, get_type_hints

from joute.core.errors import BadSetting, known
from joute.i18n import say

Value: TypeAlias = bool | int | float | str

# What one decision at a public server may use at most.
PUBLIC_SECONDS, PUBLIC_NODES, PUBLIC_ITERATIONS, PUBLIC_DEPTH = 60, 4_000_000, 1_000_000, 8


class Dataclass(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, "dataclasses.Field[Any]"]]


Settings = TypeVar("Settings", bound=Dataclass)
Default = TypeVar("Default", bound=Value)

_kinds: dict[type[Dataclass], dict[str, type[Value]]] = {}

MAX_INT = 2**53  # whole numbers up to here are exact as floating-point numbers
_TRUE, _FALSE = {"true", "yes", "oui", "on", "1"}, {"false", "no", "non", "off", "0"}


def setting(
    default: Default,
    meaning: str,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[Default, ...] = (),
    public: bool | float | tuple[str, ...] | None = None,
) -> Default:
    """A field of a settings dataclass: its default, what it means in a sentence, and what it may be.

    `public` says whether a client of a server may set it: yes, no, up to this number, or to these values only. Unless stated, a free text
    is not public, since it may name a file; everything else is.

    >>> import joute
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Settings:
    ...     playouts: int = joute.setting(20, "number of random games for each legal action", 1, 1000)
    >>> Settings()
    Settings(playouts=20)
    """
    metadata = {"meaning": meaning, "low": low, "high": high, "choices": choices, "public": public}
    return dataclasses.field(default=default, metadata=metadata)


@dataclasses.dataclass(frozen=True)
class Setting:
    """One line of a settings table."""

    name: str
    kind: str
    default: Value
    meaning: str
    allowed: str


def make(settings: type[Settings], values: Mapping[str, object], owner: str) -> Settings:
    """The settings with these values, given as Python values or as texts; a wrong one is refused in a sentence."""
    fields = {field.name: field for field in dataclasses.fields(settings)}
    kinds = kinds_of(settings)
    chosen: dict[str, Value] = {}
    for name, value in values.items():
        if name not in fields:
            raise BadSetting("{owner} has no setting {name!r}; it has: {names}", owner=owner, name=name, names=known(fields) or say("none"))
        chosen[name] = _checked(value, kinds[name], fields[name], owner)
    return settings(**chosen)


def kinds_of(settings: type[Dataclass]) -> dict[str, type[Value]]:
    """The type of each setting."""
    if settings not in _kinds:
        _kinds[settings] = get_type_hints(settings)
    return _kinds[settings]


def public(settings: type[Dataclass], name: str, value: str) -> bool:
    """Whether a client of a server may give the setting that value."""
    field = next(field for field in dataclasses.fields(settings) if field.name == name)
    allowed = field.metadata["public"]
    if isinstance(allowed, tuple):
        return value in allowed
    if allowed is None:
        return kinds_of(settings)[name] is not str or bool(field.metadata["choices"])
    return allowed if isinstance(allowed, bool) else float(value) <= allowed


def private(settings: type[Dataclass]) -> set[str]:
    """The settings that no client of a server may give, since they name files."""
    return {field.name for field in dataclasses.fields(settings) if field.metadata["public"] is False}


def possible(settings: type[Dataclass], values: Mapping[str, object]) -> dict[str, object]:
    """Those of the values that such settings have and allow."""
    taken: dict[str, object] = {}
    for name in {field.name for field in dataclasses.fields(settings)} & set(values):
        try:
            make(settings, {name: values[name]}, name)
        except BadSetting:
            continue
        taken[name] = values[name]
    return taken


def table(settings: type[Dataclass], defaults: Mapping[str, object] | None = None) -> list[Setting]:
    """Every setting with its default and meaning, for a person to read; defaults given here override its own."""
    kinds, chosen = kinds_of(settings), make(settings, defaults or {}, settings.__name__)
    return [
        Setting(field.name, kinds[field.name].__name__, getattr(chosen, field.name), field.metadata["meaning"], _allowed(field))
        for field in dataclasses.fields(settings)
    ]


def changed(settings: Dataclass) -> dict[str, Value]:
    """The settings that differ from their defaults."""
    fields = dataclasses.fields(settings)
    return {field.name: getattr(settings, field.name) for field in fields if getattr(settings, field.name) != field.default}


def parse_pairs(text: str, owner: str) -> dict[str, str]:
    """`key=value,key=value` as a dictionary."""
    pairs: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise BadSetting("{owner}: {part!r} is not of the form key=value", owner=owner, part=part)
        pairs[name.strip()] = value.strip()
    return pairs


def value_of_text(text: str) -> str:
    """An agent's text as the value of a setting: `a:b=1,c=2` is `a+b=1+c=2`, and every + within it is two."""
    return re.sub(r"\++", lambda plus: 2 * plus[0], text).replace(":", "+", 1).replace(",", "+")


def text_of_value(value: str) -> str:
    """The agent's text that `value_of_text` made the value of."""
    name, *pairs = re.split(r"(?<!\+)\+(?!\+)", value)
    return re.sub(r"\++", lambda plus: plus[0][::2], f"{name}:{','.join(pairs)}" if pairs else name)


def _checked(given: object, kind: type[Value], field: "dataclasses.Field[Value]", owner: str) -> Value:
    rules = field.metadata
    try:
        value = _converted(given, kind)
    except (TypeError, ValueError, OverflowError):
        limits = "" if kind is bool else f" ({_allowed(field)})"
        raise BadSetting(
            "{owner}: {name}={given} is not {kind}{limits}", owner=owner, name=field.name, given=given, kind=_article(kind), limits=limits
        ) from None
    low, high, choices = rules["low"], rules["high"], rules["choices"]
    if kind is int and abs(int(value)) > MAX_INT:
        raise BadSetting(
            "{owner}: {name}={value} is too large (at most {high})", owner=owner, name=field.name, value=str(given)[:40], high=MAX_INT
        )
    wrong = (low is not None and value < low) or (high is not None and value > high) or (choices and value not in choices)
    if wrong or (isinstance(value, float) and not math.isfinite(value)):
        raise BadSetting(
            "{owner}: {name}={value} is not possible ({allowed})", owner=owner, name=field.name, value=value, allowed=_allowed(field)
        )
    return value


def _converted(value: object, kind: type[Value]) -> Value:
    if kind is bool:
        text = str(value).lower()
        if text not in _TRUE | _FALSE:
            raise ValueError(text)
        return text in _TRUE
    if kind is int:
        number = float(str(value))
        if number != int(number):
            raise ValueError(value)
        return int(number)
    return float(str(value)) if kind is float else str(value)


def _article(kind: type[Value]) -> str:
    return {int: say("a whole number"), float: say("a number"), bool: say("yes or no")}.get(kind, say("a text"))


def _allowed(field: "dataclasses.Field[Value]") -> str:
    low, high, choices = (field.metadata[name] for name in ("low", "high", "choices"))
    if choices:
        return say("one of {names}", names=known(choices))
    if low is not None and high is not None:
        return say("{low} to {high}", low=low, high=high)
    if low is not None:
        return say("{low} or more", low=low)
    if isinstance(field.default, bool):
        return say("yes or no")
    return say("anything") if high is None else say("at most {high}", high=high)
