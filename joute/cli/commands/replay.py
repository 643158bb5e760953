"""`joute replay`: a recorded game, step by step on a terminal, all of it elsewhere."""

import json
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.text import Text

from joute.cli import options
from joute.cli.commands.bot import kind_of_fault, printable
from joute.cli.play.text_input import read_line
from joute.cli.record_files import read_game, replaying
from joute.cli.render.console import interactive, output, print_json
from joute.cli.render.formatting import number
from joute.cli.render.game import game_result, show_position
from joute.cli.render.player_names import PlayerNames, player_name
from joute.core.events import Events
from joute.core.faults import Fault
from joute.core.game import Game
from joute.core.opinion import variation
from joute.core.record import FAULT
from joute.core.record_text import record_to_text
from joute.core.state import State
from joute.i18n import current_language, say

MAX_LETTERS = 400  # of an opinion on one line


def command(
    file: options.RecordFile, name: options.ReplayGame = None, export: options.Export = None, as_json: options.Json = False
) -> None:
    """Show the game, or print it with every position as JSON, or the record alone once it has replayed."""
    viewer = ReplayViewer(file, name)
    if export is not None:
        deque(viewer.steps(), maxlen=0)
        as_text = export is options.RecordForm.text
        typer.echo(record_to_text(viewer.record).rstrip() if as_text else json.dumps(viewer.record.to_json(), ensure_ascii=False))
    elif as_json:
        print_json(viewer.to_json())
    else:
        viewer.show()


@dataclass
class ReplayStep:
    """One position of a record, and the events that led to it."""

    number: int  # of choices made
    state: State
    events: Events | None


class ReplayViewer:
    """A record with its game, and its positions as far as they replay."""

    def __init__(self, file: Path, name: str | None = None) -> None:
        self.record, self.game = read_game(file, name)
        self.names = PlayerNames.recorded(self.record.names, self.game.spec.seats)
        self.screen = output()

    def steps(self) -> Iterator[ReplayStep]:
        """Every position in order, or BadRecord with the place where the record does not replay."""
        with replaying(self.game):
            for number, (state, events) in enumerate(self.record.replay(self.game)):
                yield ReplayStep(number, state, events)

    def to_json(self) -> dict[str, object]:
        """The record, and every position with the events that led to it."""
        positions = [
            {
                "choices": self.record.choices[step.number - 1] if step.number else {},
                "opinions": self.record.opinions[step.number - 1] if step.number else {},
                "events": [event.to_json() for event in step.events or ()],
                "position": self.game.to_json(step.state),
            }
            for step in self.steps()
        ]
        return {"record": self.record.to_json(), "positions": positions}

    def show(self) -> None:
        """Step by step if a person is there, else all of it."""
        if interactive():
            self._step_by_step(list(self.steps()))
            return
        for step in self.steps():
            self._draw(step)
        self._end()

    def _step_by_step(self, steps: list[ReplayStep]) -> None:
        place = 0
        while True:
            self._draw(steps[place])
            if place == len(steps) - 1:
                self._end()
            answer = read_line(say("enter: next, b: back, q: quit") + "> ").lower()
            if answer == "q" or (answer != "b" and place == len(steps) - 1):
                return
            place = max(0, place - 1) if answer == "b" else place + 1

    def _draw(self, step: ReplayStep) -> None:
        self.screen.print()
        heading = say("the beginning")
        if step.number:
            heading = say("choice {number} of {total}", number=step.number, total=len(self.record.choices))
            heading += say(": ") + ", ".join(self._chosen(seat, name) for seat, name in self.record.choices[step.number - 1].items())
        self.screen.print(Text(self.names.sentence(heading), "bold"))
        for note in self._notes(step.number):
            self.screen.print(Text(self.names.sentence(note), "italic"))
        for event in step.events or ():
            self.screen.print(Text.assemble(("· ", "dim"), self.names.event(event)))
        show_position(self.screen, self.game, step.state, self.names)

    def _chosen(self, seat: int, name: str) -> str:
        return say(
            "seat {seat} ({player}) plays {move}", seat=seat, player=player_name(self.record.agents[seat]), move=self.game.local_name(name)
        )

    def _notes(self, number: int) -> Iterator[str]:
        """The opinions behind these choices, and the faults of bots."""
        if number == 0:
            for seat, version in enumerate(self.record.versions):
                agent = player_name(self.record.agents[seat])
                yield say("seat {seat}: {agent}, {version}", seat=seat, agent=agent, version=printable(version))
            return
        for seat, opinion in self.record.opinions[number - 1].items():
            if words := short_opinion(opinion, self.game):
                yield say("seat {seat} thinks: {words}", seat=seat, words=words)
        yield from (fault_sentence(fault) for fault in self.record.faults if fault.choice == number - 1)

    def _end(self) -> None:
        self.screen.print()
        if self.record.scores is None:
            self.screen.print(say("The record ends here; the game was not finished."))
            return
        if self.record.ended == FAULT:
            for fault in self.record.faults:
                if fault.choice == len(self.record.choices):
                    self.screen.print(fault_sentence(fault))
            self.screen.print(say("A fault has ended the game."))
        self.screen.print(game_result(self.record.scores, self.record.agents, self.names))


def short_opinion(opinion: Mapping[str, object], game: Game) -> str:
    """An opinion, or a bot's info, on one line: its comment or remark, the value, the principal variation."""
    remark = opinion.get("remark")
    comment = opinion.get("comment") or (remark.get(current_language()) or remark.get("en") if isinstance(remark, dict) else None)
    value, line = opinion.get("value"), opinion.get("pv")
    parts = [str(comment)] if comment else []
    parts += [say("value {value}", value=number(value))] if isinstance(value, (int, float)) else []
    if isinstance(line, list) and len(line) > 1:
        parts.append(say("expected: {line}", line=variation(game.local_name(str(name)) for name in line)))
    return printable(say("; ").join(parts)[:MAX_LETTERS])


def fault_sentence(fault: Fault) -> str:
    """A fault in a sentence, and what it cost."""
    words = {"seat": fault.seat, "fault": kind_of_fault(fault.code), "sentence": printable(fault.sentence)}
    if fault.costs == "move":
        return say("Fault of seat {seat}, which costs it a move. {fault}: {sentence}.", **words)
    return say("Fault of seat {seat}, which costs it the game. {fault}: {sentence}.", **words)
