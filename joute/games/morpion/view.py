"""How a person sees Morpion: a board with coordinates, the last move in brackets."""

from typing import Any

from joute.errors import BadPosition
from joute.game import Event, Json, Step
from joute.games.morpion.options import MorpionOptions
from joute.games.morpion.rules import (
    DRAW,
    EMPTY,
    FIRST,
    LARGEST,
    NOBODY,
    SECOND,
    STRIDE,
    SWAP,
    aligns,
    cell_at,
    mark_cell,
    pass_on,
)
from joute.rulebook import Record

SIGNS = ".XO"
COLUMNS = "abcdefghijklmnopqrs"


def cell_name(cell: int) -> str:
    """A letter for the column, a number for the row: the top left cell is a1."""
    row, column = divmod(cell, STRIDE)
    return f"{COLUMNS[column - 1]}{row}"


def names(options: MorpionOptions) -> dict[int, str]:
    """Every action of the game."""
    cells = {cell_at(row, column) for row in range(options.height) for column in range(options.width)}
    return {cell: cell_name(cell) for cell in sorted(cells)} | ({SWAP: "swap"} if options.swap else {})


def show(state: Record, viewer: int | None, language: str) -> str:
    """The board, the last stone in brackets, and whose turn it is."""
    header = "    " + " ".join(COLUMNS[: state.width])
    lines = [header.rstrip()]
    for row in range(state.height):
        line = f"{row + 1:>2}  " + " ".join(SIGNS[state.cells[cell_at(row, column)]] for column in range(state.width)) + " "
        if state.last and state.last // STRIDE == row + 1:
            place = 4 + 2 * (state.last % STRIDE - 1)
            line = f"{line[: place - 1]}[{line[place]}]{line[place + 2 :]}"
        lines.append(line.rstrip())
    return "\n".join([*lines, _status(state, language)])


def _status(state: Record, language: str) -> str:
    french = language == "fr"
    if state.winner == DRAW:
        return "Partie nulle" if french else "A draw"
    if state.winner != NOBODY:
        sign = SIGNS[1 + state.winner]
        return f"{sign} gagne" if french else f"{sign} wins"
    sign = SIGNS[1 + state.mover]
    return f"Au tour de {sign}" if french else f"{sign} to move"


def tell(before: Record, after: Record, step: Step, viewer: int | None) -> list[Event]:
    """A stone was placed or taken over, and perhaps the game ended."""
    events = []
    for seat, action in step.choices.items():
        words: dict[str, Any] = {"seat": seat, "cell": cell_name(after.last)}
        sign = SIGNS[1 + seat]
        if action == SWAP:
            sentences = {"en": f"{sign} takes over {words['cell']}", "fr": f"{sign} reprend {words['cell']}"}
            events.append(Event("taken over", words, sentences))
        else:
            sentences = {"en": f"{sign} plays {words['cell']}", "fr": f"{sign} joue {words['cell']}"}
            events.append(Event("placed", words, sentences))
    if after.winner != NOBODY:
        sentences = {language: _status(after, language) for language in ("en", "fr")}
        events.append(Event("ended", {"winner": int(after.winner), "line": winning_line(after)}, sentences))
    return events


def winning_line(state: Record) -> list[str]:
    """The cells of the line that won; empty for a draw."""
    if state.winner not in (0, 1):
        return []
    mark, last = state.cells[state.last], int(state.last)
    for direction in (1, STRIDE, STRIDE + 1, STRIDE - 1):
        first = last
        while state.cells[first - direction] == mark:
            first -= direction
        line = [first]
        while state.cells[line[-1] + direction] == mark:
            line.append(line[-1] + direction)
        if len(line) >= state.align:
            return [cell_name(cell) for cell in line]
    return []


def to_json(state: Record) -> Json:
    """The board as rows of signs, the last cell, the mover and the winner."""
    rows = ["".join(SIGNS[state.cells[cell_at(row, column)]] for column in range(state.width)) for row in range(state.height)]
    return {
        "board": rows,
        "last": cell_name(state.last) if state.last else None,
        "mover": int(state.mover),
        "winner": None if state.winner == NOBODY else int(state.winner),
        "line": winning_line(state),
        "dice": int(state.dice[0]),
    }


def from_json(source: Json, state: Record) -> None:
    """The position that `to_json` described."""
    _place(source["board"], state)
    if source.get("last"):
        state.last = _cell(source["last"], state)
    if source.get("mover", state.mover) != state.mover:
        pass_on(state)
    state.dice[0] = source.get("dice", 0)
    _judge(state)


def from_text(text: str, state: Record) -> None:
    """A drawing: X, O and dots, with or without coordinates; brackets mark the last stone."""
    rows: list[str] = []
    last = None
    for line in text.splitlines():
        signs = line.strip().lstrip("0123456789").replace(" ", "")
        bare = signs.replace("[", "").replace("]", "")
        if not bare or set(bare) - set(SIGNS):
            continue  # coordinates, or a sentence below the board
        if "[" in signs:
            last = cell_at(len(rows), signs.index("["))
        rows.append(bare)
    rows = [row.ljust(state.width, ".") for row in rows] + ["." * state.width] * (state.height - len(rows))
    _place(rows, state)
    state.last = last or 0
    _judge(state)


def _place(rows: list[str], state: Record) -> None:
    if len(rows) != state.height or any(len(row) != state.width for row in rows):
        sizes = f"{len(rows)} rows of {sorted({len(row) for row in rows})}"
        raise BadPosition(f"a board of {sizes} cells; this game has {state.height} rows of {state.width}")
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            if sign not in SIGNS:
                raise BadPosition(f"{sign!r} in row {row + 1}; a cell is one of {SIGNS}")
            if sign != ".":
                mark_cell(state, cell_at(row, column), SIGNS.index(sign))
                state.stones += 1
    crosses = sum(row.count("X") for row in rows)
    if (state.stones - crosses) == crosses - 1:
        pass_on(state)


def _cell(name: str, state: Record) -> int:
    column, row = COLUMNS.find(name[:1]), int(name[1:]) - 1
    if not (0 <= column < state.width and 0 <= row < state.height):
        raise BadPosition(f"{name!r} is not on a board of {state.width} x {state.height}")
    return cell_at(row, column)


def _judge(state: Record) -> None:
    """Find a finished line, or a full board."""
    for cell in range(LARGEST * STRIDE + STRIDE):
        mark = state.cells[cell]
        if mark in (FIRST, SECOND) and aligns(state, cell, mark):
            state.winner = mark - 1
            state.last = cell if not state.last or state.cells[state.last] == EMPTY else state.last
    if state.winner == NOBODY and state.stones == state.width * state.height:
        state.winner = DRAW
