"""Tournaments: the same results on any executor, nothing lost, nothing repeated, nothing stopped by a bad block."""

import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from arena import lots

from joute.arena.block import Block, BlockKey
from joute.arena.executor import Completed, DaskCluster, ProcessPool, SerialExecutor
from joute.arena.tournament.ledger import MemoryLedger
from joute.arena.tournament.plan import TournamentBudget, TournamentPlan
from joute.arena.tournament.progress import TournamentProgress
from joute.arena.tournament.runner import Tournament
from joute.arena.worker import BlockExecutor, BlockJob, BlockWorker
from joute.core.errors import JouteError

LOTS = str(Path(lots.__file__).resolve())
FIELD = ["low", "middle", "high", "random"]


def plan(agents: list[str] = FIELD, form: str = "round_robin", seed: int = 1, **options: Any) -> TournamentPlan:
    return TournamentPlan("test", LOTS, options, agents, seed, form)


def results(ledger: MemoryLedger) -> list[object]:
    """Everything of the games but the time they took."""
    return [(block.key, [(game.seats, game.scores, game.choices) for game in block.games]) for block in ledger.blocks()]


def played(plan: TournamentPlan, budget: str = "120", executor: BlockExecutor | None = None, **more: Any) -> MemoryLedger:
    ledger = MemoryLedger(plan)
    Tournament(ledger, executor or SerialExecutor(BlockWorker), TournamentBudget.read(budget), **more).run()
    return ledger


class Reckless(SerialExecutor[BlockJob, list[Block]]):
    """Hands jobs back in another order, and is killed after a number of jobs."""

    workers = 3

    def __init__(self, jobs: int) -> None:
        super().__init__(BlockWorker)
        self.left = jobs

    @property
    def free(self) -> int:
        return 3 - len(self._waiting)

    def collect(self, seconds: float) -> list[Completed[BlockJob, list[Block]]]:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        self._waiting.rotate(1)
        return super().collect(seconds)


class Counting(SerialExecutor[BlockJob, list[Block]]):
    """Remembers what it was given."""

    def __init__(self) -> None:
        super().__init__(BlockWorker)
        self.keys: list[BlockKey] = []

    def submit(self, job: BlockJob) -> None:
        self.keys += [block.key for block in job.blocks]
        super().submit(job)


@pytest.mark.parametrize("form", ["round_robin", "swiss", "tables"])
def test_a_budget_of_games_is_exact_also_within_a_block_and_when_resumed(form: str) -> None:
    ledger = MemoryLedger(plan(form=form, seats=4))
    for budget in (5, 5, 14):
        progress = Tournament(ledger, SerialExecutor(BlockWorker), TournamentBudget(games=budget)).run()
        assert (sum(len(block.games) for block in ledger.blocks()), progress.done, progress.total) == (budget, budget, budget)


