"""Simulatability studies: plans with clear errors, material chosen by seed, a blocked design, and a report that finds a known effect."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from joute.core.errors import JouteError
from joute.core.record import GameRecord
from joute.explain.study.design import StudyCell, assign, cells, steps
from joute.explain.study.material import StudyMaterial, material_file, prepare, read_material, write_material
from joute.explain.study.pilot import GUESSER, READER, expected_effect, expected_gain, pilot
from joute.explain.study.plan import NONE, REASONS, StudyPlan, plan_of, plan_text, read_plan
from joute.explain.study.report import report, shown
from joute.explain.study.responses import StudyAnswer, read_answers, write_answers

DESIGN = {"questions": 4, "examples": 3, "samples": 2000, "judge": "careful", "repeats": 1, "seconds": 0}
SAID = {"name": "hearts", "game": "coeurs", "agent": "ismcts:iterations=60", "seed": 3, "options": {"deals": 1}, "design": DESIGN}


@pytest.fixture(scope="module")
def plan() -> StudyPlan:
    return plan_of(SAID)


@pytest.fixture(scope="module")
def material(plan: StudyPlan) -> StudyMaterial:
    return prepare(plan)


# --- the plan -----------------------------------------------------------------------------------------------------------------------------


def test_a_written_plan_is_read_back(tmp_path: Path, plan: StudyPlan) -> None:
    file = tmp_path / "hearts.toml"
    file.write_text(plan_text(plan), encoding="utf-8")
    found = read_plan(file)
    assert (found.name, found.agent, found.seed, found.options, found.design) == (
        plan.name, plan.agent, plan.seed, plan.options, plan.design,
    )  # fmt: skip
    assert set(found.consent) == {"en", "fr"}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({**SAID, "players": 3}, "a study has no 'players'; it has: name, game, agent"),
        ({**SAID, "agent": ""}, "a study needs agent = '...'"),
        ({**SAID, "name": "Hearts!"}, "lowercase letters, digits and hyphens"),
        ({**SAID, "design": {"questions": 0}}, "[design]: questions=0 is not possible (1 to 100)"),
        ({**SAID, "design": {"question": 5}}, "[design] has no setting 'question'; it has: questions, examples"),
        ({**SAID, "consent": {"de": "Ja"}}, "[consent] de: the languages are en, fr"),
        ({**SAID, "consent": {"en": " "}}, "[consent] en: a text of 1 to 4000 characters was expected"),
        ({**SAID, "seed": True}, "seed = True is not a whole number"),
    ],
)
def test_a_wrong_plan_is_refused_in_a_sentence(said: dict[str, object], sentence: str) -> None:
    with pytest.raises(JouteError) as refused:
        plan_of(said)
    assert sentence in str(refused.value)


def test_a_plan_for_an_unknown_agent_is_refused(plan: StudyPlan) -> None:
    with pytest.raises(JouteError, match="wizard"):
        replace(plan, agent="wizard").open()


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text("name = ")
    with pytest.raises(JouteError, match=r"broken\.toml is not TOML"):
        read_plan(file)


def test_another_consent_is_another_version(plan: StudyPlan) -> None:
    assert replace(plan, consent={"en": "Yes?"}).version != plan.version


# --- the material -------------------------------------------------------------------------------------------------------------------------


def test_items_are_decisions_of_the_agent_with_enough_actions(plan: StudyPlan, material: StudyMaterial) -> None:
    game = plan.open()
    assert Counter(item.role for item in material.items) == {"a": 4, "b": 4, "example": 3}
    for item in material.items:
        record = GameRecord.from_json(material.records[item.record])
        state = [state for state, _ in record.replay(game)][item.ply]
        assert item.legal == [action.name for action in game.legal(state, item.seat)]
        assert len(item.legal) >= 3
        assert record.choices[item.ply][item.seat] == item.action


def test_examples_have_reasons_for_the_action_and_questions_have_none(material: StudyMaterial) -> None:
    for item in material.items:
        if item.role == "example":
            assert item.reasons
            assert {reason["better"] for reason in item.reasons} == {item.action}
            assert set(item.reasons[0]["sentence"]) == {"en", "fr"}
        else:
            assert (item.reasons, item.verdict) == ([], {})


def test_questions_and_examples_come_from_different_games(material: StudyMaterial) -> None:
    games = {role: {item.record for item in material.items if (item.role == "example") == role} for role in (True, False)}
    assert not games[True] & games[False]


def test_the_two_sets_are_matched_by_the_number_of_actions(material: StudyMaterial) -> None:
    numbers = [sorted(len(item.legal) for item in material.role(role)) for role in ("a", "b")]
    assert all(abs(one - other) <= 2 for one, other in zip(*numbers, strict=True))


def test_naming_the_usual_action_is_not_enough() -> None:
    design = {"questions": 4, "examples": 2, "samples": 1000, "judge": "careful", "repeats": 0, "actions": 2, "seconds": 0}
    caves = plan_of({"name": "caves", "game": "diamant", "agent": "exit_factor", "options": {"seats": 3}, "design": design})
    found = prepare(caves)
    for role in ("a", "b"):
        assert Counter(item.action for item in found.role(role)) == {"explore": 2, "return": 2}
    assert {item.action for item in found.role("example")} == {"explore", "return"}


def test_the_same_plan_gives_the_same_material(plan: StudyPlan, material: StudyMaterial) -> None:
    assert prepare(plan) == material


def test_material_of_another_plan_is_refused(tmp_path: Path, plan: StudyPlan, material: StudyMaterial) -> None:
    file = material_file(tmp_path / "hearts.toml")
    write_material(material, file)
    assert file.name == "hearts.material.json"
    assert read_material(plan, file) == material
    with pytest.raises(JouteError, match="another version of the plan"):
        read_material(replace(plan, seed=4), file)


def test_positions_where_the_agent_changes_its_mind_are_left_out(plan: StudyPlan) -> None:
    with pytest.raises(JouteError, match=r"only \d+ of \d+ (examples|positions)"):
        prepare(replace(plan, agent="random", design=replace(plan.design, repeats=20)))


# --- the design ---------------------------------------------------------------------------------------------------------------------------


def test_groups_fill_evenly_and_a_lost_participant_is_replaced(plan: StudyPlan) -> None:
    counts: Counter[StudyCell] = Counter()
    for number in range(40):
        counts[assign(plan, counts, number)] += 1
    assert counts == dict.fromkeys(cells(plan), 10)
    gone = StudyCell(NONE, "ba")
    counts[gone] -= 1
    assert assign(plan, counts, 40) == gone


def test_every_question_comes_once_before_in_one_order_and_after_in_the_other(plan: StudyPlan, material: StudyMaterial) -> None:
    asked = {order: steps(plan, material, StudyCell(REASONS, order), "p") for order in ("ab", "ba")}
    sets = {order: {phase: {one.item.id for one in asked[order] if one.phase == phase} for phase in ("before", "after")} for order in asked}
    assert sets["ab"]["before"] == sets["ba"]["after"] == {item.id for item in material.role("a")}
    assert sets["ab"]["after"] == sets["ba"]["before"] == {item.id for item in material.role("b")}
    assert [one.phase for one in asked["ab"]] == ["before"] * 4 + ["example"] * 3 + ["after"] * 4


def test_participants_get_the_questions_in_different_orders(plan: StudyPlan, material: StudyMaterial) -> None:
    orders = {tuple(one.item.id for one in steps(plan, material, StudyCell(REASONS, "ab"), f"p{n}")) for n in range(20)}
    assert len(orders) > 10


# --- pilot and report ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [GUESSER, READER])
def test_the_report_finds_the_exact_effect_of_simulated_participants(plan: StudyPlan, material: StudyMaterial, kind: str) -> None:
    found = report(pilot(plan, material, 4000, kind, seed=1))
    for arm in found["arms"]:
        assert arm["gain"]["mean"] == pytest.approx(expected_gain(material, kind, arm["arm"]), abs=0.03)
    assert found["effect"] is not None
    assert found["effect"]["mean"] == pytest.approx(expected_effect(plan, material, kind), abs=0.04)
    assert found["chance"] == pytest.approx(found["arms"][0]["before"]["mean"], abs=0.03)


def test_nineteen_of_twenty_intervals_contain_the_exact_effect(plan: StudyPlan, material: StudyMaterial) -> None:
    effect, inside = expected_effect(plan, material, READER), 0
    for seed in range(100):
        found = report(pilot(plan, material, 40, READER, seed))["effect"]
        assert found is not None
        assert found["interval"] is not None
        inside += found["interval"][0] <= effect <= found["interval"][1]
    assert 88 <= inside <= 100


def answers(arm: str, order: str, participant: str, before: list[bool], after: list[bool]) -> list[StudyAnswer]:
    """A participant's answers to one question of each set for each given value."""
    rows = [("before", value) for value in before] + [("after", value) for value in after]
    return [
        StudyAnswer("s", "v", participant, arm, order, phase, place, f"q{place}", 4, "x", "x" if value else "y", value, 2.0)
        for place, (phase, value) in enumerate(rows)
    ]


