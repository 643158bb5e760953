"""What holds in every game of Morpion, whatever is played."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import joute
from joute.core.game import Game
from joute.core.state import State
from joute.games.morpion.board import STONE_BIT, aligns, cell_at, cell_of, completing, lane_of, mark_cell, pass_turn, threats, winning_line
from joute.games.morpion.state import CELLS, EMPTY, FIRST, REACH, SECOND, SWAP, MorpionState

shapes = st.fixed_dictionaries({"width": st.integers(3, 8), "height": st.integers(3, 8), "align": st.integers(3, 6), "swap": st.booleans()})
wishes = st.lists(st.integers(0, 10_000), max_size=64)


def positions(options: dict[str, Any], choices: list[int]) -> tuple[Game, list[State], list[int]]:
    """The positions of a game in which each number picks one of the legal actions, and those actions."""
    game = joute.game("morpion", **options)
    state = game.laid_out()
    reached, played = [state.copy()], []
    for wish in choices:
        if game.over(state):
            break
        (seat,) = game.movers(state)
        legal = game.legal_numbers(state, seat)
        played.append(legal[wish % len(legal)])
        game.step(state, {seat: played[-1]})
        reached.append(state.copy())
    return game, reached, played


def stones(state: State, mark: int) -> int:
    return int((MorpionState.of(state).cells == mark).sum())


@given(shapes, wishes)
@settings(deadline=None)
def test_stones_alternate(options: dict[str, Any], choices: list[int]) -> None:
    _, reached, played = positions(options, choices)
    for before, after, action in zip(reached, reached[1:], played, strict=False):
        mark = 1 + MorpionState.of(before).mover
        assert MorpionState.of(after).mover == 1 - MorpionState.of(before).mover
        if action == SWAP:
            assert (stones(after, FIRST), stones(after, SECOND)) == (0, 1)
        else:
            assert stones(after, mark) == stones(before, mark) + 1
            assert stones(after, 3 - mark) == stones(before, 3 - mark)
        assert MorpionState.of(after).stones == stones(after, FIRST) + stones(after, SECOND)


@given(shapes, wishes)
@settings(deadline=None)
def test_a_game_is_over_when_the_last_stone_made_a_line_or_filled_the_board(options: dict[str, Any], choices: list[int]) -> None:
    game, reached, _ = positions(options, choices)
    state = MorpionState.of(reached[-1])
    lines = {state.cells[cell] for cell in range(CELLS) if state.cells[cell] in (FIRST, SECOND) and aligns(state, cell, state.cells[cell])}
    full = state.stones == state.width * state.height
    assert game.over(reached[-1]) == (bool(lines) or full)
    if lines:
        assert lines == {2 - state.mover}
        assert state.winner == 1 - state.mover
        line = winning_line(state)
        assert len(line) >= state.align
        assert all(state.cells[cell] == 1 + state.winner for cell in line)
        assert state.last in line
    else:
        assert winning_line(state) == []


@given(shapes, wishes, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_same_stones_placed_in_another_order_have_the_same_hash_and_rows(
    options: dict[str, Any], choices: list[int], order: Any
) -> None:
    game, reached, _ = positions(options, choices)
    state = MorpionState.of(reached[-1])
    cells = [cell for cell in range(CELLS) if state.cells[cell] in (FIRST, SECOND)]
    order.shuffle(cells)
    again = MorpionState.of(game.laid_out())
    for cell in cells:
        mark_cell(again, cell, state.cells[cell])
    if state.mover == 1:
        pass_turn(again)
    assert again.hash == state.hash == game.definition.stated["key"](state, np.zeros(0, np.uint64))
    assert (again.rows == state.rows).all()


@given(shapes, wishes)
@settings(deadline=None)
def test_positions_of_a_game_have_names_of_their_own(options: dict[str, Any], choices: list[int]) -> None:
    _, reached, _ = positions(options, choices)
    assert len({MorpionState.of(state).hash for state in reached}) == len(reached)


@given(shapes, wishes)
@settings(deadline=None)
def test_the_rows_hold_the_same_stones_as_the_cells(options: dict[str, Any], choices: list[int]) -> None:
    _, reached, _ = positions(options, choices)
    state = MorpionState.of(reached[-1])
    for row in range(state.height):
        bits = 0
        for column in range(state.width):
            cell = cell_at(row, column)
            bits |= int(STONE_BIT[cell, state.cells[cell]])
        assert state.rows[REACH + row] == bits
    assert not state.rows[:REACH].any()
    assert not state.rows[REACH + state.height :].any()


@given(shapes, wishes)
@settings(deadline=None)
def test_a_cell_completes_a_line_when_a_stone_there_would_win(options: dict[str, Any], choices: list[int]) -> None:
    game, reached, _ = positions(options, choices)
    for state in (MorpionState.of(position) for position in reached if not game.over(position)):
        found = set()
        for row in range(REACH, REACH + state.height):
            cells = completing(state, row)
            found |= {(seat, cell_of(row, column)) for seat in (0, 1) for column in range(1, 20) if lane_of(cells, seat) >> column & 1}
        truth = {(seat, cell) for cell in range(CELLS) if state.cells[cell] == EMPTY for seat in (0, 1) if aligns(state, cell, 1 + seat)}
        assert found == truth
        assert threats(state) == sum(1 << seat for seat in {seat for seat, _ in truth})
        assert game.definition.stated["quiet"](state) == (not truth)
