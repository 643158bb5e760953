"""What the server keeps: people, tables while they are played at, finished games, ladder, reported scores."""

import threading
import time
from dataclasses import replace

import pytest
from sqlalchemy import text

from joute.core.errors import BadSetting, UnknownName
from joute.core.record import GameRecord
from joute.core.state import Json
from joute.store import Store
from joute.store.ladder import Meeting, StoredRating
from joute.store.people import hash_token
from joute.store.records import RecordedPlayer, ReportedScore
from joute.store.tables import StoredSeat

RECORD = GameRecord("morpion", {"size": 5}, ["human", "easy"], 3, [{0: "a1"}], [{0: 1.5}], opinions=[{}])


def test_a_person_is_known_by_their_token_alone(store: Store) -> None:
    ada, token = store.people.create("Ada", "#3366cc")
    bob, other = store.people.create("Bob", "red")
    assert store.people.of_token(token) == ada
    assert store.people.of_token(other) == bob
    assert store.people.of_token(hash_token(token)) is None
    assert store.people.of_token("") is None
    changed = store.people.change(ada.id, name="Ada L.")
    assert (changed.name, changed.colour) == ("Ada L.", "#3366cc")
    assert changed.seen >= ada.seen
    with pytest.raises(UnknownName, match="there is no person 99"):
        store.people.change(99, name="x")


def test_tokens_are_stored_hashed(store: Store) -> None:
    _, token = store.people.create("Ada", "blue")
    with store._database.reading() as connection:
        stored = connection.execute(text("SELECT token FROM people")).scalar_one()
    assert stored == hash_token(token)
    assert token not in stored


def _table(store: Store, id: str = "k3v9p2wz", person: int | None = None) -> None:
    seats = [StoredSeat("person", person, token=hash_token("t")), StoredSeat("agent", agent="easy")]
    store.tables.create(id, "morpion", {"size": 5}, seats, {"hints": True})


def test_a_table_comes_back_as_it_was_at_its_last_event(url: str) -> None:
    events: list[Json] = [{"what": "begun", "seed": 2**60}, {"what": "chosen", "seat": 0, "action": "é"}, {"what": "took_back"}]
    with Store.open(url) as store:
        ada, _ = store.people.create("Ada", "blue")
        _table(store, person=ada.id)
        for number, event in enumerate(events):
            store.tables.append("k3v9p2wz", number, event)
        store.tables.sit("k3v9p2wz", 1, StoredSeat("agent", agent="hard"))
        store.tables.change("k3v9p2wz", status="playing", settings={"hints": False})
    with Store.open(url) as store:
        (table,) = store.tables.unfinished()
        assert table == store.tables.load("k3v9p2wz")
        assert (table.game, table.options, table.settings, table.status) == ("morpion", {"size": 5}, {"hints": False}, "playing")
        assert table.seats == [StoredSeat("person", ada.id, token=hash_token("t")), StoredSeat("agent", agent="hard")]
        assert table.events == events
        assert store.tables.of_person(ada.id) == ["k3v9p2wz"]


def test_an_event_is_written_once_and_not_changed(store: Store) -> None:
    _table(store)
    store.tables.append("k3v9p2wz", 0, {"a": [1]})
    store.tables.append("k3v9p2wz", 0, {"a": [1]})
    with pytest.raises(BadSetting, match="event 0 of table k3v9p2wz is written already, and it is another one"):
        store.tables.append_all([("k3v9p2wz", 1, {}), ("k3v9p2wz", 0, {"a": [2]})])
    loaded = store.tables.load("k3v9p2wz")
    assert loaded is not None
    assert loaded.events == [{"a": [1]}]


def test_tables_that_are_over_or_removed_do_not_come_back(store: Store) -> None:
    for id in ("one", "two", "three"):
        _table(store, id)
        store.tables.append(id, 0, {"at": id})
    store.tables.change("one", status="over")
    store.tables.remove("two")
    assert [(table.id, table.events) for table in store.tables.unfinished()] == [("three", [{"at": "three"}])]
    assert store.tables.load("two") is None
    with pytest.raises(BadSetting, match="there is a table one already"):
        _table(store, "one")


