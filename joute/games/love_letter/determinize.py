"""Sampled worlds that fit a view.

A world gives every hidden card that has a place a kind; the cards left over are the deck and the card set aside. All worlds that fit
(taken as assignments of the 21 cards, two Guards being two cards) are equally likely. Places of which nothing is known are filled
card by card. The others are filled kind by kind, by counting: `ways[kind, filled, met]` is the number of ways in which the kinds
below fill exactly those places and answer exactly those clues.
"""

import numpy as np
from numpy.typing import NDArray

from joute.core.rng import Rng, below, uniform
from joute.games.love_letter.cards import EVERY_KIND, HIDDEN, KINDS, NONE, SEATS
from joute.games.love_letter.state import (
    CLUES,
    PLACES,
    SPECTATOR,
    LoveLetterState,
    all_but,
    bit_count,
    holder,
)
from joute.jit.dispatch import rule


def imagine(state: LoveLetterState, seat: int, rng: Rng) -> None:
    """Give every hidden card a kind, all worlds that fit being equally likely; the others know what they are known to know."""
    count_unseen(state)
    demanding = demanding_places(state, seat)
    if demanding:
        fill_demanding(state, seat, demanding, rng)
    for place in range(PLACES):
        if state.cards[place] == HIDDEN:
            put(state, place, any_unseen(state, rng))
    imagine_knowledge(state, seat)


@rule
def count_unseen(state: LoveLetterState) -> None:
    """The deck becomes all the cards that the viewer has not seen."""
    for kind in range(KINDS):
        state.deck[kind] = state.copies[kind]
    for number in range(state.piled):
        state.deck[state.pile[number]] -= 1
    for number in range(len(state.face_up)):
        if state.face_up[number] != NONE:
            state.deck[state.face_up[number]] -= 1
    for place in range(PLACES):
        if state.cards[place] != NONE and state.cards[place] != HIDDEN:
            state.deck[state.cards[place]] -= 1


@rule
def put(state: LoveLetterState, place: int, card: int) -> None:
    """The hidden card of that place is this one."""
    state.cards[place] = card
    state.deck[card] -= 1


@rule
def any_unseen(state: LoveLetterState, rng: Rng) -> int:
    """One of the unseen cards, each as likely as the others."""
    unseen = 0
    for kind in range(KINDS):
        unseen += state.deck[kind]
    number = below(rng, unseen)
    kind = 0
    while number >= state.deck[kind]:
        number -= state.deck[kind]
        kind += 1
    return kind


@rule
def unseen_kinds(state: LoveLetterState) -> int:
    """The kinds of which a card is unseen, as bits."""
    kinds = 0
    for kind in range(KINDS):
        if state.deck[kind] > 0:
            kinds |= 1 << kind
    return kinds


@rule
def demanding_places(state: LoveLetterState, observer: int) -> int:
    """The hidden places of which the observer knows something that the unseen cards do not fulfil by themselves."""
    kinds = unseen_kinds(state)
    places = 0
    for place in range(PLACES):
        if state.cards[place] == HIDDEN and state.cannot[1 + observer, place] & kinds:
            places |= 1 << place
    for clue in range(CLUES):
        places |= state.clue_places[1 + observer, clue]
    for tie in range(len(state.tied)):
        for seat in range(SEATS):
            if state.tied[tie] >> seat & 1 and state.cards[seat] == HIDDEN:
                places |= 1 << seat
    return places


@rule
def possible_kinds(state: LoveLetterState, observer: int, place: int) -> int:
    """What the card there can be, taken alone."""
    cannot = state.cannot[1 + observer, place]
    for tie in range(len(state.tied)):
        if place < SEATS and state.tied[tie] >> place & 1:
            for twin in range(SEATS):
                if state.tied[tie] >> twin & 1 and state.cards[twin] != HIDDEN and twin != place:
                    cannot |= all_but(state.cards[twin])
    return EVERY_KIND & ~cannot


