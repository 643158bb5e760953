"""What a player would say of a contract or of a card, and what has come of it by the next decision and by the end of the deal."""

from joute.core.contract import Values
from joute.core.facts import Fact, FactKind
from joute.games.barbu.contracts import ALL, ALL_CONTRACTS, FIRST_OUT, NAME, NO_CONTRACT, PASS, POINTS, REUSSITE
from joute.games.barbu.hands import LEAD_LEFT, best_contract, expected_lead
from joute.games.barbu.heuristic import COST, COSTLY, cost_on_table
from joute.games.barbu.rules import points_taken, possible_cards
from joute.games.barbu.state import BarbuState
from joute.games.trick_taking.cards import CARDS, DECK, JACK, SEATS, all_of_suit, lowest, rank_of, suit_of
from joute.games.trick_taking.ranks import COUNT, ranks_of
from joute.i18n import Sentence
from joute.jit.dispatch import rule

FACTS = (
    # naming a contract
    Fact(
        "promises",
        "points ahead that the hand promises",
        "points ahead of the others that this hand promises with {action}: {value}",
        kind=FactKind.AMOUNT,
        topic="contract",
        sign=1,
    ),
    Fact(
        "better_than_usual",
        "suits the hand",
        "{action} promises more with this hand than with most",
        "{action} promises less with this hand than with most",
        topic="contract",
        sign=1,
    ),
    Fact("best_contract", "best contract left", "{action} is the best choice with what it leaves for later", topic="contract", sign=1),
    # the trick
    Fact("takes_so_far", "takes the trick so far", "{action} takes the trick so far", topic="trick"),
    Fact("takes_surely", "sure to take the trick", "{action} is sure to take the trick", topic="trick"),
    Fact("ducks_highest", "highest card that ducks", "{action} is the highest card that stays below the trick", sign=1),
    Fact(
        "cost_so_far",
        "points it costs so far",
        "points that {action} costs as the trick stands: {value}",
        kind=FactKind.AMOUNT,
        topic="cost",
        sign=-1,
    ),
    Fact(
        "players_to_beat",
        "players to come who may beat it",
        "players to come who may beat {action}: {value}",
        kind=FactKind.COUNT,
        topic="trick",
    ),
    Fact("leads_alone", "leads what nobody can follow", "{action} leads a suit that nobody else has: it takes all that is thrown on it"),
    Fact(
        "draws_costly",
        "draws out what costs points",
        "{action} leads a suit in which another player holds a card that costs points",
        topic="costly suit",
    ),
    Fact(
        "guards_less",
        "leads the suit of its own danger",
        "{action} leads the suit of a card in hand that costs points",
        topic="costly suit",
        sign=-1,
    ),
    Fact(
        "gives_costly",
        "gives away what costs points",
        "{action} gives a costly card to the player who takes the trick",
        topic="gift",
        sign=1,
    ),
    Fact("sheds_high", "gets rid of a high card", "{action} gets rid of a high card without taking the trick", sign=1),
    # the suit
    Fact("higher_unseen", "higher cards unseen", "cards in other hands that are higher than {action}: {value}", kind=FactKind.COUNT),
    Fact("lower_unseen", "lower cards unseen", "cards in other hands that are lower than {action}: {value}", kind=FactKind.COUNT),
    Fact(
        "suit_left",
        "cards of the suit left in hand",
        "cards of the suit left in hand after {action}: {value}",
        kind=FactKind.COUNT,
        topic="rest of the suit",
    ),
    Fact(
        "empties_suit",
        "empties a suit",
        "{action} is the last card of its suit in hand: next time anything can be thrown on that suit",
        topic="rest of the suit",
        sign=1,
    ),
    # the Réussite
    Fact("opens_suit", "opens a suit", "{action} opens a suit"),
    Fact(
        "opens_own",
        "own cards behind it",
        "own cards that {action} opens the way for: {value}",
        kind=FactKind.COUNT,
        topic="own way",
        sign=1,
    ),
    Fact(
        "opens_others",
        "cards of others behind it",
        "cards of others that {action} opens the way for: {value}",
        kind=FactKind.COUNT,
        topic="way of others",
        sign=-1,
    ),
    Fact("helps_nobody", "helps nobody", "{action} opens the way for nobody: it gains time", topic="way of others", sign=1),
)

