"""How a person sees Love Letter: one line a seat, with what the viewer knows of its hand, and the cards that have been played."""

from typing import Any

from joute.games.love_letter.actions import NOBODY, keep_of, play_of
from joute.games.love_letter.cards import (
    BARON,
    CHANCELLOR,
    COPIES,
    EVERY_KIND,
    GUARD,
    HIDDEN,
    KINDS,
    KING,
    NAMES,
    NONE,
    PRIEST,
    PRINCE,
    kinds_in,
)
from joute.games.love_letter.events import key_of, listed, seats_in, tell
from joute.games.love_letter.options import LoveLetterOptions
from joute.games.love_letter.rounds import match_winners
from joute.games.love_letter.table import CHOOSE, DRAWN, KEEP, LOT, OVER, PLACES, SPECTATOR, UNDER, deck_size, holder
from joute.position import fields_from_json, fields_to_json
from joute.rulebook import Record
from joute.state import Json

__all__ = ["from_json", "names", "secrets", "show", "tell", "to_json"]

AIMED = (GUARD, PRIEST, BARON, KING)  # cards that need another seat
PHASES = ("face up", "deal", "draw", "choose", "replace", "search", "keep", "lot", "over")


# --- names ----------------------------------------------------------------------------------------------------------------


def names(options: LoveLetterOptions) -> dict[int, str]:
    """Every action of the game: `guard>2:prince`, `prince>0`, `handmaid`, `chancellor keep princess, bottom guard, spy`."""
    return {**_names_of_plays(options.seats), **_names_of_keeping()}


def _names_of_plays(seats: int) -> dict[int, str]:
    found = {}
    for card in range(KINDS):
        if card != PRINCE:
            found[play_of(card, NOBODY, 0)] = key_of(card)
        for target in range(seats):
            if card == GUARD:
                guesses = [kind for kind in range(KINDS) if kind != GUARD]
                found |= {play_of(card, target, guess): f"guard>{target}:{key_of(guess)}" for guess in guesses}
            elif card in AIMED or card == PRINCE:
                found[play_of(card, target, 0)] = f"{key_of(card)}>{target}"
    return found


def _names_of_keeping() -> dict[int, str]:
    """What may be kept and put under the deck; no more of a kind than there are, and one Chancellor has just been played."""
    found = {}
    for kept in range(KINDS):
        for upper in range(KINDS):
            for lowest in range(NONE, KINDS):
                cards = [card for card in (kept, upper, lowest) if card != NONE]
                if any(cards.count(card) > COPIES[card] - (card == CHANCELLOR) for card in cards):
                    continue
                under = ", ".join(key_of(card) for card in cards[1:])
                found[keep_of(kept, upper, lowest)] = f"chancellor keep {key_of(kept)}, bottom {under}"
    return found


# --- what is hidden -------------------------------------------------------------------------------------------------------


def secrets(state: Record, viewer: int) -> dict[str, str]:
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


# --- the table as text ----------------------------------------------------------------------------------------------------


def show(state: Record, viewer: int | None, language: str) -> str:
    """The round, one line a seat, what lies in the middle, and whose turn it is."""
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


def _headline(state: Record, language: str) -> str:
    french = language == "fr"
    number = state.round + (0 if state.phase >= LOT else 1)
    if state.rounds:
        goal = f"manche {number} sur {state.rounds}" if french else f"round {number} of {state.rounds}"
    else:
        goal = f"manche {number}, {state.goal} jetons pour gagner" if french else f"round {number}, {state.goal} tokens to win"
    size = deck_size(state)
    deck = f"pioche : {size} carte{'s' * (size > 1)}" if french else f"deck: {size} card{'s' * (size != 1)}"
    return f"Love Letter · {goal} · {deck}"


def _under(state: Record, language: str) -> str:
    cards = ", ".join(_name(int(state.cards[UNDER + number]), language) for number in range(state.under))
    return f"Sous la pioche, de haut en bas : {cards}" if language == "fr" else f"Under the deck, from top to bottom: {cards}"


def _row(state: Record, seat: int, viewer: int | None, language: str) -> list[str]:
    french = language == "fr"
    arrow = "▸" if state.mover == seat and state.phase < LOT else " "
    name = f"{arrow} {'joueur' if french else 'seat'} {seat}"
    if viewer == seat:
        name += " (vous)" if french else " (you)"
    played = [NAMES["fr" if french else "en"][card] for card in _pile(state, seat)]
    return [
        name,
        "♥ " + str(state.tokens[seat]),
        _standing(state, seat, french),
        _hand(state, seat, viewer, language),
        "· " + ", ".join(played) if played else "",
    ]


def _standing(state: Record, seat: int, french: bool) -> str:
    if not state.standing >> seat & 1:
        return "éliminé" if french else "out"
    if state.phase >= LOT and state.winners >> seat & 1:
        return "gagne la manche" if french else "wins the round"
    if state.protected >> seat & 1:
        return "protégé" if french else "protected"
    return ""


def _pile(state: Record, seat: int) -> list[int]:
    """The cards that lie before the seat, in order."""
    return [int(state.pile[number]) for number in range(state.piled) if state.pile_of[number] == seat]


def _places(state: Record, seat: int) -> list[int]:
    """Where the seat's cards lie."""
    places = [seat, DRAWN, DRAWN + 1] if seat == state.mover else [seat]
    return [place for place in places if state.cards[place] != NONE]


def _hand(state: Record, seat: int, viewer: int | None, language: str) -> str:
    return " ".join(f"[{_card(state, place, viewer, language)}]" for place in _places(state, seat))


