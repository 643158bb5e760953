"""What the seats of Cœurs do not know: nothing of it shows, and every world that fits comes up equally often."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice

import numpy as np
import pytest
from games.coeurs.tables import dealt, outcomes_for, play_cards

import joute
from joute.core.game import Game
from joute.core.playthrough import random_choices
from joute.core.rng import below, seeded
from joute.core.state import State
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import CARDS, DECK, SEATS, cards_in, set_of

World = tuple[int, ...]  # the hands


def position_after(game: Game, seed: int, plays: int) -> State:
    """A random position after that number of cards."""
    state = game.new(seed)
    for number in range(plays):
        game.step(state, random_choices(game, state, seed, number))
    return state


# --- nothing shows --------------------------------------------------------------------------------------------------------


def swapped(state: State, seat: int, seed: int) -> State | None:
    """The same position but for two cards that two other seats have swapped, where no void forbids it."""
    others = [other for other in range(SEATS) if other != seat]
    hands, lacking = CoeursState.of(state).hands.tolist(), CoeursState.of(state).lacking.tolist()
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
    CoeursState.of(other_world).hands[one] ^= bits
    CoeursState.of(other_world).hands[two] ^= bits
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


def events_seen(game: Game, state: State, choice: dict[int, int], seat: int) -> str:
    """The events of one card for a seat, up to the next deal."""
    return json.dumps([event.to_json() for event in game.play(state, choice).seen_by(seat)])


@pytest.mark.parametrize("seat", [*range(SEATS), -1])
def test_cards_swapped_between_other_hands_change_nothing_for_a_seat(seat: int) -> None:
    game = joute.game("coeurs", deals=1)
    compared = 0
    for seed in range(40):
        one = position_after(game, seed, plays=seed % 31)
        two = swapped(one, seat, seed)
        if two is None:
            continue
        assert two != one
        assert everything_seen(game, one, seat) == everything_seen(game, two, seat)
        if choice := same_choice(game, one, two, seed):
            assert events_seen(game, one, choice, seat) == events_seen(game, two, choice, seat)
            assert everything_seen(game, one, seat) == everything_seen(game, two, seat)
            compared += 1
    assert compared > 15


def test_nobody_looks_at_the_cards_before_all_are_dealt() -> None:
    game = joute.game("coeurs")
    before = game.laid_out()
    for seed in range(8):
        state = game.laid_out()
        for _ in range(4 * seed + 2):
            odds = game.chances(state)
            possible = [seat for seat in range(SEATS) if odds[seat]]
            game.resolve(state, possible[below(seeded(seed, CoeursState.of(state).dealt), len(possible))])
        for seat in range(-1, SEATS):
            view = game.view(state, seat)
            assert view == game.view(before, seat)
            assert game.chances(view) == [0.25] * SEATS
            assert CoeursState.of(game.imagine(view, seed)).hands.tolist() == [0] * SEATS


def test_the_next_deal_shows_a_seat_its_own_hand_only() -> None:
    game = joute.game("coeurs")
    state = position_after(game, seed=2, plays=31)
    happened = game.play(state, random_choices(game, state, 1))
    for seat in range(SEATS):
        event = happened.seen_by(seat)[-1]
        assert event.kind == "dealt"
        assert [hand is not None for hand in event.words["hands"]] == [other == seat for other in range(SEATS)]
    assert happened.seen_by(-1)[-1].words["hands"] == [None] * SEATS
    assert None not in happened.seen_by(None)[-1].words["hands"]


# --- every world comes up ---------------------------------------------------------------------------------------------------


def worlds_that_fit(state: State, seat: int) -> Iterator[World]:
    """Every way to hand out the unseen cards, by trying them all: sizes of hands, and no card of a suit that its holder lacks."""
    record = CoeursState.of(state)
    unseen = cards_in(DECK & ~record.played & ~(record.hands[seat] if seat >= 0 else 0))
    others = [other for other in range(SEATS) if other != seat]
    counts = {other: 8 - record.plays // 4 - int(record.table[other] >= 0) for other in others}

    def hand_out(rest: list[int], seats: list[int], hands: World) -> Iterator[World]:
        if not seats:
            yield hands
            return
        for hand in combinations(rest, counts[seats[0]]):
            cards = set_of(list(hand))
            if not cards & record.lacking[seats[0]]:
                left = [card for card in rest if card not in hand]
                yield from hand_out(left, seats[1:], (*hands[: seats[0]], cards, *hands[seats[0] + 1 :]))

    start = tuple(record.hands[seat] if other == seat else 0 for other in range(SEATS))
    return hand_out(unseen, others, start)


def imagined(game: Game, state: State, seat: int, draws: int) -> Iterator[World]:
    """The hands of that number of sampled worlds."""
    view = game.view(state, seat)
    world, rolls = view.copy(), seeded("worlds", seat, draws)
    for _ in range(draws):
        world.array[:] = view.array
        game.definition.stated["imagine"](CoeursState.of(world), seat, rolls)
        yield tuple(CoeursState.of(world).hands.tolist())


def surprise(counts: list[int], expected: float) -> float:
    """Chi-square in standard deviations from its mean."""
    freedom = max(1, len(counts) - 1)
    return float((sum((count - expected) ** 2 / expected for count in counts) - freedom) / np.sqrt(2 * freedom))


def endings(seat: int, void: bool) -> list[tuple[Game, State, list[World]]]:
    """Positions near the end of random deals, with their worlds: not too many to draw each one often."""
    game = joute.game("coeurs", deals=1)
    found = []
    for seed in range(400):
        state = position_after(game, seed, plays=23 + seed % 7)
        record = CoeursState.of(state)
        hidden_voids = [record.lacking[other] & DECK & ~record.played for other in range(SEATS) if other != seat]
        if void != any(hidden_voids):
            continue
        worlds = list(islice(worlds_that_fit(state, seat), 61))
        if 3 <= len(worlds) <= 60:
            found.append((game, state, worlds))
        if len(found) == 4:
            break
    return found


@pytest.mark.parametrize("seat", [*range(SEATS), -1])
@pytest.mark.parametrize("void", [True, False])
def test_every_world_that_fits_the_counts_and_the_voids_comes_up_equally_often(seat: int, void: bool) -> None:
    positions = endings(seat, void)
    assert len(positions) == 4
    for game, state, worlds in positions:
        counts = Counter(imagined(game, state, seat, draws=25 * len(worlds)))
        assert set(counts) <= set(worlds)
        assert surprise([counts[world] for world in worlds], 25) < 4.5
        assert tuple(CoeursState.of(state).hands.tolist()) in worlds


def test_three_voids_in_three_suits_hang_together_and_are_counted_exactly() -> None:
    """Diamonds may lie with seats 1 and 3 only, spades with 1 and 2, clubs with 2 and 3, hearts anywhere."""
    hands = ("AD AS 7C 7D 7S 8H 9H AC", "8D 8S JH JD 10S QD QS KH", "7H 9S 8C QH JS KS JC QC", "9D 10H 9C 10D 10C KD KC AH")
    game, state = dealt(*hands)
    play_cards(game, state, "8D 7H 9D AD  AS 8S 9S 10H  7C JH 8C 9C  10D 7D JD QH  10S JS 10C 7S")
    assert game.to_json(state)["lacks"] == [[], ["C"], ["D"], ["S"]]
    worlds = list(worlds_that_fit(state, 0))
    assert len(worlds) > 100
    counts = Counter(imagined(game, state, 0, draws=20 * len(worlds)))
    assert set(counts) <= set(worlds)
    assert surprise([counts[world] for world in worlds], 20) < 4.5


def test_a_hand_that_the_voids_make_certain_is_certain() -> None:
    hands = ("7D 8D 9D 10D JD QD KD 7S", "8S 9S 10S JS QS KS AS AD", "7C 8C 9C 10C JC QC KC AC", "7H 8H 9H 10H JH QH KH AH")
    game, state = dealt(*hands)
    play_cards(game, state, "8S 7C 7H 7S  9S 8C 8H 7D  AD 9C 9H 8D  10S 10C 10H 9D")
    lacking = CoeursState.of(state).lacking.tolist()
    assert lacking[2] & lacking[3] == set_of(list(range(16)))  # seats 2 and 3 hold neither diamonds nor spades
    for world in imagined(game, state, 1, draws=50):
        assert world[0] == CoeursState.of(state).hands[0]


def test_the_seat_s_own_hand_is_kept_and_a_spectator_s_world_deals_all() -> None:
    game = joute.game("coeurs", deals=1)
    state = game.new(seed=3)
    for seat in range(SEATS):
        for world in imagined(game, state, seat, draws=5):
            assert world[seat] == CoeursState.of(state).hands[seat]
    assert all(sum(world) == DECK for world in imagined(game, state, -1, draws=5))


def test_the_first_deal_is_imagined_as_evenly_as_it_is_dealt() -> None:
    game, state = dealt("7D 8D 9D 10D JD QD KD AD")
    draws = 1500
    held = Counter((other, card) for world in imagined(game, state, 0, draws) for other in (1, 2, 3) for card in cards_in(world[other]))
    assert len(held) == 3 * 24
    assert surprise(list(held.values()), draws / 3) < 4.5
    assert len(outcomes_for()) == CARDS
