"""`joute study`: from a plan to a report."""

from pathlib import Path

import pytest
from cli.shell import as_json, joute

SMALL = ["-s", "questions=2", "-s", "examples=2", "-s", "samples=1000", "-s", "repeats=0", "-s", "judge=careful"]


@pytest.fixture
def plan(tmp_path: Path) -> str:
    file = str(tmp_path / "small.toml")
    joute("study", "new", file, "--game", "coeurs", "--agent", "careful", "-o", "deals=1", *SMALL)
    return file


def test_a_new_plan_is_valid_and_has_comments(plan: str) -> None:
    assert "questions = 2  # number of questions before the examples, and again after them" in Path(plan).read_text()
    found = as_json("study", "check", plan)
    assert (found["name"], found["agent"], found["questions"], found["prepared"]) == ("small", "careful", 2, False)


def test_a_plan_is_not_overwritten(plan: str) -> None:
    refused = joute("study", "new", plan, "--game", "coeurs", "--agent", "careful", code=2)
    assert "exists already" in refused.output


def test_a_pilot_prepares_reports_and_writes_responses_that_report_reads(plan: str, tmp_path: Path) -> None:
    out, picture = tmp_path / "r.csv", tmp_path / "r.svg"
    found = as_json("study", "pilot", plan, "-n", "24", "--out", str(out))
    assert found["kind"] == "reader"
    assert (tmp_path / "small.material.json").is_file()
    assert as_json("study", "check", plan)["prepared"]
    assert as_json("study", "report", str(out)) == found["report"]
    printed = joute("study", "report", str(out), "--svg", str(picture), "--lang", "fr").stdout
    assert "24 participants ont répondu à tout" in printed
    assert picture.read_text().startswith("<svg xmlns")
    assert "devinant" in picture.read_text()


def test_a_guesser_has_no_effect(plan: str) -> None:
    printed = joute("study", "pilot", plan, "--kind", "guesser").stdout
    assert "the exact effect is +0.0 %" in printed


def test_an_unknown_kind_and_an_edited_plan_are_refused(plan: str) -> None:
    assert "there are: guesser, reader" in joute("study", "pilot", plan, "--kind", "expert", code=2).output
    Path(plan).write_text(Path(plan).read_text().replace("seed = 0", "seed = 5"))
    assert "joute study prepare makes it again" in joute("study", "check", plan, code=2).output
    joute("study", "prepare", plan)
    assert as_json("study", "check", plan)["prepared"]
