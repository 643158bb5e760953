"""What is known of cards that a Chancellor stirred: one of them is not of certain kinds, but nobody else knows which of them it is.

A seat whose card was known plays a Chancellor, keeps one card and puts others under the deck: the card known before is in its hand or
there. Such a clue follows the cards, loses the places that can no longer hold the card, and ends in the one place that is left.
"""

from joute.games.love_letter.cards import EVERY_KIND, NONE
from joute.games.love_letter.state import CLUES, DRAWN, PLACES, SPECTATOR, LoveLetterState, bit_count, holder, lowest_bit
from joute.jit.dispatch import rule


@rule
def drop_clue(state: LoveLetterState, observer: int, clue: int) -> None:
    """The clue tells nothing any more."""
    state.clue_places[1 + observer, clue] = 0
    state.clue_cannot[1 + observer, clue] = 0


@rule
def add_clue(state: LoveLetterState, observer: int, places: int, cannot: int) -> None:
    """One of these places holds a card that is none of these kinds."""
    if cannot == 0:
        return
    for clue in range(CLUES):
        if state.clue_places[1 + observer, clue] == 0:
            state.clue_places[1 + observer, clue] = places
            state.clue_cannot[1 + observer, clue] = cannot
            return


@rule
def solve_place(state: LoveLetterState, observer: int, place: int, card: int) -> None:
    """The observer knows the card of a place, perhaps because it has left it: either it answers a clue, or another place must."""
    if state.stirs == 0:
        return
    for clue in range(CLUES):
        places = state.clue_places[1 + observer, clue]
        if places >> place & 1:
            if state.clue_cannot[1 + observer, clue] >> card & 1:
                state.clue_places[1 + observer, clue] = places & ~(1 << place)
            else:
                drop_clue(state, observer, clue)
    review_clues(state, observer)


@rule
def solve_for_all(state: LoveLetterState, place: int, card: int) -> None:
    """Everybody sees the card that leaves the place."""
    if state.stirs == 0:
        return
    for observer in range(SPECTATOR, state.seats):
        solve_place(state, observer, place, card)


@rule
def review_clues(state: LoveLetterState, observer: int) -> None:
    """Places that cannot answer a clue leave it, one that surely does ends it, and the last one left must."""
    if state.stirs == 0:
        return
    again = True
    while again:
        again = False
        for clue in range(CLUES):
            if state.clue_places[1 + observer, clue]:
                again = review_clue(state, observer, clue) or again


@rule
def review_clue(state: LoveLetterState, observer: int, clue: int) -> bool:
    """Whether the clue ended by telling something of a place."""
    cannot = state.clue_cannot[1 + observer, clue]
    for place in range(PLACES):
        if state.clue_places[1 + observer, clue] >> place & 1:
            excluded = state.cannot[1 + observer, place]
            if cannot & ~excluded == 0:
                drop_clue(state, observer, clue)
                return False
            if (excluded | cannot) == EVERY_KIND:
                state.clue_places[1 + observer, clue] &= ~(1 << place)
    places = state.clue_places[1 + observer, clue]
    if bit_count(places) > 1:
        return False
    if places:
        state.cannot[1 + observer, lowest_bit(places)] |= cannot
    drop_clue(state, observer, clue)
    return places != 0


@rule
def follow_play(state: LoveLetterState, observer: int, card: int) -> None:
    """The mover played this card, one of its two: a clue to either follows the one that it kept."""
    mover = state.mover
    held_is_out = state.cannot[1 + observer, mover] >> card & 1  # the card held before cannot be the one played
    drawn_is_out = state.cannot[1 + observer, DRAWN] >> card & 1
    both = 1 << mover | 1 << DRAWN
    for clue in range(CLUES):
        places, cannot = state.clue_places[1 + observer, clue], state.clue_cannot[1 + observer, clue]
        if not places & both:
            continue
        if held_is_out:
            may_answer = places >> DRAWN & 1
            kept_is_in = places >> mover & 1
        elif drawn_is_out:
            may_answer = places >> mover & 1
            kept_is_in = places >> DRAWN & 1
        else:
            may_answer = 1
            kept_is_in = 1
        if may_answer and not cannot >> card & 1:
            drop_clue(state, observer, clue)
        else:
            state.clue_places[1 + observer, clue] = places & ~both | kept_is_in << mover


@rule
def follow_move(state: LoveLetterState, source: int, target: int) -> None:
    """A card went from one place to another, before all eyes; the seat that has it now sees it."""
    if state.stirs == 0:
        return
    for observer in range(SPECTATOR, state.seats):
        for clue in range(CLUES):
            if state.clue_places[1 + observer, clue] >> source & 1:
                state.clue_places[1 + observer, clue] ^= 1 << source | 1 << target
    seat = holder(state, target)
    if seat != NONE:
        solve_place(state, seat, target, state.cards[target])


@rule
def follow_trade(state: LoveLetterState, seat: int, other: int) -> None:
    """Two hands were traded; both seats see both cards."""
    if state.stirs == 0:
        return
    both = 1 << seat | 1 << other
    for observer in range(SPECTATOR, state.seats):
        for clue in range(CLUES):
            if bit_count(state.clue_places[1 + observer, clue] & both) == 1:
                state.clue_places[1 + observer, clue] ^= both
    solve_place(state, seat, seat, state.cards[seat])
    solve_place(state, seat, other, state.cards[other])
    solve_place(state, other, seat, state.cards[seat])
    solve_place(state, other, other, state.cards[other])


@rule
def follow_stir(state: LoveLetterState, observer: int, before: int, after: int) -> None:
    """Cards of these places were mixed and lie in those places now."""
    for clue in range(CLUES):
        places = state.clue_places[1 + observer, clue]
        if places & before:
            state.clue_places[1 + observer, clue] = places & ~before | after
