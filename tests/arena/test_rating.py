"""Ratings: against published fits, against brute force, and against simulation."""

import math
import random
from itertools import permutations

import numpy as np
import pytest
from simulated_tournaments import by_strength, tables_of, two_by_two

from joute.arena.block import Block, GameResult
from joute.arena.statistics.estimates import ELO
from joute.arena.statistics.rating import RatingFit, collect, evidence, fit, placings

TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
WINS = [  # American League East 1987 (Agresti, Categorical Data Analysis, table 10.10): wins of the row against the column
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
PUBLISHED = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0]  # his fit, Baltimore at 0


def game(seats: list[int], scores: list[float], **faults: str) -> GameResult:
    return GameResult(0, seats, scores, 1, [], faults={int(seat[1:]): kind for seat, kind in faults.items()})


def test_the_baseball_teams_of_agresti_are_rated_as_published() -> None:
    rows = [(winner, loser) for winner, row in enumerate(WINS) for loser, count in enumerate(row) for _ in range(count)]
    blocks = [Block((0, 1), number, [game([winner, loser], [1, 0])]) for number, (winner, loser) in enumerate(rows)]
    placed = collect(blocks, len(TEAMS))
    strengths = fit(placed.fields, evidence(placed, prior=0.0))
    assert strengths - strengths[-1] == pytest.approx(PUBLISHED, abs=0.02), "the leash that keeps strengths finite is hardly felt"


def test_more_than_two_are_rated_as_brute_force_does() -> None:
    games = [([0, 1, 2], [3, 2, 1]), ([0, 1, 2], [2, 3, 1]), ([1, 2, 0], [1, 2, 3]), ([2, 0, 1], [3, 2, 1])]
    blocks = [Block((0, 1, 2), number, [game(seats, list(map(float, scores)))]) for number, (seats, scores) in enumerate(games)]
    placed = collect(blocks, 3)
    found = np.exp(fit(placed.fields, evidence(placed)))

    def likelihood(strengths: np.ndarray) -> float:
        total = 0.0
        for seats, scores in games:
            left = [seat for _, seat in sorted(zip(scores, seats, strict=True), reverse=True)]
            while len(left) > 1:
                total += math.log(strengths[left[0]] / sum(strengths[agent] for agent in left))
                left = left[1:]
        return total + 0.5 * sum(math.log(one) - 2 * math.log(1 + one) for one in strengths) - 0.005 * sum(np.log(strengths) ** 2)

    best = likelihood(found)
    for agent in range(3):
        for factor in (0.99, 1.01):
            assert likelihood(found * np.where(np.arange(3) == agent, factor, 1.0)) < best


def test_a_draw_is_half_a_win_for_each() -> None:
    assert placings([0, 1], [0, 0]) == (((0, 1), 0, 0.5), ((0, 1), 1, 0.5))


def test_a_tie_for_the_win_is_every_order_of_those_who_share_it() -> None:
    found = placings([0, 1, 2], [5, 5, 1])
    orders = list(permutations([0, 1]))
    for agent in (0, 1):
        assert ((0, 1, 2), agent, 1 / len(orders)) in found
        assert (tuple(sorted({0, 1, 2} - {1 - agent})), agent, 1 / len(orders)) in found
    assert sum(weight for _, _, weight in found) == pytest.approx(2), "two places were given"


def test_those_who_tie_behind_the_winner_are_not_ordered() -> None:
    assert placings([0, 1, 2, 3], [0, 1, 0, 0]) == (((0, 1, 2, 3), 1, 1.0),)


def test_where_only_the_win_counts_the_places_behind_it_do_not() -> None:
    assert placings([0, 1, 2, 3], [3, 9, 2, 1], winners_only=True) == (((0, 1, 2, 3), 1, 1.0),)
    assert placings([0, 1, 2], [5, 5, 1], winners_only=True) == (((0, 1, 2), 0, 0.5), ((0, 1, 2), 1, 0.5)), "a shared win is half a win"
    assert placings([0, 1, 2], [9, 5, 1], {0: "crash"}, winners_only=True) == (((0, 1, 2), 1, 1.0),)
    assert placings([0, 1], [0, 0], winners_only=True) == placings([0, 1], [0, 0]), "two seats have one place to win"


def test_an_agent_that_wins_or_comes_last_is_rated_by_its_wins() -> None:
    """Agent 0 wins three games of eight and is last in the others; agent 1 wins two and is second in the others."""
    orders = [[0, 1, 2, 3], [0, 1, 3, 2], [0, 1, 2, 3], [1, 2, 3, 0], [1, 3, 2, 0], [2, 1, 3, 0], [3, 1, 2, 0], [2, 1, 3, 0]]
    games = [game([0, 1, 2, 3], [float(-order.index(agent)) for agent in range(4)]) for order in orders]
    blocks = [Block((0, 1, 2, 3), number, [one]) for number, one in enumerate(games)]
    by_places, by_wins = (RatingFit.of(collect(blocks, 4, winners_only)).strengths for winners_only in (False, True))
    assert by_places[1] > by_places[0]
    assert by_wins[0] > by_wins[1]


def test_a_fault_comes_behind_everybody() -> None:
    assert placings([0, 1], [1, -1], {0: "crash"}) == (((0, 1), 1, 1.0),)
    assert placings([0, 1], [1, -1], {0: "crash", 1: "timeout"}) == ()


def test_an_agent_on_two_seats_is_twice_as_likely_to_win() -> None:
    assert placings([0, 0, 1, 1], [4, 1, 3, 2])[:2] == (((0, 0, 1, 1), 0, 1.0), ((0, 1, 1), 1, 1.0))
    fitted = RatingFit.of(collect([Block((0, 1), 0, [game([0, 0, 1], [1, 0, 0])] * 2 + [game([0, 0, 1], [0, 0, 1])])], 2), prior=0.0)
    assert fitted.strengths == pytest.approx([0, 0], abs=1e-9), "two wins of three are what two seats of three deserve"


def test_ratings_do_not_depend_on_the_order_of_games_not_even_in_the_last_bit() -> None:
    blocks = two_by_two(by_strength([0, 0.5, 1, 2]), 4, 12, seed=1, draws=0.2)
    shuffled = [Block(block.meeting, block.number, block.games[::-1]) for block in blocks]
    random.Random(1).shuffle(shuffled)
    assert (RatingFit.of(collect(blocks, 4)).strengths == RatingFit.of(collect(shuffled, 4)).strengths).all()


def test_a_perfect_score_has_a_finite_rating() -> None:
    fitted = RatingFit.of(collect([Block((0, 1), number, [game([0, 1], [1, 0])]) for number in range(50)], 2))
    gap = ELO * (fitted.strengths[0] - fitted.strengths[1])
    assert 500 < gap < 1500


@pytest.mark.parametrize("winners_only", [False, True])
def test_known_strengths_are_found_again_from_tables_of_four(winners_only: bool) -> None:
    truth = np.array([0, 0.3, 0.6, 0.9, 1.2])
    found = RatingFit.of(collect(tables_of(truth.tolist(), 4, 1500, seed=3, winners_only=winners_only), 5)).strengths
    assert found - found.mean() == pytest.approx(truth - truth.mean(), abs=0.08)
