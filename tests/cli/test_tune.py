"""`joute tune` for people and for programs."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from cli.shell import as_json, joute
from learning import nerves

from joute.report.svg import Scale

NERVES = str(Path(nerves.__file__).resolve())
SMALL = [NERVES, "bold", "--trials", "18", "--blocks", "2", "--workers", "1", "--journal", "tuning.journal"]


def lasting(report: Any) -> Any:
    """Everything but the time it took and the games that this run added."""
    return {name: value for name, value in report.items() if name not in ("seconds", "games", "journal", "plot")}


@pytest.mark.slow
def test_a_tuning_is_reported_plotted_and_resumed() -> None:
    report = as_json("tune", *SMALL)
    assert report["trials"] == 18
    assert [row["name"] for row in report["settings"]] == ["nerve", "colour"]
    assert sum(row["importance"] for row in report["settings"]) == pytest.approx(1, abs=1e-3)
    assert len(report["history"]) == 19
    assert report["command"] == f"joute tune {NERVES} bold --trials 18 --blocks 2 --seed 1 --workers 1 --journal tuning.journal"
    picture = ElementTree.parse(report["plot"]).getroot()
    assert report["plot"] == "nerves.bold.svg"
    assert len(picture.findall(".//{*}circle")) == 3 * 18  # the search, and a plot for each setting
    assert lasting(as_json("tune", *SMALL, "--resume")) == lasting(report)
    drawn = joute("tune", *SMALL, "--resume", "--out", "other.svg").stdout
    assert "On fresh blocks" in drawn
    assert "other.svg" in drawn


@pytest.mark.slow
def test_the_report_has_the_widened_range() -> None:
    far = [NERVES, "timid", "--trials", "40", "--blocks", "8", "--workers", "1", "--journal", "far.journal"]
    (nerve,) = as_json("tune", *far)["settings"]
    assert nerve["high"] >= 1.1 > nerve["start"]
    assert f"{nerve['low']:g} … {nerve['high']:g} log" in joute("tune", *far, "--resume").stdout


def test_numbers_of_either_sign_have_a_symmetric_logarithmic_axis() -> None:
    scale = Scale(-50, 5, room=0, unit=0.5)
    assert scale.ticks() == [-10, -1, 0, 1]
    assert (scale(-50), scale(5)) == (0, 1)
    assert scale(-1) - scale(-10) == pytest.approx(scale(-2.5) - scale(-25), abs=0.05)


@pytest.mark.slow
def test_warnings_are_in_the_users_language() -> None:
    said = joute("--lang", "fr", "tune", *SMALL[:2], "--settings", "seconds", "--trials", "1", "--blocks", "2", "--workers", "1")
    assert "seconds part de 0 ; on le cherche de 0 à 1" in said.stderr
    assert "réglage" in said.stdout


def test_what_cannot_be_tuned_is_refused_before_anything_is_played() -> None:
    assert "there is no such folder" in joute("tune", *SMALL, "--out", "nowhere/a.svg", code=2).stderr
    assert "has no number 'hat' to tune" in joute("tune", *SMALL, "--settings", "hat", code=2).stderr
    assert "no agent is called 'nobody'" in joute("tune", *SMALL, "--against", "nobody", code=2).stderr
