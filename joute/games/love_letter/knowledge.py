"""What each observer knows of the hidden cards, card by card: the kinds that it cannot be.

A look, a trade or a tie leaves one kind; a Guard that missed takes one away; a card kept beside a Prince or a King is not the Countess.
A seat's knowledge of its own cards is not written down: they lie in its hand. What is known of a card goes where the card goes, and
is forgotten when the card may be another.
"""

from joute.compiled import rule
from joute.games.love_letter.cards import COPIES, COUNTESS, KINDS, KING, NONE, PRINCE
from joute.games.love_letter.table import DRAWN, SPECTATOR, STIRS, UNDER, all_but, bit_count, holder, lowest_bit
from joute.rulebook import Record


@rule
def everybody_learns(state: Record, seat: int, cannot: int) -> None:
    """The seat's hand is none of these kinds, as all can see."""
    for observer in range(SPECTATOR, state.seats):
        if observer != seat:
            state.cannot[1 + observer, seat] |= cannot


@rule
def sees(state: Record, observer: int, seat: int) -> None:
    """The observer sees the seat's hand, and the seat knows that."""
    state.cannot[1 + observer, seat] = all_but(state.cards[seat])
    state.watched[seat] |= 1 << observer


@rule
def forget(state: Record, place: int) -> None:
    """No card is there any more."""
    for observer in range(SPECTATOR, state.seats):
        state.cannot[1 + observer, place] = 0
    state.watched[place] = 0
    if place < DRAWN:
        untie(state, place)


@rule
def untie(state: Record, seat: int) -> None:
    """The seat's hand may have changed: it is no longer known to equal another."""
    for tie in range(2):
        if state.tied[tie] >> seat & 1:
            state.tied[tie] = 0


@rule
def move_knowledge(state: Record, source: int, target: int) -> None:
    """A card went from one place to another, before all eyes."""
    for observer in range(SPECTATOR, state.seats):
        state.cannot[1 + observer, target] = state.cannot[1 + observer, source]
        state.cannot[1 + observer, source] = 0
    state.watched[target] = state.watched[source]
    state.watched[source] = 0
    for stir in range(STIRS):
        if state.stirred[stir] >> source & 1:
            state.stirred[stir] ^= 1 << source | 1 << target
    seat = holder(state, target)
    if seat != NONE:
        state.cannot[1 + seat, target] = 0
        state.watched[target] &= ~(1 << seat)


@rule
def kept_cannot(card: int, held: int, drawn: int) -> int:
    """What the card kept cannot be, when either of two was played: one that cannot be the card played is the one kept."""
    if held >> card & 1:
        return held
    if drawn >> card & 1:
        return drawn
    return held & drawn


@rule
def learn_from_play(state: Record, card: int) -> None:
    """The mover played this card, and kept the other of its two."""
    mover = state.mover
    follow_stirs(state, card)
    if not state.cannot[1 + SPECTATOR, mover] >> card & 1:  # the card held before may have been played
        untie(state, mover)
    for observer in range(SPECTATOR, state.seats):
        if observer != mover:
            held, drawn = state.cannot[1 + observer, mover], state.cannot[1 + observer, DRAWN]
            state.cannot[1 + observer, mover] = kept_cannot(card, held, drawn)
            state.cannot[1 + observer, DRAWN] = 0
    state.watched[mover] = still_watched(state, card)
    state.watched[DRAWN] = 0
    if card in (PRINCE, KING):
        everybody_learns(state, mover, 1 << COUNTESS)


@rule
def follow_stirs(state: Record, card: int) -> None:
    """A card that a Chancellor stirred may have been played: if it may be the one known to be among them, nothing is known any more."""
    mover = state.mover
    for stir in range(STIRS):
        places = state.stirred[stir]
        if not places & (1 << mover | 1 << DRAWN):
            continue
        for observer in range(SPECTATOR, state.seats):
            if may_be_from(state, places, observer, card) and not state.stirred_cannot[1 + observer, stir] >> card & 1:
                state.stirred_cannot[1 + observer, stir] = 0
        state.stirred[stir] = places & ~(1 << DRAWN) | 1 << mover


@rule
def may_be_from(state: Record, places: int, observer: int, card: int) -> bool:
    """Whether the card that the mover played may have come from one of these places, as the observer sees it."""
    mover = state.mover
    if observer == mover:
        return places >> (DRAWN if state.cards[DRAWN] == card else mover) & 1 == 1
    held, drawn = state.cannot[1 + observer, mover], state.cannot[1 + observer, DRAWN]
    return (places >> mover & 1 == 1 and not held >> card & 1) or (places >> DRAWN & 1 == 1 and not drawn >> card & 1)


@rule
def still_watched(state: Record, card: int) -> int:
    """Who knows the card that the mover keeps: those who knew both, and those who knew one that was not played."""
    held, drawn = state.watched[state.mover], state.watched[DRAWN]
    knowing = held & drawn
    if state.cards[state.mover] != card:
        knowing |= held
    if state.cards[DRAWN] != card:
        knowing |= drawn
    return knowing


