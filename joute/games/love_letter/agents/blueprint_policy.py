"""The blueprint: a mixed strategy for a whole round of two, as tables of weights that self-play has learnt.

A decision has a few options: either card (a Prince on oneself or on the other), or which of a Chancellor's three to keep. Each option's
weight is a sum over tables (`add` names them); probabilities are a softmax of these sums. The card that a Guard names, and the order of
the cards under the deck, are chosen after that, by a softmax of their own.

What the other seat may hold is weighed by what it has played: the same self-play counts how often a card is played when it is held
beside another, so that belief and strategy fit each other.
"""

from typing import NamedTuple

import numpy as np

from joute.core.rng import Rng, draw
from joute.games.love_letter.actions import NOBODY, keep_of, must_play_countess, play_of, retained_of
from joute.games.love_letter.cards import (
    AIMED,
    COUNTESS,
    GUARD,
    HANDMAID,
    KINDS,
    NONE,
    PRINCE,
    PRINCESS,
    SPY,
)
from joute.games.love_letter.heuristic import copies, unseen_by
from joute.games.love_letter.state import DRAWN, KEEP, LoveLetterState, deck_size
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s, Int64s

STAGES = 6  # of a round, by the cards left to draw
STAGE_OF = np.array([0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5])  # [cards left to draw]
PAIRS = KINDS * KINDS

# Where each table begins in the array of weights.
PLAYS = 0  # [stage, nobody can be chosen, played, retained]
HELD_KNOWN = PLAYS + STAGES * 2 * PAIRS  # [stage, retained] the other seat knows the card retained
AGAINST = HELD_KNOWN + STAGES * KINDS  # [stage, played, retained, kind] times the chance that the other seat holds the kind
LIKELIEST = AGAINST + STAGES * PAIRS * KINDS  # [stage, retained] a Guard, times the highest chance
SPIES = LIKELIEST + STAGES * KINDS  # [token counts, who has played one, played or retained]
GUARDS = SPIES + 2 * 4 * 2  # [stage, retained] times the share of Guards among the unseen
ON_ONESELF = GUARDS + STAGES * KINDS  # [stage, retained] a Prince
RETAINED = ON_ONESELF + STAGES * KINDS  # [stage, retained, kind] times the chance that the other seat holds it; and one for any kind
RETAINED_BESIDE = RETAINED + STAGES * KINDS * (KINDS + 1)  # [stage, retained, another of the three]
NAMED = RETAINED_BESIDE + STAGES * PAIRS  # [stage, kind], and times the chance that it is there
ORDERS = NAMED + STAGES * KINDS * 2  # [stage, upper, lowest]
WEIGHTS = ORDERS + STAGES * PAIRS

OPTIONS = 6  # at most
TERMS = 24  # of an option, at most
RATES = 2 * PAIRS * STAGES  # [stage, nobody could be chosen, played, retained]


class PolicyBuffers(NamedTuple):
    """What a decision writes to."""

    belief: Float64s  # [kind] the other seat's hand
    actions: Int64s  # [option] a Guard's without its guess
    n_terms: Int64s  # [option]
    places: Int64s  # [option, term] of the weights
    amounts: Float64s  # [option, term]
    shares: Float64s  # [option]
    finer: Int64s  # [0] number of finer choices (0: none), [1] their first kind of choice
    finer_actions: Int64s  # [choice]
    finer_places: Int64s  # [choice, term]
    finer_amounts: Float64s  # [choice, term]
    finer_shares: Float64s  # [choice]


def new_buffers() -> PolicyBuffers:
    """Buffers for one thread."""
    return PolicyBuffers(
        np.zeros(KINDS),
        np.zeros(OPTIONS, np.int64),
        np.zeros(OPTIONS, np.int64),
        np.zeros((OPTIONS, TERMS), np.int64),
        np.zeros((OPTIONS, TERMS)),
        np.zeros(OPTIONS),
        np.zeros(2, np.int64),
        np.zeros(KINDS, np.int64),
        np.zeros((KINDS, 2), np.int64),
        np.zeros((KINDS, 2)),
        np.zeros(KINDS),
    )


