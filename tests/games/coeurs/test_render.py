"""Cœurs as text, as events and as JSON."""

import dataclasses
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from games.coeurs.tables import SLAM_HANDS, SUITED, dealt, events_of, play_cards, play_lowest

import joute
from joute.core import settings
from joute.core.errors import BadPosition
from joute.games.coeurs.features import feature_names
from joute.games.coeurs.options import CoeursOptions
from joute.games.trick_taking.card_names import CARD_NAMES, spoken
from joute.i18n import in_every_language

README = Path(joute.__file__).parent / "games" / "coeurs" / "README.md"


def test_a_seat_sees_its_hand_at_the_bottom_and_the_card_that_takes_the_trick_in_brackets() -> None:
    game, state = dealt(*SUITED, deals=4)
    play_cards(game, state, "10S 7C AH")
    assert game.show(game.view(state, 0)) == (
        """\
Deal 1 of 4 · trick 1 of 8 · leader: seat 0, opener: seat 1

                        seat 2
                          7♣
      seat 1                              seat 3
      [10♠]                                 A♥
                          ?
                     seat 0 (you)

Hand      ♦ 7 8 9 10 J Q K A   ♠ –   ♣ –   ♥ –

            seat 0  seat 1  seat 2  seat 3
Hearts           0       0       0       0
Points           0       0       0       0
Lacks                            ♠       ♠

Seat 1 led ♠, seat 0 (you) to play"""
    )


def test_a_seat_sees_the_same_in_french() -> None:
    game, state = dealt(*SUITED, deals=4)
    play_cards(game, state, "10S 7C")
    assert game.show(game.view(state, 3), "fr") == (
        """\
Donne 1 sur 4 · pli 1 sur 8 · meneur : joueur 0, ouvreur : joueur 1

                       joueur 1
                        [10♠]
     joueur 0                            joueur 2
        ·                                   7♣
                          ?
                   joueur 3 (vous)

Main      ♦ –   ♠ –   ♣ –   ♥ 7 8 9 10 V D R A

            joueur 0  joueur 1  joueur 2  joueur 3
Cœurs              0         0         0         0
Points             0         0         0         0
Sans                                   ♠

Le joueur 1 a demandé ♠, au joueur 3 (vous) de jouer"""
    )


def test_a_spectator_sees_no_hand_and_the_truth_shows_all() -> None:
    game, state = dealt(*SUITED)
    assert "♦ 7" not in game.show(game.view(state, -1))
    shown = game.show(state)
    assert "Seat 0    ♦ 7 8 9 10 J Q K A   ♠ –   ♣ –   ♥ –" in shown
    assert "Seat 3    ♦ –   ♠ –   ♣ –   ♥ 7 8 9 10 J Q K A" in shown


def test_a_deal_under_way_is_shown_without_cards() -> None:
    game = joute.game("coeurs")
    assert "the cards are being dealt" in game.show(game.laid_out())
    assert "on donne les cartes" in game.show(game.laid_out(), "fr")


def test_cards_and_tricks_are_events() -> None:
    game, state = dealt(*SUITED)
    assert [str(event) for event in events_of(game, state, "QS")] == ["Seat 1 plays the queen of spades"]
    play_cards(game, state, "7C 8H")
    state_in_french = state.copy()
    assert [str(event) for event in events_of(game, state, "AD")] == [
        "Seat 0 plays the ace of diamonds",
        "Seat 1 takes the trick, with 1 heart",
    ]
    assert [event.text("fr") for event in events_of(game, state_in_french, "AD")] == [
        "Le joueur 0 joue l'As de carreau",
        "Le joueur 1 prend le pli, avec 1 cœur",
    ]


def test_a_trick_lists_its_cards_in_the_order_of_play() -> None:
    game, state = dealt(*SUITED)
    play_cards(game, state, "QS 7C 8H")
    *_, trick = events_of(game, state, "AD", viewer=2)
    assert trick.words == {
        "seat": 1,
        "cards": [{"seat": 1, "card": "QS"}, {"seat": 2, "card": "7C"}, {"seat": 3, "card": "8H"}, {"seat": 0, "card": "AD"}],
        "hearts": 1,
    }


