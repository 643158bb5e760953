"""The exact solver of two seats against a plain enumeration of the rules, and against what is known of the last round."""

import runpy
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from games.diamant.caves import cave

import joute
from joute.core.game import Game
from joute.core.state import State
from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, GEMS
from joute.games.diamant.exact.rounds_to_come import chance_to_win
from joute.games.diamant.exact.two_seats import equilibrium, position_of, solve
from joute.games.diamant.rules import EXPLORE, RETURN, chapter
from joute.games.diamant.state import DiamantState

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
CHOICES = ("explore", "return")


def value_at_the_end(state: DiamantState) -> float:
    """Of a round for seat 0: by the banks, or by the table of the rounds to come."""
    difference = int(state.bank[0]) - int(state.bank[1])
    return float(chance_to_win(state.rounds - state.round, int(state.deck[FIRST_RELIC:].sum()), np.array([difference]))[0])


def enumerate_rules(game: Game, state: State) -> float:
    """What seat 0 gets in an equilibrium, card by card and choice by choice."""

    def value(state: State) -> float:
        fields = DiamantState.of(state)
        fields.path[: fields.steps].sort()  # the order does not matter
        return value_of_bytes(state.array.tobytes())

    @cache
    def value_of_bytes(data: bytes) -> float:
        here = State(np.frombuffer(data, game.dtype).copy())
        fields = DiamantState.of(here)
        if game.over(here) or chapter(fields):
            return value_at_the_end(fields)
        inside = game.movers(here)
        if not inside:
            total = 0.0
            for kind, copies in enumerate(fields.deck.tolist()):
                if copies:
                    after = here.copy()
                    game.resolve(after, kind)
                    total += copies * value(after)
            return total / fields.deck.sum()

        def after_choices(choices: dict[int, str]) -> float:
            after = here.copy()
            game.advance(after, choices)
            return value(after)

        if len(inside) == 1:
            values = [after_choices({inside[0]: choice}) for choice in CHOICES]
            return max(values) if inside[0] == 0 else min(values)
        matrix = np.array([[after_choices({0: own, 1: other}) for other in CHOICES] for own in CHOICES])
        share = equilibrium(matrix)
        return float((share * matrix[0] + (1 - share) * matrix[1]).min())

    return value(state.copy())


LONG = "1 2 3 5 5 7 7 9 11 13 14 15 17 P4"  # leaves 4 and 11 in the deck
SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("path", "banks", "inside", "round"),
    [
        (f"{LONG} 11 P1 P2 P3", [0, 0], [0, 1], 5),
        (f"{LONG} 11 P1 P2 P3", [0, 9], [0, 1], 5),
        (f"{LONG} 11 P1 P2 P3", [5, 12], [0, 1], 3),
        (f"{LONG} 11 P1 P2 P3 P5", [40, 70], [0], 5),
        (f"{LONG} 11 P1 P2 P3", [80, 72], [1], 5),
        (f"{LONG} 11 P1 P2 P3", [5, 12], [1], 2),
        pytest.param(f"{LONG} P1 P2", [3, 0], [0, 1], 5, marks=SLOW),
        pytest.param(f"{LONG} P1 P2 R", [20, 31], [0, 1], 5, marks=SLOW),
        pytest.param(f"{LONG} P1 P2 R", [5, 12], [0, 1], 2, marks=SLOW),
    ],
)
def test_a_position_is_worth_what_enumeration_says(path: str, banks: list[int], inside: list[int], round: int) -> None:
    game, state = cave(path, banks, carried=20, gems=6, inside=inside, round=round)
    for seat in inside:
        worth = solve(position_of(DiamantState.of(state), seat)).value
        assert (worth if seat == 0 else 1 - worth) == pytest.approx(enumerate_rules(game, state), abs=1e-9)


def chance_alone(deck: tuple[int, ...], warned: int, gap: int) -> float:
    """That a seat alone in the last round finds more than a gap of gems, or as many for half a win, before a trap ends it all."""

    @cache
    def best(deck: tuple[int, ...], warned: int, gap: int) -> float:
        return 1.0 if gap < 0 else max(0.5 if gap == 0 else 0.0, turn(deck, warned, gap))

    def turn(deck: tuple[int, ...], warned: int, gap: int) -> float:
        total = 0.0
        for kind, copies in enumerate(deck):
            if copies == 0:
                continue
            rest = (*deck[:kind], copies - 1, *deck[kind + 1 :])
            if kind < FIRST_TRAP:
                total += copies * best(rest, warned, gap - int(GEMS[kind]))
            elif kind >= FIRST_RELIC:
                total += copies * best(rest, warned, gap - 5)
            elif not warned >> (kind - FIRST_TRAP) & 1:
                total += copies * best(rest, warned | 1 << (kind - FIRST_TRAP), gap)
        return total / sum(deck)

    return turn(deck, warned, gap)


