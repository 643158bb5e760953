"""Concepts of a player of Love Letter, which probes look for in a network (`joute explain probe`): what is seen, hidden, to come."""

from collections.abc import Sequence

from joute.core.game import Game
from joute.core.state import State
from joute.games.love_letter.cards import NONE, PRINCESS
from joute.games.love_letter.state import DRAWN, LoveLetterState, is_known
from joute.i18n import Sentence

SEEN: dict[str, Sentence] = {
    "knows_a_hand": "knows another player's hand",
    "is_known": "another player knows one's hand",
    "holds_princess": "holds the Princess",
}
HIDDEN: dict[str, Sentence] = {
    "princess_elsewhere": "another player holds the Princess",
    "stronger_elsewhere": "another player holds a higher card than both of one's own",
}
COMING: dict[str, Sentence] = {"wins_round": "wins the round"}


def concept_values(game: Game, states: Sequence[State], place: int, seat: int) -> list[bool]:
    """Which concepts hold for the seat in the state at that place of a game, in the order seen, hidden, coming."""
    state = LoveLetterState.of(states[place])
    after = next(LoveLetterState.of(one) for one in states[place:] if LoveLetterState.of(one).round != state.round)
    others = [other for other in range(state.seats) if other != seat and state.standing >> other & 1]
    own = [int(card) for card in (state.cards[seat], state.cards[DRAWN]) if card != NONE]
    return [
        any(bool(is_known(int(state.cannot[1 + seat, other]))) for other in others),
        any(bool(state.watched[seat] >> other & 1) for other in others),
        PRINCESS in own,
        any(state.cards[other] == PRINCESS for other in others),
        any(state.cards[other] > max(own) for other in others),
        bool(after.winners >> seat & 1),
    ]
