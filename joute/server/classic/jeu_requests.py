"""Requests of the report's interface, read leniently, with errors in French: ids as numbers or texts, and the position of a turn."""

import json
import re
from dataclasses import dataclass
from typing import TypeVar

from joute.core.errors import BadPosition
from joute.core.game import Game
from joute.core.rng import below, seeded
from joute.core.state import Json, State
from joute.games.trick_taking.card_names import CARD_NAMES, SUIT_LETTERS

T = TypeVar("T")
SEATS = 4
HAND = 8
LARGEST_SCORE = 10_000
PARTIE = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class BadRequest(Exception):
    """A request that cannot be understood; its text is the message of the response, with status 400."""


def body(text: bytes) -> Json:
    """The request as an object."""
    try:
        read = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadRequest(f"La requête n'est pas du JSON valide (ligne {error.lineno}, colonne {error.colno}).") from None
    except (UnicodeDecodeError, RecursionError, ValueError):
        raise BadRequest("La requête n'est pas du JSON valide en UTF-8.") from None
    if not isinstance(read, dict):
        raise BadRequest("La requête doit être un objet JSON.")
    return read


def field(source: Json, name: str, kind: type[T], place: str = "") -> T:
    """A required field of that type."""
    if name not in source:
        raise BadRequest(f"Le champ « {place}{name} » manque.")
    if not isinstance(source[name], kind):
        wanted = "une liste" if kind is list else "un objet" if kind is dict else "un texte"
        raise BadRequest(f"Le champ « {place}{name} » doit être {wanted}.")
    found: T = source[name]
    return found


def whole(value: object, place: str) -> int:
    """A whole number, written as a number or as a text."""
    if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,6}", value.strip()):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRequest(f"« {place} » doit être un nombre entier.")
    return value


def seat(source: Json, place: str = "") -> int:
    """The id of a player."""
    if "id" not in source:
        raise BadRequest(f"Le champ « {place}id » manque.")
    number = whole(source["id"], f"{place}id")
    if not 0 <= number < SEATS:
        raise BadRequest(f"« {place}id » doit aller de 0 à {SEATS - 1}.")
    return number


def cards(source: Json, name: str, place: str = "") -> list[str]:
    """A list of different cards."""
    found: list[str] = []
    for number, card in enumerate(field(source, name, list, place)):
        code = card.strip().upper() if isinstance(card, str) else ""
        if code not in CARD_NAMES:
            raise BadRequest(f"« {place}{name}[{number}] » n'est pas une carte ; une carte s'écrit 7D, 10S, QH ou AC.")
        if code in found:
            raise BadRequest(f"La carte {code} est deux fois dans « {place}{name} ».")
        found.append(code)
    return found


def objects(source: Json, name: str, place: str = "") -> list[tuple[str, Json]]:
    """A list of objects, each with its path for error messages."""
    listed = []
    for number, item in enumerate(field(source, name, list, place)):
        if not isinstance(item, dict):
            raise BadRequest(f"« {place}{name}[{number}] » doit être un objet.")
        listed.append((f"{place}{name}[{number}].", item))
    return listed


def partie(source: Json) -> str | None:
    """The game that the request belongs to, if it names one."""
    named = source.get("partie")
    if named is None:
        return None
    if isinstance(named, int) and not isinstance(named, bool):
        named = str(named)
    if not isinstance(named, str) or not PARTIE.fullmatch(named):
        raise BadRequest("« partie » doit avoir de 1 à 64 lettres, chiffres, points ou tirets.")
    return named


# --- the position of a turn -------------------------------------------------------------------------------------------------


def suit(card: str) -> str:
    """The letter of a card's suit."""
    return card[-1]


def strength(card: str) -> int:
    """Its rank within the suit."""
    return CARD_NAMES.index(card)


@dataclass(frozen=True)
class Trick:
    """Four cards in the order of play, and the seat that took them."""

    taker: int
    cards: list[str]

    @property
    def opener(self) -> int:
        """The seat that led, counted back from the card that took the trick."""
        following = [card for card in self.cards if suit(card) == suit(self.cards[0])]
        return (self.taker - self.cards.index(max(following, key=strength))) % SEATS


@dataclass(frozen=True)
class TurnRequest:
    """A turn of an AI as the request describes it."""

    seat: int
    played: list[str]
    possible: list[str]
    hand: list[str] | None  # None: not given
    tricks: list[Trick]

    @property
    def table(self) -> list[str]:
        """The cards of the current trick."""
        return self.played[SEATS * len(self.tricks) :]

    def plays(self) -> list[tuple[int, str, str]]:
        """Every card played: seat, card, and the suit led."""
        found = []
        for trick in self.tricks:
            found += [((trick.opener + number) % SEATS, card, suit(trick.cards[0])) for number, card in enumerate(trick.cards)]
        first = self.seat - len(self.table)
        return found + [((first + number) % SEATS, card, suit(self.table[0])) for number, card in enumerate(self.table)]

    @property
    def size(self) -> int:
        """The number of cards that the asking player must hold."""
        return HAND - sum(seat == self.seat for seat, _, _ in self.plays())