@rule
def fill_demanding(state: LoveLetterState, observer: int, demanding: int, rng: Rng) -> None:
    """Fill the places of which something is known."""
    # 1. Number the places, and see which of them each kind may fill, which must be equal, which answer a clue.
    count = bit_count(demanding)
    place_of = np.empty(count, np.int64)
    allowed = np.zeros(KINDS, np.int64)  # [kind] bits of numbered places
    twins = np.zeros(len(state.tied), np.int64)  # [tie]
    answers = np.zeros(CLUES, np.int64)  # [clue]
    number = 0
    for place in range(PLACES):
        if demanding >> place & 1:
            place_of[number] = place
            possible = possible_kinds(state, observer, place)
            for kind in range(KINDS):
                allowed[kind] |= (possible >> kind & 1) << number
            for tie in range(len(state.tied)):
                if place < SEATS:
                    twins[tie] |= (state.tied[tie] >> place & 1) << number
            for clue in range(CLUES):
                answers[clue] |= (state.clue_places[1 + observer, clue] >> place & 1) << number
            number += 1
    # 2. The number of ways in which each kind fills each set of places, and the clues that this answers.
    full = (1 << count) - 1
    arrangements = np.zeros((KINDS, full + 1))
    meets = np.zeros((KINDS, full + 1), np.int64)
    demands = 0
    for clue in range(CLUES):
        demands |= (1 << clue) if answers[clue] else 0
    for kind in range(KINDS):
        can_answer = 0
        for clue in range(CLUES):
            if not state.clue_cannot[1 + observer, clue] >> kind & 1:
                can_answer |= demands & 1 << clue
        arrange(allowed[kind], state.deck[kind], twins, answers, can_answer, arrangements[kind], meets[kind])
    # 3. Count, kind after kind; then choose, the last kind first, in proportion to the ways.
    ways = count_ways(arrangements, meets, demands)
    filled = full
    met = demands
    for kind in range(KINDS - 1, -1, -1):
        chosen = choose_way(ways[kind], ways[kind + 1, filled, met], arrangements[kind], meets[kind], filled, met, rng)
        taken = chosen & full
        for number in range(count):
            if taken >> number & 1:
                put(state, place_of[number], kind)
        filled &= ~taken
        met = chosen >> count


@rule
def arrange(
    allowed: int,
    copies: int,
    twins: NDArray[np.int64],
    answers: NDArray[np.int64],
    can_answer: int,
    arrangements: NDArray[np.float64],
    meets: NDArray[np.int64],
) -> None:
    """For every set of allowed places: the number of ways in which the copies of one kind fill it, and the clues that this answers."""
    chosen = allowed
    while True:  # every subset
        ways = 1.0
        for number in range(bit_count(chosen)):
            ways *= max(0, copies - number)
        for tie in range(len(twins)):
            if bit_count(twins[tie]) == 2 and bit_count(chosen & twins[tie]) == 1:
                ways = 0.0
        arrangements[chosen] = ways
        for clue in range(CLUES):
            if chosen & answers[clue]:
                meets[chosen] |= can_answer & 1 << clue
        if chosen == 0:
            return
        chosen = (chosen - 1) & allowed


@rule
def count_ways(arrangements: NDArray[np.float64], meets: NDArray[np.int64], demands: int) -> NDArray[np.float64]:
    """The number of ways in which the kinds below fill a set of places and answer a set of clues: ways[kind, filled, met]."""
    full = arrangements.shape[1] - 1
    ways = np.zeros((KINDS + 1, full + 1, demands + 1))
    ways[0, 0, 0] = 1.0
    for kind in range(KINDS):
        for chosen in range(full + 1):
            if arrangements[kind, chosen] == 0.0:
                continue
            others = full & ~chosen
            filled = others
            while True:  # every set of places that the kinds below may have filled
                for met in range(demands + 1):
                    if ways[kind, filled, met] > 0.0:
                        now = met | meets[kind, chosen]
                        ways[kind + 1, filled | chosen, now] += ways[kind, filled, met] * arrangements[kind, chosen]
                if filled == 0:
                    break
                filled = (filled - 1) & others
    return ways


@rule
def choose_way(
    ways: NDArray[np.float64], total: float, arrangements: NDArray[np.float64], meets: NDArray[np.int64], filled: int, met: int, rng: Rng
) -> int:
    """The places that a kind fills, drawn in proportion to the ways; above them the clues that the kinds below must answer."""
    count = bit_count(len(arrangements) - 1)
    left = uniform(rng) * total
    found = 0
    chosen = filled
    while True:  # every subset
        if arrangements[chosen] > 0.0:
            for before in range(met + 1):
                weight = ways[filled & ~chosen, before] * arrangements[chosen]
                if before | meets[chosen] == met and weight > 0.0:
                    found = before << count | chosen
                    left -= weight
                    if left < 0.0:
                        return found
        if chosen == 0:
            return found
        chosen = (chosen - 1) & filled


@rule
def imagine_knowledge(state: LoveLetterState, observer: int) -> None:
    """The others know what everybody knows, and the cards that they are known to have seen."""
    for other in range(state.seats):
        if other == observer:
            continue
        for clue in range(CLUES):
            state.clue_places[1 + other, clue] = state.clue_places[1 + SPECTATOR, clue]
            state.clue_cannot[1 + other, clue] = state.clue_cannot[1 + SPECTATOR, clue]
        for place in range(PLACES):
            if holder(state, place) == other or state.cards[place] == NONE:
                state.cannot[1 + other, place] = 0
            elif state.watched[place] >> other & 1:
                state.cannot[1 + other, place] = all_but(state.cards[place])
            else:
                state.cannot[1 + other, place] = state.cannot[1 + SPECTATOR, place]