# --- belief -------------------------------------------------------------------------------------------------------------------


@rule
def weigh_hands(state: LoveLetterState, seat: int, rates: Float64s, likely: Float64s) -> None:
    """How likely the seat's plays were, up to a factor, for every card that it may hold now."""
    likely[:] = 1.0
    deck = 15
    if state.sought >> seat & 1:
        stage = STAGE_OF[max(0, deck - state.since[seat])]
        for kind in range(KINDS):
            likely[kind] = rates[RATES + stage * KINDS + kind]
    sheltered = 0
    for place in range(state.piled):
        played = state.pile[place]
        if state.pile_of[place] != seat:
            sheltered = 1 if played == HANDMAID else 0
            continue
        if place < state.since[seat]:
            continue
        stage = STAGE_OF[max(0, deck - 1 - place)]
        before = likely[played]
        row = ((stage * 2 + sheltered) * KINDS + played) * KINDS
        highest = 0.0
        for kind in range(KINDS):
            likely[kind] = rates[row + kind] * (likely[kind] + before)
            highest = max(highest, likely[kind])
        if highest > 0.0:
            for kind in range(KINDS):
                likely[kind] /= highest


@rule
def believe(state: LoveLetterState, seat: int, rates: Float64s, unseen: int, belief: Float64s) -> None:
    """The chance of every card that the other seat may hold."""
    other = 1 - seat
    cannot = state.cannot[1 + seat, other]
    possible, only, total = 0, 0, 0.0
    for kind in range(KINDS):
        if not cannot >> kind & 1:
            possible += 1
            only = kind
    if possible == 1:
        belief[:] = 0.0
        belief[only] = 1.0
        return
    weigh_hands(state, other, rates, belief)
    for kind in range(KINDS):
        belief[kind] = 0.0 if cannot >> kind & 1 else belief[kind] * copies(unseen, kind)
        total += belief[kind]
    for kind in range(KINDS):
        belief[kind] = belief[kind] / total if total > 0.0 else (0.0 if cannot >> kind & 1 else 1.0 / possible)


# --- options ------------------------------------------------------------------------------------------------------------------


@rule
def add(buffers: PolicyBuffers, option: int, place: int, amount: float) -> None:
    """One more term of an option."""
    term = buffers.n_terms[option]
    buffers.places[option, term] = place
    buffers.amounts[option, term] = amount
    buffers.n_terms[option] = term + 1


@rule
def add_play(state: LoveLetterState, seat: int, option: int, card: int, retained: int, unseen: int, buffers: PolicyBuffers) -> None:
    """The terms of a card that is played beside another."""
    stage, other = STAGE_OF[deck_size(state)], 1 - seat
    sheltered = state.protected >> other & 1
    buffers.n_terms[option] = 0
    add(buffers, option, PLAYS + ((stage * 2 + sheltered) * KINDS + card) * KINDS + retained, 1.0)
    held = state.cards[seat]
    if retained == held and state.watched[seat] >> other & 1:
        add(buffers, option, HELD_KNOWN + stage * KINDS + retained, 1.0)
    total = 0
    for kind in range(KINDS):
        total += copies(unseen, kind)
    add(buffers, option, GUARDS + stage * KINDS + retained, copies(unseen, GUARD) / max(1, total))
    if card == SPY or retained == SPY:
        race = 1 if state.goal > 1 or state.goal == 0 else 0
        spied = (state.spied >> seat & 1) * 2 + (state.spied >> other & 1)
        if card == SPY:
            add(buffers, option, SPIES + (race * 4 + spied) * 2, 1.0)
        if retained == SPY:
            add(buffers, option, SPIES + (race * 4 + spied) * 2 + 1, 1.0)
    if card == GUARD and not sheltered:
        highest = 0.0
        for kind in range(KINDS):
            if kind != GUARD:
                highest = max(highest, buffers.belief[kind])
        add(buffers, option, LIKELIEST + stage * KINDS + retained, highest)
    row = AGAINST + ((stage * KINDS + card) * KINDS + retained) * KINDS
    for kind in range(KINDS):
        if buffers.belief[kind] > 0.0:
            add(buffers, option, row + kind, buffers.belief[kind])


