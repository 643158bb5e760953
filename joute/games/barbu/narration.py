"""What happened in Barbu, as sentences: cards dealt, the contract, cards played and laid, tricks, the end of a deal and of the match."""

from joute.core.events import Event, Step
from joute.core.seat_names import placeholder, score_list
from joute.games.barbu.contracts import (
    ALL,
    CONTRACTS,
    KING_OF_HEARTS,
    NAME,
    NO_CONTRACT,
    PASS,
    PER_HEART,
    PER_KING,
    PER_QUEEN,
    POINTS,
    QUEENS,
    REUSSITE,
    UNIT,
)
from joute.games.barbu.expectation import expected_points
from joute.games.barbu.render import result
from joute.games.barbu.rules import declarer_of, opener_of
from joute.games.barbu.state import BarbuState, dealt_out, on_the_table, winners
from joute.games.barbu.strings import CODES, counted, title
from joute.games.trick_taking.card_names import CARD_NAMES, codes, pictured, spoken
from joute.games.trick_taking.cards import SEATS, is_heart
from joute.i18n import every_language, in_every_language, say, say_count


def describe(before: BarbuState, after: BarbuState, step: Step, viewer: int | None) -> list[Event]:
    """Cards are dealt, a contract is named, a card is played or laid, a trick is taken, a deal and the match end."""
    if step.outcome is not None:
        return [_dealt(after, viewer)] if dealt_out(after) else []
    events = []
    for seat, action in step.choices.items():
        if before.contract == NO_CONTRACT:
            events.append(_named(after, seat, action - NAME))
        elif before.contract == REUSSITE:
            events += _laid(before, after, seat, action)
        else:
            events += _played(before, after, seat, action)
        if after.deal > before.deal:
            events += _deal_ended(before, after)
    return events


def _dealt(state: BarbuState, viewer: int | None) -> Event:
    declarer = declarer_of(state.deal)
    shown = [codes(hand) or None for hand in state.hands.tolist()]
    words = {"deal": state.deal + 1, "declarer": declarer, "opener": opener_of(state.deal), "hands": shown}

    def sentence() -> str:
        deal = say("Deal {deal}: {player} names the contract", deal=state.deal + 1, player=placeholder(declarer))
        return deal if viewer is None or viewer < 0 else say("{deal}; your hand: {hand}", deal=deal, hand=pictured(state.hands[viewer]))

    return Event("dealt", words, in_every_language(sentence))


def _named(after: BarbuState, seat: int, contract: int) -> Event:
    words = {"seat": seat, "contract": CODES[contract], "opener": after.mover}

    def sentence() -> str:
        who = {"player": placeholder(seat), "opener": placeholder(after.mover)}
        named = {"contract": title(contract), "counted": counted(contract)}
        return say("{player} names {contract} ({counted}); {opener} begins", **who, **named)

    return Event("named", words, in_every_language(sentence))


# --- the Réussite -----------------------------------------------------------------------------------------------------------------------


def _laid(before: BarbuState, after: BarbuState, seat: int, action: int) -> list[Event]:
    if action == PASS:
        return [Event("passed", {"seat": seat}, _passes(seat))]
    events = [Event("laid", {"seat": seat, "card": CARD_NAMES[action]}, _lays(seat, action))]
    if before.sizes[seat] == 1:
        place = 1 + sum(size == 0 for size in before.sizes)
        events.append(Event("out", {"seat": seat, "place": place}, _out(seat, place)))
    return events


@every_language
def _passes(seat: int) -> str:
    return say("{player} cannot lay a card and passes", player=placeholder(seat))


@every_language
def _lays(seat: int, card: int) -> str:
    return say("{player} lays {card}", player=placeholder(seat), card=spoken(card))


@every_language
def _out(seat: int, place: int) -> str:
    first = say("{player} is the first without cards", player=placeholder(seat))
    return first if place == 1 else say("{player} is the second without cards", player=placeholder(seat))


# --- tricks -----------------------------------------------------------------------------------------------------------------------------


def _played(before: BarbuState, after: BarbuState, seat: int, card: int) -> list[Event]:
    events = [Event("played", {"seat": seat, "card": CARD_NAMES[card]}, _plays(seat, card))]
    if before.plays % SEATS == SEATS - 1:
        events.append(_trick(before, seat, card))
    return events


@every_language
def _plays(seat: int, card: int) -> str:
    return say("{player} plays {card}", player=placeholder(seat), card=spoken(card))


def _trick(before: BarbuState, seat: int, card: int) -> Event:
    cards = dict([*on_the_table(before), (seat, card)])
    best = max(other for other in cards.values() if before.led >> other & 1)
    taker = next(other for other, played in cards.items() if played == best)
    hearts, queens = sum(map(is_heart, cards.values())), sum(QUEENS >> played & 1 for played in cards.values())
    king = KING_OF_HEARTS in cards.values()
    shown = [{"seat": other, "card": CARD_NAMES[played]} for other, played in cards.items()]
    words = {"seat": taker, "cards": shown, "hearts": hearts, "queens": queens, "king": king}
    worth = POINTS[before.contract]
    counted_hearts, counted_queens = hearts if worth[PER_HEART] else 0, queens if worth[PER_QUEEN] else 0
    return Event("trick", words, _taken(taker, counted_hearts, counted_queens, king and bool(worth[PER_KING])))


@every_language
def _taken(taker: int, hearts: int, queens: int, king: bool) -> str:
    """Who takes the trick, with what the contract counts in it."""
    found = [say_count("{n} heart", "{n} hearts", hearts)] if hearts else []
    found += [say_count("{n} queen", "{n} queens", queens)] if queens else []
    found += [say("the king of hearts")] if king else []
    if not found:
        return say("{player} takes the trick", player=placeholder(taker))
    return say("{player} takes the trick, with {things}", player=placeholder(taker), things=", ".join(found))


# --- the end ----------------------------------------------------------------------------------------------------------------------------


def _deal_ended(before: BarbuState, after: BarbuState) -> list[Event]:
    declarer, contract = declarer_of(before.deal), before.contract
    scores = [UNIT * int(units) for units in after.sheet[declarer, contract]]
    bonus = int(POINTS[contract, ALL])
    slam = scores.index(bonus) if bonus and bonus in scores else None
    words = {"deal": after.deal, "declarer": declarer, "contract": CODES[contract], "points": scores}
    hand = int(after.named_with[declarer, contract])
    words |= {"named_with": codes(hand), "expected": expected_points(declarer, hand, contract)}
    words |= {"totals": after.points.tolist(), "slam": slam}

    def sentence() -> str:
        deal = {"deal": after.deal, "contract": title(contract)}
        if slam is not None:
            player = placeholder(slam)
            return say(
                "Deal {deal} ({contract}) ends: {player} took everything and wins {points} points", **deal, player=player, points=bonus
            )
        return say("Deal {deal} ({contract}) ends: {scores}", **deal, scores=score_list(scores))

    events = [Event("deal ended", words, in_every_language(sentence))]
    if after.deal == CONTRACTS * after.declarers:
        final = {"winners": winners(after), "points": after.points.tolist()}
        events.append(Event("ended", final, in_every_language(lambda: result(after))))
    return events
