"""Duels: whole blocks, every agent on every seat, the same games for a seed on one process or two."""

from typing import Any

import pytest

import joute
from joute.arena.block import GameResult, ScheduledGame, share_and_score
from joute.arena.duel import duel
from joute.arena.statistics.estimates import share_interval
from joute.arena.statistics.sprt import Sprt
from joute.arena.worker import play_games, start_games
from joute.core import registry
from joute.core.errors import BadSetting, JouteError, UnknownName
from joute.core.game import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return joute.game("morpion", width=4, height=4, align=3)


def test_every_agent_takes_every_seat_in_every_block(game: Game) -> None:
    result = duel(game, ["random", "mcts:iterations=10"], games=5, seed=1)
    assert [(one.block, one.seats) for one in result.played] == [(block, seats) for block in range(3) for seats in ([0, 1], [1, 0])]
    report = result.to_json()
    assert report["games"] == 6
    assert report["blocks"] == 3


def test_wins_draws_and_losses_add_up(game: Game) -> None:
    report = duel(game, ["mcts:iterations=200", "random"], games=20, seed=2).to_json()
    first, second = report["agents"]
    assert first["wins"] + first["draws"] + first["losses"] == 20
    assert (first["wins"], first["draws"]) == (second["losses"], second["draws"])
    assert first["mean"] + second["mean"] == pytest.approx(1)
    assert first["interval"][0] <= first["mean"] <= first["interval"][1]
    assert first["interval"][0] > 0.5, "a search is ahead of chance"
    assert sum(seat["wins"] for seat in report["seats"]) + report["seats"][0]["draws"] == 20


def test_two_like_agents_do_not_play_the_same_game_twice(game: Game) -> None:
    played = duel(game, ["random", "random"], games=40, seed=1).played
    pairs = zip(played[::2], played[1::2], strict=True)
    assert any(one.scores != other.scores for one, other in pairs)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_on_one_process_or_two(game: Game) -> None:
    def games_of(workers: int, seed: int) -> list[object]:
        played = duel(game, ["mcts:iterations=50", "random"], games=24, seed=seed, workers=workers).played
        return [(one.block, one.seats, one.scores, one.choices) for one in played]

    assert games_of(1, seed=3) == games_of(2, seed=3)
    assert games_of(1, seed=3) != games_of(1, seed=4)


def test_agents_that_are_rules_play_compiled_under_the_same_chance() -> None:
    """Every seat of a block is dealt the same cards, whichever agents play; and the seed decides everything."""
    game = joute.game("coeurs", deals=1)
    first, again = (duel(game, ["random"] * 4, games=40, seed=seed).played for seed in (5, 5))
    assert [one.scores for one in first] == [one.scores for one in again]
    assert all(sum(one.scores) in (-40, 40) for one in first)
    assert {one.choices for one in first} == {32}
    tasks = [ScheduledGame(3, (), [0, 1, 2, 3], 5), ScheduledGame(3, (), [1, 2, 3, 0], 5)]
    states, _ = start_games(game, tasks)
    assert states[0] == states[1]
    assert states[0] == game.new(tasks[1].chance_seed).array[0]
    assert tasks[0].agent_seed != tasks[1].agent_seed


def test_progress_ends_at_the_total(game: Game) -> None:
    reported: list[tuple[int, int]] = []
    duel(game, ["random", "mcts:iterations=5"], games=6, progress=lambda done, total: reported.append((done, total)))
    assert reported == [(2, 6), (4, 6), (6, 6)]


def test_thinking_times_are_those_of_the_agent(game: Game) -> None:
    agents = [registry.agent(text, game) for text in ("mcts:iterations=3000", "random")]
    (one,) = play_games(game, agents, [ScheduledGame(0, (), [0, 1], seed=1)])
    assert len(one.seconds[0]) + len(one.seconds[1]) == one.choices


def test_what_cannot_be_played_is_refused_before_it_begins(game: Game) -> None:
    with pytest.raises(JouteError, match="a table of 2 seats takes 2 agents"):
        duel(game, ["random"], games=2)
    with pytest.raises(UnknownName, match="there are: "):
        duel(game, ["random", "nobody"], games=2)
    with pytest.raises(BadSetting, match="one of balanced, none"):
        duel(game, ["random", "random"], games=2, openings="wild")
    with pytest.raises(BadSetting, match="at least one"):
        duel(game, ["random", "random"], games=0)


