"""The virtual game of the report's agent: a round of two seats as ten numbers and a few bits, the weights of cards, and what plays do.

Side 0 is the agent, side 1 its opponent. `negamax.py` lists what the report left open.
"""

import numpy as np
from numpy.typing import NDArray

from joute.games.love_letter.cards import (
    BARON,
    CHANCELLOR,
    COUNTESS,
    GUARD,
    HANDMAID,
    KINDS,
    KING,
    NONE,
    PRIEST,
    PRINCE,
    PRINCESS,
    SPY,
)
from joute.jit.dispatch import rule

World = NDArray[np.int64]  # the two hands, then the fields named below, then the unseen cards by kind
LEFT, SHELTERED, SPIED, OUT, POOL = 2, 3, 4, 5, 6  # cards to draw; bits of sides; bits; bits; the first of the kinds
SIZE = POOL + KINDS
UNKNOWN = -1  # a target or a guess that the agent's own rule decides

PROTECTION = 0.15  # taken off the cards that need a target when the opponent is protected
WON, WON_WITH_POINT, POINT = 0.75, 1.0, 0.5  # ends: the opponent is out, without and with the Spy's point, which counts once more
SURE_ENOUGH = 0.2  # a Guard that hits more often than that is retained when a Prince is played


@rule
def unseen(world: World, side: int, kind: int) -> int:
    """The number of cards of the kind that the side has not seen: in the deck, set aside, or in the other hand."""
    return world[POOL + kind] + (1 if world[1 - side] == kind else 0)


@rule
def has_point(world: World, side: int) -> bool:
    """The side would get the Spy's token: no other side that is in has played one."""
    rivals = world[SPIED] & ~world[OUT] & ~(1 << side)
    return world[SPIED] >> side & 1 == 1 and rivals == 0


@rule
def highest_chance(world: World, side: int) -> float:
    """The highest probability of any kind among the unseen cards."""
    most, total = 0, 0
    for kind in range(KINDS):
        most = max(most, unseen(world, side, kind))
        total += unseen(world, side, kind)
    return most / total if total else 0.0


@rule
def share_below(world: World, side: int, card: int) -> float:
    """The share of the unseen cards that are lower."""
    lower, total = 0, 0
    for kind in range(KINDS):
        total += unseen(world, side, kind)
        if kind < card:
            lower += unseen(world, side, kind)
    return lower / total if total else 0.0


@rule
def fixed_weight(world: World, side: int, card: int, total: int, guess: float) -> float:
    """The report's weight of a card; the Baron's without what it owes to the card beside it."""
    hindered = PROTECTION if world[SHELTERED] >> (1 - side) & 1 else 0.0
    if card == SPY:
        return 0.0 if has_point(world, side) else 0.5
    if card == GUARD:
        return guess - hindered
    if card == PRIEST:
        return 0.15 - hindered
    if card == BARON:
        return -0.8 - hindered
    if card == HANDMAID:
        return 0.2
    if card == PRINCE:
        return 0.15 + (1.0 / total if unseen(world, side, PRINCESS) else 0.0)
    if card == CHANCELLOR:
        return 0.25
    if card == KING:
        return 1.5 / total - hindered
    return (1.75 if card == COUNTESS else 2.0) / total


@rule
def hand_value(world: World, side: int, card: int) -> float:
    """The mean over the possible draws, weighted by their number, of half the sum of the pair's weights."""
    total, lower, most = 0, 0, 0
    for kind in range(KINDS):
        count = unseen(world, side, kind)
        total += count
        most = max(most, count)
        if kind < card:
            lower += count
    if total == 0:
        return 0.0
    guess = most / total
    mine = fixed_weight(world, side, card, total, guess)
    summed, below = 0.0, 0
    for kind in range(KINDS):
        count = unseen(world, side, kind)
        if count:
            pair = mine + fixed_weight(world, side, kind, total, guess)
            if card == BARON:
                pair += below / total
            if kind == BARON:
                pair += lower / total
            summed += count * pair / 2.0
        below += count
    return summed / total


@rule
def ended(world: World) -> bool:
    """One side is out, or the deck is empty."""
    return world[OUT] != 0 or world[LEFT] == 0


@rule
def judged(world: World) -> float:
    """The value of a position by the report's `evaluate`."""
    if not ended(world):
        return hand_value(world, 0, world[0])
    if world[OUT] & 1:
        return 0.0
    point = has_point(world, 0)
    value = share_below(world, 0, world[0]) if world[OUT] == 0 else WON_WITH_POINT if point else WON
    return value + POINT if point else value


