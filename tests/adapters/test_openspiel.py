"""Games of Joute in OpenSpiel, and OpenSpiel's players in Joute."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import joute

pyspiel: Any = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts  # noqa: E402
from open_spiel.python.bots.policy import PolicyBot  # noqa: E402

from joute.adapters.openspiel import SpielBot, SpielGame, spiel_game  # noqa: E402

KUHN, CONNECT4, NIM = "examples/kuhn/kuhn.py", "examples/connect4/connect4.py", "examples/nim/nim.py"


class Searcher(SpielBot):
    """OpenSpiel's MCTS."""

    def make_bot(self, game: SpielGame, seat: int, seed: int) -> Any:
        rng = np.random.RandomState(seed)
        return mcts.MCTSBot(game, 1.4, 30, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)


class InformationSets(SpielBot):
    """OpenSpiel's ISMCTS, which resamples worlds."""

    def make_bot(self, game: SpielGame, seat: int, seed: int) -> Any:
        rng = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, rng)
        return ismcts.ISMCTSBot(game, rollouts, 1.4, 20, random_state=rng)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["coeurs", "diamant", "love_letter", "morpion", "pokemon", KUHN, CONNECT4, NIM])
def test_the_simulation_test_of_openspiel_passes(name: str) -> None:
    pyspiel.random_sim_test(spiel_game(name), num_sims=1, serialize=name != "pokemon", verbose=False)


@pytest.mark.slow
def test_the_cfr_of_openspiel_finds_the_known_value_of_kuhn_poker() -> None:
    game = spiel_game(KUHN)
    solver = cfr.CFRSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < 0.02
    value = pyspiel.load_game("kuhn_poker")
    assert len(policy.action_probability_array) == 12 == len(cfr.CFRSolver(value).average_policy().action_probability_array)

    class Solved(SpielBot):
        def make_bot(self, game: SpielGame, seat: int, seed: int) -> Any:
            return PolicyBot(seat, np.random.RandomState(seed), policy)

    kuhn = joute.game(KUHN)
    scores = [joute.match(kuhn, [Solved(kuhn), Solved(kuhn)], seed=seed).scores for seed in range(300)]
    assert np.mean([score[0] for score in scores if score is not None]) == pytest.approx(-1 / 18, abs=0.25)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "kind"), [(CONNECT4, {}, Searcher), ("diamant", {"seats": 2}, InformationSets)])
def test_a_bot_of_openspiel_plays_whole_games_and_repeats_by_seed(name: str, options: dict[str, Any], kind: type[SpielBot]) -> None:
    game = joute.game(name, **options)
    records = [joute.match(game, [kind(game), "random"], seed=2) for _ in range(2)]
    assert records[0].choices == records[1].choices


def test_openspiels_bots_win_against_random_play() -> None:
    game = joute.game(NIM)
    won = [joute.match(game, [Searcher(game), "random"], seed=seed).scores for seed in range(20)]
    assert sum(score is not None and score[0] > 0 for score in won) > 15


def test_a_loaded_game_has_the_options_of_its_text_and_a_serialised_state_comes_back() -> None:
    game = spiel_game("love_letter", seats=3)
    loaded = pyspiel.load_game(str(game))
    assert (str(loaded), loaded.num_players()) == ("joute_love_letter(seats=3)", 3)
    state, rng = game.new_initial_state(), np.random.default_rng(1)
    for _ in range(12):
        state.apply_action(int(rng.choice(state.legal_actions())))
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert again.clone().legal_actions() == state.legal_actions()


def test_an_information_state_depends_on_what_the_seat_knows_alone() -> None:
    game = spiel_game(KUHN)

    def dealt(*cards: int) -> Any:
        state = game.new_initial_state()
        for card in cards:
            state.apply_action(card)
        return state

    one, other = dealt(0, 1), dealt(0, 2)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.observation_tensor(0) == other.observation_tensor(0)
    assert one.observation_tensor(0)[:3] == [1.0, 0.0, 0.0]
    resampled = {str(one.resample_from_infostate(0, np.random.default_rng(seed).random)) for seed in range(20)}
    assert resampled == {str(one), str(other)}


def test_the_second_of_two_who_choose_at_once_does_not_see_what_the_first_chose() -> None:
    game = spiel_game("diamant", seats=2)
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    told = set()
    for action in (0, 1):
        child = state.child(action)
        assert child.current_player() == 1
        told.add(child.information_state_string(1))
    assert len(told) == 1


@pytest.mark.slow
def test_the_example_plays_by_name_and_refuses_hidden_information() -> None:
    text = "examples/agents/openspiel_mcts.py:OpenSpielMcts:simulations=20"
    assert joute.match(joute.game(CONNECT4), [text, "random"], seed=1).scores == [1.0, -1.0]
    with pytest.raises(joute.Unfit, match="kuhn has hidden information"):
        joute.agent(text, joute.game(KUHN))


def test_python_ends_without_a_crash_after_games_were_registered() -> None:
    code = f"from joute.adapters.openspiel import *; game = spiel_game({KUHN!r}); pyspiel.load_game('joute_kuhn')"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
