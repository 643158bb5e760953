"""What a player says of a card before it is played, or of what a Chancellor keeps, and what has come of it by the next turn.

Chances count the cards that the seat has not seen, without those that the hand in question is known not to be.
"""

from joute.core.contract import Values
from joute.core.facts import Fact, FactKind
from joute.games.love_letter.actions import NOBODY, card_of, guess_of, lowest_of, retained_of, target_of, upper_of
from joute.games.love_letter.cards import (
    AIMED,
    BARON,
    CHANCELLOR,
    COUNTESS,
    GUARD,
    HANDMAID,
    KINDS,
    KING,
    NONE,
    PRIEST,
    PRINCE,
    PRINCESS,
    SPY,
)
from joute.games.love_letter.heuristic import best_guess, chance_between, copies, known_kind, unseen_by
from joute.games.love_letter.knowledge import still_watched
from joute.games.love_letter.state import DRAWN, KEEP, LOT, UNDER, LoveLetterState, bit_count, deck_size, is_known
from joute.i18n import Sentence
from joute.jit.dispatch import rule

OFTEN: Sentence = "in {n} of 10 possible deals"
CHANCE, AMOUNT = FactKind.CHANCE, FactKind.AMOUNT

FACTS = (
    # its target
    Fact("puts_out", "puts another player out", "chance that {action} puts another player out: {value}", "", CHANCE, topic="hit", sign=1),
    Fact("goes_out", "puts its own player out", "chance that {action} puts its own player out: {value}", "", CHANCE, topic="out", sign=-1),
    Fact("worse_guess", "not the likeliest card", "{action} names a card that is not the likeliest", topic="hit", sign=-1),
    Fact("cannot_hit", "a card that cannot be there", "{action} names a card that the other player cannot have", topic="hit", sign=-1),
    Fact("known_target", "aimed at a known hand", "{action} is aimed at a hand that is known", sign=1),
    Fact("looks", "shows an unknown hand", "{action} shows a hand that was unknown", sign=1),
    Fact(
        "strips", "value of the card taken away", "value of the card that {action} takes from another player: {value}", "", AMOUNT, sign=1
    ),
    Fact("strikes_leader", "aimed at a player with the most tokens", "{action} is aimed at a player with the most tokens", sign=1),
    # its other effects
    Fact("no_effect", "no effect", "{action} has no effect", sign=-1),
    Fact("shelters", "protects until the next turn", "{action} protects until the next turn", topic="shelter", sign=1),
    Fact("shelters_high", "protects a high card", "{action} protects a high card", topic="shelter", sign=1),
    Fact("shelters_known", "protects a known card", "{action} protects a card that another player knows", topic="knowledge", sign=1),
    Fact("searches", "more cards to choose from", "{action} gives more cards to choose from", sign=1),
    Fact("spy_token", "plays for the Spy's token", "{action} plays for the Spy's token", sign=1),
    Fact("spoils_spy", "spoils a Spy's token", "{action} takes the hope of the Spy's token from another player", sign=1),
    # the hand after it
    Fact("hand_value", "value of the hand", "value of the hand after {action}: {value}", "", AMOUNT, topic="hand", sign=1),
    Fact(
        "keeps_highest",
        "keeps the highest card",
        "{action} keeps the highest card held",
        "{action} gives up the highest card held",
        topic="hand",
        sign=1,
    ),
    Fact(
        "higher_unseen",
        "unseen cards that beat the hand",
        "unseen cards that beat the hand after {action}: {value}",
        "",
        AMOUNT,
        topic="hand",
        sign=-1,
    ),
    Fact(
        "highest_hand", "no hand is higher", "chance that no other hand is higher after {action}: {value}", "", CHANCE, topic="hand", sign=1
    ),
    Fact("keeps_guard", "keeps a Guard", "{action} keeps a Guard for later"),
    Fact("exposes_princess", "leaves the Princess open to a Prince", "{action} leaves the Princess open to a Prince", sign=-1),
    # what others know of it
    Fact("gives_knowledge", "gives knowledge away", "{action} tells others something about the hand", topic="knowledge", sign=-1),
    Fact("keeps_known", "keeps a known card", "{action} keeps a card that another player knows", topic="knowledge", sign=-1),
    Fact("sheds_known", "hand no longer known", "with {action}, others no longer know the hand", topic="knowledge", sign=1),
    Fact("puts_deep", "the higher card at the very bottom", "{action} puts the higher card at the very bottom"),
)
(
    PUTS_OUT, GOES_OUT, WORSE_GUESS, CANNOT_HIT, KNOWN_TARGET, LOOKS, STRIPS, STRIKES_LEADER,
    NO_EFFECT, SHELTERS, SHELTERS_HIGH, SHELTERS_KNOWN, SEARCHES, SPY_TOKEN, SPOILS_SPY,
    HAND_VALUE, KEEPS_HIGHEST, HIGHER_UNSEEN, HIGHEST_HAND, KEEPS_GUARD, EXPOSES_PRINCESS,
    GIVES_KNOWLEDGE, KEEPS_KNOWN, SHEDS_KNOWN, PUTS_DEEP,
) = range(25)  # fmt: skip

