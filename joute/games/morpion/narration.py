"""What happened in a game of Morpion, as sentences: a stone was placed or taken over, the game ended."""

from joute.core.events import Event, Step
from joute.games.morpion.board import cell_name, winning_line, winning_seat
from joute.games.morpion.state import NOBODY, SWAP, MorpionState
from joute.games.morpion.strings import SENTENCES, SIGNS, status


def describe(before: MorpionState, after: MorpionState, step: Step, viewer: int | None) -> list[Event]:
    """A stone that was placed or taken over, and the end of the game, if it is one."""
    events = []
    for seat, action in step.choices.items():
        words = {"seat": seat, "cell": cell_name(after.last)}
        sign = SIGNS[1 + seat]
        if action == SWAP:
            sentences = {"en": f"{sign} takes over {words['cell']}", "fr": f"{sign} reprend {words['cell']}"}
            events.append(Event("taken over", words, sentences))
        else:
            sentences = {"en": f"{sign} plays {words['cell']}", "fr": f"{sign} joue {words['cell']}"}
            events.append(Event("placed", words, sentences))
    if after.winner != NOBODY:
        sentences = {language: status(after, language) for language in SENTENCES}
        events.append(Event("ended", {"winner": winning_seat(after), "line": [cell_name(cell) for cell in winning_line(after)]}, sentences))
    return events
