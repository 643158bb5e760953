"""Plain minimax, written apart from every search: on boards of Morpion as bits, and on the tree of lots."""

from functools import cache

import numpy as np

from joute.core.game import Game
from joute.core.state import Fields, State


def lines_of(width: int, height: int, align: int) -> list[int]:
    """Every winning line as bits, cell by cell from the top left."""
    found = []
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + step * down, column + step * right) for step in range(align)]
                if all(0 <= y < height and 0 <= x < width for y, x in cells):
                    found.append(sum(1 << (y * width + x) for y, x in cells))
    return found


def minimax(width: int, height: int, align: int, mine: int, other: int) -> int:
    """0 for a draw; otherwise how many plies early the mover wins (positive) or loses, counted from a hundred."""
    lines = lines_of(width, height, align)
    everything = (1 << width * height) - 1

    @cache
    def value(mine: int, other: int) -> int:
        best = -1000
        for cell in range(width * height):
            bit = 1 << cell
            if (mine | other) & bit:
                continue
            marked = mine | bit
            if any(marked & line == line for line in lines if line & bit):
                return 99
            if marked | other == everything:
                worth = 0
            else:
                worth = -value(other, marked)
                worth -= (worth > 0) - (worth < 0)
            best = max(best, worth)
        return best

    return value(mine, other)


def as_bits(game: Game, state: State) -> tuple[int, int]:
    """The mover's stones and the other's."""
    board = "".join(game.to_json(state)["board"])
    stones = [sum(1 << cell for cell, sign in enumerate(board) if sign == mark) for mark in "XO"]
    return (stones[0], stones[1]) if game.movers(state) == [0] else (stones[1], stones[0])


def expected(game: Game, state: State) -> tuple[float, int]:
    """The score of the mover and the plies to the end of a decided game, by plain minimax."""
    options = game.options
    value = minimax(options.width, options.height, options.align, *as_bits(game, state))
    return float(np.sign(value)), 100 - abs(value) if value else 0


def tree_value(game: Game, state: State, depth: int, extension: int, actions: str, seat: int) -> float:
    """The score that a seat can expect, by plain minimax to a depth."""
    rules = game.definition.stated
    numbers, values = np.zeros(4, np.int64), np.zeros(2)
    if game.over(state):
        return game.returns(state)[seat]
    if depth <= 0 and (depth <= -extension or rules["quiet"](Fields.of(state))):
        rules["evaluate"](Fields.of(state), values)
        return float(values[seat])
    (mover,) = game.movers(state)
    worths = []
    for action in numbers[: rules[actions](Fields.of(state), mover, numbers)].tolist():
        child = state.copy()
        game.step(child, {mover: action})
        worths.append(tree_value(game, child, depth - 1, extension, actions, seat))
    return max(worths) if mover == seat else min(worths)
