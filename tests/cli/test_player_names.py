"""Names of players in prompts, boards, the log and the result."""

import json
from pathlib import Path

import pytest
from cli.shell import SMALL, joute, lines

from joute.cli.render.player_names import PlayerNames
from joute.i18n import Language, use_language

TWO = ["play", "morpion", "--seats", "human,human", "--seed", "1", *SMALL]
ANA_AND_BOB = PlayerNames(("Ana", "Bob"))


def test_names_are_in_the_prompt_the_board_the_log_the_result_and_the_saved_game() -> None:
    shown = joute(*TWO, "--names", "Ana,Bob", "--save", "game.json", typed=lines("a1", "a2", "b1", "b2", "c1")).stdout
    for text in ("Seats 0: Ana, 1: Bob.", "Ana> a1", "Bob> a2", "Ana (X) plays a1", "Bob (O) to move", "Ana (X) wins", "Ana wins."):
        assert text in shown
    assert json.loads(Path("game.json").read_text())["names"] == ["Ana", "Bob"]
    replayed = joute("replay", "game.json").stdout
    assert "Ana (human) plays a1" in replayed
    assert "Ana wins." in replayed


def test_a_resumed_game_keeps_the_names() -> None:
    joute(*TWO, "--names", "Ana,Bob", "--save", "game.json", typed=lines("a1", "quit"))
    assert "Bob> " in joute("play", "--continue", "game.json", typed=lines("quit")).stdout
    assert "Zoé> " in joute("play", "--continue", "game.json", "--names", "Ana,Zoé", typed=lines("quit")).stdout


def test_people_may_be_named_alone_and_agents_are_named_after_their_method() -> None:
    assert PlayerNames.given("Ana", ["human", "mcts:iterations=5", "random"]).by_seat == ("Ana", "mcts", "random")
    assert PlayerNames.given("Ana", ["random", "human", "random"]).by_seat == ("random 0", "Ana", "random 2")
    assert PlayerNames.given("Ana,Bob", ["human", "random"]).by_seat == ("Ana", "Bob")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("Ana", "gives 1 names; expected one for each of 2 seats or of 2 people"),
        ("Ana,Bob,Zoé", "gives 3 names"),
        ("Ana,ana", "twice"),
        ("Ana,", "a name has at least one letter"),
        ("Ana,42", "a name has at least one letter"),
        ("Ana," + "x" * 21, "at most 20 characters"),
        ("Ana,B\x07b", "no control characters"),
    ],
)
def test_wrong_names_are_refused(names: str, said: str) -> None:
    assert said in joute(*TWO, "--names", names, code=2).stderr


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("Les sièges 0 et 1 explorent", "Ana et Bob explorent"),
        ("Le joueur 1 joue sur le joueur 0", "Bob joue sur Ana"),
        ("Au joueur 0 de jouer", "À Ana de jouer"),
        ("la main du joueur 0, celle du dresseur 1", "la main d'Ana, celle de Bob"),
        ("Au tour de X", "Au tour d'Ana (X)"),
    ],
)
def test_french_articles_give_way_to_names(sentence: str, named: str) -> None:
    with use_language(Language.fr):
        assert ANA_AND_BOB.sentence(sentence) == named


def test_names_never_move_the_columns_of_a_board() -> None:
    board = "            bank   seat 0  seat 1\nseat 0        13\n  seat 1 (you)  x\n1  X O ."
    for names in (ANA_AND_BOB, PlayerNames(("Guillaume", "Bartholomé"))):
        drawn = names.board(board).split("\n")
        assert [len(line) for line in drawn] == [len(line) for line in board.split("\n")]
        assert (drawn[1][-2:], drawn[2][-1], drawn[3]) == ("13", "x", "1  X O .")
    assert "Guilla…" in drawn[0] or "Guillau…" in drawn[0]


def test_an_action_is_aimed_at_a_name_or_a_number() -> None:
    arguments = ["play", "love_letter", "--seats", "human,human", "--seed", "2", "--names", "Ana,Bob"]
    for typed in ("priest>Bob", "priest>1"):
        shown = joute(*arguments, typed=lines(typed)).stdout
        assert "2 priest>Bob" in shown
        assert "Ana plays the Priest on Bob" in shown
