"""A later position solved again: in Kuhn poker, the answer to a bet. Who takes the better's cards for equally likely calls too often."""

from pathlib import Path

import numpy as np
import pytest

import joute
from joute.core.state import State
from joute.jit.struct import Float64s
from joute.search.equilibrium.cfr import Equilibrium, find_equilibrium
from joute.search.equilibrium.game_tree import GameTree, build_tree
from joute.search.equilibrium.safe_resolving import Guarantee, resolve_safely
from joute.search.equilibrium.sequence_form import best_response
from joute.search.equilibrium.subgame import nodes_after, write_node_values

GAME = joute.game(str(Path(__file__).parent.parent.parent / "examples" / "kuhn" / "kuhn.py"))
BET = 1


@pytest.fixture(scope="module")
def whole() -> Equilibrium:
    return find_equilibrium(build_tree(GAME), 1e-5)


def after_a_bet() -> tuple[list[State], list[int]]:
    """The six deals after a bet of seat 0, and the card of seat 0 in each."""
    states, cards = list[State](), list[int]()
    for first in range(3):
        for second in range(3):
            if first != second:
                state = GAME.laid_out()
                GAME.resolve(state, first)
                GAME.resolve(state, second)
                GAME.advance(state, {0: BET})
                states.append(state)
                cards.append(first)
    return states, cards


def granted(whole: Equilibrium, cards: list[int]) -> Guarantee:
    """What the equilibrium grants seat 0 after a bet."""
    values, reaches = np.zeros(whole.tree.n_nodes), np.zeros(whole.tree.n_nodes)
    write_node_values(whole.tree.arrays, whole.strategy, values, reaches)
    return Guarantee(np.ones(6), values[nodes_after(whole, [BET])], np.array(cards))


def replaced(whole: Equilibrium, tree: GameTree, strategy: Float64s) -> Float64s:
    """The equilibrium of the whole game, but with another answer to a bet."""
    changed = whole.strategy.copy()
    names = [view.tobytes() for view in whole.tree.views]
    for infoset in range(tree.n_infosets):
        if tree.arrays.seats[infoset] == 1:
            old, new = names.index(tree.views[infoset].tobytes()), tree.arrays.firsts[infoset]
            first, end = whole.tree.arrays.firsts[old : old + 2]
            changed[first:end] = strategy[new : new + end - first]
    return changed


def best_of_seat_0(whole: Equilibrium, share: float) -> float:
    """What a best response of seat 0 earns in the whole game when seat 1 solves the answer to a bet again."""
    states, cards = after_a_bet()
    tree = build_tree(GAME, states)
    found = resolve_safely(tree, 1, granted(whole, cards), share, 1e-5, max_iterations=20_000, tremble=0.0, stop=None)
    return best_response(whole.tree, 0, replaced(whole, tree, found))[0]


def test_a_safe_answer_grants_no_more_than_the_equilibrium(whole: Equilibrium) -> None:
    assert best_of_seat_0(whole, 0.0) == pytest.approx(-1 / 18, abs=0.002)


def test_an_answer_for_equally_likely_cards_grants_more(whole: Equilibrium) -> None:
    assert best_of_seat_0(whole, 1.0) > -1 / 18 + 0.05


def test_the_answer_for_equally_likely_cards_is_that_of_the_position_by_itself(whole: Equilibrium) -> None:
    states, cards = after_a_bet()
    tree = build_tree(GAME, states)
    found = resolve_safely(tree, 1, granted(whole, cards), 1.0, 1e-6, max_iterations=20_000, tremble=0.0, stop=None)
    alone = find_equilibrium(tree, 1e-6)
    assert best_response(tree, 0, found)[0] == pytest.approx(alone.value, abs=1e-4)


def test_a_position_that_the_strategy_never_leads_to_is_solved_by_itself(whole: Equilibrium) -> None:
    states, _ = after_a_bet()
    tree = build_tree(GAME, states)
    nothing = Guarantee(np.zeros(6), np.zeros(6), np.arange(6))
    found = resolve_safely(tree, 1, nothing, 0.5, 1e-6, max_iterations=20_000, tremble=0.0, stop=None)
    assert best_response(tree, 0, found)[0] == pytest.approx(find_equilibrium(tree, 1e-6).value, abs=1e-4)