@rule
def list_plays(state: LoveLetterState, seat: int, unseen: int, buffers: PolicyBuffers) -> int:
    """The options of a seat that has drawn; returns their number."""
    held, drawn, other = state.cards[seat], state.cards[DRAWN], 1 - seat
    if must_play_countess(held, drawn):
        buffers.actions[0] = play_of(COUNTESS, NOBODY, 0)
        buffers.n_terms[0] = 0
        return 1
    sheltered, count = state.protected >> other & 1, 0
    for number in range(1 if held == drawn else 2):
        card, retained = (held, drawn) if number == 0 else (drawn, held)
        if card == PRINCESS:
            continue
        if card == PRINCE:
            buffers.actions[count] = play_of(card, seat, 0)
            add_play(state, seat, count, card, retained, unseen, buffers)
            buffers.n_terms[count] = 0
            add(buffers, count, ON_ONESELF + STAGE_OF[deck_size(state)] * KINDS + retained, 1.0)
            if retained != PRINCESS or sheltered:
                count += 1
            if sheltered:
                continue
            buffers.actions[count] = play_of(card, other, 0)
        elif card in AIMED:
            buffers.actions[count] = play_of(card, NOBODY if sheltered else other, 0)
        else:
            buffers.actions[count] = play_of(card, NOBODY, 0)
        add_play(state, seat, count, card, retained, unseen, buffers)
        count += 1
    return count


@rule
def list_keeping(state: LoveLetterState, seat: int, buffers: PolicyBuffers) -> int:
    """The options of a Chancellor's player: which of its cards it keeps; returns their number."""
    one, two, three = state.cards[seat], state.cards[DRAWN], state.cards[DRAWN + 1]
    stage, count = STAGE_OF[deck_size(state)], 0
    for number in range(3 if three != NONE else 2):
        if number == 0:
            retained, upper, lowest = one, two, three
        elif number == 1:
            retained, upper, lowest = two, one, three
        else:
            retained, upper, lowest = three, one, two
        if (number > 0 and retained == one) or (number > 1 and retained == two):
            continue
        buffers.actions[count] = keep_of(retained, upper, lowest)
        buffers.n_terms[count] = 0
        row = RETAINED + (stage * KINDS + retained) * (KINDS + 1)
        add(buffers, count, row + KINDS, 1.0)
        for kind in range(KINDS):
            if buffers.belief[kind] > 0.0:
                add(buffers, count, row + kind, buffers.belief[kind])
        add(buffers, count, RETAINED_BESIDE + (stage * KINDS + retained) * KINDS + upper, 1.0)
        if lowest != NONE:
            add(buffers, count, RETAINED_BESIDE + (stage * KINDS + retained) * KINDS + lowest, 1.0)
        count += 1
    return count


@rule
def soften(sums: Float64s, count: int) -> None:
    """Sums become probabilities."""
    highest, total = sums[0], 0.0
    for option in range(1, count):
        highest = max(highest, sums[option])
    for option in range(count):
        sums[option] = np.exp(sums[option] - highest)
        total += sums[option]
    for option in range(count):
        sums[option] /= total


@rule
def sum_of(weights: Float64s, buffers: PolicyBuffers, option: int) -> float:
    """The sum of an option's terms."""
    total = 0.0
    for term in range(buffers.n_terms[option]):
        total += weights[buffers.places[option, term]] * buffers.amounts[option, term]
    return total


