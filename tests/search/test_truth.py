"""Searches against exact enumeration: Kuhn poker's equilibrium, and endings of Cœurs where every world can be counted."""

from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path

import pytest

import joute
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.state import State
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.card_names import codes

ROOT = Path(__file__).parent.parent


# --- Kuhn poker ---------------------------------------------------------------------------------------------------------------


def deals(game: Game) -> Iterator[State]:
    for first, second in permutations(range(3), 2):
        state = game.laid_out()
        game.resolve(state, first)
        game.resolve(state, second)
        yield state


class Cfr:
    """Counterfactual regret minimisation (Zinkevich et al. 2007) over the contract's own views."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.regrets: dict[bytes, list[float]] = {}
        self.sums: dict[bytes, list[float]] = {}

    def strategy(self, regrets: list[float]) -> list[float]:
        positive = [max(0.0, regret) for regret in regrets]
        total = sum(positive)
        return [regret / total for regret in positive] if total else [1 / len(regrets)] * len(regrets)

    def walk(self, state: State, reach: list[float]) -> float:
        """The value for seat 0; learns on the way."""
        if self.game.over(state):
            return self.game.returns(state)[0]
        (seat,) = self.game.movers(state)
        known = self.game.view(state, seat).array.tobytes()
        regrets = self.regrets.setdefault(known, [0.0, 0.0])
        sums = self.sums.setdefault(known, [0.0, 0.0])
        mixed = self.strategy(regrets)
        values = []
        for action, share in enumerate(mixed):
            after = state.copy()
            self.game.advance(after, {seat: action})
            values.append(self.walk(after, [reach[0] * share, reach[1]] if seat == 0 else [reach[0], reach[1] * share]))
        value = sum(share * one for share, one in zip(mixed, values, strict=True))
        sign = 1 if seat == 0 else -1
        for action in range(2):
            regrets[action] += reach[1 - seat] * sign * (values[action] - value)
            sums[action] += reach[seat] * mixed[action]
        return value

    def average_value(self, state: State) -> float:
        """What the average strategies give seat 0."""
        if self.game.over(state):
            return self.game.returns(state)[0]
        (seat,) = self.game.movers(state)
        sums = self.sums[self.game.view(state, seat).array.tobytes()]
        value = 0.0
        for action in range(2):
            after = state.copy()
            self.game.advance(after, {seat: action})
            value += sums[action] / sum(sums) * self.average_value(after)
        return value


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    game = joute.game(str(ROOT.parent / "examples" / "kuhn" / "kuhn.py"))
    cfr = Cfr(game)
    starts = list(deals(game))
    for _ in range(1500):
        for start in starts:
            cfr.walk(start, [1.0, 1.0])
    assert sum(cfr.average_value(start) for start in starts) / 6 == pytest.approx(-1 / 18, abs=0.005)


@pytest.mark.slow
def test_more_iterations_do_not_weaken_information_set_search_in_kuhn_poker() -> None:
    game = joute.game(str(ROOT.parent / "examples" / "kuhn" / "kuhn.py"))

    def value_against(first: str, second: str) -> float:
        players = [joute.agent(first, game), joute.agent(second, game)]
        total = 0.0
        for start, seed in product(deals(game), range(40)):
            state = start.copy()
            while not game.over(state):
                (seat,) = game.movers(state)
                game.advance(state, {seat: players[seat].choose(game.view(state, seat), seat, seed)})
            total += game.returns(state)[0]
        return total / 240

    assert value_against("ismcts:iterations=1000,observers=multi", "ismcts:iterations=5") > -1 / 18


# --- endings of Cœurs -----------------------------------------------------------------------------------------------------------


def endings(game: Game, count: int) -> Iterator[State]:
    """Two cards are left, and the mover is the last to play to the trick: after its card everything is forced."""
    seed = 0
    while count:
        seed += 1
        state, turn = game.new(seed), 0
        while CoeursState.of(state).plays < 27:
            game.step(state, random_choices(game, state, seed, turn))
            turn += 1
        seat = game.movers(state)[0]
        if len(game.legal(state, seat)) == 2:
            count -= 1
            yield state


def worlds(state: State, seat: int) -> Iterator[State]:
    """Every way to hold the three unseen cards that fits the voids shown."""
    others = [other for other in range(4) if other != seat]
    hands = [int(CoeursState.of(state).hands[other]) for other in others]
    for dealt in permutations(hands):
        if all(not hand & int(CoeursState.of(state).lacking[other]) for other, hand in zip(others, dealt, strict=True)):
            world = state.copy()
            for other, hand in zip(others, dealt, strict=True):
                CoeursState.of(world).hands[other] = hand
            yield world


def exact_values(game: Game, state: State, seat: int) -> dict[str, float]:
    values = {}
    for action in game.legal(state, seat):
        results = []
        for world in worlds(state, seat):
            game.step(world, {seat: action})
            while not game.over(world):
                (mover,) = game.movers(world)
                (forced,) = game.legal_numbers(world, mover)
                game.step(world, {mover: forced})
            results.append(game.returns(world)[seat])
        values[action.name] = sum(results) / len(results)
    return values


@pytest.mark.parametrize(
    "agent", ["ismcts:iterations=6000", "determinized:iterations=30000,iterations_per_world=20", "uct:iterations=6000,tree=one"]
)
def test_searches_find_the_exact_value_of_an_ending(agent: str) -> None:
    game = joute.game("coeurs", deals=1)
    uncertain = 0
    for state in endings(game, 12):
        (seat,) = game.movers(state)
        exact = exact_values(game, state, seat)
        uncertain += len(list(worlds(state, seat))) > 1
        opinion = joute.agent(agent, game).explain(game.view(state, seat), seat, seed=1)
        for judgement in opinion.judgements:
            if (judgement.visits or 0) > 200:
                assert judgement.value == pytest.approx(exact[judgement.action.name], abs=1.5)
        best = max(exact.values())
        assert exact[opinion.action.name] >= best - 0.5
        assert set(opinion.beliefs) == {
            code for other in range(4) if other != seat for code in codes(int(CoeursState.of(state).hands[other]))
        }
    assert uncertain >= 6, "the endings leave something to imagine"
