"""Distilling a search: the dataset of its values, a network trained on it, the same bits every time."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import joute
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.learning.distil.dataset import Dataset, generate_dataset
from joute.learning.distil.training import DistilSettings, check_network, distil, train_network
from joute.learning.dqn.vector_env import output_size
from joute.search.common.linear_evaluation import names_of

TEACHER = "mcts:iterations=60"
SMALL = DistilSettings(hidden_layers=1, hidden_units=16, epochs=4, batch_size=16)


@pytest.fixture(scope="module")
def board() -> Game:
    return joute.game("morpion", width=3, height=3, align=3)


def made_up(board: Game, count: int) -> Dataset:
    """Examples of a teacher whose values grow with the number of the action."""
    source, actions = np.random.default_rng(1), output_size(board)
    rows = source.integers(0, 2, (count, len(names_of(board)))).astype(np.float32)
    values = np.tile(np.linspace(-0.5, 0.5, actions, dtype=np.float32), (count, 1))
    weights = source.choice([0.0, 1.0], (count, actions)).astype(np.float32)
    chosen = np.full(count, actions - 1)  # it prefers the last action, which is always legal
    visits = np.eye(actions, dtype=np.float32)[chosen]
    return Dataset(rows, values, weights, visits, values[:, -1] + 0.2, (weights > 0) | (np.arange(actions) == actions - 1), chosen)


@pytest.mark.slow
def test_examples_have_the_teachers_values_of_the_legal_actions(board: Game) -> None:
    known = generate_dataset(board, TEACHER, 30, seed=1)
    assert len(known) == 30
    names = names_of(board)
    for row, values, weights in zip(known.rows, known.values, known.weights, strict=True):
        assert len(row) == len(names)
        assert 0 < (weights > 0).sum() <= 9
        assert (values[weights == 0] == 0).all()
    again = generate_dataset(board, TEACHER, 30, seed=1)
    assert (known.rows == again.rows).all()
    assert (known.values == again.values).all()
    assert not (known.values == generate_dataset(board, TEACHER, 30, seed=2).values).all()


@pytest.mark.slow
def test_a_dataset_is_the_same_on_one_process_and_on_two(board: Game) -> None:
    alone, together = (generate_dataset(board, TEACHER, 40, seed=3, workers=workers) for workers in (1, 2))
    assert (alone.rows == together.rows).all()
    assert (alone.values == together.values).all()


def test_a_network_learns_from_its_examples(board: Game) -> None:
    examples, unseen = made_up(board, 2000), made_up(board, 50)
    before = check_network(train_network(board, examples.part(slice(20)), SMALL, seed=1), unseen)
    after = check_network(
        train_network(board, examples, DistilSettings(hidden_layers=1, hidden_units=16, epochs=20, batch_size=32), seed=1), unseen
    )
    assert after.error < 0.1 < before.error
    assert after.regret < 0.1 * after.random_regret
    assert after.surprise < 0.2 * after.random_surprise
    assert before.random_surprise == after.random_surprise > 1


def test_a_network_without_a_policy_has_values_alone(board: Game) -> None:
    plain = replace(SMALL, policy_weight=0.0)
    network = train_network(board, made_up(board, 100), plain, seed=1)
    assert network.predict(made_up(board, 3).rows).shape == (3, output_size(board))
    assert check_network(network, made_up(board, 20)).surprise == 0.0


def test_a_policy_learns_shares_of_visits_as_it_learns_choices(board: Game) -> None:
    by_visits = replace(SMALL, policy_target="visits", epochs=20)
    tested = check_network(train_network(board, made_up(board, 2000), by_visits, seed=1), made_up(board, 50))
    assert tested.surprise < 0.2 * tested.random_surprise


def test_values_are_drawn_towards_results(board: Game) -> None:
    examples, actions = made_up(board, 2000), output_size(board)
    examples.weights[:, -1] = 1.0  # the chosen action always has a value
    plain, drawn = (
        train_network(board, examples, replace(SMALL, result_share=share, epochs=20), seed=1).predict(examples.rows)[:, :actions]
        for share in (0.0, 0.5)
    )
    assert abs((drawn - plain).mean() - 0.5 * 0.2) < 0.03, "half of the way to results that are higher by 0.2"


@pytest.mark.slow
def test_a_search_models_its_opponents_by_the_policy_of_a_network(board: Game, tmp_path: Path) -> None:
    chosen = replace(SMALL, table="self", epochs=20)
    distil(board, TEACHER, 400, chosen, seed=1)[0].save(tmp_path / "policy.safetensors")
    distil(board, TEACHER, 40, replace(SMALL, policy_weight=0.0), seed=1)[0].save(tmp_path / "values.safetensors")
    state = board.position("XX.\nOO.\n...")
    for more in ("", ",rollout=policy", ",prior=network"):
        text = f"ismcts:iterations=200,opponents=network,opponent_epsilon=0.2,weights={tmp_path / 'policy.safetensors'}{more}"
        search = joute.agent(text, board)
        first, again = (search.consider(board.view(state, 0), 0, seed=3) for _ in range(2))
        assert first.judgements == again.judgements
        assert str(first.action) == "c1"
    with pytest.raises(Unfit, match="has no policy"):
        joute.agent(f"ismcts:opponents=network,weights={tmp_path / 'values.safetensors'}", board)


@pytest.mark.slow
def test_a_distillation_repeats_to_the_same_bits_and_its_network_plays(board: Game, tmp_path: Path) -> None:
    (first, tested), (second, _) = (distil(board, TEACHER, 60, SMALL, seed=1) for _ in range(2))
    assert all((one == other).all() for one, other in zip(first.flat, second.flat, strict=True))
    assert tested.random_regret > 0
    assert first.made["command"].startswith("joute distil morpion mcts:iterations=60 --examples 60 --seed 1 -o width=3")
    first.save(tmp_path / "w.safetensors")
    state = board.new()
    assert joute.agent(f"network:weights={tmp_path / 'w.safetensors'}", board).choose(board.view(state, 0), 0) in board.legal(state, 0)


@pytest.mark.slow
def test_a_teacher_that_gives_no_values_is_refused(board: Game) -> None:
    with pytest.raises(Unfit, match="random gives its actions in morpion no values to learn from"):
        generate_dataset(board, "random", 10, seed=1)
