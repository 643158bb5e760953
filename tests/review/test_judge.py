"""Judgements: equal samples in the same worlds, intervals that hold what they promise, and exact results where they are proven."""

from itertools import pairwise

import numpy as np
import pytest

import joute
from joute.core.errors import IllegalMove
from joute.core.opinion import Unit
from joute.core.rng import seeded, uniform
from joute.core.state import State
from joute.review.assessment import BATCHES, contrast, standard_error
from joute.review.continuations import ContinuationSampler, unrelated_seed
from joute.review.judge import is_mistake

COEURS = joute.game("coeurs", deals=1)


def first_decision(seed: int) -> tuple[State, int]:
    """The view of the seat that opens a deal."""
    state = COEURS.new(seed)
    (seat,) = COEURS.movers(state)
    return COEURS.view(state, seat), seat


def test_a_square_that_lets_the_opponent_complete_four_is_proven_to_lose() -> None:
    game = joute.game("morpion", width=5, height=5)
    state = game.new()
    for action in ("b3", "a1", "c3", "a2", "d3"):
        game.play(state, {game.movers(state)[0]: action})
    judged = joute.judge(game, game.view(state, 1), 1, "e1", agent="alpha_beta:depth=2", seconds=0)
    assert judged.exact
    assert judged.judgement(judged.played).value == -1.0
    assert judged.judgement(judged.played).error == 0.0


def test_a_win_that_is_missed_costs_what_it_was_worth() -> None:
    game = joute.game("morpion", width=4, height=4)
    state = game.new()
    for action in ("a1", "a2", "b1", "b2", "c1", "c2"):
        game.play(state, {game.movers(state)[0]: action})
    judged = joute.judge(game, game.view(state, 0), 0, "a4", agent="alpha_beta:depth=2", seconds=0)
    assert (judged.best.name, judged.cost, judged.mistake) == ("d1", 2.0, True)
    won = joute.judge(game, game.view(state, 0), 0, "d1", agent="alpha_beta:depth=2", seconds=0)
    assert (won.best.name, won.cost, won.mistake) == ("d1", 0.0, False)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_judgement_and_another_seed_another() -> None:
    view, seat = first_decision(seed=2)
    action = COEURS.legal(view, seat)[0]
    first, again, other = (
        joute.judge(COEURS, view, seat, action, agent="careful", seconds=0, samples=3_000, seed=seed) for seed in (1, 1, 2)
    )
    assert first.to_json() == again.to_json()
    assert first.to_json() != other.to_json()


@pytest.mark.slow
def test_cards_that_follow_each_other_in_a_suit_are_about_equal() -> None:
    """Two cards with none between them in another hand are worth the same, and no cost is stated."""
    view, seat = first_decision(seed=4)
    legal = [action.name for action in COEURS.legal(view, seat)]
    order = ["7", "8", "9", "10", "J", "Q", "K", "A"]
    pairs = [(f"{low}{suit}", f"{high}{suit}") for suit in "DSCH" for low, high in pairwise(order)]
    low, high = next(pair for pair in pairs if set(pair) <= set(legal))
    judged = joute.judge(COEURS, view, seat, low, agent="careful", seconds=0, samples=60_000)
    values = {judgement.action.name: judgement for judgement in judged.judgements}
    gap = abs((values[low].value or 0.0) - (values[high].value or 0.0))
    assert gap <= 4 * np.hypot(values[low].error or 0.0, values[high].error or 0.0)


@pytest.mark.slow
def test_intervals_contain_the_value_of_many_more_samples() -> None:
    """95 % are promised; of 60 intervals fewer than 50 would come once in a thousand times."""
    view, seat = first_decision(seed=7)
    actions = COEURS.legal_numbers(view, seat)[:3]
    truth = ContinuationSampler(COEURS, view, seat, Unit.WIN, "uniform", seed=99).sample(actions, 60_000).values.mean(axis=0)
    inside = 0
    for seed in range(20):
        values = ContinuationSampler(COEURS, view, seat, Unit.WIN, "uniform", seed).sample(actions, 20 * BATCHES).values
        inside += sum(
            abs(values[:, index].mean() - truth[index]) <= 2.04 * standard_error(values[:, index], 1.0) for index in range(len(actions))
        )
    assert inside >= 50


