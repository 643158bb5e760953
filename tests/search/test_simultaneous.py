"""Equilibrium search against enumeration: small Goofspiels, Pokémon with few creatures, Diamant for two; budgets and words."""

import time
from pathlib import Path

import numpy as np
import pytest
from enumeration import Truth, matrix_value, met_in_play

import joute
from joute.core.agent import Stop
from joute.core.errors import Unfit
from joute.search.lookahead.matrix_game import solve

ROOT = Path(__file__).parent.parent
GOOFSPIEL = str(ROOT / "small" / "goofspiel.py")
NIM = str(ROOT.parent / "examples" / "nim" / "nim.py")


def test_the_solver_by_kernels_agrees_with_the_simplex() -> None:
    source = np.random.default_rng(1)
    for _ in range(50):
        matrix = source.integers(-4, 5, (source.integers(1, 5), source.integers(1, 5))).astype(float)
        assert matrix_value(matrix) == pytest.approx(solve(matrix)[0])


@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize("points", [False, True])
@pytest.mark.parametrize(("cards", "head", "missing"), [(3, 0, 0), (4, 1, 0), (4, 0, 3), (4, -2, 4)])
def test_a_small_goofspiel_has_the_value_of_backward_induction(cards: int, head: int, missing: int, points: bool, shuffled: bool) -> None:
    game = joute.game(GOOFSPIEL, cards=cards, head=head, missing=missing, points=points, shuffled=shuffled)
    state = met_in_play(game, seed=3, choices=0)
    truth = Truth(game, matrix_value)
    for depth in range(1, cards + 1):
        expected = truth.value(state, depth)
        for seat, sign in ((0, 1), (1, -1)):
            opinion = joute.agent(f"simultaneous:depth={depth}", game).consider(game.view(state, seat), seat)
            assert opinion.value == pytest.approx(sign * expected, abs=1e-7)
            assert opinion.depth == min(depth, cards - (missing > 0))


def test_an_even_goofspiel_is_worth_nothing() -> None:
    game = joute.game(GOOFSPIEL, cards=5, shuffled=True)
    assert joute.agent("simultaneous:depth=5", game).consider(game.view(game.new(), 0), 0).value == pytest.approx(0, abs=1e-8)


def test_the_strategies_are_an_equilibrium_of_the_whole_matrix() -> None:
    game = joute.game(GOOFSPIEL, cards=4, missing=3)
    state = met_in_play(game, seed=1, choices=0)
    opinion = joute.agent("simultaneous:depth=4", game).consider(game.view(state, 0), 0)
    cells = Truth(game, matrix_value).matrix(state, 3)
    assert opinion.matrix is not None
    rows, columns = np.array(opinion.matrix["row_weights"]), np.array(opinion.matrix["column_weights"])
    assert (rows @ cells).min() == pytest.approx(opinion.value, abs=1e-7)
    assert (cells @ columns).max() == pytest.approx(opinion.value, abs=1e-7)
    seen = [(row, column) for row in range(len(rows)) for column in range(len(columns)) if opinion.matrix["cells"][row][column] is not None]
    for row, column in seen:
        assert opinion.matrix["cells"][row][column] == pytest.approx(cells[row, column], abs=1e-7)
    values = {judgement.action: judgement.value for judgement in opinion.judgements}
    assert [values[action] for action in opinion.matrix["rows"]] == pytest.approx(cells @ columns, abs=1e-7)


def test_the_second_seat_sees_the_matrix_from_its_own_chair() -> None:
    game = joute.game(GOOFSPIEL, cards=3, head=1)
    agent, state = joute.agent("simultaneous:depth=3", game), met_in_play(game, seed=1, choices=0)
    first, second = (agent.consider(game.view(state, seat), seat).matrix for seat in (0, 1))
    assert first is not None
    assert second is not None
    turned = [[None if cell is None else -cell for cell in column] for column in zip(*first["cells"], strict=True)]
    assert second["cells"] == turned
    assert second["row_weights"] == first["column_weights"]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("team", "team2"), [("pikachu", "osselait"), ("carapuce", "salameche"), ("bulbizarre,pikachu", "etourmi,carapuce")]
)
def test_battles_of_few_creatures_have_the_value_of_enumeration(team: str, team2: str, seed: int) -> None:
    game = joute.game("pokemon", team=team, team2=team2)
    state = met_in_play(game, seed, choices=1 + 3 * seed)
    truth = Truth(game, matrix_value)
    for depth in (1, 2):
        seat = game.movers(state)[0]
        opinion = joute.agent(f"simultaneous:depth={depth}", game).consider(game.view(state, seat), seat)
        assert opinion.value == pytest.approx((1, -1)[seat] * truth.value(state, depth), abs=1e-7)


@pytest.mark.parametrize("seed", range(3))
def test_diamant_for_two_has_the_value_of_enumeration(seed: int) -> None:
    game = joute.game("diamant", seats=2)
    state = met_in_play(game, seed, choices=2 + seed)
    seat = game.movers(state)[0]
    opinion = joute.agent("simultaneous:depth=2", game).consider(game.view(state, seat), seat)
    expected = Truth(game, matrix_value).value(state, 2)
    assert opinion.value == pytest.approx(expected if seat == 0 else 1 - expected, abs=1e-7)