def test_a_slam_and_the_winner_are_events() -> None:
    game, state = dealt(*SLAM_HANDS)
    play_cards(game, state, "AH 9H 7H 7D  KH 8H KC 8D  QH 10C QC 9D  JH 9C JC 7C  10H 10D 10S 8C")
    play_lowest(game, state, plays=11)
    last = game.legal(state, game.movers(state)[0])[0].name
    _, trick, slam, ended = events_of(game, state, last)
    assert str(trick).endswith("takes the trick, without a heart")
    assert str(slam) == "Deal 1 ends in a slam: seat 1 took all eight hearts and wins 40 points"
    assert slam.text("fr") == "La donne 1 finit par un chelem : le joueur 1 a pris les huit cœurs et gagne 40 points"
    assert (slam.words["slam"], slam.words["points"], slam.words["hearts"]) == (1, [0, 40, 0, 0], [0, 8, 0, 0])
    assert str(ended) == "Seat 1 wins the match with 40 points"
    assert ended.words == {"winners": [1], "points": [0, 40, 0, 0]}


def test_the_points_of_a_deal_and_the_next_deal_are_events() -> None:
    hands = ("7H 8D 9D 10D JD QD KD AD", "8H 9H 10H JH QH KH AH 7D", "7C 8C 9C 10C JC QC KC AC", "7S 8S 9S 10S JS QS KS AS")
    game, state = dealt(*hands, deals=2)
    play_cards(game, state, "7D 7C 7S 8D  9D 8H 8C 8S  7H AH 9C 9S")
    play_lowest(game, state, plays=19)
    last = game.legal(state, game.movers(state)[0])[0].name
    _, _, ended, dealt_again = events_of(game, state, last)
    assert str(ended) == "Deal 1 ends: seat 0 (−5), seat 1 (−35), seat 2 (0), seat 3 (0)"
    assert ended.text("fr") == "Fin de la donne 1 : le joueur 0 (−5), le joueur 1 (−35), le joueur 2 (0), le joueur 3 (0)"
    assert ended.words["totals"] == [-5, -35, 0, 0]
    assert str(dealt_again) == "Deal 2: seat 2 leads the first trick"
    assert dealt_again.text("fr") == "Donne 2 : le joueur 2 entame le premier pli"


def test_cards_are_spoken_in_both_languages() -> None:
    names = [in_every_language(partial(spoken, card)) for card in (1, 12, 21, 30, 31)]
    assert [name["en"] for name in names] == [
        "the eight of diamonds",
        "the jack of spades",
        "the queen of clubs",
        "the king of hearts",
        "the ace of hearts",
    ]
    assert [name["fr"] for name in names] == ["le 8 de carreau", "le Valet de pique", "la Dame de trèfle", "le Roi de cœur", "l'As de cœur"]


def test_a_view_s_json_names_the_own_hand_and_hides_the_others() -> None:
    game, state = dealt(*SUITED)
    play_cards(game, state, "10S 7C")
    described = game.to_json(game.view(state, 0))
    assert described["hands"] == [SUITED[0].split(), None, None, None]
    assert described["sizes"] == [8, 7, 7, 8]
    assert described["table"] == [{"seat": 1, "card": "10S"}, {"seat": 2, "card": "7C"}]
    assert (described["led"], described["taker"], described["mover"]) == ("S", 1, 3)
    assert described["lacks"] == [[], [], ["S"], []]
    assert described["winners"] is None


