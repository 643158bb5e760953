"""Concepts of a player of Cœurs, which probes look for in a network (`joute explain probe`): what is seen, what is hidden, what comes."""

from collections.abc import Sequence

from joute.core.game import Game
from joute.core.state import State
from joute.games.coeurs.facts import has_exit
from joute.games.coeurs.heuristic import COLLECT_FROM, NOBODY, collector
from joute.games.coeurs.rules import PENALTY, SLAM
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import DECK, HEARTS, RANKS, SEATS, SUIT
from joute.games.trick_taking.ranks import ranks_of
from joute.i18n import Sentence

SEEN: dict[str, Sentence] = {
    "void_shown": "another player has shown to lack hearts",
    "highest_heart": "the highest heart left is in one's own hand",
    "exit": "a card in hand gives the lead away",
    "own_slam_alive": "all hearts so far are one's own (three or more)",
    "slam_threat": "another player has all hearts so far (three or more)",
}
HIDDEN: dict[str, Sentence] = {
    "next_without_hearts": "the next player has no heart",
    "next_without_clubs": "the next player has no club",
    "hearts_together": "another player holds more than half of the hearts that are left",
}
COMING: dict[str, Sentence] = {
    "makes_slam": "makes the slam",
    "suffers_slam": "another player makes the slam",
    "more_hearts": "takes more hearts in this deal",
}
ALL_CLUBS, ALL_HEARTS = (SUIT << RANKS * suit for suit in (HEARTS - 1, HEARTS))


def concept_values(game: Game, states: Sequence[State], place: int, seat: int) -> list[bool]:
    """Which concepts hold for the seat in the state at that place of a game, in the order seen, hidden, coming."""
    state, after = CoeursState.of(states[place]), CoeursState.of(_end_of_deal(states, place))
    return [*_seen(state, seat), *_hidden(state, seat), *_coming(state, after, seat)]


def _end_of_deal(states: Sequence[State], place: int) -> State:
    deal = CoeursState.of(states[place]).deal
    return next(state for state in states[place:] if CoeursState.of(state).deal != deal)


def _seen(state: CoeursState, seat: int) -> list[bool]:
    hand = state.hands[seat]
    unseen = DECK & ~state.played & ~hand
    alone = collector(state)
    collected = int(state.hearts[alone]) if alone != NOBODY else 0
    return [
        any(bool(state.lacking[other] & ALL_HEARTS) for other in range(SEATS) if other != seat),
        ranks_of(hand, HEARTS) > ranks_of(unseen, HEARTS),
        bool(has_exit(hand, unseen)),
        alone == seat and collected >= COLLECT_FROM,
        alone not in (NOBODY, seat) and collected >= COLLECT_FROM,
    ]


def _hidden(state: CoeursState, seat: int) -> list[bool]:
    following = state.hands[(seat + 1) % SEATS]
    held = [int(state.hands[other] & ALL_HEARTS).bit_count() for other in range(SEATS)]
    return [
        not following & ALL_HEARTS,
        not following & ALL_CLUBS,
        any(2 * count > sum(held) for other, count in enumerate(held) if other != seat),
    ]


def _coming(state: CoeursState, after: CoeursState, seat: int) -> list[bool]:
    gained = [int(after.points[other]) - int(state.points[other]) for other in range(SEATS)]
    lost = -gained[seat] if max(gained) < SLAM else 0
    return [gained[seat] == SLAM, SLAM in gained and gained[seat] != SLAM, lost > PENALTY * int(state.hearts[seat])]
