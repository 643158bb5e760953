"""Tuning: races, suggestions, the same result on any executor and after any interruption, and the result on fresh blocks."""

import itertools
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from learning import nerves

import joute
from joute.arena.block import Block
from joute.arena.executor import Completed, ProcessPool, SerialExecutor
from joute.arena.worker import BlockExecutor, BlockJob, BlockWorker
from joute.core.errors import BadSetting, JouteError
from joute.core.game import Game
from joute.core.state import Json
from joute.learning.tune import racing
from joute.learning.tune import tuning as tuning_module
from joute.learning.tune.optuna_study import GENERATION, Trial, TuningJournal, importances, suggest, widen_ranges
from joute.learning.tune.racing import Candidate, Race
from joute.learning.tune.search_space import search_space
from joute.learning.tune.tuning import FRESH, TuneSettings, Tuning, fresh_result, opponents

NERVES = str(Path(nerves.__file__).resolve())
LONG_AGO = -1.0  # on the monotonic clock


class Scattered(SerialExecutor[BlockJob, list[Block]]):
    """Several jobs at once, returned in another order, and killed after a number of them."""

    workers = 3

    def __init__(self, jobs: int = 1_000_000) -> None:
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


def game(seats: int = 2) -> Game:
    return joute.game(NERVES, seats=seats)


def tuning(
    file: Path,
    executor: BlockExecutor | None = None,
    resume: bool = False,
    against: Sequence[str] = (),
    agent: str = "bold",
    settings: Sequence[str] = (),
    **chosen: Any,
) -> Tuning:
    searched = search_space(game(), agent, settings)
    budget = TuneSettings(**{"trials": 16, "blocks": 2} | chosen)
    journal = TuningJournal(file, searched, {"seed": 1}, resume)
    return Tuning(game(), searched, against, budget, 1, executor or SerialExecutor(BlockWorker), journal)


def found(tuned: Tuning) -> tuple[Json, list[Trial]]:
    """Everything but the time it took."""
    return {name: value for name, value in tuned.run().items() if name not in ("seconds", "games")}, tuned.trials


def test_the_agent_as_it_stands_fills_the_other_seats_unless_others_are_named() -> None:
    assert opponents(game(4), "bold", []) == ["bold"] * 3
    assert opponents(game(4), "bold", ["low", "high"]) == ["low", "high", "low"]
    with pytest.raises(BadSetting, match="has 1 other seats here; 2 opponents were named"):
        opponents(game(2), "bold", ["low", "high"])


# --- races ----------------------------------------------------------------------------------------------------------------


def test_the_better_half_plays_twice_as_many_blocks_until_one_is_left() -> None:
    race = Race(game(), ["bold"], SerialExecutor(BlockWorker), 1)
    texts = [f"bold:nerve={nerve}" for nerve in (0.0, 0.3, 0.6, 1.0)]
    judged = race.successive_halving(texts, "search", 8)
    assert [sorted(one.rungs) for one in judged] == [[8], [8], [8, 16], [8, 16, 32]]
    assert race.played == 4 * 8 + 2 * 8 + 16


def test_a_candidate_that_is_named_twice_plays_once() -> None:
    race = Race(game(), ["bold"], SerialExecutor(BlockWorker), 1)
    judged = race.successive_halving(["bold:nerve=1.0", "bold:nerve=1.0"], "search", 4)
    assert judged[0] is judged[1]
    assert race.played == 4


def test_all_candidates_have_the_same_chance_and_another_stage_has_other_blocks() -> None:
    race = Race(game(), ["bold"], SerialExecutor(BlockWorker), 1)
    alike = [Candidate("bold:colour=1"), Candidate("bold:colour=2")]
    assert race.play(alike, "search", 20)
    assert alike[0].shares == alike[1].shares
    apart = Candidate("bold:colour=1")
    assert race.play([apart], "fresh", 20)
    assert apart.shares != alike[0].shares


def test_when_the_time_is_up_an_unfinished_rung_counts_for_nobody() -> None:
    race = Race(game(), ["bold"], SerialExecutor(BlockWorker), 1)
    candidate = Candidate("bold")
    assert not race.play([candidate], "search", 4, LONG_AGO)
    assert candidate.shares == []
    assert race.successive_halving(["bold", "bold:nerve=1.0"], "search", 4, LONG_AGO) == []


