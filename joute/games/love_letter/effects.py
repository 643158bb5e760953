"""What each card does when it is played."""

from joute.games.love_letter.actions import NOBODY
from joute.games.love_letter.cards import BARON, CHANCELLOR, GUARD, HANDMAID, KING, NONE, PRIEST, PRINCE, PRINCESS
from joute.games.love_letter.knowledge import (
    everybody_learns,
    learn_from_discard,
    learn_from_play,
    learn_from_stir,
    learn_from_tie,
    learn_from_trade,
    sees,
)
from joute.games.love_letter.rounds import end_turn
from joute.games.love_letter.state import DRAWN, REPLACE, SEARCH, UNDER, LoveLetterState, deck_size, lay, renew
from joute.jit.dispatch import rule


@rule
def play_card(state: LoveLetterState, card: int) -> None:
    """The mover lays the card down and keeps the other."""
    mover = state.mover
    learn_from_play(state, card)
    if state.cards[DRAWN] != card:
        state.cards[mover] = state.cards[DRAWN]
    state.cards[DRAWN] = NONE
    lay(state, mover, card)


@rule
def take_effect(state: LoveLetterState, card: int, target: int, guess: int) -> None:
    """What the card does."""
    if card == PRINCE:
        prince(state, target)
        return
    if card == CHANCELLOR and deck_size(state) > 0:
        state.phase = SEARCH
        state.recipient = DRAWN
        return
    if card == HANDMAID:
        state.protected |= 1 << state.mover
    elif card == PRINCESS:
        put_out(state, state.mover)
    elif target != NOBODY:
        if card == GUARD:
            guard(state, target, guess)
        elif card == PRIEST:
            sees(state, state.mover, target)
        elif card == BARON:
            baron(state, target)
        elif card == KING:
            king(state, target)
    end_turn(state)


@rule
def put_out(state: LoveLetterState, seat: int) -> None:
    """The seat discards its hand and is out of the round."""
    discard(state, seat)
    state.standing &= ~(1 << seat)


@rule
def discard(state: LoveLetterState, seat: int) -> None:
    """The seat's hand goes face up on its pile."""
    card = state.cards[seat]
    lay(state, seat, card)
    learn_from_discard(state, seat, card)
    state.cards[seat] = NONE


@rule
def guard(state: LoveLetterState, target: int, guess: int) -> None:
    """A target that holds the card named is out; otherwise everybody knows that it does not."""
    state.guesses[state.piled - 1] = guess
    if state.cards[target] == guess:
        put_out(state, target)
    else:
        everybody_learns(state, target, 1 << guess)


@rule
def baron(state: LoveLetterState, target: int) -> None:
    """The lower hand is out; everybody then knows that the other is higher, and the loser has seen it."""
    mover = state.mover
    mine, theirs = state.cards[mover], state.cards[target]
    if mine == theirs:
        learn_from_tie(state, mover, target)
        return
    winner, loser = (mover, target) if mine > theirs else (target, mover)
    up_to_loser = (2 << min(mine, theirs)) - 1
    put_out(state, loser)
    everybody_learns(state, winner, up_to_loser)
    sees(state, loser, winner)


@rule
def prince(state: LoveLetterState, target: int) -> None:
    """The target discards its hand: out with the Princess, otherwise it draws another card."""
    if state.cards[target] == PRINCESS:
        put_out(state, target)
        end_turn(state)
        return
    discard(state, target)
    renew(state, target, False)
    state.phase = REPLACE
    state.recipient = target


@rule
def king(state: LoveLetterState, target: int) -> None:
    """The two trade hands."""
    mover = state.mover
    mine = state.cards[mover]
    state.cards[mover] = state.cards[target]
    state.cards[target] = mine
    renew(state, mover, False)
    renew(state, target, False)
    learn_from_trade(state, mover, target)


@rule
def keep(state: LoveLetterState, retained: int, upper: int, lowest: int) -> None:
    """The mover keeps one card; the others lie under the deck, the one named last at the very bottom."""
    first = UNDER + state.under
    state.cards[state.mover] = retained
    state.cards[DRAWN] = NONE
    state.cards[DRAWN + 1] = NONE
    state.cards[first] = upper
    count = 1
    if lowest != NONE:
        state.cards[first + 1] = lowest
        count = 2
    state.under += count
    renew(state, state.mover, True)
    learn_from_stir(state, first, count)
