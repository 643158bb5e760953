"""The main line of a search whose memory is a table of views: what seats chose most, one after the other."""

import numpy as np

from joute.core.game import Game
from joute.core.state import State
from joute.search.mcts.base import THIN
from joute.search.mcts.infoset_table import Edges, Nodes, start_place


def place_in(game: Game, nodes: Nodes, position: State, seat: int) -> int:
    """Where the view of a seat that must choose is in the table."""
    scratch = np.zeros(1, game.dtype)
    return int(start_place(position.array, scratch, scratch.view(np.uint64), seat, game.spec.hidden, nodes))


def block(nodes: Nodes, edges: Edges, place: int) -> Edges:
    """The edges of a node."""
    first = int(nodes[place]["first"])
    return edges[first : first + int(nodes[place]["count"])]


def main_line(game: Game, view: State, seat: int, nodes: Nodes, edges: Edges, action: int) -> list[int]:
    """An action and the most visited way on from it while visits are not thin."""
    if game.spec.hidden:
        return line_of_views(nodes, edges, place_in(game, nodes, view, seat), action)
    return line_of_positions(game, view, seat, nodes, edges, action)


def line_of_positions(game: Game, view: State, seat: int, nodes: Nodes, edges: Edges, action: int) -> list[int]:
    """Where everything is seen, the choices can be played: up to a chance event. Of choices made at once, one's own comes first."""
    position, line = State(view.array.copy()), list[int]()
    while seats := game.movers(position):
        choices: dict[int, int] = {}
        for other in sorted(seats, key=lambda other: other != seat):
            number = action if not line else favourite(block(nodes, edges, place_in(game, nodes, position, other)))
            if number is None:
                return line
            choices[other] = number
            line.append(number)
        game.advance(position, choices)
        pass_certainties(game, position)
    return line


def pass_certainties(game: Game, position: State) -> None:
    """Let chance events happen that have one outcome."""
    while 1.0 in (odds := game.chances(position)):
        game.resolve(position, odds.index(1.0))


def favourite(edges: Edges) -> int | None:
    """The action visited most, if it was visited often enough."""
    if len(edges) == 0 or edges["visits"].max() < THIN:
        return None
    return int(edges["action"][edges["visits"].argmax()])


def line_of_views(nodes: Nodes, edges: Edges, place: int, action: int) -> list[int]:
    """Where something is hidden, edges tell where they led, while most visits went there: up to where chance or a secret decided."""
    line, chosen = [action], block(nodes, edges, place)
    while len(found := chosen[chosen["action"] == line[-1]]):
        chosen = block(nodes, edges, int(found[0]["next"]))
        number = favourite(chosen)
        if number is None or 2 * int(chosen["visits"].sum()) < int(found[0]["visits"]):
            break
        line.append(number)
    return line
