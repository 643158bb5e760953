"""Tournaments, ratings of agents and reports from the store."""

import asyncio
from collections import OrderedDict
from typing import NotRequired

from typing_extensions import TypedDict

from joute.arena.tournament.report_data import TournamentData
from joute.core import registry
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.rng import plain_seed
from joute.core.state import Json
from joute.i18n import Language, use_language
from joute.report.tournament_page import page
from joute.server.async_store import AsyncStore
from joute.server.errors import Refused
from joute.server.server_messages import Bilingual, Options
from joute.server.tables.projection import time_text, title_of
from joute.store.tournament_report import tournament_report
from joute.store.tournaments import StoredTournament

CACHED_REPORTS = 16  # tournaments whose findings are cached


class TournamentInfo(TypedDict):
    """A tournament."""

    id: str
    name: str
    game: str
    title: Bilingual
    options: Options
    format: str
    agents: list[str]
    seed: int | str  # a large one in hexadecimal
    blocks: int
    games: int
    faults: int
    made: str
    changed: str
    ratings: NotRequired[Json | None]
    rated: NotRequired[str | None]


class TournamentGame(TypedDict):
    """A game of a tournament."""

    record: str
    agents: list[str]
    scores: list[float]
    moves: int


class TournamentGames(TypedDict):
    """Some games of a tournament."""

    total: int
    games: list[TournamentGame]


async def tournaments(store: AsyncStore) -> list[TournamentInfo]:
    """Every tournament, the latest first."""
    return [_listed(entry) for entry in await store.run(store.store.tournaments)]


async def tournament(store: AsyncStore, name: str) -> TournamentInfo:
    """One tournament with its last ratings."""
    entry = await _entry(store, name)
    ratings = await store.run(store.store.ratings, name)
    return {**_listed(entry), "ratings": ratings[-1][1] if ratings else None, "rated": time_text(ratings[-1][0]) if ratings else None}


async def games(store: AsyncStore, name: str, agent: str | None, first: int, count: int) -> TournamentGames:
    """Some of its games; each is a record by its id."""
    entry = await _entry(store, name)
    if agent is not None and agent not in entry.plan.agents:
        raise Refused("bad_agent", list(entry.plan.agents))
    page = await store.run(store.store.games_of, name, agent, False, first // count, count)
    rows: list[TournamentGame] = [
        {
            "record": row.id,
            "agents": [entry.plan.agents[number] for number in row.game.seats],
            "scores": row.game.scores,
            "moves": row.game.choices,
        }
        for row in page.rows
    ]
    return {"total": page.total, "games": rows}


async def agents(store: AsyncStore, game: str | None) -> list[Json]:
    """The latest ratings of the agents in each tournament."""
    rows: list[Json] = []
    for entry in await store.run(store.store.tournaments):
        if game is not None and entry.plan.game != game:
            continue
        ratings = await store.run(store.store.ratings, entry.plan.name)
        for rating in ratings[-1][1].get("agents", []) if ratings else []:
            rows.append({"game": entry.plan.game, "tournament": entry.plan.name, **rating})
    return rows


async def _entry(store: AsyncStore, name: str) -> StoredTournament:
    for entry in await store.run(store.store.tournaments):
        if entry.plan.name == name:
            return entry
    raise Refused("not_found")


def _listed(entry: StoredTournament) -> TournamentInfo:
    plan = entry.plan
    return {
        "id": plan.name,
        "name": plan.name,
        "game": plan.game,
        "title": title_of(plan.game),
        "options": dict(plan.options),
        "format": plan.format,
        "agents": plan.agents,
        "seed": plain_seed(plan.seed),
        "blocks": entry.blocks,
        "games": entry.games,
        "faults": entry.faults,
        "made": time_text(entry.begun),
        "changed": time_text(entry.changed),
    }


class TournamentReports:
    """Reports on tournaments; findings are cached until more games are played."""

    def __init__(self, store: AsyncStore) -> None:
        self.store = store
        self._found: OrderedDict[str, tuple[float, Game, TournamentData]] = OrderedDict()
        self._lock = asyncio.Lock()  # one at a time: it takes long

    async def page(self, name: str, language: Language) -> str:
        """The report on a tournament, in that language."""
        entries = await self.store.run(self.store.store.tournaments)
        changed = next((entry.changed for entry in entries if entry.plan.name == name), None)
        if changed is None:
            raise Refused("not_found")
        async with self._lock:
            if name not in self._found or self._found[name][0] != changed:
                game, found = await self.store.run(self._findings, name)
                self._found[name] = changed, game, found
                if len(self._found) > CACHED_REPORTS:
                    self._found.popitem(last=False)
            self._found.move_to_end(name)
            _, game, found = self._found[name]
        return await self.store.run(_drawn, found, game, language)

    def _findings(self, name: str) -> tuple[Game, TournamentData]:
        """The findings, without a judge's curve, which takes minutes, without what bots wrote, and without where it ran."""
        try:
            plan = self.store.store.plan(name)
            game = registry.game(plan.game, **plan.options)
            found = tournament_report(self.store.store, name, game)
        except JouteError:  # no games yet, or a game that is not here
            raise Refused("not_found") from None
        made = {name: value for name, value in found["made"].items() if name != "system"}
        return game, {**found, "faults": {"games": found["faults"]["games"], "details": []}, "made": made}


def _drawn(found: TournamentData, game: Game, language: Language) -> str:
    with use_language(language):
        return page(found, game)
