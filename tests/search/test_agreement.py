"""Searches against each other: those that are exact agree, the pessimistic ones enclose the equilibrium, and a larger budget never
weakens. Everything is decided by seeds, so that a figure here is the same on every machine.
"""

from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import mean

import numpy as np
import pytest
from enumeration import Truth, matrix_value, met_in_play
from search.test_love_letter_endings import endings, exact_values
from small.minimax import expected

import joute
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.state import State
from joute.games.love_letter.state import LoveLetterState

ROOT = Path(__file__).parent.parent
GOOFSPIEL, PIG = str(ROOT / "small" / "goofspiel.py"), str(ROOT / "small" / "pig.py")


def consider(game: Game, state: State, text: str, seed: int = 1) -> Opinion:
    seat = game.movers(state)[0]
    return joute.agent(text, game).consider(game.view(state, seat), seat, seed)


# --- two searches agree where both are exact ------------------------------------------------------------------------------------


@cache
def small_boards(align: int) -> tuple[Game, list[tuple[State, dict[str, float]]]]:
    """Boards of four by four with seven to nine free cells, and what each cell is worth to the mover, by plain minimax."""
    game = joute.game("morpion", width=4, height=4, align=align)
    found = []
    for seed in range(40):
        state = met_in_play(game, seed, choices=7 + seed % 3)
        seat = game.movers(state)[0]
        if len(game.legal(state, seat)) > 9:
            continue  # the game ended before so many choices
        found.append((state, {action.name: worth(game, state, seat, action) for action in game.legal(state, seat)}))
    return game, [(state, values) for state, values in found if len(set(values.values())) > 1][:8]


def worth(game: Game, state: State, seat: int, action: int) -> float:
    after = state.copy()
    game.step(after, {seat: action})
    return game.returns(after)[seat] if game.over(after) else -expected(game, after)[0]


@pytest.mark.parametrize("align", [3, 4])
@pytest.mark.parametrize(
    "agent",
    [
        "alpha_beta:full_width=true,seconds=0",
        "expectiminimax:depth=16",
        "minimax:depth=16",
        "simultaneous:depth=16",
        "solver:seconds=0",
    ],
)
def test_all_exact_searches_agree_on_small_boards(agent: str, align: int) -> None:
    game, boards = small_boards(align)
    assert len(boards) >= 5
    for state, values in boards:
        opinion = consider(game, state, agent)
        assert opinion.value == max(values.values()) == values[opinion.action.name], game.show(state)


@pytest.mark.parametrize(
    "agent",
    [
        "mcts:iterations=20000",
        "ismcts:iterations=20000",
        "determinized:iterations=20000,iterations_per_world=20000",
        "smmcts:iterations=20000",
    ],
)
def test_sampling_comes_to_the_same_choice_on_small_boards(agent: str) -> None:
    game, boards = small_boards(3)
    for state, values in boards:
        opinion = consider(game, state, agent)
        assert values[opinion.action.name] == max(values.values()), game.show(state)
        assert opinion.value == pytest.approx(max(values.values()), abs=0.1)


