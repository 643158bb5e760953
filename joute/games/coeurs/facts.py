"""What a player would say of a card before it is played, and what has come of it when the trick is over.

A seat decides once a trick, so that its next decision, or the end of the deal, shows all four cards of the trick.
"""

from joute.core.contract import Values
from joute.core.facts import Fact, FactKind
from joute.games.coeurs.heuristic import COLLECT_FROM, NOBODY, STOP_FROM, collector
from joute.games.coeurs.rules import PENALTY, SLAM, hearts_on_table
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import (
    ALL_HEARTS,
    CARDS,
    DECK,
    HAND,
    HEARTS,
    SEATS,
    SUITS,
    all_of_suit,
    is_heart,
    lowest,
    rank_of,
    suit_of,
)
from joute.games.trick_taking.ranks import COUNT, lowest_rank, ranks_of
from joute.i18n import Sentence
from joute.jit.dispatch import rule

FACTS = (
    # the trick
    Fact("takes_so_far", "takes the trick so far", "{action} takes the trick so far", "{action} does not take the trick", topic="trick"),
    Fact("takes_surely", "sure to take the trick", "{action} is sure to take the trick", topic="trick"),
    Fact("cannot_take", "cannot take the trick", "{action} cannot take the trick", "{action} could take the trick", topic="trick"),
    Fact("ducks_highest", "highest card that ducks", "{action} is the highest card that stays below the trick", sign=1),
    Fact(
        "takes_with_highest",
        "takes with the highest card",
        "{action} takes the trick so far, as the highest card of its suit in hand",
        topic="trick",
    ),
    Fact("takes_safely", "takes a trick without hearts", "{action} takes the trick so far, and no heart can come into it", topic="trick"),
    Fact(
        "hearts_so_far",
        "hearts it takes so far",
        "hearts that {action} takes so far: {value}",
        kind=FactKind.COUNT,
        topic="hearts",
        sign=-1,
    ),
    Fact(
        "players_to_beat",
        "players to come who may beat it",
        "players to come who may beat {action}: {value}",
        kind=FactKind.COUNT,
        topic="trick",
    ),
    # a lead
    Fact("leads_heart", "leads a heart", "{action} leads hearts: everybody who has a heart must add one"),
    Fact("leads_alone", "leads what nobody can follow", "{action} leads a suit that nobody else has: it takes all that is thrown on it"),
    # a discard
    Fact(
        "throws_heart",
        "gives a heart away",
        "{action} gives a heart away: it counts against the player who takes the trick",
        topic="gift",
        sign=1,
    ),
    Fact("sheds_high", "gets rid of a high card", "{action} gets rid of a high card without taking the trick", sign=1),
    # the suit
    Fact("higher_unseen", "higher cards unseen", "cards in other hands that beat {action}: {value}", kind=FactKind.COUNT),
    Fact("lower_unseen", "lower cards unseen", "cards in other hands that {action} beats: {value}", kind=FactKind.COUNT),
    Fact("players_void", "players without the suit", "players known to have no card of the suit of {action}: {value}", kind=FactKind.COUNT),
    # what stays in hand
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
    Fact(
        "spends_lowest",
        "spends the lowest card of a suit",
        "{action} spends the lowest card of the suit and keeps higher ones",
        topic="rest of the suit",
        sign=-1,
    ),
    Fact(
        "leaves_only_high",
        "leaves only high cards of the suit",
        "after {action}, only high cards of that suit are left in hand",
        topic="rest of the suit",
        sign=-1,
    ),
    Fact(
        "keeps_exit",
        "keeps a card that gives the lead away",
        "after {action}, a card is left in hand that gives the lead away: all the others of its suit beat it",
        "after {action}, no card is left in hand that all the others of its suit beat",
        sign=1,
    ),
    # slams
    Fact("keeps_slam", "keeps a slam alive", "{action} is sure to take the trick and keeps the slam alive", topic="own slam", sign=1),
    Fact("gives_up_slam", "gives up a slam", "{action} leaves a heart to another player and gives up the slam", topic="own slam", sign=-1),
    Fact(
        "stops_slam",
        "stops a slam",
        "as the trick stands, {action} keeps a heart from the player who has taken all hearts so far",
        topic="slam",
        sign=1,
    ),
    Fact(
        "feeds_slam",
        "helps a slam",
        "as the trick stands, {action} leaves a heart to the player who has taken all hearts so far",
        topic="slam",
        sign=-1,
    ),
    # the situation
    Fact(
        "hearts_fallen",
        "hearts taken so far",
        "hearts that have been taken before {action}: {value}",
        kind=FactKind.COUNT,
        of_position=True,
    ),
    Fact(
        "own_slam_hearts",
        "hearts towards an own slam",
        "hearts before {action} of a player who has taken all of them so far: {value}",
        kind=FactKind.COUNT,
        of_position=True,
    ),
)

