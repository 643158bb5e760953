"""What happened in a game of Morpion, as sentences: a stone was placed or taken over, the game ended."""

from joute.core.events import Event, Step
from joute.core.seat_names import placeholder
from joute.games.morpion.board import cell_name, winning_line, winning_seat
from joute.games.morpion.state import NOBODY, SWAP, MorpionState
from joute.games.morpion.strings import A_DRAW, SIGNS, WINS
from joute.i18n import Sentence, say_in_every_language

MARKS = tuple(SIGNS[1:])
PLAYS: Sentence = "{player} plays {cell}"
TAKES_OVER: Sentence = "{player} takes over {cell}"


def describe(before: MorpionState, after: MorpionState, step: Step, viewer: int | None) -> list[Event]:
    """A stone that was placed or taken over, and the end of the game, if it is one."""
    events = []
    for seat, action in step.choices.items():
        player, cell = placeholder(seat), cell_name(after.last)
        sentence = TAKES_OVER if action == SWAP else PLAYS
        sentences = say_in_every_language(sentence, player=player, cell=cell)
        events.append(Event("taken over" if action == SWAP else "placed", {"seat": seat, "cell": cell}, sentences, MARKS))
    if after.winner != NOBODY:
        winner = winning_seat(after)
        words = {"winner": winner, "line": [cell_name(cell) for cell in winning_line(after)]}
        sentences = say_in_every_language(A_DRAW) if winner is None else say_in_every_language(WINS, sign=placeholder(winner))
        events.append(Event("ended", words, sentences, MARKS))
    return events
