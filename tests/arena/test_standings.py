"""Standings: intervals that hold what they promise, pairs, groups and circles."""

import json
import random

import numpy as np
import pytest
from simulated_tournaments import by_strength, tables_of, two_by_two

from joute.arena.block import Block, GameResult
from joute.arena.statistics.comparisons import cycles, groups, holm
from joute.arena.statistics.estimates import ELO
from joute.arena.statistics.standings import standings
from joute.core.errors import UnknownName

NAMES = ["ada", "bea", "cleo", "dora"]


def beaten_by_the_next(first: int, second: int) -> float:
    """Rock, paper, scissors, and one who is even with all."""
    return 0.5 if 3 in (first, second) else 0.8 if (second - first) % 3 == 1 else 0.2


@pytest.mark.slow
@pytest.mark.parametrize("resamples", [0, 400])
def test_intervals_hold_the_truth_as_often_as_they_say(resamples: int) -> None:
    truth = np.array([0.0, 0.2, 0.5, 1.5])
    wanted = ELO * (truth - truth.mean())
    held = []
    for seed in range(100):
        found = standings(two_by_two(by_strength(truth.tolist()), 4, 25, seed), NAMES, seed, resamples=resamples)
        for one in found.agents:
            low, high = one.interval or (0.0, 0.0)
            held.append(low <= wanted[one.number] <= high)
    assert 0.93 <= np.mean(held) <= 0.98


def test_ranks_and_ratings_are_those_of_the_strengths() -> None:
    found = standings(two_by_two(by_strength([0, 2, 1, 3]), 4, 40, seed=1), NAMES, resamples=200)
    assert [one.agent for one in found.agents] == ["dora", "bea", "cleo", "ada"]
    assert [one.rank for one in found.agents] == [1, 2, 3, 4]
    assert found.model == "Bradley-Terry"
    assert sum(one.elo or 0 for one in found.agents) == pytest.approx(0, abs=1e-9)
    assert found.widest == max(one.interval[1] - one.interval[0] for one in found.agents if one.interval)
    assert json.loads(json.dumps(found.to_json()))["agents"][0]["agent"] == "dora"


def test_an_anchor_is_the_zero_of_the_ratings() -> None:
    found = standings(two_by_two(by_strength([0, 2, 1, 3]), 4, 10, seed=1), NAMES, anchor="bea", resamples=50)
    bea = next(one for one in found.agents if one.agent == "bea")
    assert (bea.elo, bea.interval) == (0, (0, 0))
    with pytest.raises(UnknownName, match="there are: ada, bea"):
        standings([], NAMES, anchor="zoe")


def test_the_order_of_games_changes_nothing() -> None:
    blocks = tables_of([0, 0.5, 1, 1.5], 3, 30, seed=2)
    shuffled = blocks[:]
    random.Random(5).shuffle(shuffled)
    assert standings(blocks, NAMES, 3, resamples=60).to_json() == standings(shuffled, NAMES, 3, resamples=60).to_json()


def test_equals_are_not_separated_and_the_strong_are() -> None:
    found = standings(two_by_two(by_strength([0, 0, 0, 2]), 4, 60, seed=1), NAMES, resamples=100)
    assert found.agents[0].agent == "dora"
    assert found.groups == [sorted(found.groups[0], key=lambda number: [one.number for one in found.agents].index(number))]
    assert set(found.groups[0]) == {0, 1, 2}
    separated = {one.agents for one in found.comparisons if one.separated}
    assert separated == {(0, 3), (1, 3), (2, 3)}
    assert all(one.superiority < 0.001 for one in found.comparisons if one.separated)


def test_a_circle_is_shown_and_ratings_do_not_explain_it() -> None:
    found = standings(two_by_two(beaten_by_the_next, 4, 80, seed=1), NAMES, resamples=0)
    assert found.cycles == [[0, 1, 2]]
    assert found.unexplained["probability"] < 1e-6
    surprised = {one.agents for one in found.comparisons if one.direct and abs(one.direct.surprise) > 3}
    assert surprised == {(0, 1), (1, 2), (0, 2)}


def test_where_strengths_explain_everything_nothing_is_left_unexplained() -> None:
    left = []
    for seed in range(40):
        found = standings(two_by_two(by_strength([0, 0.5, 1, 1.5]), 4, 30, seed), NAMES, resamples=0)
        assert found.cycles == []
        left.append(found.unexplained["probability"])
    assert np.mean(np.array(left) < 0.05) <= 0.125


def test_ten_wins_out_of_ten_are_no_certainty() -> None:
    games = [Block((0, 1), number, [GameResult(number, [0, 1], [1.0, 0.0], 1, [])]) for number in range(10)]
    for resamples in (0, 400):
        low, high = standings(games, NAMES[:2], resamples=resamples).agents[0].interval or (0, 0)
        assert 0 < low < 200 < high


def test_the_same_seed_gives_the_same_intervals() -> None:
    blocks = two_by_two(by_strength([0, 1, 2, 3]), 4, 5, seed=1)
    assert standings(blocks, NAMES, 1, resamples=70) == standings(blocks, NAMES, 1, resamples=70)
    assert standings(blocks, NAMES, 1, resamples=70) != standings(blocks, NAMES, 2, resamples=70)


def test_who_has_not_played_is_not_rated_and_islands_are_not_compared() -> None:
    blocks = [block for block in two_by_two(by_strength([0, 1, 2, 3, 0]), 5, 8, seed=1) if block.meeting in ((0, 1), (2, 3))]
    found = standings(blocks, [*NAMES, "zoe"], resamples=50)
    assert found.islands == [[0, 1], [2, 3], [4]]
    assert [one.agents for one in found.comparisons] == [(0, 1), (2, 3)]
    assert (found.agents[-1].agent, found.agents[-1].elo, found.agents[-1].interval, found.widest) == ("zoe", None, None, None)
    nothing = standings([], NAMES)
    assert nothing.games == 0
    assert [one.elo for one in nothing.agents] == [None] * 4


def test_faults_are_counted_and_lose() -> None:
    games = [GameResult(0, seats, [0.0, 0.0], 3, [], faults={seats.index(1): "timeout"}) for seats in ([0, 1], [1, 0])]
    found = standings([Block((0, 1), 0, games)], NAMES[:2], resamples=10)
    assert (found.agents[0].share, found.agents[1].share) == (1, 0)
    assert found.agents[1].faults == {"timeout": 2}


def test_holm_corrects_for_the_number_of_comparisons() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])  # the example of R's p.adjust
    assert holm([]) == []


def test_groups_may_overlap() -> None:
    assert groups([3, 1, 2, 0], {(0, 3), (1, 0), (2, 3)}) == [[3, 1], [1, 2], [2, 0]]


def test_every_edge_of_a_circle_counts() -> None:
    beats = {(0, 1): 0.01, (1, 2): 0.02, (2, 3): 0.001, (3, 0): 0.01, (4, 0): 0.01}
    assert cycles(beats) == [[0, 1, 2, 3]]
    assert cycles({(0, 1): 0.01, (1, 2): 0.01, (0, 2): 0.01}) == []
