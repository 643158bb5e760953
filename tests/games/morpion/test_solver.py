"""The solver is held against exhaustive search wherever that ends, and against its own promises where it does not."""

import random
import time
from functools import cache
from typing import cast

import numpy as np
import pytest
from games.morpion.exhaustive import Lines, Marks, all_lines, stones_to_lose, stones_to_win

import joute
from joute.arena.match import match
from joute.core.agent import Agent, Stop
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.state import State, States
from joute.games.morpion.solver.proof_search import prove
from joute.games.morpion.solver.proof_types import ALL, FORCING, ONE_PREPARATION, PREPARATIONS, THREATS
from joute.games.morpion.solver.prover import Prover, placed
from joute.games.morpion.solver.solve import prove_result, solve
from joute.jit.record_proxy import StatesProxy, proxied

pytestmark = pytest.mark.slow  # the search has to be compiled

BOARD = joute.game("morpion")


def after(game: Game, moves: str) -> State:
    state = game.new()
    for move in moves.split():
        game.play(state, {game.movers(state)[0]: move})
    return state


def prover_of(game: Game) -> Prover:
    return Prover(game, Stop().flag)


def small(width: int, height: int, align: int) -> Game:
    return joute.game("morpion", width=width, height=height, align=align)


def decided(marks: Marks, lines: Lines) -> bool:
    held = marks[lines]
    return bool(((held == 1).all(1) | (held == 2).all(1)).any())


def scattered(game: Game, seed: int, fewest: int, most: int, spread: int = 0) -> Marks:
    """A position that nobody has won: stones of both seats anywhere, or within a square of that size."""
    width, height, lots = game.options.width, game.options.height, random.Random(seed)
    lines = all_lines(width, height, game.options.align)
    while True:
        marks = np.zeros(width * height, np.int8)
        top, left = (lots.randrange(height - spread + 1), lots.randrange(width - spread + 1)) if spread else (0, 0)
        cells = [(top + row) * width + left + column for row in range(spread or height) for column in range(spread or width)]
        for turn, cell in enumerate(lots.sample(cells, lots.randint(fewest, most))):
            marks[cell] = 1 + turn % 2
        if not decided(marks, lines):
            return marks


# --- exact, wherever exhaustive search ends -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height", "align", "stones", "fewest", "most", "count"),
    [(4, 4, 3, 4, 0, 8, 120), (5, 4, 4, 4, 2, 12, 150), (5, 5, 4, 4, 6, 14, 150), (6, 6, 4, 3, 4, 14, 150), (7, 7, 5, 3, 14, 24, 80)],
)
def test_wins_and_losses_take_as_many_stones_as_exhaustive_search_says(
    width: int, height: int, align: int, stones: int, fewest: int, most: int, count: int
) -> None:
    game, lines = small(width, height, align), all_lines(width, height, align)
    for seed in range(count):
        marks, prover = scattered(game, seed, fewest, most), prover_of(game)
        truth = stones_to_win(marks, lines, 0, stones)
        assert next((limit for limit in range(1, stones + 1) if prover.attack(marks, 0, limit)), 0) == truth, marks.reshape(height, width)
        if seed % 6 == 0 and truth != 1:
            resisted = stones_to_lose(marks, lines, 0, stones - 1)
            assert next((limit for limit in range(1, stones) if prover.defend(marks, 0, limit)[0]), 0) == resisted


def test_on_the_large_board_three_stones_win_exactly_where_exhaustive_search_says() -> None:
    lines = all_lines(12, 12, 4)
    found = []
    for seed in range(40):
        marks, prover = scattered(BOARD, seed, 8, 16, spread=6), prover_of(BOARD)
        truth = stones_to_win(marks, lines, 1, 3)
        found.append(truth)
        assert next((limit for limit in (1, 2, 3) if prover.attack(marks, 1, limit)), 0) == truth, marks.reshape(12, 12)
    assert set(found) == {0, 1, 2, 3}


