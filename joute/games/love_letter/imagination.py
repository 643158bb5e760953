"""What a seat knows of the table, and worlds that fit it.

A world gives every hidden card that has a place a kind; the cards left over are the deck and the card set aside. All worlds that fit
(taken as assignments of the 21 cards, two Guards being two cards) are equally likely. Places of which nothing is known are filled
card by card. The others are filled kind by kind, by counting: `ways[kind, filled, met]` is the number of ways in which the kinds
below fill exactly those places and meet exactly those demands of the stirs.
"""

import numpy as np
from numpy.typing import NDArray

from joute.compiled import rule
from joute.dice import Dice, below, uniform
from joute.games.love_letter.actions import SEATS
from joute.games.love_letter.cards import COPIES, EVERY_KIND, HIDDEN, KINDS, NONE
from joute.games.love_letter.table import (
    DRAWN,
    PLACES,
    SPECTATOR,
    STIRS,
    UNDER,
    all_but,
    bit_count,
    holder,
    is_known,
    is_showdown,
)
from joute.rulebook import Record


def hide(state: Record, seat: int) -> None:
    """Erase the deck, the cards that the seat does not know, and what the others know."""
    shown = is_showdown(state)
    for place in range(PLACES):
        owner = holder(state, place)
        if owner == seat and owner != NONE:
            continue
        if place < UNDER:
            state.watched[place] = 0
        if state.cards[place] == NONE or (shown and place < DRAWN) or is_known(state.cannot[1 + seat, place]):
            continue
        state.cards[place] = HIDDEN
    for other in range(state.seats):
        if other != seat:
            state.cannot[1 + other, :] = 0
            state.stirred_cannot[1 + other, :] = 0
    state.deck[:] = 0


def imagine(state: Record, seat: int, dice: Dice) -> None:
    """Give every hidden card a kind, all worlds that fit being equally likely; the others know what they are known to know."""
    count_unseen(state)
    demanding = demanding_places(state, seat)
    if demanding:
        fill_demanding(state, seat, demanding, dice)
    for place in range(PLACES):
        if state.cards[place] == HIDDEN:
            put(state, place, any_unseen(state, dice))
    imagine_knowledge(state, seat)


@rule
def count_unseen(state: Record) -> None:
    """The deck becomes all the cards that the viewer has not seen."""
    for kind in range(KINDS):
        state.deck[kind] = COPIES[kind]
    for number in range(state.piled):
        state.deck[state.pile[number]] -= 1
    for number in range(len(state.face_up)):
        if state.face_up[number] != NONE:
            state.deck[state.face_up[number]] -= 1
    for place in range(PLACES):
        if state.cards[place] != NONE and state.cards[place] != HIDDEN:
            state.deck[state.cards[place]] -= 1


@rule
def put(state: Record, place: int, card: int) -> None:
    """The hidden card of that place is this one."""
    state.cards[place] = card
    state.deck[card] -= 1


@rule
def any_unseen(state: Record, dice: Dice) -> int:
    """One of the unseen cards, each as likely as the others."""
    unseen = 0
    for kind in range(KINDS):
        unseen += state.deck[kind]
    number = below(dice, unseen)
    kind = 0
    while number >= state.deck[kind]:
        number -= state.deck[kind]
        kind += 1
    return kind


@rule
def unseen_kinds(state: Record) -> int:
    """The kinds of which a card is unseen, as bits."""
    kinds = 0
    for kind in range(KINDS):
        if state.deck[kind] > 0:
            kinds |= 1 << kind
    return kinds


@rule
def open_demand(state: Record, observer: int, stir: int) -> int:
    """The hidden places of a stir one of which must meet what the observer knows of it; none when a card in sight does."""
    cannot = state.stirred_cannot[1 + observer, stir]
    places = 0
    if cannot == 0:
        return 0
    for place in range(PLACES):
        if state.stirred[stir] >> place & 1:
            if state.cards[place] == HIDDEN:
                places |= 1 << place
            elif not cannot >> state.cards[place] & 1:
                return 0
    return places


@rule
def demanding_places(state: Record, observer: int) -> int:
    """The hidden places of which the observer knows something that the unseen cards do not fulfil by themselves."""
    kinds = unseen_kinds(state)
    places = 0
    for place in range(PLACES):
        if state.cards[place] == HIDDEN and state.cannot[1 + observer, place] & kinds:
            places |= 1 << place
    for stir in range(STIRS):
        places |= open_demand(state, observer, stir)
    for tie in range(len(state.tied)):
        for seat in range(SEATS):
            if state.tied[tie] >> seat & 1 and state.cards[seat] == HIDDEN:
                places |= 1 << seat
    return places


@rule
def possible_kinds(state: Record, observer: int, place: int) -> int:
    """What the card there can be, taken alone."""
    cannot = state.cannot[1 + observer, place]
    for tie in range(len(state.tied)):
        if place < SEATS and state.tied[tie] >> place & 1:
            for twin in range(SEATS):
                if state.tied[tie] >> twin & 1 and state.cards[twin] != HIDDEN and twin != place:
                    cannot |= all_but(state.cards[twin])
    return EVERY_KIND & ~cannot


