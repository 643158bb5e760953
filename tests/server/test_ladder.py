"""The ladder cannot be bought: what is rated, how much it counts, and who is seated in a rematch."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.rated_games import ME, OPEN, rating_of, recorded, table_of, win
from server.served import Client, Served, left_long_ago, ok, wait_until

from joute.core import registry
from joute.core.opinion import Opinion
from joute.server.agents.agent_pool import AgentTask
from joute.server.async_store import AsyncStore
from joute.server.ratings.eligibility import LEAST_DECISIONS
from joute.server.ratings.glicko2 import Against, Rating, rated
from joute.server.ratings.ladder import ESTABLISHED, FULL_WEIGHT, Ladder, LadderPage, first_rating
from joute.server.tables.config import PERSON, Profile, TableConfig, TableSeat
from joute.server.tables.log import Begun, Choice, LogEntry, Resigned
from joute.server.tables.table import Table
from joute.store import Store
from joute.store.ladder import StoredRating

EASY = {"who": "agent", "agent": "easy"}
FAIR = rated(Rating(), [Against(Rating(1500, ESTABLISHED), 1.0)]).rating - 1500  # what a newcomer gains by one win over a known player


def established(server: Served, name: str, rating: float = 1500.0, game: str = "morpion") -> Client:
    """Somebody whom the ladder knows well."""
    one = server.person(name)
    id = one.get("/api/me")["id"]
    server.services.store.store.ladder.put([StoredRating(game, f"person:{id}", rating, 60.0, 0.06, 40, 20, id)])
    return one


def unrated(one: Client, table: str) -> str | None:
    received = one.get(f"/api/tables/{table}")
    assert received["rated"] == (received["unrated"] is None)
    reason: str | None = received["unrated"]
    return reason


def ladder(one: Client) -> LadderPage:
    page: LadderPage = one.get("/api/ladder?game=morpion")
    return page


# --- which games are rated --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "asked"),
    [
        (None, {}),
        ("seats", {"begins": "first"}),
        ("options", {"options": {"width": 5, "height": 5, "align": 3}}),
        ("agent", {"seats": [ME, {"who": "agent", "agent": "mcts:iterations=5"}]}),
        ("agent", {"seats": [ME, {"who": "agent", "agent": "hard:depth=1"}]}),
        ("chance", {"seed": 5}),
        ("agents_only", {"seats": [EASY, EASY]}),
    ],
)
def test_a_table_says_from_the_start_whether_it_is_rated_and_why_not(server: Served, reason: str | None, asked: dict[str, Any]) -> None:
    ada = server.person("Ada")
    made = ada.table("morpion", **{"seats": [ME, EASY], "begins": "random", **asked})
    assert (made["rated"], made["unrated"]) == (reason is None, reason)


def test_a_table_that_waits_for_a_friend_says_so_too(server: Served) -> None:
    assert server.person("Ada").table("morpion", seats=[ME, OPEN], begins="random")["unrated"] is None
    assert server.person("Ada").table("morpion", seats=[ME, OPEN])["unrated"] == "seats"
    assert server.person("Ada").table("diamant", seats=[ME, OPEN], begins="random")["unrated"] == "options"  # four is usual


def test_the_host_cannot_know_the_seats_before_a_friend_has_joined(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    places = set()
    for _ in range(40):  # one in 10^12 that all are alike
        table = ada.table("morpion", seats=[ME, OPEN], begins="random")
        assert table["you"] == 0  # while the seat beside it is open
        with ada.socket(table["id"]) as line:
            line.hear("state")
            bob.post(f"/api/tables/{table['id']}/join")
            begun = line.update("begun")
        seat = begun["table"]["you"]
        assert (begun["turn"]["mine"], begun["table"]["seats"][seat]["name"]) == (seat == 0, "Ada")
        places.add(seat)
        if len(places) == 2:
            break
    assert places == {0, 1}


def test_who_looked_on_before_seats_were_drawn_sees_their_own_cards_and_no_others(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    for _ in range(3):
        table = ada.table("love_letter", seats=[ME, OPEN], begins="random")["id"]
        with ada.socket(table) as line, server.stranger().socket(table) as other:
            line.hear("state")
            other.hear("state")
            bob.post(f"/api/tables/{table}/join")
            begun = line.update("begun")
            seat = begun["table"]["you"]
            hands = [one["hand"] for one in begun["view"]["table"]["seats"]]
            assert None not in hands[seat]
            assert set(hands[1 - seat]) == {None}
            assert other.update("begun")["view"]["viewer"] == -1
            if begun["turn"]["mine"]:
                assert line.ask(type="play", answers=begun["turn"]["answers"], action=begun["turn"]["legal"][0])["type"] == "ok"


def test_a_record_says_what_the_game_changed_on_the_ladder(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    before = rating_of(server, ada).rating
    table, seated = table_of(ada, bob)
    win(table, seated, ada)
    recorded(server, table)
    changes = ada.get(f"/api/records/{table}")["ratings"]
    mine = changes[seated.index(ada)]
    assert mine == {"before": round(before), "after": round(rating_of(server, ada).rating)}
    assert mine["after"] > mine["before"]
    short, _ = table_of(ada, bob)
    assert ada.say(short, type="resign").status_code == 200
    recorded(server, short)
    assert ada.get(f"/api/records/{short}")["ratings"] == [None, None]


def test_a_game_of_few_decisions_is_not_rated(server: Served) -> None:
    ada, bob = server.person("Ada"), established(server, "Bob")
    table, seated = table_of(ada, bob)
    win(table, seated, ada, decisions=2)
    assert unrated(ada, table) == "short"
    recorded(server, table)
    assert rating_of(server, ada) == Rating()
    assert not ada.get(f"/api/records/{table}")["rated"]


def test_hints_ask_before_they_make_a_game_unrated(server: Served) -> None:
    ada = server.person("Ada")
    table = ada.table("morpion", seats=[ME, EASY], begins="random")["id"]
    wait_until(lambda: bool((ada.state(table)["turn"] or {}).get("mine")))
    for message in ({"type": "hint"}, {"type": "opinion", "agent": "random"}):
        assert ada.say(table, **message).json()["code"] == "rated"
        assert unrated(ada, table) is None
    assert ok(ada.say(table, type="opinion", agent="random", unrated=True))["type"] == "opinion"
    assert unrated(ada, table) == "assisted"
    assert ok(ada.say(table, type="opinion", agent="random"))["type"] == "opinion"  # nothing is left to lose


def test_a_take_back_asks_before_it_makes_a_game_unrated(server: Served) -> None:
    ada = server.person("Ada")
    table = ada.table("morpion", seats=[ME, EASY], begins="random")["id"]
    wait_until(lambda: bool((ada.state(table)["turn"] or {}).get("mine")))
    ada.play(table)
    assert ada.say(table, type="take_back").json()["code"] == "rated"
    assert ada.say(table, type="take_back", unrated=True).status_code == 200
    assert unrated(ada, table) == "assisted"


def test_a_hint_costs_nothing_where_only_one_action_is_legal(server: Served) -> None:
    ada = server.person("Ada")
    table = ada.table("coeurs", seats=[ME, EASY, EASY, EASY], begins="random")["id"]
    for _ in range(32):
        wait_until(lambda: bool((ada.state(table)["turn"] or {}).get("mine")))
        if len(ada.state(table)["turn"]["legal"]) == 1:
            break
        ada.play(table)
    assert len(ada.state(table)["turn"]["legal"]) == 1
    received = ok(ada.say(table, type="opinion", agent="random"))
    assert received["opinion"]["action"] == ada.state(table)["turn"]["legal"][0]
    assert unrated(ada, table) is None


def test_a_level_that_is_stopped_before_its_time_makes_the_game_unrated(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = server.person("Ada")
    table = ada.table("morpion", seats=[ME, EASY], begins="random")["id"]
    wait_until(lambda: bool((ada.state(table)["turn"] or {}).get("mine")))
    assert unrated(ada, table) is None

    think = AgentTask.think

    def stopped(task: AgentTask) -> Opinion:
        task.curtail()
        return think(task)

    monkeypatch.setattr(AgentTask, "think", stopped)
    monkeypatch.setattr(server.services.tables.pool, "_ready", set())
    with ada.socket(table) as line:
        turn = line.hear("state")["turn"]
        line.say(type="play", answers=turn["answers"], action=turn["legal"][0])
        while (played := line.update("played"))["by"] == [ada.state(table)["table"]["you"]]:
            pass
    assert played["table"]["unrated"] == "weakened"


def test_hurrying_asks_and_nobody_hurries_the_agents_of_others(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    alone = ada.table("morpion", seats=[ME, EASY], begins="random")["id"]
    assert ada.say(alone, type="hurry").json()["code"] == "rated"
    assert ada.say(alone, type="hurry", unrated=True).status_code == 200
    table = ada.table("coeurs", seats=[ME, OPEN, EASY, EASY], begins="random")["id"]
    bob.post(f"/api/tables/{table}/join")
    assert not bob.get(f"/api/tables/{table}")["may"]["hurry"]
    assert bob.say(table, type="hurry", unrated=True).json()["code"] == "not_allowed"
    assert unrated(bob, table) is None


# --- how much a game counts -------------------------------------------------------------------------------------------------


@pytest.fixture
def club(tmp_path: Path) -> Iterator["Club"]:
    with Store.open(f"sqlite:///{tmp_path}/joute.sqlite") as store:
        yield Club(store)


class Club:
    """People who play Morpion with each other, without a server."""

    def __init__(self, store: Store) -> None:
        self.store, self.ladder = store, Ladder(AsyncStore(store))

    def person(self, name: str = "", rating: Rating | None = None) -> int:
        """Somebody new, whose rating may be known."""
        id = self.store.people.create(name, "")[0].id
        if rating is not None:
            known = StoredRating("morpion", f"person:{id}", rating.rating, rating.deviation, rating.volatility, 40, 20, id)
            self.store.ladder.put([known])
        return id

    def game(self, winner: int, loser: int, decisions: int = LEAST_DECISIONS) -> None:
        """A game that the loser resigns after both have decided that often."""
        config = TableConfig("morpion", {}, seed=1, host=winner, made=0.0, drawn=True)
        table = Table("", config, [TableSeat(PERSON, winner), TableSeat(PERSON, loser)])
        table.profiles = {winner: Profile("", ""), loser: Profile("", "")}
        table.apply(LogEntry(1, 0.0, Begun(table.seats)))
        for number in range(2 * decisions):
            table.apply(LogEntry(number + 2, 0.0, Choice(number % 2, next(iter(table.legal(number % 2))))))
        table.apply(LogEntry(2 * decisions + 2, 0.0, Resigned(1)))
        self.ladder.learn(table)

    def rating(self, person: int) -> float:
        """The rating of a person."""
        stored = self.store.ladder.find("morpion", [f"person:{person}"])
        return stored[f"person:{person}"].rating if stored else Rating().rating


KNOWN = Rating(1500.0, 60.0)


def test_results_make_a_ladder_and_deleting_takes_one_off_it(club: Club) -> None:
    ada, bob = club.person("Ada", KNOWN), club.person("Bob", KNOWN)
    for _ in range(5):
        club.game(ada, bob)
    ours = {one["name"]: one for one in club.ladder._best("morpion", ada)["people"]}
    assert ours["Ada"]["rating"] > 1500 > ours["Bob"]["rating"]
    assert (ours["Ada"]["wins"], ours["Bob"]["wins"]) == (25, 20)
    assert (ours["Ada"]["you"], ours["Bob"]["you"]) == (True, False)
    club.store.people.delete(bob)
    assert [one["name"] for one in club.ladder._best("morpion", None)["people"]] == ["Ada"]


def test_twelve_guests_who_join_and_resign_move_nobody(club: Club) -> None:
    farmer = club.person("Farmer")
    for _ in range(12):
        club.game(farmer, club.person(), decisions=0)
    assert club.rating(farmer) == 1500.0


def test_guests_who_play_along_before_they_resign_move_nobody_more_than_one_fair_game(club: Club) -> None:
    farmer, known = club.person("Farmer"), club.person("Known", KNOWN)
    steps = []
    for _ in range(12):
        club.game(farmer, club.person())
        club.game(known, club.person())
        steps.append(club.rating(farmer))
    assert 0 < steps[-1] - 1500 < FAIR
    assert steps[-1] - steps[-2] < 1  # a hundred more would not help
    assert 0 < club.rating(known) - 1500 < 5


def test_guests_who_win_move_nobody_more_than_one_fair_game(club: Club) -> None:
    victim = club.person("Victim", KNOWN)
    for _ in range(12):
        club.game(club.person(), victim)
    assert -5 < club.rating(victim) - 1500 < 0


def test_a_pair_s_games_weigh_less_and_less_in_a_day(club: Club) -> None:
    ada, bob = club.person("Ada", KNOWN), club.person("Bob", KNOWN)
    gains, before = [], 1500.0
    for _ in range(FULL_WEIGHT + 5):
        club.game(ada, bob)
        gains.append(club.rating(ada) - before)
        before += gains[-1]
    assert gains[FULL_WEIGHT - 1] > 0.7 * gains[0]
    assert gains[-1] < gains[0] / 16
    club.store.ladder.meet([], -1.0)  # a day later
    club.game(ada, bob)
    assert club.rating(ada) - before > 0.5 * gains[0]


def test_free_texts_of_agents_are_never_listed(server: Served) -> None:
    ada = server.person("Ada")
    rival = {"who": "agent", "agent": "mcts:iterations=1"}
    table = ada.table("morpion", seats=[ME, rival], begins="random")["id"]
    for _ in range(3):
        wait_until(lambda: bool((ada.state(table)["turn"] or {}).get("mine")))
        ada.play(table)
    ada.say(table, type="resign")
    recorded(server, table)
    assert "mcts" not in ada.request("GET", "/api/ladder?game=morpion").text
    assert server.services.store.store.ladder.find("morpion", ["agent:mcts:iterations=1"]) == {}


def test_people_and_levels_are_listed_apart(server: Served) -> None:
    page = ladder(established(server, "Zoe", 2222.0))
    assert page["people"][0]["name"] == "Zoe"
    assert [level["name"] for level in page["levels"]] == ["expert", "hard", "medium", "easy"]
    assert not {one["name"] for one in page["people"]} & {level["name"] for level in page["levels"]}


def test_levels_begin_in_their_order_and_are_not_newcomers() -> None:
    ratings = [first_rating(f"agent:{level}", "coeurs") for level in registry.define("coeurs").levels]
    assert [rating.rating for rating in ratings] == [1200.0, 1350.0, 1500.0, 1650.0, 1800.0]
    assert {rating.deviation for rating in ratings} == {ESTABLISHED}
    assert first_rating("person:1", "coeurs") == Rating()


def test_part_of_a_game_is_part_of_a_rating_period() -> None:
    known = Rating(1500.0, 50.0)
    hardly = rated(known, [Against(Rating(), 0.5, 1e-9)])
    assert hardly.deviation == pytest.approx(50.0, abs=1e-3)  # games that do not count make nobody less sure


# --- rematches and people who leave -----------------------------------------------------------------------------------------


def test_a_rematch_drags_nobody_in(server: Served) -> None:
    griefer, victim = server.person("Griefer"), server.person("Victim")
    table, seated = table_of(griefer, victim, clock={"bank": 600})
    win(table, seated, victim)
    recorded(server, table)
    before = rating_of(server, griefer), rating_of(server, victim)
    with griefer.socket(table) as line:
        for _ in range(3):
            line.ask(type="rematch")
        following = griefer.get(f"/api/tables/{table}")["next"]
        assert griefer.say(following, type="rematch").json()["code"] == "not_over"  # nor is there a rematch of the rematch
    received = griefer.get(f"/api/tables/{following}")
    assert received["status"] == "open"
    assert sorted(seat["kind"] for seat in received["seats"]) == ["open", "person"]
    assert victim.get(f"/api/tables/{following}")["you"] is None
    assert (rating_of(server, griefer), rating_of(server, victim)) == before
    assert ok(victim.request("POST", f"/api/tables/{following}/join", json={}))["status"] == "playing"  # who wants to, may


def test_who_said_yes_and_went_away_is_not_seated(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    table, seated = table_of(ada, bob)
    win(table, seated, ada)
    with ada.socket(table) as first:
        first.hear("state")
        with bob.socket(table) as second:
            second.hear("state")
            second.ask(type="rematch")
            assert bob.get(f"/api/tables/{table}")["next"] is None  # Ada is there, and has not answered
        wait_until(lambda: not ada.get(f"/api/tables/{table}")["seats"][seated.index(bob)]["present"])
        first.ask(type="rematch")
    following = ada.get(f"/api/tables/{ada.get(f'/api/tables/{table}')['next']}")
    assert following["status"] == "open"
    assert following["host"]


def test_the_host_of_a_rematch_is_somebody_who_is_there(server: Served) -> None:
    ada, bob = server.person("Ada"), server.person("Bob")
    table, seated = table_of(ada, bob)
    win(table, seated, ada)
    assert ok(bob.say(table, type="rematch"))["type"] == "ok"
    following = bob.get(f"/api/tables/{bob.get(f'/api/tables/{table}')['next']}")
    assert following["host"]
    assert following["may"]["begin"]
    assert following["rated"]
    assert ok(bob.say(following["id"], type="begin"))["type"] == "ok"


def test_a_game_that_all_people_left_is_aborted_and_not_rated(server: Served) -> None:
    ada, bob = established(server, "Ada"), established(server, "Bob")
    table, seated = table_of(ada, bob)
    for _ in range(3):
        for one in seated:
            one.play(table)
    assert ok(ada.say(table, type="leave"))["type"] == "ok"
    with bob.socket(table) as line:
        line.hear("state")
        assert line.ask(type="leave")["type"] == "ok"
    state = bob.state(table)
    assert state["result"] == {"reason": "aborted", "scores": None, "winners": [], "shares": [0.0, 0.0], "loser": None}
    assert unrated(bob, table) == "aborted"
    recorded(server, table)
    record = bob.get(f"/api/records/{table}")
    assert (record["rated"], record["result"]["reason"]) == (False, "aborted")
    assert (rating_of(server, ada).rating, rating_of(server, bob).rating) == (1500.0, 1500.0)


def test_who_left_for_good_has_lost_whatever_the_stand_in_does(server: Served) -> None:
    ada, bob = established(server, "Ada"), established(server, "Bob")
    table, seated = table_of(ada, bob)
    for _ in range(3):
        for one in seated:
            one.play(table)
    ada.say(table, type="leave")
    wait_until(lambda: bool((bob.state(table)["turn"] or {}).get("mine")))
    bob.say(table, type="resign")
    recorded(server, table)
    assert rating_of(server, ada).rating == pytest.approx(1500.0)  # nobody stayed: nobody won


def test_a_person_who_plays_alone_cannot_leave(server: Served) -> None:
    ada = server.person("Ada")
    table = ada.table("morpion", seats=[ME, EASY], begins="random")["id"]
    assert not ada.get(f"/api/tables/{table}")["may"]["leave"]
    assert ada.say(table, type="leave").json()["code"] == "not_allowed"


@pytest.mark.parametrize(("decisions", "reason"), [(LEAST_DECISIONS, "resigned"), (LEAST_DECISIONS - 1, "aborted")])
def test_who_plays_alone_and_does_not_come_back_has_resigned(server: Served, decisions: int, reason: str) -> None:
    """Else nobody would ever lose to a level. A game too short to be rated is aborted; either way its record is stored with all actions."""
    ada = established(server, "Ada")
    table = ada.table("morpion", seats=[ME, EASY], begins="random")["id"]
    for _ in range(decisions):
        wait_until(lambda: bool((ada.state(table)["turn"] or {}).get("mine")))
        ada.play(table)
    wait_until(lambda: bool((ada.state(table)["turn"] or {}).get("mine")))
    played = ada.state(table)["turn"]["answers"] - 1
    left_long_ago(server, table)
    recorded(server, table)
    record = ada.get(f"/api/records/{table}")
    assert (record["result"]["reason"], record["rated"]) == (reason, reason == "resigned")
    assert len(record["record"]["choices"]) == played
    assert (rating_of(server, ada).rating < 1500.0) == (reason == "resigned")
    before = rating_of(server, ada)
    left_long_ago(server, table)  # the table is dropped from memory, and nothing counts twice
    assert rating_of(server, ada) == before
    assert ada.get(f"/api/tables/{table}")["status"] == "over"
