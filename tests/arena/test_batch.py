"""Batches: games that step together are the same games as others, on any number of threads, with opponents of every kind."""

import numpy as np
import pytest

import joute
from joute.arena.batch.batch import Batch
from joute.core.state import State

KUHN, CONNECT4 = "examples/kuhn/kuhn.py", "examples/connect4/connect4.py"
GAMES = ["barbu", "coeurs", "diamant", "love_letter", "morpion", "pokemon", KUHN, CONNECT4]


def course(batch: Batch, steps: int) -> bytes:
    """Everything that happens in some steps of random actions."""
    seen = []
    for _ in range(steps):
        observation = batch.observe()
        outcome = batch.step(batch.sample())
        seen += [observation.features, observation.legal, observation.seats, outcome.rewards, outcome.done]
        seen = [b"".join(np.asarray(part).tobytes() for part in seen)]  # type: ignore[list-item]  # bytes are an array's buffer
    return seen[0]  # type: ignore[return-value]  # as made above


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_batch_plays_by_the_rules_of_the_game(name: str) -> None:
    """Every game of a batch is followed with the plain rules, chance included, through its end."""
    game = joute.game(name)
    batch = Batch(game, n=3, seed=5)
    ended = 0
    for _ in range(120):
        observation = batch.observe().copy()
        actions = batch.sample()
        for number in range(batch.n):
            state = State(batch._arrays.states[number : number + 1])
            seat = int(observation.seats[number])
            assert seat in game.movers(state)
            assert np.flatnonzero(observation.legal[number]).tolist() == sorted(game.legal_numbers(state, seat))
            assert actions[number] in game.legal_numbers(state, seat)
            features = game.features(game.view(state, seat), seat)
            assert observation.features[number].tolist() == np.array(list(features.values()), np.float32).tolist()
        if not game.spec.simultaneous and not game.spec.chance:
            expected = [_after(game, batch, number, int(actions[number])) for number in range(batch.n)]
        outcome = batch.step(actions)
        ended += int(outcome.done.sum())
        assert not outcome.rewards[~outcome.done].any()
        if not game.spec.simultaneous and not game.spec.chance:
            for number, (after, over) in enumerate(expected):
                assert outcome.done[number] == over
                if over:
                    assert outcome.rewards[number].tolist() == game.returns(after)
                else:
                    assert batch._arrays.states[number].tobytes() == after.array[0].tobytes()
    assert ended > 0 or name in ("barbu", "coeurs", "pokemon", "morpion")


def _after(game: joute.Game, batch: Batch, number: int, action: int) -> tuple[State, bool]:
    """The state after an action, by the plain rules, and whether the game is over."""
    state = State(batch._arrays.states[number : number + 1].copy())
    game.step(state, {int(batch.seats[number]): action})
    return state, game.over(state)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["diamant", CONNECT4])
def test_a_seed_gives_the_same_games_on_one_thread_and_on_two(name: str) -> None:
    once, again, apart = (joute.batch(name, n=512, seed=3, opponents={"random": 1, "self": 1}, threads=threads) for threads in (1, 1, 2))
    assert len(apart.parts) == 2
    assert course(once, 40) == course(again, 40) == course(apart, 40)
    assert course(joute.batch(name, n=512, seed=4), 40) != course(joute.batch(name, n=512, seed=3), 40)


@pytest.mark.slow
def test_seats_that_choose_at_once_are_asked_in_turn_and_see_nothing_of_each_other() -> None:
    batch = joute.batch("diamant", n=8, seed=1, seats=2)
    before = batch.observe().copy()
    batch.step(np.zeros(8, np.int64))
    between = batch.observe().copy()
    assert before.seats.tolist() == [0] * 8
    assert between.seats.tolist() == [1] * 8
    batch.step(np.zeros(8, np.int64))
    assert set(batch.observe().seats.tolist()) == {0}


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_an_illegal_action_is_refused_with_the_game_the_seat_and_the_legal_ones_and_changes_nothing(threads: int) -> None:
    batch = joute.batch(CONNECT4, n=512, seed=1, threads=threads)
    other = joute.batch(CONNECT4, n=512, seed=1)
    actions = np.zeros(512, np.int64)
    actions[300] = 9
    with pytest.raises(joute.IllegalMove, match="game 300: seat 0 played 9; legal here: a, b, c, d, e, f, g"):
        batch.step(actions)
    actions[300] = -1
    with pytest.raises(joute.IllegalMove, match="game 300: seat 0 played -1"):
        batch.step(actions)
    assert course(batch, 10) == course(other, 10)


def test_actions_of_the_wrong_shape_are_refused() -> None:
    batch = joute.batch(KUHN, n=4)
    with pytest.raises(joute.BadSetting, match="4 actions were expected, one for each game, not an array of shape"):
        batch.step(np.zeros((4, 2), np.int64))


