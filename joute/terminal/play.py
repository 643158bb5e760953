"""A game at the terminal: the view drawn, moves typed, mistakes explained, and nothing lost on the way out."""

import time
from collections.abc import Callable
from pathlib import Path

from rich.columns import Columns
from rich.text import Text

from joute import registry
from joute.errors import IllegalMove, JouteError
from joute.happenings import Happenings
from joute.language import current, say
from joute.opinion import Agent, Opinion, Stop
from joute.state import Action
from joute.terminal import seats as seating
from joute.terminal.busy import Busy, heard
from joute.terminal.ending import ending
from joute.terminal.files import kept_file, unused
from joute.terminal.keyboard import read_line, wipe
from joute.terminal.moves import SHORT, SHOWN, fold, listed, understand
from joute.terminal.ongoing import Ongoing
from joute.terminal.screen import interactive, output, show_position
from joute.terminal.tables import opinion as opinion_table

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
TAKING_MORE = {"moves", "save"}  # commands that may be followed by something
COMMAND_OF = {word: command for command, words in WORDS.items() for word in words}


class Quit(Exception):
    """The person at the keyboard leaves."""


class Play:
    """One game, from the first question to the last word."""

    def __init__(self, ongoing: Ongoing, name: str, file: Path | None) -> None:
        self.ongoing, self.game = ongoing, ongoing.game
        self.name = name  # as the command line named the game
        self.file = file  # where --save wants the record
        self.screen = output()
        self.hints: dict[int, Opinion] = {}
        self.untold: list[tuple[int, Happenings]] = []  # what a seat has not been told yet, where seats must not read each other's
        self.at_keyboard: int | None = None
        self.adviser: Agent | None = None
        self.commands: dict[str, Callable[[int, str], bool]] = {word: getattr(self, f"_{command}") for word, command in COMMAND_OF.items()}

    # --- the course of the game -------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        self._welcome()
        try:
            going_on = True
            while going_on:
                while not self.ongoing.over:
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
        texts = [f"{seat}: {say(text)}" for seat, text in enumerate(self.ongoing.record.agents)]
        self.screen.print(Text(title.get(current(), title["en"]), "bold"))
        self.screen.print(say("Seats {seats}. Seed {seed}.", seats=", ".join(texts), seed=self.ongoing.record.seed))
        if self.ongoing.humans:
            self.screen.print(Text(say("Type a move by its name, or help."), "dim"))

    def _turn(self) -> None:
        """Everybody who must choose does, people first; then all of it is played at once."""
        movers = self.game.movers(self.ongoing.state)
        choices: dict[int, Action] = {}
        seconds: dict[int, float] = {}
        for seat in sorted(movers, key=lambda seat: self.ongoing.seats[seat] is not None):
            began = time.perf_counter()
            agent = self.ongoing.seats[seat]
            chosen = self._ask(seat) if agent is None else self._thought(agent, seat)
            if chosen is None:  # something was taken back: another position, another question
                return
            choices[seat], seconds[seat] = chosen, round(time.perf_counter() - began, 6)
        self._tell(self.ongoing.play(choices, seconds))

    def _thought(self, agent: Agent, seat: int) -> Action:
        self.ongoing.opinions[seat] = self._consider(agent, seat)
        return self.ongoing.opinions[seat].action

    def _consider(self, agent: Agent, seat: int, purpose: str = "") -> Opinion:
        stop = Stop()
        with Busy(say("{agent} is thinking…", agent=agent.text), self.game.name):
            return heard(lambda: self.ongoing.consider(agent, seat, purpose, stop), stop)

    def _finish(self) -> None:
        viewer = -1 if self._private else self._viewer
        self.screen.print()
        show_position(self.screen, self.game, self.ongoing.view(viewer))
        self.screen.print()
        self.screen.print(ending(self.game.returns(self.ongoing.state), self.ongoing.record.agents))
        if self.file:
            self._save(0, str(self.file))

    def _afterwards(self) -> bool:
        """Look back at a finished game; True when it goes on because something was taken back."""
        seat = self.ongoing.humans[0] if self.ongoing.humans else 0
        self.screen.print(Text(say("save [FILE] keeps this game, undo takes back, why explains; enter leaves."), "dim"))
        while line := read_line("> "):
            word, _, rest = line.partition(" ")
            command = COMMAND_OF.get(fold(word))
            if command == "quit":
                return False
            if command in {None, "moves", "hint"}:
                self.screen.print(say("The game is over."))
            elif self.commands[fold(word)](seat, rest.strip()):
                return True
        return False

    def _leave(self) -> None:
        """Keep an unfinished game, and say how to go on."""
        if self.ongoing.over or not self.ongoing.record.choices:
            self.screen.print(say("Goodbye."))
            return
        try:
            if self.ongoing.unsaved or not self.file:
                self.file = self.file or kept_file(self.game.name)
                self.ongoing.save(self.file)
        except JouteError as error:
            self.screen.print(str(error), soft_wrap=True)
            return
        named = "" if self.name in registry.GAMES else f"{self.name} "
        again = f"joute play {named}--continue {self.file}"
        self.screen.print(say("The game is kept. Go on with: {command}", command=again), soft_wrap=True)

    # --- what a person is told --------------------------------------------------------------------------------------------

    @property
    def _private(self) -> bool:
        """Whether several people at this keyboard must not read each other's screens."""
        return len(self.ongoing.humans) > 1 and (self.game.spec.hidden or self.game.spec.simultaneous)

    @property
    def _viewer(self) -> int | None:
        """Whose eyes the screen has: the only human's, a spectator's, or those of one who sees everything when only agents play."""
        humans = self.ongoing.humans
        return None if not humans else humans[0] if len(humans) == 1 else -1

    def _tell(self, happened: Happenings) -> None:
        if self._private and not self.ongoing.over:
            self.untold += [(seat, happened) for seat in self.ongoing.humans]
        else:
            self._say_events(happened, -1 if self._private else self._viewer)

    def _say_events(self, happened: Happenings, viewer: int | None) -> None:
        for event in happened.seen_by(viewer):
            self.screen.print(Text.assemble(("· ", "dim"), event.text(current())))

    def _hand_over(self, seat: int) -> None:
        """Let the next person come to the keyboard before anything of theirs is shown."""
        if self._private and self.at_keyboard != seat:
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

    # --- questions --------------------------------------------------------------------------------------------------------

    def _ask(self, seat: int) -> Action | None:
        """The person's choice; None when something was taken back instead."""
        self._hand_over(seat)
        self._board(seat, "")
        legal = self.game.legal(self.ongoing.view(seat), seat)
        names = {fold(action.name) for action in legal}
        prompt = say("your move") if len(self.ongoing.humans) == 1 else say("seat {seat}", seat=seat)
        while True:
            line = read_line(f"{prompt}> ")
            word, _, rest = line.partition(" ")
            command = self.commands.get(fold(word))
            if not line:
                self.screen.print(say("Type a move by its name, or help."))
            elif command and fold(line) not in names and (not rest or COMMAND_OF[fold(word)] in TAKING_MORE):
                if command(seat, rest.strip()):
                    return None
            else:
                try:
                    return understand(line, self.game, legal)
                except IllegalMove as error:
                    self.screen.print(Text.assemble(str(error), " ", (say("Type moves or help."), "dim")))

    # --- commands: each is given the seat and what followed, and says whether the position changed ------------------------------

    def _help(self, seat: int, rest: str) -> bool:
        self.screen.print(say("A move is typed by its name, by the beginning of it, or by its number where moves are numbered."))
        for command, words in WORDS.items():
            self.screen.print(Text.assemble((f"  {' · '.join(words):<24}", "bold"), say(EXPLANATIONS[command])))
        return False

    def _moves(self, seat: int, rest: str) -> bool:
        legal = self.game.legal(self.ongoing.view(seat), seat)
        names = listed(legal, rest)
        if not names:
            self.screen.print(say("No move begins with “{text}”.", text=rest))
        self.screen.print(Columns([Text(name) for name in names[:SHOWN]], padding=(0, 2)))
        if len(names) > SHOWN:
            beginning = names[-1][0]
            more = say("… {count} moves in all; “moves {text}” lists those that begin so.", count=len(names), text=beginning)
            self.screen.print(more)
        return False

    def _board(self, seat: int, rest: str) -> bool:
        self.screen.print()
        viewer = self._viewer if self.ongoing.over and not self._private else seat
        show_position(self.screen, self.game, self.ongoing.view(viewer))
        legal = [] if self.ongoing.over else self.game.legal(self.ongoing.view(seat), seat)
        if 0 < len(legal) <= SHORT:
            self.screen.print(Columns([_numbered(name) for name in listed(legal)], padding=(0, 3)))
        return False

    def _hint(self, seat: int, rest: str) -> bool:
        self.adviser = self.adviser or registry.agent(seating.good_agent(self.game), self.game)
        self.hints[seat] = self._consider(self.adviser, seat, "hint")
        title = say("{agent} would play {action}", agent=self.adviser.text, action=self.hints[seat].action)
        self.screen.print(opinion_table(self.hints[seat], title, HINTS))
        return False

    def _why(self, seat: int, rest: str) -> bool:
        opinions = dict(self.ongoing.opinions)
        if self.game.spec.hidden and not self.ongoing.over:  # what an opponent thinks of its cards tells which it holds
            opinions.clear()
            self.screen.print(say("What the others think would show what they hide: ask again when the game is over."))
        elif not opinions:
            self.screen.print(say("No agent has chosen anything yet."))
        for other, considered in opinions.items():
            agent = self.ongoing.record.agents[other]
            title = say("seat {seat}, {agent}, played {action}", seat=other, agent=agent, action=considered.action)
            self.screen.print(opinion_table(considered, title))
        return False

    def _undo(self, seat: int, rest: str) -> bool:
        taken_back = self.ongoing.undo(seat)
        if taken_back is None:
            self.screen.print(say("There is nothing to take back."))
            return False
        self.hints.clear()
        self.untold.clear()
        self.screen.print(say("Taken back: {move}.", move=taken_back))
        return True

    def _save(self, seat: int, rest: str) -> bool:
        file = Path(rest).expanduser() if rest else self.file or unused(f"{self.game.name}-{self.ongoing.record.seed}")
        try:
            self.ongoing.save(file)
        except JouteError as error:
            self.screen.print(str(error), soft_wrap=True)
        else:
            self.file = file
            self.screen.print(say("Saved in {file}.", file=file), soft_wrap=True)
        return False

    def _quit(self, seat: int, rest: str) -> bool:
        raise Quit


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


def _numbered(name: str) -> Text:
    number, _, rest = name.partition(" ")
    return Text.assemble((number, "bold cyan"), " ", rest)
