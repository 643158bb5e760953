"""What a tournament writes is stored, once each, with any number of writers and after any kill."""

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from stored import block, plan

from joute.arena.block import Block
from joute.core.errors import BadSetting, JouteError, UnknownName
from joute.store import Store
from joute.store.tournaments import StoredLedger


def test_blocks_come_back_as_they_were_by_meeting_and_number(store: Store) -> None:
    ledger = store.tournament(plan())
    written = [block((1, 2), 0), block((0, 2), 5), block((0, 1), 1), block((0, 1), 0, fault="timeout")]
    ledger.write(written)
    ordered = [block((0, 1), 0, fault="timeout"), block((0, 1), 1), block((0, 2), 5), block((1, 2), 0)]
    assert list(ledger.blocks()) == ordered
    assert ledger.finished() == {one.key for one in written}
    assert ledger.spent() == 6.0


def test_a_block_that_is_there_stays_as_it_is(store: Store) -> None:
    ledger = store.tournament(plan())
    ledger.write([block()])
    other = replace(block(), games=[replace(game, choices=99) for game in block().games])
    ledger.write([other, block(number=1)])
    ledger.write([block(number=2), replace(other, number=2)])  # the first of two in one batch counts
    assert list(ledger.blocks()) == [block(), block(number=1), block(number=2)]


def test_a_batch_is_written_whole_or_not_at_all(store: Store) -> None:
    ledger = store.tournament(plan())
    broken = replace(block(number=1), games=[replace(block().games[0], choices=None)])  # type: ignore[arg-type]  # to fail late
    with pytest.raises(JouteError, match="cannot be used"):
        ledger.write([block(number=0), broken])
    assert ledger.finished() == set()
    ledger.write([block(number=0)])
    assert list(ledger.blocks()) == [block(number=0)]


def test_an_empty_batch_an_empty_block_and_an_empty_tournament_are_nothing_special(store: Store) -> None:
    ledger = store.tournament(plan())
    ledger.write([])
    assert (ledger.finished(), list(ledger.blocks()), ledger.spent()) == (set(), [], 0.0)
    blocks = [block(number=0), Block((0, 1), 1, []), block(number=2)]
    ledger.write(blocks)
    assert list(ledger.blocks()) == blocks


def test_a_tournament_is_read_in_portions(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("joute.store.tournaments._ROWS_PER_FETCH", 3)
    ledger = store.tournament(plan())
    blocks = [block(number=number) for number in range(10)]
    ledger.write(blocks)
    assert list(ledger.blocks()) == blocks
    for first in ledger.blocks():  # a reader may write, and may stop early
        ledger.write([block(number=first.number + 100)])
        break
    assert len(ledger.finished()) == 11


def test_tournaments_do_not_see_each_other(store: Store) -> None:
    one, other = store.tournament(plan("one")), store.tournament(plan("other", seed=8))
    one.write([block()])
    other.write([block(number=3)])
    assert one.finished() == {((0, 1), 0)}
    assert other.finished() == {((0, 1), 3)}
    store.forget("one")
    assert list(other.blocks()) == [block(number=3)]
    assert [entry.plan.name for entry in store.tournaments()] == ["other"]


def test_a_tournament_is_opened_again_with_its_agents_and_new_ones_at_the_end(url: str) -> None:
    with Store.open(url) as store:
        store.tournament(plan(agents=("random", "careful"))).write([block()])
    with Store.open(url) as store:
        ledger = store.tournament(plan(agents=("random", "careful", "mcts")))
        assert list(ledger.blocks()) == [block()]
        ledger.write([block((0, 2))])
        assert store.plan("essai") == plan(agents=("random", "careful", "mcts"))
        assert store.tournament(plan(agents=("random",))).plan.agents == ["random", "careful", "mcts"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 8}, "the tournament essai has seed=7, not 8; another tournament needs another name"),
        ({"game": "diamant"}, "has game=morpion, not diamant"),
        ({"options": {"size": 6}}, r"has options=\{'size': 5\}, not \{'size': 6\}"),
        ({"format": "swiss"}, "has format=round_robin, not swiss"),
        ({"agents": ["random", "mcts"]}, "has the agents random, careful, mcts, in this order; new ones come after them"),
    ],
)
def test_another_tournament_under_the_same_name_is_refused(store: Store, change: dict[str, object], sentence: str) -> None:
    store.tournament(plan())
    with pytest.raises(BadSetting, match=sentence):
        store.tournament(plan(**change))  # type: ignore[arg-type]  # what the test changes
    assert store.plan("essai") == plan()


