"""A record shown step by step: forward and back on a terminal, all of it elsewhere."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from joute.cli.commands.bot import kind_of_fault, printable
from joute.cli.game_args import open_game
from joute.cli.play.ending import ending
from joute.cli.play.keyboard import read_line
from joute.cli.record_files import read_record
from joute.cli.render.console import interactive, output, show_position
from joute.cli.render.tables import number
from joute.core.errors import BadRecord, JouteError
from joute.core.events import Events
from joute.core.faults import Fault
from joute.core.game import Game
from joute.core.record import FAULT, GameRecord
from joute.core.state import Json, State
from joute.i18n import current, say

MOST_WORDS = 400  # letters of an opinion on one line


@dataclass
class Moment:
    """One position of a record, and what led to it."""

    number: int  # of choices made
    state: State
    happened: Events | None


class Replay:
    """A record, its game, and its positions as far as they go."""

    def __init__(self, file: Path, name: str | None = None) -> None:
        self.record: GameRecord = read_record(file)
        self.game: Game = open_game(name or self.record.game, self.record.options)
        if len(self.record.agents) != self.game.spec.seats:
            raise BadRecord(f"{file} names {len(self.record.agents)} agents; {self.game.name} has {self.game.spec.seats} seats here")
        self.screen = output()

    def moments(self) -> Iterator[Moment]:
        """Every position in order; a record that does not replay says where it differs."""
        try:
            for number, (state, happened) in enumerate(self.record.replay(self.game)):
                yield Moment(number, state, happened)
        except JouteError:
            raise
        except (TypeError, ValueError, AttributeError) as error:  # choices that are no names, scores that are no numbers
            raise BadRecord(f"this is not a record of {self.game.name}: {error}") from error

    def to_json(self) -> Json:
        """The record, and every position with the events that led to it."""
        positions = [
            {
                "choices": self.record.choices[moment.number - 1] if moment.number else {},
                "opinions": self.record.opinions[moment.number - 1] if moment.number else {},
                "events": [event.to_json() for event in moment.happened or ()],
                "position": self.game.to_json(moment.state),
            }
            for moment in self.moments()
        ]
        return {"record": self.record.to_json(), "positions": positions}

    def show(self) -> None:
        """Step by step when somebody is there to press enter, else all of it."""
        if interactive():
            self._step_by_step(list(self.moments()))
            return
        for moment in self.moments():
            self._draw(moment)
        self._end()

    def _step_by_step(self, moments: list[Moment]) -> None:
        place = 0
        while True:
            self._draw(moments[place])
            if place == len(moments) - 1:
                self._end()
            answer = read_line(say("enter: next, b: back, q: quit") + "> ").lower()
            if answer == "q" or (answer != "b" and place == len(moments) - 1):
                return
            place = max(0, place - 1) if answer == "b" else place + 1

    def _draw(self, moment: Moment) -> None:
        self.screen.print()
        heading = say("the beginning")
        if moment.number:
            heading = say("choice {number} of {total}", number=moment.number, total=len(self.record.choices))
            heading += ": " + ", ".join(self._chosen(seat, name) for seat, name in self.record.choices[moment.number - 1].items())
        self.screen.print(Text(heading, "bold"))
        for thought in self._thoughts(moment.number):
            self.screen.print(Text(thought, "italic"))
        for event in moment.happened or ():
            self.screen.print(Text.assemble(("· ", "dim"), event.text(current())))
        show_position(self.screen, self.game, moment.state)

    def _chosen(self, seat: int, name: str) -> str:
        return say("seat {seat} ({player}) plays {move}", seat=seat, player=say(self.record.agents[seat]), move=name)

    def _thoughts(self, number: int) -> Iterator[str]:
        """What those who chose thought, and what bots did wrong instead."""
        if number == 0:
            for seat, version in enumerate(self.record.versions):
                yield say("seat {seat}: {agent}, {version}", seat=seat, agent=say(self.record.agents[seat]), version=printable(version))
            return
        for seat, opinion in self.record.opinions[number - 1].items():
            if words := in_short(opinion):
                yield say("seat {seat} thinks: {words}", seat=seat, words=words)
        yield from (told(fault) for fault in self.record.faults if fault.choice == number - 1)

    def _end(self) -> None:
        self.screen.print()
        if self.record.scores is None:
            self.screen.print(say("The record ends here; the game was not finished."))
            return
        if self.record.ended == FAULT:
            for fault in self.record.faults:
                if fault.choice == len(self.record.choices):
                    self.screen.print(told(fault))
            self.screen.print(say("A fault has ended the game."))
        self.screen.print(ending(self.record.scores, self.record.agents))


def in_short(opinion: Json) -> str:
    """An opinion, or a bot's info, on one line: its comment or remark, the value, the line expected."""
    remark = opinion.get("remark")
    comment = opinion.get("comment") or (remark.get(current()) or remark.get("en") if isinstance(remark, dict) else None)
    value, line = opinion.get("value"), opinion.get("pv")
    parts = [str(comment)] if comment else []
    parts += [say("value {value}", value=number(value))] if isinstance(value, (int, float)) else []
    parts += [say("expected: {line}", line=" ".join(map(str, line)))] if isinstance(line, list) and len(line) > 1 else []
    return printable("; ".join(parts)[:MOST_WORDS])


def told(fault: Fault) -> str:
    """A fault in a sentence, and what it cost."""
    words = {"seat": fault.seat, "fault": kind_of_fault(fault.code), "sentence": printable(fault.sentence)}
    if fault.costs == "move":
        return say("Fault of seat {seat}, which costs it a move. {fault}: {sentence}.", **words)
    return say("Fault of seat {seat}, which costs it the game. {fault}: {sentence}.", **words)