@rule
def learn_from_tie(state: Record, seat: int, other: int) -> None:
    """Two hands are equal: the two seats know each other's, the others know that there must be two of that kind."""
    single = 0
    for kind in range(KINDS):
        unseen = COPIES[kind]
        for number in range(state.piled):
            if state.pile[number] == kind:
                unseen -= 1
        for number in range(3):
            if state.face_up[number] == kind:
                unseen -= 1
        if unseen < 2:
            single |= 1 << kind
    for observer in range(SPECTATOR, state.seats):
        if observer != seat and observer != other:
            single_or_known = single | state.cannot[1 + observer, seat] | state.cannot[1 + observer, other]
            state.cannot[1 + observer, seat] = single_or_known
            state.cannot[1 + observer, other] = single_or_known
    sees(state, seat, other)
    sees(state, other, seat)
    tie = 0 if state.tied[0] == 0 else 1
    state.tied[tie] = 1 << seat | 1 << other


@rule
def learn_from_trade(state: Record, seat: int, other: int) -> None:
    """Two hands were traded: what was known of each goes with it, and both seats know what they gave."""
    for observer in range(SPECTATOR, state.seats):
        given = state.cannot[1 + observer, seat]
        state.cannot[1 + observer, seat] = state.cannot[1 + observer, other]
        state.cannot[1 + observer, other] = given
    state.cannot[1 + seat, seat] = 0
    state.cannot[1 + other, other] = 0
    state.watched[seat] = 0
    state.watched[other] = 0
    sees(state, seat, other)
    sees(state, other, seat)
    both = 1 << seat | 1 << other
    for stir in range(STIRS):
        if bit_count(state.stirred[stir] & both) == 1:
            state.stirred[stir] ^= both
    for tie in range(2):
        if bit_count(state.tied[tie] & both) == 1:
            state.tied[tie] ^= both


@rule
def learn_from_discard(state: Record, seat: int, card: int) -> None:
    """The seat's hand was this card, and is gone."""
    for stir in range(STIRS):
        if state.stirred[stir] >> seat & 1:
            state.stirred[stir] ^= 1 << seat
            for observer in range(SPECTATOR, state.seats):
                if not state.stirred_cannot[1 + observer, stir] >> card & 1:
                    state.stirred_cannot[1 + observer, stir] = 0
            narrow_stir(state, stir)
    forget(state, seat)


@rule
def narrow_stir(state: Record, stir: int) -> None:
    """When one place is left, what was known to be somewhere must be there."""
    if bit_count(state.stirred[stir]) == 1:
        place = lowest_bit(state.stirred[stir])
        for observer in range(SPECTATOR, state.seats):
            if observer != holder(state, place):
                state.cannot[1 + observer, place] |= state.stirred_cannot[1 + observer, stir]
    if bit_count(state.stirred[stir]) <= 1:
        state.stirred[stir] = 0
        for observer in range(SPECTATOR, state.seats):
            state.stirred_cannot[1 + observer, stir] = 0


@rule
def learn_from_stir(state: Record, first: int, count: int) -> None:
    """The mover kept one of its cards and put the others in the places from `first` on: only the mover knows which is where."""
    mover = state.mover
    before = 1 << mover | 1 << DRAWN | 1 << (DRAWN + 1)
    after = 1 << mover | ((1 << count) - 1) << first
    for stir in range(STIRS):
        if state.stirred[stir] & before:
            state.stirred[stir] = state.stirred[stir] & ~before | after
    new = 0 if state.stirred[0] == 0 else 1  # a third Chancellor does not exist
    state.stirred[new] = after
    state.stirred[2] = after  # a first Chancellor draws cards that nobody knows, and leaves these two free for the second
    state.stirred[3] = after if count == 2 else 0
    for observer in range(SPECTATOR, state.seats):
        if observer != mover:
            spread(state, new, observer, first, count)
    state.watched[mover] = 0
    for place in range(DRAWN, UNDER):
        state.cannot[1 + mover, place] = 0
        state.watched[place] = 0
    for place in range(first, first + count):
        state.cannot[1 + mover, place] = all_but(state.cards[place])
        state.watched[place] = 1 << mover
    untie(state, mover)


@rule
def spread(state: Record, stir: int, observer: int, first: int, count: int) -> None:
    """What the observer knew of one of the mover's cards holds for one of the places where it may be now."""
    mover = state.mover
    held, drawn, last = state.cannot[1 + observer, mover], state.cannot[1 + observer, DRAWN], state.cannot[1 + observer, DRAWN + 1]
    state.stirred_cannot[1 + observer, stir] = held
    state.stirred_cannot[1 + observer, 2] = drawn
    state.stirred_cannot[1 + observer, 3] = last
    everywhere = held & drawn if count == 1 else held & drawn & last
    state.cannot[1 + observer, mover] = everywhere
    state.cannot[1 + observer, DRAWN] = 0
    state.cannot[1 + observer, DRAWN + 1] = 0
    for place in range(first, first + count):
        state.cannot[1 + observer, place] = everywhere
