"""From a request to a position: who played what, who lacks what, and what the asking player holds."""

from dataclasses import dataclass

from joute.core.errors import BadPosition
from joute.core.game import Game
from joute.core.rng import below, seeded
from joute.core.state import Json, State
from joute.games.coeurs.strings import CARD_NAMES, SUIT_LETTERS
from joute.server.classic import requests
from joute.server.classic.requests import SEATS, Unreadable

HAND = 8


def suit(card: str) -> str:
    """The letter of a card's suit."""
    return card[-1]


def strength(card: str) -> int:
    """Its rank within the suit."""
    return CARD_NAMES.index(card)


@dataclass(frozen=True)
class Trick:
    """Four cards in the order of play, and who took them."""

    taker: int
    cards: list[str]

    @property
    def opener(self) -> int:
        """Who led: counted back from the card that took the trick."""
        following = [card for card in self.cards if suit(card) == suit(self.cards[0])]
        return (self.taker - self.cards.index(max(following, key=strength))) % SEATS


@dataclass(frozen=True)
class Asked:
    """A turn of an AI as the request tells it."""

    seat: int
    played: list[str]
    possible: list[str]
    hand: list[str] | None  # None: not said
    tricks: list[Trick]

    @property
    def table(self) -> list[str]:
        """The cards of the trick under way."""
        return self.played[SEATS * len(self.tricks) :]

    def plays(self) -> list[tuple[int, str, str]]:
        """Every card played: by whom, which, and the suit that was led."""
        found = []
        for trick in self.tricks:
            found += [((trick.opener + number) % SEATS, card, suit(trick.cards[0])) for number, card in enumerate(trick.cards)]
        first = self.seat - len(self.table)
        return found + [((first + number) % SEATS, card, suit(self.table[0])) for number, card in enumerate(self.table)]

    @property
    def size(self) -> int:
        """How many cards the asking player must hold."""
        return HAND - sum(seat == self.seat for seat, _, _ in self.plays())


def asked(source: Json) -> Asked:
    """The turn that a request describes, checked."""
    turn = Asked(
        requests.seat(source),
        requests.cards(source, "played_cards"),
        requests.cards(source, "possible_cards"),
        requests.cards(source, "hand") if source.get("hand") is not None else None,
        _tricks(source),
    )
    if not turn.possible:
        raise Unreadable("« possible_cards » est vide : il faut au moins une carte à jouer.")
    taken = [card for trick in turn.tricks for card in trick.cards]
    if sorted(taken) != sorted(turn.played[: len(taken)]):
        raise Unreadable("Les cartes de « tricks » ne sont pas les premières de « played_cards ».")
    if len(turn.table) >= SEATS:
        raise Unreadable("Un pli complet de « played_cards » manque dans « tricks ».")
    for card in {*turn.possible, *(turn.hand or [])}:
        if card in turn.played:
            raise Unreadable(f"La carte {card} est déjà jouée : elle ne peut plus être en main.")
    if turn.hand is not None and not set(turn.possible) <= set(turn.hand):
        raise Unreadable("« possible_cards » contient une carte qui n'est pas dans « hand ».")
    if turn.hand is not None and len(turn.hand) != turn.size:
        raise Unreadable(f"« hand » a {len(turn.hand)} cartes ; ce joueur doit en avoir {turn.size}.")
    if len(turn.possible) > turn.size:
        raise Unreadable(f"« possible_cards » a {len(turn.possible)} cartes ; ce joueur n'en a plus que {turn.size}.")
    return turn


def _tricks(source: Json) -> list[Trick]:
    """All tricks in the order of their numbers; a trick has four cards."""
    numbered: dict[int, Trick] = {}
    for place, player in requests.objects(source, "tricks"):
        taker = requests.seat(player, place)
        for inner, trick in requests.objects(player, "list_of_tricks", place):
            number = requests.whole(trick.get("number_trick"), f"{inner}number_trick")
            cards = requests.cards(trick, "cards_trick", inner)
            if len(cards) != SEATS:
                raise Unreadable(f"« {inner}cards_trick » a {len(cards)} cartes ; un pli en a {SEATS}.")
            if number in numbered or not 1 <= number <= HAND:
                raise Unreadable(f"« {inner}number_trick » doit aller de 1 à {HAND}, chaque numéro une fois.")
            numbered[number] = Trick(taker, cards)
    if sorted(numbered) != list(range(1, len(numbered) + 1)):
        raise Unreadable("Les numéros des plis doivent se suivre à partir de 1.")
    return [numbered[number] for number in sorted(numbered)]


def whole_hand(turn: Asked, remembered: set[str], seed: int) -> list[str]:
    """The asking player's hand: as said, or as far as the requests of this deal showed it, the rest drawn by lot."""
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


def view(turn: Asked, hand: list[str], game: Game) -> State:
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
        raise Unreadable("Ces cartes ne peuvent pas être réparties ainsi : un joueur aurait une couleur qu'il n'a pas fournie.") from None