@pytest.mark.parametrize(
    ("path", "gems", "explores"),
    [
        ("1 2 3 4 5 5 7 7 9 P1 P2", 7, True),
        ("4 5 7 9 11 11 13 14 15 17 P1 P2 P3", 7, False),
        ("2 4 5 7 9 11 11 13 14 15 17 P1 P2 P3", 0, True),
    ],
)
def test_equal_banks_in_the_last_round_explore_while_the_one_who_stays_alone_is_the_favourite(path: str, gems: int, explores: bool) -> None:
    _, state = cave(path, [10, 10], carried=15, gems=gems, round=5)
    fields = DiamantState.of(state)
    alone = chance_alone(tuple(fields.deck.tolist()), int(fields.warned), gems)  # the other takes the path
    solved = solve(position_of(fields, 0))
    assert solved.value == pytest.approx(0.5)
    assert solved.cells is not None
    assert solved.cells[EXPLORE][RETURN] == pytest.approx(alone)
    assert (solved.explore == 1.0) == (alone > 0.5) == explores


def test_a_lead_of_one_gem_is_worth_much_before_the_last_round() -> None:
    lead, equal, behind = chance_to_win(1, 1, np.array([1, 0, -1]))
    assert equal == 0.5
    assert lead == pytest.approx(1 - behind)
    assert 0.78 < lead < 0.80, "ties are rare: whoever is ahead can do what the other does"


def test_the_table_grows_with_the_lead() -> None:
    differences = np.arange(-160, 161)
    for to_come, relics in product(range(5), range(1, 6)):
        chances = chance_to_win(to_come, relics, differences)
        assert (np.diff(chances) >= 0).all()
        assert chances[160] == 0.5
    assert chance_to_win(4, 2, np.array([20])) < chance_to_win(2, 2, np.array([20])) < chance_to_win(0, 2, np.array([20]))


def test_an_equilibrium_of_two_rows_and_two_columns() -> None:
    assert equilibrium(np.array([[0.5, 0.7], [0.3, 0.5]])) == 1.0
    assert equilibrium(np.array([[0.0, 1.0], [1.0, 0.0]])) == 0.5
    assert equilibrium(np.array([[0.2, 0.6], [0.5, 0.4]])) == pytest.approx(0.2)


@pytest.mark.parametrize("edition", ["2016", "2020"])
def test_other_editions_are_solved_too(edition: str) -> None:
    game = joute.game("diamant", seats=2, rounds=1, edition=edition)
    state = game.new(4)
    for _ in range(9):
        if set(game.movers(state)) != {0, 1}:
            break
        last = state.copy()
        game.play(state, {0: "explore", 1: "explore"})
    solved = solve(position_of(DiamantState.of(last), 0))
    assert solved.value == pytest.approx(0.5)


def test_the_agent_mixes_as_the_equilibrium_does() -> None:
    game, state = cave(f"{LONG} P1 P2", [3, 0], carried=20, gems=6, round=5)
    agent = joute.agent("equilibrium", game)
    view = game.view(state, 1)
    opinion = agent.consider(view, 1)
    solved = solve(position_of(DiamantState.of(state), 1))
    assert opinion.value == pytest.approx(solved.value)
    assert opinion.matrix is not None
    drawn = np.mean([agent.consider(view, 1, seed).action == EXPLORE for seed in range(200)])
    assert drawn == pytest.approx(solved.explore, abs=0.12)


def test_the_benchmark_of_the_last_round_knows_what_the_solver_knows_by_a_recursion_of_its_own() -> None:
    benchmark = runpy.run_path(str(BENCHMARKS / "diamant_last_round.py"))
    game = joute.game("diamant", seats=2, rounds=1)
    careful, losses = joute.agent("careful", game), list[float]()
    for seed in (1, 4, 7):
        state = game.new(seed)
        while not game.over(state):
            fields = DiamantState.of(state)
            if fields.turned >= 6:  # sooner, the solver takes longer
                for seat in game.movers(state):
                    for explores in (0.0, 0.3, 1.0):
                        losses.append(benchmark["lost"](state, seat, explores))
                        assert benchmark["lost_with_equal_banks"](state, seat, explores) == pytest.approx(losses[-1], abs=1e-9)
            game.play(state, {seat: careful.choose(game.view(state, seat), seat, seed + fields.turned) for seat in game.movers(state)})
    assert max(losses) > 0.1, "some of these strategies are mistakes"
    assert min(losses) == pytest.approx(0.0, abs=1e-9), "and some are best"
