"""The cards in play as number tables for the rules, indexed by the place of a creature, an attack, a type or a status."""

import numpy as np

from joute.games.pokemon.cards import ROCKS_PERCENT, ROCKS_TYPE, STATUSES, cards_of

CARDS = cards_of(__name__.rpartition(".")[0])
TYPES, EFFECTS, ATTACKS, CREATURES = CARDS.types, CARDS.effects, CARDS.attacks, CARDS.creatures

TEAM = 6  # the most creatures of one trainer
MOVES = 4  # the most attacks of one creature
NO_ATTACK = -1

STATUS_NAMES = [status.name for status in STATUSES]
ATTACK_NAMES = [attack.name for attack in ATTACKS]
BURN, POISON, LEECH, PARALYSIS, TRAP = (STATUS_NAMES.index(name) for name in ("burn", "poison", "leech", "paralysis", "trap"))
NO_STATUS = -1
ALL_STATUSES = len(STATUSES)

# Actions: the attacks come first.
EXHAUSTION = len(ATTACKS)
SEND = EXHAUSTION + 1  # + kind * TEAM + copy: send that creature in; a team may hold several copies of a kind

# Tables by [kind].
TYPE = np.array([TYPES.index(creature.type) for creature in CREATURES])
ATTACK = np.array([creature.attack for creature in CREATURES])
DEFENCE = np.array([creature.defence for creature in CREATURES])
FULL_HP = np.array([creature.hp for creature in CREATURES])
SPEED = np.array([creature.speed for creature in CREATURES])


def effect(attack_type: str, creature_type: str) -> float:
    """The multiplier of a type of attack on a type of creature."""
    return EFFECTS[creature_type][TYPES.index(attack_type)]


ROCKS_COST = np.array([creature.hp * ROCKS_PERCENT[effect(ROCKS_TYPE, creature.type)] // 100 for creature in CREATURES])
KNOWN = np.array(  # [kind, move]: the attack, or NO_ATTACK
    [[*map(ATTACK_NAMES.index, creature.attacks), *[NO_ATTACK] * (MOVES - len(creature.attacks))] for creature in CREATURES]
)
MOVE_OF = np.array(  # [kind, attack]: the move of the kind that is that attack
    [[creature.attacks.index(name) if name in creature.attacks else NO_ATTACK for name in ATTACK_NAMES] for creature in CREATURES]
)
IMMUNE = np.array([[creature.type == status.immune for status in STATUSES] for creature in CREATURES])  # [kind, status]
SAME_TYPE_TENTHS = np.array(  # [kind, attack]: 11 tenths if the attack has its user's type
    [[11 if attack.type == creature.type else 10 for attack in ATTACKS] for creature in CREATURES]
)

# Tables by [attack].
POWER_HALVES = np.array(  # [attack, type]: power times the effect on that type, in halves
    [[round(2 * attack.power * effect(attack.type, name)) for name in TYPES] for attack in ATTACKS]
)
FULL_PP = np.array([attack.pp for attack in ATTACKS])
PRIORITY = np.array([*(attack.priority for attack in ATTACKS), 0])  # [attack or EXHAUSTION]
SWITCH_PRIORITY = 1 + int(PRIORITY.max())
MULTIPLIERS = np.array(  # [attack, OWN or FOE, attack or defence]
    [[[attack.own_attack, attack.own_defence], [attack.foe_attack, attack.foe_defence]] for attack in ATTACKS], np.float64
)
CHANGES_BONUS = np.any(MULTIPLIERS != 1, axis=(1, 2))
HEALS = np.array([attack.heals for attack in ATTACKS])
GIVES = np.array([STATUS_NAMES.index(attack.status) if attack.status else NO_STATUS for attack in ATTACKS])
IN_THREE = np.array([attack.in_three for attack in ATTACKS])
LAYS_ROCKS = np.array([attack.lays_rocks for attack in ATTACKS])
CLEARS_ROCKS = np.array([attack.clears_rocks for attack in ATTACKS])
LEAVES = np.array([attack.leaves for attack in ATTACKS])

# Tables by [status].
TURNS = np.array([status.turns for status in STATUSES])
