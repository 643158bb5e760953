"""A trained network as a player: machine code that says what its layers say, files that are refused in a sentence, no torch."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file

import joute
from joute.core.errors import BadWeights, Unfit
from joute.core.game import Game
from joute.core.state import Fields
from joute.search.common.linear_evaluation import names_of, signature
from joute.search.mcts.infoset_table import PriorEdge
from joute.search.network.inference import posterior_means
from joute.search.network.weights import NetworkWeights, load, load_tensors, save_tensors


@pytest.fixture(scope="module")
def board() -> Game:
    return joute.game("morpion", width=3, height=3, align=3)


def network_of(game: Game, **changed: Any) -> NetworkWeights:
    """A network with weights by lot."""
    source, names = np.random.default_rng(1), names_of(game)
    sizes = [len(names), 12, max(game.actions) + 1]
    shapes = list(pairwise(sizes))
    layers = [(source.normal(size=shape).astype(np.float32), source.normal(size=shape[1]).astype(np.float32)) for shape in shapes]
    options = joute.core.settings.changed(game.options)
    fields = {"game": game.name, "options": options, "signature": signature(game.definition, json.dumps(options)), "features": names}
    return NetworkWeights(**{**fields, "win": False, "guess": False, "layers": layers, **changed})


def test_the_machine_code_says_what_the_layers_say(board: Game, tmp_path: Path) -> None:
    network, file = network_of(board), tmp_path / "network.safetensors"
    network.save(file)
    agent, state = joute.agent(f"network:weights={file}", board), board.new()
    board.step(state, {0: board.action("b2")})
    view, seen = board.view(state, 1), np.zeros(len(network.features))
    board.definition.stated["features"](Fields.of(view), 1, seen)
    (first, first_bias), (second, second_bias) = network.layers
    answer = np.maximum(seen @ first + first_bias, 0) @ second + second_bias
    expected = {action.name: min(1.0, max(-1.0, -1 + 2 * answer[action])) for action in board.legal(state, 1)}
    opinion = agent.consider(view, 1)
    assert {one.action.name: one.value for one in opinion.judgements} == pytest.approx(expected, abs=1e-4)
    assert agent.choose(view, 1) == opinion.action == max(board.legal(state, 1), key=lambda action: answer[action])


def test_the_file_is_one_that_the_safetensors_library_reads(board: Game, tmp_path: Path) -> None:
    network = network_of(board)
    network.save(tmp_path / "network.safetensors")
    read = load_file(tmp_path / "network.safetensors")
    assert (read["layer.1.weights"] == network.layers[1][0]).all()
    assert load(tmp_path / "network.safetensors").features == network.features


def test_a_network_for_something_else_is_refused_in_a_sentence(board: Game, tmp_path: Path) -> None:
    file = tmp_path / "network.safetensors"
    cases: list[tuple[dict[str, Any], Game, str]] = [
        ({}, joute.game("coeurs"), "was trained for morpion, not for coeurs"),
        ({}, joute.game("morpion", width=4, height=4), "trained for other features or actions than those of"),
        ({"features": [*names_of(board)[:-1], "another"]}, board, "trained for other features or actions"),
        ({"signature": "0" * 16}, board, "trained for other rules of morpion than today's"),
    ]
    for changed, game, sentence in cases:
        network_of(board, **changed).save(file)
        network = load(file)
        with pytest.raises(BadWeights, match=sentence):
            network.check(game)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is not a safetensors file"),
        (b"\xff" * 64, "is not a safetensors file"),
        (b"\x02" + bytes(7) + b"{}", "is not a network of Joute"),
        (b"\x02" + bytes(7) + b"[]", "is not a safetensors file"),
    ],
)
def test_a_file_that_is_no_network_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    file = tmp_path / "x.safetensors"
    file.write_bytes(content)
    with pytest.raises(BadWeights, match=sentence):
        load(file)
    with pytest.raises(BadWeights, match="cannot be read from"):
        load(tmp_path / "nowhere.safetensors")


def test_a_damaged_network_is_refused(board: Game, tmp_path: Path) -> None:
    file, network = tmp_path / "x.safetensors", network_of(board)
    network.save(file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-8])
    with pytest.raises(BadWeights, match="not a safetensors file"):
        load(file)
    arrays, words = tensors_of(whole, file)
    save_tensors(file, arrays | {"layer.0.biases": np.full(12, np.nan, np.float32)}, words)
    with pytest.raises(BadWeights, match="not a finite number"):
        load(file)
    save_tensors(file, arrays | {"layer.0.biases": np.zeros(11, np.float32)}, words)
    with pytest.raises(BadWeights, match="do not fit together"):
        load(file)


def tensors_of(content: bytes, file: Path) -> tuple[dict[str, Any], dict[str, str]]:
    file.write_bytes(content)
    return load_tensors(file)


def test_a_game_without_a_network_says_how_to_get_one(board: Game) -> None:
    with pytest.raises(Unfit, match=r"morpion has no network of its own; train one with joute train morpion"):
        joute.agent("network", board)
    with pytest.raises(BadWeights, match=r"morpion has no network of its own"):
        joute.agent("ismcts:rollout=network", board)


@pytest.mark.slow
def test_a_network_guides_a_search_the_same_way_every_time(board: Game, tmp_path: Path) -> None:
    file = tmp_path / "network.safetensors"
    network_of(board).save(file)
    view = board.view(board.new(), 0)
    inside = ("rollout=network", "prior=network", "rollout=network,prior=network", "rollout=network,opponents=careful,opponent_epsilon=1")
    for text in (*(f"ismcts:iterations=300,{one}" for one in inside), "mcts:iterations=300,rollout=network,prior=network"):
        opinions = [joute.agent(f"{text},weights={file}", board).consider(view, 0, seed=4) for _ in range(2)]
        assert opinions[0].to_json() | {"seconds": 0} == opinions[1].to_json() | {"seconds": 0}
        assert sum(one.visits or 0 for one in opinions[0].judgements) == 300


@pytest.mark.slow
def test_a_search_with_a_network_still_sees_a_win_in_one(board: Game, tmp_path: Path) -> None:
    file, loud = tmp_path / "network.safetensors", network_of(board)
    calm = [(weights * np.float32(0.05), biases * np.float32(0.05)) for weights, biases in loud.layers]
    network_of(board, layers=calm).save(file)  # its values stay below that of a win
    state = board.position("""
        X X .
        O O .
        . . .""")
    for search in ("ismcts:rollout=network", "ismcts:rollout=network,prior=network", "mcts:prior=network"):
        agent = joute.agent(f"{search},iterations=2000,weights={file}", board)
        assert agent.consider(board.view(state, 0), 0, seed=1).action.name == "c1"


def edges_of(*rows: tuple[int, float, float]) -> np.ndarray:
    """Edges with visits, means and what a network told."""
    edges = np.zeros(len(rows), PriorEdge.dtype())
    edges["visits"], edges["mean"], edges["prior"] = zip(*rows, strict=True)
    return edges


def test_the_word_of_a_network_counts_like_visits() -> None:
    edges = edges_of((0, 0.0, 0.5), (0, 0.0, 0.3))
    assert posterior_means(edges, 10.0) == pytest.approx([0.5, 0.3])
    edges = edges_of((10, 0.4, 0.5), (10, 0.4, 0.3))
    assert posterior_means(edges, 0.0) == pytest.approx([0.4, 0.4])
    assert posterior_means(edges, 10.0) == pytest.approx([0.45, 0.35])


def test_a_network_that_is_too_hopeful_everywhere_changes_nothing() -> None:
    modest, hopeful = edges_of((30, 0.4, 0.5), (10, 0.2, 0.3)), edges_of((30, 0.4, 0.9), (10, 0.2, 0.7))
    assert posterior_means(modest, 20.0) == pytest.approx(posterior_means(hopeful, 20.0))


@pytest.mark.slow
def test_a_search_that_trusts_a_network_blindly_plays_what_the_network_plays(tmp_path: Path) -> None:
    game = joute.game("coeurs")
    inside = "rollout=careful,aim=win,prior=network,prior_visits=1000000,choice=mean,exploration=0.01,opponents=careful"
    for seed in range(3):
        state = game.new(seed)
        seat = game.movers(state)[0]
        view = game.view(state, seat)
        assert joute.agent(f"ismcts:iterations=40,{inside}", game).choose(view, seat, 1) == joute.agent("network", game).choose(view, seat)


def test_a_search_for_points_refuses_a_network_for_chances(tmp_path: Path) -> None:
    game = joute.game("coeurs")
    file = tmp_path / "network.safetensors"
    network_of(game, win=True).save(file)
    with pytest.raises(Unfit, match="values are for aim=win, but the search has aim=score"):
        joute.agent(f"ismcts:rollout=network,weights={file}", game)


WITHOUT_TORCH = """
import sys
from itertools import pairwise
sys.modules["torch"] = None
import joute
game = joute.game("coeurs")
state = game.new(1)
seat = game.movers(state)[0]
print(joute.agent("network", game).choose(game.view(state, seat), seat))
"""


@pytest.mark.slow
def test_the_network_that_comes_with_coeurs_plays_where_torch_is_not_installed() -> None:
    game = joute.game("coeurs")
    found = subprocess.run([sys.executable, "-c", WITHOUT_TORCH], capture_output=True, text=True, check=True)
    assert game.actions[int(found.stdout)] in game.legal(game.new(1), game.movers(game.new(1))[0])


def test_the_network_that_comes_with_coeurs_says_how_it_was_made() -> None:
    own = joute.game("coeurs").definition.network
    assert own is not None
    assert own.stat().st_size < 2_000_000
    network = load(own).check(joute.game("coeurs"))
    assert network.made["command"].startswith("joute train coeurs --method expert ")
    assert f"--episodes {network.made['episodes']} --seed {network.made['seed']}" in network.made["command"]
    assert {"settings", "seed", "search", "generations", "torch"} <= set(network.made)
