"""What an explorer says of going on and of going home, and what comes of either."""

import numpy as np
from numpy.typing import NDArray

from joute.core.facts import Fact, FactKind
from joute.games.diamant.cards import FIRST_RELIC, FIRST_TRAP, GEMS, KINDS
from joute.games.diamant.rules import EXPLORE, RETURN, SEATS_IN, worth_of_path_relics
from joute.games.diamant.state import DiamantState
from joute.i18n import Sentence
from joute.jit.dispatch import rule

OFTEN: Sentence = "in {n} of 10 cases"
COUNT, CHANCE, AMOUNT = FactKind.COUNT, FactKind.CHANCE, FactKind.AMOUNT

FACTS = (
    Fact(
        "disaster",
        "disaster on the next card",
        "{action} risks a disaster on the next card: {value}",
        "",
        CHANCE,
        topic="disaster",
        sign=-1,
    ),
    Fact(
        "disaster_in_two",
        "disaster within two cards",
        "{action} risks a disaster within two cards: {value}",
        "",
        CHANCE,
        topic="disaster",
        sign=-1,
    ),
    Fact("safe", "without danger", "{action} is without danger", "{action} may end in a disaster at once", topic="disaster", sign=1),
    Fact("traps", "traps to fear", "kinds of traps that {action} must fear: {value}", "", COUNT, topic="disaster", sign=-1),
    Fact("at_stake", "gems at stake", "{action} puts gems at stake: {value}", "", COUNT, topic="loss", sign=-1),
    Fact(
        "likely_loss",
        "loss on the next card, on average",
        "{action} loses gems on the next card, on average: {value}",
        "",
        AMOUNT,
        topic="loss",
        sign=-1,
    ),
    Fact(
        "likely_find",
        "find on the next card, on average",
        "{action} finds gems on the next card, on average: {value}",
        "",
        AMOUNT,
        topic="find",
        sign=1,
    ),
    Fact("better_bet", "better bet", "on the next card, {action} is the better bet", "on the next card, {action} is the worse bet", sign=1),
    Fact("treasure", "treasure on the next card", "{action} meets a treasure on the next card: {value}", "", CHANCE, topic="find", sign=1),
    Fact("relic", "relic on the next card", "{action} meets a relic on the next card: {value}", "", CHANCE, topic="relic", sign=1),
    Fact("nothing_to_lose", "nothing to lose", "{action} has nothing to lose", sign=1),
    Fact("alone", "treasures for oneself", "{action} has all further treasures for itself", sign=1),
    Fact(
        "sharers",
        "others who share the next treasure",
        "{action} shares the next treasure with others: {value}",
        "",
        COUNT,
        topic="shares",
        sign=-1,
    ),
    Fact(
        "left_on_path",
        "gems left for others",
        "{action} leaves gems on the path for others to take: {value}",
        "",
        COUNT,
        topic="path",
        sign=-1,
    ),
    Fact(
        "last_chance", "loss that no round makes up for", "{action} risks gems that no later round can make up for", topic="loss", sign=-1
    ),
    Fact("banks", "gems banked for sure", "{action} banks gems for sure: {value}", "", COUNT, topic="bank", sign=1),
    Fact(
        "banks_alone",
        "gems banked if nobody else returns",
        "{action} banks gems if nobody else returns: {value}",
        "",
        COUNT,
        topic="bank",
        sign=1,
    ),
    Fact(
        "relic_gems", "gems for relics", "{action} gets gems for relics if nobody else returns: {value}", "", COUNT, topic="relic", sign=1
    ),
    Fact(
        "leads",
        "largest bank",
        "after {action}, no other bank is as large yet",
        "after {action}, another bank is at least as large",
        topic="rank",
        sign=1,
    ),
    Fact(
        "behind",
        "gems behind the largest bank",
        "{action} is still behind the largest bank by gems: {value}",
        "",
        COUNT,
        topic="rank",
        sign=-1,
    ),
    Fact("cannot_win", "can no longer win", "{action} can no longer win: another bank is out of reach", sign=-1),
    Fact("wins", "wins for sure", "{action} wins the game for sure", sign=1),
)

CONSEQUENCES = (
    Fact("ends_in_disaster", "ends in a disaster", "{action} would end in a disaster on the next card {often}", topic="disaster", sign=-1),
    Fact("gems_lost", "gems lost", "{action} would lose gems on the next card, on average: {value}", "", AMOUNT, topic="loss", sign=-1),
    Fact("gems_found", "gems found", "{action} would find gems on the next card, on average: {value}", "", AMOUNT, topic="find", sign=1),
    Fact("gems_banked", "gems banked", "{action} would bank gems at once, on average: {value}", "", AMOUNT, topic="bank", sign=1),
    Fact("takes_relic", "takes a relic", "{action} would take a relic at once {often}", topic="relic", sign=1),
    Fact(
        "loses_path",
        "another takes something from the path",
        "{action} would let another take something from the path at once {often}",
        topic="path",
        sign=-1,
    ),
    Fact(
        "shares_path",
        "shares the path",
        "{action} would have to share the path with others who return too {often}",
        topic="shares",
        sign=-1,
    ),
)

