"""Love Letter, the 2019 edition: keep the highest card, or be the last seat in the round; the first to enough tokens wins the match.

A chance event is one card from those that nobody has seen (its outcome is the kind), or the choice of the next leader among the winners.
"""

import numpy as np

from joute.core.chance import CHANCE_WORDS
from joute.core.contract import Actions, Choices, Odds, Scores, Words, fold
from joute.core.rng import Rng, below
from joute.games.love_letter.actions import (
    NOBODY,
    card_of,
    count_card,
    guess_of,
    list_card,
    list_keeping,
    lowest_of,
    must_play_countess,
    nth_play,
    play_of,
    retained_of,
    target_of,
    upper_of,
)
from joute.games.love_letter.cards import CARDS, COUNTESS, HIDDEN, KINDS, NONE, SEATS
from joute.games.love_letter.effects import keep, play_card, take_effect
from joute.games.love_letter.options import LoveLetterOptions
from joute.games.love_letter.rounds import after_drawing, begin_round, begin_turn, draw_known, end_turn, match_winners, next_seat
from joute.games.love_letter.state import (
    CHOOSE,
    DEAL,
    DRAWN,
    KEEP,
    LOT,
    OVER,
    PLACES,
    SHOW,
    UNDER,
    LoveLetterState,
    bit_count,
    holder,
    is_known,
    is_showdown,
    laid_by,
)

NAMED = 45  # 64-bit words of the state before the number of the round, the options and the cards in the order in which they were played


def setup(state: LoveLetterState, options: LoveLetterOptions) -> None:
    """Seat 0 begins the first round."""
    state.seats, state.goal, state.rounds, state.shown = options.seats, options.goal, options.rounds, options.shown
    state.copies[:] = options.copies
    begin_round(state, 0)


def chances(state: LoveLetterState, odds: Odds) -> int:
    """Any card that nobody has seen, or any winner of the round."""
    if state.phase == LOT:
        winners = bit_count(state.winners)
        for seat in range(state.seats):
            odds[seat] = (state.winners >> seat & 1) / winners
        return state.seats
    share = 1.0 / (state.left + 1)  # the card set aside is one of those that nobody has seen
    for kind in range(KINDS):
        odds[kind] = state.deck[kind] * share
    return KINDS


def occasion(state: LoveLetterState) -> int:
    """This card of this seat in this round, whatever the others have drawn; or the choice of the next leader."""
    seat = state.mover if state.recipient >= DRAWN else state.recipient
    laid = 0 if state.phase == LOT else laid_by(state, seat)
    return (((state.round * PLACES + state.recipient) * OVER + state.phase) * CARDS + laid) * SEATS + seat


def resolve(state: LoveLetterState, outcome: int) -> None:
    """The card comes up, or the leader is found."""
    if state.phase == LOT:
        begin_round(state, outcome)
        return
    state.deck[outcome] -= 1
    if state.left > 0:  # otherwise it was the card set aside
        state.left -= 1
    if state.phase == SHOW:
        state.face_up[state.recipient] = outcome
        state.recipient += 1
        if state.recipient == state.shown:
            state.phase = DEAL
            state.recipient = state.leader
        return
    state.cards[state.recipient] = outcome
    if state.phase == DEAL:
        state.recipient = next_seat(state, state.recipient)
        if state.recipient == state.leader:
            begin_turn(state, state.leader)
        return
    after_drawing(state)
    draw_known(state)


def movers(state: LoveLetterState) -> int:
    """The mover plays a card, or chooses what its Chancellor keeps."""
    return 1 << state.mover if state.phase == CHOOSE or state.phase == KEEP else 0


def over(state: LoveLetterState) -> bool:
    """Somebody has enough tokens, or all rounds are played."""
    return state.phase == OVER


def chapter(state: LoveLetterState) -> bool:
    """A round has just ended: only the tokens and the next leader matter from here on."""
    return state.phase == LOT


def legal(state: LoveLetterState, seat: int, actions: Actions) -> int:
    """Either card, on any target that it may have; or everything that a Chancellor may keep."""
    held, drawn, last = state.cards[seat], state.cards[DRAWN], state.cards[DRAWN + 1]
    if state.phase == KEEP:
        return list_keeping(held, drawn, last, actions)
    if must_play_countess(held, drawn):
        return list_card(state, COUNTESS, actions, 0)
    count = list_card(state, held, actions, 0)
    if drawn != held:
        count = list_card(state, drawn, actions, count)
    return count


def pick(state: LoveLetterState, seat: int, actions: Actions, rng: Rng) -> int:
    """Any of the legal actions, without a list of them."""
    held, drawn = state.cards[seat], state.cards[DRAWN]
    if state.phase == KEEP:
        return actions[below(rng, list_keeping(held, drawn, state.cards[DRAWN + 1], actions))]
    if must_play_countess(held, drawn):
        return play_of(COUNTESS, NOBODY, 0)
    ways = count_card(state, held)
    number = below(rng, ways + (count_card(state, drawn) if drawn != held else 0))
    return nth_play(state, held, number) if number < ways else nth_play(state, drawn, number - ways)


def advance(state: LoveLetterState, choices: Choices) -> None:
    """Play the card, or put the Chancellor's cards under the deck."""
    action = choices[state.mover]
    if state.phase == KEEP:
        keep(state, retained_of(action), upper_of(action), lowest_of(action))
        end_turn(state)
    else:
        card = card_of(action)
        play_card(state, card)
        take_effect(state, card, target_of(action), guess_of(action))
    draw_known(state)


def hide(state: LoveLetterState, seat: int) -> None:
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
            state.clue_places[1 + other, :] = 0
            state.clue_cannot[1 + other, :] = 0
    state.deck[:] = 0


def key(state: LoveLetterState, words: Words) -> np.uint64:
    """All but the order in which cards were played, and by whom: the rest of the round does not depend on it."""
    counts = 0
    for number in range(state.piled):
        counts += 1 << 4 * state.pile[number]
    return fold(words[CHANCE_WORDS:NAMED]) ^ np.uint64(counts << 8 | state.round)


def forget(state: LoveLetterState) -> None:
    """Stop tracking what seats know: only their views need it."""
    state.unwatched = 1


def returns(state: LoveLetterState, scores: Scores) -> None:
    """The tokens when rounds are counted; for a match 1, shared by the seats that have enough tokens."""
    winners = match_winners(state)
    share = 1.0 / max(1, bit_count(winners))
    for seat in range(state.seats):
        scores[seat] = state.tokens[seat] if state.goal == 0 else (winners >> seat & 1) * share
