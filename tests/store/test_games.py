"""Games of a tournament are found again, with their records."""

from itertools import chain

import pytest
from stored import block, plan

import joute
from joute.arena.block import Block, GameResult, Opening, ScheduledGame, block_openings, seatings
from joute.arena.record_packing import pack, unpack
from joute.arena.tournament.plan import TournamentPlan
from joute.arena.worker import play_games
from joute.core import registry
from joute.core.errors import BadRecord, UnknownName
from joute.core.record import GameRecord
from joute.store import Store


def rotations(block: int, opening: Opening, seats: int, seed: int) -> list[ScheduledGame]:
    return [ScheduledGame(block, opening, seated, seed) for seated in seatings(seats, seats)]


def test_games_come_in_pages(store: Store) -> None:
    store.tournament(plan()).write([block((0, 1), number) for number in range(5)])
    pages = [store.games_of("essai", page=page, size=4) for page in range(4)]
    assert [len(page.rows) for page in pages] == [4, 4, 2, 0]
    assert {page.total for page in pages} == {10}
    assert [one.game for page in pages for one in page.rows] == [game for number in range(5) for game in block(number=number).games]
    assert len({one.id for page in pages for one in page.rows}) == 10


def test_games_of_one_agent_are_those_of_its_meetings(store: Store) -> None:
    agents = ("random", *(f"mcts:iterations={number}" for number in range(1, 12)))
    store.tournament(plan(agents=agents)).write([block((0, 1)), block((1, 2)), block((1, 11)), block((0, 11))])
    assert [one.meeting for one in store.games_of("essai", agent=1).rows] == [(0, 1)] * 2 + [(1, 2)] * 2 + [(1, 11)] * 2
    assert store.games_of("essai", agent="random").total == 4
    with pytest.raises(UnknownName, match="careful does not play in the tournament essai; there are: random, mcts:iterations=1,"):
        store.games_of("essai", agent="careful")


def test_games_with_faults_are_found_and_counted(store: Store) -> None:
    store.tournament(plan()).write([block(), block(number=1, fault="crash"), block(number=2, fault="timeout")])
    found = store.games_of("essai", faults=True)
    assert [one.game.faults for one in found.rows] == [{1: "crash"}, {1: "timeout"}]
    (entry,) = store.tournaments()
    assert (entry.blocks, entry.games, entry.faults, entry.seconds) == (3, 6, 2, 4.5)


def test_agents_are_stored_with_their_versions(store: Store) -> None:
    store.tournament(plan("one", agents=("random", "bot.py")), versions={"bot.py": "v1"})
    store.tournament(plan("two", agents=("random", "bot.py")), versions={"bot.py": "v2"})
    assert {entry.plan.name: entry.versions for entry in store.tournaments()} == {"one": ["", "v1"], "two": ["", "v2"]}


def test_snapshots_of_ratings_are_stored(store: Store) -> None:
    store.tournament(plan())
    store.rate("essai", {"random": 1000.5})
    store.rate("essai", {"random": 990.0})
    assert [ratings for _, ratings in store.ratings("essai")] == [{"random": 1000.5}, {"random": 990.0}]


GAMES = [
    ("diamant", {}, 4),
    ("coeurs", {"deals": 1}, 4),
    ("barbu", {"declarers": 1}, 4),
    ("love_letter", {}, 2),
    ("morpion", {"width": 6, "height": 6}, 2),
    ("pokemon", {}, 2),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "seats"), GAMES, ids=[name for name, _, _ in GAMES])
def test_a_game_that_compiled_code_played_replays_to_the_same_end(name: str, options: dict[str, int], seats: int) -> None:
    """What was chosen is noted while it is played; the record says the same as a match would have, and replays."""
    game = joute.game(name, **options)
    agents = (["careful", "random"] * 2)[:seats] if "careful" in registry.agent_names(game) else ["random"] * seats
    tasks = chain(*[rotations(number, opening, seats, 5) for number, opening in enumerate(block_openings(game, 6, 5, "balanced"))])
    fast = game.fast()
    for played in play_games(fast, [joute.agent(text, fast) for text in agents], list(tasks), records=True):
        record = unpack(played.record, game, [agents[agent] for agent in played.seats])
        assert (record.scores, len(record.choices), record.options) == (played.scores, played.choices, options)
        *_, (last, _) = record.replay(game)
        assert game.over(last)


def test_a_stored_game_gives_its_record(store: Store) -> None:
    asked = TournamentPlan("petit", "morpion", {"width": 5, "height": 5}, ["random", "mcts:iterations=5"], 3, "round_robin")
    game = joute.game(asked.game, **asked.options)
    games = play_games(game, [joute.agent(text, game) for text in asked.agents], rotations(0, [{0: "a1"}], 2, 3), records=True)
    store.tournament(asked).write([Block((0, 1), 0, games)])
    for found in store.games_of("petit").rows:
        record = store.record(found.id)
        assert record is not None
        assert record.agents == [asked.agents[agent] for agent in found.game.seats]
        assert record.choices[0] == {0: "a1"}
        assert record.scores == found.game.scores
        assert len(list(record.replay())) == found.game.choices + 1


def test_a_game_without_a_record_and_a_game_that_is_not_there_have_none(store: Store) -> None:
    store.tournament(plan()).write([Block((0, 1), 0, [GameResult(0, [0, 1], [0.0, 0.0], 1, [[], []])])])
    (only,) = store.games_of("essai").rows
    assert [store.record(id) for id in (only.id, "1-0-9", "9999999-99999999-99999", "rien", "", "1-2-3; --")] == [None] * 6


def test_a_packed_record_is_the_record() -> None:
    record = GameRecord("morpion", {}, ["a", "é"], 2**63, [{0: "a1"}], [{0: 0.25}], [{}], opening=1)
    assert unpack(pack(record)) == record
    for wrong in (b"", b"J", b"Jxx", b"N", b"?"):
        with pytest.raises(BadRecord, match="packed record"):
            unpack(wrong, joute.game("morpion"), ["a", "b"])
