"""The rule book of Diamant, a test for each sentence: the table, a turn, the end. Every card that is turned is written down."""

import pytest
from games.diamant.table import FULL, TRAPS, R, Table, X

import joute
from joute.core.errors import BadSetting


def test_the_deck_holds_fifteen_treasures_three_traps_of_each_of_five_kinds_and_one_relic() -> None:
    assert Table().deck == {**FULL, **TRAPS, "R": 1}


def test_two_to_eight_sit_at_the_table_and_four_by_default() -> None:
    assert joute.game("diamant").spec.seats == 4
    assert [joute.game("diamant", seats=seats).spec.seats for seats in (2, 8)] == [2, 8]
    for seats in (1, 9):
        with pytest.raises(BadSetting, match="2 to 8"):
            joute.game("diamant", seats=seats)


def test_five_rounds_are_played_or_as_many_as_the_option_says() -> None:
    for rounds in (1, 2, 5):
        table = Table(seats=2, rounds=rounds)
        for _ in range(rounds):
            assert not table.game.over(table.state)
            table.enter("7")
            table.game.advance(table.state, {0: R, 1: R})
        assert table.game.over(table.state)
        assert table.game.movers(table.state) == []
    for rounds in (0, 6):
        with pytest.raises(BadSetting, match="1 to 5"):
            joute.game("diamant", rounds=rounds)


def test_there_are_three_editions() -> None:
    with pytest.raises(BadSetting, match="2006, 2016, 2020"):
        joute.game("diamant", edition="2005")


def test_the_first_card_of_a_round_is_turned_before_any_choice() -> None:
    table = Table()
    assert table.inside == []
    table.enter("7")
    assert table.inside == [0, 1, 2]
    table.turn("RRR", "9")
    assert (table.round, table.path, table.inside) == (2, ["9"], [0, 1, 2])


def test_all_those_inside_choose_at_once_to_explore_or_return() -> None:
    table = Table()
    table.enter("7")
    for seat in range(3):
        assert [action.name for action in table.game.legal(table.state, seat)] == [X, R]


def test_one_who_has_returned_chooses_no_more_until_the_next_round() -> None:
    table = Table()
    table.enter("7")
    table.turn("XRX", "9")
    assert table.inside == [0, 2]
    assert table.game.legal(table.state, 1) == []
    table.turn("RR", "P1")
    assert table.inside == [0, 1, 2]


def test_a_treasure_is_shared_equally_among_the_explorers_and_the_remainder_lies_on_the_path() -> None:
    table = Table()
    table.enter("11")
    assert (table.carried, table.gems) == (3, 2)
    table.explore("17")
    assert (table.carried, table.gems) == (3 + 5, 2 + 2)
    table.turn("XXR", "15")
    assert (table.carried, table.gems) == (8 + 7, 0 + 1)


def test_a_treasure_smaller_than_the_number_of_explorers_stays_on_the_path() -> None:
    table = Table()
    table.enter("2")
    assert (table.carried, table.gems) == (0, 2)


def test_those_who_return_share_the_gems_on_the_path_and_the_remainder_stays() -> None:
    table = Table(seats=4)
    table.enter("3")
    table.explore("4", "7")
    assert (table.carried, table.gems) == (2, 6)
    table.turn("XRRR", "P1")
    assert (table.banks, table.gems) == ([0, 4, 4, 4], 0)

    table = Table(seats=4)
    table.enter("3")
    table.explore("2")
    table.turn("XXRR", "P1")
    assert (table.banks, table.gems) == ([0, 0, 2, 2], 1)


def test_those_who_return_bank_what_they_carry_and_the_others_go_on_with_theirs() -> None:
    table = Table(seats=2)
    table.enter("14")
    table.turn("RX", "9")
    assert (table.banks, table.carried) == ([7, 0], 7 + 9)


def test_they_return_before_the_card_is_turned_and_have_no_part_in_it() -> None:
    table = Table(seats=2)
    table.enter("P1")
    table.explore("14")
    table.turn("RX", "P1", "9")
    assert table.banks == [7, 0]


def test_one_who_returns_alone_takes_every_relic_on_the_path() -> None:
    table = Table(seats=3, edition="2016")
    table.enter("R")
    table.explore("7", "R")
    assert table.path == ["R", "7", "R"]
    table.turn("XRX", "P2")
    assert table.banks == [0, 2 + 1 + 5 + 5, 0]
    assert table.fields.relics[:3].tolist() == [0, 2, 0]
    assert table.path == ["7", "P2"]


def test_those_who_return_together_leave_the_relics_for_one_who_comes_alone_later() -> None:
    table = Table(seats=3)
    table.enter("R")
    table.turn("RRX", "P1")
    assert (table.banks, table.path) == ([0, 0, 0], ["R", "P1"])
    table.turn("R", "7")
    assert table.banks == [0, 0, 5]


def test_the_last_one_inside_returns_alone_even_when_the_others_left_before() -> None:
    table = Table(seats=2)
    table.enter("R")
    table.turn("RX", "3")
    assert (table.banks, table.carried) == ([5, 0], 3)
    table.turn("R", "7")
    assert table.banks == [5, 3]


def test_when_nobody_explores_no_card_is_turned_and_the_round_ends() -> None:
    table = Table(seats=2, rounds=1)
    table.enter("9")
    table.turn("RR")
    assert table.game.over(table.state)
    assert table.banks == [4, 4]


def one_round(seats: int, first: str, *turns: tuple[str, str]) -> list[float]:
    table = Table(seats=seats, rounds=1)
    table.enter(first)
    for choices, card in turns:
        table.turn(choices, *card.split())
    assert table.game.over(table.state)
    return table.game.returns(table.state)


def test_the_highest_bank_wins() -> None:
    assert one_round(3, "9", ("RXX", "5"), ("XR", "P1"), ("R", "")) == [0, 0, 1]


def test_equal_banks_share_the_win() -> None:
    assert one_round(3, "9", ("XRR", "P1"), ("X", "P1")) == [0, 0.5, 0.5]
    assert one_round(3, "9", ("RRR", "")) == pytest.approx([1 / 3] * 3)
    assert one_round(2, "P1", ("XX", "P1")) == [0.5, 0.5]
