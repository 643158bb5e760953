"""What every first stone of Morpion-4 leads to, as data and as a map: `python tools/morpion_first_moves.py`.

Each stone is solved as `joute solve` does; if that gives up, wins of either side are searched deeper, kind by kind of attack, with
a larger transposition table and at most `--nodes` positions each. What the file has proven is not searched again, so that the command can
be repeated with more nodes. `--draw` only draws the map.
"""

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

import joute
from joute.core.agent import Stop
from joute.games.morpion.board import cell_at
from joute.games.morpion.solver.proof_types import ONE_PREPARATION, PREPARATIONS
from joute.games.morpion.solver.prover import GivenUp, Marks, Prover, placed
from joute.games.morpion.solver.solve import solve

DOCS = Path(__file__).parents[1] / "docs" / "proofs"
DATA, MAP = DOCS / "morpion-first-moves.json", DOCS / "morpion-first-moves.svg"
ENTRIES = 1 << 19
ATTEMPTS = [(ONE_PREPARATION, stones) for stones in (6, 7, 8, 9)] + [(PREPARATIONS, stones) for stones in (7, 8, 9)]
BOARD = joute.game("morpion")
SIDE = BOARD.options.width
LEFT, TOP, SIZE = 30, 30, 40
GREEN, PALE, RED, GREY = "#2e7d32", "#81c784", "#e57373", "#e0e0e0"


@dataclass(frozen=True)
class FirstMove:
    """What is known of a first stone."""

    cell: str
    winner: str | None  # X or O; None: not proven
    plies: int | None  # from the empty board, the first stone included
    exact: bool  # no shorter win exists; otherwise an upper bound
    nodes: int
    seconds: float  # of processor time


def first_move(cell: int, nodes: int) -> FirstMove:
    """Solve one first stone."""
    name = name_of(cell)
    began = time.process_time()
    state = BOARD.new()
    BOARD.play(state, {0: name})
    solution = solve(BOARD, state, Stop())
    if solution.winner is not None and solution.plies is not None:
        return FirstMove(name, "XO"[solution.winner], solution.plies + 1, solution.shortest, solution.nodes, elapsed(began))
    winner, plies, searched = deeper(placed(np.zeros(SIDE * SIDE, np.int8), cell, 0), nodes)
    return FirstMove(name, winner, plies, False, solution.nodes + searched, elapsed(began))


def deeper(marks: Marks, nodes: int) -> tuple[str | None, int | None, int]:
    """The winner after a first stone, the plies that suffice, and the positions searched; neither if nothing was proven."""
    prover = Prover(BOARD, Stop().flag, entries=ENTRIES)
    total = 0
    open_for = {"O", "X"}
    for scope, stones in ATTEMPTS:
        for winner in sorted(open_for):
            prover.counts[:] = 0, nodes
            try:
                if winner == "O":
                    found = prover.attack(marks, 1, stones, relaxed=True, scope=scope)
                    plies = 2 * found
                else:
                    found, _ = prover.defend(marks, 1, stones, relaxed=True, scope=scope)
                    plies = 1 + 2 * found
            except GivenUp:
                found, plies = 0, 0
                open_for.discard(winner)
            total += prover.nodes
            print(f"  {winner}, kind {scope}, {stones} stones: {found or 'not proven'}, {prover.nodes:,} positions", flush=True)
            if found:
                return winner, plies, total
        if (scope, stones) == (ONE_PREPARATION, 9):
            open_for = {"O", "X"}
    return None, None, total


def elapsed(began: float) -> float:
    """Processor seconds since then."""
    return round(time.process_time() - began, 1)


def name_of(cell: int) -> str:
    """The name of a cell."""
    return BOARD.actions[cell_at(*divmod(cell, SIDE))].name


def draw(moves: dict[str, FirstMove]) -> str:
    """The map as SVG: every cell has the result of its image under the symmetries of the board."""
    board = Prover(BOARD, Stop().flag).empty[0]
    images = board["image"][: board["symmetries"], : board["size"]]
    width, height = LEFT + SIDE * SIZE + 10, TOP + SIDE * SIZE + 60
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for line in range(SIDE):
        parts.append(f'<text x="{LEFT + SIZE * line + SIZE / 2:g}" y="20" font-size="13" fill="#555">{chr(ord("a") + line)}</text>')
        parts.append(f'<text x="15" y="{TOP + SIZE * line + SIZE / 2 + 5:g}" font-size="13" fill="#555">{line + 1}</text>')
    for cell in range(SIDE * SIDE):
        move = moves.get(name_of(int(images[:, cell].min())))
        row, column = divmod(cell, SIDE)
        x, y = LEFT + SIZE * column, TOP + SIZE * row
        colour, text = look(move)
        parts.append(f'<rect x="{x + 1}" y="{y + 1}" width="{SIZE - 2}" height="{SIZE - 2}" rx="4" fill="{colour}"/>')
        ink = "#fff" if colour == GREEN else "#111"
        parts.append(f'<text x="{x + SIZE / 2:g}" y="{y + SIZE / 2 + 5:g}" font-size="14" fill="{ink}">{text}</text>')
    y = TOP + SIDE * SIZE + 20
    for left, colour, text in (
        (5, GREEN, "X wins in 11 plies"),
        (160, PALE, "X wins later"),
        (280, RED, "O wins"),
        (370, GREY, "not proven"),
    ):
        x = LEFT + left
        parts.append(f'<rect x="{x}" y="{y}" width="14" height="14" rx="3" fill="{colour}"/>')
        parts.append(f'<text x="{x + 19}" y="{y + 12}" font-size="12" fill="#333" text-anchor="start">{text}</text>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def look(move: FirstMove | None) -> tuple[str, str]:
    """The colour and the text of a cell."""
    if move is None or move.winner is None:
        return GREY, "?"
    text = f"{'' if move.exact else '≤'}{move.plies}"
    return (RED if move.winner == "O" else GREEN if move.plies == 11 else PALE), text


def load() -> dict[str, FirstMove]:
    """What the file knows."""
    if not DATA.exists():
        return {}
    return {entry["cell"]: FirstMove(**entry) for entry in json.loads(DATA.read_text(encoding="utf-8"))["first_moves"]}


def save(moves: dict[str, FirstMove]) -> None:
    """Write the data and the map."""
    entries = ",\n  ".join(json.dumps(asdict(move)) for move in moves.values())
    DATA.write_text(f'{{"command": "python tools/morpion_first_moves.py", "first_moves": [\n  {entries}\n]}}\n', encoding="utf-8")
    MAP.write_text(draw(moves), encoding="utf-8")


def main() -> None:
    """Solve what is not proven yet, and draw the map."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=100_000_000, help="positions of each deeper attempt")
    parser.add_argument("--draw", action="store_true", help="only draw the map")
    chosen = parser.parse_args()
    moves = load()
    prover = Prover(BOARD, Stop().flag)
    prover.get_ready()
    for cell in reversed(prover.different_cells()):
        name = name_of(cell)
        if not chosen.draw and (name not in moves or moves[name].winner is None):
            moves[name] = first_move(cell, chosen.nodes)
            print(moves[name], flush=True)
            save(moves)
    save(moves)


if __name__ == "__main__":
    main()
