"""Who meets whom: everybody equally often, everybody on every seat, and the same for everybody who asks."""

from collections import Counter
from itertools import combinations, islice

import pytest

from joute.arena.block import BlockKey
from joute.arena.tournament import schedule
from joute.arena.tournament.plan import TournamentBudget
from joute.core.errors import BadSetting


@pytest.mark.parametrize("agents", [2, 3, 6, 7, 40])
def test_in_a_round_robin_every_pair_meets_once_a_round(agents: int) -> None:
    first, second = islice(schedule.round_robin(range(agents)), 2)
    assert sorted(meeting for meeting, _ in first) == list(combinations(range(agents), 2))
    assert [(meeting, 1) for meeting, _ in first] == second


def test_a_round_robin_that_is_cut_short_has_let_everybody_play_about_as_often() -> None:
    drawn = next(schedule.round_robin(range(40)))
    for cut in (20, 100, 333):
        played = Counter(agent for meeting, _ in drawn[:cut] for agent in meeting)
        assert max(played.values()) - min(played[agent] for agent in range(40)) <= 1


@pytest.mark.parametrize(("agents", "seats", "rounds"), [(4, 4, 5), (5, 4, 50), (9, 3, 60), (40, 4, 130), (7, 6, 70)])
def test_drawn_tables_seat_everybody_and_every_pair_about_equally_often(agents: int, seats: int, rounds: int) -> None:
    drawn = list(islice(schedule.tables(range(agents), seats, seed=3), rounds))
    sat = Counter(agent for tables in drawn for meeting, _ in tables for agent in meeting)
    met = Counter(pair for tables in drawn for meeting, _ in tables for pair in combinations(meeting, 2))
    assert max(sat.values()) - min(sat.values()) <= 1
    assert len(met) == agents * (agents - 1) // 2
    assert max(met.values()) - min(met.values()) <= max(3, 0.3 * max(met.values()))
    assert all(len(tables) == agents // seats and {number for _, number in tables} == {place} for place, tables in enumerate(drawn))


def test_another_seed_draws_other_tables() -> None:
    first, again, other = (list(islice(schedule.tables(range(9), 3, seed), 5)) for seed in (1, 1, 2))
    assert first == again != other


def strength(key: BlockKey) -> dict[int, float]:
    """The lower number wins."""
    return {agent: 1.0 if agent == min(key[0]) else 0.0 for agent in key[0]}


def test_in_a_swiss_tournament_winners_meet_winners_and_nobody_meets_twice_too_soon() -> None:
    rounds = list(islice(schedule.swiss(range(8), 2, seed=1, blocks=1, points=strength), 4))
    assert all(sorted(agent for meeting, _ in drawn for agent in meeting) == list(range(8)) for drawn in rounds)
    meetings = [meeting for drawn in rounds for meeting, _ in drawn]
    assert len(set(meetings)) == len(meetings)
    points: Counter[int] = Counter()
    for drawn in rounds:
        for key in drawn:
            points.update(strength(key))
    assert points.most_common(1)[0][0] == 0


def test_in_a_swiss_tournament_everybody_rests_in_turn() -> None:
    rounds = list(islice(schedule.swiss(range(5), 2, seed=1, blocks=2, points=strength), 5))
    resting = [({*range(5)} - {agent for meeting, _ in drawn for agent in meeting}).pop() for drawn in rounds]
    assert sorted(resting) == [0, 1, 2, 3, 4]
    assert [number for _, number in rounds[1]] == [2, 3, 2, 3], "every round has deals of its own"


def test_the_format_follows_the_seats_when_none_is_named() -> None:
    assert schedule.usual(5, 2) == "round_robin"
    assert schedule.usual(5, 4) == "tables"
    assert schedule.usual(3, 4) == "round_robin"


@pytest.mark.parametrize(
    ("form", "agents", "sentence"),
    [("cup", 4, "one of round_robin, swiss, tables"), ("round_robin", 1, "at least two"), ("tables", 3, "tables of 4 seats")],
)
def test_what_cannot_be_scheduled_is_refused_in_a_sentence(form: str, agents: int, sentence: str) -> None:
    with pytest.raises(BadSetting, match=sentence):
        schedule.check(form, agents, 4)


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("1000", TournamentBudget(games=1000)),
        ("90s", TournamentBudget(seconds=90)),
        ("5m", TournamentBudget(seconds=300)),
        ("1h30m", TournamentBudget(seconds=5400)),
        ("1.5 h", TournamentBudget(seconds=5400)),
        ("width:30", TournamentBudget(width=30)),
    ],
)
def test_a_budget_is_read_as_people_write_it(text: str, budget: TournamentBudget) -> None:
    assert TournamentBudget.read(text) == budget


@pytest.mark.parametrize("text", ["", "0", "-5", "5 minutes", "m", "width:", "width:0", "0s", "5m3", "1e3"])
def test_a_budget_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(BadSetting, match="1h30m"):
        TournamentBudget.read(text)
