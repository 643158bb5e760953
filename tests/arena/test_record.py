"""Records: what does not replay says where it differs."""

import dataclasses
import json

import pytest

import joute
from joute.arena.statistics.estimates import shares
from joute.core.errors import BadRecord, JouteError
from joute.core.faults import Code, Fault
from joute.core.game import Game
from joute.core.record import GameRecord, judged
from joute.games.diamant.state import DiamantState


@pytest.fixture
def game() -> Game:
    return joute.game("morpion", width=4, height=4, align=3)


@pytest.fixture
def record(game: Game) -> GameRecord:
    return joute.match(game, [joute.agent("random", game)] * 2, seed=1)


def test_a_record_remembers_options_agents_and_opening(game: Game) -> None:
    record = joute.match(game, [joute.agent("random", game)] * 2, seed=1, opening=[{0: "a1"}, {1: "b2"}])
    assert record.options == {"width": 4, "height": 4, "align": 3}
    assert record.choices[:2] == [{0: "a1"}, {1: "b2"}]
    assert (record.opening, record.agents) == (2, ["random", "random"])


def test_a_changed_choice_is_found(record: GameRecord) -> None:
    record.choices[2] = record.choices[0]
    with pytest.raises(BadRecord, match="choice 3 of the record"):
        list(record.replay())


def test_a_changed_score_is_found(record: GameRecord) -> None:
    changed = dataclasses.replace(record, scores=[7.0, -7.0])
    with pytest.raises(BadRecord, match="its replay with"):
        list(changed.replay())


def test_a_missing_end_is_found(record: GameRecord) -> None:
    record.choices.pop()
    with pytest.raises(BadRecord, match="unfinished"):
        list(record.replay())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"joute record": 99}',
        '{"joute record": 2, "game": "morpion", "options": {}, "agents": [], "seed": 1, "faults": [{"code": "x"}]}',
        '{"joute record": 1, "game": "morpion"}',
        "null",
    ],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="not a record of Joute"):
        GameRecord.from_json(text)


def test_json_holds_nothing_but_plain_values(record: GameRecord) -> None:
    assert GameRecord.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_a_match_needs_an_agent_for_each_seat(game: Game) -> None:
    with pytest.raises(JouteError, match="2 seats"):
        joute.match(game, [joute.agent("random", game)])


# --- faults, opinions, versions ----------------------------------------------------------------------------------------------


def test_a_record_of_the_first_format_is_still_read(record: GameRecord) -> None:
    old = record.to_json() | {"joute record": 1}
    for name in ("opinions", "versions", "faults", "ended"):
        del old[name]
    read = GameRecord.from_json(json.dumps(old))
    assert (read.choices, read.scores, read.ended, read.versions) == (record.choices, record.scores, None, [])
    assert len(list(read.replay())) == len(record.choices) + 1


def test_a_record_says_which_version_played_and_how_it_ended(record: GameRecord) -> None:
    assert record.versions == [f"joute {joute.__version__}"] * 2
    assert (record.ended, record.faults) == ("complete", [])


def test_opinions_are_kept_when_asked_for_and_change_nothing(game: Game, record: GameRecord) -> None:
    agents = [joute.agent("random", game)] * 2
    thoughtful = joute.match(game, agents, seed=1, opinions=True)
    assert thoughtful.choices == record.choices
    assert [row[seat]["action"] for choice, row in zip(record.choices, thoughtful.opinions, strict=True) for seat in choice] == [
        name for choice in record.choices for name in choice.values()
    ]
    assert record.to_json()["opinions"] == []
    assert GameRecord.from_json(json.dumps(thoughtful.to_json())) == thoughtful


def fault(seat: int, costs: str = "game") -> Fault:
    return Fault(seat, 1, Code.crash, "it ended", costs)


def test_a_game_that_a_fault_cut_short_goes_to_the_other(game: Game, record: GameRecord) -> None:
    del record.choices[3:], record.seconds[3:], record.opinions[3:]
    record.faults, record.scores, record.ended = [fault(1)], [1.0, -1.0], "fault"
    list(record.replay())
    record.scores = [0.0, 0.0]
    with pytest.raises(BadRecord, match=r"scores \[0.0, 0.0\], its replay with \[1.0, -1.0\]"):
        list(record.replay())


def test_a_fault_that_cut_nothing_short_is_found(record: GameRecord) -> None:
    record.ended = "fault"
    with pytest.raises(BadRecord, match="its replay ends by the rules"):
        list(record.replay())


def test_the_guilty_come_last_below_every_other() -> None:
    game = joute.game("diamant", seats=3, rounds=1)
    state = game.new(1)
    assert judged(game, state, [fault(0), fault(2), fault(1)]) == [0.0, 0.0, 0.0]
    while not game.over(state):
        game.step(state, dict.fromkeys(game.movers(state), game.action("return")))
    fair = game.returns(state)
    assert judged(game, state, [fault(1, costs="move")]) == fair
    assert fair == [1 / 3] * 3
    assert judged(game, state, [fault(1)]) == [1 / 3, 0.0, 1 / 3]
    DiamantState.of(state).bank[1] = 99  # now only the guilty one would have won
    assert judged(game, state, [fault(1)]) == [0.0, -1.0, 0.0]
    assert shares(judged(game, state, [fault(1)])) == [0.5, 0.0, 0.5]
