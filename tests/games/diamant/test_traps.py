"""What the rule book of Diamant says of traps, a test for each sentence."""

from games.diamant.table import FULL, TRAPS, Table, X


def test_a_first_trap_of_a_kind_warns_and_nothing_else() -> None:
    table = Table()
    table.enter("11")
    table.explore("P1", "P2", "P3", "P4", "P5")
    assert (table.round, table.carried, table.inside) == (1, 3, [0, 1, 2])


def test_a_second_trap_of_a_kind_ends_the_round_and_those_inside_lose_what_they_carry() -> None:
    table = Table()
    table.enter("11")
    table.explore("P3")
    table.turn("RXX", "7")
    assert (table.banks, table.carried) == ([3 + 2, 0, 0], 3 + 3)
    table.turn("XX", "P3", "9")
    assert (table.round, table.banks, table.path) == (2, [5, 0, 0], ["9"])
    assert (table.carried, table.inside) == (3, [0, 1, 2])


def test_the_second_trap_leaves_the_game_and_all_else_goes_back_into_the_deck() -> None:
    table = Table()
    table.enter("P3")
    table.explore("11", "P4")
    table.turn("XXX", "P3", "1")
    assert {**table.deck, "1": 1} == {**FULL, **TRAPS, "P3": 2, "R": 2}


def test_all_traps_go_back_into_the_deck_when_everybody_returned() -> None:
    table = Table(seats=2)
    table.enter("P3")
    table.explore("11", "P4")
    table.turn("RR", "1")
    assert {**table.deck, "1": 1} == {**FULL, **TRAPS, "R": 2}


def test_a_trap_of_which_two_left_the_game_only_warns() -> None:
    table = Table(seats=2)
    for _ in range(2):
        table.enter("P1")
        table.game.advance(table.state, {0: X, 1: X})
        table.game.resolve(table.state, table.cards.index("P1"))
    table.enter("P1")
    assert "P1" not in table.deck
    assert table.round == 3


def test_the_gems_left_on_the_path_vanish_at_the_end_of_the_round() -> None:
    table = Table(seats=2)
    table.enter("1")
    table.turn("RR", "P1")
    assert (table.banks, table.gems) == ([0, 0], 0)

    table = Table(seats=2)
    table.enter("1")
    table.explore("P1")
    table.turn("XX", "P1", "P1")
    assert (table.banks, table.gems) == ([0, 0], 0)
