"""Actions by name, and the state as text: one line for each seat, with what the viewer knows of its hand and the cards it has played."""

from collections.abc import Sequence

from joute.core.seat_names import placeholder, with_names
from joute.games.love_letter.actions import KEEPING as CHANCELLOR_CHOICES
from joute.games.love_letter.actions import NOBODY, card_of, guess_of, keep_of, play_of, retained_of, target_of
from joute.games.love_letter.cards import AIMED, CHANCELLOR, EVERY_KIND, GUARD, HIDDEN, KINDS, NONE, PRINCE, kinds_in
from joute.games.love_letter.options import LoveLetterOptions
from joute.games.love_letter.state import (
    CHOOSE,
    DRAWN,
    KEEP,
    LOT,
    OVER,
    PLACES,
    SPECTATOR,
    UNDER,
    LoveLetterState,
    deck_size,
    holder,
    pile_of,
    places_of,
)
from joute.games.love_letter.strings import NAMES, THE, key_of, result, seats_in
from joute.i18n import Sentence, listed, say, say_count

KEEPING: Sentence = "chancellor keep {card}, bottom {cards}"


def names(options: LoveLetterOptions) -> dict[int, str]:
    """Every action of the game: `guard>2:prince`, `prince>0`, `handmaid`, `chancellor keep princess, bottom guard, spy`."""
    keys = [key_of(card) for card in range(KINDS)]
    return {**_names_of_plays(options.seats, keys), **_names_of_keeping(KEEPING, keys, options.copies)}


def local_names(options: LoveLetterOptions, language: str) -> dict[int, tuple[str, ...]]:
    """`garde>2:prince`, `prince>0`, `servante`, `chancelier garder princesse, dessous garde, espionne`."""
    keys = [say(name).lower() for name in NAMES]
    return {
        action: (name,)
        for action, name in {**_names_of_plays(options.seats, keys), **_names_of_keeping(say(KEEPING), keys, options.copies)}.items()
    }


def spoken_action(action: int) -> str:
    """A card in a sentence, with its target and its guess; or what a Chancellor keeps."""
    if action >= CHANCELLOR_CHOICES:
        return say("keeping {card}", card=say(THE[retained_of(action)]))
    card, target = say(THE[card_of(action)]), target_of(action)
    if target == NOBODY:
        return card
    if card_of(action) == GUARD:
        return say("{card} on {player} naming {guess}", card=card, player=placeholder(target), guess=say(THE[guess_of(action)]))
    return say("{card} on {player}", card=card, player=placeholder(target))


def _names_of_plays(seats: int, keys: list[str]) -> dict[int, str]:
    found = {}
    for card in range(KINDS):
        if card != PRINCE:
            found[play_of(card, NOBODY, 0)] = keys[card]
        for target in range(seats):
            if card == GUARD:
                guesses = [kind for kind in range(KINDS) if kind != GUARD]
                found |= {play_of(card, target, guess): f"{keys[card]}>{target}:{keys[guess]}" for guess in guesses}
            elif card in AIMED or card == PRINCE:
                found[play_of(card, target, 0)] = f"{keys[card]}>{target}"
    return found


def _names_of_keeping(pattern: str, keys: list[str], copies: Sequence[int]) -> dict[int, str]:
    """The choices of a Chancellor; no more cards of a kind than there are, and one Chancellor has just been played."""
    found = {}
    for retained in range(KINDS):
        for upper in range(KINDS):
            for lowest in range(NONE, KINDS):
                cards = [card for card in (retained, upper, lowest) if card != NONE]
                if any(cards.count(card) > copies[card] - (card == CHANCELLOR) for card in cards):
                    continue
                under = ", ".join(keys[card] for card in cards[1:])
                found[keep_of(retained, upper, lowest)] = pattern.format(card=keys[retained], cards=under)
    return found


def secrets(state: LoveLetterState, viewer: int) -> dict[str, str]:
    """The others' hands, the cards under the deck and, once it is the only card that nobody has seen, the card set aside."""
    hidden = {}
    for place in range(PLACES):
        card, owner = int(state.cards[place]), holder(state, place)
        if card != NONE and (owner == NONE or owner != viewer):
            hidden[_secret(place, owner)] = NAMES[card]
    if state.left == 0 and state.deck.sum() == 1:
        hidden["set aside"] = NAMES[state.deck.tolist().index(1)]
    return hidden


def _secret(place: int, owner: int) -> str:
    if place >= UNDER:
        return f"under the deck {place - UNDER + 1}"
    return f"seat {owner}" if place < DRAWN else f"seat {owner} drew" + (" last" if place > DRAWN else "")


