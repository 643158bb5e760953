"""What the rule book of Diamant says of relics, in every edition, a test for each sentence."""

from games.diamant.table import R, Table


def test_one_relic_is_shuffled_in_at_the_start_of_each_round_beside_those_not_turned_yet() -> None:
    table = Table(seats=2)
    for round in range(1, 6):
        assert table.deck["R"] == round
        table.enter("7")
        table.game.advance(table.state, {0: R, 1: R})


def test_a_relic_turned_never_goes_back_into_the_deck_taken_or_not() -> None:
    taken = Table(seats=2)
    taken.enter("R")
    taken.turn("RX", "7")
    taken.turn("R", "7")
    assert taken.deck["R"] == 1  # the second round's own

    left = Table(seats=2)
    left.enter("R")
    left.turn("RR", "7")
    assert left.deck["R"] == 1
    assert left.fields.relics.sum() == 0

    lost = Table(seats=2)
    lost.enter("R")
    lost.explore("P1")
    lost.turn("XX", "P1", "7")
    assert lost.deck["R"] == 1


def test_the_relics_are_worth_5_5_5_10_10_in_the_order_in_which_they_are_taken() -> None:
    table = Table(seats=2)
    worth = []
    for _ in range(5):
        table.enter("R")
        before = table.banks[0]
        table.turn("RX", "P1")
        worth.append(table.banks[0] - before)
        table.game.advance(table.state, {1: R})
    assert worth == [5, 5, 5, 10, 10]


def test_a_relic_lost_does_not_count_among_those_taken() -> None:
    table = Table(seats=2)
    for _ in range(4):
        table.enter("R")
        table.game.advance(table.state, {0: R, 1: R})
    table.enter("R")
    table.turn("XR", "7")
    assert table.banks == [0, 5]


def test_relics_taken_together_are_counted_one_after_the_other() -> None:
    table = Table(seats=2, edition="2016")
    table.enter("R")
    table.explore("R", "R", "R")
    table.turn("XR", "R")
    assert table.banks == [0, 5 + 5 + 5 + 10]
    table.turn("R", "7")
    assert table.banks == [10, 25]


def test_edition_2016_has_all_five_relics_in_the_deck_from_the_start() -> None:
    table = Table(seats=2, edition="2016")
    assert table.deck["R"] == 5
    table.enter("R")
    table.turn("RR", "7")
    assert table.deck["R"] == 4


def test_edition_2020_has_numbered_relics_of_which_the_first_enters_in_the_first_round() -> None:
    table = Table(seats=2, edition="2020")
    for round in range(1, 6):
        assert [card for card in table.deck if card.startswith("R")] == [f"R{number}" for number in range(1, round + 1)]
        table.enter("7")
        table.game.advance(table.state, {0: R, 1: R})


def test_edition_2020_relics_are_worth_5_7_8_10_12_as_numbered_whatever_the_order() -> None:
    table = Table(seats=6, edition="2020")
    for _ in range(4):
        table.enter("1")
        table.game.advance(table.state, dict.fromkeys(range(6), R))
    table.enter("R5")
    for card in ("R4", "R1", "R3", "R2", "P1"):  # those inside return one by one, the lowest seat first
        table.turn("R" + "X" * (len(table.inside) - 1), card)
    assert table.banks == [12, 10, 5, 8, 7, 0]
