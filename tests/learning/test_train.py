"""Deep Q-learning: transitions, the replay buffer, reproducible and resumable trainings, refusals."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from learning.short_training import SMALL_BOARD, bits, plan, tiny, trained
from learning_tables import PAGE, written

import joute
from joute.core.errors import BadSetting, BadWeights, Unfit
from joute.core.game import Game
from joute.core.settings import make
from joute.core.state import Fields
from joute.learning.dqn.learner import Learner, TrainSettings, objective_of, symmetries_of
from joute.learning.dqn.opponents import opponent_odds
from joute.learning.dqn.qnetwork import QNetwork
from joute.learning.dqn.replay_buffer import ReplayBuffer, Transition
from joute.learning.dqn.rollout import EPISODES, GAMES, LEARNER, TRANSITIONS, Objective
from joute.learning.dqn.vector_env import VectorEnv
from joute.learning.training import Training, evaluate_network
from joute.search.network.weights import load, save_tensors


@pytest.fixture(scope="module")
def board() -> Game:
    return joute.game("morpion", **SMALL_BOARD)


# --- the parts ----------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_decision_of_a_learner_becomes_one_transition_with_the_value_of_its_episode(board: Game) -> None:
    envs = VectorEnv(board, 8, 3, 2, Objective(False, True, False, -1.0, 2.0), opponent_odds(0, 1, 0, 0, 0), seed=1)
    buffer = envs.transitions(1000)
    asked = 0
    while waiting := envs.step(buffer, 0.0, True):
        asked += waiting
    count = int(envs.counts[TRANSITIONS])
    reward, terminal, legal = (buffer[name][:count] for name in ("reward", "terminal", "next_legal"))
    assert envs.counts[[EPISODES, GAMES]].tolist() == [24, 24]
    assert count == asked
    assert set(reward[terminal == 1]) <= {0.0, 0.5, 1.0}
    assert (legal[terminal == 0].sum(1) > 0).all()
    assert (envs.envs["wins"] == envs.envs["points"] / 2 + 1.5).all()  # of three games, each won 1, drawn 0 or lost -1


@pytest.mark.slow
def test_in_self_play_every_seat_is_a_learner(board: Game) -> None:
    envs = VectorEnv(board, 4, 1, 1, Objective(False, True, False, -1.0, 2.0), opponent_odds(0, 0, 0, 1, 0), seed=1)
    assert (envs.envs["players"] == LEARNER).all()


def test_a_dueling_network_gives_the_same_values_as_plain_layers() -> None:
    network = QNetwork(5, 2, 8, 3, dueling=True, seed=1)
    rows = torch.randn(7, 5)
    values = rows.numpy()
    for number, (weights, biases) in enumerate(layers := network.plain_layers()):
        values = values @ weights + biases
        values = np.maximum(values, 0) if number < len(layers) - 1 else values
    assert values == pytest.approx(network(rows).detach().numpy(), abs=1e-5)


def test_a_buffer_samples_nothing_that_may_be_written_meanwhile() -> None:
    buffer = ReplayBuffer(Transition.zeros(15, features=1, actions=1), window=5, seed=1, alpha=0.0)
    buffer.extend(23)  # places 8 to 12 are the next to be written
    assert set(buffer.sample(2000).tolist()) == set(range(15)) - {8, 9, 10, 11, 12}


def test_transitions_with_large_errors_are_sampled_more_often_and_weigh_less() -> None:
    buffer = ReplayBuffer(Transition.zeros(4, features=1, actions=1), window=0, seed=1, alpha=1.0)
    buffer.extend(4)
    buffer.update_priorities(np.arange(4), np.array([0.0, 0.0, 0.0, 1.0], np.float32))
    assert np.mean(buffer.sample(1000) == 3) > 0.95
    assert buffer.importance_weights(np.array([0, 3]), 1.0).tolist() == pytest.approx([1.0, 0.001], abs=1e-4)


def test_symmetries_of_coeurs_change_names_of_suits_alone() -> None:
    game = joute.game("coeurs")
    state, seen = game.new(3), [np.zeros(128), np.zeros(128)]
    features, actions, places = symmetries_of(game)[3]
    assert [int(actions[place]) for place in places] == list(range(32))
    other = state.copy()
    for field in ("hands", "lacking"):
        for seat in range(4):
            cards = int(state.array[field][0, seat])
            other.array[field][0, seat] = sum(1 << place for place in range(32) if cards >> int(actions[place]) & 1)
    for number, position in enumerate((state, other)):
        game.definition.stated["features"](Fields.of(game.view(position, 0)), 0, seen[number])
    assert (seen[0][features.numpy()] == seen[1]).all()


# --- whole trainings ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_training_repeats_to_the_same_bits_on_one_thread_and_on_two(board: Game) -> None:
    chosen = tiny(priority_alpha=0.5, n_step=2, double_q=True, dueling=True)
    once, again, apart = (trained(board, 1500, chosen, threads) for threads in (1, 1, 2))
    assert bits(once) == bits(again) == bits(apart)
    assert bits(once) != bits(trained(board, 1500, chosen, seed=2))


@pytest.mark.slow
def test_a_training_that_was_stopped_resumes_to_the_same_bits(board: Game, tmp_path: Path) -> None:
    chosen, file = tiny(priority_alpha=0.5), tmp_path / "training.checkpoint"
    whole = trained(board, 2400, chosen)
    trained(board, 1100, chosen, file=file)
    resumed = Training.resume(board, file)
    resumed.run(plan(2400))
    assert resumed.learner.pool, "the pool is restored too"
    assert bits(resumed) == bits(whole)
    assert resumed.weights().made["command"] == whole.weights().made["command"]


@pytest.mark.slow
def test_a_checkpoint_of_another_game_is_refused(board: Game, tmp_path: Path) -> None:
    file = tmp_path / "training.checkpoint"
    trained(board, 50, tiny(), file=file)
    with pytest.raises(BadWeights, match="a checkpoint for morpion with options"):
        Training.resume(joute.game("morpion", width=4, height=4), file)
    save_tensors(file, {"numbers": np.zeros(1)}, {})
    with pytest.raises(BadWeights, match="is not a checkpoint of Joute"):
        Training.resume(board, file)


@pytest.mark.slow
def test_a_network_learns_to_beat_random_play_on_a_small_board(board: Game, tmp_path: Path) -> None:
    training = trained(board, 12_000, tiny(hidden_units=64, epsilon_decay=6000, learning_rate=0.003, warmup_episodes=10**9))
    before = evaluate_network(board, Learner(board, tiny(), 1).target, "random", 400, seed=5)
    after = evaluate_network(board, training.learner.evaluated, "random", 400, seed=5)
    assert after["interval"][0] > before["interval"][1]
    training.weights().save(tmp_path / "network.safetensors")
    player = joute.agent(f"network:weights={tmp_path / 'network.safetensors'}", board)
    view = board.view(board.new(), 0)
    predicted = training.learner.evaluated.predict(seen_by(board, Fields.of(view), 0))[0]
    judged = {int(one.action): one.value for one in player.consider(view, 0).judgements}
    assert load(tmp_path / "network.safetensors").guess
    values = np.zeros(2)
    board.definition.stated["evaluate"](Fields.of(view), values)
    baseline = (values[0] + 1) / 2
    assert judged == pytest.approx({action: min(1.0, max(-1.0, -1 + 2 * (baseline + predicted[action]))) for action in judged}, abs=1e-4)


def seen_by(game: Game, record: Any, seat: int) -> Any:
    assert game.definition.feature_names is not None
    seen = np.zeros(len(game.definition.feature_names(game.options)))
    game.definition.stated["features"](record, seat, seen)
    return seen.astype(np.float32)[None]


@pytest.mark.slow
def test_the_same_learner_takes_another_kind_of_game() -> None:
    training = trained(joute.game("love_letter"), 300, tiny(batch_size=16))
    assert training.learner.loss > 0
    assert training.curve[-1]["evaluations"][0]["games"] == 8


def test_what_cannot_be_trained_is_refused() -> None:
    with pytest.raises(Unfit, match="does not estimate chances to win"):
        objective_of(joute.game("morpion"), TrainSettings(aim="win"))
    with pytest.raises(BadSetting, match="hidden_units=2 is not possible"):
        make(TrainSettings, {"hidden_units": 2}, "train")
    nim = str(Path(__file__).parent.parent.parent / "examples" / "nim" / "nim.py")
    with pytest.raises(BadWeights, match="states no features"):
        Training.start(joute.game(nim), TrainSettings(), 1)


def test_the_page_about_learning_names_every_setting() -> None:
    assert written() == PAGE.read_text(encoding="utf-8"), "run python tests/learning_tables.py"