CONSEQUENCES = (
    Fact("takes_trick", "takes the trick", "{action} would take the trick {often}", topic="trick"),
    Fact(
        "points_lost", "points it costs", "points that {action} would cost: {value} on average", kind=FactKind.AMOUNT, topic="cost", sign=-1
    ),
    Fact(
        "points_of_others",
        "points it costs others",
        "points that {action} would cost the others: {value} on average",
        kind=FactKind.AMOUNT,
        topic="gift",
        sign=1,
    ),
    Fact("takes_king", "takes the king of hearts", "{action} would take the king of hearts {often}", topic="king", sign=-1),
    Fact(
        "king_elsewhere",
        "another takes the king of hearts",
        "after {action}, another player would take the king of hearts {often}",
        topic="king",
        sign=1,
    ),
    Fact("must_pass", "passes next", "after {action}, the next turn would be a pass {often}", topic="own way", sign=-1),
    Fact(
        "others_lay",
        "cards that others lay",
        "cards that the others would lay after {action}: {value} on average",
        kind=FactKind.COUNT,
        topic="way of others",
        sign=-1,
    ),
)

FINAL_CONSEQUENCES = (
    Fact(
        "points_of_deal",
        "points of the deal",
        "points of the deal after {action}: {value} on average",
        kind=FactKind.AMOUNT,
        topic="end of the deal",
        sign=1,
    ),
    Fact("takes_everything", "takes everything", "{action} would lead to taking everything {often}", topic="own slam", sign=1),
    Fact(
        "another_takes_everything",
        "another takes everything",
        "after {action}, another player would take everything {often}",
        topic="slam",
        sign=-1,
    ),
    Fact("out_first", "first without cards", "after {action}, one would be the first without cards {often}", topic="laying out", sign=1),
    Fact(
        "out_at_all",
        "first or second without cards",
        "after {action}, one would be first or second without cards {often}",
        topic="laying out",
        sign=1,
    ),
)

OFTEN: Sentence = "in {n} of 10 possible deals"


@rule
def write_contract_facts(state: BarbuState, seat: int, contract: int, out: Values) -> None:
    """What the hand promises in the contract, and whether it is the one to name now."""
    hand, left = state.hands[seat], ALL_CONTRACTS & ~state.named
    lead = expected_lead(hand, contract)
    out[0] = lead
    out[1] = lead > LEAD_LEFT[1 << contract]
    out[2] = best_contract(hand, state.named) == NAME + contract and left & (left - 1) != 0


@rule
def seats_that_may_beat(state: BarbuState, seat: int, card: int) -> int:
    """The number of seats still to play that have not shown to lack the card's suit."""
    count = 0
    for place in range(1, SEATS - state.plays % SEATS):
        count += 1 if all_of_suit(card) & ~state.lacking[(seat + place) % SEATS] != 0 else 0
    return count


@rule
def write_trick_facts(state: BarbuState, seat: int, card: int, unseen: int, out: Values) -> None:
    """What the card does in the trick."""
    suit, rank, bit = suit_of(card), rank_of(card), 1 << card
    left, others = ranks_of(state.hands[seat] & ~bit, suit), ranks_of(unseen, suit)
    higher = COUNT[others >> rank]
    lower = COUNT[others] - higher
    leads, follows = state.led == 0, state.led & bit != 0
    best = state.table[state.taker] if follows else -1
    takes = leads or (follows and card > best)
    may_beat = seats_that_may_beat(state, seat, card) if takes and higher > 0 else 0
    between = (1 << rank_of(best)) - (2 << rank) if follows and not takes else 0  # ranks above the card and below the trick
    costly = COSTLY[state.contract] & ~state.played & all_of_suit(card)
    out[3] = takes
    out[4] = takes and may_beat == 0
    out[5] = follows and not takes and left != 0 and left & between == 0
    out[6] = cost_on_table(state) + COST[state.contract, card] if takes else 0.0
    out[7] = may_beat
    out[8] = leads and others == 0
    out[9] = leads and costly & unseen != 0
    out[10] = leads and costly & state.hands[seat] & ~bit != 0
    out[11] = not takes and COST[state.contract, card] > 0
    out[12] = not takes and lower > higher


