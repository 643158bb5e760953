"""A round of two seats by backward induction, in compiled code.

Both seats inside carry the same, however the cards were ordered, so that a position of the round is a multiset: the treasures, warnings
and relics that are still to come. It has one number for treasures, one for traps (kinds with equally many copies are alike) and one for
relics; each card that is turned makes one of them smaller. All positions are solved for several differences of the banks at once.

When one seat has left with its loot, the other is alone: everything found in the round so far and later, except that loot, is what it can
bring home. So its value depends on the position, the loot and the difference, and not on when the first seat left.
"""

from typing import NamedTuple

import numpy as np

from joute.jit.compile import compiled
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s, Int8s, Int64s

BOTH_EXPLORE, FIRST_EXPLORES, SECOND_EXPLORES, BOTH_RETURN = range(4)  # cells of the matrix at the root


class RoundDeck(NamedTuple):
    """The positions that a round can still reach."""

    treasures: Int8s  # [treasure number, kind] copies in the deck
    steps: Int64s  # [kind] difference of the treasure number when one is turned
    loot: Int64s  # [treasure number] gems for one who returns alone, of two inside
    found: Int64s  # [treasure number] all gems found and not yet in a bank
    traps: Int64s  # [trap number, copies - 1] kinds without a warning
    trap_steps: Int64s  # [copies - 1] difference of the trap number at a warning
    trap_cards: Int64s  # [trap number] in the deck
    deadly: Int64s  # [trap number] those that end the round
    relics: Int64s  # [relic number, way] the relic number after a relic is turned
    relic_copies: Int64s  # [relic number, way] cards in the deck that do so; 0: no such way
    relic_cards: Int64s  # [relic number] in the deck
    worth: Int64s  # [relic number] of all relics that were turned and not taken before


class RoundEnds(NamedTuple):
    """What the end of the round is worth to a seat, by the difference of its bank to the other's."""

    worth: Float64s  # [relic number, difference + middle]
    differences: Int64s  # [column] at the root; the second half is the first one negated, in reverse order
    middle: int


@rule
def sum_cards(deck: RoundDeck, values: Float64s, place: tuple[int, int, int], sums: Float64s) -> None:
    """The sum of the values after every next card that does not end the round, weighted by the number of such cards."""
    treasure, trap, relic = place
    n_traps, n_relics = len(deck.deadly), len(deck.worth)
    columns = len(sums)
    position = (treasure * n_traps + trap) * n_relics + relic
    sums[:] = 0.0
    for kind in range(len(deck.steps)):
        copies = deck.treasures[treasure, kind]
        if copies > 0:
            after = position - deck.steps[kind] * n_traps * n_relics
            for column in range(columns):
                sums[column] += copies * values[after, column]
    for size in range(3):
        kinds = deck.traps[trap, size]
        if kinds > 0:
            after = position - deck.trap_steps[size] * n_relics
            for column in range(columns):
                sums[column] += (size + 1) * kinds * values[after, column]
    for way in range(deck.relics.shape[1]):
        copies = deck.relic_copies[relic, way]
        if copies > 0:
            after = position - relic + deck.relics[relic, way]
            for column in range(columns):
                sums[column] += copies * values[after, column]


@rule
def cards_in_deck(deck: RoundDeck, treasure: int, trap: int, relic: int) -> int:
    """The number of cards that may be turned."""
    cards = deck.trap_cards[trap] + deck.relic_cards[relic]
    for kind in range(len(deck.steps)):
        cards += deck.treasures[treasure, kind]
    return cards


@rule
def solve_alone(deck: RoundDeck, ends: RoundEnds, loot: int, values: Float64s, exploring: Float64s, sums: Float64s) -> None:
    """The values of a seat that is alone since the other left with that loot; `exploring` gets them where the loot lies there now."""
    n_traps, n_relics = len(deck.deadly), len(deck.worth)
    columns = len(sums)
    most_worth = deck.worth.max()
    for treasure in range(len(deck.loot)):
        if deck.loot[treasure] + most_worth < loot:
            continue  # such positions come before the other seat left
        for trap in range(n_traps):
            for relic in range(n_relics):
                lies = deck.loot[treasure] + deck.worth[relic]
                if lies < loot:
                    continue
                position = (treasure * n_traps + trap) * n_relics + relic
                gained = deck.found[treasure] + deck.worth[relic] - 2 * loot
                won = lies > loot
                for column in range(columns):
                    home = ends.worth[relic, ends.differences[column] + gained + ends.middle]
                    values[position, column] = home
                    won = won and home >= 1.0
                if won:
                    continue  # nothing is better than a game that is won at home
                sum_cards(deck, values, (treasure, trap, relic), sums)
                cards, deadly = cards_in_deck(deck, treasure, trap, relic), deck.deadly[trap]
                for column in range(columns):
                    lost = ends.worth[relic, ends.differences[column] - loot + ends.middle]
                    value = (sums[column] + deadly * lost) / cards
                    if lies == loot:
                        exploring[position, column] = value
                    values[position, column] = max(values[position, column], value)


