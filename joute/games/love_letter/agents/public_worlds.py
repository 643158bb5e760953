"""What both seats know together of a round of two, and every world that fits it.

A seat that solves a position must imagine itself with every hand that the other seat may think it has. So its view loses the cards that
it alone knows: what is left is known to both, and is the same whichever of the two has it. Worlds are listed, not sampled: each
assignment of the unseen cards is as likely as the number of ways to make it, times the likelihood of what both seats have played.
"""

import numpy as np

from joute.core.state import States
from joute.games.love_letter.agents.blueprint_policy import weigh_hands
from joute.games.love_letter.cards import (
    BARON,
    CHANCELLOR,
    COUNTESS,
    GUARD,
    HANDMAID,
    HIDDEN,
    KINDS,
    KING,
    NONE,
    PRIEST,
    PRINCE,
    SPY,
)
from joute.games.love_letter.determinize import count_unseen, imagine_knowledge
from joute.games.love_letter.likelihood import of_plays
from joute.games.love_letter.state import (
    CHOOSE,
    CLUES,
    DRAWN,
    KEEP,
    PLACES,
    SPECTATOR,
    UNDER,
    LoveLetterState,
    bit_count,
    first_deck,
    holder,
    is_known,
)
from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s

BY_CARDS, BY_LIKELIHOOD, BY_POLICY = range(3)  # how likely worlds are: by unseen cards; and by past plays, by either model of them


@rule
def known_to_both(state: LoveLetterState, seat: int, place: int) -> bool:
    """Whether the other seat knows too what the seat sees there; it knows its own cards, and knows which of them were seen."""
    if is_known(state.cannot[1 + SPECTATOR, place]):
        return True
    return holder(state, place) == 1 - seat or state.watched[place] >> (1 - seat) & 1 == 1


@rule
def leave_what_both_know(state: LoveLetterState, seat: int) -> None:
    """A seat's view becomes what both seats know."""
    for word in range(len(state.chance)):
        state.chance[word] = 0
    for place in range(PLACES):
        if state.cards[place] == NONE or state.cards[place] == HIDDEN:
            continue
        owner = holder(state, place)
        if not known_to_both(state, seat, place):
            state.cards[place] = HIDDEN
        elif owner == 1 - seat:
            state.watched[place] = 1 << seat
    for observer in range(2):
        for place in range(PLACES):
            state.cannot[1 + observer, place] = 0
        for clue in range(CLUES):
            state.clue_places[1 + observer, clue] = 0
            state.clue_cannot[1 + observer, clue] = 0
    for kind in range(KINDS):
        state.deck[kind] = 0


@compiled
def write_common_view(view: States, seat: int, common: States) -> None:
    """Write what both seats know, from what one of them sees."""
    common[0] = view[0]
    leave_what_both_know(common[0], seat)


@rule
def meets_clues(state: LoveLetterState) -> bool:
    """Whether the cards are as everybody knows of stirred and of equal ones."""
    for clue in range(CLUES):
        places, cannot = state.clue_places[1 + SPECTATOR, clue], state.clue_cannot[1 + SPECTATOR, clue]
        met = places == 0
        for place in range(PLACES):
            if places >> place & 1 and not cannot >> state.cards[place] & 1:
                met = True
        if not met:
            return False
    for tie in range(len(state.tied)):
        if bit_count(state.tied[tie]) == 2 and state.cards[0] != state.cards[1]:
            return False
    return True


@rule
def likelihood_of_plays(state: LoveLetterState, weighing: int, rates: Float64s, likely: Float64s) -> float:
    """How likely the plays of both seats were in a world, up to a factor."""
    if weighing == BY_LIKELIHOOD:
        return of_plays(state, 0) * of_plays(state, 1)
    product = 1.0
    if weighing == BY_POLICY:
        for seat in range(2):
            weigh_hands(state, seat, rates, likely)
            product *= likely[state.cards[seat]]
    return product


