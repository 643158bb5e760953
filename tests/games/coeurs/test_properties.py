"""What holds at every moment of every match of Cœurs."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import joute
from joute.core.contract import Scores, evaluate, features
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.state import State, States
from joute.games.coeurs.features import feature_names
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import ALL_HEARTS, CARDS, DECK, SEATS, any_of, cards_in, lowest, set_of, size
from joute.jit.compile import compiled

matches = given(seed=some.integers(0, 10**9), deals=some.integers(1, 2))
a_few = settings(max_examples=10, deadline=None)


def positions(game: Game, seed: int) -> Iterator[State]:
    """Every position of a random match."""
    state = game.new(seed)
    plays = 0
    while not game.over(state):
        yield state
        game.step(state, random_choices(game, state, seed, plays))
        plays += 1
    yield state


@matches
@a_few
def test_every_card_is_in_one_hand_or_played(seed: int, deals: int) -> None:
    game = joute.game("coeurs", deals=deals)
    for state in positions(game, seed):
        record = CoeursState.of(state)
        if not game.over(state):
            assert sum(record.hands.tolist()) + record.played == DECK
            assert size(record.played) == record.plays


@matches
@a_few
def test_nobody_holds_a_suit_that_it_has_shown_to_lack(seed: int, deals: int) -> None:
    for state in positions(joute.game("coeurs", deals=deals), seed):
        assert not any(hand & lacking for hand, lacking in zip(CoeursState.of(state).hands, CoeursState.of(state).lacking, strict=True))


@matches
@a_few
def test_hearts_taken_are_the_hearts_that_fell_in_earlier_tricks(seed: int, deals: int) -> None:
    for state in positions(joute.game("coeurs", deals=deals), seed):
        record = CoeursState.of(state)
        on_table = set_of([card for card in record.table.tolist() if card >= 0])
        assert sum(record.hearts.tolist()) == size(record.played & ALL_HEARTS & ~on_table)
        assert size(on_table) == record.plays % SEATS


@matches
@a_few
def test_one_seat_moves_and_may_play_only_what_it_holds(seed: int, deals: int) -> None:
    game = joute.game("coeurs", deals=deals)
    for state in positions(game, seed):
        if game.over(state):
            continue
        (mover,) = game.movers(state)
        legal = set_of([int(card) for card in game.legal_numbers(state, mover)])
        hand, led = CoeursState.of(state).hands[mover], CoeursState.of(state).led
        assert legal == (hand & led or hand)
        assert not any(game.legal(state, seat) for seat in range(SEATS) if seat != mover)


@matches
@a_few
def test_a_deal_hands_out_forty_points_or_takes_them(seed: int, deals: int) -> None:
    game = joute.game("coeurs", deals=deals)
    before = 0.0
    for state in positions(game, seed):
        points = sum(game.returns(state))
        assert points - before in (0, -40, 40)
        before = points
    assert before in {-80, -40, 0, 40, 80}


@matches
@a_few
def test_equal_positions_are_equal_records_whatever_was_played_before(seed: int, deals: int) -> None:
    game = joute.game("coeurs", deals=deals)
    for state in positions(game, seed):
        again = game.position(game.to_json(state))
        assert again.array.tobytes() == state.array.tobytes()


@matches
@a_few
def test_features_hold_nothing_that_the_seat_does_not_know(seed: int, deals: int) -> None:
    game = joute.game("coeurs", deals=deals)
    stated = game.definition.stated["features"]
    truth, seen = np.zeros((2, len(feature_names(game.options))))
    for state in positions(game, seed):
        for seat in range(SEATS):
            stated(CoeursState.of(state), seat, truth)
            stated(CoeursState.of(game.view(state, seat)), seat, seen)
            assert (truth == seen).all()
            assert truth.min() >= -2
            assert truth.max() <= 2


def test_features_name_what_they_measure() -> None:
    game = joute.game("coeurs")
    *_, state = (position.copy() for position, _ in zip(positions(game, 4), range(15), strict=False))
    seat = game.movers(state)[0]
    out = np.zeros(len(feature_names(game.options)))
    game.definition.stated["features"](CoeursState.of(game.view(state, seat)), seat, out)
    named = dict(zip(feature_names(game.options), out.tolist(), strict=True))
    described = game.to_json(game.view(state, seat))
    assert {name[9:] for name, value in named.items() if name.startswith("in hand: ") and value} == set(described["hands"][seat])
    table = {item["card"] for item in described["table"]}
    assert {name[14:] for name, value in named.items() if name.startswith("on the table: ") and value} == table
    unseen = {name[8:] for name, value in named.items() if name.startswith("unseen: ") and value}
    assert unseen | set(described["hands"][seat]) | set(described["played"]) == {action.name for action in game.actions.values()}
    assert len(unseen) == CARDS - len(described["hands"][seat]) - len(described["played"])
    assert named["trick number"] == described["trick"] / 8
    assert named["hearts taken"] == sum(described["hearts"]) / 8
    assert named["hearts of next"] == described["hearts"][(seat + 1) % 4] / 8
    assert named["cards on the table"] == len(table) / 3
    assert named[f"suit led: {described['led']}"] == 1
    assert [named[f"across lacks {suit}"] for suit in "DSCH"] == [float(suit in described["lacks"][(seat + 2) % 4]) for suit in "DSCH"]


def test_an_evaluation_guesses_better_than_the_points_so_far_and_ends_exact() -> None:
    game = joute.game("coeurs", deals=1)
    guess = np.zeros(SEATS)
    errors, naive = [], []
    for seed in range(60):
        played = [state.copy() for state in positions(game, seed)]
        result = np.array(game.returns(played[-1]))
        for state in played[:-1]:
            game.definition.stated["evaluate"](CoeursState.of(state), guess)
            errors.append(((guess - result) ** 2).mean())
            naive.append(((-5.0 * np.array(CoeursState.of(state).hearts) - result) ** 2).mean())
            if sum(CoeursState.of(state).hearts.tolist()) == 8:
                assert guess == pytest.approx(result)
    assert np.mean(errors) < 0.7 * np.mean(naive)


def test_an_evaluation_of_a_view_spreads_the_unseen_cards() -> None:
    game = joute.game("coeurs", deals=1)
    guess = np.zeros(SEATS)
    game.definition.stated["evaluate"](CoeursState.of(game.view(game.new(1), -1)), guess)
    assert guess.tolist() == [-10.0] * 4


@compiled
def call_evaluate(states: States, values: Scores) -> None:
    evaluate(states[0], values)


@compiled
def call_features(states: States, seat: int, out: Scores) -> None:
    features(states[0], seat, out)


@pytest.mark.slow
def test_compiled_features_and_evaluations_are_the_plain_ones() -> None:
    game = joute.game("coeurs", deals=2)
    values = np.zeros((2, SEATS))
    out = np.zeros((2, len(feature_names(game.options))))
    for state in positions(game, seed=6):
        for view in (state, *(game.view(state, seat) for seat in range(SEATS))):
            game.definition.stated["evaluate"](CoeursState.of(view), values[0])
            call_evaluate(view.array, values[1])
            assert values[0] == pytest.approx(values[1])
            game.definition.stated["features"](CoeursState.of(view), 2, out[0])
            call_features(view.array, 2, out[1])
            assert (out[0] == out[1]).all()


@given(cards=some.integers(1, DECK), seed=some.integers(1, 10**9))
@settings(max_examples=200, deadline=None)
def test_sets_of_cards_are_counted_and_drawn_from(cards: int, seed: int) -> None:
    listed = cards_in(cards)
    assert set_of(listed) == cards
    assert (size(cards), lowest(cards)) == (len(listed), listed[0])
    assert int(any_of(cards, np.array([seed], np.uint64))) in listed
