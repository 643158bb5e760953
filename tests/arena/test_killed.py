"""kill -9 of an organiser: no game is lost or repeated, and no process stays behind."""

import random
import sys
from pathlib import Path

import pytest
from arena import killing

from joute.arena.executor import SerialExecutor
from joute.arena.statistics.standings import standings
from joute.arena.tournament.ledger import MemoryLedger
from joute.arena.tournament.plan import TournamentBudget, TournamentPlan
from joute.arena.tournament.runner import Tournament
from joute.arena.worker import BlockWorker
from joute.core.state_json import json_safe


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")
def test_an_organiser_killed_again_and_again_ends_with_the_table_of_an_undisturbed_one(tmp_path: Path) -> None:
    undisturbed = MemoryLedger(TournamentPlan("undisturbed", killing.LOTS, {}, killing.AGENTS, 3, "round_robin"))
    Tournament(undisturbed, SerialExecutor(BlockWorker), TournamentBudget(games=240)).run()
    database, moments = tmp_path / "disturbed.sqlite", random.Random(1)
    first, second = (killing.kill_at_random(database, 240, moments) for _ in range(2))
    assert 0 < first < second <= 120
    assert killing.final(database, 240) == json_safe(standings(undisturbed.blocks(), killing.AGENTS).to_json())
    assert killing.played(database) == killing.results(undisturbed.blocks())
