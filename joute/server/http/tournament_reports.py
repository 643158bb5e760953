"""The pages about tournaments: what was found is added up once and kept until more games are played."""

import asyncio
from collections import OrderedDict

from joute.core import registry
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.state import Json
from joute.i18n import Language, speaking
from joute.report.tournament_page import page
from joute.server.errors import Refused
from joute.server.tables.write_queue import Keeping
from joute.store.tournament_findings import findings

KEPT = 16  # tournaments whose findings are at hand


class Reports:
    """Findings by tournament, as of its last change."""

    def __init__(self, keeping: Keeping) -> None:
        self.keeping = keeping
        self._found: OrderedDict[str, tuple[float, Game, Json]] = OrderedDict()
        self._turn = asyncio.Lock()  # adding up is work: one at a time

    async def page(self, name: str, language: Language) -> str:
        """The page about a tournament, in that language."""
        entries = await self.keeping.ask(self.keeping.store.tournaments)
        changed = next((entry.changed for entry in entries if entry.plan.name == name), None)
        if changed is None:
            raise Refused("not_found")
        async with self._turn:
            if name not in self._found or self._found[name][0] != changed:
                game, found = await self.keeping.ask(self._add_up, name)
                self._found[name] = changed, game, found
                if len(self._found) > KEPT:
                    self._found.popitem(last=False)
            self._found.move_to_end(name)
            _, game, found = self._found[name]
        return await self.keeping.ask(_drawn, found, game, language)

    def _add_up(self, name: str) -> tuple[Game, Json]:
        """Without a judge, who would think for minutes, without what bots wrote, and without where it ran: the host's own business."""
        try:
            plan = self.keeping.store.plan(name)
            game = registry.game(plan.game, **plan.options)
            found = findings(self.keeping.store, name, game)
        except JouteError:  # no games yet, or a game that is not here
            raise Refused("not_found") from None
        made = {name: value for name, value in found["made"].items() if name != "system"}
        return game, found | {"faults": found["faults"] | {"told": []}, "made": made}


def _drawn(found: Json, game: Game, language: Language) -> str:
    with speaking(language):
        return page(found, game)
