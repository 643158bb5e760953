"""Stored games a second beside played ones: fast games of Diamant without storing, into SQLite, into PostgreSQL, in one run.

    python benchmarks/store.py [GAMES] [ROUNDS]

Every round plays the same games in all three ways, in turn; the ratio is the median over the rounds of the time with storing to the
time without. PostgreSQL is a cluster of its own in a temporary directory, with the settings that it comes with (fsync on).
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from postgres import binaries, cluster

import joute
from joute.arena.block import Block, ScheduledGame, seatings
from joute.arena.tournament.plan import TournamentPlan
from joute.arena.worker import play_games
from joute.store import Store

AGENTS = ["careful", "random", "careful", "random"]
MEETING = tuple(range(len(AGENTS)))
HANDFUL = 500  # blocks of a batch


def played(games: int, records: bool) -> Iterator[list[Block]]:
    """Batches of blocks, as a tournament gets them from its workers."""
    game = joute.game("diamant").fast()
    agents = [joute.agent(text, game) for text in AGENTS]
    seating = seatings(len(AGENTS), len(AGENTS))
    blocks = games // len(seating)
    for first in range(0, blocks, HANDFUL):
        numbers = range(first, min(blocks, first + HANDFUL))
        results = play_games(game, agents, [ScheduledGame(number, (), seats, 1) for number in numbers for seats in seating], records)
        yield [Block(MEETING, number, results[index * len(seating) : (index + 1) * len(seating)]) for index, number in enumerate(numbers)]


def alone(games: int) -> float:
    """Seconds without storing."""
    began = time.perf_counter()
    assert sum(len(block.games) for batch in played(games, records=False) for block in batch) == games
    return time.perf_counter() - began


def storing(games: int, store: Store, name: str) -> float:
    """Seconds with every game and its record stored, the last one included."""
    began = time.perf_counter()
    ledger = store.tournament(TournamentPlan(name, "diamant", {}, AGENTS, 1, "tables"))
    for batch in played(games, records=True):
        ledger.write(batch)
    seconds = time.perf_counter() - began
    assert store.games_of(name, size=1).total == games
    store.forget(name)
    return seconds


def main(games: int = 200_000, rounds: int = 3) -> None:
    with ExitStack() as stack:
        directory = stack.enter_context(tempfile.TemporaryDirectory())
        places = {"SQLite": f"sqlite:///{directory}/joute.sqlite"}
        if binaries() is not None:
            places["PostgreSQL"] = stack.enter_context(cluster(quick=False))
        stores = {name: stack.enter_context(Store.open(place)) for name, place in places.items()}
        alone(4_000)  # compile before anything is timed
        for name, store in stores.items():
            storing(4_000, store, name)
        taken: dict[str, list[float]] = {"without storing": [], **{name: [] for name in stores}}
        for number in range(rounds):
            taken["without storing"].append(alone(games))
            for name, store in stores.items():
                taken[name].append(storing(games, store, f"{name} {number}"))
            print("round", number + 1, {name: round(seconds[-1], 2) for name, seconds in taken.items()}, flush=True)
    for name, seconds in taken.items():
        ratio = median(one / base for one, base in zip(seconds, taken["without storing"], strict=True))
        print(f"{name:16} {games / median(seconds):10,.0f} games/s   {ratio:5.2f} times as long")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
