"""Positions of Morpion as JSON and as drawings; a position that no game can reach is refused with the reason."""

from functools import cache
from typing import TypedDict

from joute.core.errors import BadPosition, known
from joute.core.state import Json
from joute.games.morpion.board import COLUMN_NAMES, aligns, cell_at, cell_name, mark_cell, pass_turn, winning_line, winning_seat
from joute.games.morpion.state import CELLS, DRAW, EMPTY, FIRST, NOBODY, SECOND, WALL, MorpionState
from joute.games.morpion.strings import A_DRAW, SIGNS, TO_MOVE, WINS, status
from joute.i18n import in_every_language, say, say_in_every_language


class MorpionJson(TypedDict):
    """A state; cells have their names."""

    board: list[str]  # a row of signs each
    last: str | None
    mover: int
    over: bool
    winner: int | None
    line: list[str]  # the cells of the winning line


def to_json(state: MorpionState) -> MorpionJson:
    """The board as rows of signs, the last stone, the mover and the result."""
    cells = state.cells.tolist()
    begins = [cell_at(row, 0) for row in range(state.height)]
    rows = ["".join([SIGNS[stone] for stone in cells[begin : begin + state.width]]) for begin in begins]
    return {
        "board": rows,
        "last": cell_name(state.last) if state.last else None,
        "mover": state.mover,
        "over": state.winner != NOBODY,
        "winner": winning_seat(state),
        "line": [cell_name(cell) for cell in winning_line(state)],
    }


def from_text(text: str, state: MorpionState) -> None:
    """Read a drawing: X, O and dots, with or without coordinates; brackets mark the last stone; `X to move` may stand below.

    A drawing smaller than the board is its top left corner.
    """
    rows: list[str] = []
    last, sentence = "", ""
    for line in filter(None, map(str.strip, text.splitlines())):
        if sentence:
            raise BadPosition("{line!r} stands below {sentence!r}, which ends the drawing", line=line, sentence=sentence)
        if line in _turns():
            sentence = line
        elif not _is_header(line, rows):
            cells = _cells(line, len(rows))
            if set(cells) & set("[]"):
                last = _bracketed(cells, len(rows), last)
            rows.append(cells.replace("[", "").replace("]", ""))
    _check_signs(rows)
    if len(rows) > state.height or any(len(row) > state.width for row in rows):
        raise BadPosition("the drawing has {size}; this board has {board}", size=_size(rows), board=_board(state))
    rows = [row.ljust(state.width, ".") for row in rows] + ["." * state.width] * (state.height - len(rows))
    _place(rows, state)
    _set_mover(_turns().get(sentence), last, state)
    _end(last, state)
    sentences = in_every_language(lambda: status(state)).values()
    if sentence and sentence not in sentences:
        raise BadPosition("{sentence!r} stands below the board; it shows: {sentences}", sentence=sentence, sentences=known(sentences))


def from_json(source: Json, state: MorpionState) -> None:
    """Read a position that `to_json` wrote; what follows from the stones may be missing."""
    rows = source["board"]
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise BadPosition("the board is {rows!r}; it must be a list of rows like '..XO..'", rows=str(rows)[:40])
    _check_signs(rows)
    if len(rows) != state.height or any(len(row) != state.width for row in rows):
        raise BadPosition("the board has {size}; this board has {board}", size=_size(rows), board=_board(state))
    _place(rows, state)
    mover = source.get("mover")
    if mover not in (None, 0, 1):
        raise BadPosition("the mover is {mover!r}; it must be 0 or 1", mover=mover)
    last = source.get("last") or ""
    _set_mover(mover, last, state)
    _end(last, state)
    found = {"over": state.winner != NOBODY, "winner": winning_seat(state)}
    for name, value in found.items():
        if source.get(name, value) != value:
            raise BadPosition("{name} is {given!r}; the board says {value!r}", name=name, given=source[name], value=value)


# --- lines of a drawing ---------------------------------------------------------------------------------------------------


@cache
def _turns() -> dict[str, int | None]:
    """The sentences that may stand below a board, in every language, and the seat to move in each."""
    ends = [say_in_every_language(A_DRAW), *(say_in_every_language(WINS, sign=sign) for sign in SIGNS[1:])]
    turns = {text: seat for seat in (0, 1) for text in say_in_every_language(TO_MOVE, sign=SIGNS[1 + seat]).values()}
    return dict.fromkeys(text for end in ends for text in end.values()) | turns


def _is_header(line: str, rows: list[str]) -> bool:
    """Whether a line above the board names its columns: a b c ..."""
    letters = line.replace(" ", "")
    return not rows and letters == COLUMN_NAMES[: len(letters)]


def _cells(line: str, row: int) -> str:
    """The signs of a row, without its number and without spaces."""
    number = line[: len(line) - len(line.lstrip("0123456789"))]
    if number and int(number) != row + 1:
        raise BadPosition("row {row} of the drawing is numbered {number}: {line!r}", row=row + 1, number=number, line=line)
    return line[len(number) :].replace(" ", "")


def _bracketed(cells: str, row: int, before: str) -> str:
    """The name of the cell in brackets; a drawing has at most one."""
    column = cells.find("[")
    if before or cells.count("[") != 1 or cells.count("]") != 1 or cells.find("]") != column + 2:
        raise BadPosition("row {row} is {cells!r}; brackets stand around one stone, the last one: [X] or [O]", row=row + 1, cells=cells)
    return cell_name(cell_at(row, column)) if column < len(COLUMN_NAMES) else ""


