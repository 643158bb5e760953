"""Proximal policy optimisation: advantages of seats, reproducible and resumable trainings, policies that play, logs, presets."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import joute
from joute.core.errors import BadSetting, Unfit
from joute.core.settings import make
from joute.learning.dqn.learner import Learner, TrainSettings
from joute.learning.logs import TrainingLog
from joute.learning.ppo.advantages import Course, advantages_of
from joute.learning.ppo.learner import PpoLearner
from joute.learning.ppo.policy import PolicyNetwork
from joute.learning.ppo.rollout import CURRENT, SelfPlay
from joute.learning.ppo.settings import PpoSettings
from joute.learning.training import Training, TrainingPlan, evaluate_network, settings_by
from joute.search.equilibrium.exact_exploitability import at_roots

CONNECT4, KUHN = "examples/connect4/connect4.py", "examples/kuhn/kuhn.py"


def tiny(**changed: Any) -> PpoSettings:
    return PpoSettings(
        **{
            "hidden_layers": 1,
            "hidden_units": 16,
            "n_envs": 32,
            "rollout_length": 8,
            "minibatch_size": 64,
            "pool_interval": 1000,
            **changed,
        }
    )


def trained(name: str, episodes: int, chosen: PpoSettings, threads: int = 1, file: Path | None = None, seed: int = 1) -> Training:
    training = Training.start(joute.game(name), chosen, seed)
    training.run(TrainingPlan(episodes, threads=threads, evaluation_interval=10**9, evaluation_games=8), file)
    return training


def bits(training: Training) -> bytes:
    return b"".join(part.tobytes() for layer in training.weights().layers for part in layer)


# --- advantages -----------------------------------------------------------------------------------------------------------------


def course(seats: list[int], values: list[float], rewards: dict[int, list[float]]) -> Course:
    """One game of two seats; rewards by the step that ends an episode."""
    steps = len(seats) - 1
    paid, ended = np.zeros((steps, 1, 2)), np.zeros((steps, 1), np.int8)
    for step, scores in rewards.items():
        paid[step, 0], ended[step, 0] = scores, 1
    return Course(np.array(seats)[:, None], np.array(values, np.float32)[:, None], paid, ended)


def test_a_seat_that_does_not_move_last_gets_its_reward_for_its_last_decision() -> None:
    advantages, known = advantages_of(course([0, 1, 0, 1, 0], [0.0] * 5, {3: [-1.0, 1.0]}), 1.0)
    assert advantages[:, 0].tolist() == [-1.0, 1.0, -1.0, 1.0]
    assert known.all()


def test_an_advantage_is_the_change_of_the_seats_own_values_decayed_by_lambda() -> None:
    advantages, _ = advantages_of(course([0, 1, 0, 1, 0], [0.5, 9.0, 0.25, 9.0, 0.0], {3: [1.0, -1.0]}), 0.5)
    assert advantages[2, 0] == pytest.approx(1 - 0.25)
    assert advantages[0, 0] == pytest.approx(0.25 - 0.5 + 0.5 * 0.75)


def test_a_decision_whose_continuation_was_not_played_is_not_learnt_from() -> None:
    advantages, known = advantages_of(course([0, 1, 0, 1], [0.0, 0.0, 0.0, 5.0], {}), 1.0)
    assert known[:, 0].tolist() == [True, True, False]  # seat 1 decides next, seat 0 is not heard of again
    assert advantages[1, 0] == 5.0


def test_an_episode_gets_nothing_from_the_next_one() -> None:
    advantages, _ = advantages_of(course([0, 1, 0, 1, 0], [0.0] * 5, {1: [1.0, -1.0], 3: [-1.0, 1.0]}), 1.0)
    assert advantages[:, 0].tolist() == [1.0, -1.0, -1.0, 1.0]


# --- the network ----------------------------------------------------------------------------------------------------------------


def test_features_that_count_are_scaled_and_the_saved_layers_give_the_same() -> None:
    network, rows = PolicyNetwork(3, 1, 4, 2, seed=1), np.array([[0.5, 0, 6], [0, 1, 13]], np.float32)
    network.fit_scale(rows)
    assert network.scale.tolist() == pytest.approx([1, 1, 1 / 13])
    (first, start), (last, end) = network.plain_layers()
    assert (np.maximum(rows @ first + start, 0) @ last + end)[:, :-1] == pytest.approx(network.predict(rows), rel=1e-5)


@pytest.mark.parametrize("actions", [5, 500], ids=["few", "many"])
def test_probabilities_are_those_of_the_listed_actions_alone(actions: int) -> None:
    network, rows = PolicyNetwork(3, 1, 4, actions, seed=1), torch.eye(3)
    listed, counts = torch.tensor([[4, 1, 0], [2, 3, 4], [0, 0, 0]]), torch.tensor([2, 3, 1])
    logarithms, values = network.log_probabilities(rows, listed, counts)
    logits = network.predict(rows.numpy())
    for row, count in enumerate(counts.tolist()):
        shares = np.exp(logits[row, listed[row, :count].tolist()])
        assert logarithms.exp()[row].tolist() == pytest.approx([*(shares / shares.sum()), *[0.0] * (3 - count)], abs=1e-5)
    assert values.tolist() == pytest.approx(network(rows)[1].tolist(), abs=1e-5)


# --- self-play ------------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_past_policies_play_all_seats_but_one_of_some_games_and_are_not_learnt_from() -> None:
    chosen = tiny(pool_share=0.5, random_share=0.2)
    play, learner = SelfPlay(joute.game(CONNECT4), chosen, 1), PpoLearner(joute.game(CONNECT4), chosen, 1)
    rollout = play.new_rollout()
    for _ in range(8):
        play.play(learner.network, [learner.magnet], rollout)
    past = (play.players == 1).sum(1)
    assert set(past.tolist()) == {0, 1}
    assert not past[play.batch.learners >= 0].any()
    assert 0 < rollout.mine.mean() < 1
    assert (rollout.places < rollout.counts).all()
    assert (play.players[past == 0] == CURRENT).all()


def test_shares_that_leave_no_games_against_itself_are_refused() -> None:
    with pytest.raises(BadSetting, match="leave no games against itself"):
        SelfPlay(joute.game(KUHN), tiny(pool_share=0.9, random_share=0.5), 1)


# --- whole trainings ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_training_repeats_to_the_same_bits_on_one_thread_and_on_two_and_resumes(tmp_path: Path) -> None:
    once, apart = (trained(CONNECT4, 600, tiny(pool_interval=1000), threads) for threads in (1, 2))
    assert bits(once) == bits(apart)
    assert bits(once) != bits(trained(CONNECT4, 600, tiny(), seed=2))
    file = tmp_path / "training.checkpoint"
    trained(CONNECT4, 250, tiny(), file=file)
    resumed = Training.resume(joute.game(CONNECT4), file)
    resumed.run(TrainingPlan(600, threads=1, evaluation_interval=10**9, evaluation_games=8))
    assert bits(resumed) == bits(once)
    assert "--method ppo" in resumed.weights().made["command"]


@pytest.mark.slow
def test_a_policy_learns_to_beat_random_play_and_its_file_plays_without_torch(tmp_path: Path) -> None:
    game = joute.game(CONNECT4)
    training = trained(CONNECT4, 12_000, tiny(hidden_units=64, n_envs=128, rollout_length=16, learning_rate=3e-3, magnet_rate=0.2))
    before = evaluate_network(game, PpoLearner(game, tiny(), 1).evaluated, "random", 400, seed=5)
    after = evaluate_network(game, training.learner.evaluated, "random", 400, seed=5)
    assert after["interval"][0] > before["interval"][1]
    file = tmp_path / "policy.safetensors"
    training.weights().save(file)
    view = game.view(game.new(), 0)
    best, mixed = (joute.agent(f"network:weights={file},play={play}", game) for play in ("best", "mixed"))
    opinion = best.consider(view, 0)
    weights = [judgement.weight for judgement in opinion.judgements if judgement.weight is not None]
    assert sum(weights) == pytest.approx(1.0)
    assert weights == sorted(weights, reverse=True)
    assert opinion.value is not None
    assert -1 <= opinion.value <= 1
    logits = training.learner.evaluated.predict(np.zeros((1, len(game.feature_names)), np.float32))[0]
    assert int(opinion.action) == logits.argmax() == best.choose(view, 0)
    assert not best.mixes
    assert mixed.mixes
    assert len({int(mixed.consider(view, 0, seed).action) for seed in range(300)}) > 1
    with pytest.raises(Unfit, match="this network is a policy"):
        joute.agent(f"mcts:iterations=10,prior=network,weights={file}", game)


@pytest.mark.slow
def test_a_policy_of_kuhn_poker_comes_near_an_equilibrium(tmp_path: Path) -> None:
    game, file = joute.game(KUHN).fast(), tmp_path / "kuhn.safetensors"
    chosen = PpoSettings(hidden_layers=1, hidden_units=32, random_share=0.0, pool_share=0.0)
    trained(KUHN, 2_000_000, chosen).weights().save(file)
    policy = joute.agent(f"network:weights={file},play=mixed", game)
    (whole,) = at_roots(game, policy, turns=0, roots=1, samples=1)
    assert 2 * whole["exploitability"] < 0.05  # NashConv; that of random play is 0.92


@pytest.mark.slow
@pytest.mark.parametrize("name", ["coeurs", "diamant", "love_letter", "morpion", "pokemon", KUHN])
def test_every_game_with_features_can_be_trained(name: str) -> None:
    learner = PpoLearner(joute.game(name), tiny(), 1)
    learner.round()
    learner.round()
    assert learner.figures["entropy"] > 0
    assert all(np.isfinite(part).all() for layer in learner.weights({}).layers for part in layer)


# --- logs and presets -----------------------------------------------------------------------------------------------------------


def test_a_log_has_a_row_for_each_write_and_goes_on_after_a_resume(tmp_path: Path) -> None:
    file = tmp_path / "training.csv"
    for resumed in (False, True):
        log = TrainingLog(file, resumed, board=False)
        log.write(10, 1.5, {"loss": 0.5}, now=True)
        log.write(11, 1.6, {"loss": 0.4})  # too soon after the last row
        log.close()
    with file.open(encoding="utf-8") as rows:
        assert list(csv.DictReader(rows)) == [{"episodes": "10", "seconds": "1.5", "loss": "0.5"}] * 2


def test_a_method_and_a_preset_that_do_not_exist_or_disagree_are_refused() -> None:
    with pytest.raises(BadSetting, match="no method is called 'sarsa'; there are: dqn, ppo"):
        settings_by("sarsa", "", {})
    with pytest.raises(BadSetting, match="no preset is called 'paper'; there are: report"):
        settings_by("", "paper", {})
    with pytest.raises(BadSetting, match="the preset report is for --method dqn"):
        settings_by("ppo", "report", {})
    with pytest.raises(BadSetting, match="train has no setting 'tau'"):
        settings_by("ppo", "", {"tau": "0.1"})


@pytest.mark.slow
def test_the_preset_of_the_report_learns_in_epochs_from_each_episode_and_copies_the_target() -> None:
    chosen = settings_by("", "report", {"target_interval": "7", "batch_size": "16"})
    assert isinstance(chosen, TrainSettings)
    assert (chosen.loss, chosen.epochs, chosen.n_envs, chosen.priority_alpha) == ("mse", 4, 1, 0.0)
    learner = Learner(joute.game("coeurs", deals=1), chosen, 1)
    learner.round()
    assert learner.episodes == 1
    assert learner.updates == 4  # eight cards are one minibatch, learnt four times
    first = learner.target.actions.weight.detach().clone()
    learner.round()  # the seventh minibatch is within this round
    assert learner.updates == 8
    assert not bool((learner.target.actions.weight == first).all())
    assert not bool((learner.target.actions.weight == learner.network.actions.weight).all())
    with pytest.raises(BadSetting, match="epochs=-1"):
        make(TrainSettings, {"epochs": -1}, "train")
