"""How a person sees Morpion: a board with coordinates, the last move in brackets."""

from typing import Any

from joute.core.events import Event, Step
from joute.core.state import Json
from joute.games.morpion.board import DIRECTIONS, cell_at, run
from joute.games.morpion.codec import from_json, from_text
from joute.games.morpion.options import MorpionOptions
from joute.games.morpion.state import DRAW, NOBODY, STRIDE, SWAP, MorpionState
from joute.games.morpion.strings import COLUMNS, SENTENCES, SIGNS, cell_name

__all__ = ["describe", "from_json", "from_text", "names", "show", "to_json"]


def names(options: MorpionOptions) -> dict[int, str]:
    """Every action of the game."""
    cells = {cell_at(row, column) for row in range(options.height) for column in range(options.width)}
    return {cell: cell_name(cell) for cell in sorted(cells)} | ({SWAP: "swap"} if options.swap else {})


def show(state: MorpionState, viewer: int | None, language: str) -> str:
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


def _status(state: MorpionState, language: str) -> str:
    sentences = SENTENCES.get(language, SENTENCES["en"])
    if state.winner == DRAW:
        return sentences["draw"]
    if state.winner == NOBODY:
        return sentences["turn"].format(SIGNS[1 + state.mover])
    return sentences["win"].format(SIGNS[1 + state.winner])


def describe(before: MorpionState, after: MorpionState, step: Step, viewer: int | None) -> list[Event]:
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
        sentences = {language: _status(after, language) for language in SENTENCES}
        events.append(Event("ended", {"winner": _winner(after), "line": winning_line(after)}, sentences))
    return events


def _winner(state: MorpionState) -> int | None:
    """The seat that won, if one did."""
    return state.winner if state.winner in (0, 1) else None


def winning_line(state: MorpionState) -> list[str]:
    """The cells of the line that won; empty for a draw."""
    if state.winner not in (0, 1):
        return []
    mark = 1 + state.winner
    for direction in DIRECTIONS.tolist():
        before, after = run(state, state.last, -direction, mark), run(state, state.last, direction, mark)
        if before + 1 + after >= state.align:
            return [cell_name(state.last + place * direction) for place in range(-before, after + 1)]
    return []


def to_json(state: MorpionState) -> Json:
    """The board as rows of signs, the last cell, the mover and how it ended."""
    cells = state.cells.tolist()
    begins = [cell_at(row, 0) for row in range(state.height)]
    rows = ["".join([SIGNS[stone] for stone in cells[begin : begin + state.width]]) for begin in begins]
    return {
        "board": rows,
        "last": cell_name(state.last) if state.last else None,
        "mover": state.mover,
        "over": state.winner != NOBODY,
        "winner": _winner(state),
        "line": winning_line(state),
        "rng": int(state.rng[0]),
    }
