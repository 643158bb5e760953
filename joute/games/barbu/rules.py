"""Barbu: twenty-four deals, six contracts, and a declarer who chooses among them.

An action is a card that is played or laid, a pass in the Réussite, or the contract that the declarer names. A deal is thirty-two small
chance events: each card in turn goes to one of the seats.
"""

import numpy as np

from joute.core.chance import CHANCE_WORDS
from joute.core.contract import Actions, Choices, Odds, Scores, Words
from joute.core.rng import Rng, below
from joute.core.state import States
from joute.games.barbu.contracts import (
    ACES,
    ALL,
    BARBU,
    COEURS,
    CONTRACTS,
    DAMES,
    FIRST_OUT,
    JACKS,
    KING_OF_HEARTS,
    NAME,
    NO_CONTRACT,
    PASS,
    PER_HEART,
    PER_KING,
    PER_QUEEN,
    PER_TRICK,
    POINTS,
    QUEENS,
    REUSSITE,
    SECOND_OUT,
    SEVENS,
    UNIT,
)
from joute.games.barbu.options import BarbuOptions
from joute.games.barbu.state import BarbuState
from joute.games.trick_taking.cards import CARDS, DECK, HAND, SEATS, SUITS, any_of, is_heart, lowest
from joute.games.trick_taking.dealing import SHARES
from joute.games.trick_taking.tricks import NONE, clear_table, play_to_trick, playable
from joute.jit.dispatch import rule

NOBODY = -1  # has taken the king of hearts, or everything
POINTS_WORD = CHANCE_WORDS + 2 * SEATS + 2 + SEATS * CONTRACTS
TURN_WORD = POINTS_WORD + 3  # 64-bit words of the state: the first and last from points to taker
SEED = np.uint64(88172645463325252)
_13, _7, _17, _32 = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)


# --- the match --------------------------------------------------------------------------------------------------------------------------


@rule
def declarer_of(deal: int) -> int:
    """The declarer ("meneur") of a deal: each seat for six deals in a row."""
    return deal // CONTRACTS


