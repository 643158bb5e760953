"""`joute review`: accuracy, key moments and reasons of a recorded game, printed, as a page and as JSON."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from cli.shell import FINGERS, as_json, joute

from joute.core import registry
from joute.core.record import GameRecord

FOUR = {"width": 4, "height": 4}
MISSED = ["a1", "a2", "b1", "b2", "c1", "c2", "a4"]  # d1 would have completed four
FAST = ["--agent", "alpha_beta:depth=2", "--samples", "200", "--seconds", "0"]


def record(file: Path, moves: list[str] = MISSED, opening: int = 6, names: tuple[str, ...] = ("Ana", "Bob")) -> str:
    """A game of Morpion on a small board in a file, from a given opening."""
    game = registry.game("morpion", **FOUR)
    made = GameRecord.begin(game, ["human", "careful"], seed=1)
    made.choices = [{ply % 2: move} for ply, move in enumerate(moves)]
    made.opening, made.names = opening, list(names)
    file.write_text(json.dumps(made.to_json()))
    return str(file)


def test_a_missed_win_is_reported_with_its_player_and_what_was_better(tmp_path: Path) -> None:
    printed = joute("review", record(tmp_path / "game.json"), *FAST).stdout
    assert "Ana" in printed
    assert "a4 leads to a loss, d1 leads to a win: proven" in printed or "a4 leads to a draw, d1 leads to a win: proven" in printed
    assert "Key moments" in printed
    assert "100 %" in printed


def test_the_review_speaks_french(tmp_path: Path) -> None:
    printed = joute("review", record(tmp_path / "game.json"), *FAST, "--lang", "fr").stdout
    assert "Moments clés" in printed
    assert "d1 mène à la victoire : c'est prouvé" in printed
    assert "Key" not in printed


def test_json_is_the_review(tmp_path: Path) -> None:
    found = as_json("review", record(tmp_path / "game.json"), *FAST)
    (decision,) = found["decisions"]
    assert (decision["action"], decision["best"], decision["exact"], decision["mistake"]) == ("a4", "d1", True, True)
    assert [seat["decisions"] for seat in found["seats"]] == [1, 0]
    assert [moment["kind"] for moment in found["moments"]] == ["mistake"]


def test_one_seat_can_be_reviewed(tmp_path: Path) -> None:
    found = as_json("review", record(tmp_path / "game.json", opening=5), *FAST, "--seat", "1")
    assert [decision["seat"] for decision in found["decisions"]] == [1]


class Tags(HTMLParser):
    """The elements of a page that are open, and those that were seen."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_one_file_with_curves_moments_and_decisions(tmp_path: Path) -> None:
    file, page = record(tmp_path / "game.json", names=("Ana <b>", "Bob")), tmp_path / "review.html"
    done = joute("review", file, *FAST, "--html", str(page))
    assert done.stdout == ""
    text, tags = page.read_text(encoding="utf-8"), Tags()
    tags.feed(text)
    assert tags.open == []
    assert "Ana &lt;b&gt;" in text
    assert "Ana <b>" not in text
    assert [dict(attributes) for tag, attributes in tags.seen if tag in ("script", "link", "img", "iframe")] == []
    anchors = {attributes.get("id") for tag, attributes in tags.seen if tag == "details"}
    assert {str(attributes["href"])[1:] for tag, attributes in tags.seen if tag == "a"} <= anchors
    assert any(attributes.get("class") == "curve shade seat0" for tag, attributes in tags.seen if tag == "polygon")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seat", "2"], "the seats of this game are 0 to 1"),
        (["--agent", "nobody"], "nobody"),
        (["--html", "none/here.html"], "cannot be written: there is no such folder"),
        (["--samples", "1"], "greater than or equal to 100"),
    ],
)
def test_a_bad_request_is_one_sentence(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    assert sentence in joute("review", record(tmp_path / "game.json"), *arguments, code=2).stderr.replace("\n", " ")


def test_a_file_that_is_no_record_and_a_game_without_decisions_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text.json").write_text("a letter")
    assert "not a record" in joute("review", "text.json", code=2).stderr
    assert "nobody has decided anything" in joute("review", record(tmp_path / "new.json", [], 0), code=2).stderr
    assert "cannot be played" in joute("review", record(tmp_path / "wrong.json", ["a1", "a1"], 0), code=2).stderr


@pytest.mark.slow
def test_a_game_from_a_file_is_reviewed_without_facts_of_its_own(tmp_path: Path) -> None:
    joute("play", FINGERS, "--seats", "random,random", "--seed", "1", "--save", "game.json")
    found = as_json("review", "game.json", "--game", FINGERS, "--samples", "400")
    assert all(decision["verdict"]["fr"] for decision in found["decisions"])


@pytest.mark.slow
@pytest.mark.parametrize("game", ["coeurs", "diamant"])
def test_sampled_values_have_intervals_and_actions_without_samples_no_number(game: str) -> None:
    joute("play", game, *(["-o", "deals=1"] if game == "coeurs" else ["-o", "seats=2", "-o", "rounds=1"]), "--seats",
          ",".join(["random"] * (4 if game == "coeurs" else 2)), "--seed", "3", "--save", "game.json")  # fmt: skip
    for decision in as_json("review", "game.json", "--agent", "careful", "--samples", "600")["decisions"]:
        for action in decision["actions"]:
            assert (action["value"] is None) == (action["error"] is None)
    printed = joute("review", "game.json", "--agent", "careful", "--samples", "600").stdout
    assert "± " in printed
