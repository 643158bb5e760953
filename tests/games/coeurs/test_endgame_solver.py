"""The last tricks, counted out: the same worlds and the same values as trying everything in plain Python."""

from itertools import permutations

import numpy as np
import pytest

import joute
from joute.core.contract import likelihood
from joute.core.game import Game
from joute.core.registry import agent
from joute.core.state import Fields, State
from joute.games.coeurs.agents.endgame_solver import EndgameQuestion, count_out, new_worlds
from joute.games.coeurs.determinize import hand_sizes
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import DECK, SEATS, cards_in
from joute.games.trick_taking.worlds import room_of
from joute.search.common.rollout import RuleBuffers


def ending(seed: int, plays: int, deals: int = 1) -> tuple[Game, State]:
    """The first deal of a match of careful play after that number of cards."""
    game = joute.game("coeurs", deals=deals)
    state = game.new(seed=seed)
    player = agent("careful", game)
    for _ in range(plays):
        seat = game.movers(state)[0]
        game.step(state, {seat: player.choose(game.view(state, seat), seat)})
    return game, state


def all_worlds(view: State, seat: int) -> list[State]:
    """Every way to deal the unseen cards that fits the sizes of the hands and the voids shown."""
    record = CoeursState.of(view)
    unseen = cards_in(DECK & ~record.played & ~record.hands[seat])
    sizes = [room_of(hand_sizes(record, seat), other) for other in range(SEATS)]
    found = {}
    for order in permutations(unseen):
        world, rest = State(view.array.copy()), list(order)
        for other in range(SEATS):
            hand, rest = rest[: sizes[other]], rest[sizes[other] :]
            if other != seat:
                CoeursState.of(world).hands[other] = sum(1 << card for card in hand)
        if not any(CoeursState.of(world).hands[other] & record.lacking[other] for other in range(SEATS)):
            found[tuple(CoeursState.of(world).hands.tolist())] = world
    return list(found.values())


def value_of(game: Game, world: State, seat: int, paranoid: bool) -> list[float]:
    """max^n or paranoid values of a position of a single deal, by trying everything."""
    if game.over(world):
        return game.returns(world)
    mover = game.movers(world)[0]
    best: list[float] | None = None
    for card in game.legal_numbers(world, mover):
        after = world.copy()
        game.step(after, {mover: card})
        value = value_of(game, after, seat, paranoid)
        if best is None or (best[seat] > value[seat] if paranoid and mover != seat else value[mover] > best[mover]):
            best = value
    assert best is not None
    return best


def weight_of(game: Game, world: State, seat: int) -> float:
    scratch = np.zeros(game.spec.widest, np.int64), np.zeros(game.spec.seats, np.int64), np.ones(1, np.uint64)
    return float(likelihood(Fields.of(world.copy()), seat, *scratch))


def counted(game: Game, view: State, seat: int, inferred: bool, paranoid: bool, win: bool = False) -> list[float]:
    totals = np.zeros(8)
    buffers = RuleBuffers(np.zeros(8, np.int64), np.zeros(SEATS, np.int64), np.zeros(SEATS), np.zeros(SEATS), np.ones(1, np.uint64))
    cards = len(cards_in(CoeursState.of(view).hands[seat]))
    asked = EndgameQuestion(seat, inferred, paranoid, win, DECK)
    count_out(view.array, asked, new_worlds(view, cards), totals, buffers, np.zeros(1, np.int8))
    return totals.tolist()


@pytest.mark.parametrize(("seed", "plays"), [(1, 24), (2, 25), (3, 26), (4, 24), (5, 27), (6, 22)])
@pytest.mark.parametrize("paranoid", [False, True])
@pytest.mark.parametrize("inferred", [False, True])
def test_the_last_tricks_are_what_trying_everything_finds(seed: int, plays: int, paranoid: bool, inferred: bool) -> None:
    game, state = ending(seed, plays)
    game = game.fast()
    seat = game.movers(state)[0]
    view = game.view(state, seat)
    worlds = all_worlds(view, seat)
    weights = [weight_of(game, world, seat) if inferred else 1.0 for world in worlds]
    totals = counted(game, view, seat, inferred, paranoid)
    for index, card in enumerate(game.legal_numbers(view, seat)):
        expected = 0.0
        for world, weight in zip(worlds, weights, strict=True):
            after = world.copy()
            game.step(after, {seat: card})
            expected += weight * value_of(game, after, seat, paranoid)[seat]
        assert totals[index] == pytest.approx(expected / sum(weights))


def test_virtuoso_plays_the_best_card_of_the_count() -> None:
    game, state = ending(seed=4, plays=24, deals=4)
    seat = game.movers(state)[0]
    view = game.view(state, seat)
    opinion = agent("virtuoso:iterations=50,aim=win", game).consider(view, seat)
    chances = counted(game, view, seat, inferred=False, paranoid=False, win=True)
    assert opinion.value == pytest.approx(max(chances[: len(game.legal(view, seat))]))
    assert opinion.judgements[0].action == opinion.action
    assert {judgement.action for judgement in opinion.judgements} == set(game.legal(view, seat))


def test_a_sure_slam_is_taken() -> None:
    game, state = ending(seed=1, plays=24)
    record = CoeursState.of(state)
    seat = game.movers(state)[0]
    record.hearts[:] = 0
    record.hearts[seat] = 6
    hands = [0, 0, 0, 0]
    hearts, spades = (30, 31), (8, 9, 10, 11, 12, 13)
    hands[seat] = sum(1 << card for card in hearts)
    for place, other in enumerate(other for other in range(SEATS) if other != seat):
        hands[other] = sum(1 << card for card in spades[2 * place : 2 * place + 2])
    record.hands[:] = hands
    record.lacking[:] = 0
    record.played = DECK & ~sum(hands)
    view = game.view(state, seat)
    assert agent("virtuoso:iterations=50", game).consider(view, seat).value == 40
