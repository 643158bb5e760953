"""Cœurs: follow suit, take no hearts, or take them all.

An action is the card that is played. A deal is thirty-two small chance events: each card in turn goes to one of the seats.
"""

import numpy as np

from joute.core.chance import CHANCE_WORDS
from joute.core.contract import Actions, Choices, Odds, Scores, Words, fold, mix
from joute.core.rng import Rng
from joute.core.state import States
from joute.games.coeurs.options import CoeursOptions
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import CARDS, HAND, SEATS, any_of, is_heart, lowest
from joute.games.trick_taking.dealing import SHARES
from joute.games.trick_taking.tricks import NONE, clear_table, play_to_trick, playable
from joute.jit.dispatch import rule

PENALTY = 5  # points lost for each heart taken
SLAM = 40  # points won for taking all eight

NAMED = 16  # 64-bit words of the state before the number of the deal, the number of deals and the order of the cards
POINTS_WORD, TRICK_WORD, TURN_WORD = 13, 14, 15  # words with the points; the hearts and the table; the places, the mover and the taker
SECRETS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93], np.uint64)
EACH_SUIT = 0x01010101  # one card of every suit


@rule
def leader_of(deal: int) -> int:
    """The leader ("meneur") of a deal: the seats take turns."""
    return deal % SEATS


@rule
def opener_of(deal: int) -> int:
    """The opener ("ouvreur"), who leads the first trick: the seat after the leader."""
    return (deal + 1) % SEATS


@rule
def prepare_deal(state: CoeursState) -> None:
    """All cards back in the deck, for the deal whose turn it is."""
    for seat in range(SEATS):
        state.hands[seat] = 0
        state.lacking[seat] = 0
        state.hearts[seat] = 0
        state.table[seat] = NONE
        state.places[seat] = HAND
    for place in range(CARDS):
        state.order[place] = NONE
    state.played = 0
    state.led = 0
    state.dealt = 0
    state.plays = 0
    state.mover = opener_of(state.deal)
    state.taker = state.mover


@rule
def points_of(hearts: int) -> int:
    """What a seat's hearts are worth, when no other seat has all of them."""
    return SLAM if hearts == HAND else -PENALTY * hearts


@rule
def hearts_on_table(state: CoeursState) -> int:
    """The hearts of the trick under way."""
    hearts = 0
    for seat in range(SEATS):
        hearts += is_heart(state.table[seat])
    return hearts


@rule
def end_trick(state: CoeursState) -> None:
    """The taker takes the hearts of the trick and leads the next."""
    state.hearts[state.taker] += hearts_on_table(state)
    clear_table(state)


@rule
def end_deal(state: CoeursState) -> None:
    """Every seat scores its hearts; the next seat is the leader."""
    for seat in range(SEATS):
        state.points[seat] += points_of(state.hearts[seat])
    state.deal += 1
    prepare_deal(state)


def setup(state: CoeursState, options: CoeursOptions) -> None:
    """The cards are in the deck, nobody has a point."""
    state.deals = options.deals
    prepare_deal(state)


def movers(state: CoeursState) -> int:
    """One seat after the other, once the cards are dealt."""
    return 0 if state.dealt < CARDS else 1 << state.mover


def over(state: CoeursState) -> bool:
    """All deals of the match are over."""
    return state.deal == state.deals


def chapter(state: CoeursState) -> bool:
    """A deal has just ended: points add up, so that the next one does not depend on it."""
    return state.deal > 0 and state.dealt == 0


def legal(state: CoeursState, seat: int, actions: Actions) -> int:
    """Follow the suit led if you can, otherwise play anything."""
    cards = playable(state, seat)
    count = 0
    while cards != 0:
        actions[count] = lowest(cards)
        cards &= cards - 1
        count += 1
    return count


def pick(state: CoeursState, seat: int, actions: Actions, rng: Rng) -> int:
    """Any of the cards that may be played."""
    return any_of(playable(state, seat), rng)


def advance(state: CoeursState, choices: Choices) -> None:
    """The card goes to the table; the highest of the suit led takes the trick after the fourth."""
    play_to_trick(state, state.mover, choices[state.mover])
    if state.plays % SEATS != 0:
        return
    end_trick(state)
    if state.plays == CARDS:
        end_deal(state)


def chances(state: CoeursState, odds: Odds) -> int:
    """The next card goes to any seat that has a place left; every deal is equally likely."""
    left = CARDS - state.dealt
    for seat in range(SEATS):
        odds[seat] = SHARES[left, state.places[seat]]
    return SEATS


def occasion(state: CoeursState) -> int:
    """This card of this deal."""
    return state.deal * CARDS + state.dealt


def resolve(state: CoeursState, outcome: int) -> None:
    """That seat gets the next card of the deck."""
    state.hands[outcome] |= 1 << state.dealt
    state.places[outcome] -= 1
    state.dealt += 1


def hide(state: CoeursState, seat: int) -> None:
    """A seat sees its own hand, a spectator none; nobody looks at a card before all are dealt."""
    if state.dealt < CARDS:
        prepare_deal(state)
        return
    for other in range(SEATS):
        if other != seat:
            state.hands[other] = 0


def returns(state: CoeursState, scores: Scores) -> None:
    """The points of the match: the seat with the most wins it."""
    for seat in range(SEATS):
        scores[seat] = state.points[seat]


def key(state: CoeursState, words: Words) -> np.uint64:
    """All but the order of the cards played: the rest of the deal does not depend on it."""
    return fold(words[CHANCE_WORDS:NAMED]) ^ np.uint64(state.deal)


def view_key(state: CoeursState, seat: int, words: Words, scratch: States, scratch_words: Words) -> np.uint64:
    """What `key` takes of a view, without a copy: all but the hands of the other seats."""
    points = words[POINTS_WORD] ^ np.uint64(state.deal)
    if state.dealt < CARDS:
        return points
    lacking = 0
    for other in range(SEATS):
        lacking |= (state.lacking[other] & EACH_SUIT) << other
    hand = state.hands[seat] if seat >= 0 else 0
    cards = mix(np.uint64(hand | state.played << CARDS), SECRETS[0])
    suits = mix(np.uint64(lacking | state.led << CARDS), SECRETS[1])
    turn = mix(words[TRICK_WORD], SECRETS[2]) ^ mix(words[TURN_WORD], SECRETS[3])
    return points ^ cards ^ (suits << np.uint64(1)) ^ (turn ^ turn >> np.uint64(CARDS))
