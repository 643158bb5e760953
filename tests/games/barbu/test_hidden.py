"""What the seats of Barbu do not know: nothing of it shows, and every world that fits comes up equally often."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice

import numpy as np
import pytest
from games.barbu.tables import begun

import joute
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.rng import below, seeded
from joute.core.state import State
from joute.games.barbu.contracts import CONTRACTS, NAME, PASS, REUSSITE
from joute.games.barbu.state import BarbuState, on_the_table
from joute.games.trick_taking.cards import DECK, SEATS, cards_in, set_of

World = tuple[int, ...]  # the hands


def position_after(game: Game, seed: int, contract: int, actions: int) -> State:
    """A random position of the first deal after that number of cards and passes."""
    state = game.new(seed)
    game.step(state, {0: NAME + contract})
    for number in range(actions):
        following = state.copy()
        game.step(following, random_choices(game, state, seed, number))
        if BarbuState.of(following).deal > 0:
            break
        state = following
    return state


# --- nothing shows ----------------------------------------------------------------------------------------------------------------------


def swapped(state: State, seat: int, seed: int) -> State | None:
    """The same position but for two cards that two other seats have swapped, where nothing shown forbids it."""
    others = [other for other in range(SEATS) if other != seat]
    hands, lacking = BarbuState.of(state).hands.tolist(), BarbuState.of(state).lacking.tolist()
    possible = [
        (one, first, two, second)
        for one, two in combinations(others, 2)
        for first in cards_in(hands[one] & ~lacking[two])
        for second in cards_in(hands[two] & ~lacking[one])
    ]
    if not possible:
        return None
    one, first, two, second = possible[below(seeded(seed), len(possible))]
    other_world = state.copy()
    bits = 1 << first | 1 << second
    BarbuState.of(other_world).hands[one] ^= bits
    BarbuState.of(other_world).hands[two] ^= bits
    return other_world


def everything_seen(game: Game, state: State, seat: int) -> str:
    """All that a seat gets of a position."""
    view = game.view(state, seat)
    shown = [game.show(view, language) for language in ("en", "fr")]
    return json.dumps([view.array.tobytes().hex(), game.to_json(view), shown, list(map(str, game.legal(state, seat)))])


def same_choice(game: Game, one: State, two: State, seed: int) -> dict[int, int] | None:
    """A choice that is legal in both worlds."""
    (mover,) = game.movers(one)
    both = sorted(set(game.legal_numbers(one, mover)) & set(game.legal_numbers(two, mover)))
    return {mover: both[below(seeded(seed), len(both))]} if both else None


@pytest.mark.parametrize("seat", [*range(SEATS), -1])
def test_cards_swapped_between_other_hands_change_nothing_for_a_seat(seat: int) -> None:
    game = joute.game("barbu", declarers=1)
    compared = 0
    for seed in range(48):
        one = position_after(game, seed, seed % CONTRACTS, actions=seed % 29)
        two = swapped(one, seat, seed)
        if two is None:
            continue
        assert two != one
        assert everything_seen(game, one, seat) == everything_seen(game, two, seat)
        if choice := same_choice(game, one, two, seed):
            told = [json.dumps([event.to_json() for event in game.play(world, choice).seen_by(seat)]) for world in (one, two)]
            if BarbuState.of(one).deal == 0:
                assert told[0] == told[1]
                assert everything_seen(game, one, seat) == everything_seen(game, two, seat)
            compared += 1
    assert compared > 15


def test_nobody_looks_at_the_cards_before_all_are_dealt() -> None:
    game = joute.game("barbu")
    before = game.laid_out()
    for seed in range(8):
        state = game.laid_out()
        for _ in range(4 * seed + 2):
            odds = game.chances(state)
            possible = [seat for seat in range(SEATS) if odds[seat]]
            game.resolve(state, possible[below(seeded(seed, BarbuState.of(state).dealt), len(possible))])
        for seat in range(-1, SEATS):
            view = game.view(state, seat)
            assert view == game.view(before, seat)
            assert BarbuState.of(game.imagine(view, seed)).hands.tolist() == [0] * SEATS


def test_a_deal_shows_a_seat_its_own_hand_only() -> None:
    game = joute.game("barbu", declarers=1)
    state = position_after(game, 2, contract=3, actions=40)
    while BarbuState.of(state).deal == 0:
        happened = game.play(state, random_choices(game, state, 1))
    for seat in range(SEATS):
        event = happened.seen_by(seat)[-1]
        assert event.kind == "dealt"
        assert [hand is not None for hand in event.words["hands"]] == [other == seat for other in range(SEATS)]
    assert happened.seen_by(-1)[-1].words["hands"] == [None] * SEATS


# --- every world comes up ---------------------------------------------------------------------------------------------------------------


def worlds_that_fit(state: State, seat: int, proof: tuple[int, ...]) -> Iterator[World]:
    """Every way to hand out the unseen cards, by trying them all: sizes of hands, and no card that its holder has shown to lack."""
    record = BarbuState.of(state)
    unseen = cards_in(DECK & ~record.played & ~(record.hands[seat] if seat >= 0 else 0))
    others = [other for other in range(SEATS) if other != seat]
    counts = {other: int(record.hands[other]).bit_count() for other in others}

    def hand_out(rest: list[int], seats: list[int], hands: World) -> Iterator[World]:
        if not seats:
            yield hands
            return
        for hand in combinations(rest, counts[seats[0]]):
            cards = set_of(list(hand))
            if not cards & proof[seats[0]]:
                left = [card for card in rest if card not in hand]
                yield from hand_out(left, seats[1:], (*hands[: seats[0]], cards, *hands[seats[0] + 1 :]))

    start = tuple(int(record.hands[seat]) if other == seat else 0 for other in range(SEATS))
    return hand_out(unseen, others, start)


def shown_to_lack(game: Game, seed: int, contract: int, actions: int) -> tuple[State, tuple[int, ...]]:
    """A position, and what each seat has shown to lack: found anew from the course of the deal, without the state's own notes."""
    state = game.new(seed)
    game.step(state, {0: NAME + contract})
    proof = [0] * SEATS
    for number in range(actions):
        choices = random_choices(game, state, seed, number)
        ((mover, action),) = choices.items()
        following = state.copy()
        game.step(following, choices)
        if BarbuState.of(following).deal > 0:
            break
        if contract == REUSSITE and action == PASS:
            laid = BarbuState.of(state).played
            waiting = [card for card in range(32) if not laid >> card & 1 and can_be_laid(laid, card)]
            proof[mover] |= set_of(waiting)
        table = on_the_table(BarbuState.of(state))
        if contract != REUSSITE and table and action // 8 != table[0][1] // 8:
            proof[mover] |= 255 << 8 * (table[0][1] // 8)
        state = following
    return state, tuple(proof)


def can_be_laid(laid: int, card: int) -> bool:
    """A jack, or a card beside one of its suit that lies there."""
    neighbours = [other for other in (card - 1, card + 1) if other // 8 == card // 8 and 0 <= other < 32]
    return card % 8 == 4 or any(laid >> other & 1 for other in neighbours)


def imagined(game: Game, state: State, seat: int, draws: int) -> Iterator[World]:
    """The hands of that number of sampled worlds."""
    view = game.view(state, seat)
    world, rolls = view.copy(), seeded("worlds", seat, draws)
    for _ in range(draws):
        world.array[:] = view.array
        game.definition.stated["imagine"](BarbuState.of(world), seat, rolls)
        yield tuple(BarbuState.of(world).hands.tolist())


def surprise(counts: list[int], expected: float) -> float:
    """Chi-square in standard deviations from its mean."""
    freedom = max(1, len(counts) - 1)
    return float((sum((count - expected) ** 2 / expected for count in counts) - freedom) / np.sqrt(2 * freedom))


def endings(seat: int, contract: int) -> list[tuple[State, list[World], tuple[int, ...]]]:
    """Positions near the end of random deals, where something is shown, with their worlds: not too many to draw each one often."""
    game, found = joute.game("barbu", declarers=1), []
    for seed in range(400):
        state, proof = shown_to_lack(game, seed, contract, actions=20 + seed % 9 + (4 if seat < 0 else 0))
        record = BarbuState.of(state)
        unseen = DECK & ~record.played
        if not any(proof[other] & unseen for other in range(SEATS) if other != seat):
            continue
        worlds = list(islice(worlds_that_fit(state, seat, proof), 61))
        if 3 <= len(worlds) <= 60:
            found.append((state, worlds, proof))
        if len(found) == 3:
            break
    return found


@pytest.mark.parametrize("seat", [*range(SEATS), -1])
@pytest.mark.parametrize("contract", range(CONTRACTS))
def test_every_world_that_fits_all_voids_and_passes_comes_up_equally_often(seat: int, contract: int) -> None:
    game = joute.game("barbu", declarers=1)
    positions = endings(seat, contract)
    assert len(positions) == 3
    for state, worlds, _ in positions:
        counts = Counter(imagined(game, state, seat, draws=25 * len(worlds)))
        assert set(counts) <= set(worlds)
        assert surprise([counts[world] for world in worlds], 25) < 4.5
        assert tuple(BarbuState.of(state).hands.tolist()) in worlds


def holders_of(state: State, seat: int, proof: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Who may hold an unseen card, for each of them: the different answers."""
    record = BarbuState.of(state)
    unseen = cards_in(DECK & ~record.played & ~int(record.hands[seat]))
    others = [other for other in range(SEATS) if other != seat and record.hands[other]]
    return {tuple(other for other in others if not proof[other] >> card & 1) for card in unseen}


def test_passes_of_several_seats_hang_together_and_are_counted_exactly() -> None:
    """At least three sets of cards with different holders, so that none can be dealt without the others."""
    game, compared = joute.game("barbu", declarers=1), 0
    for seed in range(300):
        state, proof = shown_to_lack(game, seed, REUSSITE, actions=20 + seed % 9)
        if len(holders_of(state, 0, proof)) < 3:
            continue
        worlds = list(islice(worlds_that_fit(state, 0, proof), 601))
        if not 20 <= len(worlds) <= 600:
            continue
        counts = Counter(imagined(game, state, 0, draws=12 * len(worlds)))
        assert set(counts) <= set(worlds)
        assert surprise([counts[world] for world in worlds], 12) < 4.5
        compared += 1
        if compared == 2:
            return
    pytest.fail("too few positions with so many passes")


def test_the_first_deal_is_imagined_as_evenly_as_it_is_dealt() -> None:
    game, state = begun("reussite", "7D 8D 9D 10D JD QD KD AD")
    draws = 1500
    held = Counter((other, card) for world in imagined(game, state, 0, draws) for other in (1, 2, 3) for card in cards_in(world[other]))
    assert len(held) == 3 * 24
    assert surprise(list(held.values()), draws / 3) < 4.5
