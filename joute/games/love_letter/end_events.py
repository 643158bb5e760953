"""The end of a round and of a match, as it is told."""

from joute.core.events import Event
from joute.games.love_letter.cards import NAMES
from joute.games.love_letter.rounds import match_winners
from joute.games.love_letter.state import LOT, OVER, LoveLetterState, is_showdown
from joute.games.love_letter.strings import Words, event, key_of, result, seats_in


def ends_of(before: LoveLetterState, after: LoveLetterState) -> list[Event]:
    """Who won the round that this step ended, and the match."""
    if before.phase >= LOT or after.phase < LOT:
        return []
    events = []
    if is_showdown(after):
        hands = {seat: int(after.cards[seat]) for seat in seats_in(after.standing)}
        english = ", ".join(f"seat {seat} {NAMES['en'][card]}" for seat, card in hands.items())
        french = ", ".join(f"joueur {seat} {NAMES['fr'][card]}" for seat, card in hands.items())
        words: Words = {"hands": {str(seat): key_of(card) for seat, card in hands.items()}}
        events.append(event("showdown", words, f"The deck is empty; hands: {english}", f"La pioche est vide ; mains : {french}"))
    for seat in seats_in(after.winners):
        total = int(before.tokens[seat]) + 1
        english, french = f"Seat {seat} wins the round (tokens: {total})", f"Le joueur {seat} gagne la manche (jetons : {total})"
        events.append(event("round won", {"seat": seat, "tokens": total}, english, french))
    spies = seats_in(after.standing & after.spied)
    if len(spies) == 1:
        total = int(after.tokens[spies[0]])
        english = f"Seat {spies[0]} alone has played a Spy: one more token (tokens: {total})"
        french = f"Le joueur {spies[0]} est le seul à avoir joué une Espionne : un jeton de plus (jetons : {total})"
        events.append(event("spy", {"seat": spies[0], "tokens": total}, english, french))
    if after.phase == OVER:
        events.append(_match_end(after))
    return events


def _match_end(after: LoveLetterState) -> Event:
    tokens = [int(after.tokens[seat]) for seat in range(after.seats)]
    english, french = result(after, "en"), result(after, "fr")
    if after.goal == 0:
        scores = ", ".join(map(str, tokens))
        return event("ended", {"tokens": tokens}, f"{english}; tokens: {scores}", f"{french} ; jetons : {scores}")
    return event("ended", {"winners": seats_in(match_winners(after)), "tokens": tokens}, english, french)