# --- checks ---------------------------------------------------------------------------------------------------------------


def _check_signs(rows: list[str]) -> None:
    for row, signs in enumerate(rows):
        for sign in signs:
            if sign not in SIGNS:
                raise BadPosition(
                    "{sign!r} in row {row}, {signs!r}; a cell is one of {names}", sign=sign, row=row + 1, signs=signs, names=known(SIGNS)
                )


def _size(rows: list[str]) -> str:
    widths = sorted({len(row) for row in rows})
    return say("{rows} rows of {cells} cells", rows=len(rows), cells=say(" or ").join(map(str, widths)))


def _board(state: MorpionState) -> str:
    return say("{rows} rows of {cells} cells", rows=state.height, cells=state.width)


def _place(rows: list[str], state: MorpionState) -> None:
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            if sign != ".":
                mark_cell(state, cell_at(row, column), SIGNS.index(sign))
                state.stones += 1


def _set_mover(stated: int | None, last: str, state: MorpionState) -> None:
    """Find the mover from the number of stones; if a swap leaves it open, from the sentence or the last stone."""
    crosses, noughts = (int((state.cells == mark).sum()) for mark in (FIRST, SECOND))
    turns = {0: [0], 1: [1]}.get(crosses - noughts, [])  # X began and they took turns
    if state.swap and state.stones:
        turns = turns + {0: [1], -1: [0]}.get(crosses - noughts, [])  # or O took the first stone over
    if not turns:
        expected = say("at most one apart") if state.swap else say("X as many as O, or one more")
        raise BadPosition(
            "{crosses} X and {noughts} O; in a game there are {expected}", crosses=crosses, noughts=noughts, expected=expected
        )
    if stated is not None and stated not in turns:
        raise BadPosition(
            "{sign} is said to move; with {crosses} X and {noughts} O it is the turn of {turn}",
            sign=SIGNS[1 + stated],
            crosses=crosses,
            noughts=noughts,
            turn=SIGNS[1 + turns[0]],
        )
    if stated is None and len(turns) > 1:
        stated = _mover_after(last, state)
    if (turns[0] if stated is None else stated) == 1:
        pass_turn(state)


def _mover_after(last: str, state: MorpionState) -> int | None:
    """The mover after the last stone, or after a finished line; None if the board shows neither."""
    final = [_cell(last, state)] if last else _stones_in_lines(state)
    return 2 - state.cells[final[-1]] if final and state.cells[final[-1]] != EMPTY else None


def _end(last: str, state: MorpionState) -> None:
    """Set the last stone, and the winner if a line is finished or the board is full."""
    if last:
        state.last = _stone(last, state)
    elif state.stones == 1:  # the one that a swap would take over
        state.last = next(cell for cell in range(CELLS) if state.cells[cell] in (FIRST, SECOND))
    if lines := _stones_in_lines(state):
        _win(lines, state)
    elif state.stones == state.width * state.height:
        state.winner = DRAW


def _stones_in_lines(state: MorpionState) -> list[int]:
    """The stones of all finished lines."""
    return [cell for cell in range(CELLS) if state.cells[cell] in (FIRST, SECOND) and aligns(state, cell, state.cells[cell])]


def _cell(name: str, state: MorpionState) -> int:
    """The cell of that name."""
    names = {cell_name(cell): cell for cell in range(CELLS) if state.cells[cell] != WALL}
    cell = names.get(str(name).lower())
    if cell is None:
        raise BadPosition("the last stone is on {name!r}, which is no cell of a board of {board}", name=name, board=_board(state))
    return cell


def _stone(name: str, state: MorpionState) -> int:
    """The cell of the last stone, which must belong to the seat that moved last."""
    cell = _cell(name, state)
    if state.cells[cell] != _moved_last(state):
        held, mover = SIGNS[state.cells[cell]], SIGNS[_moved_last(state)]
        raise BadPosition("the last stone is on {name}, which holds {held!r}; {mover} moved last", name=name, held=held, mover=mover)
    return cell


def _moved_last(state: MorpionState) -> int:
    """The mark of the seat whose turn it is not."""
    return 2 - state.mover


def _win(lines: list[int], state: MorpionState) -> None:
    """Check that the lines belong to the seat that moved last and that one stone completed them all; set the winner."""
    winner = _moved_last(state)
    for cell in lines:
        if state.cells[cell] != winner:
            raise BadPosition(
                "{loser} has a line through {cell}, but {winner} moved after it",
                loser=SIGNS[3 - winner],
                cell=cell_name(cell),
                winner=SIGNS[winner],
            )
    possible = [cell for cell in lines if _completed_all(cell, lines, state)]
    if not possible:
        raise BadPosition(
            "{winner} has lines through {cells} that no single stone completed", winner=SIGNS[winner], cells=known(map(cell_name, lines))
        )
    if state.last and state.last not in possible:
        expected = known(map(cell_name, possible))
        raise BadPosition(
            "the last stone is on {cell}; the one that completed the line is on {expected}", cell=cell_name(state.last), expected=expected
        )
    state.last = state.last or possible[-1]
    state.winner = winner - 1


def _completed_all(cell: int, lines: list[int], state: MorpionState) -> bool:
    """Whether there was no line before that stone."""
    mark = state.cells[cell]
    state.cells[cell] = EMPTY
    before = any(aligns(state, other, mark) for other in lines if other != cell)
    state.cells[cell] = mark
    return not before
