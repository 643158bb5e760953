"""Training a network: it learns, repeats to the same bits, goes on after a kill, and says what it cannot do."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from learning.short import SMALL_BOARD, bits, tiny, trained
from learning_tables import PAGE, written

import joute
from joute.core.errors import BadSetting, BadWeights, Unfit
from joute.core.game import Game
from joute.core.settings import make
from joute.core.state import Fields
from joute.learning.dqn.evaluation import measure
from joute.learning.dqn.learner import Learner, TrainSettings, aim_of, symmetries_of
from joute.learning.dqn.opponents import opponent_odds
from joute.learning.dqn.qnetwork import QNetwork
from joute.learning.dqn.replay_buffer import Memory
from joute.learning.dqn.rollout import EPISODES, GAMES, LEARNER
from joute.learning.dqn.training import Plan, Training
from joute.learning.dqn.transitions import transition_type
from joute.learning.dqn.vector_env import Aim, Hall
from joute.search.network.weights import load, save_tensors


@pytest.fixture(scope="module")
def board() -> Game:
    return joute.game("morpion", **SMALL_BOARD)


# --- the parts ----------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_choice_of_a_learner_becomes_one_transition_with_the_worth_of_its_episode(board: Game) -> None:
    hall = Hall(board, 8, 3, 2, Aim(False, True, False, -1.0, 2.0), opponent_odds(0, 1, 0, 0, 0), seed=1)
    memory = np.zeros(1000, transition_type(hall.rows.shape[1], hall.values.shape[1]))
    asked = 0
    while waiting := hall.play_on(memory, 0.0, True):
        asked += waiting
    written = memory[: hall.counts[0]]
    assert hall.counts[[EPISODES, GAMES]].tolist() == [24, 24]
    assert len(written) == asked
    assert set(written["worth"][written["ended"] == 1]) <= {0.0, 0.5, 1.0}
    assert (written["legal"][written["ended"] == 0].sum(1) > 0).all()
    assert (hall.tables["gained"] == hall.tables["points"] / 2 + 1.5).all()  # of three games, each won 1, drawn 0 or lost -1


@pytest.mark.slow
def test_where_a_network_plays_itself_all_seats_are_learned_from(board: Game) -> None:
    hall = Hall(board, 4, 1, 1, Aim(False, True, False, -1.0, 2.0), opponent_odds(0, 0, 0, 1, 0), seed=1)
    assert (hall.tables["players"] == LEARNER).all()


def test_a_duelling_network_gives_the_same_values_as_plain_layers() -> None:
    network = QNetwork(5, 2, 8, 3, duelling=True, seed=1)
    rows = torch.randn(7, 5)
    told = rows.numpy()
    for number, (weights, biases) in enumerate(layers := network.plain()):
        told = told @ weights + biases
        told = np.maximum(told, 0) if number < len(layers) - 1 else told
    assert told == pytest.approx(network(rows).detach().numpy(), abs=1e-5)


def test_a_memory_draws_nothing_that_may_be_written_meanwhile() -> None:
    memory = Memory(size=10, window=5, features=1, actions=1, seed=1, sharpness=0.0)
    memory.wrote(23)  # places 8 to 12 are the next to be written
    assert set(memory.draw(2000)[0].tolist()) == set(range(15)) - {8, 9, 10, 11, 12}


def test_surprising_transitions_are_drawn_more_often_and_weigh_less() -> None:
    memory = Memory(size=4, window=0, features=1, actions=1, seed=1, sharpness=1.0)
    memory.wrote(4)
    memory.surprised(np.arange(4), np.array([0.0, 0.0, 0.0, 1.0], np.float32))
    places, _ = memory.draw(1000)
    assert np.mean(places == 3) > 0.95
    assert memory.weights(np.array([0, 3]), 1.0).tolist() == pytest.approx([1.0, 0.001], abs=1e-4)


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
def test_a_training_that_was_stopped_goes_on_to_the_same_bits(board: Game, tmp_path: Path) -> None:
    chosen, file = tiny(priority_alpha=0.5), tmp_path / "kept.checkpoint"
    whole = trained(board, 2400, chosen)
    trained(board, 1100, chosen, file=file)
    resumed = Training.resumed(board, file)
    resumed.run(Plan(2400, threads=1, every=10**9, games=8))
    assert resumed.learner.past, "networks of the past come back too"
    assert bits(resumed) == bits(whole)
    assert resumed.brain().made["command"] == whole.brain().made["command"]


@pytest.mark.slow
def test_a_checkpoint_of_another_game_is_refused(board: Game, tmp_path: Path) -> None:
    file = tmp_path / "kept.checkpoint"
    trained(board, 50, tiny(), file=file)
    with pytest.raises(BadWeights, match="a training for morpion with options"):
        Training.resumed(joute.game("morpion", width=4, height=4), file)
    save_tensors(file, {}, {})
    with pytest.raises(BadWeights, match="holds no training of Joute"):
        Training.resumed(board, file)


@pytest.mark.slow
def test_a_network_learns_to_beat_random_play_on_a_small_board(board: Game, tmp_path: Path) -> None:
    training = trained(board, 12_000, tiny(hidden_units=64, epsilon_decay=6000, learning_rate=0.003, warmup_episodes=10**9))
    before = measure(board, Learner(board, tiny(), 1).target, "random", 400, seed=5)
    after = measure(board, training.learner.target, "random", 400, seed=5)
    assert after.interval[0] > before.interval[1]
    training.brain().save(tmp_path / "network.safetensors")
    player = joute.agent(f"network:weights={tmp_path / 'network.safetensors'}", board)
    view = board.view(board.new(), 0)
    told = training.learner.target(torch.from_numpy(seen_by(board, Fields.of(view), 0)))[0].detach().numpy()
    judged = {int(one.action): one.value for one in player.consider(view, 0).judgements}
    assert load(tmp_path / "network.safetensors").guess
    values = np.zeros(2)
    board.definition.stated["evaluate"](Fields.of(view), values)
    guess = (values[0] + 1) / 2
    assert judged == pytest.approx({action: min(1.0, max(-1.0, -1 + 2 * (guess + told[action]))) for action in judged}, abs=1e-4)


def seen_by(game: Game, record: Any, seat: int) -> Any:
    assert game.definition.feature_names is not None
    seen = np.zeros(len(game.definition.feature_names(game.options)))
    game.definition.stated["features"](record, seat, seen)
    return seen.astype(np.float32)[None]


@pytest.mark.slow
def test_the_same_learner_takes_a_game_of_another_nature() -> None:
    training = trained(joute.game("love_letter"), 300, tiny(batch_size=16))
    assert training.learner.loss > 0
    assert training.curve[-1]["met"][0]["games"] == 8


def test_what_cannot_be_trained_is_said() -> None:
    with pytest.raises(Unfit, match="does not say who is likely to win"):
        aim_of(joute.game("morpion"), TrainSettings(aim="win"))
    with pytest.raises(BadSetting, match="hidden_units=2 is not possible"):
        make(TrainSettings, {"hidden_units": 2}, "train")
    nim = str(Path(__file__).parent.parent.parent / "examples" / "nim" / "nim.py")
    with pytest.raises(BadWeights, match="states no features"):
        Training(joute.game(nim), TrainSettings(), 1)


def test_the_page_about_learning_names_every_setting() -> None:
    assert written() == PAGE.read_text(encoding="utf-8"), "run python tests/learning_tables.py"
