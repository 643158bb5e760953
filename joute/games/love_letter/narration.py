"""What happened in Love Letter, as sentences; each viewer gets what it could see."""

from joute.core.events import Event, Step
from joute.games.love_letter.actions import NOBODY, card_of, guess_of, lowest_of, retained_of, target_of, upper_of
from joute.games.love_letter.cards import AIMED, BARON, CHANCELLOR, GUARD, HANDMAID, HIDDEN, KING, NONE, PRIEST, PRINCE, PRINCESS
from joute.games.love_letter.rounds import match_winners
from joute.games.love_letter.state import CHOOSE, DEAL, DRAWN, KEEP, LOT, OVER, REPLACE, SHOW, UNDER, LoveLetterState, is_showdown
from joute.games.love_letter.strings import NAMES, counted, event, key_of, listed, result, seats_in, the

RECEIVED = {
    "dealt": ("Seat {seat} is dealt {card}", "Le joueur {seat} reçoit {card}"),
    "drawn": ("Seat {seat} draws {card}", "Le joueur {seat} pioche {card}"),
    "replaced": ("Seat {seat} draws {card} instead", "Le joueur {seat} pioche {card} à la place"),
}


def describe(before: LoveLetterState, after: LoveLetterState, step: Step, viewer: int | None) -> list[Event]:
    """The card played and its effects, or the outcome of chance; then the cards that arrive, and the end of the round."""
    if step.outcome is not None:
        events = _chance_of(before, step.outcome, viewer)
    elif before.phase == KEEP:
        events = [_retained(before, int(step.choices[before.mover]), viewer)]
    else:
        events = _played(before, after, int(step.choices[before.mover]), viewer)
    return events + _arrivals_in(before, after) + _ends_of(before, after)


def _retained(before: LoveLetterState, action: int, viewer: int | None) -> Event:
    seat = int(before.mover)
    under = [card for card in (upper_of(action), lowest_of(action)) if card != NONE]
    if viewer not in (None, seat):
        english, french = counted(len(under), "en"), counted(len(under), "fr")
        sentences = f"Seat {seat} puts {english} under the deck", f"Le joueur {seat} remet {french} sous la pioche"
        return event("stirred", {"seat": seat, "count": len(under)}, *sentences)
    retained = retained_of(action)
    words = {"seat": seat, "count": len(under), "retained": key_of(retained), "under": [key_of(card) for card in under]}
    english, french = (", ".join(the(card, language) for card in under) for language in ("en", "fr"))
    return event(
        "stirred",
        words,
        f"Seat {seat} keeps {the(retained, 'en')} and puts under the deck: {english}",
        f"Le joueur {seat} garde {the(retained, 'fr')} et remet sous la pioche : {french}",
    )


def _played(before: LoveLetterState, after: LoveLetterState, action: int, viewer: int | None) -> list[Event]:
    seat, card, target = int(before.mover), card_of(action), target_of(action)
    words: dict[str, object] = {"seat": seat, "card": key_of(card)}
    english, french = f"Seat {seat} plays {the(card, 'en')}", f"Le joueur {seat} joue {the(card, 'fr')}"
    if target != NOBODY:
        words["target"] = target
        itself = target == seat
        english += " on itself" if itself else f" on seat {target}"
        french += " sur lui-même" if itself else f" sur le joueur {target}"
    if card == GUARD and target != NOBODY:
        words["guess"] = key_of(guess_of(action))
        english += f", naming {the(guess_of(action), 'en')}"
        french += f" et nomme {the(guess_of(action), 'fr')}"
    if card in AIMED and target == NOBODY:
        english, french = f"{english}, with nobody to choose", f"{french}, sans personne à choisir"
    if card == CHANCELLOR and before.left + before.under == 0:
        english, french = f"{english}; the deck is empty", f"{french} ; la pioche est vide"
    events = [event("played", words, english, french)]
    if target != NOBODY:
        events += _effect(before, after, action, viewer)
    if card == HANDMAID:
        sentences = f"Seat {seat} is protected until its next turn", f"Le joueur {seat} est protégé jusqu'à son prochain tour"
        events.append(event("protected", {"seat": seat}, *sentences))
    return events + _discards(before, after)