@pytest.mark.slow
def test_with_opponents_only_the_learner_is_asked_and_its_seat_changes_from_game_to_game() -> None:
    batch = joute.batch(CONNECT4, n=6, seed=1, opponents="random")
    for _ in range(40):
        assert batch.seats.tolist() == batch.learners.tolist()
        learners = batch.learners.copy()
        done = batch.step(batch.sample()).done
        assert (learners[done] != batch.learners[done]).all()
        assert (learners[~done] == batch.learners[~done]).all()
    assert (joute.batch(CONNECT4, n=6, opponents="random", seat=1).seats == 1).all()


@pytest.mark.slow
def test_careful_opponents_beat_random_choices_and_random_ones_do_not() -> None:
    def mean_reward(opponent: str) -> float:
        batch, total, games = joute.batch("love_letter", n=400, seed=1, opponents=opponent, seats=2), 0.0, 0
        while games < 2000:
            seats = batch.seats.copy()
            outcome = batch.step(batch.sample())
            won = outcome.rewards[np.arange(400), seats] >= outcome.rewards.max(1)
            total, games = total + float(won[outcome.done].sum()), games + int(outcome.done.sum())
        return total / games

    assert mean_reward("random") == pytest.approx(0.5, abs=0.05)
    assert mean_reward("careful") < 0.3


@pytest.mark.slow
def test_a_search_as_an_opponent_is_asked_for_every_decision_and_is_the_same_on_two_threads() -> None:
    def rewards(threads: int) -> bytes:
        batch, found = joute.batch(CONNECT4, n=512, seed=2, opponents=["mcts:iterations=20", "random"], threads=threads), b""
        for _ in range(12):
            found += batch.step(batch.sample()).rewards.tobytes()
        batch.close()
        return found

    once = rewards(1)
    assert once == rewards(2)
    scores = np.frombuffer(once).reshape(12, 512, 2)
    assert np.abs(scores).sum() > 0


def test_a_share_below_zero_and_a_seat_without_opponents_are_refused() -> None:
    with pytest.raises(joute.BadSetting, match="the shares of the opponents"):
        joute.batch(KUHN, opponents={"random": -1.0})
    with pytest.raises(joute.BadSetting, match="seat=0 needs opponents"):
        joute.batch(KUHN, seat=0)
    with pytest.raises(joute.BadSetting, match="seat=2 is not a seat of kuhn, which has seats 0 to 1"):
        joute.batch(KUHN, opponents="random", seat=2)
    with pytest.raises(joute.BadSetting, match="n=0 games"):
        joute.batch(KUHN, n=0)


def test_a_snapshot_continues_to_the_same_games() -> None:
    batch = joute.batch(KUHN, n=16, seed=1)
    course(batch, 5)
    saved = batch.snapshot()
    after = course(batch, 10)
    other = joute.batch(KUHN, n=16, seed=9)
    other.restore(saved)
    assert course(other, 10) == after


def test_the_features_at_the_end_are_those_of_the_seat_that_chose_last() -> None:
    batch = joute.batch(KUHN, n=64, seed=1)
    final = batch.keep_final()
    names = batch.feature_names
    for _ in range(6):
        before = batch.observe().copy()
        actions = batch.sample()
        done = batch.step(actions).done
        for number in np.flatnonzero(done):
            card = before.features[number, :3].argmax()
            assert final[number, card] == 1.0
            turn = int(before.features[number, 3:].sum())
            assert final[number, names.index(f"action {turn + 1}: {('pass', 'bet')[actions[number]]}")] == 1.0


def test_games_without_features_have_observations_without_columns() -> None:
    batch = joute.batch("examples/nim/nim.py", n=4)
    assert batch.observe().features.shape == (4, 0)
    assert batch.observe().legal.any(1).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["love_letter", "coeurs"])
def test_rewards_by_chapter_add_up_to_the_change_of_the_chance_to_win(name: str) -> None:
    batch, plain = (joute.batch(name, n=32, seed=1, by_chapter=by_chapter) for by_chapter in (True, False))
    total, chapters, ended = np.zeros((32, batch.game.spec.seats)), np.zeros(32, int), 0
    for _ in range(400):
        outcome, scores = batch.step(batch.sample()), plain.step(plain.sample())
        assert outcome.done.tolist() == scores.done.tolist() == scores.chapters.tolist()
        assert not outcome.rewards[~outcome.chapters].any()
        total, chapters = total + outcome.rewards, chapters + outcome.chapters
        for number in np.flatnonzero(outcome.done):
            ended += 1
            won = scores.rewards[number] == scores.rewards[number].max()
            first = won / won.sum() - total[number]  # the chances to win at the beginning
            assert first.sum() == pytest.approx(1.0)
            assert np.abs(first - 1 / len(first)).max() < 0.2
            assert chapters[number] >= 3  # a round gives two tokens at most
            total[number], chapters[number] = 0.0, 0
    assert ended > 20


def test_a_view_of_a_batch_hides_what_the_seat_does_not_know() -> None:
    batch = joute.batch(KUHN, n=4, seed=1)
    view = batch.view(0)
    assert view.viewer == 0
    assert view.array["cards"][0].tolist()[1] == -1