CONSEQUENCES = (
    Fact("knocks_out", "puts another player out at once", "{action} would put another player out at once {often}", topic="hit", sign=1),
    Fact(
        "others_out",
        "other players who go out",
        "other players who would go out after {action}, on average: {value}",
        "",
        AMOUNT,
        topic="hit",
        sign=1,
    ),
    Fact("is_put_out", "is out", "after {action}, its player would be out by the next turn {often}", topic="out", sign=-1),
    Fact(
        "wins_round", "wins the round", "after {action}, its player would have won the round by the next turn {often}", topic="win", sign=1
    ),
    Fact(
        "loses_round",
        "loses the round",
        "after {action}, its player would have lost the round by the next turn {often}",
        topic="out",
        sign=-1,
    ),
    Fact(
        "tokens_gained",
        "tokens gained",
        "tokens gained by the next turn after {action}, on average: {value}",
        "",
        AMOUNT,
        topic="win",
        sign=1,
    ),
    Fact("hand_taken", "loses the card in hand", "after {action}, others would take or trade away the card in hand {often}", sign=-1),
    Fact(
        "hand_known",
        "another player knows the hand",
        "after {action}, another player would know the hand {often}",
        topic="knowledge",
        sign=-1,
    ),
)


def facts(state: LoveLetterState, seat: int, action: int, out: Values) -> None:
    """Write FACTS; what an action does not have is 0."""
    out[:] = 0.0
    unseen = unseen_by(state, seat)
    if state.phase == KEEP:
        describe_keeping(state, seat, action, unseen, out)
        return
    card, target = card_of(action), target_of(action)
    retained = beside(state, seat, card)
    describe_effect(state, seat, card, out)
    if target != NOBODY and target != seat:
        describe_target(state, seat, target, card, out)
        describe_hit(state, seat, action, retained, unseen, out)
    elif card == PRINCESS or (card == PRINCE and retained == PRINCESS):
        out[GOES_OUT] = 1.0
    if out[GOES_OUT] < 1.0:
        describe_new_hand(state, seat, card, target, retained, unseen, out)
        describe_secrecy(state, seat, card, target, out)


@rule
def beside(state: LoveLetterState, seat: int, card: int) -> int:
    """The card that the mover retains when it plays this one."""
    return state.cards[DRAWN] if state.cards[seat] == card else state.cards[seat]


@rule
def describe_effect(state: LoveLetterState, seat: int, card: int, out: Values) -> None:
    """What a card does that needs no target."""
    drawable = deck_size(state)
    spies = state.spied & state.standing
    if card == HANDMAID:
        out[SHELTERS] = drawable > 0
        out[NO_EFFECT] = drawable == 0
    elif card == CHANCELLOR:
        out[SEARCHES] = drawable > 0
        out[NO_EFFECT] = drawable == 0
    elif card == SPY:
        out[SPY_TOKEN] = spies == 0
        out[SPOILS_SPY] = bit_count(spies) == 1 and spies != 1 << seat
        out[NO_EFFECT] = spies >> seat & 1
    elif card == COUNTESS or card in AIMED:
        out[NO_EFFECT] = 1.0  # unless it has a target


@rule
def describe_target(state: LoveLetterState, seat: int, target: int, card: int, out: Values) -> None:
    """What is to be said of the player that a card is aimed at."""
    known = is_known(state.cannot[1 + seat, target])
    out[KNOWN_TARGET] = known
    out[LOOKS] = card == PRIEST and not known
    out[NO_EFFECT] = card == PRIEST and known
    most, least = 0, state.tokens[0]
    for other in range(state.seats):
        most = max(most, state.tokens[other])
        least = min(least, state.tokens[other])
    out[STRIKES_LEADER] = state.tokens[target] == most and most > least


