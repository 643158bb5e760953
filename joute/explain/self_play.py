"""Games that are played to be studied: somebody decides for every seat, and decisions with one legal action are made at once."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence

from joute.arena.executor import Executor, Job, ProcessPool, Result, SerialExecutor, Worker
from joute.core.game import Game
from joute.core.session import Session

Decide = Callable[[Session, int], int]  # the session before a decision, and the seat -> the number of its action


def play_game(game: Game, players: Sequence[str], seed: int, decide: Decide) -> Session:
    """A whole game; `decide` is asked where a seat has more than one legal action."""
    session = Session.begin(game, players, seed)
    while not session.over:
        choices: dict[int, int] = {}
        for seat in game.movers(session.state):
            numbers = game.legal_numbers(session.state, seat)
            choices[seat] = numbers[0] if len(numbers) == 1 else decide(session, seat)
        session.step(game.check(session.state, choices))
    return session


def results_of(worker: Callable[[], Worker[Job, Result]], jobs: Iterable[Job], workers: int) -> Iterator[Result]:
    """The results of the jobs in their order, from that many processes; at most one: from this process."""
    executor: Executor[Job, Result] = ProcessPool(worker, workers) if workers > 1 else SerialExecutor(worker)
    with executor:
        yield from executor.map(jobs)


def worker_count(workers: int, jobs: int) -> int:
    """The number of processes for some jobs, if that many are wanted (0: one per processor)."""
    return min(workers or os.cpu_count() or 1, jobs)
