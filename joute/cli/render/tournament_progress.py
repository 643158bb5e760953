"""A tournament while it is on: a table that lives on a terminal, a line now and then elsewhere."""

import time
from pathlib import Path
from types import TracebackType
from typing import Any

from rich.console import Group, RenderableType
from rich.live import Live as Screen
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from joute.arena.tournament.ledger import TournamentPlan
from joute.arena.tournament.progress import AgentTally, TournamentProgress
from joute.cli.render import tables
from joute.cli.render.console import messages
from joute.i18n import say
from joute.report.html import FORMATS

OFTEN = 0.25  # seconds between two looks on a terminal
SELDOM = 30.0  # seconds between two lines elsewhere
ROOM = 10  # lines of a terminal that the table leaves for everything else


class Live:
    """Shows how a tournament goes."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        self._console = messages()
        self._screen = Screen(console=self._console, auto_refresh=False, transient=True) if self._console.is_terminal else None
        self._last = 0.0

    def __enter__(self) -> "Live":
        """Begin to show."""
        if self._screen:
            self._screen.start()
        else:
            self._last = time.monotonic()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Leave the terminal as it was."""
        if self._screen:
            self._screen.stop()

    def show(self, progress: TournamentProgress) -> None:
        """So far it stands like this."""
        now = time.monotonic()
        if now - self._last < (OFTEN if self._screen else SELDOM):
            return
        self._last = now
        if self._screen:
            self._screen.update(self._drawn(progress), refresh=True)
        else:
            self._console.print(line(progress), soft_wrap=True)

    def _drawn(self, progress: TournamentProgress) -> RenderableType:
        title = Text.assemble(
            (self.plan.name, "bold"),
            f"  {Path(self.plan.game).stem}, {say(FORMATS[self.plan.format])}, ",
            say("seed {seed}", seed=self.plan.seed),
        )
        parts: list[RenderableType] = [title, self._ranking(progress.score.ranking()), bar(progress), Text(line(progress), "dim")]
        if progress.notes:
            parts.append(
                Text(say("{count} blocks were given up; the last: {note}", count=len(progress.notes), note=progress.notes[-1]), "red")
            )
        return Group(*parts)

    def _ranking(self, ranking: list[AgentTally]) -> Table:
        drawn = tables.table("", say("agent"), say("games"), say("mean"), "± 95 %", say("faults"), numbers="> >>>>")
        room = max(3, self._console.height - ROOM)
        for rank, tally in enumerate(ranking[:room], 1):
            words = [tables.number(tally.games), tables.number(tally.mean), tables.number(tally.half), str(tally.faults or "")]
            drawn.add_row(str(rank), Text(self.plan.agents[tally.agent], "bold cyan"), *words)
        if len(ranking) > room:
            drawn.add_row("", Text(say("… and {count} more", count=len(ranking) - room), "dim"))
        return drawn


def bar(progress: TournamentProgress) -> Table:
    """How much of the budget is spent; a pulse where nobody can tell."""
    part = spent(progress)
    line = Table.grid()  # a bar alone does not end its line
    line.add_row(ProgressBar(total=1.0, completed=part or 0.0, pulse=part is None, width=60))
    return line


def spent(progress: TournamentProgress) -> float | None:
    """The part of the budget that is spent: of the games or of the time, whichever is further."""
    parts = []
    if progress.total:
        parts.append(progress.done / progress.total)
    if progress.budget.seconds:
        parts.append((progress.before + progress.seconds) / progress.budget.seconds)
    return min(1.0, max(parts)) if parts else None


def line(progress: TournamentProgress) -> str:
    """How far it is, how fast it goes and how long it will take, in one line."""
    games: dict[str, Any] = {"games": tables.number(progress.score.games)}
    said = [say("{games} games", **games)]
    if progress.total is not None:
        said = [say("{games} of {total} games", games=tables.number(progress.done), total=tables.number(progress.total))]
    said.append(say("{rate} a second", rate=tables.number(progress.rate, 1 if progress.rate < 100 else 0)))
    if progress.width is not None and progress.budget.width is not None:
        said.append(say("widest interval {width} Elo", width=tables.number(progress.width, 0)))
    if progress.left is not None:
        said.append(say("{time} left", time=clock(progress.left)))
    return ", ".join(said)


def clock(seconds: float) -> str:
    """Hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