def test_what_is_not_there_is_named(store: Store) -> None:
    with pytest.raises(UnknownName, match="there is no table x"):
        store.tables.append("x", 0, {})
    with pytest.raises(UnknownName, match="there is no table x"):
        store.tables.change("x", status="over")
    with pytest.raises(UnknownName, match="there is no seat 3 at a table x"):
        store.tables.sit("x", 3, StoredSeat("open"))


def test_threads_append_at_many_tables_at_once(store: Store) -> None:
    ids = [f"table{number}" for number in range(4)]
    for id in ids:
        _table(store, id)

    def play(id: str) -> None:
        for number in range(20):
            store.tables.append(id, number, {"number": number})

    threads = [threading.Thread(target=play, args=(id,)) for id in ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert {table.id: len(table.events) for table in store.tables.unfinished()} == dict.fromkeys(ids, 20)


def test_finished_games_are_listed_the_latest_first(store: Store) -> None:
    ada, _ = store.people.create("Ada", "blue")
    _table(store)
    for id, person in (("r1", ada.id), ("r2", None), ("r3", ada.id)):
        store.records.add(id, "k3v9p2wz", RECORD, [RecordedPlayer(person, "Ada"), RecordedPlayer(agent="easy")], {"moves": 1})
    store.records.add("r1", "k3v9p2wz", replace(RECORD, seed=4), [], {})
    latest = store.records.latest()
    assert [one.id for one in latest] == ["r3", "r2", "r1"]
    assert [one.id for one in store.records.latest(person=ada.id)] == ["r3", "r1"]
    assert [one.id for one in store.records.latest(before=latest[0].ended, count=1)] == ["r2"]
    assert store.records.latest(game="coeurs") == []
    found = store.records.find("r1")
    assert found is not None
    assert (found.table, found.game, found.summary) == ("k3v9p2wz", "morpion", {"moves": 1})
    assert found.players == [RecordedPlayer(ada.id, "Ada"), RecordedPlayer(agent="easy")]
    assert store.record("r1") == RECORD
    assert store.records.find("r9") is None
    store.tables.remove("k3v9p2wz")
    assert store.record("r3") == RECORD


def test_opinions_on_a_finished_game_are_stored(store: Store) -> None:
    store.records.add("r1", None, RECORD, [RecordedPlayer(), RecordedPlayer()], {})
    store.records.add_opinion("r1", 0, 0, "expert", {"value": 0.5})
    store.records.add_opinion("r1", 0, 0, "expert", {"value": 0.9})
    store.records.add_opinion("r1", 1, 1, "hard", {"value": 0.1})
    assert store.records.opinions("r1", "expert") == {(0, 0): {"value": 0.9}}  # the latest
    assert store.records.opinions("r2", "expert") == {}


def test_the_ladder_has_the_latest_rating_of_each_player(store: Store) -> None:
    ada, _ = store.people.create("Ada", "blue")
    person = StoredRating("coeurs", f"person:{ada.id}", 1500.0, 350.0, 0.06, 1, 1, ada.id)
    level = StoredRating("coeurs", "level:easy", 1400.0, 50.0, 0.06, 9, 2)
    store.ladder.put([person, level])
    store.ladder.put([replace(person, rating=1390.25, games=2)])
    both = store.ladder.find("coeurs", ["level:easy", f"person:{ada.id}"])
    assert {rung.player: (rung.rating, rung.games) for rung in both.values()} == {
        "level:easy": (1400.0, 9),
        f"person:{ada.id}": (1390.25, 2),
    }
    assert store.ladder.find("morpion", ["level:easy"]) == {}
    found = store.ladder.find("coeurs", ["level:easy", "level:hard"])
    assert {player: rung.rating for player, rung in found.items()} == {"level:easy": 1400.0}


def test_the_best_people_are_those_with_a_name_and_some_games_whatever_levels_and_guests_there_are(store: Store) -> None:
    ada, bob, guest, new = (store.people.create(name, "blue")[0] for name in ("Ada", "Bob", "", "New"))
    levels = [StoredRating("coeurs", f"level:{number}", 2000.0, 50.0, 0.06, 9, 2) for number in range(5)]
    ranks = ((ada, 1500.0, 5), (bob, 1600.0, 9), (guest, 1900.0, 9), (new, 1800.0, 1))
    people = [StoredRating("coeurs", f"person:{one.id}", rating, 90.0, 0.06, games, 1, one.id) for one, rating, games in ranks]
    store.ladder.put([*levels, *people, replace(people[0], game="morpion", rating=1700.0)])
    assert [(rung.rating, name, colour) for rung, name, colour in store.ladder.best_people("coeurs", 5, count=2)] == [
        (1600.0, "Bob", "blue"),
        (1500.0, "Ada", "blue"),
    ]
    assert [name for _, name, _ in store.ladder.best_people("coeurs", 5, also=new.id)] == ["New", "Bob", "Ada"]


def test_meetings_are_counted_for_a_while_and_deleted_with_the_person(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _ = store.people.create("Ada", "blue")
    own, other = Meeting("coeurs", f"person:{ada.id}", "agent:easy", ada.id), Meeting("coeurs", "agent:easy", f"person:{ada.id}")
    started = time.time()
    store.ladder.meet([own, other], 60.0)
    store.ladder.meet([own], 60.0)
    assert store.ladder.met("coeurs", [own.player], 60.0) == {(own.player, "agent:easy"): 2}
    assert store.ladder.met("morpion", [own.player], 60.0) == {}
    monkeypatch.setattr(time, "time", lambda: started + 61.0)
    assert store.ladder.met("coeurs", [own.player, other.player], 60.0) == {}
    store.ladder.meet([own], 60.0)
    store.people.delete(ada.id)
    assert store.ladder.met("coeurs", [own.player, other.player], 1e6) == {}


def test_one_transaction_is_written_whole_or_not_at_all(store: Store) -> None:
    _table(store)

    def write_half() -> None:
        with store.together():
            store.ladder.put([StoredRating("coeurs", "level:easy", 1400.0, 50.0, 0.06, 9, 2)])
            assert list(store.ladder.find("coeurs", ["level:easy"])) == ["level:easy"]  # who writes sees it
            store.tables.append("k3v9p2wz", 1, {"what": "begun"})
            store.tables.change("nowhere", status="over")

    with pytest.raises(UnknownName):
        write_half()
    assert store.ladder.find("coeurs", ["level:easy"]) == {}
    stored = store.tables.load("k3v9p2wz")
    assert stored is not None
    assert stored.events == []
    store.tables.append("k3v9p2wz", 1, {"what": "begun"})  # the next transaction begins anew


def test_ratings_that_change_at_once_are_both_counted(store: Store) -> None:
    def win() -> None:
        for _ in range(20):
            with store.together():
                found = store.ladder.find("coeurs", ["level:easy"]).get("level:easy")
                wins = found.wins if found else 0
                store.ladder.put([StoredRating("coeurs", "level:easy", 1400.0, 50.0, 0.06, wins + 1, wins + 1)])

    threads = [threading.Thread(target=win) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert store.ladder.find("coeurs", ["level:easy"])["level:easy"].wins == 80


def test_whoever_deletes_their_data_is_gone_and_the_games_of_others_stay(store: Store) -> None:
    ada, token = store.people.create("Ada", "blue")
    _table(store, person=ada.id)
    store.records.add("r1", None, RECORD, [RecordedPlayer(ada.id, "Ada"), RecordedPlayer(None, "Bob")], {})
    store.ladder.put([StoredRating("coeurs", f"person:{ada.id}", 1500.0, 350.0, 0.06, 1, 1, ada.id)])
    store.people.delete(ada.id)
    assert store.people.of_token(token) is None
    assert store.ladder.find("coeurs", [f"person:{ada.id}"]) == {}
    stored, table = store.records.find("r1"), store.tables.load("k3v9p2wz")
    assert stored is not None
    assert table is not None
    assert stored.players == [RecordedPlayer(None, ""), RecordedPlayer(None, "Bob")]
    assert table.seats[0].person is None
    newcomer, _ = store.people.create("Eve", "red")
    assert newcomer.id != ada.id


def test_reported_scores_are_stored_with_the_kind_of_agent(store: Store) -> None:
    store.scores.add(ReportedScore("p1", "morpion", "MCTS", "easy", {"joueur": 1}))
    store.scores.add(ReportedScore("p2", "morpion", "NeuralNetwork", "", {"joueur": 0}))
    assert [score.partie for score in store.scores.latest()] == ["p2", "p1"]
    assert [score.scores for score in store.scores.latest("MCTS")] == [{"joueur": 1}]