@pytest.mark.slow
def test_a_worker_that_dies_once_is_replaced_and_one_that_dies_again_ends_the_tuning(tmp_path: Path) -> None:
    with ProcessPool(BlockWorker, 1) as executor:
        race = Race(game(), ["bold"], executor, 1)
        candidate = Candidate(f"fatal:once={tmp_path / 'mark'}")
        assert race.play([candidate], "search", 3)
        assert len(candidate.shares) == 3
        with pytest.raises(JouteError, match="they ended their worker process twice"):
            race.play([Candidate("fatal")], "search", 1)


def test_an_agent_that_fails_ends_the_tuning_in_a_sentence() -> None:
    with pytest.raises(JouteError, match="failing, bold cannot play: RuntimeError: no idea"):
        Race(game(), ["bold"], SerialExecutor(BlockWorker), 1).play([Candidate("failing")], "search", 1)


# --- the search -----------------------------------------------------------------------------------------------------------


def test_suggestions_depend_on_the_trials_and_the_seed_alone() -> None:
    searched = search_space(game(), "bold")
    start = Trial({"nerve": 0.2, "colour": 5}, "bold", {4: 0.5})
    seen = [start, *(Trial({"nerve": nerve / 10, "colour": 5}, "", {4: nerve / 10}) for nerve in range(10))]
    assert suggest(searched, seen, 4, 1) == suggest(searched, seen, 4, 1)
    assert suggest(searched, seen, 4, 1)[:2] == suggest(searched, seen, 2, 1)
    assert suggest(searched, seen, 4, 1) != suggest(searched, seen, 4, 2)


def test_the_number_that_matters_is_more_important_than_the_one_that_does_not() -> None:
    searched = search_space(game(), "bold")
    seen = [Trial({"nerve": one / 40, "colour": 1 + one * 7 % 9}, "", {4: one / 40}) for one in range(40)]
    weights = importances(searched, seen, 4)
    assert weights["nerve"] > 0.8
    assert sum(weights.values()) == pytest.approx(1, abs=1e-3)
    assert importances(searched, seen[:5], 4) == {}


def test_a_tuning_finds_the_bold_player_and_measures_it_on_fresh_blocks(tmp_path: Path) -> None:
    ended, trials = found(tuning(tmp_path / "tuning.journal", trials=40, blocks=8))
    assert joute.agent(ended["best"], game()).settings.nerve > 0.7
    assert ended["fresh"]["blocks"] == FRESH * 8
    assert ended["fresh"]["verdict"] == "better"
    assert ended["fresh"]["elo"] > 100
    assert len(trials) == 41


def test_a_default_range_is_widened_and_an_explicit_one_is_not(tmp_path: Path) -> None:
    free = tuning(tmp_path / "free.journal", agent="timid", trials=64, blocks=8)
    ended, trials = found(free)
    assert joute.agent(ended["best"], game()).settings.nerve > 0.5
    assert free.space == widen_ranges(search_space(game(), "timid"), trials[:-1])
    assert free.space.parameters[0].high > 1
    bound = tuning(tmp_path / "bound.journal", agent="timid", settings=["nerve=-0.09:0.11"], trials=64, blocks=8)
    assert max(trial.values["nerve"] for trial in found(bound)[1]) <= 0.11


def test_no_range_is_widened_while_nothing_is_better_than_the_start() -> None:
    searched, start = search_space(game(), "timid"), Trial({"nerve": 0.01}, "timid", {8: 0.5})
    worse, better = ([Trial({"nerve": 0.11}, "", {8: share})] * GENERATION for share in (0.4, 0.6))
    assert widen_ranges(searched, [start, *worse]) == searched
    assert widen_ranges(searched, [start, *better]).parameters[0].high > searched.parameters[0].high
    assert widen_ranges(searched, [start, *better[:-1]]) == searched, "a generation counts when it is whole"


def test_a_tuning_with_widened_ranges_resumes_to_the_same_result(tmp_path: Path) -> None:
    file, budget = tmp_path / "stopped.journal", dict[str, Any](agent="timid", trials=48, blocks=8)
    tuning(file, **budget | {"trials": 4 * GENERATION + 3}).run()
    resumed = tuning(file, resume=True, **budget)
    assert len(resumed.trials) == 1 + 4 * GENERATION
    assert resumed.space != search_space(game(), "timid")
    undisturbed = tuning(tmp_path / "undisturbed.journal", **budget)
    assert found(resumed) == found(undisturbed)
    assert resumed.space == undisturbed.space == tuning(file, resume=True, **budget).space


