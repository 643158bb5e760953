"""What a person reads."""

from pathlib import Path

from games.love_letter.dealing import Table

import joute
from joute.core import settings
from joute.games import love_letter
from joute.games.love_letter.cards import COPIES, KINDS
from joute.games.love_letter.options import LoveLetterOptions
from joute.games.love_letter.strings import EFFECTS, NAMES
from joute.i18n import Language, say, use_language


def test_a_table_as_its_mover_sees_it() -> None:
    table = Table("guard priest", "spy", "king prince guard").play("guard>1:baron", "handmaid").play("priest>0", "baron")
    assert (
        table.game.show(table.game.view(table.state, 0))
        == """\
Love Letter · round 1, 6 tokens to win · deck: 12 cards
Face up: 7 King, 5 Prince, 1 Guard
▸ seat 0 (you)  ♥ 0    [0 Spy] [3 Baron]  · Guard
  seat 1        ♥ 0    [?]                · Priest
Seat 1 knows your card: 0 Spy
Seat 0 to play a card"""
    )


def test_a_table_in_french() -> None:
    table = Table("guard priest baron", "spy").play("guard>1:king", "handmaid")
    assert (
        table.game.show(table.game.view(table.state, 2), "fr")
        == """\
Love Letter · manche 1, 5 jetons pour gagner · pioche : 15 cartes
  joueur 0         ♥ 0    [?]               · Garde
▸ joueur 1         ♥ 0    [? sauf Roi] [?]
  joueur 2 (vous)  ♥ 0    [3 Baron]
Au joueur 1 de jouer une carte"""
    )


def test_cards_under_the_deck_are_listed_from_top_to_bottom() -> None:
    table = Table("chancellor king", "spy").play("chancellor", "princess guard")
    table.play("chancellor keep princess, bottom guard, spy", "priest")
    assert "Under the deck, from top to bottom: 1 Guard, 0 Spy" in table.game.show(table.game.view(table.state, 0))
    assert "Under the deck, from top to bottom: ?, ?" in table.game.show(table.game.view(table.state, 1))
    assert "Sous la pioche, de haut en bas : ?, ?" in table.game.show(table.game.view(table.state, -1), "fr")


def test_what_was_learnt_stands_below_the_table() -> None:
    table = Table("priest princess", "spy").play("priest>1", "chancellor").play("chancellor", "guard baron")
    table.play("chancellor keep baron, bottom princess, guard", "handmaid")
    line = "One of these is Princess: hand of seat 1 / card 1 under the deck / card 2 under the deck"
    assert line in table.game.show(table.game.view(table.state, 0))
    assert "One of these" not in table.game.show(table.game.view(table.state, -1))
    table = Table("baron priest king", "priest").play("baron>1", "guard")
    assert "Seats 0 and 1 hold the same card" in table.game.show(table.game.view(table.state, 2))
    table = Table("baron prince king", "chancellor").play("baron>1", "guard")
    assert "[? Chancellor/King/Countess/Princess]" in table.game.show(table.game.view(table.state, 2))


def test_the_end_of_a_match_is_an_event() -> None:
    table = Table("guard baron priest", "baron", tokens=1).empty_deck()
    events = table.game.play(table.state, {0: "guard>1:spy"}).seen_by(-1)
    assert [str(event) for event in events] == [
        "Seat 0 plays the Guard on seat 1, naming the Spy",
        "Seat 1 does not hold the Spy",
        "The deck is empty; hands: seat 0 (Baron), seat 1 (Baron), seat 2 (Priest)",
        "Seat 0 wins the round (tokens: 1)",
        "Seat 1 wins the round (tokens: 1)",
        "Seats 0 and 1 win the match together",
    ]
    assert "Les joueurs 0 et 1 gagnent la partie ensemble" in table.game.show(table.state, "fr")


def test_json_names_cards_and_hides_what_the_viewer_does_not_know() -> None:
    table = Table("priest king baron", "spy").play("priest>1", "guard")
    mine, theirs = (table.game.to_json(table.game.view(table.state, viewer))["table"]["seats"] for viewer in (0, 2))
    assert [seat["hand"] for seat in mine] == [["spy"], ["king", None], [None]]
    assert [seat["hand"] for seat in theirs] == [[None], [None, None], ["baron"]]


def test_actions_are_named_as_a_player_would_say_them() -> None:
    game = joute.game("love_letter", seats=3)
    for name in (
        "guard>2:prince",
        "priest>1",
        "baron>1",
        "handmaid",
        "prince>0",
        "chancellor",
        "king>1",
        "countess",
        "princess",
        "spy",
        "guard",
    ):
        assert game.action(name).name == name
    assert game.action("chancellor keep princess, bottom guard, spy")
    assert game.action("chancellor keep princess, bottom guard")


# --- the README's tables, made from the data ---


def table_of_cards() -> str:
    """Every card with its copies and its effect."""
    with use_language(Language.fr):
        french = [say(name) for name in NAMES]
    rows = [f"| {kind} | {NAMES[kind]} | {french[kind]} | {COPIES[kind]} | {EFFECTS[kind]} |" for kind in range(KINDS)]
    return "\n".join(["| value | card | carte | copies | effect |", "|---|---|---|---|---|", *rows])


def table_of_options() -> str:
    """Every option with its default."""
    rows = [f"| `{line.name}` | {line.default} | {line.allowed} | {line.meaning} |" for line in settings.table(LoveLetterOptions)]
    return "\n".join(["| option | default | allowed | meaning |", "|---|---|---|---|", *rows])


def test_the_readme_shows_the_cards_as_they_are() -> None:
    text = (Path(love_letter.__file__).parent / "README.md").read_text(encoding="utf-8")
    assert table_of_cards() in text
    assert table_of_options() in text
