"""What happened in Cœurs, as sentences: cards dealt and played, tricks, the end of a deal and of the match."""

from joute.core.events import Event, Step
from joute.core.seat_names import placeholder, score_list
from joute.games.coeurs.render import result
from joute.games.coeurs.rules import SLAM, leader_of, opener_of, points_of
from joute.games.coeurs.state import CoeursState, on_the_table, playing, winners
from joute.games.trick_taking.card_names import CARD_NAMES, codes, pictured, spoken
from joute.games.trick_taking.cards import CARDS, HAND, SEATS, is_heart
from joute.i18n import every_language, in_every_language, say, say_count


def describe(before: CoeursState, after: CoeursState, step: Step, viewer: int | None) -> list[Event]:
    """Cards are dealt, a card is played, a trick is taken, a deal and the match end."""
    if step.outcome is not None:
        return [_dealt(after, viewer)] if playing(after) else []
    events = []
    for seat, card in step.choices.items():
        events.append(Event("played", {"seat": seat, "card": CARD_NAMES[card]}, _played(seat, card)))
        if before.plays % SEATS == SEATS - 1:
            events += _trick_ended(before, after, seat, card)
    return events


def _dealt(state: CoeursState, viewer: int | None) -> Event:
    leader, opener = leader_of(state.deal), opener_of(state.deal)
    shown = [codes(hand) or None for hand in state.hands.tolist()]
    words = {"deal": state.deal + 1, "leader": leader, "opener": opener, "hands": shown}

    def sentence() -> str:
        deal = say("Deal {deal}: {player} leads the first trick", deal=state.deal + 1, player=placeholder(opener))
        return deal if viewer is None or viewer < 0 else say("{deal}; your hand: {hand}", deal=deal, hand=pictured(state.hands[viewer]))

    return Event("dealt", words, in_every_language(sentence))


@every_language
def _played(seat: int, card: int) -> str:
    return say("{player} plays {card}", player=placeholder(seat), card=spoken(card))


def _trick_ended(before: CoeursState, after: CoeursState, seat: int, card: int) -> list[Event]:
    cards = dict([*on_the_table(before), (seat, card)])
    best = max(other for other in cards.values() if before.led >> other & 1)
    taker = next(other for other, played in cards.items() if played == best)
    hearts = sum(map(is_heart, cards.values()))
    words = {"seat": taker, "cards": [{"seat": other, "card": CARD_NAMES[played]} for other, played in cards.items()], "hearts": hearts}
    events = [Event("trick", words, _taken(taker, hearts))]
    if before.plays == CARDS - 1:
        taken = [before.hearts[other] + (hearts if other == taker else 0) for other in range(SEATS)]
        events.append(_deal_ended(after, taken))
        if after.deal == after.deals:
            words = {"winners": winners(after), "points": after.points.tolist()}
            events.append(Event("ended", words, in_every_language(lambda: result(after))))
    return events


@every_language
def _taken(taker: int, hearts: int) -> str:
    if hearts == 0:
        return say("{player} takes the trick, without a heart", player=placeholder(taker))
    return say_count(
        "{player} takes the trick, with {n} heart", "{player} takes the trick, with {n} hearts", hearts, player=placeholder(taker)
    )


def _deal_ended(after: CoeursState, taken: list[int]) -> Event:
    scores = [points_of(hearts) for hearts in taken]
    slam = taken.index(HAND) if HAND in taken else None
    words = {"deal": after.deal, "hearts": taken, "points": scores, "totals": after.points.tolist(), "slam": slam}

    def sentence() -> str:
        if slam is not None:
            points = {"deal": after.deal, "player": placeholder(slam), "points": SLAM}
            return say("Deal {deal} ends in a slam: {player} took all eight hearts and wins {points} points", **points)
        return say("Deal {deal} ends: {scores}", deal=after.deal, scores=score_list(scores))

    return Event("deal ended", words, in_every_language(sentence))