def read_turn(source: Json) -> TurnRequest:
    """The turn that a request describes, checked."""
    turn = TurnRequest(
        seat(source),
        cards(source, "played_cards"),
        cards(source, "possible_cards"),
        cards(source, "hand") if source.get("hand") is not None else None,
        _tricks(source),
    )
    if not turn.possible:
        raise BadRequest("« possible_cards » est vide : il faut au moins une carte à jouer.")
    taken = [card for trick in turn.tricks for card in trick.cards]
    if sorted(taken) != sorted(turn.played[: len(taken)]):
        raise BadRequest("Les cartes de « tricks » ne sont pas les premières de « played_cards ».")
    if len(turn.table) >= SEATS:
        raise BadRequest("Un pli complet de « played_cards » manque dans « tricks ».")
    for card in {*turn.possible, *(turn.hand or [])}:
        if card in turn.played:
            raise BadRequest(f"La carte {card} est déjà jouée : elle ne peut plus être en main.")
    if turn.hand is not None and not set(turn.possible) <= set(turn.hand):
        raise BadRequest("« possible_cards » contient une carte qui n'est pas dans « hand ».")
    if turn.hand is not None and len(turn.hand) != turn.size:
        raise BadRequest(f"« hand » a {len(turn.hand)} cartes ; ce joueur doit en avoir {turn.size}.")
    if len(turn.possible) > turn.size:
        raise BadRequest(f"« possible_cards » a {len(turn.possible)} cartes ; ce joueur n'en a plus que {turn.size}.")
    return turn


def _tricks(source: Json) -> list[Trick]:
    """All tricks in the order of their numbers; a trick has four cards."""
    numbered: dict[int, Trick] = {}
    for place, player in objects(source, "tricks"):
        taker = seat(player, place)
        for inner, trick in objects(player, "list_of_tricks", place):
            number = whole(trick.get("number_trick"), f"{inner}number_trick")
            taken = cards(trick, "cards_trick", inner)
            if len(taken) != SEATS:
                raise BadRequest(f"« {inner}cards_trick » a {len(taken)} cartes ; un pli en a {SEATS}.")
            if number in numbered or not 1 <= number <= HAND:
                raise BadRequest(f"« {inner}number_trick » doit aller de 1 à {HAND}, chaque numéro une fois.")
            numbered[number] = Trick(taker, taken)
    if sorted(numbered) != list(range(1, len(numbered) + 1)):
        raise BadRequest("Les numéros des plis doivent se suivre à partir de 1.")
    return [numbered[number] for number in sorted(numbered)]


def whole_hand(turn: TurnRequest, remembered: set[str], seed: int) -> list[str]:
    """The asking player's hand: as given, or what the requests of this deal showed of it and the rest drawn at random."""
    if turn.hand is not None:
        return turn.hand
    hand = [*turn.possible, *sorted((remembered - set(turn.played)) - set(turn.possible))][: turn.size]
    avoided = {letter for seat, card, letter in turn.plays() if seat == turn.seat and suit(card) != letter}
    avoided |= {suit(turn.table[0])} if turn.table else set()  # all of that suit would be in possible_cards
    luck = seeded(seed, "hand")
    while len(hand) < turn.size:
        free = [card for card in CARD_NAMES if card not in turn.played and card not in hand]
        likely = [card for card in free if suit(card) not in avoided] or free
        hand.append(likely[below(luck, len(likely))])
    return hand


def view(turn: TurnRequest, hand: list[str], game: Game) -> State:
    """What the asking player knows, as a position of the game."""
    lacks: list[list[str]] = [[] for _ in range(SEATS)]
    for seat, card, led in turn.plays():
        if suit(card) != led and led not in lacks[seat]:
            lacks[seat].append(led)
    hearts = [0] * SEATS
    for trick in turn.tricks:
        hearts[trick.taker] += sum(suit(card) == SUIT_LETTERS[-1] for card in trick.cards)
    first = turn.seat - len(turn.table)
    source: Json = {
        "viewer": turn.seat,
        "deals_over": 0,
        "dealt": SEATS * HAND,
        "mover": turn.seat,
        "table": [{"seat": (first + number) % SEATS, "card": card} for number, card in enumerate(turn.table)],
        "hands": [hand if seat == turn.seat else None for seat in range(SEATS)],
        "played": turn.played,
        "lacks": lacks,
        "hearts": hearts,
        "points": [0] * SEATS,
    }
    try:
        return game.position(source)
    except BadPosition:
        raise BadRequest("Ces cartes ne peuvent pas être réparties ainsi : un joueur aurait une couleur qu'il n'a pas fournie.") from None
