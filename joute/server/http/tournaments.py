"""Tournaments and agents' ratings from the store, for the arena's pages."""

from joute.core import registry
from joute.core.errors import UnknownName
from joute.core.state import Json
from joute.server.errors import Refused
from joute.server.tables.projection import time_text
from joute.server.tables.write_queue import Keeping
from joute.store.tournaments import Entry


async def tournaments(keeping: Keeping) -> list[Json]:
    """Every tournament, the latest first."""
    return [_listed(entry) for entry in await keeping.ask(keeping.store.tournaments)]


async def tournament(keeping: Keeping, name: str) -> Json:
    """One tournament with the last ratings that were kept."""
    entry = await _entry(keeping, name)
    kept = await keeping.ask(keeping.store.ratings, name)
    return _listed(entry) | {"ratings": kept[-1][1] if kept else None, "rated": time_text(kept[-1][0]) if kept else None}


async def games(keeping: Keeping, name: str, agent: str | None, first: int, count: int) -> Json:
    """Some of its games; each is a record by its id."""
    entry = await _entry(keeping, name)
    if agent is not None and agent not in entry.plan.agents:
        raise Refused("bad_agent", list(entry.plan.agents))
    page = await keeping.ask(keeping.store.games_of, name, agent, False, first // count, count)
    rows = [
        {
            "record": row.id,
            "agents": [entry.plan.agents[number] for number in row.game.seats],
            "scores": row.game.scores,
            "moves": row.game.choices,
        }
        for row in page.rows
    ]
    return {"total": page.total, "games": rows}


async def agents(keeping: Keeping, game: str | None) -> list[Json]:
    """What the latest ratings of each tournament say of the agents."""
    rows: list[Json] = []
    for entry in await keeping.ask(keeping.store.tournaments):
        if game is not None and entry.plan.game != game:
            continue
        kept = await keeping.ask(keeping.store.ratings, entry.plan.name)
        for rating in kept[-1][1].get("agents", []) if kept else []:
            rows.append({"game": entry.plan.game, "tournament": entry.plan.name, **rating})
    return rows


async def _entry(keeping: Keeping, name: str) -> Entry:
    for entry in await keeping.ask(keeping.store.tournaments):
        if entry.plan.name == name:
            return entry
    raise Refused("not_found")


def _listed(entry: Entry) -> Json:
    plan = entry.plan
    try:
        title = dict(registry.define(plan.game).title)
    except UnknownName:
        title = {"en": plan.game, "fr": plan.game}  # somebody's own game, that is not here
    return {
        "id": plan.name,
        "name": plan.name,
        "game": plan.game,
        "title": title,
        "options": plan.options,
        "format": plan.format,
        "agents": plan.agents,
        "seed": plan.seed,
        "blocks": entry.blocks,
        "games": entry.games,
        "faults": entry.faults,
        "made": time_text(entry.begun),
        "changed": time_text(entry.changed),
    }
