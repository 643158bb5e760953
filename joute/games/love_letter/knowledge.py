"""What each observer knows of the hidden cards, card by card: the kinds that it cannot be.

A look, a trade or a tie leaves one kind; a Guard that missed takes one away; a card retained beside a Prince or a King is not the Countess.
A seat's knowledge of its own cards is not stored: they lie in its hand. What is known of a card moves with the card, and is forgotten
when the card may be another.

A clue is what is known of cards that a Chancellor stirred: one of them is not of certain kinds, but nobody else knows which of them it is.
A seat whose card was known plays a Chancellor, keeps one card and puts others under the deck: the card known before is in its hand or
there. Such a clue follows the cards, loses the places that can no longer hold the card, and ends in the one place that is left.
"""

from joute.games.love_letter.cards import COUNTESS, EVERY_KIND, KINDS, KING, NONE, PRINCE
from joute.games.love_letter.state import CLUES, DRAWN, PLACES, SPECTATOR, UNDER, LoveLetterState, all_but, bit_count, holder, lowest_bit
from joute.jit.dispatch import rule


@rule
def everybody_learns(state: LoveLetterState, seat: int, cannot: int) -> None:
    """The seat's hand is none of these kinds, as all can see."""
    if state.unwatched:
        return
    for observer in range(SPECTATOR, state.seats):
        if observer != seat:
            state.cannot[1 + observer, seat] |= cannot
            review_clues(state, observer)


@rule
def sees(state: LoveLetterState, observer: int, seat: int) -> None:
    """The observer sees the seat's hand, and the seat knows that."""
    if state.unwatched:
        return
    state.cannot[1 + observer, seat] = all_but(state.cards[seat])
    state.watched[seat] |= 1 << observer
    review_clues(state, observer)


@rule
def untie(state: LoveLetterState, seat: int) -> None:
    """The seat's hand may have changed: it is no longer known to equal another."""
    for tie in range(len(state.tied)):
        if state.tied[tie] >> seat & 1:
            state.tied[tie] = 0


@rule
def move_knowledge(state: LoveLetterState, source: int, target: int) -> None:
    """A card went from one place to another, as everybody saw; the seat that has it now sees it."""
    if state.unwatched:
        return
    for observer in range(SPECTATOR, state.seats):
        state.cannot[1 + observer, target] = state.cannot[1 + observer, source]
        state.cannot[1 + observer, source] = 0
    state.watched[target] = state.watched[source]
    state.watched[source] = 0
    seat = holder(state, target)
    if seat != NONE:
        state.cannot[1 + seat, target] = 0
        state.watched[target] &= ~(1 << seat)
    follow_move(state, source, target)


@rule
def retained_cannot(card: int, held: int, drawn: int) -> int:
    """The kinds that the card retained cannot be, when either of two was played: one that cannot be the card played is the one retained."""
    if held >> card & 1:
        return held
    if drawn >> card & 1:
        return drawn
    return held & drawn


@rule
def learn_from_play(state: LoveLetterState, card: int) -> None:
    """The mover played this card, and retained the other of its two."""
    if state.unwatched:
        return
    mover = state.mover
    if not state.cannot[1 + SPECTATOR, mover] >> card & 1:  # the card held before may have been played
        untie(state, mover)
    for observer in range(SPECTATOR, state.seats):
        if observer == mover:
            continue
        if state.stirs > 0:
            follow_play(state, observer, card)
        held, drawn = state.cannot[1 + observer, mover], state.cannot[1 + observer, DRAWN]
        state.cannot[1 + observer, mover] = retained_cannot(card, held, drawn)
        state.cannot[1 + observer, DRAWN] = 0
        if state.stirs > 0:
            review_clues(state, observer)
    state.watched[mover] = still_watched(state, card)
    state.watched[DRAWN] = 0
    if card in (PRINCE, KING):
        everybody_learns(state, mover, 1 << COUNTESS)


@rule
def still_watched(state: LoveLetterState, card: int) -> int:
    """The seats that know the card that the mover retains: those that knew both, or one that was not played."""
    held, drawn = state.watched[state.mover], state.watched[DRAWN]
    knowing = held & drawn
    if state.cards[state.mover] != card:
        knowing |= held
    if state.cards[DRAWN] != card:
        knowing |= drawn
    return knowing