@pytest.mark.parametrize("seed", range(4))
def test_with_seats_in_turn_the_equilibrium_is_the_expectiminimax_value(seed: int) -> None:
    game = joute.game(PIG, target=9, sides=4)
    state = met_in_play(game, seed, choices=seed)
    for depth in (1, 3, 5):
        first, second = (consider(game, state, f"{agent}:depth={depth}") for agent in ("expectiminimax", "simultaneous"))
        values = [{judgement.action.name: judgement.value for judgement in opinion.judgements} for opinion in (first, second)]
        assert values[0] == pytest.approx(values[1], abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_the_pessimistic_values_of_both_seats_enclose_the_equilibrium(seed: int) -> None:
    """Whoever expects to be answered hopes for no more than the equilibrium gives, and both do where nothing needs to be mixed."""
    for game in (
        joute.game("pokemon", team="bulbizarre,pikachu", team2="etourmi,carapuce"),
        joute.game(GOOFSPIEL, cards=4, head=seed - 3),
    ):
        state = met_in_play(game, seed, choices=min(2 * seed, 9) if game.name == "pokemon" else 0)
        if len(game.movers(state)) < 2:
            continue
        for depth in (1, 2):
            low, high = (joute.agent(f"expectiminimax:depth={depth}", game).consider(game.view(state, seat), seat).value for seat in (0, 1))
            middle = consider(game, state, f"simultaneous:depth={depth}")
            assert low is not None
            assert high is not None
            assert middle.value is not None
            assert low - 1e-9 <= middle.value <= -high + 1e-9


def test_the_sampled_equilibrium_is_the_solved_one_in_a_duel_of_two_creatures() -> None:
    game = joute.game("pokemon", team="pikachu", team2="carapuce")
    state = met_in_play(game, seed=1, choices=4)
    truth = Truth(game, matrix_value)
    solved = consider(game, state, "simultaneous:depth=1")
    assert solved.value == pytest.approx(truth.value(state, 1), abs=1e-7)
    cells = truth.matrix(state, 0)
    assert solved.matrix is not None
    assert (np.array(solved.matrix["row_weights"]) @ cells).min() == pytest.approx(matrix_value(cells), abs=1e-7)


# --- a larger budget never weakens ----------------------------------------------------------------------------------------------


def assert_never_weaker(lost: list[float], slack: float) -> None:
    """What is given away falls from budget to budget, up to what so few samples can show."""
    assert all(later <= earlier + slack for earlier, later in pairwise(lost)), lost
    assert lost[-1] <= lost[0] / 2, lost


def mean_loss(game: Game, cases: list[tuple[State, dict[str, float]]], agent: str, seeds: int) -> float:
    """How much worse than the best an agent's choices are, by the exact values."""
    player = joute.agent(agent, game)
    lost = []
    for state, values in cases:
        seat = game.movers(state)[0]
        names = [game.actions[player.choose(game.view(state, seat), seat, seed)].name for seed in range(seeds)]
        lost += [max(values.values()) - values[name] for name in names]
    return mean(lost)


@pytest.mark.parametrize("agent", ["mcts:", "ismcts:", "determinized:iterations_per_world=100000,", "smmcts:"])
def test_four_times_the_iterations_lose_no_more_on_small_boards(agent: str) -> None:
    game, boards = small_boards(3)
    lost = [mean_loss(game, boards, f"{agent}iterations={iterations}", seeds=12) for iterations in (10, 40, 160, 640, 2560)]
    assert_never_weaker(lost, slack=0.02)


@pytest.mark.parametrize("agent", ["ismcts:observers=multi", "ismcts:observers=single", "determinized:iterations_per_world=50,choice=mean"])
def test_four_times_the_iterations_lose_no_more_in_endings_of_love_letter(agent: str) -> None:
    game, found = endings("tokens=1", deck=0, count=12)
    cases = [(state, exact_values(game, known, int(LoveLetterState.of(state).mover))) for state, known in found]
    lost = [mean_loss(game, cases, f"{agent},iterations={iterations}", seeds=20) for iterations in (25, 100, 400, 1600)]
    assert_never_weaker(lost, slack=0.02)


def test_four_times_the_iterations_bring_the_value_of_a_throw_nearer() -> None:
    game = joute.game(PIG, target=9, sides=4, choices=5)
    state = met_in_play(game, 2, choices=0)
    exact = Truth(game, matrix_value).value(state, 5)
    missed = []
    for iterations in (100, 400, 1600, 6400, 25600):
        values = [consider(game, state, f"mcts:iterations={iterations}", seed).value or 0.0 for seed in range(20)]
        missed.append(mean(abs(value - exact) for value in values))
    assert_never_weaker(missed, slack=0.005)


@pytest.mark.parametrize("selection", ["regret,gamma=0.03", "exp3,gamma=0.1"])
def test_four_times_the_iterations_give_no_more_away_in_a_mixed_strategy(selection: str) -> None:
    game = joute.game(GOOFSPIEL, cards=3, missing=2)
    state = met_in_play(game, 1, choices=0)
    cells = Truth(game, matrix_value).matrix(state, 3)
    lost = []
    for iterations in (250, 1000, 4000, 16000):
        given = []
        for seed in range(8):
            opinion = consider(game, state, f"smmcts:iterations={iterations},selection={selection},rollout=random", seed)
            weights = {int(judgement.action): judgement.weight or 0.0 for judgement in opinion.judgements}
            given.append(matrix_value(cells) - (np.array([weights[action] for action in sorted(weights)]) @ cells).min())
        lost.append(mean(given))
    assert_never_weaker(lost, slack=0.02)
