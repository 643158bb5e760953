"""Games of one block that go different ways still meet the same cards and coins."""

from collections.abc import Callable

import joute
from joute.core.events import Step
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.state import State
from joute.games.coeurs.state import CoeursState
from joute.games.diamant.rules import EXPLORE, RETURN
from joute.games.diamant.state import DiamantState
from joute.games.love_letter.state import DRAW, LoveLetterState
from joute.games.pokemon.state import PARALYSIS_DIE, STATUS_DIE, PokemonState

SEED = 11


def played(game: Game, whim: int, seed: int = SEED) -> list[Step]:
    """Every step of a random game."""
    state = game.new(seed)
    steps: list[Step] = []
    while not game.over(state):
        steps += game.play(state, random_choices(game, state, whim, len(steps))).steps
    return steps


def starts(steps: list[Step], begun: Callable[[State], bool]) -> list[State]:
    """The positions after chance in which something has just begun."""
    return [step.after for step in steps if step.outcome is not None and begun(step.after)]


def test_every_deal_of_coeurs_is_the_same_however_the_last_one_was_played() -> None:
    def begun(state: State) -> bool:
        return CoeursState.of(state).dealt == 32 and CoeursState.of(state).plays == 0

    game = joute.game("coeurs", deals=4)
    first, second = ([CoeursState.of(state).hands.tolist() for state in starts(played(game, whim), begun)] for whim in (1, 2))
    assert len(first) == 3
    assert first == second


def turned(game: Game, leave_after: int, seed: int) -> list[tuple[list[int], list[int]]]:
    """The deck and the cards turned in each round, when all leave after that number of cards."""
    state = game.laid_out()
    state.array["chance"] = game.new(seed).array["chance"]
    rounds: list[tuple[list[int], list[int]]] = []
    game._rules.settle(state.array, game._odds)
    cards = [(0, DiamantState.of(game.laid_out()).deck.tolist(), int(DiamantState.of(state).path[0]))]
    while not game.over(state):
        choice = RETURN if DiamantState.of(state).steps >= leave_after else EXPLORE
        for step in game.play(state, dict.fromkeys(game.movers(state), choice)).steps:
            if step.outcome is not None:
                cards.append((DiamantState.of(step.before).round, DiamantState.of(step.before).deck.tolist(), step.outcome))
    for number in range(game.options.rounds):
        here = [(deck, card) for round_, deck, card in cards if round_ == number]
        rounds.append((here[0][0], [card for _, card in here]))
    return rounds


def test_a_round_of_diamant_has_the_same_cards_however_early_the_last_one_was_left() -> None:
    game = joute.game("diamant", seats=2)
    later = 0
    for seed in range(12):
        for number, ((deck, short), (same, long)) in enumerate(zip(turned(game, 2, seed), turned(game, 4, seed), strict=True)):
            if deck == same:
                common = min(len(short), len(long))
                assert short[:common] == long[:common]
                later += number > 0
    assert later >= 12


def test_a_round_of_love_letter_deals_the_same_cards_to_the_same_seats() -> None:
    def begun(state: State) -> bool:
        return LoveLetterState.of(state).phase == DRAW and LoveLetterState.of(state).piled == 0

    game = joute.game("love_letter", seats=3, rounds=8)
    first, second = (starts(played(game, whim), begun) for whim in (1, 2))
    leaders = [(LoveLetterState.of(one).leader, LoveLetterState.of(other).leader) for one, other in zip(first, second, strict=True)]
    alike = [
        LoveLetterState.of(one).cards.tolist() == LoveLetterState.of(other).cards.tolist()
        for one, other in zip(first, second, strict=True)
        if LoveLetterState.of(one).leader == LoveLetterState.of(other).leader
    ]
    assert all(alike)
    assert len(alike) >= 2, leaders


def test_a_coin_of_pokemon_falls_alike_in_the_same_turn_for_the_same_trainer() -> None:
    game = joute.game("pokemon")
    coins: dict[tuple[int, int, int, int], set[int]] = {}
    for whim in range(20):
        for step in played(game, whim):
            if step.outcome is not None and PokemonState.of(step.before).phase != STATUS_DIE:
                now = PokemonState.of(step.before)
                coins.setdefault((now.turn, now.phase, now.actor if now.phase == PARALYSIS_DIE else 0, 0), set()).add(step.outcome)
    assert len(coins) > 20
    assert all(len(sides) == 1 for sides in coins.values())
    assert {outcome for sides in coins.values() for outcome in sides} == {0, 1}
