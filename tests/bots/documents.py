"""The parts of docs/bots.md that are made from the code: a real conversation, the messages, the limits. Run it to write them."""

import json
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints
from unittest.mock import patch

import joute
from joute.bots import protocol
from joute.bots.bot_reference import BotLimits
from joute.bots.process import BotProcess
from joute.core import settings

ROOT = Path(__file__).parent.parent.parent
DOCUMENT, SCHEMA = ROOT / "docs" / "bots.md", ROOT / "docs" / "bots.schema.json"
EXAMPLE = ROOT / "examples" / "bots" / "explorer.py"
SHOWN = 5  # messages of the conversation, besides the last


def conversation(text: str = str(EXAMPLE), game: str = "diamant", **options: Any) -> list[tuple[str, dict[str, Any]]]:
    """Every message of a game between a bot and chance: `>` to the bot, `<` from it."""
    said: list[tuple[str, dict[str, Any]]] = []

    class Recorder(BotProcess):
        def send(self, line: bytes, deadline: float) -> None:
            said.append((">", json.loads(line)))
            super().send(line, deadline)

        def receive(self, deadline: float) -> bytes:
            line = super().receive(deadline)
            said.append(("<", json.loads(line)))
            return line

    table = joute.game(game, **options)
    with patch("joute.bots.process.BotProcess", Recorder):
        bot = joute.agent(text, table)
        others = [joute.agent("random", table) for _ in range(table.spec.seats - 1)]
        record = joute.match(table, [bot, *others], seed=1)
    assert record.faults == []
    return said


def shown() -> str:
    """The beginning and the end of a conversation; how long the bot thought is not the same every time."""
    said = conversation(seats=2, rounds=1)
    lines = []
    for side, message in [*said[:SHOWN], *said[-1:]]:
        if "agents" in message:
            message["agents"][0] = "explorer.py"
        if "clock" in message:
            message["clock"]["bank"] = 30.0
        lines.append(f"{side} {json.dumps(message, ensure_ascii=False)}")
    return "\n".join(["```text", *lines[:SHOWN], "...", *lines[SHOWN:], "```"])


def table_of_messages() -> str:
    """Every message and its fields."""
    lines = ["| message | field | what it holds |", "|---|---|---|"]
    for kind in (*protocol.TO_BOTS, *protocol.FROM_BOTS):
        label = f"**{kind.__name__.lower()}**: {kind.__doc__[0].lower()}{kind.__doc__[1:].rstrip('.')}"
        lines.append(f"| {label} | | |")
        for field, hint in get_type_hints(kind, include_extras=True).items():
            meaning = _meaning(hint)
            optional = "" if field in kind.__required_keys__ else " (optional)"
            lines.append(f"| | `{field}`{optional} | {meaning} |")
    return "\n".join(lines)


def _meaning(hint: Any) -> str:
    while get_origin(hint) is not None and not hasattr(hint, "__metadata__") and str(get_origin(hint)).endswith("Required"):
        hint = get_args(hint)[0]
    if hasattr(hint, "__metadata__"):
        return str(hint.__metadata__[0])
    return "`bank`, seconds left, and `increment`" if hint is protocol.Clock else f'`"{get_args(hint)[0]}"`'


def table_of_limits() -> str:
    """Every limit with its default."""
    rows = [f"| `{row.name}` | {_default(row.default)} | {row.meaning} |" for row in settings.table(BotLimits)]
    return "\n".join(["| setting | default | meaning |", "|---|---|---|", *rows])


def _default(value: settings.Value) -> str:
    return f"`{value}`" if isinstance(value, str) else f"{value:g}"


def written() -> str:
    """The document as it should be."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for name, made in (("conversation", shown()), ("messages", table_of_messages()), ("limits", table_of_limits())):
        before, mark, rest = text.partition(f"<!-- {name} -->\n")
        text = f"{before}{mark}{made}\n<!-- end -->{rest.partition('<!-- end -->')[2]}"
    return text


def schema() -> str:
    """The JSON Schema as a file."""
    return json.dumps(protocol.schema(), indent=2) + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(written(), encoding="utf-8")
    SCHEMA.write_text(schema(), encoding="utf-8")
