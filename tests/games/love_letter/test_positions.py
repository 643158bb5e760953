"""Positions of Love Letter that people set up: the table alone is enough, and what no game can reach is refused with the reason."""

import copy
from typing import Any

import pytest

import joute
from joute.core.playthrough import random_choices
from joute.games.love_letter.state import LoveLetterState

GAME = joute.game("love_letter")


def seat(hand: list[str | None], played: list[str], **more: Any) -> dict[str, Any]:
    return {"tokens": 1, "in": True, "protected": False, "hand": hand, "played": played, **more}


def table(**more: Any) -> dict[str, Any]:
    """Two seats in the middle of a round: the first is to choose between a Guard and the King."""
    seats = [seat(["guard", "king"], ["priest"]), seat(["prince"], ["handmaid"])]
    drawn = {"phase": "choose", "round": 3, "mover": 0, "face_up": ["spy", "guard", "guard"], "under": [], "seats": seats}
    return {"game": "love_letter", "viewer": None, "table": drawn | more}


def test_a_table_is_a_position_whose_deck_is_what_nobody_has_seen() -> None:
    state = GAME.position(table())
    fields = LoveLetterState.of(state)
    assert fields.deck.tolist() == [1, 3, 1, 2, 1, 1, 2, 0, 1, 1]
    assert fields.left == 12  # the thirteenth is the card set aside
    assert GAME.legal(state, 0)[0].name == "guard>1:spy"
    written = GAME.to_json(state)
    assert written["table"]["seats"][1]["hand"] == ["prince"]
    assert GAME.position(written) == state


def test_what_others_know_of_a_hand_is_part_of_the_table() -> None:
    seats = [seat(["guard", "king"], ["priest"]), seat(["prince"], ["handmaid"], known_by=[0], cannot={"everybody": ["baron"]})]
    state = GAME.position(table(seats=seats))
    assert GAME.to_json(GAME.view(state, 0))["table"]["seats"][1]["hand"] == ["prince"]
    assert GAME.to_json(GAME.view(state, -1))["table"]["seats"][1]["hand"] == [None]
    worlds = {GAME.to_json(GAME.imagine(GAME.view(state, -1), seed))["table"]["seats"][1]["hand"][0] for seed in range(60)}
    assert len(worlds) > 3
    assert "baron" not in worlds


def test_a_hand_that_the_viewer_does_not_know_is_open() -> None:
    view = table(seats=[seat(["guard", "king"], ["priest"]), seat([None], ["handmaid"])]) | {"viewer": 0}
    state = GAME.position(view)
    worlds = {GAME.to_json(GAME.imagine(state, seed))["table"]["seats"][1]["hand"][0] for seed in range(60)}
    assert len(worlds) > 3
    assert "king" not in worlds


def test_a_table_without_its_fields_is_the_same_table() -> None:
    for seats in (2, 3, 6):
        game = joute.game("love_letter", seats=seats, rounds=2)
        state = game.new(seats)
        for number in range(40):
            if game.over(state):
                break
            described = game.to_json(state)
            alone = game.to_json(game.position({name: part for name, part in described.items() if name != "state"}))
            assert [one["hand"] for one in alone["table"]["seats"]] == [one["hand"] for one in described["table"]["seats"]]
            assert alone["table"]["deck"] == described["table"]["deck"]
            assert game.legal(game.position(alone), game.movers(state)[0]) == game.legal(state, game.movers(state)[0])
            game.step(state, random_choices(game, state, seats, number))


def changed(path: str, value: object) -> dict[str, Any]:
    """The table with one part replaced."""
    position = copy.deepcopy(table())
    place: Any = position["table"]
    *parents, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
    for part in parents:
        place = place[part]
    place[last] = value
    return position


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("seats.1.hand", ["king"], "2 times king; there are 1"),
        ("seats.1.hand", ["queen"], "there is no card 'queen'"),
        ("seats.1.hand", [], "a hand without a card"),
        ("seats.1.hand", [None], "that the viewer must know"),
        ("seats.0.hand", ["guard"], "too few"),
        ("seats.1.in", False, "a card of a seat that is out"),
        ("seats.0.tokens", 6, "should be over"),
        ("seats.0.cannot", {"1": ["guard"]}, "what is not true"),
        ("mover", 4, "the mover is 4; it is one of the seats"),
        ("phase", "deal", "no phase"),
        ("round", 9, "more rounds"),
        ("face_up", ["spy"], "too many cards face up"),
        ("under", ["guard"], "under the deck"),
        ("seats", [], "0 seats"),
    ],
)
def test_what_no_game_can_reach_is_refused_with_the_reason(path: str, value: object, said: str) -> None:
    with pytest.raises(joute.BadPosition, match=said):
        GAME.position(changed(path, value))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("left", 3),
        ("deck", [2] * 10),
        ("spied", 3),
        ("stirs", 2),
        ("piled", 9),
        ("standing", 0),
        ("phase", 12),
        ("goal", 1),
        ("tied", [1, 0]),
    ],
)
def test_fields_that_do_not_fit_are_refused(field: str, value: object) -> None:
    described = GAME.to_json(GAME.new(1))
    with pytest.raises(joute.BadPosition):
        GAME.position({**described, "state": {**described["state"], field: value}})