@rule
def describe_hit(state: LoveLetterState, seat: int, action: int, retained: int, unseen: int, out: Values) -> None:
    """How likely the card puts its target out, or the seat itself."""
    card, guess = card_of(action), guess_of(action)
    cannot = state.cannot[1 + seat, target_of(action)]
    if card == GUARD:
        hit = chance_between(unseen, cannot, guess, guess)
        likeliest = best_guess(unseen, cannot)
        out[PUTS_OUT] = hit
        out[CANNOT_HIT] = hit == 0.0
        out[WORSE_GUESS] = hit < chance_between(unseen, cannot, likeliest, likeliest)
    elif card == BARON:
        out[PUTS_OUT] = chance_between(unseen, cannot, SPY, retained - 1)
        out[GOES_OUT] = chance_between(unseen, cannot, retained + 1, PRINCESS)
    elif card == PRINCE:
        out[PUTS_OUT] = chance_between(unseen, cannot, PRINCESS, PRINCESS)
        for kind in range(KINDS):
            out[STRIPS] += kind * chance_between(unseen, cannot, kind, kind)


@rule
def round_goes_on(state: LoveLetterState, out: Values) -> bool:
    """Whether others will have a turn, as far as the seat can tell."""
    return deck_size(state) > 0 and not (out[PUTS_OUT] == 1.0 and bit_count(state.standing) == 2)


@rule
def describe_new_hand(state: LoveLetterState, seat: int, card: int, target: int, retained: int, unseen: int, out: Values) -> None:
    """What is to be said of the hand after a play that does not put the seat out."""
    if card == KING and target != NOBODY:
        describe_unknown_hand(state, seat, state.cannot[1 + seat, target], unseen, target, retained, out)
        return
    if card == PRINCE and target == seat:
        next_card = state.cannot[1 + seat, UNDER] if state.left == 0 and state.under > 0 else 0
        describe_unknown_hand(state, seat, next_card, unseen, NONE, NONE, out)
        return
    out[KEEPS_HIGHEST] = retained >= card
    if out[SEARCHES]:
        describe_search(state, seat, retained, unseen, out)
        return
    describe_hand(state, seat, retained, unseen, target if card == PRINCE else NONE, out)
    out[SHELTERS_HIGH] = out[SHELTERS] == 1.0 and retained >= KING
    out[EXPOSES_PRINCESS] = out[SHELTERS] == 0.0 and retained == PRINCESS and round_goes_on(state, out) and has_prince(state, seat, unseen)


@rule
def describe_secrecy(state: LoveLetterState, seat: int, card: int, target: int, out: Values) -> None:
    """What others know of the hand after a play."""
    others = state.standing & ~(1 << seat)
    compared = (card in (BARON, KING)) and target != NOBODY
    changed = out[SEARCHES] == 1.0 or target == seat  # a card that others knew may be another now
    known = still_watched(state, card) & others != 0 and not changed
    out[GIVES_KNOWLEDGE] = compared and round_goes_on(state, out)
    if card != KING or target == NOBODY:
        out[KEEPS_KNOWN] = known
        out[SHELTERS_KNOWN] = known and out[SHELTERS] == 1.0
        out[SHEDS_KNOWN] = (state.watched[seat] | state.watched[DRAWN]) & others != 0 and not known


@rule
def describe_hand(state: LoveLetterState, seat: int, hand: int, unseen: int, renewed: int, out: Values) -> None:
    """What is to be said of a card in hand; another seat may have to draw a new one."""
    out[HAND_VALUE] = hand
    out[HIGHER_UNSEEN] = higher_than(unseen, hand)
    out[HIGHEST_HAND] = chance_of_highest(state, seat, hand, unseen, renewed, NONE)
    out[KEEPS_GUARD] = hand == GUARD


@rule
def describe_unknown_hand(state: LoveLetterState, seat: int, cannot: int, unseen: int, giver: int, given: int, out: Values) -> None:
    """The same, on average, of a card that another gives in exchange for `given`, or that is drawn (no giver)."""
    for kind in range(KINDS):
        chance = chance_between(unseen, cannot, kind, kind)
        if chance > 0.0:
            out[HAND_VALUE] += chance * kind
            out[HIGHER_UNSEEN] += chance * higher_than(unseen, kind)
            out[HIGHEST_HAND] += chance * chance_of_highest(state, seat, kind, unseen, giver, given)


@rule
def describe_search(state: LoveLetterState, seat: int, retained: int, unseen: int, out: Values) -> None:
    """The same, on average, of the best of the card retained and of those that a Chancellor draws."""
    cards = higher_than(unseen, NONE)
    two = deck_size(state) > 1 and cards > 1
    before = 0.0
    for kind in range(retained, KINDS):
        rest = cards - higher_than(unseen, kind)
        chance = rest / cards  # that the card drawn is not higher than the kind
        if two:
            chance *= max(0, rest - 1) / (cards - 1)
        out[HAND_VALUE] += (chance - before) * kind
        out[HIGHER_UNSEEN] += (chance - before) * higher_than(unseen, kind)
        out[HIGHEST_HAND] += (chance - before) * chance_of_highest(state, seat, kind, unseen, NONE, NONE)
        before = chance


