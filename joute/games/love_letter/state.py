"""The state: the cards of every seat, the deck, and what each seat knows of them.

Every card that is not face up lies in a place: a seat's hand, the cards just drawn by the mover, or the known cards under the deck.
The rest of the deck and the card set aside have no order and no place: nobody has seen any of them, so that the next card is any of
them with equal chance, and the card set aside is the one that is left when the deck is empty.
"""

from typing import Annotated

from joute.core.state import Fields
from joute.games.love_letter.cards import CARDS, EVERY_KIND, KINDS, NONE, SEATS, SPY
from joute.jit.dispatch import rule
from joute.jit.struct import Int8, Int8s, Int16s

DRAWN = SEATS  # places 0 to 5 are the hands; then the mover's drawn card, two for a Chancellor
UNDER = DRAWN + 2  # then the cards under the deck, the next to be drawn first; two Chancellors put four there at most
PLACES = UNDER + 4
SPECTATOR = -1  # the observer that sees what everybody sees; the others are the seats
CLUES = 4  # the most an observer can know of stirred cards: of the first Chancellor's hand, of the second's and of the two it draws

SHOW, DEAL, DRAW, CHOOSE, REPLACE, SEARCH, KEEP, LOT, OVER = range(9)  # what happens next
"""Cards are laid face up; dealt; the mover draws; plays a card; a Prince's target draws; a Chancellor draws; chooses what to keep;
the next leader is found; the game has ended."""


class LoveLetterState(Fields):
    """A round: the cards, and what each seat knows of them; and the score of the match."""

    cannot: Annotated[Int16s, 1 + SEATS, PLACES]  # [1 + observer, place]: bits of the kinds that the card there is known not to be
    cards: Annotated[Int8s, PLACES]
    watched: Annotated[Int8s, PLACES]  # bits of the seats that know the card, as far as its holder can tell
    tied: Annotated[Int8s, 2]  # bits of two seats whose hands a Baron found equal
    deck: Annotated[Int8s, KINDS]  # [kind]: cards that nobody has seen: the deck without the cards under it, and the card set aside
    left: Int8  # number of these that can be drawn before the card set aside
    under: Int8  # number of cards under the deck
    stirs: Int8  # how often a Chancellor's player has put cards there in this round
    face_up: Annotated[Int8s, 3]
    standing: Int8  # bits of the seats still in the round
    protected: Int8  # bits of the seats behind a Handmaid
    spied: Int8  # bits of the seats that played or discarded a Spy
    winners: Int8  # bits of the seats that won the round that has just ended
    tokens: Annotated[Int8s, SEATS]
    phase: Int8
    recipient: Int8  # the place that the next card goes to
    mover: Int8
    leader: Int8  # the seat that begins the round
    round: Int8  # rounds that have ended
    unwatched: Int8  # 1 when nobody will look any more, so that what seats know need not be tracked
    seats: Int8
    goal: Int8  # tokens that win the match, or 0
    rounds: Int8  # rounds to play, or 0
    shown: Int8  # cards laid face up at the beginning of a round
    copies: Annotated[Int8s, KINDS]  # [kind] of the whole deck
    clue_places: Annotated[Int16s, 1 + SEATS, CLUES]  # [1 + observer, clue]: bits of the places in one of which a card lies that is ...
    clue_cannot: Annotated[Int16s, 1 + SEATS, CLUES]  # ... none of these kinds: a Chancellor's player may have put it in any of them
    pile: Annotated[Int8s, CARDS]  # every card played or discarded in this round, in order
    pile_of: Annotated[Int8s, CARDS]  # the seat of each
    piled: Int8
    since: Annotated[Int8s, SEATS]  # number of cards there when the seat's hand last became another without its choice
    sought: Int8  # bits of the seats whose hand was then the one that a Chancellor's player retained
    guesses: Annotated[Int8s, CARDS]  # [number in the pile]: the card that a Guard named; NONE for others


