"""Actions by name, and the state as text: one line for each seat, with what the viewer knows of its hand and the cards it has played."""

from joute.games.love_letter.actions import NOBODY, keep_of, play_of
from joute.games.love_letter.cards import AIMED, CHANCELLOR, COPIES, EVERY_KIND, GUARD, HIDDEN, KINDS, NONE, PRINCE, kinds_in
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
from joute.games.love_letter.strings import NAMES, listed, result, seats_in

KEEPING_NAMES = {"en": "chancellor keep {}, bottom {}", "fr": "chancelier garder {}, dessous {}"}


def names(options: LoveLetterOptions) -> dict[int, str]:
    """Every action of the game: `guard>2:prince`, `prince>0`, `handmaid`, `chancellor keep princess, bottom guard, spy`."""
    return {**_names_of_plays(options.seats, "en"), **_names_of_keeping("en")}


def local_names(options: LoveLetterOptions, language: str) -> dict[int, tuple[str, ...]]:
    """`garde>2:prince`, `prince>0`, `servante`, `chancelier garder princesse, dessous garde, espionne`."""
    if language == "en":
        return {}
    return {action: (name,) for action, name in {**_names_of_plays(options.seats, language), **_names_of_keeping(language)}.items()}


def _names_of_plays(seats: int, language: str) -> dict[int, str]:
    found = {}
    keys = [name.lower() for name in NAMES[language]]
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


def _names_of_keeping(language: str) -> dict[int, str]:
    """The choices of a Chancellor; no more cards of a kind than there are, and one Chancellor has just been played."""
    found = {}
    keys, pattern = [name.lower() for name in NAMES[language]], KEEPING_NAMES[language]
    for retained in range(KINDS):
        for upper in range(KINDS):
            for lowest in range(NONE, KINDS):
                cards = [card for card in (retained, upper, lowest) if card != NONE]
                if any(cards.count(card) > COPIES[card] - (card == CHANCELLOR) for card in cards):
                    continue
                under = ", ".join(keys[card] for card in cards[1:])
                found[keep_of(retained, upper, lowest)] = pattern.format(keys[retained], under)
    return found


def secrets(state: LoveLetterState, viewer: int) -> dict[str, str]:
    """The others' hands, the cards under the deck and, once it is the only card that nobody has seen, the card set aside."""
    hidden = {}
    for place in range(PLACES):
        card, owner = int(state.cards[place]), holder(state, place)
        if card != NONE and (owner == NONE or owner != viewer):
            hidden[_secret(place, owner)] = NAMES["en"][card]
    if state.left == 0 and state.deck.sum() == 1:
        hidden["set aside"] = NAMES["en"][state.deck.tolist().index(1)]
    return hidden


def _secret(place: int, owner: int) -> str:
    if place >= UNDER:
        return f"under the deck {place - UNDER + 1}"
    return f"seat {owner}" if place < DRAWN else f"seat {owner} drew" + (" last" if place > DRAWN else "")


def show(state: LoveLetterState, viewer: int | None, language: str) -> str:
    """The round, one line for each seat, the cards in the middle, and whose turn it is."""
    lines = [_headline(state, language)]
    if state.face_up[0] != NONE:
        face_up = ", ".join(_name(card, language) for card in state.face_up.tolist() if card != NONE)
        lines.append(("Face visible : " if language == "fr" else "Face up: ") + face_up)
    if state.under:
        lines.append(_under(state, language))
    rows = [_row(state, seat, viewer, language) for seat in range(state.seats)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, [*widths, 0], strict=True)).rstrip() for row in rows]
    if state.phase < LOT:
        lines += _ties(state, language)
        lines += _clues(state, viewer, language)
        lines += _watchers(state, viewer, language)
    return "\n".join([*lines, _status(state, language)])


def _name(card: int, language: str) -> str:
    """A card with its value, or a question mark."""
    return "?" if card == HIDDEN else f"{card} {NAMES[language if language in NAMES else 'en'][card]}"


def _headline(state: LoveLetterState, language: str) -> str:
    french = language == "fr"
    number = state.round + (0 if state.phase >= LOT else 1)
    if state.rounds:
        goal = f"manche {number} sur {state.rounds}" if french else f"round {number} of {state.rounds}"
    else:
        goal = f"manche {number}, {state.goal} jetons pour gagner" if french else f"round {number}, {state.goal} tokens to win"
    size = deck_size(state)
    deck = f"pioche : {size} carte{'s' * (size > 1)}" if french else f"deck: {size} card{'s' * (size != 1)}"
    return f"Love Letter · {goal} · {deck}"


def _under(state: LoveLetterState, language: str) -> str:
    cards = ", ".join(_name(int(state.cards[UNDER + number]), language) for number in range(state.under))
    return f"Sous la pioche, de haut en bas : {cards}" if language == "fr" else f"Under the deck, from top to bottom: {cards}"