def _card(state: Record, place: int, viewer: int | None, language: str) -> str:
    """A card; one that is hidden with what the viewer knows that it is not, or that it must be one of."""
    excluded = _cannot(state, place, viewer)
    if state.cards[place] != HIDDEN or not excluded:
        return _name(int(state.cards[place]), language)
    possible = EVERY_KIND & ~excluded
    if len(kinds_in(possible)) <= len(kinds_in(excluded)):
        return f"? {_kinds(possible, language)}"
    return f"? {'sauf' if language == 'fr' else 'not'} {_kinds(excluded, language)}"


def _kinds(bits: int, language: str) -> str:
    return "/".join(NAMES["fr" if language == "fr" else "en"][kind] for kind in kinds_in(bits))


def _cannot(state: Record, place: int, viewer: int | None) -> int:
    observer = SPECTATOR if viewer is None else viewer
    return int(state.cannot[1 + observer, place]) & EVERY_KIND


def _ties(state: Record, language: str) -> list[str]:
    """Seats whose hands a Baron found equal."""
    pairs = [listed([str(seat) for seat in seats_in(tie)], language) for tie in state.tied.tolist() if tie]
    if language == "fr":
        return [f"Les joueurs {pair} ont la même carte" for pair in pairs]
    return [f"Seats {pair} hold the same card" for pair in pairs]


def _clues(state: Record, viewer: int | None, language: str) -> list[str]:
    """What the viewer knows of cards that a Chancellor stirred."""
    row = 1 + (SPECTATOR if viewer is None else viewer)
    lines = []
    for places, cannot in zip(state.clue_places[row].tolist(), state.clue_cannot[row].tolist(), strict=True):
        if places:
            where = " / ".join(_place(place, state, language) for place in range(PLACES) if places >> place & 1)
            sure = "L'une de ces cartes est" if language == "fr" else "One of these is"
            lines.append(f"{sure} {_kinds(EVERY_KIND & ~cannot, language)}: {where}".replace(": ", " : " if language == "fr" else ": "))
    return lines


def _place(place: int, state: Record, language: str) -> str:
    """Where a card lies, in words."""
    french = language == "fr"
    if place >= UNDER:
        number = place - UNDER + 1
        return f"carte {number} sous la pioche" if french else f"card {number} under the deck"
    seat = place if place < DRAWN else state.mover
    return f"main du joueur {seat}" if french else f"hand of seat {seat}"


def _watchers(state: Record, viewer: int | None, language: str) -> list[str]:
    """Who knows the viewer's card."""
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


def _status(state: Record, language: str) -> str:
    french = language == "fr"
    seat = state.mover
    if state.phase == OVER:
        if state.goal == 0:
            return "Toutes les manches sont jouées" if french else "All rounds are played"
        winners = seats_in(match_winners(state))
        seats = listed([str(winner) for winner in winners], language)
        if len(winners) == 1:
            return f"Le joueur {seats} gagne la partie" if french else f"Seat {seats} wins the match"
        return f"Les joueurs {seats} gagnent la partie ensemble" if french else f"Seats {seats} win the match together"
    if state.phase == CHOOSE:
        return f"Au joueur {seat} de jouer une carte" if french else f"Seat {seat} to play a card"
    if state.phase == KEEP:
        return f"Au joueur {seat} de choisir la carte qu'il garde" if french else f"Seat {seat} to choose which card to keep"
    if state.phase == LOT:
        return "La manche est finie" if french else "The round has ended"
    return "Une carte est piochée" if french else "A card is drawn"


# --- JSON -----------------------------------------------------------------------------------------------------------------


def to_json(state: Record) -> Json:
    """The table for a client, and the record's fields, from which the position is read back."""
    return {"table": _table(state), **fields_to_json(state)}


def from_json(source: Json, state: Record) -> None:
    """The position whose fields `to_json` wrote."""
    fields_from_json(source, state)


def _key(card: int) -> str | None:
    return None if card == HIDDEN else key_of(card)


def _table(state: Record) -> Json:
    """Cards by name, null where the viewer does not know them."""
    return {
        "phase": PHASES[state.phase],
        "round": int(state.round) + (0 if state.phase >= LOT else 1),
        "rounds": int(state.rounds) or None,
        "goal": int(state.goal) or None,
        "mover": int(state.mover),
        "deck": deck_size(state),
        "under": [_key(int(state.cards[UNDER + number])) for number in range(state.under)],
        "face_up": [key_of(card) for card in state.face_up.tolist() if card != NONE],
        "seats": [_seat(state, seat) for seat in range(state.seats)],
        "winners": seats_in(state.winners),
    }


def _seat(state: Record, seat: int) -> dict[str, Any]:
    return {
        "tokens": int(state.tokens[seat]),
        "in": bool(state.standing >> seat & 1),
        "protected": bool(state.protected >> seat & 1),
        "spy": bool(state.spied >> seat & 1),
        "hand": [_key(int(state.cards[place])) for place in _places(state, seat)],
        "cannot": {
            _observer(observer): [key_of(kind) for kind in kinds_in(int(state.cannot[1 + observer, seat]))]
            for observer in _knowing(state, seat)
        },
        "known_by": seats_in(int(state.watched[seat])),
        "played": [key_of(card) for card in _pile(state, seat)],
    }


def _observer(observer: int) -> str:
    return "everybody" if observer == SPECTATOR else str(observer)


def _knowing(state: Record, seat: int) -> list[int]:
    """The observers who know something of the seat's hand."""
    return [observer for observer in range(SPECTATOR, state.seats) if state.cannot[1 + observer, seat]]