def test_two_agents_at_a_table_of_four_share_the_point_by_all_their_seats() -> None:
    report: Any = duel(joute.game("coeurs", deals=1), ["careful", "random"], games=120, seed=1).to_json()
    assert (report["games"], report["blocks"]) == (120, 20)
    careful, beginner = report["agents"]
    assert careful["mean"] + beginner["mean"] == pytest.approx(1)
    assert careful["interval"][0] > 0.5
    assert careful["score_interval"][0] < careful["score_mean"] < careful["score_interval"][1]
    assert careful["wins"] + careful["draws"] + careful["losses"] == 120


def test_agents_that_do_not_fit_the_table_are_told_how_many_would() -> None:
    with pytest.raises(JouteError, match="takes 2, 4 agents"):
        duel(joute.game("coeurs"), ["random"] * 3, games=4)


def test_a_seat_at_fault_has_no_share() -> None:
    assert share_and_score(GameResult(0, [0, 1], [1.0, -1.0], 3, [], faults={0: "crash"}), 0) == (0, 1.0)
    assert share_and_score(GameResult(0, [0, 1], [1.0, -1.0], 3, [], faults={0: "crash"}), 1) == (1, -1.0)
    assert share_and_score(GameResult(0, [0, 1, 0, 1], [3.0, 3.0, 3.0, 0.0], 3, []), 0) == pytest.approx((2 / 3, 3.0))


def test_the_lead_is_the_own_score_less_that_of_the_others_block_by_block() -> None:
    report: Any = duel(joute.game("coeurs", deals=1), ["careful", "random", "random:", "careful:"], games=80, seed=1).to_json()
    for row in report["agents"]:
        others = [one["score_mean"] for one in report["agents"] if one is not row]
        assert row["lead"] == pytest.approx(row["score_mean"] - sum(others) / 3)
        assert row["lead_interval"][0] < row["lead"] < row["lead_interval"][1]
    two: Any = duel(joute.game("coeurs", deals=1), ["careful", "random"], games=60, seed=1).to_json()["agents"]
    assert two[0]["lead"] == pytest.approx(-two[1]["lead"])
    assert two[0]["lead"] == pytest.approx(two[0]["score_mean"] - two[1]["score_mean"])


def test_an_unplayed_share_at_a_table_of_four_lies_around_a_quarter() -> None:
    report: Any = duel(joute.game("coeurs", deals=1), ["careful"] * 4, games=4, seed=1).to_json()
    low, high = report["agents"][0]["interval"]
    assert (low, high) == share_interval([report["agents"][0]["mean"]], 0.25)


def test_a_sequential_test_stops_the_duel_by_itself() -> None:
    game = joute.game("coeurs", deals=1)
    report: Any = duel(game, ["careful", "random"], games=20_000, seed=1, until=Sprt(0, 50)).to_json()
    assert report["sprt"]["accepted"] == "elo1"
    assert report["sprt"]["blocks"] == report["blocks"] < 1000
    assert report["sprt"]["verdict"]["en"] == "careful is ahead of random: 50 Elo are accepted against 0."
    assert report["agents"][0]["elo"] == pytest.approx(report["sprt"]["elo"])
    assert report["agents"][1]["elo"] == pytest.approx(-report["sprt"]["elo"])
    low, high = report["agents"][0]["elo_interval"]
    assert low < report["agents"][0]["elo"] < high
    with pytest.raises(JouteError, match="compares two agents"):
        duel(game, ["random"] * 4, games=4, until=Sprt(0, 50))


@pytest.mark.slow
def test_a_sequential_test_stops_at_the_same_block_on_one_process_or_two(game: Game) -> None:
    def verdict(workers: int) -> object:
        found = duel(game, ["mcts:iterations=30", "random"], games=400, seed=3, workers=workers, until=Sprt(-20, 20))
        return found.verdict, [(one.block, one.seats, one.scores) for one in found.played]

    assert verdict(1) == verdict(2)
