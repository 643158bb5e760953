"""The hand-written players of Diamant: the exit factor worked out by hand, what careful does, and both ahead of random play."""

import numpy as np
import pytest
from games.diamant.caves import cave, weight

import joute
from joute.arena.block import ScheduledGame, block_means
from joute.arena.duel import duel
from joute.arena.record_packing import unpack
from joute.arena.statistics.estimates import share_interval
from joute.arena.worker import play_game, play_games
from joute.core.game import Game
from joute.core.rng import below, seeded
from joute.core.state import State
from joute.games.diamant.agents.exit_factor import COEFFICIENTS, ExitFactor, call_choose
from joute.games.diamant.agents.rule_policy import EXIT_FACTOR, chance_by_factor, chance_to_leave, choose_by_chance, player_row
from joute.games.diamant.cards import card_names
from joute.games.diamant.heuristic import careful, careful_chance
from joute.games.diamant.rules import EXPLORE, RETURN, chapter
from joute.games.diamant.state import DiamantState


def factor(position: tuple[Game, State], seat: int, text: str = "exit_factor") -> float:
    game, state = position
    agent = joute.agent(text, game)
    assert isinstance(agent, ExitFactor)
    return agent.factor(game.view(state, seat), seat)


# --- the exit factor --------------------------------------------------------------------------------------------------------

# Two traps lie there: 2 of 3 cards of each are left among 31 - 4 = 27 cards, so 4 of 27 are deadly: 14.81 %.
DANGER = 100 * 4 / 27


ALL = "exit_factor:ranking=all"
BELOW = "exit_factor:ranking=all,ties=below"


def test_the_last_in_the_ranking_takes_risks() -> None:
    position = cave("13 P1 P2 5", [0, 6, 9, 20], carried=4, gems=2)
    assert factor(position, 0) == pytest.approx(DANGER + 0 * 10 - 0.5 * 6 + 2 / 4)


def test_the_first_in_the_ranking_leaves_sooner_though_its_lead_counts_against_it() -> None:
    position = cave("13 P1 P2 5", [0, 6, 9, 20], carried=4, gems=2)
    assert factor(position, 3) == pytest.approx(DANGER + 3 * 10 - 0.75 * 11 + 2 / 4)


def test_one_in_between_counts_both_gaps() -> None:
    position = cave("13 P1 P2 5", [0, 6, 9, 20], carried=4, gems=2)
    assert factor(position, 1) == pytest.approx(DANGER + 1 * 10 - 0.5 * 3 - 0.75 * 6 + 2 / 4)


def test_the_ranking_counts_what_is_in_the_bank() -> None:
    position = cave("13 P1 P2 5", [7, 6, 9, 20], carried=4, gems=2, inside=[1, 2])
    assert factor(position, 1) == pytest.approx(DANGER + 0 * 10 - 0.5 * 1 + 2 / 2), "6 gems, the next above 7"


def test_the_ranking_may_count_what_is_carried_too() -> None:
    position = cave("13 P1 P2 5", [7, 6, 9, 20], carried=4, gems=2, inside=[1, 2])  # they own 7, 10, 13 and 20
    assert factor(position, 1, ALL) == pytest.approx(DANGER + 1 * 10 - 0.5 * 3 - 0.75 * 3 + 2 / 2)


def test_one_stands_above_its_equals() -> None:
    position = cave("13 P1 P2 5", [5, 9, 9, 20], carried=4, gems=2)
    assert factor(position, 1) == factor(position, 2) == pytest.approx(DANGER + 2 * 10 - 0.5 * 11 + 2 / 4)


def test_one_may_stand_below_its_equals() -> None:
    position = cave("13 P1 P2 5", [5, 9, 9, 20], carried=4, gems=2)
    assert factor(position, 1, BELOW) == factor(position, 2, BELOW) == pytest.approx(DANGER + 1 * 10 - 0.75 * 4 + 2 / 4)


