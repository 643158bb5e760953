"""The data and the map of first stones."""

from morpion_first_moves import MAP, draw, load, look


def test_the_map_shows_the_data() -> None:
    moves = load()
    assert MAP.read_text(encoding="utf-8") == draw(moves)


def test_the_data_knows_what_is_published() -> None:
    moves = load()
    assert (moves["f6"].winner, moves["f6"].plies, moves["f6"].exact) == ("X", 11, True)
    for name in ("b2", "c2"):
        assert (moves[name].winner, moves[name].plies, moves[name].exact) == ("X", 13, True)


def test_every_stone_is_a_win_of_a_possible_length_or_unknown() -> None:
    for move in load().values():
        if move.winner is None:
            assert look(move)[1] == "?"
        else:
            assert move.plies is not None
            assert move.plies >= 11
            assert move.plies % 2 == (1 if move.winner == "X" else 0), "the winner places the last stone"
