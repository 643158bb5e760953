"""What arrives, as it is told: cards face up, dealt, drawn or from under the deck, and the seat that begins."""

from joute.core.events import Event
from joute.games.love_letter.cards import HIDDEN, NONE, PRINCE, PRINCESS
from joute.games.love_letter.state import CHOOSE, DEAL, DRAWN, KEEP, LOT, REPLACE, SHOW, UNDER, LoveLetterState
from joute.games.love_letter.strings import counted, event, key_of, listed, the

RECEIVED = {
    "dealt": ("Seat {seat} is dealt {card}", "Le joueur {seat} reçoit {card}"),
    "drawn": ("Seat {seat} draws {card}", "Le joueur {seat} pioche {card}"),
    "replaced": ("Seat {seat} draws {card} instead", "Le joueur {seat} pioche {card} à la place"),
}


def chance_of(before: LoveLetterState, outcome: int, viewer: int | None) -> list[Event]:
    """The card or the seat that came up, where it is not told as a card drawn."""
    if before.phase == LOT:
        return [event("leader", {"seat": outcome}, f"Seat {outcome} begins the next round", f"Le joueur {outcome} commence la manche")]
    if before.phase == SHOW:
        words = {"card": key_of(outcome)}
        return [event("face up", words, f"Face up: {the(outcome, 'en')}", f"Face visible : {the(outcome, 'fr')}")]
    if before.phase == DEAL:
        return [_received("dealt", before.recipient, outcome if viewer in (None, before.recipient) else HIDDEN)]
    return []


def _received(kind: str, seat: int, card: int) -> Event:
    english, french = RECEIVED[kind]
    if card in (HIDDEN, NONE):
        return event(
            kind, {"seat": seat}, english.format(seat=seat, card=counted(1, "en")), french.format(seat=seat, card=counted(1, "fr"))
        )
    sentences = english.format(seat=seat, card=the(card, "en")), french.format(seat=seat, card=the(card, "fr"))
    return event(kind, {"seat": seat, "card": key_of(card)}, *sentences)


def arrivals_in(before: LoveLetterState, after: LoveLetterState) -> list[Event]:
    """Cards that arrived in this step, by chance or from under the deck."""
    events = []
    if before.phase != KEEP and after.phase == KEEP:
        events.append(_searched(after))
    if before.phase == REPLACE:
        events.append(_received("replaced", before.recipient, int(after.cards[before.recipient])))
    elif before.phase == CHOOSE and _replaced_at_once(before, after):
        target = int(after.pile_of[before.piled + 1])
        events.append(_received("replaced", target, int(after.cards[target])))
    if after.phase == CHOOSE:
        events.append(_received("drawn", after.mover, int(after.cards[DRAWN])))
    return events


def _replaced_at_once(before: LoveLetterState, after: LoveLetterState) -> bool:
    """Whether a Prince's target drew a card from under the deck, which is no chance."""
    discarded = after.piled == before.piled + 2
    return bool(discarded and after.pile[before.piled] == PRINCE and after.pile[before.piled + 1] != PRINCESS and after.phase != REPLACE)


def _searched(after: LoveLetterState) -> Event:
    seat = int(after.mover)
    cards = [int(after.cards[place]) for place in range(DRAWN, UNDER) if after.cards[place] != NONE]
    if HIDDEN in cards:
        english, french = counted(len(cards), "en"), counted(len(cards), "fr")
        return event("searched", {"seat": seat, "count": len(cards)}, f"Seat {seat} draws {english}", f"Le joueur {seat} pioche {french}")
    english, french = (listed([the(card, language) for card in cards], language) for language in ("en", "fr"))
    words = {"seat": seat, "count": len(cards), "cards": [key_of(card) for card in cards]}
    return event("searched", words, f"Seat {seat} draws {english}", f"Le joueur {seat} pioche {french}")
