"""What a trainer says of an attack or a switch, and what comes of it.

Of an attack the facts suppose that the foe stays and answers with the worst attack; of a newcomer, that the foe attacks it. The worst
attack is found exactly: who strikes first, with which bonuses, what a new status takes in the same turn, and whether a creature still
stands. Left out is that a foe which acts first may heal, or burn or weaken the attacker.
"""

import numpy as np
from numpy.typing import NDArray

from joute.core.facts import Fact, FactKind
from joute.games.pokemon.attack_effects import FOE, OWN, can_get, changed_bonus, damage, damage_with
from joute.games.pokemon.battlefield import may_leave, sent, speed
from joute.games.pokemon.cards import EXHAUSTION_COST
from joute.games.pokemon.creatures import (
    ALL_STATUSES,
    ATTACKS,
    BURN,
    CLEARS_ROCKS,
    EXHAUSTION,
    FULL_HP,
    GIVES,
    HEALS,
    IN_THREE,
    KNOWN,
    LAYS_ROCKS,
    LEAVES,
    LEECH,
    MOVE_OF,
    MOVES,
    MULTIPLIERS,
    NO_STATUS,
    PARALYSIS,
    POISON,
    PRIORITY,
    ROCKS_COST,
    SEND,
    STATUS_NAMES,
    TEAM,
    TYPE,
    TYPES,
    effect,
)
from joute.games.pokemon.heuristic import entry_cost, hit, race, strongest
from joute.games.pokemon.state import ATTACK_BONUS, CHOICES, DEFENCE_BONUS, LEADS, LEAVE, NOBODY, PokemonState
from joute.games.pokemon.turn import bite_cost
from joute.jit.dispatch import rule

COUNT, CHANCE, AMOUNT = FactKind.COUNT, FactKind.CHANCE, FactKind.AMOUNT

FACTS = (
    Fact(
        "knocks_out", "chance to knock out", "{action}: chance to knock the foe out if it stays: {value}", "", CHANCE, topic="fall", sign=1
    ),
    Fact("knocks_out_first", "knocks out before the foe strikes", "{action} knocks the foe out before it can strike", topic="fall", sign=1),
    Fact("knocks_out_next", "next attack can knock out", "{action}: the next attack can then knock the foe out", sign=1),
    Fact("damage", "share of the foe's HP", "{action} takes {value} of the HP that the foe has left", "", CHANCE, topic="damage", sign=1),
    Fact("effect", "effect of the type", "{action}: effect of its type on the foe: ×{value}", "", AMOUNT, topic="damage", sign=1),
    Fact("faster", "faster than the foe", "{action}: chance to be faster than the foe: {value}", "", CHANCE, topic="speed", sign=1),
    Fact(
        "carried_out",
        "chance to be carried out",
        "{action}: chance to be carried out, whatever the foe does: {value}",
        "",
        CHANCE,
        topic="speed",
        sign=1,
    ),
    Fact("no_effect", "no effect", "{action} would have no effect", sign=-1),
    Fact("burns", "chance to burn", "{action}: chance to burn the foe: {value}", "", CHANCE, topic="status", sign=1),
    Fact("poisons", "poisons the foe", "{action} poisons the foe", topic="status", sign=1),
    Fact("leeches", "drains the foe", "{action} drains the foe turn after turn", topic="status", sign=1),
    Fact("paralyses", "paralyses the foe", "{action} paralyses the foe", topic="status", sign=1),
    Fact("traps", "traps the foe", "{action} keeps the foe from leaving", sign=1),
    Fact("own_hits", "change of later hits in percent", "{action}: change of its later hits: {value}%", "", AMOUNT, sign=1),
    Fact(
        "foe_hits", "change of the foe's later hits in percent", "{action}: change of the foe's later hits: {value}%", "", AMOUNT, sign=-1
    ),
    Fact("heals", "share of full HP given back", "{action} gives back up to {value} of the full HP", "", CHANCE, sign=1),
    Fact("lays_rocks", "foes that new rocks await", "{action}: foes for whom new rocks lie in wait: {value}", "", COUNT, sign=1),
    Fact(
        "clears_rocks", "creatures freed from rocks", "{action}: creatures that may come in without rocks again: {value}", "", COUNT, sign=1
    ),
    Fact("switches", "gives up the strike", "{action}: no strike in this turn", topic="leaving", sign=-1),
    Fact("leaves", "strikes, then another comes in", "after {action}, another creature comes in at once", topic="leaving"),
    Fact("risk", "HP at risk", "{action}: HP that the foe's next attack puts at risk: {value}", "", CHANCE, topic="risk", sign=-1),
    Fact(
        "survives",
        "survives the next attack",
        "{action}: the next attack cannot be fatal",
        "{action}: the next attack may be fatal",
        topic="risk",
        sign=1,
    ),
    Fact("resists", "resists the foe's attack", "{action}: the newcomer resists the attack that threatens", sign=1),
    Fact("wins_duel", "wins the duel", "{action}: the duel is won if both go on striking", topic="duel", sign=1),
    Fact("beats", "foes that it beats", "{action}: foes that the creature beats in a duel: {value}", "", COUNT, topic="duel", sign=1),
)
KNOCKS_OUT, KNOCKS_OUT_FIRST, KNOCKS_OUT_NEXT, DAMAGE, EFFECT, FASTER, CARRIED_OUT, NO_EFFECT = range(8)
BURNS, POISONS, LEECHES, PARALYSES, TRAPS, OWN_HITS, FOE_HITS, HEALED, ROCKS_LAID, ROCKS_CLEARED = range(8, 18)
SWITCHES, LEAVES_AFTER, RISK, SURVIVES, RESISTS, WINS_DUEL, BEATS = range(18, 25)

