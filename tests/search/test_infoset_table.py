"""The table of information sets: nodes by their keys, edges in the order of their actions, blocks that grow."""

import numpy as np

from joute.jit.compile import compiled
from joute.search.mcts.infoset_table import NONE, UNEXPANDED, InfosetTable, edges_in, expand, insert_edge, new_table, node_key, visit

KEY = node_key(np.uint64(12345), 1)


@compiled
def visit_once(table: InfosetTable, key: np.uint64) -> int:
    return visit(table, 0, key)


@compiled
def expand_once(table: InfosetTable, key: np.uint64, actions: np.ndarray[tuple[int], np.dtype[np.int64]]) -> int:
    return expand(table, 0, key, actions, len(actions))


@compiled
def insert_once(table: InfosetTable, block: int, offset: int, action: int) -> int:
    return insert_edge(table, block, offset, action)


def actions_in(table: InfosetTable, block: int) -> list[int]:
    return [int(action) for action in edges_in(table, block)["action"]]


def test_a_node_is_new_then_without_edges_then_known() -> None:
    table = new_table(8)
    assert visit_once(table, KEY) == NONE
    assert visit_once(table, KEY) == UNEXPANDED
    block = expand_once(table, KEY, np.array([7, 3, 5]))
    assert visit_once(table, KEY) == block
    assert actions_in(table, block) == [3, 5, 7]
    assert visit_once(table, node_key(np.uint64(12345), 0)) == NONE, "another seat's node has another key"


def test_a_full_block_moves_and_is_found_where_it_was() -> None:
    table = new_table(8)
    visit_once(table, KEY)
    block = expand_once(table, KEY, np.array([3, 7]))
    moved = insert_once(table, block, 1, 5)
    assert moved != block
    assert actions_in(table, moved) == actions_in(table, block) == [3, 5, 7]
    assert insert_once(table, moved, 3, 9) == moved, "a moved block has space"
    assert visit_once(table, KEY) == moved
    assert actions_in(table, moved) == [3, 5, 7, 9]


def test_a_full_table_takes_no_more() -> None:
    table = new_table(1)
    table.used[0] = len(table.edges) - 2
    visit_once(table, KEY)
    assert expand_once(table, KEY, np.array([1, 2])) == NONE
    assert visit_once(table, KEY) == UNEXPANDED
