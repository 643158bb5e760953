"""`joute analyse`: a position of a record, of a file or of a game, actions tried from it, and the decision judged; and exported records."""

import json
from pathlib import Path

import pytest
from cli.shell import SMALL, as_json, joute

import joute as package

FAST = ["--agent", "alpha_beta:depth=2", "--seconds", "0"]
FOUR = ["-o", "width=4", "-o", "height=4"]


@pytest.fixture
def hearts(tmp_path: Path) -> str:
    """A saved game of one deal."""
    game = package.game("coeurs", deals=1)
    record = package.match(game, [package.agent("careful", game)] * 4, seed=3)
    record.names = ["Ana", "Bob", "Eve", "Dan"]
    (tmp_path / "hearts.json").write_text(json.dumps(record.to_json()))
    return "hearts.json"


def test_actions_are_tried_from_the_beginning_and_the_decision_is_judged() -> None:
    printed = joute("analyse", "morpion", *FOUR, "--try", "a1 a2 b1 b2 c1 c2", "--action", "a4", *FAST).stdout
    assert "position 6" in printed
    assert "O plays c2" in printed
    assert "O O[O]." in printed
    assert "seat 0: a4 leads to a loss, d1 leads to a win: proven" in printed
    assert "After a4, the opponent can complete a line" in printed


def test_without_an_action_the_agent_s_is_judged_and_it_speaks_french() -> None:
    printed = joute("analyse", "morpion", *FOUR, "--try", "a1,a2,b1,b2,c1,c2", *FAST, "--lang", "fr").stdout
    assert "d1 mène à la victoire" in printed
    assert "À choisir : joueur 0" in printed


def test_json_has_the_position_the_record_and_the_decision() -> None:
    found = as_json("analyse", "morpion", *FOUR, "--try", "a1", "--try", "a2", "--seed", "5", *FAST)
    assert (found["ply"], found["movers"], found["over"]) == (2, [0], False)
    assert found["tried"] == [{"0": "a1"}, {"1": "a2"}]
    assert found["record"]["seed"] == 5
    assert len(found["legal"]["0"]) == 14
    assert found["decision"]["seat"] == 0


def test_a_position_of_a_record_from_what_a_seat_knows(hearts: str) -> None:
    printed = joute("analyse", hearts, "--ply", "4", "--seat", "1", "--agent", "careful", "--samples", "400").stdout
    assert "Bob (you)" in printed
    assert "Hand " in printed
    assert "Ana  " in printed
    everything = joute("analyse", hearts, "--ply", "4", "--agent", "careful", "--samples", "400").stdout
    assert "(you)" not in everything
    record = as_json("analyse", hearts, "--ply", "4", "--agent", "careful", "--samples", "400")["record"]
    assert len(record["choices"]) == 4


def test_the_end_of_a_record_shows_the_result(hearts: str) -> None:
    printed = joute("analyse", hearts).stdout
    assert "position 32" in printed
    assert "win" in printed


def test_seats_that_choose_at_once_choose_in_the_order_of_their_seats() -> None:
    found = as_json("analyse", "diamant", "-o", "seats=3", "--try", "explore return explore", "--agent", "careful", "--samples", "200")
    assert found["tried"] == [{"0": "explore", "1": "return", "2": "explore"}]
    seat = as_json("analyse", "diamant", "-o", "seats=3", "--seat", "2", "--agent", "careful", "--samples", "200")
    assert (seat["decision"]["seat"], seat["view"]["viewer"]) == (2, 2)
    assert "its action is missing" in joute("analyse", "diamant", "--try", "explore", code=2).stderr


def test_a_name_with_spaces_and_commas_is_one_action() -> None:
    found = as_json("analyse", "pokemon", "--try", "send Pikachu, send Carapuce", "--agent", "random", "--samples", "100")
    assert found["tried"] == [{"0": "send Pikachu", "1": "send Carapuce"}]


def test_an_exported_position_or_view_is_read_back(tmp_path: Path) -> None:
    found = as_json("analyse", "love_letter", "--seed", "4", "--seat", "0", "--agent", "careful", "--samples", "200")
    for part in ("position", "view"):
        (tmp_path / "position.json").write_text(json.dumps(found[part]))
        again = as_json("analyse", "position.json", "--seat", "0", "--agent", "careful", "--samples", "200")
        assert again["view"] == found["view"]
        assert again["sampled"] == (part == "view")
    assert "sampled" in joute("analyse", "position.json", "--agent", "careful", "--samples", "200").stdout


def test_a_drawing_is_read(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("game: morpion\noption width: 3\noption height: 3\noption align: 3\nX X .\nO O .\n. . .\n")
    found = as_json("analyse", "board.txt", *FAST)
    assert found["decision"]["best"] == "c1"


@pytest.mark.parametrize("command", ["replay", "review", "analyse"])
def test_a_record_is_exported_as_text_which_commands_read(command: str, tmp_path: Path) -> None:
    joute("play", "morpion", *SMALL, "--seats", "random,random", "--seed", "2", "--save", "game.json")
    text = joute("replay", "game.json", "--export", "text").stdout
    assert text.startswith("Joute record 3\ngame: morpion\n")
    (tmp_path / "game.txt").write_text(text)
    arguments = FAST if command == "analyse" else [*FAST, "--samples", "200"] if command == "review" else []
    assert joute(command, "game.txt", *arguments).stdout == joute(command, "game.json", *arguments).stdout.replace("game.json", "game.txt")
    exported = json.loads(joute("replay", "game.txt", "--export", "json").stdout)
    assert exported["choices"] == json.loads((tmp_path / "game.json").read_text())["choices"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "no game is called 'chess'"),
        (["morpion", "--ply", "3"], "--ply belongs to a record"),
        (["morpion", "--seat", "2"], "the seats of this game are 0 to 1"),
        (["morpion", "--try", "b2 b2"], "action 2: b2 is not legal here"),
        (["morpion", "--agent", "nobody"], "nobody"),
        (["morpion", "--action", "zz"], "There is no action"),
        (["morpion", "--seat", "1", "--action", "a1"], "nobody chooses a1 here"),
        (["hearts.json", "--ply", "99"], "this game has positions 0 to 32"),
        (["hearts.json", "-o", "deals=2"], "--option belongs to a game"),
        (["letter.txt"], "letter.txt: this is neither a record nor a position"),
        (["bytes.txt"], "bytes.txt cannot be read"),
    ],
)
def test_a_bad_request_is_one_sentence(arguments: list[str], sentence: str, hearts: str, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("a letter")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    assert sentence in joute("analyse", *arguments, code=2).stderr.replace("\n", " ")