# --- the agent's own rules ------------------------------------------------------------------------------------------------


@rule
def likeliest_guess(world: World, side: int) -> int:
    """The most frequent unseen card that a Guard may name, the highest among equals."""
    best, most = PRINCESS, 0
    for kind in range(KINDS - 1, -1, -1):
        if kind != GUARD and unseen(world, side, kind) > most:
            best, most = kind, unseen(world, side, kind)
    return best


@rule
def prince_target(world: World, side: int) -> int:
    """The side that a Prince is played on, by the card retained beside it; oneself when the other is protected."""
    retained = world[side]
    if world[SHELTERED] >> (1 - side) & 1:
        return side
    if retained in (HANDMAID, CHANCELLOR, PRINCESS):
        return 1 - side
    if retained == SPY:
        return side if has_point(world, side) else 1 - side
    if retained == GUARD:
        return 1 - side if highest_chance(world, side) > SURE_ENOUGH else side
    return side


@rule
def top_of_deck(world: World) -> int:
    """The card that stands for the hidden top of the deck: the most frequent one, the highest among equals."""
    best, most = NONE, 0
    for kind in range(KINDS - 1, -1, -1):
        if world[POOL + kind] > most:
            best, most = kind, world[POOL + kind]
    return best


@rule
def chancellor(world: World, side: int) -> None:
    """Draw two cards, keep the one with the best value."""
    if world[LEFT] == 0:
        return
    retained = world[side]
    one = top_of_deck(world)
    world[POOL + one] -= 1
    other = NONE
    if world[LEFT] > 1:
        other = top_of_deck(world)
        world[POOL + other] -= 1
    best = better_of(world, side, retained, one)
    if other != NONE:
        best = better_of(world, side, best, other)
        world[POOL + other] += 1
    world[POOL + one] += 1
    world[POOL + retained] += 1
    world[POOL + best] -= 1
    world[side] = best


@rule
def better_of(world: World, side: int, one: int, other: int) -> int:
    """The card with the higher value, the higher card among equals."""
    first, second = hand_value(world, side, one), hand_value(world, side, other)
    if first == second:
        return max(one, other)
    return one if first > second else other


# --- what a play does -----------------------------------------------------------------------------------------------------


@rule
def play(world: World, side: int, card: int, retained: int, target: int, guess: int, renewal: int) -> bool:
    """The side plays a card and keeps the other; False if the renewal is not a card that it can draw after its own Prince."""
    other = 1 - side
    world[side] = retained
    if card == PRINCE:
        return prince(world, side, prince_target(world, side) if target == UNKNOWN else target, renewal)
    if card == SPY:
        world[SPIED] |= 1 << side
    elif card == HANDMAID:
        world[SHELTERED] |= 1 << side
    elif card == CHANCELLOR:
        chancellor(world, side)
    elif card == PRINCESS:
        world[OUT] |= 1 << side
    elif not world[SHELTERED] >> other & 1:
        attack(world, side, card, likeliest_guess(world, side) if guess == UNKNOWN else guess)
    return renewal == 0


@rule
def attack(world: World, side: int, card: int, guess: int) -> None:
    """A Guard, a Baron or a King against a seat without protection; a Priest shows nothing to the virtual game."""
    other = 1 - side
    mine, theirs = world[side], world[other]
    if card == GUARD:
        if theirs == guess:
            world[OUT] |= 1 << other
    elif card == BARON:
        if mine != theirs:
            world[OUT] |= 1 << (other if mine > theirs else side)
    elif card == KING:
        world[side], world[other] = theirs, mine


@rule
def prince(world: World, side: int, target: int, renewal: int) -> bool:
    """The target discards and draws: the side itself any card that is left, the other the top of the deck."""
    discarded = world[target]
    if discarded == PRINCESS:
        world[OUT] |= 1 << target
        return renewal == 0
    if discarded == SPY:
        world[SPIED] |= 1 << target
    drawn = renewal if target == side else top_of_deck(world)
    if drawn == NONE or world[POOL + drawn] == 0 or (target != side and renewal != 0):
        return False
    world[POOL + drawn] -= 1
    world[LEFT] = max(0, world[LEFT] - 1)
    world[target] = drawn
    return True
