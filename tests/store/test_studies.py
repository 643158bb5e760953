"""Participants of studies: groups fill evenly, answers are final, withdrawal deletes."""

from collections.abc import Mapping
from typing import Any

import pytest

from joute.store import Store, studies
from joute.store.studies import Group

ROW: dict[str, Any] = {
    "place": 0, "phase": "before", "item": "q1", "legal": 3, "action": "a", "answer": "b", "correct": False, "seconds": 1.5,
}  # fmt: skip


def fewest(counts: Mapping[Group, int], number: int) -> Group:
    groups: list[Group] = [("reasons", "ab"), ("reasons", "ba")]
    return min(groups, key=lambda group: (counts.get(group, 0), group))


def test_the_counts_of_the_groups_decide_the_next(store: Store) -> None:
    orders = [store.studies.join("s", "v", 1, fewest)[0].order for _ in range(4)]
    assert orders == ["ab", "ba", "ab", "ba"]
    assert store.studies.join("s", "other version", 1, fewest)[0].order == "ab", "another version counts for itself"


def test_a_participant_who_stopped_long_ago_is_replaced_and_a_finished_one_is_not(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    finished, _ = store.studies.join("s", "v", 1, fewest)
    store.studies.answer(finished.id, ROW)
    stopped, _ = store.studies.join("s", "v", 1, fewest)
    assert (finished.order, stopped.order) == ("ab", "ba")
    monkeypatch.setattr(studies, "ABANDONED", -1.0)
    assert store.studies.join("s", "v", 1, fewest)[0].order == "ba"


def test_an_answer_is_stored_once(store: Store) -> None:
    participant, token = store.studies.join("s", "v", 2, fewest)
    assert store.studies.answer(participant.id, ROW)
    assert not store.studies.answer(participant.id, {**ROW, "answer": "a", "correct": True})
    (row,) = store.studies.answers("s")
    assert row == {**ROW, "study": "s", "version": "v", "participant": participant.id, "arm": "reasons", "order": "ab"}
    found = store.studies.of_token(token)
    assert found is not None
    assert found.done == 1


def test_withdrawal_deletes_the_participant_and_all_answers(store: Store) -> None:
    participant, token = store.studies.join("s", "v", 2, fewest)
    store.studies.answer(participant.id, ROW)
    store.studies.withdraw(participant.id)
    assert store.studies.of_token(token) is None
    assert store.studies.answers("s") == []
    assert not store.studies.answer(participant.id, ROW), "a late answer is not stored"
