"""A record as text: what is written is read back, for any names, options and actions; a wrong line is named."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import joute
from joute.core.faults import Code, Fault
from joute.core.record import GameRecord
from joute.core.record_text import is_record_text, record_from_text, record_to_text

texts = some.text(max_size=12)
actions = some.text(some.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]), min_size=1, max_size=12)
values = some.one_of(some.booleans(), some.integers(-9, 99), some.floats(allow_nan=False, allow_infinity=False), texts)


@some.composite
def records(draw: some.DrawFn) -> GameRecord:
    """Any record without what only JSON has."""
    seats = draw(some.integers(1, 4))
    everybody = some.integers(0, seats - 1)
    rows = draw(some.lists(some.dictionaries(everybody, actions, min_size=1), max_size=6))
    scores = draw(some.none() | some.lists(some.floats(allow_nan=False, allow_infinity=False), min_size=seats, max_size=seats))
    return GameRecord(
        game=draw(some.sampled_from(["morpion", "my game", 'path/"x".py', " "])),
        options=draw(some.dictionaries(some.from_regex(r"[a-z_]{1,8}", fullmatch=True), values, max_size=3)),
        agents=draw(some.lists(texts, min_size=seats, max_size=seats)),
        seed=draw(some.integers(0, 2**128 - 1)),
        choices=rows,
        seconds=[dict.fromkeys(row, 0.0) for row in rows],
        opinions=[{} for _ in rows],
        opening=draw(some.integers(0, len(rows))),
        scores=scores,
        ended="complete" if scores is not None else None,
        names=draw(some.just([]) | some.lists(texts, min_size=seats, max_size=seats)),
    )


@settings(max_examples=200, deadline=None)
@given(record=records())
def test_what_is_written_is_read_back(record: GameRecord) -> None:
    text = record_to_text(record)
    assert is_record_text(text)
    assert record_from_text(text) == record
    assert record_from_text("\ufeff# a comment\n\n" + text.replace("\n", "  \r\n")) == record


def test_the_text_names_the_players_ply_by_ply() -> None:
    game = joute.game("diamant", seats=2, rounds=1)
    record = joute.match(game, [joute.agent("careful", game)] * 2, seed=1)
    record.names = ["Ana", "Bob"]
    assert "\n1. Ana: explore\n   Bob: explore\n2. " in record_to_text(record)
    record.names = ["Ana", "Ana"]  # names that tell nobody apart
    assert "\n1. seat 0: explore\n   seat 1: explore\n2. " in record_to_text(record)


def test_a_result_by_a_fault_stays_in_the_json() -> None:
    game = joute.game("diamant", seats=2, rounds=1)
    record = joute.match(game, [joute.agent("careful", game)] * 2, seed=1)
    record.faults = [Fault(0, 0, Code.illegal, "it broke a rule", "move")]
    read = record_from_text(record_to_text(record))
    assert (read.scores, read.ended, read.choices) == (None, None, record.choices)
    assert len(list(read.replay())) == len(record.choices) + 1


HEAD = "Joute record 3\ngame: morpion\nseed: 1\nseat 0: a\nseat 1: b\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Joute record 4\n", "its first line is not 'Joute record 3'"),
        ("Joute record 3\ngame: morpion\nseed: 1", "it has no line for each seat"),
        (HEAD + "name 0: Ana", "some seats have a name, others have none"),
        (HEAD + "colour: red", "line 6 of the record cannot be read: 'colour: red'"),
        (HEAD + "option width: {", "line 6 of the record cannot be read"),
        (HEAD + "1. a1", "line 6 of the record cannot be read: 'a1'"),
        (HEAD + "1. seat 7: a1", "line 6 of the record cannot be read"),
        (HEAD + "1. seat 0: a1\nseat 0: a2", "line 7 of the record cannot be read"),
        (HEAD + "2. seat 0: a1", "line 6: action number 2; expected 1"),
        (HEAD.replace("seed: 1", "seed: one"), "not a record of Joute"),
        (HEAD.replace("seed: 1\n", ""), "not a record of Joute"),
        (HEAD + "opening: many", "not a record of Joute"),
    ],
)
def test_a_wrong_line_is_named(text: str, said: str) -> None:
    with pytest.raises(joute.BadRecord, match=said.replace("{", r"\{")):
        record_from_text(text)


def test_other_texts_are_no_records(tmp_path: Path) -> None:
    assert not is_record_text("")
    assert not is_record_text('{"joute record": 3}')
    assert not is_record_text("Joute recording")
