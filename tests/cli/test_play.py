"""A game at the terminal, typed line by line."""

import json
import re
from pathlib import Path

import pytest
from cli.shell import FINGERS, SECRETS, SMALL, joute, lines

import joute as package
from joute.cli.play import game_commands
from joute.core import registry
from joute.core.record import GameRecord

TWO = ["play", "morpion", "--seats", "human,human", "--seed", "1", *SMALL]
ALONE = ["play", "morpion", "--seats", "human,random", "--seed", "3"]


def test_a_game_is_played_to_its_end_by_typing_names() -> None:
    shown = joute(*TWO, typed=lines("a1", "a2", "b1", "b2", "c1")).stdout
    assert "X plays c1" in shown
    assert "Seat 0 (human) wins." in shown
    assert "seat 1> " in shown


def test_a_wrong_move_is_explained_and_asked_again_and_hint_undo_why_and_quit_work() -> None:
    shown = joute(*ALONE, typed=lines("zz", "f6", "f6", "hint", "undo", "why", "g7", "why", "quit")).stdout
    assert "There is no action “zz”." in shown
    assert "f6 is not legal here." in shown
    assert "would play" in shown
    assert "Undone: f6." in shown
    assert "No agent has played yet." in shown
    assert "seat 1, random, played" in shown
    assert "The game is saved. Resume it with: joute play --continue" in shown


def test_an_explanation_never_lists_a_whole_board() -> None:
    shown = joute(*ALONE, typed=lines("nonsense", "f", "moves", "moves f", "moves z")).stdout
    explanation = next(line for line in shown.splitlines() if "nonsense" in line and "There is no action" in line)
    assert explanation.count(",") < 10
    assert "“f” could be f1, f2, f3" in shown
    assert "144 actions in total" in shown
    assert "f12" in shown
    assert "No action begins with “z”." in shown


def test_moves_are_typed_in_any_case_by_their_beginning_or_by_number() -> None:
    shown = joute(*TWO, typed=lines("A1", "1", "2", "moves", "quit")).stdout  # after a1, move 1 is b1 and then 2 is a2
    assert "X plays a1" in shown
    assert "O plays b1" in shown
    assert "X plays a2" in shown
    assert "one" in joute("play", FINGERS, "--seats", "human,random", typed=lines("o")).stdout


def test_the_words_of_help_are_the_commands_there_are() -> None:
    shown = joute(*TWO, typed=lines("help", "aide", "")).stdout
    for words in game_commands.WORDS.values():
        assert all(word in shown for word in words)
    assert set(game_commands.EXPLANATIONS) == set(game_commands.WORDS)


def test_undo_goes_back_to_the_last_decision_of_whoever_asks() -> None:
    shown = joute(*TWO, typed=lines("undo", "a1", "undo", "a2", "undo", "c3", "quit")).stdout
    assert shown.count("There is nothing to undo.") == 2
    assert "Undone: a1." in shown
    assert "X plays c3" in shown


def test_the_end_of_input_leaves_with_the_game_kept(tmp_path: Path) -> None:
    shown = joute(*ALONE, typed=lines("f6")).stdout
    banked = tmp_path / "state" / "left-morpion.json"
    assert str(banked) in shown.replace("\n", "")
    record = GameRecord.from_json(banked.read_text())
    assert record.choices[0] == {0: "f6"}
    assert record.scores is None


def test_leaving_before_the_first_move_keeps_nothing(tmp_path: Path) -> None:
    assert "Goodbye." in joute(*ALONE).stdout
    assert not (tmp_path / "state").exists()


def test_a_saved_game_goes_on_where_it_was_left() -> None:
    joute(*TWO, typed=lines("a1", "a2", "save here.json", "b1", "quit"))
    shown = joute("play", "--continue", "here.json", typed=lines("b2", "c1")).stdout
    assert "Seat 0 (human) wins." in shown
    assert "is over" in joute("play", "--continue", "here.json", code=2).stderr


def test_save_keeps_the_finished_game_and_it_cannot_be_continued() -> None:
    joute(*TWO, "--save", "done.json", typed=lines("a1", "a2", "b1", "b2", "c1"))
    assert json.loads(Path("done.json").read_text())["scores"] == [1, -1]
    assert "is over" in joute("play", "--continue", "done.json", code=2).stderr


def test_save_names_a_file_itself_and_never_writes_over_anything_but_a_record() -> None:
    Path("notes.txt").write_text("mine")
    shown = joute(*TWO, typed=lines("a1", "save", "save", "save notes.txt", "save no/such/place.json", "quit")).stdout
    assert Path("morpion-1.json").exists()
    assert not Path("morpion-1-2.json").exists()
    assert Path("notes.txt").read_text() == "mine"
    assert "exists and is not a record" in shown
    assert "cannot be written" in shown


def test_agents_alone_play_to_the_end_while_one_watches() -> None:
    shown = joute("play", "morpion", "--seats", "random,random", "--seed", "2", *SMALL).stdout
    assert "X plays" in shown
    assert "wins." in shown or "draw" in shown


def test_in_a_simultaneous_game_everybody_is_asked_before_anything_is_played() -> None:
    shown = joute("play", FINGERS, "--seats", "human,human,random", typed=lines("one", "two", "1", "2")).stdout
    assert shown.count("take the keyboard") == 4
    assert shown.index("seat 1> two") < shown.index("seat 0 shows one, seat 1 shows two")
    assert "seat 0 shows one, seat 1 shows two, seat 2 shows" in shown
    assert "(told to 0)" in shown
    assert "(told to 1)" in shown