def _row(state: LoveLetterState, seat: int, viewer: int | None, language: str) -> list[str]:
    french = language == "fr"
    arrow = "▸" if state.mover == seat and state.phase < LOT else " "
    name = f"{arrow} {'joueur' if french else 'seat'} {seat}"
    if viewer == seat:
        name += " (vous)" if french else " (you)"
    played = [NAMES["fr" if french else "en"][card] for card in pile_of(state, seat)]
    return [
        name,
        "♥ " + str(state.tokens[seat]),
        _standing(state, seat, french),
        _hand(state, seat, viewer, language),
        "· " + ", ".join(played) if played else "",
    ]


def _standing(state: LoveLetterState, seat: int, french: bool) -> str:
    if not state.standing >> seat & 1:
        return "éliminé" if french else "out"
    if state.phase >= LOT and state.winners >> seat & 1:
        return "gagne la manche" if french else "wins the round"
    if state.protected >> seat & 1:
        return "protégé" if french else "protected"
    return ""


def _hand(state: LoveLetterState, seat: int, viewer: int | None, language: str) -> str:
    return " ".join(f"[{_card(state, place, viewer, language)}]" for place in places_of(state, seat))


def _card(state: LoveLetterState, place: int, viewer: int | None, language: str) -> str:
    """A card; one that is hidden with the kinds that the viewer knows it is not, or is one of."""
    excluded = _cannot(state, place, viewer)
    if state.cards[place] != HIDDEN or not excluded:
        return _name(int(state.cards[place]), language)
    possible = EVERY_KIND & ~excluded
    if len(kinds_in(possible)) <= len(kinds_in(excluded)):
        return f"? {_kinds(possible, language)}"
    return f"? {'sauf' if language == 'fr' else 'not'} {_kinds(excluded, language)}"


def _kinds(bits: int, language: str) -> str:
    return "/".join(NAMES["fr" if language == "fr" else "en"][kind] for kind in kinds_in(bits))


def _cannot(state: LoveLetterState, place: int, viewer: int | None) -> int:
    observer = SPECTATOR if viewer is None else viewer
    return int(state.cannot[1 + observer, place]) & EVERY_KIND


def _ties(state: LoveLetterState, language: str) -> list[str]:
    """Seats whose hands a Baron found equal."""
    pairs = [listed([str(seat) for seat in seats_in(tie)], language) for tie in state.tied.tolist() if tie]
    if language == "fr":
        return [f"Les joueurs {pair} ont la même carte" for pair in pairs]
    return [f"Seats {pair} hold the same card" for pair in pairs]


def _clues(state: LoveLetterState, viewer: int | None, language: str) -> list[str]:
    """What the viewer knows of cards that a Chancellor stirred."""
    row = 1 + (SPECTATOR if viewer is None else viewer)
    lines = []
    for places, cannot in zip(state.clue_places[row].tolist(), state.clue_cannot[row].tolist(), strict=True):
        if places:
            where = " / ".join(_place(place, state, language) for place in range(PLACES) if places >> place & 1)
            sure = "L'une de ces cartes est" if language == "fr" else "One of these is"
            lines.append(f"{sure} {_kinds(EVERY_KIND & ~cannot, language)}: {where}".replace(": ", " : " if language == "fr" else ": "))
    return lines


def _place(place: int, state: LoveLetterState, language: str) -> str:
    """The place of a card."""
    french = language == "fr"
    if place >= UNDER:
        number = place - UNDER + 1
        return f"carte {number} sous la pioche" if french else f"card {number} under the deck"
    seat = place if place < DRAWN else state.mover
    return f"main du joueur {seat}" if french else f"hand of seat {seat}"


def _watchers(state: LoveLetterState, viewer: int | None, language: str) -> list[str]:
    """The seats that know the viewer's card."""
    if viewer is None or viewer < 0:
        return []
    watching = [seat for seat in seats_in(state.watched[viewer]) if state.standing >> seat & 1]
    if not watching:
        return []
    seats = listed([str(seat) for seat in watching], language)
    card = _name(int(state.cards[viewer]), language)
    if language == "fr":
        subject = f"Le joueur {seats} connaît" if len(watching) == 1 else f"Les joueurs {seats} connaissent"
        return [f"{subject} votre carte : {card}"]
    return [f"{f'Seat {seats} knows' if len(watching) == 1 else f'Seats {seats} know'} your card: {card}"]


def _status(state: LoveLetterState, language: str) -> str:
    french = language == "fr"
    seat = state.mover
    if state.phase == OVER:
        return result(state, language)
    if state.phase == CHOOSE:
        return f"Au joueur {seat} de jouer une carte" if french else f"Seat {seat} to play a card"
    if state.phase == KEEP:
        return f"Au joueur {seat} de choisir la carte qu'il garde" if french else f"Seat {seat} to choose which card to keep"
    if state.phase == LOT:
        return "La manche est finie" if french else "The round has ended"
    return "Une carte est piochée" if french else "A card is drawn"
