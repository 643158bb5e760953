"""Expert iteration: generations of a search and a network, a gate between them, the same bits every time."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import joute
from joute.core.errors import BadSetting
from joute.core.game import Game
from joute.learning.distil.dataset import Dataset
from joute.learning.dqn.vector_env import output_size
from joute.learning.expert.learner import GATE, PREVIOUS, REFERENCE, ExpertLearner
from joute.learning.expert.settings import ExpertSettings, first_search, network_search
from joute.learning.training import Training, TrainingPlan
from joute.search.common.linear_evaluation import names_of

TINY = {"iterations": 20, "games": 10, "gate_blocks": 5, "epochs": 3, "hidden_layers": 1, "hidden_units": 8, "batch_size": 32, "window": 2}


@pytest.fixture(scope="module")
def board() -> Game:
    return joute.game("morpion", width=3, height=3, align=3)


def tiny(**changed: Any) -> ExpertSettings:
    return ExpertSettings(**{**TINY, **changed})


def made_up(game: Game, count: int) -> Dataset:
    """Decisions of a search that always chooses the first action."""
    rows, shape = np.zeros((count, len(names_of(game))), np.float32), (count, output_size(game))
    ones = np.ones(shape, np.float32)
    return Dataset(rows, 0 * ones, ones, (ones / shape[1]).astype(np.float32), 0 * ones[:, 0], ones > 0, np.zeros(count, np.int64))


def at_the_gate(game: Game, previous: float, reference: float, before: float = 0.0) -> ExpertLearner:
    """A learner whose second network has met both opponents, with these mean leads; the first one led the reference by `before`."""
    learner = ExpertLearner(game, tiny(), seed=1)
    for leads in ({REFERENCE: before}, {PREVIOUS: previous, REFERENCE: reference}):
        learner.window, learner.step, learner.candidate = [made_up(game, 20)], GATE, learner._new_network()
        learner.results = {name: [lead - 1.0, lead, lead + 1.0] for name, lead in leads.items()}
        learner._decide()
    learner.close()
    return learner


def test_the_others_are_modelled_by_the_network_if_something_is_hidden_else_it_gives_prior_values(board: Game) -> None:
    cards = joute.game("coeurs")
    assert first_search(cards, 50).endswith("iterations=50,exploration=0.35,rollout=careful,aim=win,opponents=careful,opponent_epsilon=0.5")
    assert network_search(cards, 50).endswith("aim=win,opponents=network,opponent_epsilon=0.05")
    assert network_search(board, 50).endswith("prior=network")
    assert "opponents" not in first_search(board, 50)


def test_the_first_network_is_accepted_and_a_later_one_if_it_leads_the_one_before(board: Game) -> None:
    assert [one["accepted"] for one in at_the_gate(board, previous=0.1, reference=0.0).generations] == [True, True]
    weaker = at_the_gate(board, previous=-0.1, reference=5.0)
    assert [one["accepted"] for one in weaker.generations] == [True, False]
    assert weaker.network is not weaker.candidate


def test_a_network_that_clearly_falls_back_against_the_reference_is_rejected(board: Game) -> None:
    assert at_the_gate(board, previous=0.1, reference=1.0, before=2.0).generations[1]["accepted"], "the interval reaches 2"
    assert not at_the_gate(board, previous=0.1, reference=-3.0, before=2.0).generations[1]["accepted"]


def test_decisions_held_out_are_not_counted_as_learnt_from(board: Game) -> None:
    assert [one["examples"] for one in at_the_gate(board, previous=0.1, reference=0.0).generations] == [19, 19]  # one of 20 is held out


def test_processor_seconds_include_processes_that_have_ended(board: Game) -> None:
    training, before = Training.start(board, tiny(), seed=1), sum(os.times()[2:4])
    subprocess.run([sys.executable, "-c", "sum(range(20_000_000))"], check=True)
    used = sum(os.times()[2:4]) - before
    assert 0.0 < used <= training.processor_seconds + 1e-6
    training.learner.close()


def test_searches_that_are_limited_by_time_or_differ_in_aim_are_refused(board: Game) -> None:
    with pytest.raises(BadSetting, match="is limited by time"):
        ExpertLearner(board, tiny(reference="mcts"), seed=1)
    cards = joute.game("coeurs")
    with pytest.raises(BadSetting, match="have different aims"):
        ExpertLearner(cards, tiny(first_search="ismcts+iterations=20"), seed=1)


def bits(training: Training) -> bytes:
    return b"".join(part.tobytes() for layer in training.weights().layers for part in layer)


def plan(threads: int = 1) -> TrainingPlan:
    return TrainingPlan(20, threads=threads, evaluation_games=8)


@pytest.mark.slow
def test_a_training_repeats_to_the_same_bits_on_two_processes_and_after_interruptions_at_every_step(tmp_path: Path) -> None:
    game = joute.game("coeurs", deals=1)
    whole = Training.start(game, tiny(), 3)
    whole.run(plan())
    assert len(whole.learner.generations) == 2  # type: ignore[attr-defined]  # of this method
    spread, before = Training.start(game, tiny(), 3), sum(os.times()[2:4])
    spread.run(plan(threads=2))
    assert spread.processor_seconds > sum(os.times()[2:4]) - before > 0.0  # its processes have ended
    assert bits(spread) == bits(whole)
    file, steps = tmp_path / "training.checkpoint", set()
    interrupted = Training.start(game, tiny(), 3)
    while interrupted.learner.episodes < 20:
        interrupted.learner.round()
        steps.add(interrupted.learner.step)  # type: ignore[attr-defined]
        if interrupted.learner.step != "learn":  # type: ignore[attr-defined]  # a network that is learning starts again
            interrupted.save(file)
            interrupted.learner.close()
            interrupted = Training.resume(game, file)
    assert steps == {"play", "learn", "gate"}
    assert bits(interrupted) == bits(whole)
    assert interrupted.learner.generation == whole.learner.generation
    interrupted.weights().save(tmp_path / "network.safetensors")
    state, agent = game.new(1), joute.agent(f"network:weights={tmp_path / 'network.safetensors'}", game)
    assert agent.choose(game.view(state, game.movers(state)[0]), game.movers(state)[0]) in game.legal(state, game.movers(state)[0])


@pytest.mark.slow
def test_a_training_that_is_stopped_while_it_learns_starts_the_network_again(tmp_path: Path) -> None:
    game, file = joute.game("coeurs", deals=1), tmp_path / "training.checkpoint"
    stopped = Training.start(game, tiny(), 3)
    while stopped.learner.step != "learn":  # type: ignore[attr-defined]
        stopped.learner.round()
    stopped.learner.round()
    stopped.save(file)
    resumed = Training.resume(game, file)
    for training in (stopped, resumed):
        while training.learner.episodes < 10:
            training.learner.round()
        training.learner.close()
    assert bits(stopped) == bits(resumed)