def test_the_seats_named_set_the_number_of_seats_unless_an_option_does() -> None:
    assert "[[0, 0, 0], [0, 0, 0]]" in joute("play", FINGERS, "--seats", "human,random,random").stdout
    refused = joute("play", FINGERS, "--seats", "human,random,random", "-o", "seats=2", code=2).stderr
    assert "has 2 seats here; --seats names 3" in refused


def test_only_what_the_seat_knows_is_shown_and_why_keeps_the_others_secrets() -> None:
    shown = joute("play", SECRETS, "--seats", "random,human", "--seed", "1", typed=lines("why", "keep")).stdout
    before, _, after = shown.partition("your move> keep")
    assert "held: ? " in before
    assert "The opinions of the others would reveal what they hide" in before
    assert "(told to 1)" in before
    assert "?" not in after.partition("held:")[2]


def test_people_who_share_a_keyboard_see_their_own_view_each() -> None:
    shown = joute("play", SECRETS, "--seats", "human,human", "--seed", "1", typed=lines("keep", "keep")).stdout
    first, second = shown.partition("seat 0> keep")[0], shown.partition("seat 0> keep")[2].partition("seat 1>")[0]
    assert first.splitlines()[-2].endswith("?") or "?" in first.split("held:")[1]
    assert first.split("held: ")[1].split()[1] == "?"
    assert second.split("held: ")[1].split()[0] == "?"
    assert "seat 0 plays keep (told to 1)" in second
    assert "(told to 0)" not in second


def test_hint_and_why_show_values_visits_the_line_and_the_work() -> None:
    shown = joute("play", FINGERS, "--seats", "human,thoughtful", typed=lines("two", "why", "quit")).stdout
    assert "seat 1, thoughtful, played two" in shown
    for word in ("0.750", "1 200", "0.900", "expected: two one", "depth 2, nodes: 1 234, time: 500.0 ms", "More is better."):
        assert word in shown


def test_french_is_spoken_when_asked_or_when_the_locale_says() -> None:
    for shown in (
        joute(*ALONE, "--lang", "fr", typed=lines("f6", "zz", "conseil", "annuler", "quitter")).stdout,
        joute(*ALONE, typed=lines("f6", "zz", "conseil", "annuler", "quitter"), LANG="fr_FR.UTF-8").stdout,
    ):
        assert "Au tour de X" in shown
        assert "X joue f6" in shown
        assert "Il n'y a pas d'action « zz »." in shown
        assert "jouerait" in shown
        assert "Annulé : f6." in shown
    assert "your move" in joute(*ALONE, "--lang=en", typed="", LANG="fr_FR.UTF-8").stdout


def test_the_game_is_kept_when_something_unexpected_ends_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(game_commands.GameCommands, "hint", broken)
    result = joute(*TWO, typed=lines("a1", "hint"), code=130)
    assert "The game is saved." in result.stdout
    assert "interrupted" in result.stderr
    assert (tmp_path / "state" / "left-morpion.json").exists()


def test_an_agent_s_thinking_time_follows_its_action() -> None:
    shown = joute(*ALONE, typed=lines("f6", "quit")).stdout
    assert re.search(r"· O plays \w+  \(\d+(\.\d)? (µs|ms|s)\)", shown)
    assert re.search(r"· X plays f6\n", shown), "a person's time is not shown"


def test_values_are_shown_with_their_unit_and_the_agent_that_estimated_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "ADVISORS", ("mcts",))
    monkeypatch.setitem(registry.define("morpion").recipes, "expert", "mcts:iterations=20")
    arguments = ["play", "morpion", "--seats", "human,mcts:iterations=30", "--seed", "3", *SMALL]
    shown = joute(*arguments, "--values", typed=lines("b2", "quit")).stdout
    assert re.search(r"Value for seat 0: -?\d\.\d{3} \(score at the end\), estimated by mcts", shown)
    assert re.search(r"Value for seat 1: -?\d\.\d{3} \(score at the end\), estimated by mcts:iterations=30\.", shown)
    assert "Value for" not in joute(*arguments, typed=lines("b2", "quit")).stdout
    assert "Value for seat 0" in joute(*arguments, typed=lines("value", "quit")).stdout


def test_values_of_opponents_who_hide_cards_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "ADVISORS", ("ismcts",))
    arguments = ["play", "love_letter", "--seats", "human,ismcts:iterations=20", "--seed", "3", "--values"]
    assert "Value for seat 1" not in joute(*arguments, typed=lines("1", "1", "quit")).stdout
    agents = ["play", "love_letter", "--seats", "ismcts:iterations=20,random", "--seed", "3", "--values"]
    assert "Value for seat 0" in joute(*agents).stdout, "nobody at the table is deceived"


@pytest.mark.parametrize("name", list(registry.GAMES))
def test_rules_and_info_are_printed_in_every_game_in_both_languages(name: str) -> None:
    seats = ",".join(["human", *["random"] * (package.game(name).spec.seats - 1)])
    english = joute("play", name, "--seats", seats, "--seed", "3", typed=lines("rules", "info", "quit")).stdout
    french = joute("play", name, "--seats", seats, "--seed", "3", "--lang", "fr", typed=lines("règles", "infos", "quit")).stdout
    assert "score now" in english
    assert "score actuel" in french
    headings = [next(line for line in text.splitlines() if line.startswith("#")) for text in rules_of(name)]
    assert all(heading.strip("# ") in shown for heading, shown in zip(headings, (english, french), strict=True))
    assert rules_of(name)[0] != rules_of(name)[1]
    assert "<!--" not in english + french


def rules_of(name: str) -> list[str]:
    definition = registry.define(name)
    return [definition.rules_text(language) for language in ("en", "fr")]


def test_a_game_of_one_file_has_its_docstring_for_rules() -> None:
    assert registry.define(FINGERS).rules_text("fr").startswith("A game for tests")
