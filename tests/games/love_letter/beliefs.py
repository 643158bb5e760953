"""An independent account of what a seat can know at a table of two: every world that fits, followed from card to card.

Nothing here reads the masks of the rules. A world is the other seat's hand, the card that it has drawn (or None), and the cards under
the deck. Each thing that happens before the seat's eyes is replayed in every world, and the worlds in which it could not have happened
are dropped.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import permutations

from joute.core.game import Game
from joute.core.state import State
from joute.games.love_letter.actions import card_of, guess_of, lowest_of, retained_of, target_of, upper_of
from joute.games.love_letter.cards import (
    BARON,
    CHANCELLOR,
    COPIES,
    COUNTESS,
    GUARD,
    KING,
    NONE,
    PRIEST,
    PRINCE,
)
from joute.games.love_letter.state import DRAWN, KEEP, UNDER, LoveLetterState

World = tuple[int, int | None, tuple[int, ...]]  # the other's hand, its drawn card, the cards under the deck
ANY = range(10)


def truth(state: State, viewer: int) -> World:
    """The world as it is."""
    record = LoveLetterState.of(state)
    drawn = int(record.cards[DRAWN]) if record.mover != viewer and record.cards[DRAWN] >= 0 else None
    return int(record.cards[1 - viewer]), drawn, tuple(int(record.cards[UNDER + number]) for number in range(record.under))


def in_view(record: LoveLetterState, viewer: int) -> list[int]:
    """Every card that the viewer sees: face up, played, and its own."""
    own = [viewer, DRAWN, DRAWN + 1] if record.mover == viewer else [viewer]
    cards = [*record.face_up.tolist(), *record.pile.tolist(), *(record.cards[place] for place in own)]
    return [int(card) for card in cards if card >= 0]


def there_are_enough_cards(world: World, seen: list[int]) -> bool:
    hand, drawn, under = world
    counts = Counter([*seen, hand, *under] + ([] if drawn is None else [drawn]))
    return all(count <= COPIES[kind] for kind, count in counts.items())


class Belief:
    """The worlds that one of two seats cannot tell from the truth."""

    def __init__(self, game: Game, state: State, viewer: int) -> None:
        self.game, self.viewer, self.other = game, viewer, 1 - viewer
        self.worlds: set[World] = {(hand, None, ()) for hand in ANY}
        self.arrive(LoveLetterState.of(state).left + 1, state)

    def arrive(self, left: int, state: State) -> None:
        """The mover draws its card at the start of a turn; `left` cards without an order were left before."""
        if LoveLetterState.of(state).mover == self.other:
            self.worlds = {
                (hand, drawn, under if left else under[1:]) for hand, _, under in self.worlds for drawn in (ANY if left else under[:1])
            }
        elif not left:
            card = int(LoveLetterState.of(state).cards[DRAWN])
            self.worlds = {(hand, drawn, under[1:]) for hand, drawn, under in self.worlds if under[0] == card}
        self.check(state)

    def check(self, state: State) -> None:
        seen = in_view(LoveLetterState.of(state), self.viewer)
        self.worlds = {world for world in self.worlds if there_are_enough_cards(world, seen)}

    def follow(self, before: State, action: int, after: State) -> bool:
        """Replay one choice and the draws behind it; False when the round has ended."""
        if LoveLetterState.of(after).round != LoveLetterState.of(before).round or self.game.over(after):
            return False
        was, now = LoveLetterState.of(before), LoveLetterState.of(after)
        left = int(was.left)
        mine = was.mover == self.viewer
        if was.phase == KEEP:
            self.worlds = set(self.retained(action)) if mine else {world for old in self.worlds for world in mixed(old, self.found)}
        else:
            card, target = card_of(action), target_of(action)
            if not mine:
                self.worlds = set(played(self.worlds, card))
            self.worlds = set(self.effect(was, now, card, target, guess_of(action), mine))
            if card == PRINCE:
                left = self.replace(left, now, target)
            if card == CHANCELLOR and now.phase == KEEP:
                self.search(left, was, now, mine)
                self.check(after)
                return True
        self.arrive(left, after)
        return True

    def effect(self, was: LoveLetterState, now: LoveLetterState, card: int, target: int, guess: int, mine: bool) -> Iterable[World]:
        """What the viewer learns from a card that put nobody out."""
        own_before = kept_by(was, card) if mine else int(was.cards[self.viewer])
        for hand, drawn, under in self.worlds:
            if card == GUARD and mine and target == self.other and hand == guess:
                continue
            if card == PRIEST and mine and target == self.other and hand != was.cards[self.other]:
                continue
            if card == BARON and target >= 0 and hand != own_before:
                continue
            if card == PRINCE and target == self.other and hand != now.pile[was.piled + 1]:
                continue
            if card == KING and target >= 0:
                if hand == now.cards[self.viewer]:
                    yield own_before, drawn, under
                continue
            yield hand, drawn, under

    def replace(self, left: int, now: LoveLetterState, target: int) -> int:
        """A Prince's target draws; returns how many cards without an order are left then."""
        if target == self.other:
            self.worlds = {
                (new, drawn, under if left else under[1:]) for _, drawn, under in self.worlds for new in (ANY if left else under[:1])
            }
        elif not left:
            card = int(now.cards[self.viewer])
            self.worlds = {(hand, drawn, under[1:]) for hand, drawn, under in self.worlds if under[0] == card}
        return max(0, left - 1)

    def search(self, left: int, was: LoveLetterState, now: LoveLetterState, mine: bool) -> None:
        """A Chancellor draws two cards, or one: some without an order, then some from under the deck."""
        count = min(2, was.left + was.under)
        loose = min(left, count)
        self.found = (loose, count - loose)
        if mine:
            cards = [int(now.cards[DRAWN + number]) for number in range(loose, count)]
            rest = count - loose
            self.worlds = {(hand, drawn, under[rest:]) for hand, drawn, under in self.worlds if list(under[:rest]) == cards}

    def retained(self, action: int) -> Iterable[World]:
        added = tuple(card for card in (upper_of(action), lowest_of(action)) if card != NONE)
        assert retained_of(action) >= 0
        for hand, drawn, under in self.worlds:
            yield hand, drawn, under + added


def kept_by(was: LoveLetterState, card: int) -> int:
    pair = [int(was.cards[was.mover]), int(was.cards[DRAWN])]
    pair.remove(card)
    return pair[0]


def played(worlds: set[World], card: int) -> Iterable[World]:
    """The other seat plays a card: it must have held it, and the Countess if she had to be played."""
    for hand, drawn, under in worlds:
        forced = COUNTESS in (hand, drawn) and (KING in (hand, drawn) or PRINCE in (hand, drawn))
        if forced and card != COUNTESS:
            continue
        if hand == card:
            assert drawn is not None
            yield drawn, None, under
        if drawn == card:
            yield hand, None, under


def mixed(world: World, found: tuple[int, int]) -> Iterable[World]:
    """The other seat retained one of its cards and put the others under the deck, out of sight."""
    hand, _, under = world
    loose, known = found
    for one in ANY if loose else [NONE]:
        for two in ANY if loose == 2 else [NONE]:
            cards = [hand, *(card for card in (one, two) if card != NONE), *under[:known]]
            for order in permutations(cards):
                yield order[0], None, under[known:] + order[1:]