CONSEQUENCES = (
    Fact("takes_trick", "takes the trick", "{action} would take the trick {often}", topic="trick"),
    Fact("takes_hearts", "takes hearts", "{action} would take the trick, with hearts in it, {often}", topic="trick", sign=-1),
    Fact(
        "hearts_taken", "hearts taken", "hearts that {action} would take: {value} on average", kind=FactKind.AMOUNT, topic="hearts", sign=-1
    ),
    Fact(
        "hearts_given",
        "hearts others take",
        "hearts that others would take with {action}: {value} on average",
        kind=FactKind.AMOUNT,
        topic="gift",
        sign=1,
    ),
    Fact(
        "hearts_thrown",
        "hearts thrown after it",
        "hearts that others would throw after {action}: {value} on average",
        kind=FactKind.AMOUNT,
        topic="gift",
    ),
    Fact("completes_slam", "completes the slam", "{action} would complete the slam {often}", topic="own slam", sign=1),
    Fact("loses_slam", "loses the slam", "{action} would cost the slam {often}", topic="own slam", sign=-1),
    Fact(
        "slam_stopped",
        "another player's slam is stopped",
        "after {action}, another player's slam would be stopped {often}",
        topic="slam",
        sign=1,
    ),
    Fact(
        "slam_suffered",
        "another player completes a slam",
        "after {action}, another player would complete a slam {often}",
        topic="slam",
        sign=-1,
    ),
)

FINAL_CONSEQUENCES = (
    Fact("slam_in_the_end", "makes the slam", "{action} would lead to the slam {often}", topic="own slam", sign=1),
    Fact(
        "slam_of_another",
        "another player makes the slam",
        "after {action}, another player would make the slam {often}",
        topic="slam",
        sign=-1,
    ),
    Fact(
        "hearts_in_the_end",
        "hearts that count in the end",
        "hearts that count at the end of the deal after {action}: {value} on average",
        kind=FactKind.AMOUNT,
        topic="later hearts",
        sign=-1,
    ),
    Fact(
        "no_more_hearts",
        "takes no more hearts",
        "{action} would keep all further hearts away {often}",
        topic="later hearts",
        sign=1,
    ),
)

OFTEN: Sentence = "in {n} of 10 possible deals"


@rule
def seats_that_may_beat(state: CoeursState, seat: int, card: int) -> int:
    """The number of seats still to play that have not shown to lack the card's suit."""
    count = 0
    for place in range(1, SEATS - state.plays % SEATS):
        count += 1 - (state.lacking[(seat + place) % SEATS] >> card & 1)
    return count


@rule
def seats_without(state: CoeursState, seat: int, card: int) -> int:
    """The number of other seats that have shown to lack the card's suit."""
    count = 0
    for place in range(1, SEATS):
        count += state.lacking[(seat + place) % SEATS] >> card & 1
    return count


@rule
def mostly_beats(rank: int, others: int) -> bool:
    """Whether a rank is higher than most of some others."""
    return COUNT[others & ((1 << rank) - 1)] > COUNT[others >> rank]


@rule
def has_exit(hand: int, unseen: int) -> bool:
    """Whether a hand has a card that all the unseen ones of its suit beat, and there are some."""
    for suit in range(SUITS):
        held, others = ranks_of(hand, suit), ranks_of(unseen, suit)
        if held != 0 and others != 0 and (others & -others) > (held & -held):
            return True
    return False


@rule
def write_slam_facts(state: CoeursState, seat: int, hearts: int, takes: bool, surely: bool, out: Values) -> None:
    """What the card does to a slam: one's own, or that of another seat, which must not get the hearts of this trick."""
    alone = collector(state)
    collected = state.hearts[alone] if alone != NOBODY else 0
    own = alone == seat and collected >= COLLECT_FROM
    another = alone != seat and collected >= STOP_FROM and hearts > 0
    leads = state.led == 0
    out[20] = own and surely
    out[21] = own and not takes and hearts > 0
    out[22] = another and (surely if leads else takes or state.taker != alone)
    out[23] = another and not leads and not takes and state.taker == alone