def _effect(before: LoveLetterState, after: LoveLetterState, action: int, viewer: int | None) -> list[Event]:
    seat, card, target = int(before.mover), card_of(action), target_of(action)
    nobody_out = before.standing == after.standing
    pair: dict[str, object] = {"seat": seat, "target": target}
    if card == GUARD and nobody_out:
        guess = guess_of(action)
        english = f"Seat {target} does not hold {the(guess, 'en')}"
        french = f"Le joueur {target} n'a pas {the(guess, 'fr')}"
        return [event("missed", {**pair, "guess": key_of(guess)}, english, french)]
    if card == PRIEST:
        if viewer not in (None, seat, target):
            english, french = f"Seat {seat} looks at the hand of seat {target}", f"Le joueur {seat} regarde la main du joueur {target}"
            return [event("looked", pair, english, french)]
        seen = int(before.cards[target] if viewer != seat else after.cards[target])
        english, french = (
            f"Seat {seat} sees {the(seen, 'en')} of seat {target}",
            f"Le joueur {seat} voit {the(seen, 'fr')} du joueur {target}",
        )
        return [event("looked", {**pair, "seen": key_of(seen)}, english, french)]
    if card == BARON:
        return [_compared(after, seat, target, nobody_out)]
    if card == KING:
        english, french = f"Seats {seat} and {target} trade hands", f"Les joueurs {seat} et {target} échangent leurs mains"
        if viewer in (None, seat, target):
            gained, given = int(after.cards[seat]), int(after.cards[target])
            english += f": seat {seat} gives {the(given, 'en')} for {the(gained, 'en')}"
            french += f" : le joueur {seat} donne {the(given, 'fr')} contre {the(gained, 'fr')}"
            pair = {**pair, "given": key_of(given), "gained": key_of(gained)}
        return [event("traded", pair, english, french)]
    return []


def _compared(after: LoveLetterState, seat: int, target: int, tie: bool) -> Event:
    words = {"seat": seat, "target": target, "tie": tie}
    if tie:
        english, french = f"Seats {seat} and {target} hold the same card", f"Les joueurs {seat} et {target} ont la même carte"
        return event("compared", words, english, french)
    winner = target if not after.standing >> seat & 1 else seat
    english, french = f"Seat {winner} holds the higher card", f"Le joueur {winner} a la carte la plus forte"
    return event("compared", {**words, "higher": winner}, english, french)


def _discards(before: LoveLetterState, after: LoveLetterState) -> list[Event]:
    """Cards that had to be laid down, after the one that was played."""
    events = []
    for number in range(before.piled + 1, after.piled):
        seat, card = int(after.pile_of[number]), int(after.pile[number])
        out = not after.standing >> seat & 1
        english, french = f"Seat {seat} discards {the(card, 'en')}", f"Le joueur {seat} défausse {the(card, 'fr')}"
        if out:
            english, french = f"{english} and is out", f"{french} et est éliminé"
        events.append(event("out" if out else "discarded", {"seat": seat, "card": key_of(card)}, english, french))
    return events


# --- cards that arrive ----------------------------------------------------------------------------------------------------


def _chance_of(before: LoveLetterState, outcome: int, viewer: int | None) -> list[Event]:
    """The card that was laid face up or dealt, or the seat that begins; a card drawn is one of `_arrivals_in`."""
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


def _arrivals_in(before: LoveLetterState, after: LoveLetterState) -> list[Event]:
    """Cards that a seat received in this step, by chance or from under the deck."""
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


# --- the end of a round and of the match ----------------------------------------------------------------------------------


def _ends_of(before: LoveLetterState, after: LoveLetterState) -> list[Event]:
    """The winners of the round that this step ended, and of the match."""
    if before.phase >= LOT or after.phase < LOT:
        return []
    events = []
    if is_showdown(after):
        hands = {seat: int(after.cards[seat]) for seat in seats_in(after.standing)}
        english = ", ".join(f"seat {seat} {NAMES['en'][card]}" for seat, card in hands.items())
        french = ", ".join(f"joueur {seat} {NAMES['fr'][card]}" for seat, card in hands.items())
        words: dict[str, object] = {"hands": {str(seat): key_of(card) for seat, card in hands.items()}}
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