@pytest.mark.parametrize(("width", "height", "align"), [(3, 3, 3), (4, 4, 3), (4, 4, 4), (5, 3, 3), (5, 4, 4)])
def test_every_verdict_on_a_small_board_is_that_of_the_whole_game_tree(width: int, height: int, align: int) -> None:
    game, lines = small(width, height, align), all_lines(width, height, align)

    @cache
    def best(cells: bytes, seat: int) -> tuple[int, int]:
        """1, 0 or -1 for the seat to move, and the plies to the end."""
        marks = np.frombuffer(cells, np.int8)
        if decided(marks, lines):
            return -1, 0
        free = np.flatnonzero(marks == 0).tolist()
        if not free:
            return 0, 0
        children = [best(placed(marks, cell, seat).tobytes(), 1 - seat) for cell in free]
        value = -min(value for value, _ in children)
        lengths = [plies for other, plies in children if -other == value]
        return value, 1 + (min(lengths) if value > 0 else max(lengths))

    cells = width * height
    for seed in range(60):
        marks = scattered(game, seed, max(0, cells - 9), cells - 2)
        seat = int((marks != 0).sum()) % 2
        result = prove_result(prover_of(game), marks, seat)
        value, plies = best(marks.tobytes(), seat)
        assert result.proven
        assert result.exact
        assert (result.winner, result.plies) == ((None, seat, 1 - seat)[value], plies), marks.reshape(height, width)
        assert result.cell is not None
        reached = best(placed(marks, result.cell, seat).tobytes(), 1 - seat)
        assert reached == (-value, plies - 1), "the move keeps what was promised"


@pytest.mark.parametrize("order", [1, 2])
def test_free_stones_outside_the_zone_change_nothing(order: int) -> None:
    game, lots = small(8, 8, 4), random.Random(order)
    tried = 0
    for seed in range(120):
        marks, prover = scattered(game, seed, 3, 9, spread=6), prover_of(game)
        if prover.attack(marks, 0, 2) or not (stones := prover.attack(marks, 0, 4, order)):
            continue
        zone = prover.frames["zone"][0][:64]
        outside = np.flatnonzero((zone == 0) & (marks == 0)).tolist()
        for _ in range(20):
            given = marks.copy()
            given[lots.sample(outside, min(order, len(outside)))] = 2
            tried += 1
            assert prover_of(game).attack(given, 0, stones), given.reshape(8, 8)
    assert tried > 300


def test_a_relaxed_search_finds_whatever_the_exact_one_does_and_is_never_wrong() -> None:
    game = small(6, 6, 4)
    for seed in range(150):
        marks, prover = scattered(game, seed, 4, 12), prover_of(game)
        exact = next((limit for limit in range(1, 6) if prover.attack(marks, 0, limit)), 0)
        for limit in range(1, 5):
            stones = prover.attack(marks, 0, limit, relaxed=True)
            assert bool(stones) or exact == 0 or exact > limit
            assert not stones or stones > 5 or 0 < exact <= stones


def test_a_larger_scope_finds_every_win_of_a_smaller_one_and_the_whole_scope_finds_them_all() -> None:
    game, lines = small(6, 6, 4), all_lines(6, 6, 4)
    found = []
    for seed in range(150):
        marks = scattered(game, seed, 4, 12)
        wins = [bool(prover_of(game).attack(marks, 0, 4, scope=scope)) for scope in (FORCING, THREATS, ONE_PREPARATION, PREPARATIONS, ALL)]
        assert wins == sorted(wins), marks.reshape(6, 6)
        assert wins[-1] == bool(stones_to_win(marks, lines, 0, 4)), marks.reshape(6, 6)
        found.append(sum(wins))
    assert {0, 5} < set(found)


def test_the_search_means_the_same_in_plain_python() -> None:
    game = small(6, 6, 4)
    for seed in range(8):
        marks = scattered(game, seed, 6, 10)
        fast, slow = prover_of(game), prover_of(game)
        for relaxed in (0, 1):
            found = prove(fast.empty.copy(), fast.workspace, marks, 0, 4, 1, relaxed, ALL)
            plain = prove.plain(cast(States, StatesProxy(slow.empty.copy())), proxied(slow.workspace), marks, 0, 4, 1, relaxed, ALL)
            assert found == plain
        assert fast.nodes == slow.nodes
        assert np.asarray(fast.frames).tobytes() == np.asarray(slow.frames).tobytes()


# --- the published result ---------------------------------------------------------------------------------------------------


def test_the_first_player_wins_with_the_sixth_stone_and_no_sooner() -> None:
    prover_of(BOARD).get_ready()
    began = time.process_time()
    solution = solve(BOARD, BOARD.new(), Stop())
    assert time.process_time() - began < 10
    assert (solution.winner, solution.plies, solution.proven, solution.shortest) == (0, 11, True, True)
    state = BOARD.new()
    for action in solution.pv:
        assert not BOARD.over(state)
        BOARD.play(state, {BOARD.movers(state)[0]: action})
    assert len(solution.pv) == 11
    assert BOARD.returns(state) == [1.0, -1.0]