@rule
def matrix_value(cells: Float64s) -> float:
    """The value for the first seat of the game of both choices, in the order of the cells."""
    explores, alone, left, home = cells[BOTH_EXPLORE], cells[FIRST_EXPLORES], cells[SECOND_EXPLORES], cells[BOTH_RETURN]
    lower = max(min(explores, alone), min(left, home))
    upper = min(max(explores, left), max(alone, home))
    return lower if lower >= upper else (explores * home - alone * left) / (explores + home - alone - left)


@compiled
def solve_together(deck: RoundDeck, ends: RoundEnds) -> Float64s:
    """[cell, column] The root with both seats inside: what each pair of choices is worth to the first seat."""
    n_traps, n_relics, columns = len(deck.deadly), len(deck.worth), len(ends.differences)
    positions = len(deck.loot) * n_traps * n_relics
    sums, matrix, cells = np.zeros(columns), np.zeros(4), np.zeros((4, columns))
    values, exploring = np.zeros((positions, columns)), np.zeros((positions, columns))
    # 1. A seat that stays alone, for every loot that the other may take.
    wanted = np.zeros(deck.loot.max() + deck.worth.max() + 1, np.int64)
    for treasure in range(len(deck.loot)):
        for relic in range(n_relics):
            wanted[deck.loot[treasure] + deck.worth[relic]] = 1
    for loot in range(len(wanted)):
        if wanted[loot] == 1:
            solve_alone(deck, ends, loot, values, exploring, sums)
    # 2. Both inside.
    for treasure in range(len(deck.loot)):
        for trap in range(n_traps):
            for relic in range(n_relics):
                position = (treasure * n_traps + trap) * n_relics + relic
                sum_cards(deck, values, (treasure, trap, relic), sums)
                cards, deadly = cards_in_deck(deck, treasure, trap, relic), deck.deadly[trap]
                for column in range(columns):
                    level = ends.differences[column] + ends.middle
                    matrix[BOTH_EXPLORE] = (sums[column] + deadly * ends.worth[relic, level]) / cards
                    matrix[FIRST_EXPLORES] = exploring[position, column]
                    matrix[SECOND_EXPLORES] = 1.0 - exploring[position, columns - 1 - column]
                    matrix[BOTH_RETURN] = ends.worth[relic, level]
                    values[position, column] = matrix_value(matrix)
                    for cell in range(4):
                        cells[cell, column] = matrix[cell]
    return cells


@compiled
def solve_last(deck: RoundDeck, ends: RoundEnds) -> Float64s:
    """[0: explore, 1: return; column] The root with one seat inside, which gets all that is found: `deck.loot` is zero everywhere."""
    treasure, trap, relic = len(deck.loot) - 1, len(deck.deadly) - 1, len(deck.worth) - 1
    positions, columns = len(deck.loot) * len(deck.deadly) * len(deck.worth), len(ends.differences)
    values, exploring = np.zeros((positions, columns)), np.zeros((positions, columns))
    sums, cells = np.zeros(columns), np.zeros((2, columns))
    solve_alone(deck, ends, 0, values, exploring, sums)
    sum_cards(deck, values, (treasure, trap, relic), sums)
    for column in range(columns):
        level = ends.differences[column] + ends.middle
        lost = ends.worth[relic, level]
        cells[0, column] = (sums[column] + deck.deadly[trap] * lost) / cards_in_deck(deck, treasure, trap, relic)
        cells[1, column] = ends.worth[relic, level + deck.found[treasure] + deck.worth[relic]]
    return cells