FINAL_CONSEQUENCES = (
    Fact(
        "brings_home",
        "gems brought home by the end of the round",
        "{action} would bring gems home by the end of the round, on average: {value}",
        "",
        AMOUNT,
        topic="bank",
        sign=1,
    ),
    Fact(
        "another_brings_more",
        "another brings more home",
        "after {action}, another would bring more home by the end of the round {often}",
        topic="rank",
        sign=-1,
    ),
    Fact(
        "nobody_ahead",
        "nobody has a larger bank after the round",
        "after {action}, nobody would have a larger bank at the end of the round {often}",
        topic="rank",
        sign=1,
    ),
)


def facts(state: DiamantState, seat: int, action: int, out: NDArray[np.float64]) -> None:
    """Write FACTS; what only exploring has is 0 for a return, and the other way round."""
    out[:] = 0.0
    find, loss = describe_next_card(state, out)
    inside = SEATS_IN[state.inside]
    relics = worth_of_path_relics(state)
    best = best_other_bank(state, seat)
    bank = state.bank[seat]
    last = state.round == state.rounds - 1
    if action == EXPLORE:
        out[2] = out[0] == 0.0
        out[4] = state.carried if out[0] > 0.0 else 0
        out[7] = find >= loss
        out[10] = state.carried == 0
        out[11] = inside == 1
        out[12] = inside - 1
        out[13] = state.gems + relics if inside > 1 else 0
        out[14] = last and loss > 0.0
        out[21] = last and inside == 1 and bank > best
    else:
        out[:10] = 0.0
        out[2] = 1.0
        out[7] = loss > find
        out[15] = state.carried + (state.gems + relics if inside == 1 else state.gems // inside)
        out[16] = state.carried + state.gems + relics
        out[17] = relics
        bank += int(out[15])
        out[20] = last and state.bank[seat] + out[16] < best
        out[21] = last and inside == 1 and bank > best
    out[18] = bank > best
    out[19] = max(0, best - bank)


@rule
def describe_next_card(state: DiamantState, out: NDArray[np.float64]) -> tuple[float, float]:
    """What the next cards may be, as for a seat that explores; returns the gems found and lost on average if nobody returns."""
    inside = SEATS_IN[state.inside]
    cards = treasures = relics = deadly = warning = found = 0
    for kind in range(KINDS):
        count = state.deck[kind]
        cards += count
        if kind < FIRST_TRAP:
            treasures += count
            found += count * (GEMS[kind] // inside)
        elif kind >= FIRST_RELIC:
            relics += count
        elif state.warned >> (kind - FIRST_TRAP) & 1:
            deadly += count
        else:
            warning += count * (count - 1)  # ordered pairs of cards: a first trap and its second
    pairs = max(1, cards * (cards - 1))
    out[0] = deadly / cards
    out[1] = out[0] + ((cards - deadly) * deadly + warning) / pairs
    out[3] = SEATS_IN[state.warned]
    out[5] = out[0] * state.carried
    out[6] = found / cards
    out[8] = treasures / cards
    out[9] = relics / cards
    return out[6], out[5]


@rule
def best_other_bank(state: DiamantState, seat: int) -> int:
    """The largest bank of the others."""
    best = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, state.bank[other])
    return best


def consequences(state: DiamantState, after: DiamantState, seat: int, action: int, out: NDArray[np.float64]) -> None:
    """Write CONSEQUENCES; a seat that explores decides again after one card, unless that card ends the round."""
    ended = after.round != state.round
    gain = after.bank[seat] - state.bank[seat]
    explored = action == EXPLORE
    out[0] = explored and ended
    out[1] = state.carried if explored and ended else 0
    out[2] = 0 if ended or not explored else after.carried - state.carried
    out[3] = gain
    out[4] = after.relics[seat] > state.relics[seat]
    out[5] = explored and most_brought_home(state, after, seat) > state.carried
    out[6] = action == RETURN and gain < state.carried + state.gems + worth_of_path_relics(state)


def final_consequences(state: DiamantState, end: DiamantState, seat: int, out: NDArray[np.float64]) -> None:
    """Write FINAL_CONSEQUENCES: who has brought home what when the round is over, and who has most then."""
    out[0] = end.bank[seat] - state.bank[seat]
    out[1] = most_brought_home(state, end, seat) > out[0]
    out[2] = best_other_bank(end, seat) <= end.bank[seat]


@rule
def most_brought_home(state: DiamantState, later: DiamantState, seat: int) -> int:
    """The most gems that another seat has brought home since then."""
    most = 0
    for other in range(state.seats):
        if other != seat:
            most = max(most, later.bank[other] - state.bank[other])
    return most