def show(state: LoveLetterState, viewer: int | None, language: str) -> str:
    """The round, one line for each seat, the cards in the middle, and whose turn it is."""
    lines = [_headline(state)]
    if state.face_up[0] != NONE:
        lines.append(say("Face up: {cards}", cards=", ".join(_name(card) for card in state.face_up.tolist() if card != NONE)))
    if state.under:
        under = ", ".join(_name(int(state.cards[UNDER + number])) for number in range(state.under))
        lines.append(say("Under the deck, from top to bottom: {cards}", cards=under))
    rows = [_row(state, seat, viewer) for seat in range(state.seats)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, [*widths, 0], strict=True)).rstrip() for row in rows]
    if state.phase < LOT:
        lines += _ties(state)
        lines += _clues(state, viewer)
        lines += _watchers(state, viewer)
    return "\n".join([*lines, _status(state)])


def _name(card: int) -> str:
    """A card with its value, or a question mark."""
    return "?" if card == HIDDEN else f"{card} {say(NAMES[card])}"


def _headline(state: LoveLetterState) -> str:
    number = state.round + (0 if state.phase >= LOT else 1)
    if state.rounds:
        goal = say("round {number} of {rounds}", number=number, rounds=state.rounds)
    else:
        goal = say_count("round {number}, {n} token to win", "round {number}, {n} tokens to win", state.goal, number=number)
    return f"Love Letter · {goal} · {say_count('deck: {n} card', 'deck: {n} cards', deck_size(state))}"


def _row(state: LoveLetterState, seat: int, viewer: int | None) -> list[str]:
    arrow = "▸" if state.mover == seat and state.phase < LOT else " "
    you = f" ({say('you')})" if viewer == seat else ""
    played = [say(NAMES[card]) for card in pile_of(state, seat)]
    return [
        f"{arrow} {say('seat {player}', player=seat)}{you}",
        "♥ " + str(state.tokens[seat]),
        _standing(state, seat),
        _hand(state, seat, viewer),
        "· " + ", ".join(played) if played else "",
    ]


def _standing(state: LoveLetterState, seat: int) -> str:
    if not state.standing >> seat & 1:
        return say("out")
    if state.phase >= LOT and state.winners >> seat & 1:
        return say("wins the round")
    return say("protected") if state.protected >> seat & 1 else ""


def _hand(state: LoveLetterState, seat: int, viewer: int | None) -> str:
    return " ".join(f"[{_card(state, place, viewer)}]" for place in places_of(state, seat))


def _card(state: LoveLetterState, place: int, viewer: int | None) -> str:
    """A card; one that is hidden with the kinds that the viewer knows it is not, or is one of."""
    excluded = _cannot(state, place, viewer)
    if state.cards[place] != HIDDEN or not excluded:
        return _name(int(state.cards[place]))
    possible = EVERY_KIND & ~excluded
    if len(kinds_in(possible)) <= len(kinds_in(excluded)):
        return f"? {_kinds(possible)}"
    return say("? not {kinds}", kinds=_kinds(excluded))


def _kinds(bits: int) -> str:
    return "/".join(say(NAMES[kind]) for kind in kinds_in(bits))


def _cannot(state: LoveLetterState, place: int, viewer: int | None) -> int:
    observer = SPECTATOR if viewer is None else viewer
    return int(state.cannot[1 + observer, place]) & EVERY_KIND


def _ties(state: LoveLetterState) -> list[str]:
    """Seats whose hands a Baron found equal."""
    return [say("Seats {seats} hold the same card", seats=listed(seats_in(tie))) for tie in state.tied.tolist() if tie]


def _clues(state: LoveLetterState, viewer: int | None) -> list[str]:
    """What the viewer knows of cards that a Chancellor stirred."""
    row = 1 + (SPECTATOR if viewer is None else viewer)
    lines = []
    for places, cannot in zip(state.clue_places[row].tolist(), state.clue_cannot[row].tolist(), strict=True):
        if places:
            where = " / ".join(_place(place, state) for place in range(PLACES) if places >> place & 1)
            lines.append(say("One of these is {kinds}: {places}", kinds=_kinds(EVERY_KIND & ~cannot), places=where))
    return lines


def _place(place: int, state: LoveLetterState) -> str:
    """The place of a card."""
    if place >= UNDER:
        return say("card {number} under the deck", number=place - UNDER + 1)
    return say("hand of seat {player}", player=place if place < DRAWN else state.mover)


def _watchers(state: LoveLetterState, viewer: int | None) -> list[str]:
    """The seats that know the viewer's card."""
    if viewer is None or viewer < 0:
        return []
    watching = [seat for seat in seats_in(state.watched[viewer]) if state.standing >> seat & 1]
    if not watching:
        return []
    who, card = listed(watching), _name(int(state.cards[viewer]))
    return [say_count("Seat {seats} knows your card: {card}", "Seats {seats} know your card: {card}", len(watching), seats=who, card=card)]


def _status(state: LoveLetterState) -> str:
    if state.phase == OVER:
        return with_names(result(state))
    if state.phase == CHOOSE:
        return say("Seat {player} to play a card", player=state.mover)
    if state.phase == KEEP:
        return say("Seat {player} to choose which card to keep", player=state.mover)
    return say("The round has ended" if state.phase == LOT else "A card is drawn")
