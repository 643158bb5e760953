"""Connect Four: drop a disc into a column; four in a line win. The rules in plain Python, in one file."""

import sys
from dataclasses import dataclass
from typing import Annotated

from joute.core.contract import Actions, Choices, Scores, Values
from joute.core.definition import Definition, Spec
from joute.core.events import Event, Step
from joute.core.facts import Fact
from joute.core.layout import Cell, Grid, Layout
from joute.core.seat_names import placeholder
from joute.core.state import Fields
from joute.jit.dispatch import rule
from joute.jit.struct import Int8, Int8s

COLUMNS, ROWS = 7, 6
CELLS = COLUMNS * ROWS
LINE = 4  # discs that win
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows and columns of a step: along a row, up a column, and both diagonals


class Connect4State(Fields):
    """The board and the seat to move; row 0 is the lowest."""

    cells: Annotated[Int8s, ROWS, COLUMNS]  # 0: empty, 1: a disc of the first seat, 2: of the second
    heights: Annotated[Int8s, COLUMNS]  # discs in each column
    discs: Int8  # on the board
    mover: Int8
    winner: Int8  # 0: nobody yet, 1: the first seat, 2: the second


@dataclass(frozen=True)
class Connect4Options:
    """None."""


# --- rules ---------------------------------------------------------------------------------------------------------------------


def setup(state: Connect4State, options: Connect4Options) -> None:
    """The board is empty."""


def movers(state: Connect4State) -> int:
    """The seats take turns."""
    return 0 if over(state) else 1 << state.mover


@rule
def over(state: Connect4State) -> bool:
    """Somebody has four in a line, or the board is full."""
    return state.winner != 0 or state.discs == CELLS


def legal(state: Connect4State, seat: int, actions: Actions) -> int:
    """Every column that has room."""
    count = 0
    for column in range(COLUMNS):
        if state.heights[column] < ROWS:
            actions[count] = column
            count += 1
    return count


def advance(state: Connect4State, choices: Choices) -> None:
    """Drop a disc; the other seat is next."""
    column = choices[state.mover]
    row = state.heights[column]
    state.cells[row, column] = state.mover + 1
    state.heights[column] = row + 1
    state.discs += 1
    if completes(state, row, column, state.mover + 1):
        state.winner = state.mover + 1
    state.mover = 1 - state.mover


@rule
def completes(state: Connect4State, row: int, column: int, colour: int) -> bool:
    """Whether a disc of that colour on that cell is one of four in a line."""
    for up, right in DIRECTIONS:
        if 1 + run(state, row, column, up, right, colour) + run(state, row, column, -up, -right, colour) >= LINE:
            return True
    return False


@rule
def run(state: Connect4State, row: int, column: int, up: int, right: int, colour: int) -> int:
    """How many discs of that colour follow a cell in a direction."""
    count = 0
    while True:
        row += up
        column += right
        if not (0 <= row < ROWS and 0 <= column < COLUMNS) or state.cells[row, column] != colour:
            return count
        count += 1


def returns(state: Connect4State, scores: Scores) -> None:
    """1 for four in a line, -1 for the other seat; a full board is a draw."""
    scores[:] = 0.0
    if state.winner != 0:
        scores[state.winner - 1] = 1.0
        scores[2 - state.winner] = -1.0


# --- what learners see ----------------------------------------------------------------------------------------------------------


PLANES = ("own disc on {}", "opponent's disc on {}", "own disc would win on {}", "opponent's disc would win on {}")
NEXT = ("own win in {}", "opponent's win in {}", "own win above {}", "opponent's win above {}")  # by column, where the next disc falls
BOARD = sum(1 << column * (ROWS + 1) + row for column in range(COLUMNS) for row in range(ROWS))  # the bits of cells
COLUMN = (1 << ROWS) - 1
STRIDES = (1, ROWS, ROWS + 1, ROWS + 2)  # from a cell to its neighbours in the four directions, where a column has ROWS + 1 bits


def features(state: Connect4State, seat: int, out: Values) -> None:
    """Every cell: whose disc is there, and who would have four in a line with a disc there; of each column the two cells that come next."""
    own, other = discs_of(state, seat + 1), discs_of(state, 2 - seat)
    wins = winning_cells(own) & ~other, winning_cells(other) & ~own
    planes = own, other, wins[0], wins[1]
    for column in range(COLUMNS):
        height = state.heights[column]
        for plane in range(len(planes)):
            bits = planes[plane] >> column * (ROWS + 1) & COLUMN
            for row in range(ROWS):
                out[plane * CELLS + row * COLUMNS + column] = bits >> row & 1
        for place in range(len(NEXT)):
            bits = wins[place & 1] >> column * (ROWS + 1) & COLUMN
            out[len(PLANES) * CELLS + place * COLUMNS + column] = bits >> height + (place >> 1) & 1