def test_every_coefficient_is_a_setting() -> None:
    position = cave("13 P1 P2 5", [0, 6, 9, 20], carried=4, gems=2)
    text = "exit_factor:danger=2,rank=1,behind=3,ahead=-1,path=8"
    assert factor(position, 1, text) == pytest.approx(2 * DANGER + 1 + 3 * 3 - 6 + 8 * 2 / 4)


@pytest.mark.parametrize(("percent", "draws"), [(-0.1, 0), (0.0, 1), (33.9, 34), (99.9, 100), (100.0, 101), (250.0, 101)])
def test_of_the_draws_from_0_to_100_those_up_to_the_factor_leave(percent: float, draws: int) -> None:
    assert chance_to_leave(percent) == draws / 101


def test_it_leaves_as_often_as_its_opinion_says() -> None:
    game, state = cave("13 P1 P2 5", [0, 6, 9, 20], carried=4, gems=2)
    agent, view = joute.agent("exit_factor", game), game.view(state, 3)
    leaving = weight(agent.consider(view, 3).judgements, RETURN)
    assert leaving == 38 / 101  # 37.06 %
    assert np.mean([agent.choose(view, 3, seed) for seed in range(4000)]) == pytest.approx(leaving, abs=0.03)
    assert agent.consider(view, 3, seed=5).action == agent.choose(view, 3, seed=5)
    assert "37.1" in agent.consider(view, 3).remark["en"]


@pytest.mark.parametrize(("path", "carried"), [("P1 P2 2 3", 0), ("17", 4)], ids=["empty pockets", "first turn"])
def test_it_never_leaves_with_empty_pockets_or_on_the_first_turn(path: str, carried: int) -> None:
    game, state = cave(path, [0, 6, 9, 20], carried=carried, gems=1)
    agent, view = joute.agent("exit_factor:rank=1000", game), game.view(state, 3)
    assert weight(agent.consider(view, 3).judgements, RETURN) == 0
    assert all(agent.choose(view, 3, seed) == EXPLORE for seed in range(200))


def test_a_lone_card_on_the_path_is_not_the_first_turn_once_somebody_has_left() -> None:
    game, state = cave("17", [0, 6, 9, 20], carried=4, inside=[1, 3])  # a relic lay there, and was taken
    assert joute.agent("exit_factor:rank=1000", game).choose(game.view(state, 3), 3) == RETURN


def test_the_draw_is_the_same_in_plain_python_and_compiled() -> None:
    _, state = cave("13 P1 P2 5", [0, 6, 9, 20], carried=4, gems=2)
    chance = chance_by_factor(DiamantState.of(state), 3, COEFFICIENTS, False, True)
    row = player_row(EXIT_FACTOR, *COEFFICIENTS, 0.0, 1.0)
    for seed in range(50):
        arguments = np.tile(row, (4, 1)), np.zeros(0, np.int64)
        drawn = call_choose(state.array, 3, *arguments, seeded(seed))
        assert drawn == choose_by_chance(DiamantState.of(state), 3, *arguments, seeded(seed))
        assert (drawn == RETURN) == (below(seeded(seed), 101) / 101 < chance)


# --- careful ----------------------------------------------------------------------------------------------------------------


def share_of_returns(position: tuple[Game, State], seat: int) -> float:
    game, state = position
    fields = DiamantState.of(game.view(state, seat))
    return float(np.mean([careful(fields, seat, np.zeros(2, np.int64), seeded(seed)) for seed in range(300)]))


def test_careful_explores_while_no_trap_can_be_deadly() -> None:
    assert share_of_returns(cave("17 15 14 13", [0, 0, 0, 0], carried=13, gems=7), 0) == 0


def test_careful_brings_a_treasure_home_before_three_traps_strike() -> None:
    assert share_of_returns(cave("17 15 14 P1 P2 P3", [0, 0, 0], carried=14, gems=3), 0) > 0.9


def test_careful_risks_a_pittance() -> None:
    assert share_of_returns(cave("2 1 P1", [0, 0], carried=1, gems=1), 0) == 0