def test_the_gain_is_a_mean_of_blocks_with_one_participant_of_each_order() -> None:
    rows = []
    for number, gained in enumerate([True, True, False, True]):
        rows += answers(REASONS, "ab", f"a{number}", [False, False], [gained, True])
        rows += answers(REASONS, "ba", f"b{number}", [False, True], [True, False])
    found = report(rows)["arms"][0]
    assert (found["blocks"], found["before"]["mean"]) == (4, 0.25)
    assert found["gain"]["mean"] == pytest.approx((3 * 0.5 + 0.25) / 4)
    assert shown(found["gain"]) == 1


def test_unfinished_and_unpaired_participants_are_reported_and_do_not_change_the_gain() -> None:
    pair = [*answers(REASONS, "ab", "p", [False], [True]), *answers(REASONS, "ba", "q", [False], [True])]
    alone, stopped = answers(REASONS, "ab", "r", [True], [False]), answers(REASONS, "ba", "s", [True], [False])[:1]
    found = report([*pair, *alone, *stopped])
    assert (found["participants"], found["unfinished"], found["unpaired"]) == (3, 1, 1)
    assert found["arms"][0]["gain"]["mean"] == 1.0
    assert found["arms"][0]["gain"]["interval"] is None, "one block has no interval"


def test_answers_to_two_versions_of_a_plan_are_not_mixed() -> None:
    one = answers(REASONS, "ab", "p", [True], [True])
    with pytest.raises(JouteError, match="more than one version: v, w"):
        report([*one, *(replace(row, version="w") for row in one)])


@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_responses_are_read_back_from_their_file(tmp_path: Path, plan: StudyPlan, material: StudyMaterial, ending: str) -> None:
    file, rows = tmp_path / f"r{ending}", pilot(plan, material, 3)
    write_answers(rows, file)
    assert read_answers(file) == rows


def test_a_broken_line_of_responses_is_named(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text('{"study": "s"}\n')
    with pytest.raises(JouteError, match=r"r\.jsonl, line 1: this is not an answer of a study"):
        read_answers(file)
    file.write_text(json.dumps({**vars(answers(REASONS, "ab", "p", [True], [True])[0]), "place": "first"}))
    with pytest.raises(JouteError, match="place = 'first'"):
        read_answers(file)
