"""How rounds and turns begin and end, and how cards are drawn."""

from joute.games.love_letter.cards import NONE
from joute.games.love_letter.knowledge import move_knowledge
from joute.games.love_letter.state import (
    CHOOSE,
    DEAL,
    DRAW,
    DRAWN,
    KEEP,
    LOT,
    OVER,
    REPLACE,
    SEARCH,
    SHOW,
    UNDER,
    LoveLetterState,
    clear_table,
    deck_size,
)
from joute.jit.dispatch import rule


@rule
def begin_round(state: LoveLetterState, leader: int) -> None:
    """Shuffle; with two seats cards are laid face up (three); then everybody is dealt one."""
    clear_table(state)
    state.leader = leader
    state.mover = leader
    state.phase = SHOW if state.shown > 0 else DEAL
    state.recipient = 0 if state.shown > 0 else leader


@rule
def next_seat(state: LoveLetterState, seat: int) -> int:
    """The seat to the left."""
    return seat + 1 if seat + 1 < state.seats else 0


@rule
def begin_turn(state: LoveLetterState, seat: int) -> None:
    """The seat leaves its Handmaid's protection and will draw."""
    state.mover = seat
    state.protected &= ~(1 << seat)
    state.phase = DRAW
    state.recipient = DRAWN


@rule
def end_turn(state: LoveLetterState) -> None:
    """One seat left or an empty deck ends the round; otherwise the next seat in the round moves."""
    if state.standing & (state.standing - 1) == 0 or deck_size(state) == 0:
        end_round(state)
        return
    seat = next_seat(state, state.mover)
    while not state.standing >> seat & 1:
        seat = next_seat(state, seat)
    begin_turn(state, seat)


@rule
def end_round(state: LoveLetterState) -> None:
    """The highest card wins, equal ones all win; a token for each winner, and one for the only Spy among those still in."""
    best = 0
    for seat in range(state.seats):
        if state.standing >> seat & 1:
            best = max(best, state.cards[seat])
    spies = state.standing & state.spied
    full = False
    state.winners = 0
    for seat in range(state.seats):
        if state.standing >> seat & 1 and state.cards[seat] == best:
            state.winners |= 1 << seat
            state.tokens[seat] += 1
        if spies == 1 << seat:
            state.tokens[seat] += 1
        full = full or (state.goal > 0 and state.tokens[seat] >= state.goal)
    state.round += 1
    state.recipient = 0
    state.phase = OVER if full or state.round == state.rounds else LOT


@rule
def match_winners(state: LoveLetterState) -> int:
    """The seats with enough tokens, as bits."""
    winners = 0
    for seat in range(state.seats):
        if state.tokens[seat] >= state.goal:
            winners |= 1 << seat
    return winners


# --- drawing --------------------------------------------------------------------------------------------------------


@rule
def take_from_under(state: LoveLetterState, place: int) -> None:
    """The next of the known cards under the deck comes up."""
    state.cards[place] = state.cards[UNDER]
    move_knowledge(state, UNDER, place)
    for lower in range(UNDER + 1, UNDER + state.under):
        state.cards[lower - 1] = state.cards[lower]
        move_knowledge(state, lower, lower - 1)
    state.under -= 1
    state.cards[UNDER + state.under] = NONE


@rule
def after_drawing(state: LoveLetterState) -> None:
    """A card has arrived in its place: what comes next."""
    if state.phase == DRAW:
        state.phase = CHOOSE
        state.recipient = 0
    elif state.phase == REPLACE:
        end_turn(state)
    elif state.recipient == DRAWN and deck_size(state) > 0:
        state.recipient = DRAWN + 1
    else:
        state.phase = KEEP
        state.recipient = 0


@rule
def draw_known(state: LoveLetterState) -> None:
    """When only the cards under the deck are left, drawing is no chance."""
    while (state.phase == DRAW or state.phase == REPLACE or state.phase == SEARCH) and state.left == 0 and state.under > 0:
        take_from_under(state, state.recipient)
        after_drawing(state)