def test_the_result_does_not_depend_on_the_executor(tmp_path: Path) -> None:
    alone = found(tuning(tmp_path / "alone.journal"))
    assert found(tuning(tmp_path / "scattered.journal", Scattered())) == alone
    assert found(tuning(tmp_path / "again.journal"))[1] == alone[1]


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    with ProcessPool(BlockWorker, 2) as executor:
        assert found(tuning(tmp_path / "two.journal", executor)) == found(tuning(tmp_path / "alone.journal"))


def test_a_tuning_that_is_killed_repeatedly_has_the_same_result(tmp_path: Path) -> None:
    file = tmp_path / "killed.journal"
    stored = []
    for jobs in (3, 40, 60, 100):
        with pytest.raises(KeyboardInterrupt):
            tuning(file, Scattered(jobs), resume=True).run()
        stored.append(len(tuning(file, resume=True).trials))
    assert stored[0] == 0
    assert stored[-1] > 1
    assert found(tuning(file, resume=True)) == found(tuning(tmp_path / "undisturbed.journal"))


def test_a_tuning_resumes_from_whole_generations(tmp_path: Path) -> None:
    file = tmp_path / "tuning.journal"
    tuning(file, trials=GENERATION + 3).run()
    assert len(tuning(file, resume=True).trials) == 1 + GENERATION
    assert found(tuning(file, resume=True)) == found(tuning(tmp_path / "undisturbed.journal"))


def test_a_new_tuning_renames_the_old_journal(tmp_path: Path) -> None:
    file = tmp_path / "tuning.journal"
    tuning(file, trials=2).run()
    assert tuning(file).trials == []
    assert (tmp_path / "tuning.before.journal").exists()


def test_the_journal_of_another_tuning_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tuning.journal"
    tuning(file)
    with pytest.raises(JouteError, match="was started with another seed; it cannot be resumed with this one"):
        TuningJournal(file, search_space(game(), "bold"), {"seed": 2}, resume=True)
    (tmp_path / "text.journal").write_text("a letter")
    with pytest.raises(JouteError, match="cannot be used as the journal of a tuning: it is not a journal"):
        TuningJournal(tmp_path / "text.journal", search_space(game(), "bold"), {}, resume=True)
    with pytest.raises(JouteError, match="it is not a journal"):
        TuningJournal(tmp_path / "text.journal", search_space(game(), "bold"), {}, resume=False)
    assert (tmp_path / "text.journal").read_text() == "a letter"


def test_a_line_that_was_cut_short_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "tuning.journal"
    tuning(file, trials=8).run()
    whole = file.read_bytes()
    file.write_bytes(whole[:-30])
    assert len(tuning(file, resume=True).trials) in (1, 9)
    assert found(tuning(file, resume=True)) == found(tuning(tmp_path / "undisturbed.journal"))


def test_time_bounds_a_tuning_and_too_little_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()  # a clock that goes on by a hundredth of a second whenever somebody looks at it
    for module in (racing, tuning_module):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: next(ticks) / 100))
    short = tuning(tmp_path / "short.journal", trials=0, minutes=0.03, blocks=2)
    ended = short.run()
    assert len(short.trials) > GENERATION
    assert ended["fresh"] is None or ended["fresh"]["blocks"] >= 20
    late = tuning(tmp_path / "late.journal", trials=0, minutes=0.03)
    late.began = -1000.0
    with pytest.raises(JouteError, match=r"0\.03 minutes were too short"):
        late.run()


def test_without_optuna_the_error_names_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(JouteError, match=r"tuning needs Optuna: pip install 'joute\[learn\]'"):
        tuning(tmp_path / "tuning.journal")


# --- the verdict ----------------------------------------------------------------------------------------------------------


def test_a_gain_is_only_claimed_when_its_interval_is_above_nothing() -> None:
    even = fresh_result([Candidate("a", [0.0, 1.0] * 50)], 2)
    assert (even["share"], even["start"], even["verdict"]) == (0.5, 0.5, "unclear")
    ahead = fresh_result([Candidate("a", [0.5, 1.0] * 50)], 2)
    assert (ahead["verdict"], ahead["gain"]) == ("better", 0.25)
    assert fresh_result([Candidate("a", [0.0, 0.25] * 50)], 4)["verdict"] == "worse"


def test_against_others_the_start_plays_the_same_fresh_blocks(tmp_path: Path) -> None:
    ended, _ = found(tuning(tmp_path / "tuning.journal", against=["middle"], trials=16, blocks=8))
    fresh = ended["fresh"]
    assert fresh["games"] == 2 * 2 * fresh["blocks"]
    assert fresh["share"] - fresh["start"] == pytest.approx(fresh["gain"])
    assert fresh["elo"] is None