@pytest.mark.parametrize("moves", ["b2", "c2"])
def test_the_weaker_first_stones_win_with_the_seventh_and_no_sooner(moves: str) -> None:
    prover_of(BOARD).get_ready()
    state = after(BOARD, moves)
    began = time.process_time()
    solution = solve(BOARD, state, Stop())
    assert time.process_time() - began < 5
    assert (solution.winner, solution.plies, solution.proven, solution.shortest) == (0, 12, True, True)
    for action in solution.pv:
        BOARD.play(state, {BOARD.movers(state)[0]: action})
    assert BOARD.returns(state) == [1.0, -1.0]


def test_no_first_stone_wins_with_the_fifth() -> None:
    prover, empty = prover_of(BOARD), np.zeros(144, np.int8)
    for cell in prover.different_cells():
        lost, _ = prover.defend(placed(empty, cell, 0), 1, 4)
        assert not lost


@pytest.mark.parametrize("moves", ["f6", "f6 g7", "f6 e5 g8", "f6 g6", "f6 a1 l12 l1"])
def test_each_ply_of_the_main_line_brings_the_end_one_ply_nearer(moves: str) -> None:
    state = after(BOARD, moves)
    solution = solve(BOARD, state, Stop())
    assert solution.proven
    assert solution.plies == len(solution.pv)
    for played, action in enumerate(solution.pv[:4], start=1):
        BOARD.play(state, {BOARD.movers(state)[0]: action})
        rest = solve(BOARD, state, Stop())
        assert (rest.winner, rest.plies) == (solution.winner, solution.plies - played)


def test_delaying_threats_hide_no_win() -> None:
    """Second to move after a stone in the corner: threats along the border put the loss off, so that the shortest win is far."""
    solution = solve(BOARD, after(BOARD, "a1"), Stop())
    assert (solution.winner, solution.proven) == (1, True)


# --- honesty ----------------------------------------------------------------------------------------------------------------


def test_a_search_that_was_stopped_claims_nothing() -> None:
    stop = Stop()
    stop.now()
    solution = solve(BOARD, BOARD.new(), stop)
    assert (solution.winner, solution.plies, solution.proven, solution.shortest, solution.pv) == (None, None, False, False, [])


def test_the_nodes_of_a_search_are_kept() -> None:
    opinion = joute.agent("solver:nodes=5000,seconds=0", BOARD).consider(BOARD.view(BOARD.new(), 0), 0)
    assert opinion.nodes <= 5000
    assert opinion.value is None
    assert opinion.remark["en"].startswith("nothing proven within")
    assert opinion.remark["fr"].startswith("rien de prouvé en")


def test_a_deadline_is_kept() -> None:
    agent = joute.agent("solver:seconds=0.2", BOARD)
    view = BOARD.view(after(BOARD, "k3"), 1)
    opinions = [agent.consider(view, 1) for _ in range(3)]
    assert min(opinion.seconds for opinion in opinions) < 0.25


def test_a_game_that_is_over_needs_no_search() -> None:
    solution = solve(BOARD, after(BOARD, "a1 b1 a2 b2 a3 b3 a4"), Stop())
    assert (solution.winner, solution.plies, solution.proven, solution.pv) == (0, 0, True, [])


def test_a_small_board_is_a_proven_draw() -> None:
    solution = solve(small(3, 3, 3), small(3, 3, 3).new(), Stop())
    assert (solution.winner, solution.plies, solution.proven) == (None, 9, True)


def test_boards_where_nothing_can_be_aligned_are_drawn() -> None:
    solution = solve(small(3, 3, 6), small(3, 3, 6).new(), Stop())
    assert (solution.winner, solution.proven) == (None, True)


# --- the stone that may be taken over -----------------------------------------------------------------------------------------


def test_a_central_stone_is_taken_over() -> None:
    game = joute.game("morpion", swap=True)
    solution = solve(game, after(game, "f6"), Stop())
    assert (solution.winner, solution.plies) == (1, 11)
    assert solution.pv[0].name == "swap"
    state = after(game, "f6")
    for action in solution.pv:
        game.play(state, {game.movers(state)[0]: action})
    assert game.returns(state) == [-1.0, 1.0]


def test_a_stone_in_the_corner_is_left_to_its_owner() -> None:
    game = joute.game("morpion", swap=True)
    opinion = joute.agent("solver:seconds=0,nodes=4000000", game).consider(game.view(after(game, "a1"), 1), 1)
    assert opinion.action.name != "swap"
    assert opinion.value == 1.0