@rule
def set_options(state: LoveLetterState, seat: int, weights: Float64s, rates: Float64s, buffers: PolicyBuffers) -> int:
    """Fill the options of a decision and their probabilities; returns their number."""
    unseen = unseen_by(state, seat)
    believe(state, seat, rates, unseen, buffers.belief)
    keeping = state.phase == KEEP
    count = list_keeping(state, seat, buffers) if keeping else list_plays(state, seat, unseen, buffers)
    for option in range(count):
        buffers.shares[option] = sum_of(weights, buffers, option)
    soften(buffers.shares, count)
    return count


@rule
def set_finer(state: LoveLetterState, seat: int, action: int, weights: Float64s, buffers: PolicyBuffers) -> int:
    """Fill the finer choices of an option, the guess or the order, and their probabilities; returns their number, 0 if there are none."""
    stage, other, count = STAGE_OF[deck_size(state)], 1 - seat, 0
    if state.phase == KEEP:
        retained = retained_of(action)
        one, two, three = state.cards[seat], state.cards[DRAWN], state.cards[DRAWN + 1]
        if three == NONE:
            return 0
        if retained == one:
            first, second = two, three
        elif retained == two:
            first, second = one, three
        else:
            first, second = one, two
        if first == second:
            return 0
        for number in range(2):
            upper, lowest = (first, second) if number == 0 else (second, first)
            buffers.finer_actions[number] = keep_of(retained, upper, lowest)
            buffers.finer_places[number, 0] = ORDERS + (stage * KINDS + upper) * KINDS + lowest
            buffers.finer_amounts[number, 0] = 1.0
            buffers.finer_places[number, 1] = 0
            buffers.finer_amounts[number, 1] = 0.0
        count = 2
    elif action == play_of(GUARD, other, 0):
        for kind in range(KINDS):
            if kind != GUARD and buffers.belief[kind] > 0.0:
                buffers.finer_actions[count] = play_of(GUARD, other, kind)
                buffers.finer_places[count, 0] = NAMED + (stage * KINDS + kind) * 2
                buffers.finer_amounts[count, 0] = 1.0
                buffers.finer_places[count, 1] = NAMED + (stage * KINDS + kind) * 2 + 1
                buffers.finer_amounts[count, 1] = buffers.belief[kind]
                count += 1
        if count == 0:
            buffers.finer_actions[0] = play_of(GUARD, other, PRINCESS)
            buffers.finer_amounts[0, :] = 0.0
            buffers.finer_places[0, :] = 0
            count = 1
    for number in range(count):
        buffers.finer_shares[number] = 0.0
        for term in range(2):
            buffers.finer_shares[number] += weights[buffers.finer_places[number, term]] * buffers.finer_amounts[number, term]
    if count > 0:
        soften(buffers.finer_shares, count)
    return count


@rule
def blueprint_action(state: LoveLetterState, seat: int, weights: Float64s, rates: Float64s, buffers: PolicyBuffers, rng: Rng) -> int:
    """An action by the blueprint's probabilities."""
    count = set_options(state, seat, weights, rates, buffers)
    option = draw(rng, buffers.shares, count) if count > 1 else 0
    action = buffers.actions[option]
    choices = set_finer(state, seat, action, weights, buffers)
    if choices > 0:
        action = buffers.finer_actions[draw(rng, buffers.finer_shares, choices)]
    return action


def initial_weights() -> Float64s:
    """Weights before self-play: name what is likely."""
    weights = np.zeros(WEIGHTS)
    for stage in range(STAGES):
        for kind in range(KINDS):
            weights[NAMED + (stage * KINDS + kind) * 2 + 1] = 8.0
    return weights


def initial_rates() -> Float64s:
    """Every card is played as often as the one beside it, and retained as often as another; then the retained cards of a Chancellor."""
    return np.concatenate([np.full(RATES, 0.5), np.full(STAGES * KINDS, 0.33)])