@compiled
def list_worlds(common: States, weighing: int, rates: Float64s, worlds: States, weights: Float64s) -> int:
    """Write every world that fits and its weight; returns their number, or -1 if there are more than there is room for."""
    likely = np.zeros(KINDS)
    work = common.copy()
    state = work[0]
    count_unseen(state)
    hidden = np.zeros(PLACES, np.int64)
    n_hidden = 0
    for place in range(PLACES):
        if state.cards[place] == HIDDEN:
            hidden[n_hidden] = place
            n_hidden += 1
    chosen, ways = np.full(PLACES + 1, -1, np.int64), np.ones(PLACES + 1)
    found, level = 0, 0
    while level >= 0:
        # 1. All places are filled: a world.
        if level == n_hidden:
            if meets_clues(state):
                if found == len(worlds):
                    return -1
                worlds[found] = work[0]
                imagine_knowledge(worlds[found], SPECTATOR)
                weights[found] = ways[level] * likelihood_of_plays(worlds[found], weighing, rates, likely)
                found += 1
            level -= 1
            continue
        # 2. Take the last card back, and try the next kind in this place.
        place = hidden[level]
        if chosen[level] >= 0:
            state.deck[chosen[level]] += 1
        kind = chosen[level] + 1
        while kind < KINDS and (state.deck[kind] <= 0 or state.cannot[1 + SPECTATOR, place] >> kind & 1):
            kind += 1
        if kind == KINDS:
            state.cards[place] = HIDDEN
            chosen[level] = -1
            level -= 1
            continue
        chosen[level] = kind
        ways[level + 1] = ways[level] * state.deck[kind]
        state.deck[kind] -= 1
        state.cards[place] = kind
        level += 1
        if level < n_hidden:
            chosen[level] = -1
    return found


# --- one decision earlier -----------------------------------------------------------------------------------------------------


@rule
def last_play(state: LoveLetterState) -> int:
    """The place in the pile of the last card that was played; behind a Prince lies the card that was discarded for it."""
    place, after = 0, 0
    while after < state.piled:
        place = after
        after += 2 if state.pile[place] == PRINCE else 1
    return place


@rule
def retrace(state: LoveLetterState) -> None:
    """What all know of both hands after the cards in the pile, if no card was known under the deck: from what was played and named."""
    for seat in range(2):
        state.cannot[1 + SPECTATOR, seat] = 0
        state.since[seat] = 0
    state.sought, state.spied, state.protected, number = 0, 0, 0, 0
    while number < state.piled:
        card, seat = state.pile[number], state.pile_of[number]
        other = 1 - seat
        state.protected &= ~(1 << seat)
        open_hand = state.protected >> other & 1 == 0
        number += 1
        if not state.cannot[1 + SPECTATOR, seat] >> card & 1:
            state.cannot[1 + SPECTATOR, seat] = 0
        if card == SPY:
            state.spied |= 1 << seat
        elif card == GUARD and state.guesses[number - 1] != NONE:
            state.cannot[1 + SPECTATOR, other] |= 1 << state.guesses[number - 1]
        elif card == HANDMAID:
            state.protected |= 1 << seat
        elif card == PRINCE:
            state.cannot[1 + SPECTATOR, seat] |= 1 << COUNTESS
            target = state.pile_of[number]
            if state.pile[number] == SPY:
                state.spied |= 1 << target
            number += 1
            state.cannot[1 + SPECTATOR, target] = 0
            state.since[target] = number
            state.sought &= ~(1 << target)
        elif card == CHANCELLOR:
            state.cannot[1 + SPECTATOR, seat] = 0
            state.since[seat] = number
            state.sought |= 1 << seat
        elif card == KING:
            state.cannot[1 + SPECTATOR, seat] |= 1 << COUNTESS
            if open_hand:
                given = state.cannot[1 + SPECTATOR, seat]
                state.cannot[1 + SPECTATOR, seat] = state.cannot[1 + SPECTATOR, other]
                state.cannot[1 + SPECTATOR, other] = given
                state.since[0] = number
                state.since[1] = number
                state.sought = 0


@rule
def put_under(state: LoveLetterState, last: bool) -> int:
    """The number of cards that Chancellors, or the last of them, have put under the deck: as many as there were to draw, up to two."""
    deck = first_deck(state)
    number, put, total = 0, 0, 0
    while number < state.piled:
        deck -= 1
        if state.pile[number] == CHANCELLOR:
            put = min(2, deck)
            total += put
        elif state.pile[number] == PRINCE:
            deck = max(0, deck - 1)
            number += 1
        number += 1
    return put if last else total


@rule
def forget_hand(state: LoveLetterState, place: int) -> None:
    """The card there is known to one seat at most."""
    state.cards[place] = HIDDEN
    state.watched[place] = 0


