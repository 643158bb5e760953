"""The rules of Diamant: each turn, the seats inside choose at once to explore or to return; a second trap of a kind costs them their gems.

All enter together and treasures are shared equally, so the seats inside always carry the same number of gems: `carried`.
"""

import numpy as np

from joute.core.contract import Actions, Choices, Odds, Scores
from joute.games.diamant.cards import (
    ALL_RELICS_AT_ONCE,
    FIRST_RELIC,
    FIRST_TRAP,
    FULL_DECK,
    GEMS,
    KINDS,
    LONGEST_PATH,
    RELICS,
    TRAPS,
    kinds_in,
    relic_of_round,
    relic_worth,
)
from joute.games.diamant.options import DiamantOptions
from joute.games.diamant.state import MOST_SEATS, DiamantState
from joute.jit.dispatch import rule

EXPLORE, RETURN = 0, 1
SEATS_IN = np.array([bits.bit_count() for bits in range(1 << MOST_SEATS)])  # [bits of the seats]


def most_turns(options: DiamantOptions) -> int:
    """The most turns of a game: one after each treasure and first trap of every round, and one after each relic."""
    relics = RELICS if int(options.edition) == ALL_RELICS_AT_ONCE else options.rounds
    return options.rounds * (int(FULL_DECK[:FIRST_TRAP].sum()) + TRAPS) + relics


def setup(state: DiamantState, options: DiamantOptions) -> None:
    """A full deck, empty banks, everybody at the entrance."""
    state.seats, state.rounds, state.edition = options.seats, options.rounds, int(options.edition)
    state.deck[:] = FULL_DECK
    if state.edition == ALL_RELICS_AT_ONCE:
        state.deck[FIRST_RELIC] = RELICS
    enter(state)


@rule
def enter(state: DiamantState) -> None:
    """Begin a round: a relic is shuffled in, everybody enters, and the first card is turned before any choice."""
    if state.edition != ALL_RELICS_AT_ONCE:
        state.deck[relic_of_round(state.edition, state.round)] += 1
    state.inside = (1 << state.seats) - 1
    state.turning = 1


@rule
def end_round(state: DiamantState) -> None:
    """End a round: the path's cards except relics go back into the deck, its gems are lost, and the next round begins, if any."""
    for place in range(state.steps):
        kind = state.path[place]
        if kind < FIRST_RELIC:
            state.deck[kind] += 1
        state.path[place] = 0
    state.steps = state.turned = state.gems = state.carried = state.inside = state.warned = 0
    state.round += 1
    if state.round < state.rounds:
        enter(state)


def movers(state: DiamantState) -> int:
    """Everybody inside chooses at once, unless a card is about to be turned."""
    return 0 if state.turning else state.inside


def over(state: DiamantState) -> bool:
    """The last round has ended."""
    return state.round == state.rounds


def chapter(state: DiamantState) -> bool:
    """A round has just ended: only the banks matter, which `evaluate` turns into chances to win."""
    return state.round > 0 and state.turning != 0 and state.steps == 0 and state.inside == (1 << state.seats) - 1


def legal(state: DiamantState, seat: int, actions: Actions) -> int:
    """Explore or return, always."""
    actions[0] = EXPLORE
    actions[1] = RETURN
    return 2


def advance(state: DiamantState, choices: Choices) -> None:
    """The seats that return bank their gems; then a card is turned for the others, or the round ends if there are none."""
    returning = 0
    for seat in range(state.seats):
        if state.inside >> seat & 1 and choices[seat] == RETURN:
            returning |= 1 << seat
    if returning:
        bring_home(state, returning)
    if state.inside:
        state.turning = 1
    else:
        end_round(state)


@rule
def bring_home(state: DiamantState, returning: int) -> None:
    """The returning seats share the gems on the path, bank all they carry and leave the cave; a single one takes the relics too."""
    count = SEATS_IN[returning]
    share = state.gems // count
    for seat in range(state.seats):
        if returning >> seat & 1:
            state.bank[seat] += state.carried + share
            if count == 1:
                take_relics(state, seat)
    state.gems -= count * share
    state.inside ^= returning


