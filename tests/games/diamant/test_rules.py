"""The rule book of Diamant, a test for each sentence; every card that is turned is written down."""

import pytest
from scripted import play, settle

import joute
from joute.errors import BadSetting
from joute.game import Game
from joute.games.diamant.cards import card_names
from joute.state import State

X, R = "explore", "return"


class Table:
    """A game whose cards are chosen by the test: `enter` turns the first card of a round, `turn` plays choices and the card after."""

    def __init__(self, seats: int = 3, rounds: int = 5, edition: str = "2006") -> None:
        self.game: Game = joute.game("diamant", seats=seats, rounds=rounds, edition=edition)
        self.state: State = self.game.laid_out()
        self.cards = card_names(int(edition))

    def outcomes(self, cards: tuple[str, ...]) -> list[int]:
        return [self.cards.index(card) for card in cards]

    def enter(self, card: str) -> None:
        settle(self.game, self.state, self.outcomes((card,)))

    def turn(self, choices: str, *cards: str) -> None:
        """One letter for each seat inside, X or R, in seat order; then the cards turned."""
        movers = self.game.movers(self.state)
        assert len(choices) == len(movers)
        chosen = {seat: X if letter == "X" else R for seat, letter in zip(movers, choices, strict=True)}
        play(self.game, self.state, chosen, self.outcomes(cards))

    def explore(self, *cards: str) -> None:
        """Everybody inside explores, card after card."""
        for card in cards:
            self.turn("X" * len(self.game.movers(self.state)), card)

    @property
    def banks(self) -> list[int]:
        return self.state.record.bank[: self.game.spec.seats].tolist()

    @property
    def carried(self) -> int:
        return int(self.state.record.carried)

    @property
    def gems(self) -> int:
        return int(self.state.record.gems)

    @property
    def path(self) -> list[str]:
        return [self.cards[kind] for kind in self.state.record.path[: self.state.record.steps]]

    @property
    def deck(self) -> dict[str, int]:
        return {card: int(count) for card, count in zip(self.cards, self.state.record.deck, strict=False) if count}

    @property
    def round(self) -> int:
        return int(self.state.record.round) + 1

    @property
    def inside(self) -> list[int]:
        return self.game.movers(self.state)


FULL = {"1": 1, "2": 1, "3": 1, "4": 1, "5": 2, "7": 2, "9": 1, "11": 2, "13": 1, "14": 1, "15": 1, "17": 1}
TRAPS = {"P1": 3, "P2": 3, "P3": 3, "P4": 3, "P5": 3}
TREASURES = ("1", "2", "3", "4", "5", "5", "7", "7", "9", "11", "11", "13", "14", "15", "17")

# --- the table --------------------------------------------------------------------------------------------------------------


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


# --- a turn -----------------------------------------------------------------------------------------------------------------


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
    assert table.state.record.relics[:3].tolist() == [0, 2, 0]
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


# --- traps ------------------------------------------------------------------------------------------------------------------


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


# --- relics -----------------------------------------------------------------------------------------------------------------


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
    assert left.state.record.relics.sum() == 0

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


# --- the end ----------------------------------------------------------------------------------------------------------------


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


# --- chance -----------------------------------------------------------------------------------------------------------------


def test_the_card_turned_is_any_of_those_left_with_odds_that_a_player_may_compute() -> None:
    table = Table(seats=2)
    odds = table.game.chances(table.state)
    assert dict(zip(table.cards, odds, strict=True)) == {card: count / 31 for card, count in {**FULL, **TRAPS, "R": 1}.items()}
    table.enter("5")
    table.explore("17")
    table.game.advance(table.state, {0: X, 1: X})
    later = dict(zip(table.cards, table.game.chances(table.state), strict=True))
    assert (later["5"], later["17"], later["P1"], later["R"]) == (1 / 29, 0, 3 / 29, 1 / 29)


def worst_round(table: Table, relics: tuple[str, ...], deadly: str) -> int:
    """Every treasure, every relic and a trap of each kind before the disaster; how many times seats chose."""
    cards = (*TREASURES, *relics, "P1", "P2", "P3", "P4", "P5", deadly)
    table.enter(cards[0])
    for card in cards[1:]:
        table.game.advance(table.state, dict.fromkeys(table.inside, X))
        table.game.resolve(table.state, table.cards.index(card))
    return len(cards) - 1


@pytest.mark.parametrize("edition", ["2006", "2016", "2020"])
@pytest.mark.parametrize("rounds", [1, 5])
def test_the_longest_game_never_runs_out_of_cards(edition: str, rounds: int) -> None:
    table = Table(seats=8, rounds=rounds, edition=edition)
    turns = 0
    for round, deadly in enumerate(("P1", "P1", "P2", "P2", "P3")[:rounds], 1):
        relics = {"2006": ("R",), "2016": ("R",) * 5 if round == 1 else (), "2020": (f"R{round}",)}[edition]
        turns += worst_round(table, relics, deadly)
    assert table.game.over(table.state)
    assert turns == table.game.spec.longest


def test_a_choice_is_seen_by_nobody_before_all_are_revealed() -> None:
    """Choices are no part of a position: whatever the others have decided, every seat looks at the same bytes."""
    table = Table()
    table.enter("7")
    before = table.state.copy()
    for others in ((X, X), (X, R), (R, X), (R, R)):
        table.game.check(table.state, {0: X, 1: others[0], 2: others[1]})
        assert table.state == before
    assert len({table.game.view(table.state, seat).array.tobytes() for seat in range(-1, 3)}) == 1


def test_equal_positions_are_equal_to_the_byte() -> None:
    """What a finished round leaves behind is erased."""
    one, other = Table(seats=2), Table(seats=2)
    one.enter("1")
    one.explore("P1", "13")
    one.turn("RR", "9")
    other.enter("13")
    other.turn("RR", "9")
    one.state.record.bank[:] = other.state.record.bank[:]
    assert one.state == other.state
