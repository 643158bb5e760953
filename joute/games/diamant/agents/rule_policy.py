"""The players of Diamant that are a formula: each states the probability that a seat returns, so that games among them run compiled.

A player is a row of numbers: its kind, then its own parameters. `careful` is among them for tuning and measuring at mixed tables.
"""

import math

from joute.core.contract import Actions
from joute.core.rng import Rng, below, uniform
from joute.games.diamant.heuristic import cannot_win_by_returning, careful_chance
from joute.games.diamant.rules import EXPLORE, RETURN, SEATS_IN, cards_left, deadly_cards, gems_in_deck, worth_of_path_relics
from joute.games.diamant.state import DiamantState
from joute.jit.dispatch import rule
from joute.jit.struct import Float64s

CAREFUL, EXIT_FACTOR, LEAVER, BALANCED = 0.0, 1.0, 2.0, 3.0  # kinds of players
N_FEATURES = 16
WIDTH = 1 + N_FEATURES  # numbers of a player

Coefficients = tuple[float, float, float, float, float]

DRAWS = 101  # values of `randint(0, 100)`, which includes both ends


def player_row(kind: float, *numbers: float) -> tuple[float, ...]:
    """The numbers of a player, with zeros behind them: all rows are equally long."""
    return (kind, *numbers, *[0.0] * (WIDTH - 1 - len(numbers)))


# --- exit_factor ------------------------------------------------------------------------------------------------------------


@rule
def ranked_gems(state: DiamantState, seat: int, carried_count: bool) -> int:
    """The gems of a seat in the ranking: its bank, and what it carries while it is inside if that counts."""
    return state.bank[seat] + (state.carried if carried_count and state.inside >> seat & 1 else 0)


@rule
def exit_factor(state: DiamantState, seat: int, coefficients: Coefficients, carried_count: bool, above_equals: bool) -> float:
    """The factor in percent: danger of the next card, rank, gaps to the neighbours in the ranking, gems on the path."""
    mine = ranked_gems(state, seat, carried_count)
    poorer, above, beneath, equals = 0, 0, 0, 0
    for other in range(state.seats):
        gap = ranked_gems(state, other, carried_count) - mine
        if gap < 0:
            poorer += 1
            beneath = -gap if beneath == 0 else min(beneath, -gap)
        elif gap > 0:
            above = gap if above == 0 else min(above, gap)
        elif other != seat:
            equals += 1
    if equals > 0 and above_equals:
        poorer += equals
        beneath = 0  # the next seat below is an equal
    elif equals > 0:
        above = 0  # the next seat above is an equal
    danger, rank, behind, ahead, path = coefficients
    risk = danger * 100.0 * deadly_cards(state) / cards_left(state)
    return risk + rank * poorer + behind * above + ahead * beneath + path * state.gems / SEATS_IN[state.inside]


@rule
def stays_anyway(state: DiamantState) -> bool:
    """Whether the agent never leaves here: it carries nothing, or it is the first turn of a round."""
    return state.carried == 0 or (state.steps == 1 and state.inside == (1 << state.seats) - 1)


@rule
def chance_to_leave(factor: float) -> float:
    """The probability that a draw from 0 to 100 is at most the factor."""
    return min(max(math.floor(factor) + 1, 0), DRAWS) / DRAWS


@rule
def chance_by_factor(state: DiamantState, seat: int, coefficients: Coefficients, carried_count: bool, above_equals: bool) -> float:
    """The probability that an exit factor returns."""
    return 0.0 if stays_anyway(state) else chance_to_leave(exit_factor(state, seat, coefficients, carried_count, above_equals))


# --- balanced ---------------------------------------------------------------------------------------------------------------


@rule
def lead_of(state: DiamantState, seat: int) -> int:
    """The gems of a seat inside, with those that it carries, over the richest other seat."""
    best = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, ranked_gems(state, other, True))
    return state.bank[seat] + state.carried - best


@rule
def weigh_reasons(state: DiamantState, seat: int, weights: Float64s) -> float:
    """The weighted sum of the reasons to return (see REASONS); `weights` begins with the player's kind."""
    inside, deadly = SEATS_IN[state.inside], deadly_cards(state)
    last = 1.0 if state.round == state.rounds - 1 else 0.0
    to_come = (state.rounds - state.round - 1) / 4.0
    relics = worth_of_path_relics(state)
    richer, poorer, others = 0.0, 0.0, max(1, state.seats - 1)
    for other in range(state.seats):
        if other != seat and state.inside >> other & 1:
            richer += state.bank[other] > state.bank[seat]
            poorer += state.bank[other] < state.bank[seat]
    lead = min(max(lead_of(state, seat) / 10.0, -3.0), 3.0)
    at_home = state.gems // inside + (relics if inside == 1 else 0)
    total = weights[1]
    total += weights[2] * math.log((deadly * state.carried + 1.0) / (gems_in_deck(state) / inside + 1.0))
    total += weights[3] * 10.0 * deadly / cards_left(state)
    total += weights[4] * state.gems / inside / 5.0
    total += weights[5] * relics / 10.0
    total += weights[6] * (inside - 1) / others
    total += weights[7] * lead
    total += weights[8] * lead * last
    total += weights[9] * last
    total += weights[10] * to_come
    total += weights[11] * last * (lead * 10.0 + at_home > 0.0)
    total += weights[12] * richer / others
    total += weights[13] * last * richer / others
    total += weights[14] * last * poorer / others
    total += weights[15] * state.carried / 20.0
    total += weights[16] * to_come * lead
    return total


@rule
def wins_by_returning(state: DiamantState, seat: int) -> bool:
    """Whether it is the last round, nobody else is inside, and the seat has the most gems at home."""
    if state.round < state.rounds - 1 or SEATS_IN[state.inside] > 1:
        return False
    return lead_of(state, seat) + state.gems + worth_of_path_relics(state) > 0


@rule
def balanced_chance(state: DiamantState, seat: int, weights: Float64s) -> float:
    """The probability that `balanced` returns: a logistic function of weighted reasons, and what is certain before."""
    nothing = state.carried == 0 and state.gems < SEATS_IN[state.inside] and worth_of_path_relics(state) == 0
    if nothing or cannot_win_by_returning(state, seat):
        return 0.0
    if wins_by_returning(state, seat):
        return 1.0
    return 1.0 / (1.0 + math.exp(-min(max(weigh_reasons(state, seat, weights), -30.0), 30.0)))


# --- all --------------------------------------------------------------------------------------------------------------------


@rule
def returning_chance(state: DiamantState, seat: int, row: Float64s) -> float:
    """The probability that the player returns."""
    if row[0] == EXIT_FACTOR:
        return chance_by_factor(state, seat, (row[1], row[2], row[3], row[4], row[5]), row[6] > 0.0, row[7] > 0.0)
    if row[0] == LEAVER:
        return 1.0 if state.carried >= row[1] else 0.0
    if row[0] == BALANCED:
        return balanced_chance(state, seat, row)
    return careful_chance(state, seat)


@rule
def choose_by_chance(state: DiamantState, seat: int, parameters: Float64s, actions: Actions, rng: Rng) -> int:
    """Draw the choice of the seat's player."""
    drawn = below(rng, DRAWS) / DRAWS if parameters[seat, 0] == EXIT_FACTOR else uniform(rng)
    return RETURN if drawn < returning_chance(state, seat, parameters[seat]) else EXPLORE
