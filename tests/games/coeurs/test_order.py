"""The order of the cards played: remembered for what it tells, no part of what a position is."""

import numpy as np
from games.coeurs.tables import SUITED, dealt, play_cards

from joute.core.contract import key, likelihood
from joute.core.state import Fields, State
from joute.games.coeurs.rules import NAMED
from joute.games.coeurs.state import CoeursState


def name_of(state: State) -> int:
    return int(key(CoeursState.of(state), state.array.view(np.uint64)))


def likely(state: State, seat: int) -> float:
    scratch = np.zeros(8, np.int64), np.zeros(4, np.int64), np.ones(1, np.uint64)
    return float(likelihood(Fields.of(state.copy()), seat, *scratch))


def test_a_position_that_came_about_in_another_order_is_the_same() -> None:
    game, state = dealt(*SUITED)
    other = state.copy()
    play_cards(game, state, "AS 7C 7H 7D  KS 8C 8H 8D")
    play_cards(game, other, "KS 8C 8H 8D  AS 7C 7H 7D")
    assert CoeursState.of(state).order.tolist() != CoeursState.of(other).order.tolist()
    assert name_of(state) == name_of(other)
    play_cards(game, state, "QS")
    assert name_of(state) != name_of(other)


def test_the_name_leaves_out_the_order_and_nothing_else_but_the_deals() -> None:
    _, state = dealt(*SUITED)
    offsets = {field: offset for field, (_, offset, *_) in (state.array.dtype.fields or {}).items()}
    assert {field for field, offset in offsets.items() if offset >= 8 * NAMED and not field.startswith("rules_")} == {
        "deal",
        "deals",
        "order",
    }
    again = state.copy()
    CoeursState.of(again).deal = 1
    assert name_of(again) != name_of(state)


def test_json_lists_the_cards_in_the_order_of_play() -> None:
    game, state = dealt(*SUITED)
    play_cards(game, state, "KS 8C 8H 8D  AS")
    described = game.to_json(state)
    assert described["played"] == ["KS", "8C", "8H", "8D", "AS"]
    assert game.position(described) == state


# Seat 1 opens; seat 2 follows in diamonds.
HANDS = ("AD KD QD 7C 8C 7H 8H 9H", "JD 7S 8S 9S 10S JS QS KS", "8D 7D 10D 9C 10C JC QC KC", "9D AS AC 10H JH QH KH AH")


def test_a_card_that_care_would_play_makes_a_world_likelier() -> None:
    game, state = dealt(*HANDS)
    play_cards(game, state, "JD")
    high, low = state.copy(), state.copy()
    play_cards(game, high, "10D")
    play_cards(game, low, "7D")
    assert likely(high, 3) > likely(low, 3)


def test_own_cards_are_no_evidence() -> None:
    game, state = dealt(*HANDS)
    play_cards(game, state, "JD")
    assert likely(state, 1) == 1.0


def test_cards_in_an_impossible_order_are_no_evidence() -> None:
    game, state = dealt(*SUITED)
    play_cards(game, state, "AS 7C 7H 7D  KS 8C 8H 8D")
    CoeursState.of(state).hearts[:] = [2, 0, 0, 0]
    assert likely(state, 0) == 1.0
