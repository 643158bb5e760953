"""What a player would say of a mark on a square, and what has come of it when it is this player's turn again.

A threat is a square where the next mark completes a line. The lines through a square are read as bit masks: bit `REACHED` is the square
itself, the bits beside it are the squares before and after it in one direction, up to the edge of the board.
"""

import numpy as np

from joute.core.contract import Values
from joute.core.facts import Fact, FactKind
from joute.games.morpion.board import (
    ACROSS,
    DIRECTIONS,
    DOWN,
    aligns,
    cell_of,
    lane_of,
    lowest_column,
    open_lines,
)
from joute.games.morpion.heuristic import on_edge
from joute.games.morpion.state import EMPTY, LONGEST_LINE, NOBODY, REACH, STRIDE, SWAP, WALL, MorpionState
from joute.i18n import Sentence
from joute.jit.dispatch import rule

FACTS = (
    # lines that are completed at once
    Fact("completes_line", "completes a line", "{action} completes a line and wins", topic="line", sign=1),
    Fact("misses_win", "misses a win", "{action} misses a line that could be completed at once", topic="line", sign=-1),
    Fact("blocks_line", "blocks a line", "{action} blocks a line that the opponent would complete", topic="defence", sign=1),
    Fact(
        "only_defence",
        "only defence",
        "{action} is the only square that stops the opponent from completing a line",
        topic="defence",
        sign=1,
    ),
    Fact(
        "allows_line",
        "lets the opponent win",
        "after {action}, the opponent can complete a line",
        "after {action}, the opponent cannot complete a line at once",
        topic="defence",
        sign=-1,
    ),
    # threats
    Fact(
        "threatens",
        "makes a threat",
        "{action} threatens to complete a line: the opponent must answer",
        "{action} makes no threat",
        topic="threat",
        sign=1,
    ),
    Fact(
        "makes_two_threats",
        "makes two threats",
        "{action} makes two threats at once: the opponent can block only one",
        topic="threat",
        sign=1,
    ),
    Fact(
        "threats_made",
        "threats made",
        "squares where a line could be completed after {action}: {value}",
        kind=FactKind.COUNT,
        topic="threat",
        sign=1,
    ),
    Fact("prevents_threat", "prevents a threat", "{action} takes a square where the opponent would make a threat", topic="answer", sign=1),
    Fact(
        "prevents_two_threats",
        "prevents two threats",
        "{action} takes a square where the opponent would make two threats at once",
        topic="answer",
        sign=1,
    ),
    Fact(
        "prepares_two_threats",
        "prepares two threats",
        "{action} prepares an open line: one mark more makes two threats",
        topic="threat",
        sign=1,
    ),
    Fact(
        "stops_open_line",
        "stops an open line",
        "{action} stops an open line in which the opponent would make two threats",
        topic="answer",
        sign=1,
    ),
    Fact("gains_tempo", "blocks with a threat", "{action} stops the opponent and makes a threat with the same mark", sign=1),
    # lines to come
    Fact(
        "open_lines",
        "lines it may be part of",
        "lines through {action} that can still be completed: {value}",
        kind=FactKind.COUNT,
        topic="lines",
        sign=1,
    ),
    Fact(
        "lines_short_of_two",
        "lines lacking two marks",
        "lines that lack two marks after {action}: {value}",
        kind=FactKind.COUNT,
        topic="lines",
        sign=1,
    ),
    Fact(
        "directions",
        "directions with own marks",
        "directions in which {action} joins own marks: {value}",
        kind=FactKind.COUNT,
        topic="lines",
        sign=1,
    ),
    Fact(
        "lines_closed",
        "opponent's lines closed",
        "lines with marks of the opponent that {action} closes: {value}",
        kind=FactKind.COUNT,
        topic="closed",
        sign=1,
    ),
    Fact(
        "closed_short_of_two",
        "opponent's lines lacking two marks closed",
        "lines in which the opponent lacks two marks and that {action} closes: {value}",
        kind=FactKind.COUNT,
        topic="closed",
        sign=1,
    ),
    Fact("hopeless", "part of no line", "{action} cannot be part of a line any more", topic="lines", sign=-1),
    # the place
    Fact(
        "own_neighbours", "own marks beside it", "own marks right beside {action}: {value}", kind=FactKind.COUNT, topic="neighbours", sign=1
    ),
    Fact(
        "opponent_neighbours",
        "opponent's marks beside it",
        "marks of the opponent right beside {action}: {value}",
        kind=FactKind.COUNT,
        topic="neighbours",
    ),
    Fact("far_away", "far from all marks", "{action} is far from all marks: none lies within a line of it", topic="neighbours", sign=-1),
    Fact(
        "from_the_middle",
        "squares from the middle",
        "squares from the middle of the board to {action}: {value}",
        kind=FactKind.COUNT,
        topic="place",
        sign=-1,
    ),
    Fact("at_the_edge", "at the edge", "{action} is at the edge, where fewer lines cross", topic="place", sign=-1),
)