@rule
def splits_a_tie(state: Record, places: int) -> bool:
    """Whether one kind would go to one of two equal hidden hands and not to the other."""
    for tie in range(len(state.tied)):
        hidden = 0
        for seat in range(SEATS):
            if state.tied[tie] >> seat & 1 and state.cards[seat] == HIDDEN:
                hidden |= 1 << seat
        if bit_count(hidden) == 2 and bit_count(places & hidden) == 1:
            return True
    return False


@rule
def fill_demanding(state: Record, observer: int, demanding: int, dice: Dice) -> None:
    """Fill the places of which something is known."""
    # 1. Number the places, and the sets of them that each kind may fill.
    count = bit_count(demanding)
    place_of = np.empty(count, np.int64)
    number = 0
    for place in range(PLACES):
        if demanding >> place & 1:
            place_of[number] = place
            number += 1
    full = (1 << count) - 1
    choices = np.zeros((KINDS, full + 1))  # in how many ways the cards of one kind fill a set of places
    meets = np.zeros((KINDS, full + 1), np.int64)  # the demands that this meets, as bits
    list_choices(state, observer, place_of, choices, meets)
    # 2. Count, kind after kind.
    demands = 0
    for stir in range(STIRS):
        if open_demand(state, observer, stir):
            demands |= 1 << stir
    ways = count_ways(choices, meets, full)
    # 3. Choose, the last kind first, in proportion to the ways.
    filled = np.zeros(KINDS, np.int64)
    choose_ways(ways, choices, meets, full, demands, filled, dice)
    for kind in range(KINDS):
        for number in range(count):
            if filled[kind] >> number & 1:
                put(state, place_of[number], kind)


@rule
def list_choices(state: Record, observer: int, place_of: NDArray[np.int64], choices: NDArray[np.float64], meets: NDArray[np.int64]) -> None:
    """For every kind and every set of places: in how many ways that kind fills exactly these, and which demands that meets."""
    for kind in range(KINDS):
        allowed = 0
        for number in range(len(place_of)):
            if possible_kinds(state, observer, place_of[number]) >> kind & 1:
                allowed |= 1 << number
        for chosen in range(choices.shape[1]):
            if chosen & ~allowed or bit_count(chosen) > state.deck[kind]:
                continue
            places = 0
            arrangements = 1.0
            for number in range(len(place_of)):
                if chosen >> number & 1:
                    arrangements *= state.deck[kind] - bit_count(places)
                    places |= 1 << place_of[number]
            if splits_a_tie(state, places):
                continue
            choices[kind, chosen] = arrangements
            for stir in range(STIRS):
                if not state.stirred_cannot[1 + observer, stir] >> kind & 1 and open_demand(state, observer, stir) & places:
                    meets[kind, chosen] |= 1 << stir


@rule
def count_ways(choices: NDArray[np.float64], meets: NDArray[np.int64], full: int) -> NDArray[np.float64]:
    """In how many ways the kinds below fill a set of places and meet a set of demands: ways[kind, filled, met]."""
    ways = np.zeros((KINDS + 1, full + 1, 1 << STIRS))
    ways[0, 0, 0] = 1.0
    for kind in range(KINDS):
        for filled in range(full + 1):
            rest = full & ~filled
            chosen = rest
            while True:  # every subset of the places not yet filled
                if choices[kind, chosen] > 0.0:
                    for met in range(1 << STIRS):
                        ways[kind + 1, filled | chosen, met | meets[kind, chosen]] += ways[kind, filled, met] * choices[kind, chosen]
                if chosen == 0:
                    break
                chosen = (chosen - 1) & rest
    return ways


@rule
def choose_ways(
    ways: NDArray[np.float64],
    choices: NDArray[np.float64],
    meets: NDArray[np.int64],
    full: int,
    demands: int,
    filled_by: NDArray[np.int64],
    dice: Dice,
) -> None:
    """Walk back through the ways, each step in proportion to the ways that lead there."""
    filled, met = full, demands
    for kind in range(KINDS - 1, -1, -1):
        left = uniform(dice) * ways[kind + 1, filled, met]
        taken, met_below = 0, met
        chosen = filled
        found = False
        while not found:
            if choices[kind, chosen] > 0.0 and meets[kind, chosen] & ~met == 0:
                for below_met in range(1 << STIRS):
                    weight = ways[kind, filled & ~chosen, below_met] * choices[kind, chosen]
                    if below_met | meets[kind, chosen] == met and weight > 0.0 and not found:
                        taken, met_below = chosen, below_met
                        left -= weight
                        found = left < 0.0
            if chosen == 0:
                break
            chosen = (chosen - 1) & filled
        filled_by[kind] = taken
        filled &= ~taken
        met = met_below


@rule
def imagine_knowledge(state: Record, observer: int) -> None:
    """The others know what everybody knows, and the cards that they are known to have seen."""
    for other in range(state.seats):
        if other == observer:
            continue
        for stir in range(STIRS):
            state.stirred_cannot[1 + other, stir] = state.stirred_cannot[1 + SPECTATOR, stir]
        for place in range(PLACES):
            if holder(state, place) == other or state.cards[place] == NONE:
                state.cannot[1 + other, place] = 0
            elif state.watched[place] >> other & 1:
                state.cannot[1 + other, place] = all_but(state.cards[place])
            else:
                state.cannot[1 + other, place] = state.cannot[1 + SPECTATOR, place]