CONSEQUENCES = (
    Fact("foe_falls", "a foe is knocked out", "{action}: a foe would be knocked out {often}", topic="fall", sign=1),
    Fact(
        "own_falls",
        "an own creature is knocked out",
        "{action}: a creature of its own side would be knocked out {often}",
        topic="risk",
        sign=-1,
    ),
    Fact(
        "hp_taken",
        "HP lost by the foe",
        "{action}: HP that the foe's team would lose, on average: {value}",
        "",
        AMOUNT,
        topic="damage",
        sign=1,
    ),
    Fact("hp_lost", "HP lost", "{action}: HP that its own team would lose, on average: {value}", "", AMOUNT, topic="risk", sign=-1),
    Fact("foe_afflicted", "a foe gets a status", "{action}: a foe would get a new status {often}", topic="status", sign=1),
    Fact("own_afflicted", "an own creature gets a status", "{action}: a creature of its own side would get a new status {often}", sign=-1),
    Fact("foe_leaves", "the foe switches", "{action}: the foe would switch {often}"),
    Fact("wins_battle", "wins the battle", "{action}: the battle would be won at once {often}", sign=1),
    Fact("loses_battle", "loses the battle", "{action}: the battle would be lost at once {often}", sign=-1),
)

FINAL_CONSEQUENCES = (
    Fact("foe_beaten", "the foe in play falls", "after {action}, the foe now in play would be knocked out in the end {often}", sign=1),
    Fact(
        "own_stands", "the creature in play stands", "after {action}, the creature now in play would still stand in the end {often}", sign=1
    ),
    Fact(
        "own_left",
        "own creatures left in the end",
        "creatures of its own side left in the end after {action}: {value} on average",
        "",
        AMOUNT,
        sign=1,
        topic="end",
    ),
    Fact("foes_left", "foes left in the end", "foes left in the end after {action}: {value} on average", "", AMOUNT, sign=-1, topic="end"),
)

EFFECT_ON = np.array(
    [[effect(attack.type, name) if attack.power else 1 for name in TYPES] for attack in ATTACKS], np.float64
)  # [attack, type]
RESISTED = 0.5  # the effect of a type that a creature resists, at most
STATUS_FACTS = {"burn": BURNS, "poison": POISONS, "leech": LEECHES, "paralysis": PARALYSES, "trap": TRAPS}
FACT_OF_STATUS = np.array([STATUS_FACTS[name] for name in STATUS_NAMES])  # [status]


def facts(state: PokemonState, seat: int, action: int, out: NDArray[np.float64]) -> None:
    """Write FACTS; what only attacks have is 0 for a newcomer, and the other way round."""
    out[:] = 0.0
    out[EFFECT] = out[CARRIED_OUT] = out[SURVIVES] = 1.0
    if state.phase == LEADS or state.pending[1 - seat] == LEAVE:
        describe_lead(state, seat, sent(state, seat, action), out)
    elif action >= SEND:
        describe_newcomer(state, seat, sent(state, seat, action), out)
    else:
        describe_attack(state, seat, action, out)


@rule
def chance_first(state: PokemonState, user: int, foe: int, priority: int) -> float:
    """The chance that a creature acts before a foe, if its action has so much more priority."""
    lead = priority if priority != 0 else speed(state, user) - speed(state, foe)
    return 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5


@rule
def beaten(state: PokemonState, seat: int, creature: int, hp: int) -> int:
    """The number of the foe's creatures that a creature with that number of HP would beat if both went on striking."""
    count = 0
    for foe in range(TEAM * (1 - seat), TEAM * (1 - seat) + TEAM):
        if state.hp[foe] > 0 and race(state, creature, hp, foe) > 0:
            count += 1
    return count