def test_after_a_take_over_the_solver_sees_the_board_as_it_is() -> None:
    game = joute.game("morpion", swap=True)
    solution = solve(game, after(game, "f6 swap"), Stop())
    assert (solution.winner, solution.plies) == (1, 10)


def test_offering_a_stone_on_a_small_board_draws_or_loses() -> None:
    game = joute.game("morpion", width=3, height=3, align=3, swap=True)
    assert solve(game, game.new(), Stop()).winner is None
    game = joute.game("morpion", width=4, height=4, align=3, swap=True)
    solution = solve(game, game.new(), Stop())
    assert (solution.winner, solution.proven) == (1, True)
    state = game.new()
    for action in solution.pv:
        game.play(state, {game.movers(state)[0]: action})
    assert game.returns(state) == [-1.0, 1.0]
    assert len(solution.pv) == solution.plies


# --- the agent ----------------------------------------------------------------------------------------------------------------


class Blocker(Agent):
    """Completes, stops, else plays where most is going on, with a little whim."""

    name = "blocker"

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        prover = prover_of(self.game)
        marks, whim = prover.marks(view), np.random.default_rng(seed).random(144) * 1000
        if prover.attack(marks, seat, 2):
            return Opinion(prover.action(prover.move))
        _, reply = prover.defend(marks, seat, 2)
        if reply is None:
            reply = int(np.where(marks == 0, prover.promises(marks, seat) + whim, -np.inf).argmax())
        return Opinion(prover.action(reply))


def blocker() -> Agent:
    return Blocker(BOARD, None, "blocker")


def test_as_first_player_it_beats_everybody_sooner_and_sooner() -> None:
    solver = joute.agent("solver:seconds=0", BOARD)
    for seed, rival in enumerate([joute.agent("random", BOARD), blocker(), blocker(), joute.agent("solver:nodes=20000,seconds=0", BOARD)]):
        state, left = BOARD.new(), 12
        while not BOARD.over(state):
            (seat,) = BOARD.movers(state)
            opinion = (rival if seat else solver).consider(BOARD.view(state, seat), seat, seed)
            if seat == 0:
                promised = int(opinion.remark["en"].split()[2])
                assert opinion.remark["en"].startswith("wins in")
                assert opinion.value == 1.0
                assert promised < left
                assert opinion.pv[0] == opinion.action
                left = promised
            BOARD.play(state, {seat: opinion.action})
        assert BOARD.returns(state) == [1.0, -1.0]


def test_as_second_player_it_punishes_a_wasted_move() -> None:
    solver = joute.agent("solver:seconds=0,nodes=4000000", BOARD)
    for opening in ("f6 g7 l12", "f6 e5 g8", "f6 f7 a1"):
        opinion = solver.consider(BOARD.view(after(BOARD, opening), 1), 1)
        assert opinion.value == 1.0, opening


def test_as_second_player_it_beats_random_play() -> None:
    agents = [joute.agent("random", BOARD), joute.agent("solver:seconds=0,nodes=300000", BOARD)]
    assert all(match(BOARD, agents, seed).scores == [-1.0, 1.0] for seed in range(4))


def test_when_lost_it_resists_as_long_as_it_can() -> None:
    solver = joute.agent("solver:seconds=0", BOARD)
    state = after(BOARD, "f6")
    opinion = solver.consider(BOARD.view(state, 1), 1)
    assert (opinion.value, opinion.remark["en"], opinion.remark["fr"]) == (
        -1.0,
        "loses in 10 plies, proven",
        "perd en 10 demi-coups, c'est prouvé",
    )
    BOARD.play(state, {1: opinion.action})
    assert solve(BOARD, state, Stop()).plies == 9


def test_it_stops_a_line_even_without_time_to_think() -> None:
    solver = joute.agent("solver:seconds=0,nodes=40", BOARD)
    state = after(BOARD, "f6 f9 f7 a1 f8")
    assert solver.consider(BOARD.view(state, 1), 1).action.name == "f5"


def test_the_same_view_gives_the_same_opinion() -> None:
    solver = joute.agent("solver:seconds=0", BOARD)
    view = BOARD.view(after(BOARD, "f6 g7"), 0)
    first, again = (solver.consider(view, 0, seed=3) for _ in range(2))
    assert (first.action, first.pv, first.nodes, first.value) == (again.action, again.pv, again.nodes, again.value)
