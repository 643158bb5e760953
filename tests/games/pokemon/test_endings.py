"""Endings of few creatures: the bounds of the search, the values that a linear programme gives, and what `joute solve` says."""

import numpy as np
import pytest
from cli.shell import as_json
from cli.shell import joute as command_line
from enumeration import Truth
from pokemon_endings import PAGE, row
from scipy.optimize import linprog  # type: ignore[import-untyped]  # it has no stubs

import joute
from joute.core.game import Game
from joute.core.rng import below, seeded
from joute.core.state import State
from joute.games.pokemon.creatures import TEAM
from joute.games.pokemon.endings import opinions
from joute.games.pokemon.state import PokemonState
from joute.search.lookahead.simultaneous import Simultaneous

TURNS = 2  # at most, for the enumeration in plain Python


def value_by_linear_programme(matrix: np.ndarray) -> float:
    """The value of a matrix game: the most that some mix of the rows gets against every column."""
    rows, columns = matrix.shape
    program = linprog(
        [0.0] * rows + [-1.0],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return float(-program.fun)


class Bound(Truth):
    """Enumeration with one value for every position at the horizon."""

    def __init__(self, game: Game, horizon: float) -> None:
        super().__init__(game, value_by_linear_programme)
        self.horizon = horizon

    def _evaluation(self, state: State) -> float:
        return self.horizon


def ending(game: Game, seed: int) -> State:
    """A battle whose creatures have few HP, which chance gives them."""
    state, rng = game.new(seed), seeded(seed, "ending")
    game.step(state, {seat: game.legal_numbers(state, seat)[0] for seat in range(2)})
    fields = PokemonState.of(state)
    for creature in range(2 * TEAM):
        if fields.hp[creature] > 0:
            fields.hp[creature] = 20 + below(rng, 110)
    return state


def solver(game: Game, positions: int = 100_000) -> Simultaneous:
    agent = joute.agent(f"simultaneous:prove={positions}", game)
    assert isinstance(agent, Simultaneous)
    return agent


@pytest.mark.parametrize(
    ("team", "team2", "seeds"),
    [("salameche", "etourmi", range(6)), ("carapuce", "bulbizarre", range(6)), ("salameche,pikachu", "etourmi", range(2))],
)
def test_an_exact_value_is_that_of_enumeration_and_the_choice_assures_it(team: str, team2: str, seeds: range) -> None:
    game, compared = joute.game("pokemon", team=team, team2=team2), 0
    for seed in seeds:
        state = ending(game, seed)
        for seat, sign in ((0, 1), (1, -1)):
            solved = solver(game).solve(game.view(state, seat), seat)
            if solved is None or (solved.depth or 0) > TURNS:
                continue
            worst = Bound(game, -sign)
            assert solved.value == pytest.approx(sign * worst.value(state, solved.depth or 0), abs=1e-6)
            assert solved.value == pytest.approx(sign * Bound(game, sign).value(state, solved.depth or 0), abs=1e-6)
            cells = sign * worst.matrix(state, (solved.depth or 0) - 1)
            assert solved.matrix is not None
            assured = np.array(solved.matrix["row_weights"]) @ (cells if seat == 0 else cells.T)
            assert assured.min() >= (solved.value or 0.0) - 1e-6, "no reply gets it below its value"
            compared += 1
    assert compared >= len(seeds), "most of these endings are over soon"


def test_bounds_that_do_not_meet_leave_the_choice_to_the_lookahead() -> None:
    game = joute.game("pokemon")
    state = ending(game, 1)
    view = game.view(state, 0)
    assert solver(game, 2000).solve(view, 0) is None
    proving, looking = joute.agent("simultaneous:depth=1,prove=2000", game), joute.agent("simultaneous:depth=1", game)
    assert proving.consider(view, 0, 3).to_json() | {"seconds": 0} == looking.consider(view, 0, 3).to_json() | {"seconds": 0}


def test_a_lost_position_is_played_by_the_lookahead() -> None:
    game = joute.game("pokemon", team="bulbizarre", team2="etourmi")
    state = ending(game, 4)
    solved = solver(game).solve(game.view(state, 0), 0)
    assert solved is not None
    assert solved.value == -1
    opinion = joute.agent("simultaneous:depth=2,prove=1000", game).consider(game.view(state, 0), 0)
    assert opinion.remark == {}


def test_a_solved_position_is_kept_and_gives_the_same_opinion() -> None:
    game = joute.game("pokemon", team="salameche", team2="etourmi")
    state = game.new()
    game.step(state, {seat: game.legal_numbers(state, seat)[0] for seat in range(2)})
    agent, view = solver(game), game.view(state, 0)
    first, again = (agent.consider(view, 0, 5).to_json() | {"seconds": 0} for _ in range(2))
    assert first == again
    assert len(agent._bounds) == 1
    assert agent.consider(view, 0).remark["en"] == "exact: the game is decided within 4 turns"


def test_both_trainers_see_the_same_chance_to_win() -> None:
    game = joute.game("pokemon", team="salameche", team2="etourmi")
    found = opinions(game, ending(game, 2))
    assert (found[0].value or 0.0) + (found[1].value or 0.0) == pytest.approx(1)


def test_solve_prints_the_equilibrium_of_an_ending() -> None:
    given = ("solve", "pokemon", "-o", "team=salameche", "-o", "team2=etourmi", "--after", "send Salamèche", "--after", "send Étourmi")
    found = as_json(*given)
    assert [seat["seat"] for seat in found["seats"]] == [0, 1]
    assert found["seats"][0]["value"] == pytest.approx(5 / 9)
    assert "Seat 0 wins with a chance of 55.56 %." in command_line(*given).stdout


def test_solve_refuses_a_position_that_is_too_large() -> None:
    refused = command_line("solve", "pokemon", "--after", "send Pikachu,send Osselait", code=2)
    assert "pokemon could not be solved within 4000000 positions: endings of up to three creatures usually can" in refused.stderr


@pytest.mark.parametrize(("first", "second"), [("Étourmi", "Salamèche"), ("Pikachu", "Salamèche"), ("Osselait", "Salamèche")])
def test_the_page_of_solved_duels_shows_what_the_search_finds(first: str, second: str) -> None:
    assert row(first, second, 200_000) in PAGE.read_text(encoding="utf-8")


def test_a_duel_that_is_not_solved_shows_both_bounds() -> None:
    assert row("Pikachu", "Osselait", 2000).endswith("| – | – | – |")