@rule
def describe_keeping(state: LoveLetterState, seat: int, action: int, unseen: int, out: Values) -> None:
    """What is to be said of the cards that a Chancellor keeps and puts under the deck."""
    retained, upper, lowest = retained_of(action), upper_of(action), lowest_of(action)
    describe_hand(state, seat, retained, unseen, NONE, out)
    out[EXPOSES_PRINCESS] = retained == PRINCESS and has_prince(state, seat, unseen)
    out[KEEPS_HIGHEST] = retained >= max(upper, lowest)
    out[PUTS_DEEP] = lowest != NONE and lowest > upper
    others = state.standing & ~(1 << seat)
    for place in (seat, DRAWN, DRAWN + 1):
        if state.watched[place] & others and state.cards[place] != retained:
            out[SHEDS_KNOWN] = 1.0


@rule
def higher_than(unseen: int, kind: int) -> int:
    """The number of unseen cards that beat the kind."""
    higher = 0
    for other in range(kind + 1, KINDS):
        higher += copies(unseen, other)
    return higher


@rule
def chance_of_highest(state: LoveLetterState, seat: int, kind: int, unseen: int, changed: int, given: int) -> float:
    """How likely no other hand in the round is higher than the kind, as if each were independent of the others.

    One seat's hand (or none's) has changed: it is the card given, or a new one.
    """
    chance = 1.0
    for other in range(state.seats):
        if other == seat or not state.standing >> other & 1:
            continue
        if other != changed:
            chance *= chance_between(unseen, state.cannot[1 + seat, other], SPY, kind)
        elif given == NONE:
            chance *= chance_between(unseen, 0, SPY, kind)
        elif given > kind:
            return 0.0
    return chance


@rule
def has_prince(state: LoveLetterState, seat: int, unseen: int) -> bool:
    """Whether another may play a Prince."""
    for other in range(state.seats):
        known = other != seat and state.standing >> other & 1 and is_known(state.cannot[1 + seat, other])
        if known and known_kind(state, seat, other) == PRINCE:
            return True
    return copies(unseen, PRINCE) > 0


# --- what came of it ----------------------------------------------------------------------------------------------------------------------


def consequences(state: LoveLetterState, after: LoveLetterState, seat: int, action: int, out: Values) -> None:
    """Write CONSEQUENCES; if a new round has begun, only its leader and the tokens show how the last one ended."""
    others = ~(1 << seat)
    ended = after.round != state.round
    cleared = ended and after.phase < LOT
    standing = after.standing if not cleared else state.standing
    won = ended and has_won(state, after, seat, action, cleared)
    knocked_out, hand = outcome_of(state, seat, action)
    out[0] = knocked_out
    out[1] = bit_count(state.standing & others & ~standing)
    out[2] = not standing >> seat & 1
    out[3] = won
    out[4] = ended and not won
    out[5] = after.tokens[seat] - state.tokens[seat]
    out[6] = not ended and hand != NONE and after.cards[seat] != hand
    out[7] = not ended and after.watched[seat] & after.standing & others != 0


@rule
def has_won(state: LoveLetterState, after: LoveLetterState, seat: int, action: int, cleared: bool) -> bool:
    """Whether the seat won the round that ended; once the table is cleared, a token alone may also be the Spy's."""
    if not cleared:
        return after.winners >> seat & 1 != 0
    gained = after.tokens[seat] - state.tokens[seat]
    spied = state.spied >> seat & 1 or (state.phase != KEEP and card_of(action) == SPY)
    return gained > 0 and (gained > 1 or after.leader == seat or not spied)


@rule
def outcome_of(state: LoveLetterState, seat: int, action: int) -> tuple[bool, int]:
    """Whether the action puts another player out, and the card then in hand: NONE if it is not known before, or may change."""
    if state.phase == KEEP:
        return False, retained_of(action)
    card, target = card_of(action), target_of(action)
    retained = beside(state, seat, card)
    if target == seat or card == PRINCESS or (card == CHANCELLOR and deck_size(state) > 0):
        return False, NONE
    if target == NOBODY:
        return False, retained
    theirs = state.cards[target]
    if card == KING:
        return False, theirs
    hit = (card == GUARD and theirs == guess_of(action)) or (card == BARON and theirs < retained) or (card == PRINCE and theirs == PRINCESS)
    return hit, retained