def test_equal_outcomes_so_far_are_no_certainty() -> None:
    assert 0.0 < standard_error(np.ones(500), 1.0) < 0.01
    assert standard_error(np.ones(1), 1.0) == 1.0


def test_an_action_that_is_not_legal_is_refused() -> None:
    with pytest.raises(IllegalMove):
        joute.judge(COEURS, *first_decision(seed=2), "no such card")


@pytest.mark.slow
def test_a_good_opening_is_not_called_a_mistake_because_careful_players_overlook_combinations() -> None:
    game = joute.game("morpion")
    judged = joute.judge(game, game.view(game.new(), 0), 0, "g7", agent="alpha_beta:depth=2", seconds=0.5, samples=2_000)
    assert not judged.mistake
    assert judged.exact or judged.cost is None or judged.cost == 0.0


@pytest.mark.slow
def test_no_number_contradicts_the_agent_s_mixed_strategy() -> None:
    """Where the agent mixes actions, no other action is shown with a higher value than the one called best."""
    game = joute.game("pokemon").fast()
    agent = joute.agent("expert", game).unerring
    state, found = game.new(seed=3), 0
    for turn in range(12):
        choices = {}
        for seat in game.movers(state):
            view = game.view(state, seat)
            legal = game.legal(view, seat)
            choices[seat] = legal[turn % len(legal)]
            judged = joute.judge(game, view, seat, choices[seat], agent, seconds=0, samples=300)
            if judged.opinion.matrix is not None:
                found += 1
                best = judged.judgement(judged.best).value
                assert best is not None
                assert all(one.value <= best for one in judged.judgements if one.value is not None)
        game.step(state, {seat: int(action) for seat, action in choices.items()})
    assert found


def test_streams_of_random_numbers_that_follow_each_other_are_unrelated() -> None:
    """What xorshift64 gives is its next state: seeded with it, a continuation would draw what the one before drew a step later."""
    rng, streams = seeded("streams"), []
    for _ in range(3_000):
        own = np.array([unrelated_seed(rng)], np.uint64)
        streams.append([uniform(own) for _ in range(4)])
    drawn = np.array(streams)
    assert np.abs(drawn.mean(axis=0) - 0.5).max() < 0.03
    together = np.corrcoef(np.hstack([drawn[:-1], drawn[1:]]).T) - np.eye(8)
    assert np.abs(together).max() < 0.1


def test_two_actions_that_are_explained_are_sampled_together() -> None:
    """The first decisions of a deal have more rivals than finalists: what is explained may be one that was dropped early."""
    found = []
    for seed in range(6):
        view, seat = first_decision(seed)
        judged = joute.judge(COEURS, view, seat, str(COEURS.legal(view, seat)[0].name), agent="careful", seconds=0, samples=2_000)
        judged = joute.judge(COEURS, view, seat, judged.best.name, agent="careful", seconds=0, samples=2_000)
        if (pair := contrast(judged)) is not None:
            drawn = judged.between(*pair)
            assert drawn is not None
            assert drawn.values.shape[1] == 2
            found.append(set(pair) <= set(judged.finalists))
    assert found
    assert not all(found)


def test_a_mistake_is_large_and_surely_more_than_nothing() -> None:
    assert is_mistake(0.06, 0.02, 1.0)
    assert not is_mistake(0.04, 0.001, 1.0)
    assert not is_mistake(0.30, 0.15, 1.0)
    assert is_mistake(0.12, 0.04, 2.0)
    assert not is_mistake(0.06, 0.02, 2.0)
