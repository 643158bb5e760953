"""Deals written in advance: who holds what, and which cards come up."""

from collections.abc import Sequence

from scripted import play, settle

import joute
from joute.core.game import Game
from joute.core.state import State
from joute.games.love_letter.state import DRAWN, UNDER, LoveLetterState
from joute.games.love_letter.strings import NAMES

KIND = {name.lower(): kind for kind, name in enumerate(NAMES)}


def kinds(names: str) -> list[int]:
    """`guard priest` as numbers."""
    return [KIND[name] for name in names.split()]


class Table:
    """A game whose cards are scripted: hands in the order of the seats, then every card that is drawn."""

    def __init__(self, hands: str, draw: str, face_up: str = "guard guard guard", **options: int) -> None:
        seats = len(hands.split())
        self.game: Game = joute.game("love_letter", seats=seats, **options)
        self.state: State = self.game.laid_out()
        settle(self.game, self.state, kinds(face_up if seats == 2 else "") + kinds(hands) + kinds(draw))

    def play(self, action: str, draw: str = "", lot: Sequence[int] = ()) -> "Table":
        """The mover plays; then exactly these cards come up."""
        (seat,) = self.game.movers(self.state)
        play(self.game, self.state, {seat: action}, [*lot, *kinds(draw)])
        return self

    def empty_deck(self) -> "Table":
        """Nothing is left to draw but the card set aside: the unseen cards but one are gone."""
        record = LoveLetterState.of(self.state)
        spare = [kind for kind in range(10) for _ in range(record.deck[kind])][: record.left]
        for kind in spare:
            record.deck[kind] -= 1
            record.left -= 1
        return self

    def leave(self, names: str, aside: str) -> "Table":
        """Only these cards are left in the deck, and that one set aside."""
        record = LoveLetterState.of(self.state)
        record.deck[:] = 0
        for kind in kinds(f"{names} {aside}"):
            record.deck[kind] += 1
        record.left = len(names.split())
        return self

    @property
    def mover(self) -> int:
        return self.game.movers(self.state)[0]

    @property
    def legal(self) -> set[str]:
        return {action.name for action in self.game.legal(self.state, self.mover)}

    def hand(self, seat: int) -> list[str]:
        record = LoveLetterState.of(self.state)
        places = [seat, DRAWN, DRAWN + 1] if record.mover == seat else [seat]
        return [NAMES[record.cards[place]].lower() for place in places if record.cards[place] >= 0]

    @property
    def under(self) -> list[str]:
        record = LoveLetterState.of(self.state)
        return [NAMES[record.cards[UNDER + number]].lower() for number in range(record.under)]

    def played(self, seat: int) -> list[str]:
        record = LoveLetterState.of(self.state)
        return [NAMES[record.pile[number]].lower() for number in range(record.piled) if record.pile_of[number] == seat]

    @property
    def standing(self) -> list[int]:
        return [seat for seat in range(self.game.spec.seats) if LoveLetterState.of(self.state).standing >> seat & 1]

    @property
    def tokens(self) -> list[int]:
        return [int(token) for token in LoveLetterState.of(self.state).tokens[: self.game.spec.seats]]

    def sees(self, viewer: int, seat: int) -> str | None:
        """The hand of a seat in another's view; None when it is hidden."""
        card = LoveLetterState.of(self.game.view(self.state, viewer)).cards[seat]
        return NAMES[card].lower() if 0 <= card < 10 else None

    def cannot(self, viewer: int, seat: int) -> set[str]:
        """The cards that the viewer knows the seat not to hold."""
        bits = LoveLetterState.of(self.game.view(self.state, viewer)).cannot[1 + viewer, seat]
        return {NAMES[kind].lower() for kind in range(10) if bits >> kind & 1}