@rule
def put_back(state: LoveLetterState, source: int, drawer: int) -> None:
    """A drawn card lies under the deck again, the next to be drawn: it is known to the seat that put it there."""
    for place in range(UNDER + state.under, UNDER, -1):
        state.cards[place] = state.cards[place - 1]
        state.watched[place] = state.watched[place - 1]
        state.cannot[1 + SPECTATOR, place] = state.cannot[1 + SPECTATOR, place - 1]
    state.under += 1
    state.cards[UNDER] = HIDDEN
    state.cannot[1 + SPECTATOR, UNDER] = state.cannot[1 + SPECTATOR, source]
    state.watched[UNDER] = state.watched[source] if state.watched[source] else 1 << drawer
    for clue in range(CLUES):
        places = state.clue_places[1 + SPECTATOR, clue]
        under = places >> UNDER << (UNDER + 1)
        state.clue_places[1 + SPECTATOR, clue] = places & ((1 << UNDER) - 1) & ~(1 << source) | under | (places >> source & 1) << UNDER


@rule
def undraw(state: LoveLetterState, source: int, drawer: int, taken: int) -> int:
    """A drawn card goes back, under the deck if it was taken from there; returns how many of those are still elsewhere."""
    if taken > 0:
        put_back(state, source, drawer)
        return taken - 1
    state.left += 1
    return 0


@rule
def take_up(state: LoveLetterState, count: int) -> None:
    """The cards that a Chancellor has put under the deck last are no longer there."""
    for place in range(UNDER + state.under - count, UNDER + state.under):
        state.cards[place] = NONE
        state.watched[place] = 0
        state.cannot[1 + SPECTATOR, place] = 0
    state.under -= count
    state.stirs -= 1
    for clue in range(CLUES):
        state.clue_places[1 + SPECTATOR, clue] = 0
        state.clue_cannot[1 + SPECTATOR, clue] = 0


@compiled
def step_back(common: States) -> bool:
    """Go from what both seats know at a decision to the decision before it; False, and a state of no use, if that is not known.

    What one seat knew of the other's hand then is not known either: it is taken to be nothing, unless it is still known.
    """
    state = common[0]
    if state.piled == 0:
        return False
    place, keeping = last_play(state), state.phase == KEEP
    card, seat = state.pile[place], state.pile_of[place]
    other = 1 - seat
    target = state.pile_of[place + 1] if card == PRINCE else NONE
    stirred = card == CHANCELLOR and not keeping  # the decision before is what to keep
    put = put_under(state, True) if card == CHANCELLOR else 0
    taken = put_under(state, False) - state.under - (put if keeping else 0)  # cards drawn from under the deck
    if (card == PRINCE and target == NONE) or (card != BARON and (state.tied[0] != 0 or state.tied[1] != 0)):
        return False
    if state.left > 0:
        taken = 0  # those lie deeper
    # 1. The cards drawn since then go back, the last one first.
    drawn_last = put if keeping else 1
    for number in range(drawn_last):
        taken = undraw(state, DRAWN + drawn_last - 1 - number, seat if keeping else other, taken)
    if target != NONE:
        undraw(state, target, target, taken)
    if keeping:
        forget_hand(state, seat)
    # 2. Hands that were not known then are hidden.
    if card in (KING, BARON):
        state.tied[0] = 0
        state.tied[1] = 0
        forget_hand(state, seat)
        forget_hand(state, other)
    elif card == PRIEST:
        forget_hand(state, other)
    elif target != NONE:
        forget_hand(state, target)
    elif stirred:
        forget_hand(state, seat)
        take_up(state, put)
    for drawn in range(DRAWN, UNDER):
        forget_hand(state, drawn)
        state.cannot[1 + SPECTATOR, drawn] = 0
    # 3. The cards in the pile, and what all know from them.
    for number in range(place, state.piled):
        state.pile[number] = NONE
        state.pile_of[number] = NONE
        state.guesses[number] = NONE
    state.piled = place
    retrace(state)
    state.protected &= ~(1 << seat)
    state.mover = seat
    state.phase = CHOOSE
    if stirred:
        state.pile[place] = card
        state.pile_of[place] = seat
        state.piled += 1
        state.phase = KEEP
        if not state.cannot[1 + SPECTATOR, seat] >> card & 1:
            state.cannot[1 + SPECTATOR, seat] = 0
    if not stirred or put == 1:
        state.cards[DRAWN + 1] = NONE
    return True
