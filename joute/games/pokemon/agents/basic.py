"""The agent `basic`: the "joueur basique" of the report that the game comes from.

The report prints its code and describes its rules. If it leaves something open, this was chosen:
- A type's resistances, immunities and weaknesses are not printed; they are the 0.5, 0 and 2 of its row in the table of effects.
- The strongest attack is the one with the most power on its card, as the code sorts them (`attaque.degat`), not the one that does the
  most damage to this foe; among equals the first on the creature's card.
- A trapped creature without PP would be asked to leave, which it may not: it can only be exhausted.
- `pokemons_dispo` is not printed: it is every creature that stands, except the active one.
- Sending a creature after Change-Éclair is not mentioned; it follows the rules of a replacement.
"""

import time

import numpy as np

from joute.core.agent import Agent, Stop
from joute.core.contract import Actions
from joute.core.opinion import Judgement, Opinion, with_the_rest
from joute.core.rng import below, seeded
from joute.core.state import State, States
from joute.games.pokemon.battlefield import may_leave
from joute.games.pokemon.creatures import (
    ATTACKS,
    EXHAUSTION,
    KNOWN,
    MOVES,
    TEAM,
    TYPE,
    TYPES,
    effect,
)
from joute.games.pokemon.state import CHOICES, LEADS, PokemonState
from joute.jit.compile import compiled
from joute.jit.dispatch import rule

POWER = np.array([attack.power for attack in ATTACKS])  # [attack]
ADVANTAGED, NOT_DISADVANTAGED, ANYBODY = 0, 1, 2  # which creatures of the bench are wanted


def advantage(one: str, other: str) -> bool:
    """Whether a type has the advantage over another, in the report's sense: it resists without being resisted, is immune, or hits hard."""
    resists = effect(other, one) == 0.5 and effect(one, other) != 0.5
    return resists or effect(other, one) == 0 or effect(one, other) == 2


ADVANTAGE = np.array([[advantage(one, other) for other in TYPES] for one in TYPES])  # [type, type]


@rule
def has_advantage(state: PokemonState, creature: int, other: int) -> bool:
    """Whether a creature's type has the advantage over another's."""
    return ADVANTAGE[TYPE[state.kind[creature]], TYPE[state.kind[other]]]


@rule
def most_powerful(state: PokemonState, creature: int) -> int:
    """The attack with the most power among those that have PP; exhaustion if none has."""
    best = EXHAUSTION
    for move in range(MOVES):
        attack = KNOWN[state.kind[creature], move]
        if state.pp[creature, move] > 0 and (best == EXHAUSTION or POWER[attack] > POWER[best]):
            best = attack
    return best


@rule
def suits(state: PokemonState, creature: int, foe: int, wish: int) -> bool:
    """Whether a creature of the bench fits the wish."""
    if wish == ADVANTAGED:
        return has_advantage(state, creature, foe)
    return wish == ANYBODY or not has_advantage(state, foe, creature)


@rule
def bench(state: PokemonState, seat: int, wish: int, actions: Actions) -> int:
    """Write the switches to all creatures that fit the wish; return their number."""
    count = 0
    for creature in range(TEAM * seat, TEAM * seat + TEAM):
        if state.hp[creature] > 0 and creature != state.active[seat] and suits(state, creature, state.active[1 - seat], wish):
            actions[count] = state.sends[creature]
            count += 1
    return count


@rule
def follow_rules(state: PokemonState, seat: int, actions: Actions) -> int:
    """Write the actions among which the report chooses at random; return their number."""
    if state.phase == LEADS:
        return bench(state, seat, ANYBODY, actions)
    may_attack = False
    if state.phase == CHOICES:
        attack = most_powerful(state, state.active[seat])
        may_attack = attack != EXHAUSTION
        beaten = has_advantage(state, state.active[1 - seat], state.active[seat])
        if not may_leave(state, seat) or (may_attack and not beaten):
            actions[0] = attack
            return 1
    for wish in (ADVANTAGED, NOT_DISADVANTAGED):
        count = bench(state, seat, wish, actions)
        if count > 0:
            return count
    if may_attack:
        actions[0] = attack
        return 1
    return bench(state, seat, ANYBODY, actions)


@compiled
def considered(view: States, seat: int, actions: Actions) -> int:
    """`follow_rules`, compiled."""
    return follow_rules(view[0], seat, actions)


class Basic(Agent):
    """Flees from a stronger type, else uses its most powerful attack."""

    name = "basic"
    summary = "flees from a stronger type, else uses its most powerful attack"

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """One of the actions that the rules leave, at random."""
        began = time.perf_counter()
        legal = self.legal(view, seat)
        left = self.left(view, seat)
        action = self.game.actions[self.choose(view, seat, seed)]
        judgements = with_the_rest([Judgement(self.game.actions[number], weight=1 / len(left)) for number in left], legal)
        return Opinion(action, judgements, pv=[action], nodes=1, seconds=time.perf_counter() - began)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The drawn action."""
        left = self.left(view, seat)
        return left[below(seeded(seed, "basic"), len(left))]

    def left(self, view: State, seat: int) -> list[int]:
        """The actions that the rules leave, all equally good."""
        actions = np.zeros(self.game.spec.widest, np.int64)
        numbers: list[int] = actions[: considered(view.array, seat, actions)].tolist()
        return numbers
