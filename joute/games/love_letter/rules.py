"""Love Letter, the 2019 edition: keep the highest card, or be the last seat in the round; the first to enough tokens wins the match.

A chance event is one card from those that nobody has seen (its outcome is the kind), or the lot that finds the next leader.
"""

from joute.compiled import rule
from joute.dice import Dice, below
from joute.games.love_letter.actions import (
    NOBODY,
    card_of,
    guess_of,
    keep_of,
    kept_of,
    lowest_of,
    play_of,
    target_of,
    upper_of,
)
from joute.games.love_letter.cards import (
    BARON,
    CHANCELLOR,
    COUNTESS,
    GUARD,
    GUESSES,
    HANDMAID,
    KINDS,
    KING,
    NONE,
    PRIEST,
    PRINCE,
    PRINCESS,
)
from joute.games.love_letter.knowledge import (
    everybody_learns,
    learn_from_discard,
    learn_from_play,
    learn_from_stir,
    learn_from_tie,
    learn_from_trade,
    move_knowledge,
    sees,
)
from joute.games.love_letter.options import LoveLetterOptions
from joute.games.love_letter.table import (
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
    bit_count,
    clear_table,
    deck_size,
    lay,
    lowest_bit,
)
from joute.rulebook import Actions, Choices, Odds, Record, Scores

FACE_UP = 3  # cards laid face up when two play


def setup(state: Record, options: LoveLetterOptions) -> None:
    """Seat 0 begins the first round."""
    state.seats, state.goal, state.rounds = options.seats, options.goal, options.rounds
    begin_round(state, 0)


# --- rounds and turns -----------------------------------------------------------------------------------------------------


@rule
def begin_round(state: Record, leader: int) -> None:
    """Shuffle; with two seats three cards are laid face up; then everybody is dealt one."""
    clear_table(state)
    state.leader = leader
    state.mover = leader
    state.phase = SHOW if state.seats == 2 else DEAL
    state.recipient = 0 if state.seats == 2 else leader


@rule
def next_seat(state: Record, seat: int) -> int:
    """The seat to the left."""
    return seat + 1 if seat + 1 < state.seats else 0


@rule
def begin_turn(state: Record, seat: int) -> None:
    """The seat leaves its Handmaid's protection and will draw."""
    state.mover = seat
    state.protected &= ~(1 << seat)
    state.phase = DRAW
    state.recipient = DRAWN


@rule
def end_turn(state: Record) -> None:
    """One seat left or an empty deck ends the round; otherwise the next seat in the round moves."""
    if state.standing & (state.standing - 1) == 0 or deck_size(state) == 0:
        end_round(state)
        return
    seat = next_seat(state, state.mover)
    while not state.standing >> seat & 1:
        seat = next_seat(state, seat)
    begin_turn(state, seat)


@rule
def end_round(state: Record) -> None:
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


# --- drawing --------------------------------------------------------------------------------------------------------------


@rule
def take_from_under(state: Record, place: int) -> None:
    """The next of the known cards under the deck comes up."""
    state.cards[place] = state.cards[UNDER]
    move_knowledge(state, UNDER, place)
    for lower in range(UNDER + 1, UNDER + state.under):
        state.cards[lower - 1] = state.cards[lower]
        move_knowledge(state, lower, lower - 1)
    state.under -= 1
    state.cards[UNDER + state.under] = NONE


@rule
def after_drawing(state: Record) -> None:
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
def draw_known(state: Record) -> None:
    """When only the cards under the deck are left, drawing is no chance."""
    while (state.phase == DRAW or state.phase == REPLACE or state.phase == SEARCH) and state.left == 0 and state.under > 0:
        take_from_under(state, state.recipient)
        after_drawing(state)


def chances(state: Record, odds: Odds) -> int:
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


def resolve(state: Record, outcome: int) -> None:
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
        if state.recipient == FACE_UP:
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


# --- choosing -------------------------------------------------------------------------------------------------------------


def movers(state: Record) -> int:
    """The mover plays a card, or chooses what its Chancellor keeps."""
    return 1 << state.mover if state.phase == CHOOSE or state.phase == KEEP else 0


def over(state: Record) -> bool:
    """Somebody has enough tokens, or all rounds are played."""
    return state.phase == OVER


@rule
def targets(state: Record) -> int:
    """The other seats that may be chosen, as bits."""
    return state.standing & ~state.protected & ~(1 << state.mover)


@rule
def targets_of(state: Record, card: int) -> int:
    """The seats that the card may be played on, as bits."""
    if GUESSES[card] == 0:
        return 0
    return targets(state) | 1 << state.mover if card == PRINCE else targets(state)


@rule
def list_card(state: Record, card: int, actions: Actions, count: int) -> int:
    """Every way to play one card, added to the list."""
    chosen = targets_of(state, card)
    if chosen == 0:
        actions[count] = play_of(card, NOBODY, 0)
        return count + 1
    for target in range(state.seats):
        if chosen >> target & 1:
            for guess in range(GUESSES[card]):
                actions[count] = play_of(card, target, named(card, guess))
                count += 1
    return count


@rule
def named(card: int, guess: int) -> int:
    """The guess of that number: a Guard names any other card."""
    return guess + 1 if card == GUARD and guess >= GUARD else guess


@rule
def must_play_countess(held: int, drawn: int) -> bool:
    """The Countess is held with the King or a Prince."""
    return (held == COUNTESS and (drawn in (KING, PRINCE))) or (drawn == COUNTESS and (held in (KING, PRINCE)))


