"""What a person may type besides moves."""

from collections.abc import Callable
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from joute.cli.play import seats as seating
from joute.cli.play.action_input import SHORT, SHOWN, fold, listed
from joute.cli.play.hotseat import Audience
from joute.cli.play.session import LocalGame
from joute.cli.play.thinking import thought
from joute.cli.record_files import unused
from joute.cli.render.console import show_position
from joute.cli.render.tables import opinion as opinion_table
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.i18n import say

HINTS = 3

WORDS = {
    "help": ("help", "aide", "?"),
    "moves": ("moves", "legal", "coups"),
    "board": ("board", "plateau"),
    "hint": ("hint", "conseil"),
    "why": ("why", "pourquoi"),
    "undo": ("undo", "annuler"),
    "save": ("save", "sauver"),
    "quit": ("quit", "exit", "quitter"),
}
EXPLANATIONS = {
    "help": "these words",
    "moves": "what may be played here; moves f: only what begins so",
    "board": "draw the position again",
    "hint": "what a good agent would play, its best three",
    "why": "what the agents thought at their last choice",
    "undo": "back to your last decision",
    "save": "keep the game in a file: save [FILE]",
    "quit": "leave; the game is kept",
}
TAKING_MORE = {"moves", "save"}  # orders that may be followed by something
ORDER_OF = {word: order for order, words in WORDS.items() for word in words}

Obey = Callable[[int, str], bool]


class Quit(Exception):
    """The person at the keyboard leaves."""


class Orders:
    """Every order by its name; each is given the seat and what followed, and says whether the position changed."""

    def __init__(self, session: LocalGame, screen: Console, audience: Audience, file: Path | None) -> None:
        self.session, self.game = session, session.game
        self.screen, self.audience = screen, audience
        self.file = file  # where the record was saved last, or --save wants it
        self.adviser: Agent | None = None

    def find(self, word: str) -> Obey | None:
        """The order that a word names, in either language."""
        order = ORDER_OF.get(fold(word))
        obey: Obey | None = getattr(self, order) if order else None
        return obey

    def help(self, seat: int, rest: str) -> bool:
        """Say what may be typed."""
        self.screen.print(say("A move is typed by its name, by the beginning of it, or by its number where moves are numbered."))
        for order, words in WORDS.items():
            self.screen.print(Text.assemble((f"  {' · '.join(words):<24}", "bold"), say(EXPLANATIONS[order])))
        return False

    def moves(self, seat: int, rest: str) -> bool:
        """List the legal moves, or those that begin so."""
        legal = self.game.legal(self.session.view(seat), seat)
        names = listed(legal, rest)
        if not names:
            self.screen.print(say("No move begins with “{text}”.", text=rest))
        self.screen.print(Columns([Text(name) for name in names[:SHOWN]], padding=(0, 2)))
        if len(names) > SHOWN:
            beginning = names[-1][0]
            more = say("… {count} moves in all; “moves {text}” lists those that begin so.", count=len(names), text=beginning)
            self.screen.print(more)
        return False

    def board(self, seat: int, rest: str) -> bool:
        """Draw the position, with the moves where they are few."""
        self.screen.print()
        viewer = self.audience.viewer if self.session.over and not self.audience.private else seat
        show_position(self.screen, self.game, self.session.view(viewer))
        legal = [] if self.session.over else self.game.legal(self.session.view(seat), seat)
        if 0 < len(legal) <= SHORT:
            self.screen.print(Columns([_numbered(name) for name in listed(legal)], padding=(0, 3)))
        return False

    def hint(self, seat: int, rest: str) -> bool:
        """Ask a good agent what it would play here."""
        self.adviser = self.adviser or registry.agent(seating.good_agent(self.game), self.game)
        advice = thought(self.session, self.adviser, seat, "hint")
        title = say("{agent} would play {action}", agent=self.adviser.text, action=advice.action)
        self.screen.print(opinion_table(advice, title, HINTS))
        return False

    def why(self, seat: int, rest: str) -> bool:
        """Show what the agents thought at their last choice."""
        opinions = dict(self.session.opinions)
        if self.game.spec.hidden and not self.session.over:  # what an opponent thinks of its cards tells which it holds
            opinions.clear()
            self.screen.print(say("What the others think would show what they hide: ask again when the game is over."))
        elif not opinions:
            self.screen.print(say("No agent has chosen anything yet."))
        for other, considered in opinions.items():
            agent = self.session.record.agents[other]
            title = say("seat {seat}, {agent}, played {action}", seat=other, agent=agent, action=considered.action)
            self.screen.print(opinion_table(considered, title))
        return False

    def undo(self, seat: int, rest: str) -> bool:
        """Go back to the seat's last decision."""
        taken_back = self.session.take_back(seat)
        if taken_back is None:
            self.screen.print(say("There is nothing to take back."))
            return False
        self.audience.untold.clear()
        self.screen.print(say("Taken back: {move}.", move=taken_back))
        return True

    def save(self, seat: int, rest: str) -> bool:
        """Keep the game in a file."""
        file = Path(rest).expanduser() if rest else self.file or unused(f"{self.game.name}-{self.session.record.seed}")
        try:
            self.session.save(file)
        except JouteError as error:
            self.screen.print(str(error), soft_wrap=True)
        else:
            self.file = file
            self.screen.print(say("Saved in {file}.", file=file), soft_wrap=True)
        return False

    def quit(self, seat: int, rest: str) -> bool:
        """Leave."""
        raise Quit


def _numbered(name: str) -> Text:
    number, _, rest = name.partition(" ")
    return Text.assemble((number, "bold cyan"), " ", rest)