def test_careful_does_not_always_leave_together_with_its_like() -> None:
    assert 0.2 < share_of_returns(cave("17 15 P1 P2", [0, 0, 0, 0], carried=7, gems=4), 0) < 0.8


def test_careful_does_not_come_home_to_a_lost_game() -> None:
    path = "17 15 14 P1 P2 P3"
    assert share_of_returns(cave(path, [0, 60, 0], carried=14, gems=3, round=5), 0) == 0
    assert share_of_returns(cave(path, [60, 0, 0], carried=14, gems=3, round=5), 0) > 0.9


def test_careful_returns_as_often_as_its_chance_says() -> None:
    position = cave("17 15 P1 P2", [0, 0, 0, 0], carried=7, gems=4)
    assert share_of_returns(position, 0) == pytest.approx(careful_chance(DiamantState.of(position[1]), 0), abs=0.08)


# --- the leaver -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "action"), [("leaver", EXPLORE), ("leaver:gems=11", RETURN), ("leaver:gems=10", RETURN)])
def test_a_leaver_returns_as_soon_as_it_carries_its_gems(text: str, action: int) -> None:
    game, state = cave("17 15 14 P1 P2 P3", [0, 0, 0, 0], carried=11, gems=2)
    opinion = joute.agent(text, game).consider(game.view(state, 1), 1)
    assert opinion.action == action
    assert weight(opinion.judgements, action) == 1


# --- chapters ---------------------------------------------------------------------------------------------------------------


def test_a_chapter_begins_when_a_round_has_ended_and_nothing_is_turned_yet() -> None:
    game, state = cave("17 P1", [0, 6], carried=8, gems=1)
    assert not chapter(DiamantState.of(state))
    game.advance(state, {0: "return", 1: "explore"})
    assert not chapter(DiamantState.of(state))
    game.resolve(state, card_names(2006).index("P1"))
    assert chapter(DiamantState.of(state))
    game.resolve(state, card_names(2006).index("P1"))
    assert not chapter(DiamantState.of(state))
    assert not chapter(DiamantState.of(game.laid_out()))


def test_an_empty_path_with_a_seat_back_home_begins_no_chapter() -> None:
    game, state = cave("R", [0, 6, 3], round=2)
    game.advance(state, {0: "return", 1: "explore", 2: "explore"})
    assert DiamantState.of(state).steps == 0
    assert not chapter(DiamantState.of(state))


# --- whole games ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_whole_games_of_exit_factors_leave_as_often_as_choice_by_choice() -> None:
    game = joute.game("diamant").fast()
    texts = ["exit_factor:danger=0.5", *["exit_factor:path=2"] * 3]
    agents = [joute.agent(text, game) for text in texts]
    tasks = [ScheduledGame(block, (), [(seat + turn) % 4 for seat in range(4)], 1) for block in range(60) for turn in range(4)]
    by_machine, one_by_one = play_games(game, agents, tasks, records=True), [play_game(game, agents, task) for task in tasks]
    shares, others = (share_interval(block_means(played, 0)) for played in (by_machine, one_by_one))
    assert shares[0] < others[1]
    assert others[0] < shares[1]
    for whole in by_machine[:10]:
        record = unpack(whole.record, game, texts)
        assert record.scores == whole.scores
        assert len(record.choices) == whole.choices


# --- strength ---------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("text", ["exit_factor", "careful"])
def test_both_are_far_ahead_of_random_play(text: str) -> None:
    standing = duel(joute.game("diamant"), [text, "random", "random", "random"], games=200, seed=1).standing(0)
    assert standing["interval"][0] > 0.6  # a fair share is a quarter


@pytest.mark.slow
def test_careful_is_ahead_of_the_exit_factor() -> None:
    standing = duel(joute.game("diamant"), ["careful", *["exit_factor"] * 3], games=400, seed=1).standing(0)
    assert standing["interval"][0] > 0.3
