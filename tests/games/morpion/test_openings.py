"""Balanced openings of Morpion: the book of the default game, and random openings for others."""

import json
from pathlib import Path
from typing import Any

import pytest

import joute
from joute.core.game import Game
from joute.core.state import State
from joute.games.morpion.evaluate import quiet
from joute.games.morpion.openings import BOOK, FAIREST, LONGEST, SHORTEST, Opening, balanced, book, canonical, in_turn, main, measure
from joute.games.morpion.state import MorpionState

SHAPES: list[dict[str, Any]] = [
    {"width": 3, "height": 3, "align": 3},
    {"width": 19, "height": 19, "align": 6},
    {"width": 3, "height": 19},
    {"swap": True},
    {"align": 5},
]


def played(game: Game, opening: Opening) -> State:
    """The position after a beginning, every choice checked."""
    state = game.new()
    for choices in opening:
        game.advance(state, choices)
    return state


def test_the_book_has_about_a_hundred_beginnings_of_three_to_six_plies() -> None:
    assert len(book()) >= 100
    assert {len(opening) for opening in book()} <= set(range(SHORTEST, LONGEST + 1))


def test_every_beginning_was_measured_as_fair() -> None:
    written = json.loads(BOOK.read_text(encoding="utf-8"))
    for entry in written["openings"]:
        assert entry["games"] == written["games"] >= 40
        assert FAIREST[0] <= entry["share"] <= FAIREST[1]


def test_every_beginning_is_legal_and_leaves_no_threat() -> None:
    game = joute.game("morpion")
    for opening in book():
        state = played(game, opening)
        assert not game.over(state)
        assert quiet(MorpionState.of(state))


def test_no_two_beginnings_of_the_book_are_alike() -> None:
    game = joute.game("morpion")
    forms = {canonical(game, [move for choices in opening for move in choices.values()]) for opening in book()}
    assert len(forms) == len(book())


def test_turned_mirrored_shifted_and_reordered_beginnings_are_alike() -> None:
    game = joute.game("morpion")
    first = canonical(game, ["c3", "d3", "e4"])
    assert first == canonical(game, ["e4", "d3", "c3"])  # the other order of X
    assert first == canonical(game, ["g3", "h3", "i4"])  # shifted
    assert first == canonical(game, ["e3", "d3", "c4"])  # mirrored
    assert first == canonical(game, ["c3", "c4", "d5"])  # turned over the diagonal
    assert first != canonical(game, ["c3", "e4", "d3"])  # other owners


def test_the_seed_orders_the_book_and_nothing_comes_again_before_all_came() -> None:
    game = joute.game("morpion")
    size = len(book())
    first, again, other = (balanced(game, 2 * size, seed) for seed in (1, 1, 2))
    assert first == again != other
    for half in (first[:size], first[size:]):
        assert sorted(map(str, half)) == sorted(map(str, book()))


@pytest.mark.parametrize("options", SHAPES, ids=str)
def test_other_boards_get_beginnings_without_a_threat(options: dict[str, Any]) -> None:
    game = joute.game("morpion", **options)
    openings = balanced(game, 12, seed=3)
    assert openings == balanced(game, 12, seed=3)
    assert openings[:5] == balanced(game, 5, seed=3)
    assert openings != balanced(game, 12, seed=4)
    for opening in openings:
        state = played(game, opening)
        assert not game.over(state)
        assert quiet(MorpionState.of(state))
        assert len(opening) <= LONGEST


def test_a_beginning_that_always_ends_the_same_way_is_given_up_early() -> None:
    game = joute.game("morpion").fast()
    lost = measure(game, [joute.agent("classes", game)], ["f6", "a1", "f7", "a12"], games=40, seed=1)
    assert lost.games < 40
    assert lost.share == 1
    assert not lost.fair


def test_moves_get_their_seats_in_turn() -> None:
    assert in_turn(["f6", "f7", "g7"]) == [{0: "f6"}, {1: "f7"}, {0: "g7"}]


@pytest.mark.slow
def test_the_maker_writes_a_book_that_the_seed_repeats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    books = []
    for name in ("once.json", "again.json"):
        out = tmp_path / name
        main(["--count", "2", "--games", "8", "--seed", "5", "--agent", "random", "--judge", "random", "--out", str(out)])
        books.append(json.loads(out.read_text(encoding="utf-8")))
    assert books[0] == books[1]
    assert len(books[0]["openings"]) == 2
    assert books[0]["agents"] == ["random"]
    assert "share" in capsys.readouterr().err
