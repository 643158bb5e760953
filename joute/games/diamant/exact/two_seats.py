"""The exact value of a position of two seats: the round by backward induction, its end valued by a table of the rounds to come."""

import itertools
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from joute.games.diamant.cards import (
    ALL_RELICS_AT_ONCE,
    COPIES_OF_A_TRAP,
    FIRST_RELIC,
    FIRST_TRAP,
    GEMS,
    NUMBERED_RELICS,
    RELICS,
    TRAPS,
    relic_worth,
)
from joute.games.diamant.exact.round_kernel import RoundDeck, RoundEnds, solve_last, solve_together
from joute.games.diamant.exact.rounds_to_come import chance_to_win
from joute.games.diamant.rules import EXPLORE, RETURN, relics_taken, worth_of_path_relics
from joute.games.diamant.state import DiamantState
from joute.jit.struct import Float64s, Int64s

MOST_GAINED = int(sum(GEMS)) + 23 + 5 + 5 + 10 + 12 + 60  # more than the gems and relics of one round
REMEMBERED = 64  # positions whose solution is remembered


@dataclass(frozen=True)
class RoundPosition:
    """What the value of a position of two seats depends on, from the side of one of them."""

    difference: int  # of its bank to the other's
    inside: tuple[bool, bool]  # itself, the other
    carried: int
    gems: int  # on the path
    treasures: tuple[int, ...]  # [kind] copies in the deck
    traps: tuple[int, int, int]  # [copies - 1] kinds without a warning, by the copies in the deck
    warned: tuple[int, int, int]  # [copies] kinds with a warning, by the copies left in the deck
    relics: tuple[int, ...]  # [kind] copies in the deck
    on_path: int  # worth of the relics on the path
    turned: int  # relics on the path, and those taken in the game
    edition: int
    to_come: int  # rounds after this one


def position_of(state: DiamantState, seat: int) -> RoundPosition:
    """The position as that seat sees it."""
    deck = state.deck.tolist()
    traps, warned = [0, 0, 0], [0, 0, 0]
    for trap in range(TRAPS):
        copies = deck[FIRST_TRAP + trap]
        if state.warned >> trap & 1:
            warned[copies] += 1
        else:
            traps[copies - 1] += 1
    on_path = sum(kind >= FIRST_RELIC for kind in state.path[: state.steps].tolist())
    return RoundPosition(
        difference=int(state.bank[seat]) - int(state.bank[1 - seat]),
        inside=(bool(state.inside >> seat & 1), bool(state.inside >> (1 - seat) & 1)),
        carried=int(state.carried),
        gems=int(state.gems),
        treasures=tuple(deck[:FIRST_TRAP]),
        traps=(traps[0], traps[1], traps[2]),
        warned=(warned[0], warned[1], warned[2]),
        relics=tuple(deck[FIRST_RELIC:]),
        on_path=int(worth_of_path_relics(state)),
        turned=int(relics_taken(state)) + on_path,
        edition=int(state.edition),
        to_come=int(state.rounds) - int(state.round) - 1,
    )


@dataclass(frozen=True)
class RoundValue:
    """The value of a position for a seat, and what its choices are worth; chances to win."""

    value: float
    explore: float  # the probability in an equilibrium
    worth: tuple[float, float]  # of exploring and of returning, if the other seat plays the equilibrium
    cells: tuple[tuple[float, float], tuple[float, float]] | None  # [own choice][the other's]; None: one seat is inside
    other_explores: float  # the probability in the other seat's equilibrium strategy


@lru_cache(REMEMBERED)
def solve(position: RoundPosition) -> RoundValue:
    """The value and the equilibrium at a decision of the seat."""
    if not position.inside[0]:
        raise ValueError("the seat has nothing to choose: it is not inside")
    cells = solve_differences(position, [position.difference])
    if not position.inside[1]:
        explore, home = float(cells[EXPLORE, 0]), float(cells[RETURN, 0])
        return RoundValue(max(explore, home), float(explore > home), (explore, home), None, 0.0)
    matrix = cells[:, 0].reshape(2, 2)
    rows, columns = equilibrium(matrix), equilibrium(1.0 - matrix.T)
    worth = matrix @ np.array([columns, 1.0 - columns])
    value = float(rows * worth[EXPLORE] + (1.0 - rows) * worth[RETURN])
    first, second = matrix.tolist()
    return RoundValue(value, rows, (float(worth[EXPLORE]), float(worth[RETURN])), ((first[0], first[1]), (second[0], second[1])), columns)


