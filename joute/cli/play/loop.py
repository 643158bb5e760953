"""The loop of a game at the terminal: print the view, read actions, apply them, and save an unfinished game on leaving."""

import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from rich.text import Text

from joute.cli.play.game_commands import COMMAND_OF, WITH_ARGUMENT, GameCommands, Quit
from joute.cli.play.local_game import Hotseat, LocalGame
from joute.cli.play.text_input import parse_action, read_line, spellings
from joute.cli.record_files import unfinished_game_file
from joute.cli.render.console import interactive, output
from joute.cli.render.formatting import time as duration
from joute.cli.render.game import game_result, show_position, value_sentence
from joute.cli.render.player_names import player_name
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import IllegalMove, JouteError
from joute.core.game import plain_name
from joute.core.rng import plain_seed
from joute.core.state import Action
from joute.i18n import Language, in_language, say


class GameLoop:
    """One game from the first position to the result."""

    def __init__(self, session: LocalGame, name: str, file: Path | None, values: bool = False) -> None:
        self.session, self.game = session, session.game
        self.name = name  # as the command line named the game
        self.values = values  # whether estimated values are shown
        self.screen = output()
        self.hotseat = Hotseat(session, self.screen)
        self.commands = GameCommands(session, self.screen, self.hotseat, file)

    def run(self) -> None:
        """Play to the end, or until a person leaves."""
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
        agents, names = self.session.record.agents, self.session.names
        texts = [f"{seat}{say(': ')}{names.player(seat, text) if names else player_name(text)}" for seat, text in enumerate(agents)]
        self.screen.print(Text(in_language(title), "bold"))
        self.screen.print(say("Seats {seats}. Seed {seed}.", seats=", ".join(texts), seed=plain_seed(self.session.record.seed)))
        if self.session.humans:
            self.screen.print(Text(say("Type an action by its name, or help."), "dim"))

    def _turn(self) -> None:
        """Every mover chooses, people first; then the actions are applied together."""
        movers = self.game.movers(self.session.state)
        choices: dict[int, Action] = {}
        seconds: dict[int, float] = {}
        for seat in sorted(movers, key=lambda seat: self.session.players[seat] is not None):
            began = time.perf_counter()
            agent = self.session.players[seat]
            chosen = self._ask(seat) if agent is None else self._choice(agent, seat)
            if chosen is None:  # undone: the position has changed
                return
            choices[seat], seconds[seat] = chosen, round(time.perf_counter() - began, 6)
        events = self.session.play(choices, seconds)
        self.hotseat.show(events, self._times(seconds))
        if self.values:
            self._show_values(choices)

    def _times(self, seconds: Mapping[int, float]) -> str:
        """The thinking times of the agents that chose."""
        times = {
            seat: duration(self.session.opinions[seat].seconds or spent) for seat, spent in seconds.items() if self.session.players[seat]
        }
        named = (
            times.values() if len(seconds) == 1 else (f"{self.session.names.seat(seat)}{say(': ')}{spent}" for seat, spent in times.items())
        )
        return f"  ({', '.join(named)})" if times else ""

    def _show_values(self, seats: Iterable[int]) -> None:
        """What the agents that chose think the position was worth to them, unless that would reveal what they hide."""
        if self.game.spec.hidden and self.session.humans:
            return
        for seat in seats:
            agent, considered = self.session.players[seat], self.session.opinions.get(seat)
            if agent and considered and considered.value is not None:
                self.screen.print(Text(value_sentence(considered, self.session.names.seat(seat), agent.text), "dim"))

    def _choice(self, agent: Agent, seat: int) -> Action:
        self.session.opinions[seat] = self.session.consider(agent, seat)
        return self.session.opinions[seat].action

    def _ask(self, seat: int) -> Action | None:
        """The person's action; None if they undid one instead."""
        self.hotseat.hand_over(seat)
        self.commands.board(seat, "")
        if self.values:
            self.commands.value(seat, "")
        legal = self.game.legal(self.session.view(seat), seat)
        actions = spellings(legal, *Language)
        names = self.session.names
        prompt = say("your move") if len(self.session.humans) == 1 and not names else names.seat(seat)
        while True:
            line = read_line(f"{prompt}> ")
            word, _, rest = line.partition(" ")
            command = self.commands.find(word)
            if not line:
                self.screen.print(say("Type an action by its name, or help."))
            elif command and plain_name(line) not in actions and (not rest or COMMAND_OF[plain_name(word)] in WITH_ARGUMENT):
                if command(seat, rest.strip()):
                    return None
            else:
                try:
                    return parse_action(self.session.names.typed(line), self.game, legal)
                except IllegalMove as error:
                    self.screen.print(Text.assemble(self.session.names.action(str(error)), " ", (say("Type moves or help."), "dim")))

    def _finish(self) -> None:
        viewer = -1 if self.hotseat.private else self.hotseat.viewer
        self.screen.print()
        show_position(self.screen, self.game, self.session.view(viewer), self.session.names)
        self.screen.print()
        self.screen.print(game_result(self.game.returns(self.session.state), self.session.record.agents, self.session.names))
        if self.commands.file:
            self.commands.save(0, str(self.commands.file))

    def _afterwards(self) -> bool:
        """Commands after the end; True if the game goes on because an action was undone."""
        seat = self.session.humans[0] if self.session.humans else 0
        self.screen.print(Text(say("save [FILE] saves the game, undo takes back an action, why explains; enter leaves."), "dim"))
        while line := read_line("> "):
            word, _, rest = line.partition(" ")
            command = self.commands.find(word)
            if command == self.commands.quit:
                return False
            if command in {None, self.commands.moves, self.commands.hint, self.commands.value}:
                self.screen.print(say("The game is over."))
            elif command(seat, rest.strip()):
                return True
        return False

    def _leave(self) -> None:
        """Save an unfinished game, and print how to resume it."""
        if self.session.over or not self.session.record.choices:
            self.screen.print(say("Goodbye."))
            return
        file = self.commands.file
        try:
            if self.session.unsaved or not file:
                file = file or unfinished_game_file(self.game.name)
                self.session.save(file)
        except JouteError as error:
            self.screen.print(str(error), soft_wrap=True)
            return
        named = "" if self.name in registry.GAMES else f"{self.name} "
        again = f"joute play {named}--continue {file}"
        self.screen.print(say("The game is saved. Resume it with: {command}", command=again), soft_wrap=True)
