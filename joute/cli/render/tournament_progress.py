"""The progress of a tournament: a ranking on a terminal, a line now and then elsewhere."""

from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from joute.arena.tournament.plan import TournamentPlan
from joute.arena.tournament.progress import AgentTally, TournamentProgress
from joute.cli.progress import LiveDisplay, progress_bar
from joute.cli.render.formatting import clock, n_blocks, n_games, number, table
from joute.core.rng import plain_seed
from joute.i18n import say, say_count
from joute.report.html import FORMATS

OTHER_LINES = 10  # of a terminal, besides the rows of the ranking


class TournamentDisplay(LiveDisplay):
    """Shows the ranking while a tournament runs."""

    def __init__(self, plan: TournamentPlan) -> None:
        super().__init__()
        self.plan = plan

    def show(self, progress: TournamentProgress) -> None:
        """Show the tournament so far."""
        self.refresh(lambda: self._picture(progress), lambda: line(progress))

    def _picture(self, progress: TournamentProgress) -> RenderableType:
        title = Text.assemble(
            (self.plan.name, "bold"),
            f"  {Path(self.plan.game).stem}, {say(FORMATS[self.plan.format])}, ",
            say("seed {seed}", seed=plain_seed(self.plan.seed)),
        )
        parts: list[RenderableType] = [
            title,
            self._ranking(progress.score.ranking()),
            progress_bar(spent(progress)),
            Text(line(progress), "dim"),
        ]
        if progress.notes:
            parts.append(
                Text(say("{blocks} abandoned; the last: {note}", blocks=n_blocks(len(progress.notes)), note=progress.notes[-1]), "red")
            )
        return Group(*parts)

    def _ranking(self, ranking: list[AgentTally]) -> Table:
        drawn = table("", say("agent"), say("games"), say("mean"), "± 95 %", say("faults"), numbers="> >>>>")
        room = max(3, self.console.height - OTHER_LINES)
        for rank, tally in enumerate(ranking[:room], 1):
            words = [number(tally.games), number(tally.mean), number(tally.half), str(tally.faults or "")]
            drawn.add_row(str(rank), Text(self.plan.agents[tally.agent], "bold cyan"), *words)
        if len(ranking) > room:
            drawn.add_row("", Text(say_count("… and one more", "… and {n} more", len(ranking) - room), "dim"))
        return drawn


def spent(progress: TournamentProgress) -> float | None:
    """The part of the budget that is spent, of the games or of the time."""
    parts = []
    if progress.total:
        parts.append(progress.done / progress.total)
    if progress.budget.seconds:
        parts.append((progress.before + progress.seconds) / progress.budget.seconds)
    return min(1.0, max(parts)) if parts else None


def line(progress: TournamentProgress) -> str:
    """The number of games, the speed and the time left, in one line."""
    said = [n_games(progress.score.games)]
    if progress.total is not None:
        said = [say("{games} of {total} games", games=number(progress.done), total=number(progress.total))]
    said.append(say("{rate} a second", rate=number(progress.rate, 1 if progress.rate < 100 else 0)))
    if progress.width is not None and progress.budget.width is not None:
        said.append(say("widest interval {width} Elo", width=number(progress.width, 0)))
    if progress.left is not None:
        said.append(say("{time} left", time=clock(progress.left)))
    return ", ".join(said)
