"""Measures of explanations: methods find a thing that decides alone, random ones do not, and all criteria are what they say."""

import json

import numpy as np
import pytest
from cli.shell import joute as run_command

import joute
from joute.core.explanation import PuzzleModule
from joute.core.opinion import Judgement
from joute.core.rng import seed_of
from joute.explain.agent_values import AgentContrast, opinion_gap
from joute.explain.contrast import Contrast, explanation_module
from joute.explain.ground_truth import ALTERNATIVES, FLIPS, STAYS, GroundTruth, flip_share, ground_truth
from joute.explain.measures.criteria import Criteria, RandomValues, curves, rank_correlation
from joute.explain.measures.methods import METHODS, weighted_ridge
from joute.explain.measures.table import measure
from joute.jit.struct import Float64s
from joute.search.network.agent import NetworkAgent


@pytest.fixture(scope="module")
def truths() -> list[GroundTruth]:
    """Two positions of Love Letter whose decisive thing is known."""
    return list(ground_truth(joute.game("love_letter", seats=3), 2, seed=1))


def puzzles(game: joute.Game) -> PuzzleModule:
    module = explanation_module(game)
    assert isinstance(module, PuzzleModule)
    return module


def test_the_decisive_thing_alone_takes_the_exact_preference_away(truths: list[GroundTruth]) -> None:
    for truth in truths:
        contrast = truth.contrast
        module = puzzles(contrast.game)
        assert module.exact_gap(contrast.game, contrast.view, contrast.seat, contrast.numbers) == pytest.approx(truth.gap)
        assert truth.gap > 0
        for place in range(len(contrast.things)):
            share = flip_share(contrast, module, place, ALTERNATIVES, {})
            assert share >= FLIPS if place == truth.decisive else share <= STAYS


def test_at_most_half_of_the_decisive_things_are_of_one_kind() -> None:
    kinds = [truth.kind for truth in ground_truth(joute.game("diamant", seats=3), 6, seed=8)]
    assert len(kinds) == 6
    assert max(map(kinds.count, kinds)) <= 3


def test_a_puzzle_of_coeurs_has_rivals_for_the_decisive_thing() -> None:
    game = joute.game("coeurs", deals=1)
    module, found = explanation_module(game), 0
    assert isinstance(module, PuzzleModule)
    for seed in range(20):
        puzzle = module.puzzle_position(game, seed)
        if puzzle is not None:
            found += 1
            assert len(module.known_things(game, puzzle.view, puzzle.seat, puzzle.actions)) >= 5
    assert found > 3


def test_exact_values_of_the_last_turn_agree_with_sampled_rounds() -> None:
    game = joute.game("love_letter", seats=3)
    module, compared = puzzles(game), 0
    for seed in range(60):
        puzzle = module.puzzle_position(game, seed)
        if puzzle is None:
            continue
        gap = module.exact_gap(game, puzzle.view, puzzle.seat, puzzle.actions)
        contrast = Contrast(game, puzzle.view, puzzle.seat, (game.actions[puzzle.actions[0]], game.actions[puzzle.actions[1]]), 1)
        sampled = contrast.gaps(np.ones((1_500, len(contrast.things)), np.bool_)).mean()
        if abs(gap) > 0.3:
            assert np.sign(sampled) == np.sign(gap)
            compared += 1
    assert compared > 3


class Flat(Contrast):
    """A decision in which only the first known thing matters."""

    def played(self, worlds: np.ndarray, *purpose: object) -> Float64s:
        raise NotImplementedError

    def gaps(self, known: np.ndarray, *purpose: object) -> Float64s:
        """1 if the first thing is known."""
        return known[:, 0].astype(np.float64)


@pytest.mark.parametrize("method", ["shapley", "occlusion", "lime"])
def test_a_method_finds_the_only_thing_that_matters(truths: list[GroundTruth], method: str) -> None:
    contrast = truths[0].contrast
    flat = Flat(contrast.game, contrast.view, contrast.seat, contrast.pair, 1)
    found = METHODS[method](flat, 4_000, 0)
    assert found[0] == pytest.approx(1.0, abs=0.05)
    assert np.abs(found[1:]).max() < 0.05


def test_curves_start_and_end_where_they_must(truths: list[GroundTruth]) -> None:
    contrast = truths[0].contrast
    flat = Flat(contrast.game, contrast.view, contrast.seat, contrast.pair, 1)
    count = len(flat.things)
    good, bad = np.arange(count), np.arange(count)[::-1]
    assert curves(flat, good, 0) == pytest.approx((1 / (count + 1), count / (count + 1)))
    assert curves(flat, bad, 0) == pytest.approx((count / (count + 1), 1 / (count + 1)))


def test_random_values_change_what_is_explained(truths: list[GroundTruth]) -> None:
    contrast = truths[0].contrast
    known = np.ones((50, len(contrast.things)), np.bool_)
    assert not np.allclose(contrast.gaps(known), RandomValues(contrast, 3).gaps(known))


def test_the_surrogate_with_independent_columns_gives_a_number_for_each_thing(truths: list[GroundTruth]) -> None:
    contrast = truths[0].contrast
    assert METHODS["independent"](contrast, 2_000, 0).shape == (len(contrast.things),)


