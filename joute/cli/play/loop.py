"""A game at the terminal: the view drawn, moves typed, mistakes explained, and nothing lost on the way out."""

import time
from pathlib import Path

from rich.text import Text

from joute.cli.play.action_input import fold, understand
from joute.cli.play.commands import ORDER_OF, TAKING_MORE, Orders, Quit
from joute.cli.play.ending import ending
from joute.cli.play.hotseat import Audience
from joute.cli.play.keyboard import read_line
from joute.cli.play.session import LocalGame
from joute.cli.play.thinking import thought
from joute.cli.record_files import kept_file
from joute.cli.render.console import interactive, output, show_position
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import IllegalMove, JouteError
from joute.core.state import Action
from joute.i18n import current, say


class Play:
    """One game, from the first question to the last word."""

    def __init__(self, session: LocalGame, name: str, file: Path | None) -> None:
        self.session, self.game = session, session.game
        self.name = name  # as the command line named the game
        self.screen = output()
        self.audience = Audience(session, self.screen)
        self.orders = Orders(session, self.screen, self.audience, file)

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        self._welcome()
        try:
            going_on = True
            while going_on:
                while not self.session.over:
                    self._turn()
                self._finish()
                going_on = interactive() and self._afterwards()
        except (EOFError, Quit):
            self._leave()
        except BaseException:
            self.screen.print()
            self._leave()
            raise

    def _welcome(self) -> None:
        title = self.game.definition.title
        texts = [f"{seat}: {say(text)}" for seat, text in enumerate(self.session.record.agents)]
        self.screen.print(Text(title.get(current(), title["en"]), "bold"))
        self.screen.print(say("Seats {seats}. Seed {seed}.", seats=", ".join(texts), seed=self.session.record.seed))
        if self.session.humans:
            self.screen.print(Text(say("Type a move by its name, or help."), "dim"))

    def _turn(self) -> None:
        """Everybody who must choose does, people first; then all of it is played at once."""
        movers = self.game.movers(self.session.state)
        choices: dict[int, Action] = {}
        seconds: dict[int, float] = {}
        for seat in sorted(movers, key=lambda seat: self.session.players[seat] is not None):
            began = time.perf_counter()
            agent = self.session.players[seat]
            chosen = self._ask(seat) if agent is None else self._choice(agent, seat)
            if chosen is None:  # something was taken back: another position, another question
                return
            choices[seat], seconds[seat] = chosen, round(time.perf_counter() - began, 6)
        self.audience.tell(self.session.play(choices, seconds))

    def _choice(self, agent: Agent, seat: int) -> Action:
        self.session.opinions[seat] = thought(self.session, agent, seat)
        return self.session.opinions[seat].action

    def _ask(self, seat: int) -> Action | None:
        """The person's choice; None when something was taken back instead."""
        self.audience.hand_over(seat)
        self.orders.board(seat, "")
        legal = self.game.legal(self.session.view(seat), seat)
        names = {fold(action.name) for action in legal}
        prompt = say("your move") if len(self.session.humans) == 1 else say("seat {seat}", seat=seat)
        while True:
            line = read_line(f"{prompt}> ")
            word, _, rest = line.partition(" ")
            obey = self.orders.find(word)
            if not line:
                self.screen.print(say("Type a move by its name, or help."))
            elif obey and fold(line) not in names and (not rest or ORDER_OF[fold(word)] in TAKING_MORE):
                if obey(seat, rest.strip()):
                    return None
            else:
                try:
                    return understand(line, self.game, legal)
                except IllegalMove as error:
                    self.screen.print(Text.assemble(str(error), " ", (say("Type moves or help."), "dim")))

    def _finish(self) -> None:
        viewer = -1 if self.audience.private else self.audience.viewer
        self.screen.print()
        show_position(self.screen, self.game, self.session.view(viewer))
        self.screen.print()
        self.screen.print(ending(self.game.returns(self.session.state), self.session.record.agents))
        if self.orders.file:
            self.orders.save(0, str(self.orders.file))

    def _afterwards(self) -> bool:
        """Look back at a finished game; True when it goes on because something was taken back."""
        seat = self.session.humans[0] if self.session.humans else 0
        self.screen.print(Text(say("save [FILE] keeps this game, undo takes back, why explains; enter leaves."), "dim"))
        while line := read_line("> "):
            word, _, rest = line.partition(" ")
            obey = self.orders.find(word)
            if obey == self.orders.quit:
                return False
            if obey in {None, self.orders.moves, self.orders.hint}:
                self.screen.print(say("The game is over."))
            elif obey(seat, rest.strip()):
                return True
        return False

    def _leave(self) -> None:
        """Keep an unfinished game, and say how to go on."""
        if self.session.over or not self.session.record.choices:
            self.screen.print(say("Goodbye."))
            return
        file = self.orders.file
        try:
            if self.session.unsaved or not file:
                file = file or kept_file(self.game.name)
                self.session.save(file)
        except JouteError as error:
            self.screen.print(str(error), soft_wrap=True)
            return
        named = "" if self.name in registry.GAMES else f"{self.name} "
        again = f"joute play {named}--continue {file}"
        self.screen.print(say("The game is kept. Go on with: {command}", command=again), soft_wrap=True)