def test_seats_in_turn_are_a_matrix_of_one_row() -> None:
    for sticks in (5, 6, 7, 9):
        nim = joute.game(NIM, sticks=sticks)
        assert int(joute.agent("simultaneous:depth=20", nim).choose(nim.view(nim.new(), 0), 0)) == sticks % 4


def test_the_choice_is_drawn_as_often_as_its_weight() -> None:
    game = joute.game(GOOFSPIEL, cards=4, missing=3)
    view = game.view(met_in_play(game, seed=1, choices=0), 0)
    agent = joute.agent("simultaneous:depth=4", game)
    weights = {judgement.action.name: judgement.weight or 0.0 for judgement in agent.consider(view, 0).judgements}
    drawn = [agent.consider(view, 0, seed).action.name for seed in range(400)]
    for name, weight in weights.items():
        assert drawn.count(name) / 400 == pytest.approx(weight, abs=0.1)


def test_the_same_seed_and_budget_give_the_same_opinion() -> None:
    game = joute.game("pokemon")
    state = met_in_play(game, seed=2, choices=8)
    seat = game.movers(state)[0]
    for settings in ("depth=2", "nodes=20000"):
        agent = joute.agent(f"simultaneous:{settings}", game)
        first, again = (agent.consider(game.view(state, seat), seat, seed=4).to_json() | {"seconds": 0} for _ in range(2))
        assert first == again


def test_nodes_and_seconds_end_the_search_at_a_finished_depth() -> None:
    game = joute.game("pokemon")
    state = met_in_play(game, seed=2, choices=8)
    view, seat = game.view(state, game.movers(state)[0]), game.movers(state)[0]
    few = joute.agent("simultaneous:nodes=2000", game).consider(view, seat)
    assert few.nodes <= 2000
    assert few.depth is not None
    assert few.to_json()["matrix"] == joute.agent(f"simultaneous:depth={few.depth}", game).consider(view, seat).to_json()["matrix"]
    began = time.perf_counter()
    joute.agent("simultaneous:seconds=0.3", game).consider(view, seat)
    assert time.perf_counter() - began < 60  # without a limit it would go on for hours


def test_a_depth_that_would_not_end_within_the_nodes_is_not_begun() -> None:
    game = joute.game("pokemon")
    view = game.view(met_in_play(game, seed=2, choices=8), 0)
    wasteful, thrifty = (joute.agent(f"simultaneous:nodes=20000{more}", game).consider(view, 0) for more in ("", ",predict=yes"))
    assert wasteful.nodes == 20000, "it was stopped within a depth"
    assert thrifty.nodes < 20000
    assert thrifty.depth == wasteful.depth
    assert thrifty.to_json()["matrix"] == wasteful.to_json()["matrix"]


def test_a_small_goofspiel_is_solved_by_bounds() -> None:
    game = joute.game(GOOFSPIEL, cards=4, missing=3)
    state = met_in_play(game, seed=1, choices=0)
    opinion = joute.agent("simultaneous:prove=100000", game).consider(game.view(state, 0), 0)
    assert opinion.value == pytest.approx(Truth(game, matrix_value).value(state, 4), abs=1e-6)


def test_a_stopped_search_answers_from_its_first_turn() -> None:
    game = joute.game("pokemon")
    view = game.view(met_in_play(game, seed=2, choices=8), 0)
    stop = Stop()
    stop.now()
    assert joute.agent("simultaneous:depth=5", game).consider(view, 0, stop=stop).depth == 1


def test_the_main_line_starts_with_the_likeliest_pair() -> None:
    game = joute.game("pokemon", team="pikachu,carapuce")
    state = met_in_play(game, seed=1, choices=1)
    opinion = joute.agent("simultaneous:depth=3", game).consider(game.view(state, 0), 0)
    assert opinion.pv[0] == opinion.action
    assert len(opinion.pv) >= 4


def test_it_refuses_what_it_cannot_play() -> None:
    kuhn = joute.game(str(ROOT.parent / "examples" / "kuhn" / "kuhn.py"))
    with pytest.raises(Unfit, match="simultaneous sees everything, but kuhn has hidden information"):
        joute.agent("simultaneous", kuhn)
    with pytest.raises(Unfit, match="simultaneous takes two seats, but this diamant has 4"):
        joute.agent("simultaneous", joute.game("diamant", seats=4))


@pytest.mark.slow
def test_looking_further_never_gives_more_away() -> None:
    """The strategy of the first seat loses less to its best answer in the whole game, the further it looks."""
    game = joute.game(GOOFSPIEL, cards=4, missing=2)
    state = met_in_play(game, seed=1, choices=0)
    cells = Truth(game, matrix_value).matrix(state, 3)
    banked = []
    for depth in (1, 2, 3):
        opinion = joute.agent(f"simultaneous:depth={depth}", game).consider(game.view(state, 0), 0)
        assert opinion.matrix is not None
        banked.append((np.array(opinion.matrix["row_weights"]) @ cells).min())
    assert banked == sorted(banked)