@rule
def bitten(state: PokemonState, creature: int) -> int:
    """The HP that its statuses take from a creature at the end of the turn."""
    cost = 0
    for status in range(ALL_STATUSES):
        cost += bite_cost(state, creature, status)
    return cost


@rule
def sting(state: PokemonState, creature: int, attack: int) -> int:
    """The HP that a status which an attack may put on a creature takes at the end of the same turn."""
    status, full = GIVES[attack], FULL_HP[state.kind[creature]]
    if status == NO_STATUS or not can_get(state, creature, status):
        return 0
    return full // 16 if status == POISON else full // 8 if status in (BURN, LEECH) else 0


@rule
def worst_attack(state: PokemonState, foe: int, creature: int) -> int:
    """The most HP that an attack of a foe may take from a creature until the end of the turn."""
    worst = 0
    for move in range(MOVES):
        if state.pp[foe, move] > 0:
            attack = KNOWN[state.kind[foe], move]
            worst = max(worst, damage(state, foe, creature, attack) + sting(state, creature, attack))
    return worst


@rule
def hurt_by_rocks(state: PokemonState, seat: int) -> int:
    """The number of creatures on the seat's bench that rocks would hurt."""
    count = 0
    for creature in range(TEAM * seat, TEAM * seat + TEAM):
        if state.hp[creature] > 0 and creature != state.active[seat] and ROCKS_COST[state.kind[creature]] > 0:
            count += 1
    return count


@rule
def describe_lead(state: PokemonState, seat: int, creature: int, out: NDArray[np.float64]) -> None:
    """A creature whose foe is not known yet: the foe's whole team counts."""
    rocks, hp = entry_cost(state, seat, creature, EXHAUSTION) if state.phase != LEADS else 0, state.hp[creature]
    out[RISK] = min(1.0, rocks / hp)
    out[SURVIVES] = rocks < hp
    first = 0.0
    for foe in range(TEAM * (1 - seat), TEAM * (1 - seat) + TEAM):
        if state.hp[foe] > 0:
            first += chance_first(state, creature, foe, 0)
    out[FASTER] = first / state.standing[1 - seat]
    if rocks < hp:
        out[BEATS] = beaten(state, seat, creature, hp - rocks)


@rule
def describe_newcomer(state: PokemonState, seat: int, creature: int, out: NDArray[np.float64]) -> None:
    """A switch or a replacement: what awaits the creature, and what it could do then."""
    foe, hp, announced = state.active[1 - seat], state.hp[creature], state.pending[1 - seat]
    threat = strongest(state, foe, creature)  # the attack that it probably meets
    entering = EXHAUSTION  # the attack that it meets as it enters
    worst = worst_attack(state, foe, creature)
    if state.phase == CHOICES:
        threat = entering = strongest(state, foe, state.active[seat])
        out[SWITCHES] = 1.0
    elif 0 <= announced < EXHAUSTION:
        threat = entering = announced
        worst = hit(state, foe, creature, announced) + sting(state, creature, announced)
    elif strikes_back(state, creature, foe):
        worst = 0
    rocks = entry_cost(state, seat, creature, EXHAUSTION)
    lost = rocks + worst + bitten(state, creature)
    out[RISK] = min(1.0, lost / hp)
    out[SURVIVES] = lost < hp
    out[RESISTS] = threat != EXHAUSTION and EFFECT_ON[threat, TYPE[state.kind[creature]]] <= RESISTED
    out[FASTER] = chance_first(state, creature, foe, 0)
    if rocks >= hp:
        return
    out[BEATS] = beaten(state, seat, creature, hp - rocks)
    cost = entry_cost(state, seat, creature, entering)
    if cost < hp:
        out[WINS_DUEL] = race(state, creature, hp - cost, foe) > 0
        out[KNOCKS_OUT_NEXT] = hit(state, creature, foe, strongest(state, creature, foe)) >= state.hp[foe]


@rule
def strikes_back(state: PokemonState, creature: int, foe: int) -> bool:
    """Whether a creature is sure to knock a foe out before any attack of it."""
    attack = strongest(state, creature, foe)
    if hit(state, creature, foe, attack) < state.hp[foe] or state.status[creature, PARALYSIS] > 0:
        return False
    for move in range(MOVES):
        if state.pp[foe, move] > 0:
            answer = KNOWN[state.kind[foe], move]
            if damage(state, foe, creature, answer) > 0 and chance_first(state, creature, foe, PRIORITY[attack] - PRIORITY[answer]) < 1.0:
                return False
    return True


