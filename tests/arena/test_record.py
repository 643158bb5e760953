"""Records: what does not replay says where it differs."""

import dataclasses
import json

import pytest

import joute
from joute.arena.record import Record
from joute.errors import BadRecord, JouteError
from joute.game import Game


@pytest.fixture
def game() -> Game:
    return joute.game("morpion", width=4, height=4, align=3)


@pytest.fixture
def record(game: Game) -> Record:
    return joute.match(game, [joute.agent("random", game)] * 2, seed=1)


def test_a_record_remembers_options_agents_and_opening(game: Game) -> None:
    record = joute.match(game, [joute.agent("random", game)] * 2, seed=1, opening=[{0: "a1"}, {1: "b2"}])
    assert record.options == {"width": 4, "height": 4, "align": 3}
    assert record.choices[:2] == [{0: "a1"}, {1: "b2"}]
    assert (record.opening, record.agents) == (2, ["random", "random"])


def test_a_changed_choice_is_found(record: Record) -> None:
    record.choices[2] = record.choices[0]
    with pytest.raises(BadRecord, match="choice 3 of the record"):
        list(record.replay())


def test_a_changed_score_is_found(record: Record) -> None:
    changed = dataclasses.replace(record, scores=[7.0, -7.0])
    with pytest.raises(BadRecord, match="its replay with"):
        list(changed.replay())


def test_a_missing_end_is_found(record: Record) -> None:
    record.choices.pop()
    with pytest.raises(BadRecord, match="unfinished"):
        list(record.replay())


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"joute record": 99}', '{"joute record": 1, "game": "morpion"}', "null"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="not a record of Joute"):
        Record.from_json(text)


def test_json_holds_nothing_but_plain_values(record: Record) -> None:
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_a_match_needs_an_agent_for_each_seat(game: Game) -> None:
    with pytest.raises(JouteError, match="2 seats"):
        joute.match(game, [joute.agent("random", game)])
