"""The results of a search in a table of information sets: the edges of a node, and the principal variation."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from joute.core.game import Game
from joute.core.state import State
from joute.search.mcts.base import MIN_PV_VISITS
from joute.search.mcts.infoset_table import MOVED, InfosetTable, root_block

Edges = NDArray[Any]  # [edge] the records of a block


def edges_of(game: Game, table: InfosetTable, position: State, seat: int) -> Edges:
    """The edges of a seat that must act in a position or view."""
    scratch = np.zeros(1, game.dtype)
    words, scratch_words = position.array.view(np.uint64), scratch.view(np.uint64)
    return edges_in(table, int(root_block(position.array, words, scratch, scratch_words, seat, game.spec.hidden, table.slots)))


def edges_in(table: InfosetTable, block: int) -> Edges:
    """The edges of a block, wherever it has moved; none in block 0."""
    while block and table.headers["count"][block] == MOVED:
        block = int(table.headers["capacity"][block])
    count = int(table.headers["count"][block]) if block else 0
    return cast(Edges, table.edges)[block + 1 : block + 1 + count]


def principal_variation(game: Game, view: State, seat: int, table: InfosetTable, action: int) -> list[int]:
    """An action and the most visited actions after it, as far as they have enough visits."""
    if game.spec.hidden:
        return pv_of_views(table, edges_of(game, table, view, seat), action)
    return pv_of_positions(game, view, seat, table, action)


def pv_of_positions(game: Game, view: State, seat: int, table: InfosetTable, action: int) -> list[int]:
    """Without hidden information the actions can be played, up to a chance event. Of simultaneous actions, the seat's own comes first."""
    position, pv = State(view.array.copy()), list[int]()
    while seats := game.movers(position):
        choices: dict[int, int] = {}
        for other in sorted(seats, key=lambda other: other != seat):
            number = action if not pv else most_visited(edges_of(game, table, position, other))
            if number is None:
                return pv
            choices[other] = number
            pv.append(number)
        game.advance(position, choices)
        resolve_certainties(game, position)
    return pv


def resolve_certainties(game: Game, position: State) -> None:
    """Resolve chance events that have only one possible outcome."""
    while 1.0 in (odds := game.chances(position)):
        game.resolve(position, odds.index(1.0))


def most_visited(edges: Edges) -> int | None:
    """The action visited most, if it has enough visits."""
    if len(edges) == 0 or edges["visits"].max() < MIN_PV_VISITS:
        return None
    return int(edges["action"][edges["visits"].argmax()])


def pv_of_views(table: InfosetTable, edges: Edges, action: int) -> list[int]:
    """With hidden information, follow the node that each edge led to last, while most visits went there: up to chance or a secret."""
    pv = [action]
    while len(found := edges[edges["action"] == pv[-1]]):
        edges = edges_in(table, int(found[0]["next"]))
        number = most_visited(edges)
        if number is None or 2 * int(edges["visits"].sum()) < int(found[0]["visits"]):
            break
        pv.append(number)
    return pv