def legal(state: Record, seat: int, actions: Actions) -> int:
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


@rule
def list_keeping(held: int, drawn: int, last: int, actions: Actions) -> int:
    """Each card may be kept, and the others go under the deck in either order; equal cards count once."""
    count = list_orders(held, drawn, last, actions, 0)
    if drawn != held:
        count = list_orders(drawn, held, last, actions, count)
    if last != NONE and last != held and last != drawn:
        count = list_orders(last, held, drawn, actions, count)
    return count


@rule
def list_orders(kept: int, one: int, other: int, actions: Actions, count: int) -> int:
    """One card is kept; the one or two others go under the deck."""
    actions[count] = keep_of(kept, one, other)
    count += 1
    if other != NONE and one != other:
        actions[count] = keep_of(kept, other, one)
        count += 1
    return count


@rule
def count_card(state: Record, card: int) -> int:
    """In how many ways a card can be played."""
    return max(1, bit_count(targets_of(state, card)) * GUESSES[card])


@rule
def nth_play(state: Record, card: int, number: int) -> int:
    """One of the ways to play a card."""
    chosen = targets_of(state, card)
    if chosen == 0:
        return play_of(card, NOBODY, 0)
    while number >= GUESSES[card]:
        number -= GUESSES[card]
        chosen &= chosen - 1
    return play_of(card, lowest_bit(chosen), named(card, number))


def pick(state: Record, seat: int, actions: Actions, dice: Dice) -> int:
    """Any of the legal actions, without a list of them."""
    held, drawn = state.cards[seat], state.cards[DRAWN]
    if state.phase == KEEP:
        return actions[below(dice, list_keeping(held, drawn, state.cards[DRAWN + 1], actions))]
    if must_play_countess(held, drawn):
        return play_of(COUNTESS, NOBODY, 0)
    ways = count_card(state, held)
    number = below(dice, ways + (count_card(state, drawn) if drawn != held else 0))
    return nth_play(state, held, number) if number < ways else nth_play(state, drawn, number - ways)


# --- playing --------------------------------------------------------------------------------------------------------------


def advance(state: Record, choices: Choices) -> None:
    """Play the card, or put the Chancellor's cards under the deck."""
    action = choices[state.mover]
    if state.phase == KEEP:
        keep(state, kept_of(action), upper_of(action), lowest_of(action))
        end_turn(state)
    else:
        card = card_of(action)
        play_card(state, card)
        take_effect(state, card, target_of(action), guess_of(action))
    draw_known(state)


@rule
def play_card(state: Record, card: int) -> None:
    """The mover lays the card down and keeps the other."""
    mover = state.mover
    learn_from_play(state, card)
    if state.cards[DRAWN] != card:
        state.cards[mover] = state.cards[DRAWN]
    state.cards[DRAWN] = NONE
    lay(state, mover, card)


@rule
def take_effect(state: Record, card: int, target: int, guess: int) -> None:
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
def put_out(state: Record, seat: int) -> None:
    """The seat discards its hand and is out of the round."""
    discard(state, seat)
    state.standing &= ~(1 << seat)


@rule
def discard(state: Record, seat: int) -> None:
    """The seat's hand goes face up on its pile."""
    card = state.cards[seat]
    lay(state, seat, card)
    learn_from_discard(state, seat, card)
    state.cards[seat] = NONE


@rule
def guard(state: Record, target: int, guess: int) -> None:
    """A target that holds the card named is out; otherwise everybody knows that it does not."""
    if state.cards[target] == guess:
        put_out(state, target)
    else:
        everybody_learns(state, target, 1 << guess)


@rule
def baron(state: Record, target: int) -> None:
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
def prince(state: Record, target: int) -> None:
    """The target discards its hand: out with the Princess, otherwise it draws another card."""
    if state.cards[target] == PRINCESS:
        put_out(state, target)
        end_turn(state)
        return
    discard(state, target)
    state.phase = REPLACE
    state.recipient = target


@rule
def king(state: Record, target: int) -> None:
    """The two trade hands."""
    mover = state.mover
    mine = state.cards[mover]
    state.cards[mover] = state.cards[target]
    state.cards[target] = mine
    learn_from_trade(state, mover, target)


@rule
def keep(state: Record, kept: int, upper: int, lowest: int) -> None:
    """The mover keeps one card; the others lie under the deck, the one named last at the very bottom."""
    first = UNDER + state.under
    state.cards[state.mover] = kept
    state.cards[DRAWN] = NONE
    state.cards[DRAWN + 1] = NONE
    state.cards[first] = upper
    count = 1
    if lowest != NONE:
        state.cards[first + 1] = lowest
        count = 2
    state.under += count
    learn_from_stir(state, first, count)


# --- scores ---------------------------------------------------------------------------------------------------------------


@rule
def match_winners(state: Record) -> int:
    """The seats with enough tokens, as bits."""
    winners = 0
    for seat in range(state.seats):
        if state.tokens[seat] >= state.goal:
            winners |= 1 << seat
    return winners


def returns(state: Record, scores: Scores) -> None:
    """The tokens when rounds are counted; for a match 1, shared by those who have enough tokens."""
    winners = match_winners(state)
    share = 1.0 / max(1, bit_count(winners))
    for seat in range(state.seats):
        scores[seat] = state.tokens[seat] if state.goal == 0 else (winners >> seat & 1) * share
