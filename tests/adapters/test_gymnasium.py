"""One seat of a game as a Gymnasium environment, alone and in a batch."""

from typing import Any

import numpy as np
import pytest

import joute

pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from joute.adapters.gymnasium import env, vector

KUHN, CONNECT4 = "examples/kuhn/kuhn.py", "examples/connect4/connect4.py"


def random_actions(mask: Any, rng: np.random.Generator) -> Any:
    """A random legal action for each row."""
    return (mask * rng.random(mask.shape)).argmax(-1)


@pytest.mark.filterwarnings("ignore:.*infinity")  # features have no stated bounds
def test_the_checker_of_gymnasium_finds_nothing_where_all_actions_are_always_legal() -> None:
    check_env(env(KUHN, render_mode="ansi"), skip_render_check=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["coeurs", "diamant", "love_letter", "morpion", "pokemon", CONNECT4])
def test_an_episode_ends_with_the_score_of_the_learners_seat(name: str) -> None:
    rng, game = np.random.default_rng(1), env(name)
    observation, info = game.reset(seed=1)
    over = False
    while not over:
        assert game.observation_space.contains(observation)
        assert info["action_mask"].tolist() == game.action_masks().tolist()
        observation, reward, over, _, info = game.step(int(random_actions(info["action_mask"], rng)))
        assert over or reward == 0.0
    assert reward == game.turns.game.returns(game.turns.state)[info["seat"]]
    assert not info["action_mask"].any()
    with pytest.raises(joute.IllegalMove, match="the game is over"):
        game.step(0)


def test_a_seed_gives_the_same_episodes_and_the_seat_varies_unless_it_is_chosen() -> None:
    def course(seat: int | None) -> list[tuple[Any, ...]]:
        rng, game, seen = np.random.default_rng(1), env(KUHN, ["random", "ismcts:iterations=5"], seat), []
        _, info = game.reset(seed=5)
        for _ in range(40):
            observation, reward, over, _, info = game.step(int(random_actions(info["action_mask"], rng)))
            seen.append((observation.tolist(), reward, info["seat"]))
            if over:
                _, info = game.reset()
        return seen

    assert course(None) == course(None)
    assert {seat for *_, seat in course(None)} == {0, 1}
    assert {seat for *_, seat in course(1)} == {1}


def test_opponents_are_needed_and_a_seat_must_exist() -> None:
    for make in (env, vector):
        with pytest.raises(joute.BadSetting, match="needs opponents"):
            make(KUHN, opponents="self")
        with pytest.raises(joute.BadSetting, match="seat=2 is not a seat of kuhn"):
            make(KUHN, seat=2)


@pytest.mark.slow
def test_a_batch_pays_the_learners_seat_and_shows_the_end_of_a_game() -> None:
    rng, games = np.random.default_rng(1), vector(CONNECT4, n=16, opponents="random")
    _, info = games.reset(seed=1)
    ended = 0
    for _ in range(60):
        seats = info["seat"]
        actions = random_actions(info["action_mask"], rng)
        observation, reward, done, cut, info = games.step(actions)
        assert games.observation_space.contains(observation)
        assert not cut.any()
        assert not reward[~done].any()
        for number in np.flatnonzero(done):
            ended += 1
            assert info["_final_obs"][number]
            discs = info["final_obs"][number][:84].reshape(2, 42).sum(1)  # own, opponent's
            assert discs.sum() > observation[number].sum()
            if reward[number] == 1:
                assert discs[0] == discs[1] + (seats[number] == 0)
    assert ended > 50
    games.close()


@pytest.mark.slow
def test_statistics_of_episodes_are_recorded_by_gymnasiums_wrapper() -> None:
    rng, games = np.random.default_rng(1), RecordEpisodeStatistics(vector(KUHN, n=4, opponents="random"))
    _, info = games.reset(seed=1)
    for _ in range(30):
        *_, info = games.step(random_actions(info["action_mask"], rng))
    assert len(games.return_queue) > 10
    assert set(np.abs(games.return_queue)) <= {1.0, 2.0}


def test_resets_of_a_batch_repeat_by_seed_and_go_on_without() -> None:
    games = vector(KUHN, n=64)
    first, again, third = (games.reset(seed=seed)[0].tolist() for seed in (3, 3, None))
    assert first == again != third
