"""What happened in a game of Morpion, as sentences: a stone was placed or taken over, the game ended."""

from joute.core.events import Event, Step
from joute.games.morpion.board import cell_name, winning_line, winning_seat
from joute.games.morpion.state import NOBODY, SWAP, MorpionState
from joute.games.morpion.strings import SIGNS, status
from joute.i18n import in_every_language, say_in_every_language


def describe(before: MorpionState, after: MorpionState, step: Step, viewer: int | None) -> list[Event]:
    """A stone that was placed or taken over, and the end of the game, if it is one."""
    events = []
    for seat, action in step.choices.items():
        sign, cell = SIGNS[1 + seat], cell_name(after.last)
        words = {"seat": seat, "cell": cell}
        if action == SWAP:
            events.append(Event("taken over", words, say_in_every_language("{sign} takes over {cell}", sign=sign, cell=cell)))
        else:
            events.append(Event("placed", words, say_in_every_language("{sign} plays {cell}", sign=sign, cell=cell)))
    if after.winner != NOBODY:
        words = {"winner": winning_seat(after), "line": [cell_name(cell) for cell in winning_line(after)]}
        events.append(Event("ended", words, in_every_language(lambda: status(after))))
    return events
