"""Who plays for a long run, a tournament or a tuning: a cluster or processes here, left in order however the run ends."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from joute.arena.executor import Executor, Processes
from joute.arena.worker import Table, Task
from joute.arena.warmup import warm_up
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.core import registry
from joute.core.game import Game
from joute.i18n import say


@contextmanager
def open_executor(game: Game, agents: Sequence[str], workers: int | None, cluster: str | None) -> Iterator[Executor]:
    """Who plays: a cluster, or processes here, once what they need is compiled."""
    executor: Executor
    if cluster:
        from joute.arena.tournament.dask_executor import Cluster

        executor = Cluster(cluster)
    else:
        with ProgressLine(say("compiling"), game.name):
            run_interruptibly(lambda: _prepare(game, agents))
        executor = Processes(workers or os.cpu_count() or 1)
    try:
        yield executor
    finally:
        executor.close()


def _prepare(game: Game, agents: Sequence[str]) -> None:
    """Compile here, once, what workers would each compile: the agents, and whole games of those that play them."""
    warm_up(game, agents)
    minds = {text: registry.agent(text, game) for text in agents}
    kinds = [[text for text in minds if minds[text].policy is not None]]
    kinds += [[text] for text, mind in minds.items() if mind.whole_games is not None]
    for kind in filter(None, kinds):
        seated = [place % len(kind) for place in range(game.spec.seats)]
        Table(registry.address(game), vars(game.options), kind, records=True).play([Task(0, (), seated, 0)])


@contextmanager
def sigterm_as_interrupt() -> Iterator[None]:
    """Treat SIGTERM like Ctrl-C while the block runs."""
    if sys.platform == "win32":
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