@rule
def opener_of(deal: int) -> int:
    """The opener ("ouvreur"), who leads the first trick or begins the Réussite: the seat after the declarer."""
    return (deal // CONTRACTS + 1) % SEATS


@rule
def prepare_deal(state: BarbuState) -> None:
    """All cards back in the deck, for the deal whose turn it is."""
    for seat in range(SEATS):
        state.hands[seat] = 0
        state.lacking[seat] = 0
        state.tricks[seat] = 0
        state.hearts[seat] = 0
        state.queens[seat] = 0
        state.table[seat] = NONE
        state.sizes[seat] = 0
    for place in range(CARDS):
        state.order[place] = NONE
    state.played = 0
    state.led = 0
    state.dealt = 0
    state.plays = 0
    state.mover = declarer_of(state.deal) % SEATS
    state.taker = state.mover
    state.king = NOBODY
    state.contract = NO_CONTRACT


def setup(state: BarbuState, options: BarbuOptions) -> None:
    """The cards are in the deck, nobody has a point, no contract is named."""
    state.declarers = options.declarers
    prepare_deal(state)


def movers(state: BarbuState) -> int:
    """The declarer, once the cards are dealt; then one seat after the other."""
    return 0 if state.dealt < CARDS else 1 << state.mover


def over(state: BarbuState) -> bool:
    """All deals of the match are over."""
    return state.deal == CONTRACTS * state.declarers


def chapter(state: BarbuState) -> bool:
    """A deal has just ended: points add up, and the next one depends only on the contracts that are left."""
    return state.deal > 0 and state.dealt == 0


def returns(state: BarbuState, scores: Scores) -> None:
    """The points of the match: the seat with the most wins it."""
    for seat in range(SEATS):
        scores[seat] = state.points[seat]


# --- a decision -------------------------------------------------------------------------------------------------------------------------


@rule
def layable(played: int) -> int:
    """The cards that the Réussite waits for: the jacks of closed suits, and the next card up and down of open ones."""
    next_up, next_down = played << 1 & ~SEVENS, played >> 1 & ~ACES
    return (next_up | next_down | JACKS) & ~played & DECK


@rule
def possible_cards(state: BarbuState, seat: int) -> int:
    """The cards that a seat may play, or lay; none if it must pass."""
    return layable(state.played) & state.hands[seat] if state.contract == REUSSITE else playable(state, seat)


@rule
def contracts_left(state: BarbuState, actions: Actions) -> int:
    """Write the contracts that the declarer has not named; return their number."""
    count = 0
    for contract in range(CONTRACTS):
        if state.named >> contract & 1 == 0:
            actions[count] = NAME + contract
            count += 1
    return count


def legal(state: BarbuState, seat: int, actions: Actions) -> int:
    """Name a contract that is left, follow the suit led if you can, lay a card if you can."""
    if state.contract == NO_CONTRACT:
        return contracts_left(state, actions)
    cards, count = possible_cards(state, seat), 0
    if cards == 0:
        actions[0] = PASS
        return 1
    while cards != 0:
        actions[count] = lowest(cards)
        cards &= cards - 1
        count += 1
    return count


def pick(state: BarbuState, seat: int, actions: Actions, rng: Rng) -> int:
    """Any of the contracts that are left, or of the cards that may be played."""
    if state.contract == NO_CONTRACT:
        return actions[below(rng, contracts_left(state, actions))]
    cards = possible_cards(state, seat)
    return any_of(cards, rng) if cards != 0 else PASS


def advance(state: BarbuState, choices: Choices) -> None:
    """The declarer names the contract, or a card is played or laid, or a seat passes."""
    action = choices[state.mover]
    if state.contract == NO_CONTRACT:
        name_contract(state, action - NAME)
    elif state.contract == REUSSITE:
        lay(state, state.mover, action)
    else:
        state.sizes[state.mover] -= 1
        play_to_trick(state, state.mover, action)
        if state.plays % SEATS == 0:
            end_trick(state)


@rule
def name_contract(state: BarbuState, contract: int) -> None:
    """The contract of this deal, and the hand that named it, for the score sheet; the opener begins."""
    state.named_with[state.mover, contract] = state.hands[state.mover]
    state.contract = contract
    state.named |= 1 << contract
    state.mover = opener_of(state.deal)
    state.taker = state.mover


# --- tricks -----------------------------------------------------------------------------------------------------------------------------


@rule
def end_trick(state: BarbuState) -> None:
    """The taker takes the cards of the trick and leads the next, unless the deal is over."""
    taker = state.taker
    state.tricks[taker] += 1
    for seat in range(SEATS):
        card = state.table[seat]
        state.hearts[taker] += is_heart(card)
        state.queens[taker] += QUEENS >> card & 1
        if card == KING_OF_HEARTS:
            state.king = taker
    clear_table(state)
    if state.plays == CARDS or nothing_left_to_take(state):
        end_deal(state)


@rule
def nothing_left_to_take(state: BarbuState) -> bool:
    """Dames end when the fourth queen has been taken, Barbu when the king of hearts has."""
    if state.contract == DAMES:
        queens = 0
        for seat in range(SEATS):
            queens += state.queens[seat]
        return queens == SUITS
    return state.contract == BARBU and state.king != NOBODY


@rule
def taker_of_all(state: BarbuState) -> int:
    """The seat that has taken all that the contract counts, or nobody; the king of hearts alone is not all."""
    for seat in range(SEATS):
        hearts, queens = state.contract == COEURS and state.hearts[seat] == HAND, state.contract == DAMES and state.queens[seat] == SUITS
        if hearts or queens or (POINTS[state.contract, PER_TRICK] != 0 and state.tricks[seat] == HAND):
            return seat
    return NOBODY


@rule
def points_taken(state: BarbuState, seat: int) -> int:
    """What a seat's tricks are worth, when no seat has taken everything."""
    worth = POINTS[state.contract]
    points = worth[PER_TRICK] * state.tricks[seat] + worth[PER_HEART] * state.hearts[seat] + worth[PER_QUEEN] * state.queens[seat]
    return points + (worth[PER_KING] if state.king == seat else 0)


@rule
def deal_points(state: BarbuState, seat: int) -> int:
    """What a deal of tricks brings a seat: the points of what it took, or the bonus if it took everything, or nothing if another did."""
    all_taken_by = taker_of_all(state)
    if all_taken_by == NOBODY:
        return points_taken(state, seat)
    return POINTS[state.contract, ALL] if all_taken_by == seat else 0


# --- the Réussite -----------------------------------------------------------------------------------------------------------------------


@rule
def lay(state: BarbuState, seat: int, action: int) -> None:
    """A card is laid, or a pass shows that the seat has none of the cards waited for; the next seat with cards is the mover."""
    if action == PASS:
        state.lacking[seat] |= layable(state.played)
    else:
        state.hands[seat] ^= 1 << action
        state.sizes[seat] -= 1
        state.played |= 1 << action
        state.order[state.plays] = action
        state.plays += 1
        if state.sizes[seat] == 0 and seats_without_cards(state) == 2:
            end_deal(state)
            return
    following = (seat + 1) % SEATS
    while state.sizes[following] == 0:
        following = (following + 1) % SEATS
    state.mover = state.taker = following  # as `from_json` has it: nobody takes a trick here


@rule
def seats_without_cards(state: BarbuState) -> int:
    """The number of seats that have laid all their cards."""
    count = 0
    for seat in range(SEATS):
        count += state.sizes[seat] == 0
    return count


@rule
def points_for_laying(state: BarbuState, seat: int) -> int:
    """At the end of a Réussite: the second seat without cards has just laid its last one."""
    if state.sizes[seat] > 0:
        return 0
    return SECOND_OUT if seat == state.mover else FIRST_OUT


@rule
def end_deal(state: BarbuState) -> None:
    """Every seat scores, and the sheet is filled in; after six deals the next seat is the declarer."""
    for seat in range(SEATS):
        points = points_for_laying(state, seat) if state.contract == REUSSITE else deal_points(state, seat)
        state.points[seat] += points
        state.sheet[declarer_of(state.deal), state.contract, seat] = points // UNIT
    state.deal += 1
    if state.deal % CONTRACTS == 0:
        state.named = 0
    prepare_deal(state)


# --- chance and what is hidden ----------------------------------------------------------------------------------------------------------


def chances(state: BarbuState, odds: Odds) -> int:
    """The next card goes to any seat that has a place left; every deal is equally likely."""
    left = CARDS - state.dealt
    for seat in range(SEATS):
        odds[seat] = SHARES[left, HAND - state.sizes[seat]]
    return SEATS


def occasion(state: BarbuState) -> int:
    """This card of this deal."""
    return state.deal * CARDS + state.dealt


def resolve(state: BarbuState, outcome: int) -> None:
    """That seat gets the next card of the deck."""
    state.hands[outcome] |= 1 << state.dealt
    state.sizes[outcome] += 1
    state.dealt += 1


def hide(state: BarbuState, seat: int) -> None:
    """A seat sees its own hand, a spectator none; nobody looks at a card before all are dealt."""
    if state.dealt < CARDS:
        prepare_deal(state)
        return
    for other in range(SEATS):
        if other != seat:
            state.hands[other] = 0
    declarer = declarer_of(state.deal)
    if state.contract != NO_CONTRACT and declarer != seat:
        state.named_with[declarer, state.contract] = 0  # the sheet shows it when the deal is over


# --- hashes -----------------------------------------------------------------------------------------------------------------------------


@rule
def stir(name: np.uint64, word: np.uint64) -> np.uint64:
    """The next step of a hash (xorshift64, Marsaglia 2003)."""
    name ^= word
    name ^= name << _13
    name ^= name >> _7
    name ^= name << _17
    return name


@rule
def public_key(state: BarbuState, words: Words) -> np.uint64:
    """A hash of all that everybody sees and the rest of the match depends on; the sheet and the order of the cards are left out."""
    name = stir(SEED, np.uint64(state.king + 1 | state.contract + 1 << 4 | state.named << 8 | state.deal << 16))
    name = stir(name, words[POINTS_WORD])
    if state.dealt < CARDS:
        return name
    for word in range(POINTS_WORD + 1, TURN_WORD + 1):
        name = stir(name, words[word])
    name = stir(name, np.uint64(state.played))
    name = stir(name, np.uint64(state.lacking[0] | state.lacking[1] << CARDS))
    return stir(name, np.uint64(state.lacking[2] | state.lacking[3] << CARDS))


def key(state: BarbuState, words: Words) -> np.uint64:
    """What everybody sees, the hands, and how far the cards are dealt."""
    name = stir(public_key(state, words), words[TURN_WORD])
    for seat in range(SEATS):
        name = stir(name, np.uint64(state.hands[seat]))
    return name


def view_key(state: BarbuState, seat: int, words: Words, scratch: States, scratch_words: Words) -> np.uint64:
    """What `key` takes of a view, without a copy: all but the hands of the other seats."""
    name = public_key(state, words)
    return stir(name, np.uint64(state.hands[seat])) if seat >= 0 and state.dealt == CARDS else name