def test_seeds_of_any_size_and_names_of_any_letters_are_stored(store: Store) -> None:
    asked = plan("épée 'à' \"deux\"; --", seed=-(2**80))
    store.tournament(asked)
    assert store.plan(asked.name) == asked


def test_organisers_who_begin_the_same_tournament_at_once_write_each_block_once(url: str) -> None:
    """Each has a store of its own, as if it were another process."""
    stores = [Store.open(url) for _ in range(3)]
    gate = threading.Barrier(len(stores))
    troubles: list[BaseException] = []

    def write(store: Store, turn: int) -> None:
        try:
            gate.wait(60)
            ledger = store.tournament(plan())
            for first in range(0, 60, 6):
                blocks = [block((0, 1 + number % 2), number) for number in range(first, first + 6)]
                ledger.write(blocks[turn:] + blocks[:turn])
        except BaseException as trouble:
            troubles.append(trouble)

    threads = [threading.Thread(target=write, args=(store, turn)) for turn, store in enumerate(stores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not troubles
    assert sorted(stored.number for stored in stores[0].tournament(plan()).blocks()) == list(range(60))
    assert stores[0].games_of("essai").total == 120
    for store in stores:
        store.close()


def test_processes_that_open_a_new_database_at_once_all_succeed(url: str) -> None:
    program = "import sys; from joute.store import Store; print(len(Store.open(sys.argv[1]).tournaments()))"
    started = [subprocess.Popen([sys.executable, "-c", program, url], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    printed = [process.communicate(timeout=120) for process in started]
    assert printed == [(b"0\n", b"")] * 3


def test_a_block_beyond_the_largest_number_is_refused(store: Store) -> None:
    with pytest.raises(JouteError, match="block 16777216 of meeting 1 is beyond what a database holds"):
        store.tournament(plan()).write([block(number=1 << 24)])


WRITER = Path(__file__).parent.parent / "ledger_writer.py"


@pytest.mark.slow
def test_a_writer_killed_at_any_moment_loses_no_acknowledged_block_and_doubles_none(url: str) -> None:
    """Six times killed by -9 in the middle of writing, then finished in peace: the same as without any kill."""
    acknowledged: set[int] = set()
    for heard in (1, 3, 0, 5, 2, 8):  # acknowledged batches before the kill, which meets the next one
        with subprocess.Popen([sys.executable, str(WRITER), url], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            for _ in range(heard):
                if line := writer.stdout.readline():
                    acknowledged |= set(map(int, line.split()))
            writer.kill()
            acknowledged |= {int(word) for line in writer.stdout if line.endswith("\n") for word in line.split()}
        with Store.open(url) as store:
            ledger = store.tournament(plan())
            assert acknowledged <= {number for _, number in ledger.finished()}
            _check_whole(store, ledger)
    with Store.open(url) as store:
        ledger = store.tournament(plan())
        numbers = range(max(acknowledged) + 50)
        ledger.write([block((0, 1), number) for number in numbers])
        assert [stored for stored in ledger.blocks() if stored.number in numbers] == [block((0, 1), number) for number in numbers]
        _check_whole(store, ledger)


def _check_whole(store: Store, ledger: StoredLedger) -> None:
    blocks: list[Block] = list(ledger.blocks())
    assert {one.key for one in blocks} == ledger.finished()
    assert all(len(one.games) == 2 for one in blocks)
    assert store.games_of("essai").total == 2 * len(blocks)
    if store._database.sqlite:
        with store._database.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"


def test_an_unknown_tournament_names_the_known_ones(store: Store) -> None:
    with pytest.raises(UnknownName, match="no tournament is called 'x'; there are: none yet"):
        store.plan("x")
    store.tournament(plan())
    with pytest.raises(UnknownName, match="there are: essai"):
        store.games_of("x")
