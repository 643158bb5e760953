"""What happened, told as a person would: to each only what it could see."""

from joute.core.events import Event, Step
from joute.games.love_letter.actions import NOBODY, card_of, guess_of, kept_of, lowest_of, target_of, upper_of
from joute.games.love_letter.cards import AIMED, BARON, CHANCELLOR, GUARD, HANDMAID, KING, NONE, PRIEST
from joute.games.love_letter.deal_events import arrivals_in, chance_of
from joute.games.love_letter.end_events import ends_of
from joute.games.love_letter.state import KEEP, LoveLetterState
from joute.games.love_letter.strings import Words, counted, event, key_of, the


def describe(before: LoveLetterState, after: LoveLetterState, step: Step, viewer: int | None) -> list[Event]:
    """The play and what followed from it, or the card that came up."""
    if step.outcome is not None:
        events = chance_of(before, step.outcome, viewer)
    elif before.phase == KEEP:
        events = [_kept(before, int(step.choices[before.mover]), viewer)]
    else:
        events = _played(before, after, int(step.choices[before.mover]), viewer)
    return events + arrivals_in(before, after) + ends_of(before, after)


def _kept(before: LoveLetterState, action: int, viewer: int | None) -> Event:
    seat = int(before.mover)
    under = [card for card in (upper_of(action), lowest_of(action)) if card != NONE]
    if viewer not in (None, seat):
        english, french = counted(len(under), "en"), counted(len(under), "fr")
        sentences = f"Seat {seat} puts {english} under the deck", f"Le joueur {seat} remet {french} sous la pioche"
        return event("stirred", {"seat": seat, "count": len(under)}, *sentences)
    kept = kept_of(action)
    words = {"seat": seat, "count": len(under), "kept": key_of(kept), "under": [key_of(card) for card in under]}
    english, french = (", ".join(the(card, language) for card in under) for language in ("en", "fr"))
    return event(
        "stirred",
        words,
        f"Seat {seat} keeps {the(kept, 'en')} and puts under the deck: {english}",
        f"Le joueur {seat} garde {the(kept, 'fr')} et remet sous la pioche : {french}",
    )


def _played(before: LoveLetterState, after: LoveLetterState, action: int, viewer: int | None) -> list[Event]:
    seat, card, target = int(before.mover), card_of(action), target_of(action)
    words: Words = {"seat": seat, "card": key_of(card)}
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
    pair = {"seat": seat, "target": target}
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
            pair = {**pair, "given": key_of(given), "gained": key_of(gained)}  # type: ignore[dict-item]  # seats and cards
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
