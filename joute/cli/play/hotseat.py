"""Several people at one keyboard: whose view the screen shows, and the events that each of them has not seen yet."""

from rich.console import Console
from rich.text import Text

from joute.cli.play.local_game import LocalGame
from joute.cli.play.text_input import clear_screen, read_line
from joute.cli.render.console import interactive
from joute.core.events import Events
from joute.i18n import current_language, say


class Hotseat:
    """The people who read this screen; one at a time if they must not see each other's view."""

    def __init__(self, session: LocalGame, screen: Console) -> None:
        self.session, self.screen = session, screen
        self.unseen: list[tuple[int, Events]] = []  # events that a seat has not seen yet
        self.at_keyboard: int | None = None

    @property
    def private(self) -> bool:
        """Whether several people at this keyboard must not see each other's view."""
        spec = self.session.game.spec
        return len(self.session.humans) > 1 and (spec.hidden or spec.simultaneous)

    @property
    def viewer(self) -> int | None:
        """Whose view the screen shows: the only human's, a spectator's, or everything if only agents play."""
        humans = self.session.humans
        return None if not humans else humans[0] if len(humans) == 1 else -1

    def show(self, events: Events) -> None:
        """Print events at once, or to each person when they take the keyboard."""
        if self.private and not self.session.over:
            self.unseen += [(seat, events) for seat in self.session.humans]
        else:
            self._print(events, -1 if self.private else self.viewer)

    def hand_over(self, seat: int) -> None:
        """Wait until the next person is at the keyboard, then print what they have not seen."""
        if self.private and self.at_keyboard != seat:
            sentence = say("Seat {seat}: take the keyboard, and press enter.", seat=seat)
            if interactive():
                clear_screen()
                read_line(sentence + " ")
                clear_screen()
            else:
                self.screen.print(sentence)
        self.at_keyboard = seat
        for events in [events for other, events in self.unseen if other == seat]:
            self._print(events, seat)
        self.unseen = [(other, events) for other, events in self.unseen if other != seat]

    def _print(self, events: Events, viewer: int | None) -> None:
        for event in events.seen_by(viewer):
            self.screen.print(Text.assemble(("· ", "dim"), event.text(current_language())))