@rule
def take_relics(state: DiamantState, seat: int) -> None:
    """Every relic on the path goes to the seat; the other cards close the gaps."""
    remaining = 0
    for place in range(state.steps):
        kind = state.path[place]
        state.path[place] = 0
        if kind >= FIRST_RELIC:
            state.bank[seat] += relic_worth(state.edition, kind, relics_taken(state))
            state.relics[seat] += 1
        else:
            state.path[remaining] = kind
            remaining += 1
    state.steps = remaining


@rule
def relics_taken(state: DiamantState) -> int:
    """The number of relics taken in the whole game."""
    taken = 0
    for seat in range(state.seats):
        taken += state.relics[seat]
    return taken


@rule
def cards_left(state: DiamantState) -> int:
    """The number of cards in the deck; never 0, since a round ends before its traps are used up (see the README)."""
    cards = 0
    for kind in range(KINDS):
        cards += state.deck[kind]
    return cards


@rule
def deadly_cards(state: DiamantState) -> int:
    """The number of cards in the deck that would be the second trap of their kind."""
    cards = 0
    for trap in range(TRAPS):
        if state.warned >> trap & 1:
            cards += state.deck[FIRST_TRAP + trap]
    return cards


@rule
def gems_in_deck(state: DiamantState) -> int:
    """The gems on all treasures in the deck."""
    gems = 0
    for kind in range(FIRST_TRAP):
        gems += state.deck[kind] * GEMS[kind]
    return gems


@rule
def relics_on_path(state: DiamantState) -> int:
    """The number of relics on the path."""
    relics = 0
    for place in range(state.steps):
        relics += state.path[place] >= FIRST_RELIC
    return relics


@rule
def worth_of_path_relics(state: DiamantState) -> int:
    """The gems that a seat returning alone now would get for the relics."""
    worth = 0
    taken = relics_taken(state)
    for place in range(state.steps):
        if state.path[place] >= FIRST_RELIC:
            worth += relic_worth(state.edition, state.path[place], taken)
            taken += 1
    return worth


def chances(state: DiamantState, odds: Odds) -> int:
    """The next card is any card of the deck; an outcome is a kind of card."""
    cards = cards_left(state)
    kinds = kinds_in(state.edition)
    for kind in range(kinds):
        odds[kind] = state.deck[kind] / cards
    return kinds


def occasion(state: DiamantState) -> int:
    """The number of the card in its round: leaving early changes neither the later cards of a round nor the next round."""
    return state.round * (LONGEST_PATH + 1) + state.turned


def resolve(state: DiamantState, outcome: int) -> None:
    """Turn a card: share a treasure, warn of a trap or end the round, or lay a relic on the path."""
    state.turning = 0
    state.turned += 1
    state.deck[outcome] -= 1
    if outcome < FIRST_TRAP:
        share_treasure(state, GEMS[outcome])
    elif outcome < FIRST_RELIC:
        trap = 1 << (outcome - FIRST_TRAP)
        if state.warned & trap:
            end_round(state)  # the seats inside lose what they carry; this second card leaves the game
            return
        state.warned |= trap
    state.path[state.steps] = outcome
    state.steps += 1


@rule
def share_treasure(state: DiamantState, gems: int) -> None:
    """The seats inside share the gems equally; the remainder lies on the path."""
    count = SEATS_IN[state.inside]
    share = gems // count
    state.carried += share
    state.gems += gems - count * share


@rule
def share_the_win(state: DiamantState, shares: Scores) -> None:
    """One point for the largest bank, shared by equal ones."""
    most = 0
    richest = 0
    for seat in range(state.seats):
        if state.bank[seat] > most:
            most = state.bank[seat]
            richest = 0
        if state.bank[seat] == most:
            richest += 1
    for seat in range(state.seats):
        shares[seat] = 1.0 / richest if state.bank[seat] == most else 0.0


def returns(state: DiamantState, scores: Scores) -> None:
    """The highest bank wins; equal banks share."""
    share_the_win(state, scores)
