"""The veteran of Diamant: habits that are the players they are named after, and choices that follow the chance to win."""

import numpy as np
import pytest
from games.diamant.caves import cave, weight

import joute
from joute.arena.duel import duel
from joute.core.game import Game
from joute.core.state import State
from joute.games.diamant.agents.veteran import CAREFUL, EXIT_FACTOR, LEAVER, LEAVES_AT, PRIOR, RANDOM, SEARCHES, chance_by_habit
from joute.games.diamant.rules import EXPLORE, RETURN
from joute.games.diamant.state import DiamantState

POSITIONS = [
    cave("13 P1 P2 5", [0, 6, 9, 20], carried=4, gems=2),
    cave("17", [0, 6, 9, 20], carried=4, gems=1),
    cave("17 15 P1 P2", [0, 0, 0, 0], carried=7, gems=4, round=5),
    cave("17 15 14 P1 P2", [3, 0, 25], carried=15, gems=1, inside=[1, 2], round=3),
]


def test_somebody_unknown_has_one_habit_or_another() -> None:
    assert PRIOR.sum() == pytest.approx(1)
    assert len(PRIOR) == LEAVER + len(LEAVES_AT)


@pytest.mark.parametrize("position", POSITIONS)
def test_a_habit_returns_as_often_as_the_player_it_is_named_after(position: tuple[Game, State]) -> None:
    game, state = position
    seat = game.movers(state)[0]
    view = game.view(state, seat)
    fields = DiamantState.of(view)
    players = {EXIT_FACTOR: "exit_factor:ranking=all,ties=below", LEAVER + 3: f"leaver:gems={LEAVES_AT[3]}"}
    for habit, text in players.items():
        opinion = joute.agent(text, game).consider(view, seat)
        assert chance_by_habit(fields, seat, habit) == pytest.approx(weight(opinion.judgements, RETURN))
    beginner = joute.agent("careful", game)
    returned = np.mean([beginner.choose(view, seat, seed) for seed in range(400)])
    assert chance_by_habit(fields, seat, CAREFUL) == chance_by_habit(fields, seat, SEARCHES) == pytest.approx(returned, abs=0.08)
    assert chance_by_habit(fields, seat, RANDOM) == 0.5


def test_it_brings_a_won_game_home() -> None:
    game, state = cave("17 15 14 P1 P2 P3", [20, 25, 0, 9], carried=14, gems=3, inside=[0], round=5)
    opinion = joute.agent("veteran:iterations=500", game).consider(game.view(state, 0), 0)
    assert opinion.action == RETURN
    assert opinion.value == 1


def test_it_does_not_come_home_to_a_lost_game() -> None:
    game, state = cave("17 15 14 P1 P2 P3", [0, 60, 0, 9], carried=14, gems=3, inside=[0], round=5)
    opinion = joute.agent("veteran:iterations=500", game).consider(game.view(state, 0), 0)
    assert opinion.action == EXPLORE
    assert [judgement.value for judgement in opinion.judgements if judgement.action == RETURN] == [0]


def test_it_leaves_before_the_careful_do_when_the_path_is_rich() -> None:
    game, state = cave("17 15 14 P1 P2 R", [0, 0, 0, 0], carried=10, gems=6, round=1)
    assert joute.agent("veteran:iterations=2000", game).choose(game.view(state, 0), 0) == RETURN


def test_it_says_the_danger_and_both_chances() -> None:
    game, state = cave("13 P1 P2 5", [0, 6, 9, 20], carried=4, gems=2)  # 4 deadly cards of 27
    opinion = joute.agent("veteran:iterations=500", game).consider(game.view(state, 0), 0)
    assert opinion.remark["en"].startswith("danger 15%; chance to win by exploring ")
    assert opinion.remark["fr"].startswith("danger 15 % ; chance de gagner en explorant ")
    once = joute.agent("veteran:iterations=1", game).consider(game.view(state, 0), 0)
    assert once.remark["en"].count("chance") == 1


def choices_of(level: str, position: tuple[Game, State], seat: int) -> set[int]:
    game, state = position
    agent, view = joute.agent(level, game), game.view(state, seat)
    return {agent.choose(view, seat, seed) for seed in range(40)}


def test_hard_errs_in_close_calls_and_never_where_all_is_plain() -> None:
    close = cave("17 P1 P2 9", [0, 0, 0, 0], carried=6, gems=2)
    assert choices_of("hard", close, 0) == {EXPLORE, RETURN}
    won = cave("17 15 14 P1 P2 P3", [20, 25, 0, 9], carried=14, gems=3, inside=[0], round=5)
    assert choices_of("hard", won, 0) == {RETURN}


def test_easy_does_not_leave_with_empty_pockets() -> None:
    assert choices_of("easy", cave("P1 P2 3", [0, 6, 9, 20], carried=0, gems=3), 3) == {EXPLORE}


@pytest.mark.parametrize("seats", [2, 3, 8])
@pytest.mark.parametrize("edition", ["2006", "2016", "2020"])
def test_it_plays_every_table_and_edition_to_the_end(seats: int, edition: str) -> None:
    game = joute.game("diamant", seats=seats, edition=edition, rounds=2)
    played = duel(game, ["veteran:iterations=30", *["careful"] * (seats - 1)], games=1, seed=1)
    assert len(played.played) == seats


@pytest.mark.slow
def test_it_is_far_ahead_of_the_exit_factor() -> None:
    standing = duel(joute.game("diamant"), ["veteran:iterations=300", *["exit_factor"] * 3], games=200, seed=1).standing(0)
    assert standing["interval"][0] > 0.3  # a fair share is a quarter
