"""The ladder: people and levels rated by their results against each other, game by game."""

from typing import Literal

from typing_extensions import TypedDict

from joute.server.async_store import AsyncStore
from joute.server.ratings.glicko2 import Against, Rating, rated
from joute.server.tables.config import AGENT, PERSON, TableSeat
from joute.server.tables.table import Table
from joute.store.ladder import StoredRating

SHOWN_FROM = 5  # rated games, before a person appears
LISTED = 100


class LadderPlayer(TypedDict):
    """A player on the ladder."""

    place: int
    name: str
    colour: str
    kind: Literal["person", "level"]
    rating: int
    deviation: int
    games: int
    wins: int
    you: bool


class LadderPage(TypedDict):
    """The best players of a game."""

    game: str
    players: list[LadderPlayer]


class Ladder:
    """Ratings in the store."""

    def __init__(self, store: AsyncStore) -> None:
        self.store = store

    def learn(self, table: Table) -> None:
        """Update the ratings after a rated game: everybody met everybody, and together that counts as one game each.

        Call it within a transaction: a game that ends meanwhile comes before or after it.
        """
        players = [player_of(seat) if seat.kind == AGENT or seat.person in table.profiles else None for seat in table.seats]
        known = [player for player in players if player is not None]
        if table.result is None or not table.rated or len(set(known)) < 2:
            return
        self._learn(table, players, self.store.store.ladder.find(table.game.name, known))

    def _learn(self, table: Table, players: list[str | None], rungs: dict[str, StoredRating]) -> None:
        rows = [None if player is None else rungs.get(player) for player in players]
        before = [Rating() if row is None else Rating(row.rating, row.deviation, row.volatility) for row in rows]
        standing = standings(table)
        changed: dict[str, StoredRating] = {}
        for seat, player in enumerate(players):
            others = [other for other in range(len(players)) if players[other] not in (None, player)]
            if player is None or not others:
                continue
            results = [Against(before[other], _score(standing[seat], standing[other]), 1 / len(others)) for other in others]
            after, row = rated(before[seat], results), rows[seat]
            games, wins = (0, 0) if row is None else (row.games, row.wins)
            won = all(result.score == 1 for result in results)
            person = table.seats[seat].person
            changed[player] = StoredRating(
                table.game.name, player, after.rating, after.deviation, after.volatility, games + 1, wins + won, person
            )
        self.store.store.ladder.put(list(changed.values()))

    async def best(self, game: str, person: int | None) -> LadderPage:
        """The best players of a game."""
        return {"game": game, "players": await self.store.run(self._best, game, person)}

    def _best(self, game: str, person: int | None) -> list[LadderPlayer]:
        store = self.store.store
        rungs = store.ladder.best(game, LISTED)
        people = {rung.person: store.people.find(rung.person) for rung in rungs if rung.person is not None}
        players: list[LadderPlayer] = []
        for rung in rungs:
            profile = None if rung.person is None else people.get(rung.person)
            if rung.person is not None and rung.person != person and (profile is None or not profile.name or rung.games < SHOWN_FROM):
                continue
            players.append(
                {
                    "place": len(players) + 1,
                    "name": rung.player.partition(":")[2] if rung.person is None else profile.name if profile else "",
                    "colour": profile.colour if profile else "",
                    "kind": "level" if rung.person is None else "person",
                    "rating": round(rung.rating),
                    "deviation": round(rung.deviation),
                    "games": rung.games,
                    "wins": rung.wins,
                    "you": person is not None and rung.person == person,
                }
            )
        return players


def player_of(seat: TableSeat) -> str | None:
    """The name of a seat's player on the ladder; bots have none."""
    if seat.kind == PERSON and seat.person is not None:
        return f"person:{seat.person}"
    return f"agent:{seat.agent}" if seat.kind == AGENT else None


def standings(table: Table) -> list[float]:
    """The score of each seat, or its share of a game that was cut short; seats that resigned come last."""
    assert table.result is not None
    scores: list[float] = table.result["scores"] or table.result["shares"]
    return [float("-inf") if seat.out else score for seat, score in zip(table.seats, scores, strict=True)]


def _score(mine: float, other: float) -> float:
    return 0.5 if mine == other else float(mine > other)
