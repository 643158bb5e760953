"""What the actions of Love Letter are called."""

from joute.games.love_letter.actions import NOBODY, keep_of, play_of
from joute.games.love_letter.cards import AIMED, CHANCELLOR, COPIES, GUARD, KINDS, NONE, PRINCE
from joute.games.love_letter.options import LoveLetterOptions
from joute.games.love_letter.strings import key_of


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
