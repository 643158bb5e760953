"""Games as PettingZoo environments: its own tests pass, seats see what they may, an illegal action is refused."""

import pytest

import joute

pettingzoo_test = pytest.importorskip("pettingzoo.test")
adapter = pytest.importorskip("joute.adapters.pettingzoo")

KUHN, CONNECT4 = "examples/kuhn/kuhn.py", "examples/connect4/connect4.py"
GAMES = ["barbu", "coeurs", "diamant", "love_letter", "morpion", "pokemon", KUHN, CONNECT4]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore:Observation")  # a mask beside the observation, and an empty board
def test_the_tests_of_pettingzoo_pass(name: str) -> None:
    pettingzoo_test.api_test(adapter.aec(name), 60)
    pettingzoo_test.parallel_api_test(adapter.parallel(name), 60)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Observation")
def test_a_seed_gives_the_same_games() -> None:
    pettingzoo_test.seed_test(lambda: adapter.aec("love_letter"), 50)

    def course(seed: int) -> list[float]:
        env, seen = adapter.parallel("diamant", seats=2), []
        observations, _ = env.reset(seed=seed)
        while env.agents:
            observations, *_ = env.step({agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents})
            seen += observations["seat_0"]["observation"].tolist()
        return seen

    assert course(1) == course(1) != course(2)


def test_a_game_played_to_its_end_pays_the_scores_and_ends_all_agents() -> None:
    env = adapter.aec(KUHN)
    env.reset(seed=3)
    for action in (1, 1):  # bet, call
        assert env.last()[0]["action_mask"].tolist() == [1, 1]
        env.step(action)
    assert all(env.terminations.values())
    assert sorted(env.rewards.values()) == [-2.0, 2.0]
    paid = []
    while env.agents:
        paid.append(env.last()[1])
        env.step(None)
    assert sorted(paid) == [-2.0, 2.0]


def test_an_agent_observes_the_features_of_its_view_and_nothing_else() -> None:
    env = adapter.aec(KUHN)
    env.reset(seed=1)
    game, state = env.turns.game, env.turns.state
    cards = state.array["cards"][0].tolist()
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)["observation"]
        assert seen[:3].argmax() == cards[seat] - 1
        assert seen.tolist() == list(game.features(game.view(state, seat), seat).values())
    assert env.observe(env.possible_agents[1])["action_mask"].tolist() == [0, 0]


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = adapter.aec(KUHN)
    env.reset(seed=1)
    before = env.turns.state.copy()
    with pytest.raises(joute.IllegalMove, match="seat 0 played 7; legal here: pass, bet"):
        env.step(7)
    assert env.turns.state == before
    assert env.agent_selection == "seat_0"


def test_in_a_parallel_game_a_seat_that_does_not_choose_can_only_wait() -> None:
    env = adapter.parallel(KUHN)
    observations, _ = env.reset(seed=1)
    assert [observations[agent]["action_mask"].tolist() for agent in env.agents] == [[1, 1, 0], [0, 0, 1]]
    with pytest.raises(joute.IllegalMove, match="seat 0 played 2"):
        env.step({"seat_0": env.wait, "seat_1": env.wait})
    observations, *_ = env.step({"seat_0": 0, "seat_1": env.wait})
    assert [observations[agent]["action_mask"].tolist() for agent in env.agents] == [[0, 0, 1], [1, 1, 0]]


def test_seats_that_choose_at_once_are_asked_in_turn_and_see_the_same_position() -> None:
    env = adapter.aec("diamant", seats=2)
    env.reset(seed=1)
    before = env.observe("seat_1")["observation"]
    env.step(0)
    assert env.agent_selection == "seat_1"
    assert env.observe("seat_1")["observation"].tolist() == before.tolist()


def test_a_picture_shows_what_the_asked_seat_sees(capsys: pytest.CaptureFixture[str]) -> None:
    env = adapter.aec(CONNECT4, render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert "a b c d e f g" in capsys.readouterr().out
    assert adapter.aec(CONNECT4).metadata["name"] == "joute_connect4"


def test_a_game_without_features_and_options_beside_a_made_game_are_refused() -> None:
    with pytest.raises(joute.Unfit, match="nim has no features"):
        adapter.aec("examples/nim/nim.py")
    with pytest.raises(joute.Unfit, match="has its options already: leave seats out"):
        adapter.aec(joute.game("diamant"), seats=3)