@rule
def learn_from_tie(state: LoveLetterState, seat: int, other: int) -> None:
    """Two hands are equal: the two seats know each other's, the others know that there must be two of that kind."""
    if state.unwatched:
        return
    single = 0
    for kind in range(KINDS):
        unseen = state.copies[kind]
        for number in range(state.piled):
            unseen -= 1 if state.pile[number] == kind else 0
        for number in range(len(state.face_up)):
            unseen -= 1 if state.face_up[number] == kind else 0
        if unseen < 2:
            single |= 1 << kind
    for observer in range(SPECTATOR, state.seats):
        if observer != seat and observer != other:
            cannot = single | state.cannot[1 + observer, seat] | state.cannot[1 + observer, other]
            state.cannot[1 + observer, seat] = cannot
            state.cannot[1 + observer, other] = cannot
            review_clues(state, observer)
    sees(state, seat, other)
    sees(state, other, seat)
    state.tied[0 if state.tied[0] == 0 else 1] = 1 << seat | 1 << other


@rule
def learn_from_trade(state: LoveLetterState, seat: int, other: int) -> None:
    """Two hands were traded: what was known of each goes with it, and both seats know what they gave."""
    if state.unwatched:
        return
    for observer in range(SPECTATOR, state.seats):
        given = state.cannot[1 + observer, seat]
        state.cannot[1 + observer, seat] = state.cannot[1 + observer, other]
        state.cannot[1 + observer, other] = given
    state.cannot[1 + seat, seat] = 0
    state.cannot[1 + other, other] = 0
    state.watched[seat] = 0
    state.watched[other] = 0
    follow_trade(state, seat, other)
    sees(state, seat, other)
    sees(state, other, seat)
    both = 1 << seat | 1 << other
    for tie in range(len(state.tied)):
        if bit_count(state.tied[tie] & both) == 1:
            state.tied[tie] ^= both


@rule
def learn_from_discard(state: LoveLetterState, seat: int, card: int) -> None:
    """The seat's hand was this card, and is gone."""
    if state.unwatched:
        return
    solve_for_all(state, seat, card)
    for observer in range(SPECTATOR, state.seats):
        state.cannot[1 + observer, seat] = 0
    state.watched[seat] = 0
    untie(state, seat)


@rule
def learn_from_stir(state: LoveLetterState, first: int, count: int) -> None:
    """The mover retained one of its cards and put the others in the places from `first` on: only the mover knows which."""
    if state.unwatched:
        return
    mover = state.mover
    before = 1 << mover | 1 << DRAWN | 1 << (DRAWN + 1)
    after = 1 << mover | ((1 << count) - 1) << first
    state.stirs += 1
    for observer in range(SPECTATOR, state.seats):
        if observer != mover:
            follow_stir(state, observer, before, after)
            spread(state, observer, after, first, count)
    state.watched[mover] = 0
    for place in range(DRAWN, UNDER):
        state.cannot[1 + mover, place] = 0
        state.watched[place] = 0
    for place in range(first, first + count):
        state.cannot[1 + mover, place] = all_but(state.cards[place])
        state.watched[place] = 1 << mover
    untie(state, mover)


@rule
def spread(state: LoveLetterState, observer: int, places: int, first: int, count: int) -> None:
    """What the observer knew of one of the mover's cards becomes a clue to the places that may hold it now."""
    mover = state.mover
    held, drawn, last = state.cannot[1 + observer, mover], state.cannot[1 + observer, DRAWN], state.cannot[1 + observer, DRAWN + 1]
    everywhere = held & drawn if count == 1 else held & drawn & last
    state.cannot[1 + observer, mover] = everywhere
    state.cannot[1 + observer, DRAWN] = 0
    state.cannot[1 + observer, DRAWN + 1] = 0
    for place in range(first, first + count):
        state.cannot[1 + observer, place] = everywhere
    add_clue(state, observer, places, held)
    add_clue(state, observer, places, drawn)
    add_clue(state, observer, places, last)
    review_clues(state, observer)


# --- clues to cards that a Chancellor stirred -------------------------------------------------------------------------------


@rule
def drop_clue(state: LoveLetterState, observer: int, clue: int) -> None:
    """The clue has no more information."""
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
    """The mover played this card, one of its two: a clue to either follows the one that it retained."""
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
            retained_is_in = places >> mover & 1
        elif drawn_is_out:
            may_answer = places >> mover & 1
            retained_is_in = places >> DRAWN & 1
        else:
            may_answer = 1
            retained_is_in = 1
        if may_answer and not cannot >> card & 1:
            drop_clue(state, observer, clue)
        else:
            state.clue_places[1 + observer, clue] = places & ~both | retained_is_in << mover


@rule
def follow_move(state: LoveLetterState, source: int, target: int) -> None:
    """A card went from one place to another, as everybody saw; the seat that has it now sees it."""
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
