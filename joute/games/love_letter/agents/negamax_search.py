"""The report's negamax with alpha-beta over virtual draws: the mover takes whichever drawn card and play is best for it.

Values are whole numbers, seen from the agent: the report's value rounded to five digits, then the floor where it was met, so that of equal
values the farther is the better one for the agent (its prudence).
"""

import numpy as np
from numpy.typing import NDArray

from joute.core.contract import Actions
from joute.core.state import States
from joute.games.love_letter.actions import NOBODY, card_of, guess_of, must_play_countess, target_of
from joute.games.love_letter.agents.virtual_round import LEFT, OUT, POOL, SHELTERED, SIZE, SPIED, UNKNOWN, World, ended, judged, play
from joute.games.love_letter.cards import COUNTESS, GUARD, HIDDEN, KINDS, NONE, PRINCE
from joute.games.love_letter.features import may_hold
from joute.games.love_letter.heuristic import copies, unseen_by
from joute.games.love_letter.state import DRAWN, UNDER, LoveLetterState, deck_size
from joute.jit.compile import compiled
from joute.jit.dispatch import rule

Worlds = NDArray[np.int64]  # [floor, SIZE]; floor 0 is the position before the play
Frames = NDArray[np.int64]  # [floor, ...]: best value so far, alpha, beta, the next child
BEST, ALPHA, BETA, NEXT = range(4)
FRAME = 4

DIGITS = 100_000  # the report rounds to five digits
FLOORS = 16
INFINITE = 1 << 40
PLAYS = 2 * KINDS  # of one drawn card: either card, and what a Prince on oneself draws
CHILDREN = KINDS * PLAYS


@rule
def leaf_value(world: World, floor: int) -> int:
    """The value for the agent; the farther the better among equals."""
    return int(np.rint(judged(world) * DIGITS)) * FLOORS + floor


@rule
def next_child(before: World, after: World, side: int, number: int) -> int:
    """Make the first child from this number on; the number after it, or 0 when there is none."""
    held = before[side]
    while number < CHILDREN:
        drawn, second, renewal = number // PLAYS, number // KINDS % 2, number % KINDS
        card, retained = (drawn, held) if second else (held, drawn)
        if before[POOL + drawn] == 0 or (second and drawn == held):
            number = (drawn + 1) * PLAYS
        elif (renewal and card != PRINCE) or (card != COUNTESS and must_play_countess(held, drawn)):
            number = drawn * PLAYS + (second + 1) * KINDS
        else:
            number += 1
            for field in range(SIZE):
                after[field] = before[field]
            after[POOL + drawn] -= 1
            after[LEFT] -= 1
            after[SHELTERED] &= ~(1 << side)
            if play(after, side, card, retained, UNKNOWN, UNKNOWN, renewal):
                return number
    return 0


@rule
def search(worlds: Worlds, frames: Frames, depth: int, nodes: NDArray[np.int64]) -> int:
    """The value for the agent of the position on floor 1, where the opponent moves."""
    nodes[0] += 1
    if depth == 1 or ended(worlds[1]):
        return leaf_value(worlds[1], 1)
    floor = 1
    frames[1, BEST], frames[1, ALPHA], frames[1, BETA], frames[1, NEXT] = -INFINITE, -INFINITE, INFINITE, 0
    while True:
        # 1. The next child, unless there is none or the rest cannot matter; then the value goes up to the parent.
        number = 0
        if frames[floor, ALPHA] < frames[floor, BETA]:
            number = next_child(worlds[floor], worlds[floor + 1], floor & 1, frames[floor, NEXT])
        if number == 0:
            value = frames[floor, BEST]
            floor -= 1
            if floor == 0:
                return -value  # the opponent's value
        else:
            # 2. A child inside the tree is entered; a leaf is judged.
            frames[floor, NEXT] = number
            nodes[0] += 1
            if floor + 1 < depth and not ended(worlds[floor + 1]):
                frames[floor + 1, BEST], frames[floor + 1, NEXT] = -INFINITE, 0
                frames[floor + 1, ALPHA], frames[floor + 1, BETA] = -frames[floor, BETA], -frames[floor, ALPHA]
                floor += 1
                continue
            value = leaf_value(worlds[floor + 1], floor + 1)
            if floor & 1 == 0:
                value = -value  # the child's mover is the opponent
        # 3. The parent takes the child's value, seen from its own side.
        frames[floor, BEST] = max(frames[floor, BEST], -value)
        frames[floor, ALPHA] = max(frames[floor, ALPHA], -value)


@rule
def lay_out(state: LoveLetterState, seat: int, world: World) -> None:
    """The virtual world of a view, the opponent's card still among the unseen ones."""
    other = 1 - seat
    world[0], world[1] = state.cards[seat], NONE
    world[LEFT] = deck_size(state)
    world[SHELTERED] = state.protected >> other & 1
    world[SHELTERED] <<= 1
    world[SPIED] = (state.spied >> seat & 1) | (state.spied >> other & 1) << 1
    world[OUT] = 0
    cards = unseen_by(state, seat)
    for kind in range(KINDS):
        world[POOL + kind] = copies(cards, kind)
    # The report counts only what lies open and what it holds as seen: known hands and cards under the deck are put back.
    for place in range(len(state.cards)):
        mine = place == seat or (DRAWN <= place < UNDER and state.mover == seat)
        if not mine and state.cards[place] != NONE and state.cards[place] != HIDDEN:
            world[POOL + state.cards[place]] += 1


@rule
def value_of(
    worlds: Worlds, frames: Frames, depth: int, card: int, retained: int, target: int, guess: int, nodes: NDArray[np.int64]
) -> int:
    """The value of a play; after a Prince on itself the agent takes the best of the cards that it may draw."""
    best = -INFINITE
    for renewal in range(KINDS if card == PRINCE else 1):
        worlds[1, :] = worlds[0]
        if play(worlds[1], 0, card, retained, target, guess, renewal):
            best = max(best, search(worlds, frames, depth, nodes))
    return best


@compiled
def judge_plays(
    view: States, seat: int, actions: Actions, count: int, depth: int, values: NDArray[np.float64], nodes: NDArray[np.int64]
) -> None:
    """The value of every play, the mean over the cards that the opponent may hold."""
    state = view[0]
    worlds = np.zeros((depth + 2, SIZE), np.int64)
    frames = np.zeros((depth + 2, FRAME), np.int64)
    start = worlds[0]
    possible = may_hold(state, seat, 1 - seat)
    cards = unseen_by(state, seat)
    total = 0
    for kind in range(KINDS):
        if not possible >> kind & 1:
            continue
        weight = max(1, copies(cards, kind))  # a card that the agent knows is not among the unseen ones
        total += weight
        lay_out(state, seat, start)
        start[1] = kind
        start[POOL + kind] -= 1
        missed = 0
        for number in range(count):
            card, guess = card_of(actions[number]), guess_of(actions[number])
            retained = state.cards[DRAWN] if card == state.cards[seat] else state.cards[seat]
            target = 0 if target_of(actions[number]) == seat else 1
            if card == GUARD and target_of(actions[number]) != NOBODY and guess != kind:  # every miss is the same
                if missed == 0:
                    missed = value_of(worlds, frames, depth, card, retained, target, guess, nodes)
                value = missed
            else:
                value = value_of(worlds, frames, depth, card, retained, target, guess, nodes)
            values[number] += weight * value
    for number in range(count):
        values[number] /= total * DIGITS * FLOORS