@rule
def discs_of(state: Connect4State, colour: int) -> int:
    """The discs of a colour as bits, column after column from its lowest cell; the bit above each column is never set."""
    bits = 0
    for column in range(COLUMNS):
        for row in range(state.heights[column]):
            if state.cells[row, column] == colour:
                bits |= 1 << column * (ROWS + 1) + row
    return bits


@rule
def winning_cells(discs: int) -> int:
    """The empty cells, as bits, that complete a line of these discs: three in a row beside it, or with it in a gap."""
    found = 0
    for stride in STRIDES:
        below, above = discs << stride, discs >> stride  # at each bit, the disc one step before or after it
        pair_below, pair_above = below & discs << 2 * stride, above & discs >> 2 * stride
        found |= pair_below & (discs << 3 * stride | above) | pair_above & (discs >> 3 * stride | below)
    return found & BOARD & ~discs


def cell_names() -> list[str]:
    """a1 is the lowest cell of the first column."""
    return [f"{'abcdefg'[column]}{row + 1}" for row in range(ROWS) for column in range(COLUMNS)]


def feature_names(options: Connect4Options) -> list[str]:
    """The names of the features, in their order."""
    return [plane.format(cell) for plane in PLANES for cell in cell_names()] + [
        where.format(column) for where in NEXT for column in "abcdefg"
    ]


def symmetries(options: Connect4Options) -> list[tuple[list[int], list[int]]]:
    """The board as it is and in the mirror: the index of every feature and of every column."""
    columns = list(range(COLUMNS))
    lines = len(PLANES) * ROWS + len(NEXT)  # of features, each with one for every column
    return [([line * COLUMNS + column for line in range(lines) for column in order], order) for order in (columns, columns[::-1])]


# --- what explanations say of a column -------------------------------------------------------------------------------------------


FACTS = (
    Fact("wins", "completes four", "{action} completes four in a line", sign=1),
    Fact("blocks", "blocks four", "{action} stops the opponent's four", sign=1),
    Fact("allows", "allows four", "after {action}, the opponent can complete four", sign=-1),
)


def facts(state: Connect4State, seat: int, action: int, out: Values) -> None:
    """Write FACTS."""
    own, other, row = seat + 1, 2 - seat, state.heights[action]
    out[0] = 1.0 if completes(state, row, action, own) else 0.0
    out[1] = 1.0 if completes(state, row, action, other) else 0.0
    out[2] = 0.0
    for column in range(COLUMNS):
        above = state.heights[column] + (1 if column == action else 0)
        if out[0] == 0.0 and above < ROWS and completes(state, above, column, other):
            out[2] = 1.0


# --- texts ----------------------------------------------------------------------------------------------------------------------


def names(options: Connect4Options) -> dict[int, str]:
    """Columns have letters."""
    return dict(enumerate("abcdefg"))


def show(state: Connect4State, viewer: int | None, language: str) -> str:
    """The board, the highest row first."""
    rows = [" ".join(".XO"[state.cells[row, column]] for column in range(COLUMNS)) for row in reversed(range(ROWS))]
    return "\n".join([*rows, " ".join("abcdefg")])


def layout(state: Connect4State, viewer: int | None, language: str) -> Layout:
    """The board for a browser: a tap on any square of a column drops a disc into it; four in a line are marked."""
    letters, cells = tuple("abcdefg"), cell_names()

    def square(row: int, column: int) -> Cell:
        disc = state.cells[row, column]
        wins = bool(disc) and disc == state.winner and completes(state, row, column, disc)
        return Cell(seat=disc - 1 if disc else None, name=cells[row * COLUMNS + column], actions=(letters[column],), marked=wins)

    return [Grid([[square(row, column) for column in range(COLUMNS)] for row in reversed(range(ROWS))], columns=letters)]


def describe(before: Connect4State, after: Connect4State, step: Step, viewer: int | None) -> list[Event]:
    """Where the disc fell, and who has won."""
    player = placeholder(before.mover)  # filled in with a name, or with the number of the seat
    column = next(column for column in range(COLUMNS) if after.heights[column] > before.heights[column])
    cell = cell_names()[before.heights[column] * COLUMNS + column]
    events = [Event("dropped", {"seat": before.mover, "cell": cell}, {"en": f"{player} plays {cell}", "fr": f"{player} joue {cell}"})]
    if after.winner != 0:
        sentences = {"en": f"{player} has four in a line", "fr": f"{player} aligne quatre jetons"}
        events.append(Event("won", {"seat": before.mover}, sentences))
    return events


def spec(options: Connect4Options) -> Spec:
    """What Connect Four is."""
    return Spec(seats=2, lowest=-1, highest=1, longest=CELLS, widest=COLUMNS, utility="win")


HERE = sys.modules[__name__]
DEFINITION = Definition(
    "connect4",
    {"en": "Connect Four", "fr": "Puissance 4"},
    Connect4Options,
    spec,
    Connect4State,
    rules=(HERE,),
    render=HERE,
    narration=HERE,
    feature_names=feature_names,
    symmetries=symmetries,
    layout=layout,
    facts=FACTS,
)
