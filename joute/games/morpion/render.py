"""The state as text: names of actions, and a board with coordinates and the last stone in brackets."""

from joute.games.morpion.board import COLUMN_NAMES, cell_at, cell_name
from joute.games.morpion.options import MorpionOptions
from joute.games.morpion.state import STRIDE, SWAP, MorpionState
from joute.games.morpion.strings import SIGNS, status
from joute.i18n import say


def names(options: MorpionOptions) -> dict[int, str]:
    """The name of every action."""
    cells = {cell_at(row, column) for row in range(options.height) for column in range(options.width)}
    return {cell: cell_name(cell) for cell in sorted(cells)} | ({SWAP: "swap"} if options.swap else {})


def local_names(options: MorpionOptions, language: str) -> dict[int, tuple[str, ...]]:
    """Cells have the same names everywhere."""
    return {SWAP: (say("swap"),)} if options.swap else {}


def show(state: MorpionState, viewer: int | None, language: str) -> str:
    """The board, the last stone in brackets, and whose turn it is."""
    header = "    " + " ".join(COLUMN_NAMES[: state.width])
    lines = [header.rstrip()]
    for row in range(state.height):
        line = f"{row + 1:>2}  " + " ".join(SIGNS[state.cells[cell_at(row, column)]] for column in range(state.width)) + " "
        if state.last and state.last // STRIDE == row + 1:
            place = 4 + 2 * (state.last % STRIDE - 1)
            line = f"{line[: place - 1]}[{line[place]}]{line[place + 2 :]}"
        lines.append(line.rstrip())
    return "\n".join([*lines, status(state)])