def facts(state: CoeursState, seat: int, action: int, out: Values) -> None:
    """What the card does in the trick, what is above and below it in other hands, and what stays in one's own."""
    bit = 1 << action
    rest = state.hands[seat] & ~bit
    unseen = DECK & ~state.played & ~state.hands[seat]
    suit, rank = suit_of(action), rank_of(action)
    left, others = ranks_of(rest, suit), ranks_of(unseen, suit)
    higher = COUNT[others >> rank]
    lower = COUNT[others] - higher
    leads = state.led == 0
    follows = state.led & bit != 0
    best = state.table[state.taker] if follows else -1
    above = leads or (follows and action > best)
    hearts = hearts_on_table(state) + is_heart(action)
    last = state.plays % SEATS == SEATS - 1
    may_beat = seats_that_may_beat(state, seat, action) if above and higher > 0 else 0
    last_trick = state.plays >= CARDS - SEATS  # so that every card unseen comes now
    beaten = not above or (leads and lower == 0 and higher > 0) or (last_trick and higher > 0)
    takes = above and not beaten
    surely = takes and may_beat == 0
    between = (1 << rank_of(best)) - (2 << rank) if follows and not above else 0  # ranks above the card and below the trick
    # the trick
    out[0] = takes
    out[1] = surely
    out[2] = beaten
    out[3] = follows and not above and left != 0 and left & between == 0
    out[4] = follows and takes and left != 0 and left >> rank == 0
    out[5] = takes and hearts == 0 and (last or unseen & ALL_HEARTS == 0)
    out[6] = hearts if takes else 0
    out[7] = may_beat
    # a lead or a discard
    out[8] = leads and suit == HEARTS
    out[9] = leads and others == 0
    out[10] = not leads and not follows and suit == HEARTS
    out[11] = beaten and not leads and lower > higher
    # the suit
    out[12] = higher
    out[13] = lower
    out[14] = seats_without(state, seat, action)
    # what stays in hand
    out[15] = COUNT[left]
    out[16] = left == 0 and others != 0
    out[17] = left != 0 and left & ((1 << rank) - 1) == 0
    out[18] = left != 0 and mostly_beats(lowest_rank(left), others)
    out[19] = has_exit(rest, unseen)
    write_slam_facts(state, seat, hearts, takes, surely, out)
    # the situation
    taken = 0
    for other in range(SEATS):
        taken += state.hearts[other]
    out[24] = taken
    out[25] = taken if taken == state.hearts[seat] else 0


@rule
def card_to_come(state: CoeursState, after: CoeursState, seat: int, place: int) -> int:
    """The card that was played to the trick `place` seats after the seat on turn; the last trick shows in the hands, of one card each."""
    other = (seat + place) % SEATS
    if state.table[other] >= 0:
        return state.table[other]
    return after.order[state.plays + place] if after.deal == state.deal else lowest(state.hands[other])


def consequences(state: CoeursState, after: CoeursState, seat: int, action: int, out: Values) -> None:
    """Who took the trick, with which hearts, and what became of a slam."""
    led = state.led if state.led != 0 else all_of_suit(action)
    taker, best, hearts, thrown = seat, -1, 0, 0
    for place in range(SEATS):
        other = (seat + place) % SEATS
        card = action if place == 0 else card_to_come(state, after, seat, place)
        hearts += is_heart(card)
        if card >= 0 and led >> card & 1 == 0:
            thrown += is_heart(card) if place > 0 and state.table[other] < 0 else 0
        elif card > best:
            taker, best = other, card
    alone = collector(state)
    collected = state.hearts[alone] if alone != NOBODY else 0
    took = taker == seat
    slam = hearts > 0 and state.hearts[taker] + hearts == HAND
    out[0] = took
    out[1] = took and hearts > 0
    out[2] = hearts if took else 0
    out[3] = 0 if took else hearts
    out[4] = thrown
    out[5] = slam and took
    out[6] = alone == seat and collected >= COLLECT_FROM and hearts > 0 and not took
    out[7] = alone != seat and collected >= STOP_FROM and hearts > 0 and taker != alone
    out[8] = slam and not took


def final_consequences(state: CoeursState, end: CoeursState, seat: int, out: Values) -> None:
    """Who took all hearts of the deal, if anybody, and the hearts that count against the seat."""
    gained = end.points[seat] - state.points[seat]
    slam = False
    for other in range(SEATS):
        slam = slam or end.points[other] - state.points[other] == SLAM
    out[0] = gained == SLAM
    out[1] = slam and gained != SLAM
    out[2] = 0 if gained == SLAM else -gained / PENALTY
    out[3] = gained <= 0 and -gained == PENALTY * state.hearts[seat]