@rule
def describe_attack(state: PokemonState, seat: int, attack: int, out: NDArray[np.float64]) -> None:
    """An attack or exhaustion: its effects if it is carried out, and the worst answer."""
    user, foe = state.active[seat], state.active[1 - seat]
    dealt = hit(state, user, foe, attack)
    out[FASTER] = chance_first(state, user, foe, PRIORITY[attack])
    out[DAMAGE] = min(1.0, dealt / state.hp[foe])
    if attack != EXHAUSTION:
        out[EFFECT] = EFFECT_ON[attack, TYPE[state.kind[foe]]]
        out[LEAVES_AFTER] = LEAVES[attack] and may_leave(state, seat)
        describe_effects(state, seat, attack, out)
    worst, sure = worst_answer(state, seat, attack, out)
    describe_risk(state, user, attack, worst, sure, out)
    if dealt >= state.hp[foe]:
        out[KNOCKS_OUT] = out[CARRIED_OUT]
        out[KNOCKS_OUT_FIRST] = sure
    out[BEATS] = beaten(state, seat, user, state.hp[user])
    if out[LEAVES_AFTER] == 0.0:
        out[WINS_DUEL] = race(state, user, state.hp[user], foe) > 0
        if dealt < state.hp[foe] and out[SURVIVES] == 1.0:
            out[KNOCKS_OUT_NEXT] = next_hit(state, user, foe, attack) >= state.hp[foe] - dealt
    if attack != EXHAUSTION and dealt == 0:
        out[NO_EFFECT] = is_idle(state, seat, attack, out)


@rule
def bonus_after(state: PokemonState, creature: int, which: int, attack: int, whose: int) -> float:
    """A bonus of a creature after an attack of its own or of its foe."""
    bonus = state.bonus[creature, which]
    return bonus if attack == EXHAUSTION else changed_bonus(bonus, MULTIPLIERS[attack, whose, which])


@rule
def describe_effects(state: PokemonState, seat: int, attack: int, out: NDArray[np.float64]) -> None:
    """What an attack does beside its damage to a foe that still stands."""
    user, foe = state.active[seat], state.active[1 - seat]
    status = GIVES[attack]
    if status != NO_STATUS and out[DAMAGE] < 1.0 and can_get(state, foe, status):
        fact = FACT_OF_STATUS[status]
        out[fact] = IN_THREE[attack] / 3 if fact == BURNS else 1.0
    sharper = bonus_after(state, user, ATTACK_BONUS, attack, OWN) / state.bonus[user, ATTACK_BONUS]
    barer = bonus_after(state, foe, DEFENCE_BONUS, attack, FOE) / state.bonus[foe, DEFENCE_BONUS]
    out[OWN_HITS] = 100.0 * (sharper / barer - 1.0)
    firmer = bonus_after(state, user, DEFENCE_BONUS, attack, OWN) / state.bonus[user, DEFENCE_BONUS]
    blunter = bonus_after(state, foe, ATTACK_BONUS, attack, FOE) / state.bonus[foe, ATTACK_BONUS]
    out[FOE_HITS] = 100.0 * (blunter / firmer - 1.0)
    if LAYS_ROCKS[attack] and state.rocks[1 - seat] == 0:
        out[ROCKS_LAID] = hurt_by_rocks(state, 1 - seat)
    if CLEARS_ROCKS[attack] and state.rocks[seat] > 0:
        out[ROCKS_CLEARED] = hurt_by_rocks(state, seat)


@rule
def worst_answer(state: PokemonState, seat: int, attack: int, out: NDArray[np.float64]) -> tuple[int, bool]:
    """The most HP that the foe's attack may take in this turn, and whether one's own is sure to come before it; writes CARRIED_OUT."""
    user, foe = state.active[seat], state.active[1 - seat]
    held = attack != EXHAUSTION and state.status[user, PARALYSIS] > 0
    spared = out[DAMAGE] == 1.0 or out[LEAVES_AFTER] == 1.0  # by an attack that comes first
    foe_attack = bonus_after(state, foe, ATTACK_BONUS, attack, FOE)
    defence = bonus_after(state, user, DEFENCE_BONUS, attack, OWN)
    worst, sure = 0, not held
    for move in range(MOVES):
        if state.pp[foe, move] == 0:
            continue
        answer = KNOWN[state.kind[foe], move]
        first = chance_first(state, user, foe, PRIORITY[attack] - PRIORITY[answer])
        stung = 0 if out[LEAVES_AFTER] == 1.0 else sting(state, user, answer)
        if first > 0.0 and not spared:
            worst = max(worst, damage_with(state, foe, user, answer, foe_attack, defence) + stung)
        if first < 1.0 or held:
            lost = damage(state, foe, user, answer)
            worst = max(worst, lost + stung)
            sure = False
            if lost >= state.hp[user]:
                out[CARRIED_OUT] = min(out[CARRIED_OUT], first)
            elif GIVES[answer] == PARALYSIS and can_get(state, user, PARALYSIS):
                out[CARRIED_OUT] = min(out[CARRIED_OUT], first + (1.0 - first) * 2 / 3)
    if held:
        out[CARRIED_OUT] *= 2 / 3
    return worst, sure


