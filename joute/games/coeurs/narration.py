"""What happened in Cœurs, as sentences: cards dealt and played, tricks, the end of a deal and of the match."""

from joute.core.events import Event, Step
from joute.games.coeurs.cards import CARDS, HAND, SEATS, is_heart
from joute.games.coeurs.render import result
from joute.games.coeurs.rules import SLAM, leader_of, opener_of, points_of
from joute.games.coeurs.state import CoeursState, on_the_table, playing, winners
from joute.games.coeurs.strings import CARD_NAMES, codes, pictured, spoken

LANGUAGES = ("en", "fr")


def describe(before: CoeursState, after: CoeursState, step: Step, viewer: int | None) -> list[Event]:
    """Cards are dealt, a card is played, a trick is taken, a deal and the match end."""
    if step.outcome is not None:
        return [_dealt(after, viewer)] if playing(after) else []
    events = []
    for seat, card in step.choices.items():
        events.append(_played(seat, card))
        if before.plays % SEATS == SEATS - 1:
            events += _trick_ended(before, after, seat, card)
    return events


def _dealt(state: CoeursState, viewer: int | None) -> Event:
    leader, opener = leader_of(state.deal), opener_of(state.deal)
    shown = [codes(hand) or None for hand in state.hands.tolist()]
    words = {"deal": state.deal + 1, "leader": leader, "opener": opener, "hands": shown}
    sentences = {
        "en": f"Deal {state.deal + 1}: seat {leader} is the leader, seat {opener} opens",
        "fr": f"Donne {state.deal + 1} : le joueur {leader} est meneur, le joueur {opener} ouvre",
    }
    if viewer is not None and viewer >= 0:
        sentences["en"] += f"; your hand: {pictured(state.hands[viewer], 'en')}"
        sentences["fr"] += f" ; votre main : {pictured(state.hands[viewer], 'fr')}"
    return Event("dealt", words, sentences)


def _played(seat: int, card: int) -> Event:
    sentences = {"en": f"Seat {seat} plays {spoken(card, 'en')}", "fr": f"Le joueur {seat} joue {spoken(card, 'fr')}"}
    return Event("played", {"seat": seat, "card": CARD_NAMES[card]}, sentences)


def _trick_ended(before: CoeursState, after: CoeursState, seat: int, card: int) -> list[Event]:
    cards = dict([*on_the_table(before), (seat, card)])
    best = max(other for other in cards.values() if before.led >> other & 1)
    taker = next(other for other, played in cards.items() if played == best)
    hearts = sum(map(is_heart, cards.values()))
    english = {0: "without a heart", 1: "with 1 heart"}.get(hearts, f"with {hearts} hearts")
    french = {0: "sans cœur", 1: "avec 1 cœur"}.get(hearts, f"avec {hearts} cœurs")
    words = {"seat": taker, "cards": [{"seat": other, "card": CARD_NAMES[played]} for other, played in cards.items()], "hearts": hearts}
    sentences = {"en": f"Seat {taker} takes the trick {english}", "fr": f"Le joueur {taker} prend le pli {french}"}
    events = [Event("trick", words, sentences)]
    if before.plays == CARDS - 1:
        taken = [before.hearts[other] + (hearts if other == taker else 0) for other in range(SEATS)]
        events.append(_deal_ended(after, taken))
        if after.deal == after.deals:
            match = {language: result(after, language) for language in LANGUAGES}
            events.append(Event("ended", {"winners": winners(after), "points": after.points.tolist()}, match))
    return events


def _deal_ended(after: CoeursState, taken: list[int]) -> Event:
    scores = [points_of(hearts) for hearts in taken]
    slam = taken.index(HAND) if HAND in taken else None
    words = {"deal": after.deal, "hearts": taken, "points": scores, "totals": after.points.tolist(), "slam": slam}
    if slam is not None:
        sentences = {
            "en": f"Deal {after.deal} ends in a slam: seat {slam} took all eight hearts and wins {SLAM} points",
            "fr": f"La donne {after.deal} finit par un chelem : le joueur {slam} a pris les huit cœurs et gagne {SLAM} points",
        }
    else:
        english = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(scores))
        french = ", ".join(f"joueur {seat} {score}" for seat, score in enumerate(scores))
        sentences = {"en": f"Deal {after.deal} ends: {english}", "fr": f"La donne {after.deal} finit : {french}"}
    return Event("deal ended", words, sentences)
