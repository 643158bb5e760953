"""Distilling a search: lessons that say what the teacher thinks, a network that learns them, the same bits every time."""

from pathlib import Path

import numpy as np
import pytest

import joute
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.learning.distil.dataset import Lessons, lessons
from joute.learning.distil.training import DistilSettings, distil, examine, learn
from joute.learning.dqn.vector_env import outputs_of
from joute.search.common.linear_evaluation import names_of

TEACHER = "mcts:iterations=60"
SMALL = DistilSettings(hidden_layers=1, hidden_units=16, epochs=4, batch_size=16)


@pytest.fixture(scope="module")
def board() -> Game:
    return joute.game("morpion", width=3, height=3, align=3)


def made_up(board: Game, count: int) -> Lessons:
    """Lessons of a teacher who thinks an action the better the higher its number."""
    source, actions = np.random.default_rng(1), outputs_of(board)
    rows = source.integers(0, 2, (count, len(names_of(board)))).astype(np.float32)
    values = np.tile(np.linspace(-0.5, 0.5, actions, dtype=np.float32), (count, 1))
    return Lessons(rows, values, source.choice([0.0, 1.0], (count, actions)).astype(np.float32))


@pytest.mark.slow
def test_lessons_say_what_the_teacher_thinks_of_the_legal_actions(board: Game) -> None:
    known = lessons(board, TEACHER, 30, seed=1)
    assert len(known) == 30
    names = names_of(board)
    for row, values, weights in zip(known.rows, known.values, known.weights, strict=True):
        assert len(row) == len(names)
        assert 0 < (weights > 0).sum() <= 9
        assert (values[weights == 0] == 0).all()
    again = lessons(board, TEACHER, 30, seed=1)
    assert (known.rows == again.rows).all()
    assert (known.values == again.values).all()
    assert not (known.values == lessons(board, TEACHER, 30, seed=2).values).all()


@pytest.mark.slow
def test_lessons_are_the_same_on_one_process_and_on_two(board: Game) -> None:
    alone, together = (lessons(board, TEACHER, 40, seed=3, workers=workers) for workers in (1, 2))
    assert (alone.rows == together.rows).all()
    assert (alone.values == together.values).all()


def test_a_network_learns_what_it_is_taught(board: Game) -> None:
    taught, unseen = made_up(board, 2000), made_up(board, 50)
    before = examine(learn(board, taught.first(20), SMALL, seed=1), unseen)
    after = examine(learn(board, taught, DistilSettings(hidden_layers=1, hidden_units=16, epochs=20, batch_size=32), seed=1), unseen)
    assert after.error < 0.1 < before.error
    assert after.lost < 0.1 * after.by_lot


@pytest.mark.slow
def test_a_distillation_repeats_to_the_same_bits_and_its_network_plays(board: Game, tmp_path: Path) -> None:
    (first, tested), (second, _) = (distil(board, TEACHER, 60, SMALL, seed=1) for _ in range(2))
    assert all((one == other).all() for one, other in zip(first.flat, second.flat, strict=True))
    assert tested.by_lot > 0
    assert first.made["command"].startswith("joute distil morpion mcts:iterations=60 --examples 60 --seed 1 -o width=3")
    first.save(tmp_path / "w.safetensors")
    state = board.new()
    assert joute.agent(f"network:weights={tmp_path / 'w.safetensors'}", board).choose(board.view(state, 0), 0) in board.legal(state, 0)


@pytest.mark.slow
def test_a_teacher_that_gives_no_values_is_refused(board: Game) -> None:
    with pytest.raises(Unfit, match="random gives its choices in morpion no values to learn from"):
        lessons(board, "random", 10, seed=1)