@pytest.mark.parametrize("form", ["round_robin", "swiss", "tables"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_interrupted_again_and_again_it_ends_as_if_undisturbed(form: str, seats: int) -> None:
    if form == "round_robin" and seats == 3:
        pytest.skip("two cannot share three seats")
    field = [*FIELD, "slow:milliseconds=0", "random:"]
    undisturbed = played(plan(field, form, seats=seats), "240")
    ledger = MemoryLedger(plan(field, form, seats=seats))
    for jobs in (1, 2, 3, 5, 8, 1000):
        try:
            Tournament(ledger, Reckless(jobs), TournamentBudget.read("240")).run()
        except KeyboardInterrupt:
            continue
    assert results(ledger) == results(undisturbed)
    assert 240 <= sum(len(block.games) for block in ledger.blocks()) < 240 + 12


def test_nothing_is_played_twice_and_an_agent_that_comes_later_plays_only_what_is_missing() -> None:
    ledger = played(plan(FIELD[:3]), games=20)
    again = Counting()
    Tournament(ledger, again, games=20).run()
    assert again.keys == []
    before = results(ledger)
    ledger.plan = plan(FIELD)
    Tournament(ledger, again, games=20).run()
    assert sorted(again.keys) == [((other, 3), number) for other in range(3) for number in range(10)]
    assert [row for row in results(ledger) if row in before] == before
    assert results(ledger) == results(played(plan(FIELD), games=20)), "as if it had been there from the beginning"


def test_those_who_stay_away_are_left_out_and_keep_their_numbers() -> None:
    ledger = MemoryLedger(plan(FIELD))
    Tournament(ledger, SerialExecutor(BlockWorker), games=2, agents=["random", "middle"]).run()
    assert ledger.finished() == {((1, 3), 0)}


def test_a_block_deals_the_same_to_every_meeting_and_rotates_the_seats() -> None:
    ledger = played(plan(["low", "middle", "high"]), games=6)
    luck = {number: set() for number in range(3)}  # type: dict[int, set[tuple[float, ...]]]
    for block in ledger.blocks():
        assert [game.seats for game in block.games] == [list(block.meeting), list(block.meeting[::-1])]
        for game in block.games:
            luck[block.number].add(tuple(score - 1 - agent for agent, score in zip(game.seats, game.scores, strict=True)))
    assert all(len(dealt) == 1 for dealt in luck.values())
    assert len(set.union(*luck.values())) > 1


def test_two_agents_share_a_larger_table_in_every_fair_way() -> None:
    (block,) = played(plan(["low", "high"], seats=4), games=6).blocks()
    assert len(block.games) == 6
    assert {tuple(sorted(game.seats)) for game in block.games} == {(0, 0, 1, 1)}


def test_like_agents_have_whims_of_their_own_in_every_meeting() -> None:
    ledger = played(plan(["random", "random:", "slow:milliseconds=0"]), games=40)
    by_meeting: dict[object, list[object]] = {}
    for block in ledger.blocks():
        by_meeting.setdefault(block.meeting, []).append([game.scores for game in block.games])
    assert by_meeting[0, 2] != by_meeting[1, 2]


def test_time_of_earlier_runs_counts() -> None:
    ledger = MemoryLedger(plan())
    ledger.write([Block((0, 1), 10**6, [], seconds=60.0)])
    progress = Tournament(ledger, SerialExecutor(BlockWorker), TournamentBudget.read("1m")).run()
    assert progress.played == 0
    assert progress.left == 0.0


def test_what_a_run_took_is_in_its_blocks() -> None:
    ledger = MemoryLedger(plan(["slow:milliseconds=2", "low"]))
    progress = Tournament(ledger, SerialExecutor(BlockWorker), games=20).run()
    assert sum(block.seconds for block in ledger.blocks()) == pytest.approx(progress.seconds, rel=0.5)


def test_it_goes_on_until_every_interval_is_narrow_enough() -> None:
    looks: list[int] = []

    def width(blocks: Any) -> float:
        looks.append(len(list(blocks)))
        return 100 / len(looks)

    ledger = played(plan(["low", "high", "random"]), "width:30", width=width)
    assert looks == [60, 78, 102, 135], "20, 26, 34 and 45 rounds of three meetings"
    assert len(ledger.finished()) == looks[-1]


def test_the_watcher_hears_how_far_it_is() -> None:
    heard: list[tuple[int, int | None]] = []

    def watch(progress: TournamentProgress) -> None:
        heard.append((progress.done, progress.total))

    played(plan(), "100", watch=watch)
    assert heard[-1] == (100, 100)
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)


def test_an_agent_that_fails_costs_its_blocks_and_not_the_tournament() -> None:
    ledger = MemoryLedger(plan(["low", "failing", "high"]))
    progress = Tournament(ledger, SerialExecutor(BlockWorker), games=4).run()
    assert ledger.finished() == {((0, 2), 0), ((0, 2), 1)}
    assert len(progress.notes) == 4
    assert sorted(progress.notes)[1].startswith("block 0 of low, failing was given up: RuntimeError: no idea (")


def test_a_tournament_in_which_nothing_can_be_played_ends_in_a_sentence() -> None:
    with pytest.raises(JouteError, match="nothing can be played; block 0 of failing, low was given up: RuntimeError"):
        played(plan(["failing", "low"]), "1h")


@pytest.mark.slow
def test_one_process_or_two_play_the_same_games_and_none_is_left_behind() -> None:
    ledgers = [played(plan(form="tables", seats=3))]
    for workers in (1, 2):
        with ProcessPool(BlockWorker, workers) as executor:
            processes = [worker.process for worker in executor._processes]
            ledgers.append(played(plan(form="tables", seats=3), executor=executor))
        assert not any(process.is_alive() for process in processes)
    assert results(ledgers[0]) == results(ledgers[1]) == results(ledgers[2])


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced_and_its_block_is_played_again(tmp_path: Path) -> None:
    field = ["low", f"fatal:once={tmp_path / 'mark'}"]
    with ProcessPool(BlockWorker, 1) as executor:
        first = executor._processes[0].process.pid
        ledger = MemoryLedger(plan(field))
        progress = Tournament(ledger, executor, games=20).run()
        assert executor._processes[0].process.pid != first
    assert progress.notes == []
    assert len(ledger.finished()) == 10


@pytest.mark.slow
def test_a_block_that_ends_its_worker_twice_is_given_up() -> None:
    with ProcessPool(BlockWorker, 2) as executor:
        ledger = MemoryLedger(plan(["low", "fatal", "high"]))
        progress = Tournament(ledger, executor, games=2).run()
    assert ledger.finished() == {((0, 2), 0)}
    assert sorted(progress.notes) == [
        "block 0 of fatal, high was given up: it ended its worker process twice",
        "block 0 of low, fatal was given up: it ended its worker process twice",
    ]


@pytest.mark.slow
def test_a_cluster_plays_the_same_games_even_when_a_worker_is_killed() -> None:
    from distributed import LocalCluster

    field = ["low", "slow:milliseconds=5", "random"]
    alone = played(plan(field), "300")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as local:
        victim = next(iter(local.workers.values())).process.pid
        executor = DaskCluster(BlockWorker, local.scheduler_address)
        heard = threading.Event()

        def watch(progress: TournamentProgress) -> None:
            if progress.played > 20 and not heard.is_set():
                heard.set()
                os.kill(victim, signal.SIGKILL)

        ledger = played(plan(field), "300", executor, watch=watch)
        executor.close()
    assert heard.is_set()
    assert results(ledger) == results(alone)


def test_a_cluster_that_is_not_there_is_named_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(JouteError, match="looks like tcp://"):
        DaskCluster(BlockWorker, "nowhere")
    monkeypatch.setattr("joute.arena.executor.DASK_TIMEOUT", "200ms")
    with pytest.raises(JouteError, match="no Dask scheduler answers at tcp"):
        DaskCluster(BlockWorker, "tcp://127.0.0.1:1")
