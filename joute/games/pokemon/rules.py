"""The rules of Pokémon: two trainers with up to six creatures each, simultaneous choices, and a few coins and dice.

`battlefield.py` holds what happens to creatures, `attack_effects.py` what attacks do, `turn.py` the order of a turn.
"""

import numpy as np

from joute.core.contract import Actions, Choices, Odds, Scores
from joute.games.pokemon.attack_effects import finish, inflict, strike
from joute.games.pokemon.battlefield import enter, sent
from joute.games.pokemon.creatures import (
    EXHAUSTION,
    FULL_HP,
    FULL_PP,
    GIVES,
    IN_THREE,
    KNOWN,
    MOVES,
    NO_ATTACK,
    SEND,
    TEAM,
    TRAP,
)
from joute.games.pokemon.options import PokemonOptions
from joute.games.pokemon.state import (
    BITE_COIN,
    CHOICES,
    LEADS,
    NOBODY,
    NOTHING,
    ORDER_COIN,
    OVER,
    PARALYSIS_DIE,
    REPLACEMENT,
    RUNNING,
    STATUS_DIE,
    PokemonState,
)
from joute.games.pokemon.turn import begin_actions, run
from joute.jit.dispatch import rule

__all__ = ["advance", "chances", "legal", "movers", "occasion", "over", "quiet", "resolve", "returns", "setup"]

MOVERS = np.zeros(10, np.int64)  # [phase]
MOVERS[LEADS] = MOVERS[CHOICES] = 0b11
MOVERS[REPLACEMENT], MOVERS[REPLACEMENT + 1] = 0b01, 0b10


def setup(state: PokemonState, options: PokemonOptions) -> None:
    """Two fresh teams; both trainers choose a lead next."""
    state.kind[:] = state.feeds[:] = state.active[:] = NOBODY
    state.sends[:] = state.pending[:] = NOTHING
    state.bonus[:] = 1.0
    state.phase, state.winner, state.limit = LEADS, NOBODY, options.turns
    for seat, kinds in enumerate(options.kinds):
        for place, kind in enumerate(kinds):
            creature = TEAM * seat + place
            state.kind[creature] = kind
            state.sends[creature] = SEND + kind * TEAM + kinds[:place].count(kind)
            state.hp[creature] = FULL_HP[kind]
            for move in range(MOVES):
                state.pp[creature, move] = FULL_PP[KNOWN[kind, move]] if KNOWN[kind, move] != NO_ATTACK else 0
        state.full[seat] = sum(int(FULL_HP[kind]) for kind in kinds)
        state.standing[seat] = len(kinds)


def movers(state: PokemonState) -> int:
    """Both choose a lead, and what to do in a turn; one alone chooses a replacement."""
    return MOVERS[state.phase]


def over(state: PokemonState) -> bool:
    """A trainer has no creature left, or the last turn has ended."""
    return state.phase == OVER


def legal(state: PokemonState, seat: int, actions: Actions) -> int:
    """In a turn an attack that has PP, or exhaustion without any, or a switch unless trapped; else any creature that stands."""
    count = 0
    active = state.active[seat]
    if state.phase == CHOICES:
        kind = state.kind[active]
        for move in range(MOVES):
            if state.pp[active, move] > 0:
                actions[count] = KNOWN[kind, move]
                count += 1
        if count == 0:
            actions[0] = EXHAUSTION
            count = 1
        if state.status[active, TRAP] > 0:
            return count
    for creature in range(TEAM * seat, TEAM * seat + TEAM):
        if state.hp[creature] > 0 and creature != active:
            actions[count] = state.sends[creature]
            count += 1
    return count


def advance(state: PokemonState, choices: Choices) -> None:
    """Carry out the choices, until a trainer must choose again or a chance event is pending."""
    announce(state, choices)
    run(state)


@rule
def announce(state: PokemonState, choices: Choices) -> None:
    """Take the choices: leads and replacements enter, the actions of a turn wait for their order."""
    phase = state.phase
    if phase == CHOICES:
        state.pending[0] = choices[0]
        state.pending[1] = choices[1]
        begin_actions(state)
    elif phase == LEADS:
        state.active[0] = sent(state, 0, choices[0])
        state.active[1] = sent(state, 1, choices[1])
        state.phase = CHOICES
    else:
        seat = phase - REPLACEMENT
        state.phase = RUNNING
        enter(state, seat, sent(state, seat, choices[seat]))


def chances(state: PokemonState, odds: Odds) -> int:
    """A coin between the seats, or a die for paralysis or a status."""
    if state.phase == PARALYSIS_DIE:
        odds[1] = 1 / 3
    elif state.phase == STATUS_DIE:
        odds[1] = IN_THREE[state.pending[state.actor]] / 3
    else:
        odds[1] = 1 / 2
    odds[0] = 1 - odds[1]
    return 2


def occasion(state: PokemonState) -> int:
    """A number for this coin or die of that trainer in this turn."""
    return (state.turn * len(MOVERS) + state.phase) * 2 + state.actor


def resolve(state: PokemonState, outcome: int) -> None:
    """Apply the coin or the die, and continue the turn."""
    apply_outcome(state, outcome)
    run(state)


@rule
def apply_outcome(state: PokemonState, outcome: int) -> None:
    """Apply the coin or the die, without continuing the turn."""
    phase, seat = state.phase, state.actor
    state.phase = RUNNING
    if phase in (ORDER_COIN, BITE_COIN):
        state.actor = outcome
    elif phase == STATUS_DIE:
        attack = state.pending[seat]
        if outcome == 1:
            inflict(state, state.active[seat], state.active[1 - seat], GIVES[attack])
        finish(state, seat, attack)
    elif outcome == 1:
        state.pending[seat] = NOTHING
    else:
        strike(state, seat)


def returns(state: PokemonState, scores: Scores) -> None:
    """1 for a win, -1 for a loss, 0 for a draw."""
    scores[:] = 0.0
    if state.winner == 0 or state.winner == 1:
        scores[state.winner] = 1.0
        scores[1 - state.winner] = -1.0


def quiet(state: PokemonState) -> bool:
    """Whether no turn is in progress."""
    return state.phase <= CHOICES
