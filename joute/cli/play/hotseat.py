"""The people before the screen: whose eyes it has, and what each of them has not been told yet."""

from rich.console import Console
from rich.text import Text

from joute.cli.play.keyboard import read_line, wipe
from joute.cli.play.session import LocalGame
from joute.cli.render.console import interactive
from joute.core.events import Events
from joute.i18n import current, say


class Audience:
    """Everybody who reads this screen; where they must not read each other's, one at a time."""

    def __init__(self, session: LocalGame, screen: Console) -> None:
        self.session, self.screen = session, screen
        self.untold: list[tuple[int, Events]] = []  # what a seat has not been told yet, where seats must not read each other's
        self.at_keyboard: int | None = None

    @property
    def private(self) -> bool:
        """Whether several people at this keyboard must not read each other's screens."""
        spec = self.session.game.spec
        return len(self.session.humans) > 1 and (spec.hidden or spec.simultaneous)

    @property
    def viewer(self) -> int | None:
        """Whose eyes the screen has: the only human's, a spectator's, or those of one who sees everything when only agents play."""
        humans = self.session.humans
        return None if not humans else humans[0] if len(humans) == 1 else -1

    def tell(self, happened: Events) -> None:
        """Say what happened: at once, or to each person when the keyboard is theirs."""
        if self.private and not self.session.over:
            self.untold += [(seat, happened) for seat in self.session.humans]
        else:
            self._say_events(happened, -1 if self.private else self.viewer)

    def hand_over(self, seat: int) -> None:
        """Let the next person come to the keyboard before anything of theirs is shown."""
        if self.private and self.at_keyboard != seat:
            sentence = say("Seat {seat}: take the keyboard, and press enter.", seat=seat)
            if interactive():
                wipe()
                read_line(sentence + " ")
                wipe()
            else:
                self.screen.print(sentence)
        self.at_keyboard = seat
        for happened in [happened for told, happened in self.untold if told == seat]:
            self._say_events(happened, seat)
        self.untold = [(told, happened) for told, happened in self.untold if told != seat]

    def _say_events(self, happened: Events, viewer: int | None) -> None:
        for event in happened.seen_by(viewer):
            self.screen.print(Text.assemble(("· ", "dim"), event.text(current())))