CONSEQUENCES = (
    Fact("wins", "wins at once", "{action} would win at once {often}", topic="line", sign=1),
    Fact("loses", "loses at once", "after {action}, the opponent would complete a line at once {often}", topic="defence", sign=-1),
    Fact("forces_block", "forces a block", "{action} would force the opponent to block {often}", topic="threat", sign=1),
    Fact("can_complete", "can complete a line next", "after {action}, the next mark could complete a line {often}", topic="threat", sign=1),
    Fact(
        "must_block",
        "has to block next",
        "after {action}, the opponent would have a threat that must be answered {often}",
        topic="answer",
        sign=-1,
    ),
    Fact(
        "faces_two_threats",
        "faces two threats",
        "after {action}, the opponent would have two threats at once {often}",
        topic="answer",
        sign=-1,
    ),
)

OFTEN: Sentence = "in {n} of 10 continuations"

REACHED = 2 * (LONGEST_LINE - 1)  # squares read on either side, so that a whole line fits beyond the longest one through the square
SQUARE = 1 << REACHED
COUNT = np.array([mask.bit_count() for mask in range(1 << 2 * LONGEST_LINE - 1)])  # [mask of the lines through a cell in one direction]


@rule
def marks_through(state: MorpionState, cell: int, direction: int, mark: int) -> tuple[int, int, int]:
    """The marks of a player, those of the opponent, and the free squares in one direction through a cell, without the cell itself."""
    own, other, free = 0, 0, 0
    for side in (-1, 1):
        place, step = cell, side * direction
        for distance in range(1, 2 * state.align - 1):
            place += step
            held = state.cells[place]
            if held == WALL:
                break
            bit = 1 << REACHED + side * distance
            own |= bit if held == mark else 0
            free |= bit if held == EMPTY else 0
            other |= bit if held == 3 - mark else 0
    return own, other, free


@rule
def threats_in(own: int, free: int, align: int) -> int:
    """The free squares where a mark completes a line."""
    found = 0
    for gap in range(align):
        line = free >> gap
        for place in range(align):
            if place != gap:
                line &= own >> place
        found |= line << gap
    return found


@rule
def is_open(own: int, free: int, align: int) -> bool:
    """Whether one mark makes a line that lacks one more and is free at both ends: two threats."""
    ends = free & free >> align
    for gap in range(1, align):
        line = ends & free >> gap
        for place in range(1, align):
            if place != gap:
                line &= own >> place
        if line != 0:
            return True
    return False


@rule
def gap_in(state: MorpionState, row: int, column: int, direction: int) -> int:
    """The free cell of a line that lacks one mark, by its first row of `rows` and column."""
    cell = cell_of(row, column)
    while state.cells[cell] != EMPTY:
        cell += DOWN[direction] * STRIDE + ACROSS[direction]
    return cell


@rule
def lines_short_of_one(state: MorpionState, row: int, direction: int) -> int:
    """The lines that start in a row and lack one mark, in the lane of each seat that can complete them; `stones_in_lines` counts more."""
    full, short, taken = -1, 0, 0  # -1: every bit
    for place in range(state.align):
        marks = state.rows[row + DOWN[direction] * place] >> ACROSS[direction] * place
        short = short & marks | full & ~marks
        full &= marks
        taken |= marks
    return short & open_lines(state, row, direction, taken) if short != 0 else 0


