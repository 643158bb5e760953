"""What may be turned and what is secret: odds, the longest game, choices before they are revealed."""

import pytest
from games.diamant.table import FULL, TRAPS, TREASURES, R, Table, X


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
    """Every treasure, every relic and a trap of each kind before the disaster; the number of turns."""
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
    one.fields.bank[:] = other.fields.bank[:]
    assert one.state == other.state