def equilibrium(matrix: NDArray[np.float64]) -> float:
    """The probability of the first row in an equilibrium of a matrix of two rows and two columns; a pure one if there is one."""
    worst = matrix.min(axis=1)
    if worst.max() >= matrix.max(axis=0).min():
        return float(worst[0] >= worst[1])
    return float((matrix[1, 1] - matrix[1, 0]) / (matrix[0, 0] + matrix[1, 1] - matrix[0, 1] - matrix[1, 0]))


def solve_differences(position: RoundPosition, differences: list[int]) -> Float64s:
    """The position with other differences of the banks: [cell, difference] with both seats inside, [choice, difference] with one."""
    both = all(position.inside)
    deck = round_deck(position, both)
    wanted = np.array([*differences, *[-one for one in reversed(differences)]])
    ends = round_ends(position, deck, wanted)
    cells = (solve_together if both else solve_last)(deck, ends)
    return cells[:, : len(differences)]


def round_deck(position: RoundPosition, both: bool) -> RoundDeck:
    """The positions that this one can lead to."""
    kinds = [kind for kind, copies in enumerate(position.treasures) if copies]
    most = np.array([position.treasures[kind] for kind in kinds], np.int64)
    steps = np.concatenate([[1], np.cumprod(most[:-1] + 1)]).astype(np.int64)[: len(kinds)]
    numbers = np.arange(int(np.prod(most + 1)))[:, None]
    left = numbers // steps % (most + 1)
    gems = GEMS[kinds]
    turned = most - left
    shared = turned @ (gems // 2)
    total = turned @ gems
    loot = position.carried + shared + position.gems + total - 2 * shared
    found = (2 if both else 1) * position.carried + position.gems + total
    return RoundDeck(
        left.astype(np.int8),
        steps,
        loot if both else np.zeros_like(loot),
        found,
        *trap_numbers(position),
        *relic_numbers(position),
    )


def trap_numbers(position: RoundPosition) -> tuple[Int64s, Int64s, Int64s, Int64s]:
    """The kinds without a warning, by copies, that may be left; the steps between them; the trap cards and the deadly ones."""
    most = np.array(position.traps, np.int64)
    steps = np.array([1, most[0] + 1, (most[0] + 1) * (most[1] + 1)])
    left = np.arange(int(np.prod(most + 1)))[:, None] // steps % (most + 1)
    copies = np.arange(1, COPIES_OF_A_TRAP + 1)
    already = sum(copies_left * kinds for copies_left, kinds in enumerate(position.warned))
    deadly = already + (most - left) @ (copies - 1)
    return left, steps, deadly + left @ copies, deadly


def relic_numbers(position: RoundPosition) -> tuple[Int64s, Int64s, Int64s, Int64s]:
    """The relics that may be left: where each may lead, by how many cards; their number, and the worth of those turned."""
    if position.edition == NUMBERED_RELICS:
        kinds = [kind for kind, copies in enumerate(position.relics) if copies]
        after, copies = np.zeros((1 << len(kinds), RELICS), np.int64), np.zeros((1 << len(kinds), RELICS), np.int64)
        worth = np.full(1 << len(kinds), position.on_path)
        for number, (way, kind) in itertools.product(range(1 << len(kinds)), enumerate(kinds)):
            if number >> way & 1:
                after[number, way], copies[number, way] = number ^ 1 << way, 1
            else:
                worth[number] += relic_worth(position.edition, FIRST_RELIC + kind, 0)
        return after, copies, copies.sum(axis=1), worth
    number = position.relics[0]
    left = np.arange(number + 1)
    worth = np.full(number + 1, position.on_path)
    for count in range(number - 1, -1, -1):
        worth[count] = worth[count + 1] + relic_worth(position.edition, FIRST_RELIC, position.turned + number - 1 - count)
    return np.maximum(left - 1, 0)[:, None], left[:, None].copy(), left, worth


def round_ends(position: RoundPosition, deck: RoundDeck, differences: Int64s) -> RoundEnds:
    """What every end of the round is worth, from the rounds to come."""
    middle = int(np.abs(differences).max()) + MOST_GAINED
    all_differences = np.arange(-middle, middle + 1)
    new_relics = 0 if position.edition == ALL_RELICS_AT_ONCE else 1
    worth = np.array([chance_to_win(position.to_come, int(relics) + new_relics, all_differences) for relics in deck.relic_cards])
    return RoundEnds(worth, differences, middle)
