"""What holds at every moment of every match of Barbu."""

from collections.abc import Iterator

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as some

import joute
from joute.core.contract import evaluate, likelihood, prospects
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.state import State
from joute.games.barbu.contracts import CONTRACTS, LOSSES, NAME, NO_CONTRACT, POINTS, REUSSITE, Contract
from joute.games.barbu.features import feature_names
from joute.games.barbu.rules import layable
from joute.games.barbu.state import BarbuState, on_the_table
from joute.games.trick_taking.cards import DECK, SEATS, set_of, size

matches = given(seed=some.integers(0, 10**9))
a_few = settings(max_examples=8, deadline=None)


def positions(game: Game, seed: int) -> Iterator[State]:
    """Every position of a random match."""
    state, actions = game.new(seed), 0
    while not game.over(state):
        yield state
        game.step(state, random_choices(game, state, seed, actions))
        actions += 1
    yield state


def short() -> Game:
    return joute.game("barbu", declarers=1)


@matches
@a_few
def test_every_card_is_in_one_hand_or_played(seed: int) -> None:
    game = short()
    for state in positions(game, seed):
        record = BarbuState.of(state)
        if not game.over(state):
            assert sum(record.hands.tolist()) + record.played == DECK
            assert size(record.played) == record.plays
            assert [size(hand) for hand in record.hands.tolist()] == record.sizes.tolist()


@matches
@a_few
def test_nobody_holds_a_card_that_it_has_shown_to_lack(seed: int) -> None:
    for state in positions(short(), seed):
        record = BarbuState.of(state)
        assert not any(hand & lacking for hand, lacking in zip(record.hands.tolist(), record.lacking.tolist(), strict=True))


@matches
@a_few
def test_what_was_taken_is_what_the_finished_tricks_hold(seed: int) -> None:
    for state in positions(short(), seed):
        record = BarbuState.of(state)
        if record.contract in (NO_CONTRACT, REUSSITE):
            assert not any(record.tricks.tolist() + record.hearts.tolist() + record.queens.tolist())
            continue
        finished = record.played & ~set_of([card for _, card in on_the_table(record)])
        assert sum(record.tricks.tolist()) * SEATS == size(finished)
        assert sum(record.hearts.tolist()) == size(finished >> 24)
        assert sum(record.queens.tolist()) == size(finished & 0x20202020)
        assert (record.king >= 0) == bool(finished >> 30 & 1)


@matches
@a_few
def test_suits_laid_out_are_runs_around_their_jacks(seed: int) -> None:
    for state in positions(short(), seed):
        record = BarbuState.of(state)
        if record.contract == REUSSITE:
            for suit in range(4):
                ranks = record.played >> 8 * suit & 255
                assert ranks == 0 or (ranks >> 4 & 1 and bin(ranks + (ranks & -ranks)).count("1") == 1)
            assert layable(record.played) != 0


@matches
@a_few
def test_a_deal_hands_out_the_points_of_its_contract_or_its_bonus(seed: int) -> None:
    game = short()
    *_, end = (state.copy() for state in positions(game, seed))
    for line in game.to_json(end)["sheet"]:
        contract = Contract[line["contract"].upper()]
        bonus = int(POINTS[contract, 4])
        if contract == REUSSITE:
            assert sorted(line["points"]) == [0, 0, 50, 100]
        else:
            assert sum(line["points"]) in {-int(LOSSES[contract]), bonus or -int(LOSSES[contract])}


@matches
@a_few
def test_estimates_become_the_points_and_chances_add_up_to_one(seed: int) -> None:
    game = short()
    values, chances = np.zeros((2, SEATS))
    for state in positions(game, seed):
        evaluate(BarbuState.of(state), values)
        prospects(BarbuState.of(state), chances)
        assert abs(chances.sum() - 1) < 1e-9
        assert game.spec.lowest <= values.min() <= values.max() <= game.spec.highest
    assert values.tolist() == game.returns(state)
    assert set(chances.tolist()) <= {0.0, 1.0, 1 / 2, 1 / 3, 1 / 4}


@matches
@a_few
def test_features_hold_nothing_that_the_seat_does_not_know(seed: int) -> None:
    game = short()
    stated = game.definition.stated["features"]
    truth, seen = np.zeros((2, len(feature_names(game.options))))
    for number, state in enumerate(positions(game, seed)):
        for seat in range(SEATS if number % 3 == 0 else 0):
            stated(BarbuState.of(state), seat, truth)
            stated(BarbuState.of(game.view(state, seat)), seat, seen)
            assert (truth == seen).all()
            assert np.abs(truth).max() <= 5


def test_features_name_what_they_measure() -> None:
    game = joute.game("barbu")
    *_, state = (position.copy() for position, _ in zip(positions(game, 4), range(15), strict=False))
    seat = game.movers(state)[0]
    out = np.zeros(len(feature_names(game.options)))
    game.definition.stated["features"](BarbuState.of(game.view(state, seat)), seat, out)
    named = dict(zip(feature_names(game.options), out.tolist(), strict=True))
    described = game.to_json(game.view(state, seat))
    assert {name[9:] for name, value in named.items() if name.startswith("in hand: ") and value} == set(described["hands"][seat])
    assert [name[10:] for name, value in named.items() if name.startswith("contract: ") and value] == [described["contract"]]
    assert sum(value for name, value in named.items() if name.startswith("left: ")) == CONTRACTS - len(described["named"])


def test_careful_play_is_likelier_than_random_play() -> None:
    """Of the same deals: what careful players did, and what random ones did."""
    found = {"careful": 1.0, "random": 1.0}
    game = short().fast()
    for name in found:
        player = joute.agent(name, game)
        for seed in range(12):
            state = game.new(seed)
            game.step(state, {0: NAME + seed % 5})
            for _ in range(14):
                seat = game.movers(state)[0]
                game.step(state, {seat: player.choose(game.view(state, seat), seat, seed)})
                if BarbuState.of(state).deal:
                    break
            if BarbuState.of(state).deal == 0:
                actions, choices = np.zeros(game.spec.widest, np.int64), np.zeros(SEATS, np.int64)
                found[name] *= float(likelihood(BarbuState.of(state.copy()), 0, actions, choices, np.ones(1, np.uint64))) ** (1 / 12)
    assert found["careful"] > 2 * found["random"]
