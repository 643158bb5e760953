"""A duel: blocks of games in which every agent takes every seat under the same chance and the same opening.

The unit of its statistics is the block, not the game: games of a block share their luck.
"""

import importlib
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from itertools import chain
from multiprocessing import get_context

from joute.arena.block import arrangements
from joute.arena.compiled_match import by_machine
from joute.arena.duel_result import Duel, block_means
from joute.arena.statistics.sprt import Sprt, Watch
from joute.arena.worker import Opening, Played, Table, Task, play_tasks, sit_down
from joute.core import registry
from joute.core.errors import BadSetting, JouteError
from joute.core.game import Game

Progress = Callable[[int, int], None]


def duel(
    game: Game,
    agents: Sequence[str],
    games: int,
    seed: int = 0,
    openings: str = "balanced",
    workers: int = 1,
    progress: Progress | None = None,
    sprt: Sprt | None = None,
    seconds: float | None = None,
) -> Duel:
    """Play at least so many games, in whole blocks; the same seed gives the same games on one process or many.

    With a sequential test, the games are at most so many: it looks at the blocks in their order and stops when the answer is known;
    what other processes have played beyond that is dropped. With seconds, too, they are at most so many: the block that is being played
    when the time is over is the last.
    """
    began = time.perf_counter()
    if games < 1:
        raise BadSetting(f"a duel has at least one game; {games} were asked for")
    if sprt and len(agents) != 2:
        raise JouteError(f"a sequential test compares two agents; {len(agents)} were given")
    seating = arrangements(len(agents), game.spec.seats)
    players = [registry.agent(text, game) for text in agents]  # an unknown agent is refused before anything is played
    begun = beginnings(game, -(-games // len(seating)), seed, openings)
    blocks = [[Task(number, opening, seats, seed) for seats in seating] for number, opening in enumerate(begun)]
    quick = by_machine(players) is not None
    watch = Watch(sprt) if sprt else None
    played: list[Played] = []
    with closing(_finished(game, list(agents), blocks, workers, _handful(len(blocks), workers, quick, bool(sprt or seconds)))) as finished:
        for more in finished:
            played += more
            if progress:
                progress(len(played), len(blocks) * len(seating))
            if watch and _answered(watch, block_means(more, 0)):
                played = [one for one in played if one.block < watch.blocks]
                break
            if seconds is not None and time.perf_counter() - began >= seconds:
                break
    return Duel(game, list(agents), seed, openings, played, time.perf_counter() - began, sprt)


def _answered(watch: Watch, blocks: Sequence[float]) -> bool:
    """Whether the sequential test knows its answer after one of these blocks; it sees no further."""
    for block in blocks:
        watch.see(block)
        if watch.accepted:
            return True
    return False


def _handful(blocks: int, workers: int, quick: bool, stops: bool) -> int:
    """How many blocks to play between two reports: few where each takes long, or where the next report may be the last."""
    if workers <= 1 or stops:
        return 500 if quick else 1
    return max(1, blocks // (workers * 8))


def beginnings(game: Game, blocks: int, seed: int, openings: str) -> list[Opening]:
    """An opening for each block: balanced ones where the game offers them."""
    if openings not in ("balanced", "none"):
        raise BadSetting(f"openings={openings} is not possible (one of balanced, none)")
    if openings == "none" or game.definition.openings is None:
        return [()] * blocks
    module, _, function = game.definition.openings.partition(":")
    found: list[Opening] = getattr(importlib.import_module(module), function)(game, blocks, seed)
    return found


def _finished(game: Game, agents: list[str], blocks: list[list[Task]], workers: int, handful: int) -> Generator[list[Played]]:
    """The games, some blocks at a time and always in their order, on this process or on several."""
    chunks = [list(chain(*blocks[first : first + handful])) for first in range(0, len(blocks), handful)]
    if workers <= 1:
        table = Table(registry.address(game), vars(game.options), agents)
        yield from map(table.play, chunks)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), sit_down, (registry.address(game), vars(game.options), agents))
    try:
        yield from _in_order(pool, chunks, 4 * workers)
    except BaseException:  # interrupted, ended early, or a bot failed: nobody waits for the games that are left
        for worker in list(pool._processes.values()):
            worker.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _in_order(pool: ProcessPoolExecutor, chunks: list[list[Task]], ahead: int) -> Iterator[list[Played]]:
    """What the processes play, the first chunk first; no more than so many are begun ahead of it."""
    jobs: list[Future[list[Played]]] = []
    for number in range(len(chunks)):
        jobs += [pool.submit(play_tasks, chunk) for chunk in chunks[len(jobs) : number + ahead]]
        yield jobs[number].result()
