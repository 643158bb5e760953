"""The ladder: people and levels rated by their results against each other, game by game."""

from collections.abc import Mapping, Sequence

from typing_extensions import TypedDict

from joute.core import registry
from joute.server.async_store import AsyncStore
from joute.server.ratings.eligibility import unrated
from joute.server.ratings.glicko2 import Against, Rating, rated
from joute.server.server_messages import RatingChange
from joute.server.tables.config import AGENT, PERSON, TableSeat
from joute.server.tables.table import Table
from joute.store.ladder import Meeting, StoredRating

SHOWN_FROM = 5  # rated games, before a person appears
LISTED = 100  # people

ESTABLISHED = 110.0  # deviation above which a player is a newcomer, who hardly moves others
NEWCOMERS = "newcomers"  # all of them together count as one opponent
LEVEL_STEP = 150.0  # rating points between two levels before anybody has met them: an assumption, which results correct
FULL_WEIGHT = 5  # games of a pair in a day; each further one weighs half as much as the one before
DAY = 86400.0  # seconds


class LadderPlayer(TypedDict):
    """A person or a level on the ladder."""

    place: int
    name: str  # of the person or of the level
    colour: str  # of the person
    rating: int
    deviation: int
    games: int
    wins: int
    you: bool


class LadderPage(TypedDict):
    """The best people of a game, and its levels."""

    game: str
    people: list[LadderPlayer]  # the best first, at most 100
    levels: list[LadderPlayer]  # the best first


class Ladder:
    """Ratings in the store."""

    def __init__(self, store: AsyncStore) -> None:
        self.store = store

    def learn(self, table: Table) -> list[RatingChange | None]:
        """Update the ratings after a rated game, and return the change of each seat.

        Everybody met everybody, and together that counts as at most one game each.

        Call it within a transaction: a game that ends meanwhile comes before or after it.
        """
        players = [player_of(seat) if seat.kind == AGENT or seat.person in table.profiles else None for seat in table.seats]
        known = {player for player in players if player is not None}
        if table.result is None or unrated(table) is not None or len(known) < 2:
            return [None] * len(players)
        store, game = self.store.store.ladder, table.game.name
        stored = store.find(game, sorted(known))
        before = {player: _rating(stored.get(player), player, game) for player in known}
        met = store.met(game, sorted(known), DAY)
        standing = standings(table)
        changed: list[StoredRating] = []
        meetings: list[Meeting] = []
        for player in sorted(known):
            seat = players.index(player)
            others = [(other, standing[place]) for place, other in enumerate(players) if other is not None and other != player]
            results = [
                Against(before[other], _score(standing[seat], score), _weight(player, before, other, met) / len(others))
                for other, score in others
            ]
            row, person = stored.get(player), table.seats[seat].person
            won = all(result.score == 1 for result in results)
            after = rated(before[player], results)
            games, wins = (0, 0) if row is None else (row.games, row.wins)
            changed.append(StoredRating(game, player, after.rating, after.deviation, after.volatility, games + 1, wins + won, person))
            opponents = {_opponent(before[other], other) for other, _ in others}
            meetings += [Meeting(game, player, opponent, person) for opponent in sorted(opponents)]
        store.put(changed)
        store.meet(meetings, DAY)
        after_game = {rung.player: rung.rating for rung in changed}
        return [
            None if player is None else {"before": round(before[player].rating), "after": round(after_game[player])} for player in players
        ]

    async def best(self, game: str, person: int | None) -> LadderPage:
        """The best people of a game, and its levels."""
        return await self.store.run(self._best, game, person)

    def _best(self, game: str, person: int | None) -> LadderPage:
        store = self.store.store.ladder
        found = store.best_people(game, SHOWN_FROM, person, LISTED)
        people = [_listed(place, rung, name, colour, rung.person == person) for place, (rung, name, colour) in enumerate(found, 1)]
        texts = [f"agent:{level}" for level in registry.define(game).levels]
        rungs = {**{text: _unmet(game, text) for text in texts}, **store.find(game, texts)}
        best = sorted(rungs.values(), key=lambda rung: -rung.rating)
        levels = [_listed(place, rung, rung.player.partition(":")[2]) for place, rung in enumerate(best, 1)]
        return {"game": game, "people": people, "levels": levels}


def _listed(place: int, rung: StoredRating, name: str, colour: str = "", you: bool = False) -> LadderPlayer:
    return {
        "place": place,
        "name": name,
        "colour": colour,
        "rating": round(rung.rating),
        "deviation": round(rung.deviation),
        "games": rung.games,
        "wins": rung.wins,
        "you": you,
    }


def player_of(seat: TableSeat) -> str | None:
    """The name of a seat's player on the ladder; bots have none."""
    if seat.kind == PERSON and seat.person is not None:
        return f"person:{seat.person}"
    return f"agent:{seat.agent}" if seat.kind == AGENT else None


def first_rating(player: str, game: str) -> Rating:
    """The rating of a player whom nobody has met: of people nothing is known, of levels their order."""
    levels = [f"agent:{level}" for level in registry.define(game).levels]
    if player not in levels:
        return Rating()
    return Rating(Rating().rating + LEVEL_STEP * (levels.index(player) - (len(levels) - 1) / 2), ESTABLISHED)


def _rating(row: StoredRating | None, player: str, game: str) -> Rating:
    return first_rating(player, game) if row is None else Rating(row.rating, row.deviation, row.volatility)


def _unmet(game: str, player: str) -> StoredRating:
    first = first_rating(player, game)
    return StoredRating(game, player, first.rating, first.deviation, first.volatility, 0, 0)


def standings(table: Table) -> list[float]:
    """The score of each seat, or its share of a game that was cut short; people who resigned or left for good come last."""
    assert table.result is not None
    scores: Sequence[float] = table.result["scores"] or table.result["shares"]
    gone = {*table.gone, table.result["loser"]}
    return [float("-inf") if number in gone else score for number, score in enumerate(scores)]


def _score(mine: float, other: float) -> float:
    return 0.5 if mine == other else float(mine > other)


def _opponent(rating: Rating, player: str) -> str:
    """Whom a player met: all newcomers are one, since anybody can be any number of them."""
    return NEWCOMERS if rating.deviation > ESTABLISHED else player


def _weight(player: str, before: Mapping[str, Rating], other: str, met: Mapping[tuple[str, str], int]) -> float:
    """How much of a game a result against another player is: less after many games in a day, and against a newcomer."""
    certainty = min(1.0, ESTABLISHED / before[other].deviation) ** 2
    games = met.get((player, _opponent(before[other], other)), 0)
    return certainty * 0.5 ** max(0, games + 1 - FULL_WEIGHT)
