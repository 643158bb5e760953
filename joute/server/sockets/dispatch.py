"""A message at a table and its answer: the same over a WebSocket and over a POST."""

from typing import Any

from joute.core import registry
from joute.core.rng import seed_of
from joute.core.state import Json
from joute.server import messages
from joute.server.agents.policy import permitted
from joute.server.errors import Refused
from joute.server.tables import commands
from joute.server.tables.actor import Live
from joute.server.tables.commands import Entries
from joute.server.tables.projection import Chair

HINT_SECONDS = 3.0


async def answer(live: Live, chair: Chair, said: Any) -> list[Json]:
    """What the table answers to a message; a refusal is an answer too."""
    try:
        return await _answer(live, chair, said)
    except Refused as refused:
        return [{"type": "refused", "id": said.id, **refused.to_json()}]


async def _answer(live: Live, chair: Chair, said: Any) -> list[Json]:
    match said.type:
        case "ping":
            return [{"type": "pong", "id": said.id}]
        case "catch_up":
            await live.kept()
            return live.missed(chair, said.since)
        case "hint" | "opinion":
            return [await _advise(live, chair, said)]
        case "hurry":
            commands.seated(live.table, chair) if live.table.people else _host(live, chair)
            live.advisers.hurry()
        case "step":
            _host(live, chair)
            live.advisers.step()
        case _:
            await live.write_all(_entries(live, chair, said))
            await live.hall.follow(live)
    return [{"type": "ok", "id": said.id}]


def _entries(live: Live, chair: Chair, said: Any) -> Entries:
    table = live.table
    match said.type:
        case "play":
            return commands.play(table, chair, said)
        case "begin":
            return commands.begin(table, chair)
        case "take_back":
            return commands.take_back(table, chair)
        case "resign":
            return commands.resign(table, chair)
        case "leave":
            return commands.leave(table, chair)
        case "return":
            return commands.come_back(table, chair)
        case "rematch":
            return commands.rematch(table, chair, said)
        case "react":
            return commands.react(table, chair, said)
        case "pace":
            return commands.pace(table, chair, said)
    raise Refused("bad_message")


def _host(live: Live, chair: Chair) -> None:
    if chair.person is None or chair.person != live.table.terms.host:
        raise Refused("not_host")


async def _advise(live: Live, chair: Chair, said: Any) -> Json:
    """What an agent thinks of the chair's own view; the game is then not rated."""
    table = live.table
    seat = commands.may_be_advised(table, chair)
    asked = getattr(said, "agent", None)
    text = asked or registry.advisor_name(table.game)
    if asked:
        permitted(asked, table.game)
    answers = table.answers
    if not table.assisted:
        await live.write_all([("assisted", {"seat": seat})])
    opinion = await live.advisers.consider(text, seat, seed_of(table.id, answers, "hint"), HINT_SECONDS, hint=True, errs=bool(asked))
    if table.answers != answers:
        raise Refused("too_late")
    return {"type": "opinion", "id": said.id, "answers": answers, "agent": text, "opinion": opinion.to_json()}


async def said_over_socket(live: Live, chair: Chair, text: str) -> list[Json]:
    """The answers to a text that came over a socket."""
    try:
        said = messages.read(text)
    except Refused as refused:
        return [{"type": "refused", "id": None, **refused.to_json()}]
    return await answer(live, chair, said)