@rule
def threats_of_both(state: MorpionState, seat: int, cell: int) -> tuple[bool, int]:
    """Whether the seat can complete a line, and a cell, other than this one, where its opponent can; 0 if there is none."""
    own, elsewhere = 0, 0
    for row in range(REACH, REACH + state.height):
        for direction in range(4):
            lines = lines_short_of_one(state, row, direction)
            own |= lane_of(lines, seat)
            lines = lane_of(lines, 1 - seat)
            while lines != 0:
                gap = gap_in(state, row, lowest_column(lines), direction)
                elsewhere = gap if gap != cell else elsewhere
                lines &= lines - 1
    return own != 0, elsewhere


@rule
def from_middle(state: MorpionState, cell: int) -> int:
    """Squares between a cell and the middle of the board, along the longer way of rows and columns."""
    row, column = divmod(cell, STRIDE)
    return max(abs(2 * row - state.height - 1), abs(2 * column - state.width - 1)) // 2


def facts(state: MorpionState, seat: int, action: int, out: Values) -> None:
    """Lines that the mark completes, threatens, prepares or closes, and where it lies; to swap is to mark the square of the first mark."""
    cell = state.last if action == SWAP else action
    mark, align = 1 + seat, state.align
    made, prevented, prepares, stops = 0, 0, False, False
    lines, short_of_two, directions, closed, closed_short = 0, 0, 0, 0, 0
    beside, opponent_beside, near = 0, 0, 0
    first, span, line = REACHED - align + 1, (1 << 2 * align - 1) - 1, (1 << align) - 1
    square = 1 << align - 1  # in the masks of the lines through the cell, which begin at `first`
    next_to = square << 1 | square >> 1
    for direction in DIRECTIONS:
        own, other, free = marks_through(state, cell, direction, mark)
        owned, taken, left = own >> first & span, other >> first & span, free >> first & span
        beside += COUNT[owned & next_to]
        opponent_beside += COUNT[taken & next_to]
        near |= owned | taken
        joined = False
        off_board = ~(owned | taken | left | square)
        for start in range(align):
            if off_board >> start & line != 0:
                continue
            marks, opposed = COUNT[owned >> start & line], COUNT[taken >> start & line]
            if opposed == 0:
                lines += 1
                joined = joined or marks > 0
                short_of_two += marks == align - 3
            elif marks == 0:
                closed += 1
                closed_short += opposed == align - 2
        directions += joined
        if COUNT[owned] >= align - 2:
            made += COUNT[threats_in(owned | square, left, align)]
        if owned != 0 and not prepares and is_open(own | SQUARE, free, align):
            prepares = not is_open(own, free | SQUARE, align)
        if COUNT[taken] >= align - 2:
            prevented += COUNT[threats_in(taken | square, left, align)]
        if taken != 0 and not stops and is_open(other, free | SQUARE, align):
            stops = not is_open(other, free, align)
    completes, blocks = aligns(state, cell, mark), aligns(state, cell, 3 - mark)
    could_win, elsewhere = threats_of_both(state, seat, cell)
    out[0] = completes
    out[1] = could_win and not completes
    out[2] = blocks
    out[3] = blocks and elsewhere == 0 and not could_win
    out[4] = elsewhere != 0 and not completes
    out[5] = made > 0 and not completes
    out[6] = made > 1 and not completes
    out[7] = made
    out[8] = prevented > 0
    out[9] = prevented > 1
    out[10] = prepares
    out[11] = stops
    out[12] = made > 0 and not completes and (blocks or stops or prevented > 1)
    out[13] = lines
    out[14] = short_of_two
    out[15] = directions
    out[16] = closed
    out[17] = closed_short
    out[18] = lines == 0
    out[19] = beside
    out[20] = opponent_beside
    out[21] = near == 0
    out[22] = from_middle(state, cell)
    out[23] = on_edge(state, cell)


def consequences(state: MorpionState, after: MorpionState, seat: int, action: int, out: Values) -> None:
    """Whether the game has ended, whether the answer was forced, and who threatens to complete a line."""
    could_win, threat, second = False, 0, 0
    if after.winner == NOBODY:
        could_win, threat = threats_of_both(after, seat, 0)
    if threat != 0 and not could_win:
        _, second = threats_of_both(after, seat, threat)
    out[0] = after.winner == seat
    out[1] = after.winner == 1 - seat
    out[2] = after.winner != seat and aligns(after, after.last, 1 + seat)
    out[3] = could_win
    out[4] = threat != 0 and not could_win
    out[5] = second != 0
