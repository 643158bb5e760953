"""What holds in every game of Diamant, over random play; and a second telling of the rules, with real cards and a purse for each seat."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import joute
from joute.core.contract import Scores, evaluate, features
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.rng import draw, seeded
from joute.core.state import State, States
from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, TREASURES, card_names
from joute.games.diamant.features import feature_names
from joute.games.diamant.state import DiamantState
from joute.jit.compile import compiled

games = st.builds(
    lambda seats, rounds, edition: joute.game("diamant", seats=seats, rounds=rounds, edition=edition),
    st.integers(2, 8),
    st.integers(1, 5),
    st.sampled_from(["2006", "2016", "2020"]),
)
seeds = st.integers(0, 2**32)
few = settings(max_examples=40, deadline=None)


def bold_choices(game: Game, state: State, seed: int, turn: int) -> dict[int, int]:
    """Mostly explore, so that paths get long."""
    return {seat: int(draw(seeded(seed, turn, seat), np.array([0.85, 0.15]), 2)) for seat in game.movers(state)}


class ReferenceGame:
    """The rules again, slowly: cards as a list of names, gems and relics counted by hand."""

    def __init__(self, seats: int, edition: str) -> None:
        self.edition, self.seats = edition, seats
        self.deck = [str(value) for value in TREASURES] + [f"P{trap}" for trap in range(1, 6) for _ in range(3)]
        self.deck += ["R"] * 5 if edition == "2016" else []
        self.bank, self.taken, self.round = [0] * seats, 0, 0
        self.enter()

    def enter(self) -> None:
        self.round += 1
        if self.edition != "2016":
            self.deck.append("R" if self.edition == "2006" else f"R{self.round}")
        self.path: list[str] = []
        self.floor, self.purses = 0, dict.fromkeys(range(self.seats), 0)

    def leave_round(self) -> None:
        self.deck += [card for card in self.path if not card.startswith("R")]
        self.enter()

    def choose(self, choices: dict[int, str]) -> None:
        home = [seat for seat, choice in choices.items() if choice == "return"]
        for seat in home:
            self.bank[seat] += self.purses.pop(seat) + self.floor // len(home)
        self.floor = self.floor % len(home) if home else self.floor
        if len(home) == 1:
            for relic in [card for card in self.path if card.startswith("R")]:
                self.path.remove(relic)
                numbered = {"R1": 5, "R2": 7, "R3": 8, "R4": 10, "R5": 12}
                self.bank[home[0]] += numbered.get(relic, 5 if self.taken < 3 else 10)
                self.taken += 1
        if not self.purses:
            self.leave_round()

    def turn(self, card: str) -> None:
        self.deck.remove(card)
        if card in self.path and card.startswith("P"):
            self.leave_round()
            return
        self.path.append(card)
        if card.isdigit():
            for seat in self.purses:
                self.purses[seat] += int(card) // len(self.purses)
            self.floor += int(card) % len(self.purses)


def agree(reference: ReferenceGame, game: Game, state: State) -> None:
    fields, cards = DiamantState.of(state), card_names(int(reference.edition))
    assert fields.bank[: reference.seats].tolist() == reference.bank
    if game.over(state):
        return
    assert [seat for seat in range(reference.seats) if fields.inside >> seat & 1] == sorted(reference.purses)
    assert set(reference.purses.values()) == {fields.carried}
    assert fields.gems == reference.floor
    assert [cards[kind] for kind in fields.path[: fields.steps]] == reference.path
    assert Counter(dict(zip(cards, fields.deck.tolist(), strict=False))) == Counter(reference.deck)


@few
@given(games, seeds)
def test_a_second_telling_of_the_rules_agrees_at_every_card_and_every_choice(game: Game, seed: int) -> None:
    state, reference, turn = game.laid_out(), ReferenceGame(game.spec.seats, game.options.edition), 0
    cards = card_names(int(game.options.edition))
    while not game.over(state):
        agree(reference, game, state)
        turn += 1
        if odds := game.chances(state):
            assert odds == [reference.deck.count(card) / len(reference.deck) for card in cards]
            outcome = draw(seeded(seed, turn), np.array(odds), len(odds))
            game.resolve(state, outcome)
            reference.turn(cards[outcome])
        else:
            choices = bold_choices(game, state, seed, turn)
            game.advance(state, choices)
            reference.choose({seat: game.actions[choice].name for seat, choice in choices.items()})
    agree(reference, game, state)
    best = max(reference.bank)
    assert game.returns(state) == [(bank == best) / reference.bank.count(best) for bank in reference.bank]


@few
@given(games, seeds)
def test_gems_and_cards_are_conserved_and_nobody_out_moves(game: Game, seed: int) -> None:
    state, turn = game.new(seed), 0
    while not game.over(state):
        fields, before = DiamantState.of(state), DiamantState.of(state.copy())
        on_path = Counter(fields.path[: fields.steps].tolist())
        laid = sum(int(card_names(2006)[kind]) * count for kind, count in on_path.items() if kind < FIRST_TRAP)
        explorers = game.movers(state)
        assert fields.gems + fields.carried * len(explorers) <= laid
        assert sum(fields.deck[kind] + on_path[kind] for kind in range(FIRST_TRAP)) == len(TREASURES)
        traps = [fields.deck[kind] + on_path[kind] for kind in range(FIRST_TRAP, FIRST_RELIC)]
        assert 15 - fields.round <= sum(traps) <= 15
        game.step(state, bold_choices(game, state, seed, turn))
        gained = fields.bank - before.bank
        assert all(gain == 0 for seat, gain in enumerate(gained) if seat not in explorers)
        assert min(gained) >= 0
        turn += 1
    assert turn <= game.spec.longest
    assert abs(sum(game.returns(state)) - 1) < 1e-9


@few
@given(games, seeds)
def test_the_evaluation_is_a_chance_to_win_and_certain_at_the_end(game: Game, seed: int) -> None:
    state, turn, values = game.new(seed), 0, np.zeros(game.spec.seats)
    while not game.over(state):
        game.definition.stated["evaluate"](DiamantState.of(state), values)
        assert abs(values.sum() - 1) < 1e-9
        assert values.min() >= 0
        game.step(state, random_choices(game, state, seed, turn))
        turn += 1
    game.definition.stated["evaluate"](DiamantState.of(state), values)
    assert values.tolist() == game.returns(state)


def test_a_fuller_purse_and_a_fuller_bank_are_valued_more() -> None:
    game, values = joute.game("diamant"), np.zeros(4)
    state = game.new(1)
    DiamantState.of(state).bank[:4] = [10, 12, 10, 10]
    DiamantState.of(state).carried, DiamantState.of(state).inside = 5, 0b1011
    game.definition.stated["evaluate"](DiamantState.of(state), values)
    assert values[1] > values[0] == values[3] > values[2]


@few
@given(games, seeds)
def test_features_say_what_their_names_say(game: Game, seed: int) -> None:
    state = game.new(seed)
    for turn in range(6):
        if game.over(state):
            break
        seat, fields, names = turn % game.spec.seats, DiamantState.of(state), feature_names(game.options)
        out = np.full(len(names), np.nan)
        game.definition.stated["features"](fields, seat, out)
        found, described = dict(zip(names, out.tolist(), strict=True)), game.to_json(state)
        others = [bank for other, bank in enumerate(described["banks"]) if other != seat]
        mine = described["banks"][seat]
        assert found["odds of a disaster"] == described["next"]["deadly"] / described["next"]["cards"]
        assert found["seats inside"] == len(described["inside"])
        assert found["I am inside"] == (seat in described["inside"])
        assert found["my rank from 0"] == sum(bank > mine for bank in others)
        assert found["gap to the bank just above"] == min([bank - mine for bank in others if bank > mine], default=0)
        assert found["gap to the bank just below"] == min([mine - bank for bank in others if bank < mine], default=0)
        assert found["lead over the best other bank"] == mine - max(others)
        assert found["bank of the seat 1 after me"] == described["banks"][(seat + 1) % game.spec.seats]
        assert found["the seat 1 after me is inside"] == ((seat + 1) % game.spec.seats in described["inside"])
        assert found["cards 5 in the deck"] == described["deck"].get("5", 0)
        assert found["gems on the path"] == described["gems"]
        game.step(state, bold_choices(game, state, seed, turn))


@compiled
def judge(states: States, values: Scores, out: Scores) -> None:
    evaluate(states[0], values)
    features(states[0], 1, out)


@pytest.mark.slow
def test_compiled_evaluation_and_features_are_the_plain_ones() -> None:
    game = joute.game("diamant", edition="2020")
    state, turn, size = game.new(3), 0, len(feature_names(game.options))
    while not game.over(state):
        plain, fast = (np.zeros(4), np.zeros(size)), (np.zeros(4), np.zeros(size))
        game.definition.stated["evaluate"](DiamantState.of(state), plain[0])
        game.definition.stated["features"](DiamantState.of(state), 1, plain[1])
        judge(state.array, *fast)
        np.testing.assert_allclose(fast[0], plain[0], rtol=1e-12)
        assert fast[1].tolist() == plain[1].tolist()
        game.step(state, bold_choices(game, state, 3, turn))
        turn += 1