def test_weights_and_ranks() -> None:
    rng = np.random.default_rng(1)
    table = rng.standard_normal((500, 3))
    assert weighted_ridge(table, table @ [1.0, -2.0, 0.0] + 7.0, np.ones(500)) == pytest.approx([1.0, -2.0, 0.0], abs=0.02)
    assert rank_correlation(np.array([1.0, 2.0, 3.0]), np.array([10.0, 20.0, 30.0])) == pytest.approx(1.0)
    assert rank_correlation(np.array([1.0, 2.0, 3.0]), np.array([3.0, 2.0, 1.0])) == pytest.approx(-1.0)


def test_a_measurement_has_every_criterion_for_every_method_and_can_be_repeated() -> None:
    game = joute.game("love_letter", seats=3)
    one, again = (measure(game, ("shapley", "random"), 2, 2_000, seed=1).to_json() for _ in range(2))
    assert one == again
    assert set(one["methods"]) == {"shapley", "random"}
    assert set(one["methods"]["shapley"]) == set(Criteria.names())
    assert one["methods"]["random"]["sanity"]["mean"] == pytest.approx(1.0)  # it does not depend on the values


def test_the_command_prints_a_table_and_refuses_what_it_cannot_do() -> None:
    arguments = ("explain", "measure", "love_letter", "-o", "seats=3", "--positions", "2", "--samples", "1000", "--method", "random")
    assert "decisive" in run_command(*arguments, COLUMNS="200").output
    assert json.loads(run_command(*arguments, "--json").stdout)["game"] == "love_letter"
    assert "makes no positions" in run_command("explain", "measure", "morpion", code=2).output
    assert "there is no method" in run_command(*arguments[:-1], "guesses", code=2).output


# --- the values of an agent ---------------------------------------------------------------------------------------------------------------


def agent_contrast(text: str) -> AgentContrast:
    """A choice in the middle of a deal of Cœurs, by the values of an agent."""
    game = joute.game("coeurs", deals=1)
    state = game.new(seed=4)
    while len(game.legal(state, game.movers(state)[0])) < 4 or state.array["plays"][0] < 12:
        mover = game.movers(state)[0]
        game.step(state, {mover: game.legal_numbers(state, mover)[0]})
    seat = game.movers(state)[0]
    first, second = game.legal(state, seat)[:2]
    return AgentContrast(game, game.view(state, seat), seat, (first, second), 1, joute.agent(text, game))


@pytest.mark.parametrize("text", ["network", "ismcts:iterations=30"])
def test_the_difference_that_is_explained_is_the_agents_own(text: str) -> None:
    contrast = agent_contrast(text)
    known = np.ones((6, len(contrast.things)), np.bool_)
    opinion = contrast.agent.consider(contrast.view, contrast.seat, seed_of(contrast.seed, "agent"))
    assert contrast.gaps(known) == pytest.approx(opinion_gap(opinion, contrast.pair), abs=1e-5)
    assert np.ptp(contrast.gaps(~known)) > 0


def test_an_agent_without_values_is_explained_by_how_often_it_plays_an_action() -> None:
    game = joute.game("coeurs", deals=1)
    first, second = game.actions[0], game.actions[1]
    assert opinion_gap(joute.Opinion(first, [Judgement(first, weight=0.75), Judgement(second, weight=0.25)]), (second, first)) == -0.5


def test_shuffled_weights_are_another_network_of_the_same_size() -> None:
    contrast = agent_contrast("network")
    other = contrast.randomised(3)
    assert other is not None
    assert isinstance(other.agent, NetworkAgent)
    assert isinstance(contrast.agent, NetworkAgent)
    assert np.sort(other.agent.network.flat) == pytest.approx(np.sort(contrast.agent.network.flat))
    known = np.ones((1, len(contrast.things)), np.bool_)
    assert abs(other.gaps(known)[0] - contrast.gaps(known)[0]) > 1e-3
    assert agent_contrast("careful").randomised(3) is None


def test_positions_are_read_as_they_were_written_and_an_agent_must_prefer_the_better_action(truths: list[GroundTruth]) -> None:
    stored = json.loads(json.dumps(truths[0].to_json()))
    read = GroundTruth.from_json(truths[0].contrast.game, stored)
    assert read.to_json() == stored
    game = truths[0].contrast.game
    explained = [truth.explained_by(joute.agent("ismcts:iterations=200", game)) for truth in truths]
    assert all(one is None or (one.contrast.gaps(np.ones((1, len(one.contrast.things)), np.bool_)) > 0).all() for one in explained)


def test_a_method_of_ones_own_is_measured_on_given_positions(truths: list[GroundTruth]) -> None:
    game = truths[0].contrast.game

    def knowing(contrast: Contrast, samples: int, seed: int) -> Float64s:
        truth = next(truth for truth in truths if truth.contrast.view == contrast.view)
        return (np.arange(len(contrast.things)) == truth.decisive).astype(np.float64)

    found = measure(game, {"knowing": knowing}, truths, 1_000).to_json("a command")
    assert found["methods"]["knowing"]["decisive_first"]["mean"] == 1.0
    assert (found["command"], found["seed"]) == ("a command", 0)
    assert {"joute", "python", "numpy"} <= set(found["versions"])