@rule
def describe_risk(state: PokemonState, user: int, attack: int, worst: int, sure: bool, out: NDArray[np.float64]) -> None:
    """What is healed, and what the user may lose by the worst answer, its statuses and exhaustion."""
    hp, full = state.hp[user], FULL_HP[state.kind[user]]
    lost = worst if out[LEAVES_AFTER] == 1.0 else worst + bitten(state, user)
    room = hp  # the HP that may be lost
    if attack == EXHAUSTION:
        lost += EXHAUSTION_COST
    elif HEALS[attack]:
        late = 0 if sure else worst  # lost before the healing
        out[HEALED] = min(full // 2, full - hp + late) / full
        if late < hp and state.status[user, PARALYSIS] == 0:
            room = late + min(full, hp - late + full // 2)
    out[RISK] = min(1.0, lost / room)
    out[SURVIVES] = lost < room


@rule
def next_hit(state: PokemonState, user: int, foe: int, attack: int) -> int:
    """The damage of the strongest attack in the turn after an attack."""
    best = strongest(state, user, foe)
    if best == EXHAUSTION or (best == attack and state.pp[user, MOVE_OF[state.kind[user], attack]] == 1):
        return 0
    own = bonus_after(state, user, ATTACK_BONUS, attack, OWN)
    return damage_with(state, user, foe, best, own, bonus_after(state, foe, DEFENCE_BONUS, attack, FOE))


@rule
def is_idle(state: PokemonState, seat: int, attack: int, out: NDArray[np.float64]) -> bool:
    """Whether an attack without damage would change nothing that matters."""
    for fact in FACT_OF_STATUS:
        if out[fact] > 0.0:
            return False
    if LAYS_ROCKS[attack] and state.rocks[1 - seat] == 0 and state.standing[1 - seat] > 1:
        return False
    if CLEARS_ROCKS[attack] and state.rocks[seat] > 0 and state.standing[seat] > 1:
        return False
    return out[OWN_HITS] == 0.0 and out[FOE_HITS] == 0.0 and out[HEALED] == 0.0 and out[LEAVES_AFTER] == 0.0


def consequences(state: PokemonState, after: PokemonState, seat: int, action: int, out: NDArray[np.float64]) -> None:
    """Write CONSEQUENCES; a seat decides again in the next turn, or when it must send a creature in the middle of this one."""
    foe = 1 - seat
    before = state.active[foe]
    out[0] = after.standing[foe] < state.standing[foe]
    out[1] = after.standing[seat] < state.standing[seat]
    out[2] = team_loss(state, after, foe)
    out[3] = team_loss(state, after, seat)
    out[4] = newly_afflicted(state, after, foe)
    out[5] = newly_afflicted(state, after, seat)
    out[6] = before != NOBODY and after.active[foe] != before and after.hp[before] > 0
    out[7] = after.winner == seat
    out[8] = after.winner == foe


@rule
def team_loss(state: PokemonState, after: PokemonState, seat: int) -> int:
    """The HP that creatures of a team have lost; what others regained is not deducted."""
    lost = 0
    for creature in range(TEAM * seat, TEAM * seat + TEAM):
        lost += max(0, state.hp[creature] - after.hp[creature])
    return lost


@rule
def newly_afflicted(state: PokemonState, after: PokemonState, seat: int) -> bool:
    """Whether a creature of a team has a status that it did not have."""
    for creature in range(TEAM * seat, TEAM * seat + TEAM):
        for status in range(ALL_STATUSES):
            if after.status[creature, status] > state.status[creature, status]:
                return True
    return False


def final_consequences(state: PokemonState, end: PokemonState, seat: int, out: NDArray[np.float64]) -> None:
    """What became of the two creatures in play, and how many of either side are left."""
    own, foe = state.active[seat], state.active[1 - seat]
    out[0] = foe != NOBODY and end.hp[foe] <= 0
    out[1] = own != NOBODY and end.hp[own] > 0
    out[2] = end.standing[seat]
    out[3] = end.standing[1 - seat]