@rule
def cards_behind(cards: int, card: int) -> int:
    """How many of some cards of that suit can be laid only after the card."""
    held, rank = ranks_of(cards, suit_of(card)), rank_of(card)
    count = 0
    if rank >= JACK:
        count += COUNT[held >> (rank + 1)]
    if rank <= JACK:
        count += COUNT[held & ((1 << rank) - 1)]
    return count


def facts(state: BarbuState, seat: int, action: int, out: Values) -> None:
    """What the contract promises; or what the card does in the trick or to the suits laid out, and what stays in hand."""
    for place in range(len(out)):
        out[place] = 0.0
    if action >= NAME:
        write_contract_facts(state, seat, action - NAME, out)
    if action >= PASS:
        return
    suit, rank = suit_of(action), rank_of(action)
    unseen = DECK & ~state.played & ~state.hands[seat]
    left, others = ranks_of(state.hands[seat] & ~(1 << action), suit), ranks_of(unseen, suit)
    out[13] = COUNT[others >> rank]
    out[14] = COUNT[others & ((1 << rank) - 1)]
    out[15] = COUNT[left]
    out[16] = left == 0 and others != 0 and state.contract != REUSSITE
    if state.contract == REUSSITE:
        out[17] = rank == JACK
        out[18] = cards_behind(state.hands[seat], action)
        out[19] = cards_behind(unseen, action)
        out[20] = out[19] == 0.0
    else:
        write_trick_facts(state, seat, action, unseen, out)


@rule
def taker_of_last(state: BarbuState, seat: int, action: int) -> int:
    """The seat that takes the last trick of eight, which the hands decide."""
    led = state.led if state.led != 0 else all_of_suit(action)
    taker, best = seat, -1
    for other in range(SEATS):
        card = action if other == seat else state.table[other] if state.table[other] >= 0 else lowest(state.hands[other])
        if led >> card & 1 != 0 and card > best:
            taker, best = other, card
    return taker


@rule
def gain_of(state: BarbuState, after: BarbuState, seat: int) -> int:
    """The points that a seat has got or lost between two moments of a deal, or by its end."""
    before = points_taken(state, seat)
    if after.deal == state.deal:
        return points_taken(after, seat) - before
    return after.points[seat] - state.points[seat] - before


def consequences(state: BarbuState, after: BarbuState, seat: int, action: int, out: Values) -> None:
    """Who took the trick and what it cost; or what the others have laid, and whether the seat must pass."""
    for place in range(len(out)):
        out[place] = 0.0
    if state.contract == NO_CONTRACT:
        return
    same_deal = after.deal == state.deal
    if state.contract == REUSSITE:
        out[5] = same_deal and possible_cards(after, seat) == 0
        out[6] = after.plays - state.plays - (1 if action != PASS else 0) if same_deal else 0
        return
    own, all_losses = gain_of(state, after, seat), 0
    for other in range(SEATS):
        gain = gain_of(state, after, other)
        all_losses -= gain if gain < 0 else 0
    if same_deal:
        out[0] = after.tricks[seat] > state.tricks[seat]
    elif state.plays >= CARDS - SEATS:
        out[0] = taker_of_last(state, seat, action) == seat
    else:
        out[0] = own < 0
    out[1] = -own if own < 0 else 0
    out[2] = all_losses - out[1]
    king_counts = POINTS[state.contract, 3] != 0 and state.king < 0
    out[3] = king_counts and own <= POINTS[state.contract, 3]
    out[4] = king_counts and own > POINTS[state.contract, 3] and all_losses >= -POINTS[state.contract, 3]


def final_consequences(state: BarbuState, end: BarbuState, seat: int, out: Values) -> None:
    """What the deal brought the seat; who took everything, or laid all cards."""
    gained, slam, everything = end.points[seat] - state.points[seat], False, 0
    if state.contract != NO_CONTRACT and state.contract != REUSSITE:
        everything = POINTS[state.contract, ALL]
    for other in range(SEATS):
        slam = slam or (everything > 0 and end.points[other] - state.points[other] == everything)
    out[0] = gained
    out[1] = everything > 0 and gained == everything
    out[2] = slam and gained != everything
    out[3] = state.contract == REUSSITE and gained == FIRST_OUT
    out[4] = state.contract == REUSSITE and gained > 0