@rule
def bit_count(bits: int) -> int:
    """The number of bits that are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@rule
def lowest_bit(bits: int) -> int:
    """The index of the lowest bit; at least one is set."""
    number = 0
    while not bits >> number & 1:
        number += 1
    return number


@rule
def all_but(card: int) -> int:
    """The kinds that a known card is not, as bits."""
    return EVERY_KIND ^ (1 << card)


@rule
def is_known(cannot: int) -> bool:
    """Whether only one kind is possible."""
    possible = EVERY_KIND & ~cannot
    return possible & (possible - 1) == 0


@rule
def deck_size(state: LoveLetterState) -> int:
    """The number of cards that can be drawn before the card set aside."""
    return state.left + state.under


@rule
def n_cards(state: LoveLetterState) -> int:
    """The number of cards of the game."""
    count = 0
    for kind in range(KINDS):
        count += state.copies[kind]
    return count


@rule
def first_deck(state: LoveLetterState) -> int:
    """The number of cards to draw at the beginning of a round, once every seat has one."""
    return n_cards(state) - 1 - state.shown - state.seats


@rule
def is_showdown(state: LoveLetterState) -> bool:
    """Whether the round has ended with the hands on the table."""
    return state.phase >= LOT and bit_count(state.standing) > 1


@rule
def holder(state: LoveLetterState, place: int) -> int:
    """The seat whose card lies there; NONE under the deck."""
    if place < DRAWN:
        return place
    return state.mover if place < UNDER else NONE


@rule
def clear_table(state: LoveLetterState) -> None:
    """Everything of the last round is erased; tokens, leader and options stay."""
    for observer in range(SPECTATOR, state.seats):
        for place in range(PLACES):
            state.cannot[1 + observer, place] = 0
        for clue in range(CLUES):
            state.clue_places[1 + observer, clue] = 0
            state.clue_cannot[1 + observer, clue] = 0
    for place in range(PLACES):
        state.cards[place] = NONE
        state.watched[place] = 0
    for tie in range(len(state.tied)):
        state.tied[tie] = 0
    for kind in range(KINDS):
        state.deck[kind] = state.copies[kind]
    for number in range(CARDS):
        state.pile[number] = NONE
        state.pile_of[number] = NONE
        state.guesses[number] = NONE
    for number in range(len(state.face_up)):
        state.face_up[number] = NONE
    state.left = n_cards(state) - 1
    state.under = 0
    state.stirs = 0
    state.piled = 0
    for seat in range(state.seats):
        state.since[seat] = 0
    state.sought = 0
    state.standing = (1 << state.seats) - 1
    state.protected = 0
    state.spied = 0
    state.winners = 0


@rule
def renew(state: LoveLetterState, seat: int, sought: bool) -> None:
    """The seat's hand is another: what it played before is no evidence of it."""
    state.since[seat] = state.piled
    state.sought = state.sought | 1 << seat if sought else state.sought & ~(1 << seat)


@rule
def lay(state: LoveLetterState, seat: int, card: int) -> None:
    """A card is played or discarded, face up in front of the seat."""
    state.pile[state.piled] = card
    state.pile_of[state.piled] = seat
    state.piled += 1
    if card == SPY:
        state.spied |= 1 << seat


@rule
def laid_by(state: LoveLetterState, seat: int) -> int:
    """The number of cards that the seat has played or discarded in this round."""
    count = 0
    for number in range(state.piled):
        count += state.pile_of[number] == seat
    return count


def pile_of(state: LoveLetterState, seat: int) -> list[int]:
    """The cards that lie before the seat, in order."""
    return [int(state.pile[number]) for number in range(state.piled) if state.pile_of[number] == seat]


def places_of(state: LoveLetterState, seat: int) -> list[int]:
    """The places of the seat's cards."""
    places = [seat, DRAWN, DRAWN + 1] if seat == state.mover else [seat]
    return [place for place in places if state.cards[place] != NONE]
