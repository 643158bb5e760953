"""The executor of a tournament or a tuning: a Dask cluster or processes on this machine, closed however the run ends."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from joute.arena.block import ScheduledGame
from joute.arena.executor import DaskCluster, ProcessPool
from joute.arena.warmup import warm_up
from joute.arena.worker import BlockExecutor, BlockWorker, play_games
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.core import registry
from joute.core.game import Game
from joute.i18n import say


@contextmanager
def open_executor(game: Game, agents: Sequence[str], workers: int | None, cluster: str | None) -> Iterator[BlockExecutor]:
    """A cluster, or processes on this machine once what they need is compiled."""
    executor: BlockExecutor
    if cluster:
        executor = DaskCluster(BlockWorker, cluster)
    else:
        with ProgressLine(say("compiling"), game.name):
            run_interruptibly(lambda: _prepare(game, agents))
        executor = ProcessPool(BlockWorker, workers or os.cpu_count() or 1)
    try:
        yield executor
    finally:
        executor.close()


def _prepare(game: Game, agents: Sequence[str]) -> None:
    """Compile once what every worker would compile: the agents, and whole games of those that can play them."""
    warm_up(game, agents)
    minds = {text: registry.agent(text, game) for text in agents}
    kinds = [[text for text in minds if minds[text].policy is not None]]
    kinds += [[text] for text, mind in minds.items() if mind.compiled_policy is not None]
    for kind in filter(None, kinds):
        seated = [place % len(kind) for place in range(game.spec.seats)]
        play_games(game.fast(), [registry.agent(text, game.fast()) for text in kind], [ScheduledGame(0, (), seated, 0)], records=True)


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