def test_every_moment_of_a_match_goes_through_json_dealing_included() -> None:
    game = joute.game("coeurs", deals=2)
    state = game.laid_out()
    plays = 0
    while not game.over(state):
        for viewer in (None, -1, 0, 3):
            view = state if viewer is None else game.view(state, viewer)
            assert game.position(json.loads(json.dumps(game.to_json(view)))) == view
        if game.chances(state):
            game.resolve(state, game.chances(state).index(max(game.chances(state))))
        else:
            play_lowest(game, state, plays=1)
            plays += 1
    assert plays == 64


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"deals_over": 9}, "9 deals are over and 32 cards dealt; this match has 1 deals"),
        ({"hearts": [1, 0, 0, 0]}, "the finished tricks hold 0"),
        ({"points": [0, 0]}, "points of 2 seats"),
        ({"played": ["10S", "7C", "7C"]}, "7C is there twice"),
        ({"played": ["10S", "1C"]}, "'1C' is not a card"),
        ({"table": [{"seat": 0, "card": "10S"}]}, "expected"),
        ({"table": [{"seat": 1, "card": "9S"}, {"seat": 2, "card": "7C"}]}, "9S lies on the table but was not played"),
        ({"hands": [["10S"], None, None, None]}, "seat 0 cannot hold 10S"),
        ({"hands": [["7D"], None, None, None]}, "seat 0 holds 1 cards, not 8"),
        ({"hands": [SUITED[0].split(), None, ["7S"], None]}, "seat 2 cannot hold 7S"),
        ({"hands": [None, None, None, None]}, "the hand of seat 0 is missing; it is the viewer's own"),
        ({"viewer": None}, "the hand of seat 1 is missing; the truth shows all"),
        ({"viewer": 4}, "the viewer is 4"),
        ({"mover": 7}, "the mover is 7; it is one of the seats"),
        ({"mover": None}, "the mover is None; it is one of the seats"),
        ({"dealt": 12}, "2 cards are played of 12 that were dealt"),
        ({"dealt": 33}, "33 cards dealt"),
        ({"dealt": 12, "played": [], "table": []}, "nobody plays before all cards are dealt"),
        ({"dealt": 12, "played": [], "table": [], "mover": None}, "a deal after 12 cards"),
        ({"deals_over": 1}, "this match has 1 deals"),
        ({"played": list(CARD_NAMES)}, "32 cards are played"),
        ({"lacks": [[], [], ["DS"], []]}, "not a position"),
        ({"lacks": [[], ["C"], ["C"], ["C"]]}, "8C, 9C, 10C, JC, QC, KC, AC are unseen, but the voids leave room for 0 of them"),
        ({"lacks": [[], ["S"], ["S"], ["H", "C"]]}, "unseen, but the voids leave room"),
    ],
)
def test_a_wrong_position_is_refused_with_its_reason(change: dict[str, Any], complaint: str) -> None:
    game, state = dealt(*SUITED)
    play_cards(game, state, "10S 7C")
    with pytest.raises(BadPosition, match=complaint):
        game.position(game.to_json(game.view(state, 0)) | change)


# --- the README's tables ----------------------------------------------------------------------------------------------------


def table_of_cards() -> str:
    """The cards by suit, from the code."""
    lines = ["| suit | cards, the lowest first | the queen in a sentence |", "|---|---|---|"]
    for first, symbol in zip(range(0, 32, 8), "♦♠♣♥", strict=True):
        queen = first + 5
        cards = " ".join(f"`{name}`" for name in CARD_NAMES[first : first + 8])
        lines.append(f"| {symbol} | {cards} | {', '.join(in_every_language(partial(spoken, queen)).values())} |")
    return "\n".join(lines)


def table_of_options() -> str:
    """The options, from the code."""
    lines = ["| option | default | allowed | meaning |", "|---|---|---|---|"]
    rows = [dataclasses.astuple(row) for row in settings.table(CoeursOptions)]
    return "\n".join([*lines, *(f"| `{name}` | {default} | {allowed} | {meaning} |" for name, _, default, meaning, allowed in rows)])


def test_the_readme_s_tables_are_those_of_the_code() -> None:
    text = README.read_text(encoding="utf-8")
    assert table_of_cards() in text
    assert table_of_options() in text
    assert f"{len(feature_names(CoeursOptions()))} features" in text
