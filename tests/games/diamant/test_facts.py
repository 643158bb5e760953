"""What is said of exploring and returning: each fact at a drawn position, and what comes of a choice at a scripted table."""

import numpy as np
import pytest
from games.diamant.caves import cave
from games.diamant.table import R, Table, X

from joute.core.contract import consequences, final_consequences
from joute.core.game import Game
from joute.core.state import Fields, State
from joute.games.diamant.rules import EXPLORE, RETURN
from joute.i18n import Language, use_language

Position = tuple[Game, State]

FIRST_TREASURE = cave("17", [0, 6, 9, 20], carried=4, gems=1)
TWO_TRAPS = cave("13 P1 P2 5", [0, 6, 9, 20], carried=4, gems=2)
DEEP = cave("17 15 14 P1 P2 P3", [0, 0], carried=22, gems=2)
ALONE = cave("17 P1 R", [0, 6, 9], carried=5, gems=2, inside=[0])
RELIC = cave("17 P1 R", [0, 6, 9], carried=5, gems=2, round=2)
EMPTY_HANDED = cave("P1 1", [0, 0, 0], gems=1)
LAST_AND_BEHIND = cave("17 P1", [0, 6, 9, 20], carried=4, gems=1, round=5)
LAST_ALONE = cave("17 P1", [5, 6, 9, 20], carried=17, inside=[0], round=5)
LAST_ALONE_AHEAD = cave("17 P1", [25, 6, 9, 20], carried=17, inside=[0], round=5)
LAST_WITH_ANOTHER = cave("17 P1", [25, 6, 9, 20], carried=8, gems=1, inside=[0, 3], round=5)
LAST_AND_EQUAL = cave("17 P1", [15, 6, 9, 20], carried=4, gems=1, round=5)

DEADLY_PAIRS = 23 * 4 + 3 * 3 * 2  # of a deck of 27: any other card and a deadly trap, or a new trap twice


@pytest.mark.parametrize(
    ("position", "action", "fact", "value"),
    [
        (TWO_TRAPS, X, "disaster", 4 / 27),
        (TWO_TRAPS, R, "disaster", 0),
        (FIRST_TREASURE, X, "disaster", 0),
        (TWO_TRAPS, X, "disaster_in_two", 4 / 27 + DEADLY_PAIRS / (27 * 26)),
        (FIRST_TREASURE, X, "disaster_in_two", 5 * 6 / (30 * 29)),
        (TWO_TRAPS, R, "disaster_in_two", 0),
        (TWO_TRAPS, X, "safe", 0),
        (TWO_TRAPS, R, "safe", 1),
        (FIRST_TREASURE, X, "safe", 1),
        (TWO_TRAPS, X, "traps", 2),
        (TWO_TRAPS, R, "traps", 0),
        (TWO_TRAPS, X, "at_stake", 4),
        (FIRST_TREASURE, X, "at_stake", 0),  # no trap lies there yet
        (TWO_TRAPS, R, "at_stake", 0),
        (TWO_TRAPS, X, "likely_loss", 4 * 4 / 27),
        (FIRST_TREASURE, X, "likely_loss", 0),
        (ALONE, X, "likely_find", 107 / 28),
        (RELIC, X, "likely_find", (1 + 1 + 1 + 1 + 2 + 2 + 3 + 3 + 3 + 4 + 4 + 5) / 29),
        (RELIC, R, "likely_find", 0),
        (FIRST_TREASURE, X, "better_bet", 1),
        (FIRST_TREASURE, R, "better_bet", 0),
        (LAST_ALONE, X, "better_bet", 1),
        (DEEP, X, "better_bet", 0),
        (DEEP, R, "better_bet", 1),
        (TWO_TRAPS, X, "treasure", 13 / 27),
        (TWO_TRAPS, R, "treasure", 0),
        (TWO_TRAPS, X, "relic", 1 / 27),
        (ALONE, X, "relic", 0),  # it lies on the path
        (EMPTY_HANDED, X, "nothing_to_lose", 1),
        (EMPTY_HANDED, R, "nothing_to_lose", 0),
        (TWO_TRAPS, X, "nothing_to_lose", 0),
        (ALONE, X, "alone", 1),
        (RELIC, X, "alone", 0),
        (ALONE, X, "sharers", 0),
        (RELIC, X, "sharers", 2),
        (RELIC, X, "left_on_path", 2 + 5),
        (ALONE, X, "left_on_path", 0),  # nobody else is there to take them
        (RELIC, R, "left_on_path", 0),
        (LAST_AND_BEHIND, X, "last_chance", 1),
        (LAST_AND_BEHIND, R, "last_chance", 0),
        (TWO_TRAPS, X, "last_chance", 0),
        (TWO_TRAPS, R, "banks", 4),
        (TWO_TRAPS, R, "banks_alone", 4 + 2),
        (RELIC, R, "banks", 5),
        (RELIC, R, "banks_alone", 5 + 2 + 5),
        (ALONE, R, "banks", 5 + 2 + 5),
        (RELIC, X, "banks", 0),
        (RELIC, R, "relic_gems", 5),
        (TWO_TRAPS, R, "relic_gems", 0),
        (ALONE, R, "leads", 1),
        (ALONE, X, "leads", 0),
        (TWO_TRAPS, R, "leads", 0),
        (LAST_ALONE_AHEAD, X, "leads", 1),
        (TWO_TRAPS, X, "behind", 20),
        (TWO_TRAPS, R, "behind", 16),
        (ALONE, R, "behind", 0),
        (LAST_AND_BEHIND, R, "cannot_win", 1),
        (LAST_AND_BEHIND, X, "cannot_win", 0),
        (LAST_AND_EQUAL, R, "cannot_win", 0),  # alone it would have 20 gems, too
        (TWO_TRAPS, R, "cannot_win", 0),  # rounds are left
        (LAST_ALONE, R, "wins", 1),
        (LAST_ALONE, X, "wins", 0),
        (LAST_ALONE_AHEAD, X, "wins", 1),
        (LAST_WITH_ANOTHER, R, "wins", 0),  # seat 3 may still bring more home
    ],
)
def test_a_fact(position: Position, action: str, fact: str, value: float) -> None:
    game, state = position
    assert game.facts(game.view(state, 0), 0, action)[fact] == pytest.approx(value)


def test_facts_are_said_in_both_languages() -> None:
    game, state = TWO_TRAPS
    disaster = next(fact for fact in game.definition.facts if fact.name == "disaster")
    value = game.facts(state, 0, X)["disaster"]
    assert disaster.sentence(game.local_name(X), value) == "explore risks a disaster on the next card: 15%"
    with use_language(Language.fr):
        assert disaster.sentence(game.local_name(X), value) == "explorer expose à un désastre à la prochaine carte : 15 %"


def of_seat_0(table: Table, choices: str, *cards: str) -> dict[str, float]:
    """What has come of seat 0's choice; consequences that are 0 are left out."""
    before = table.state.copy()
    table.turn(choices, *cards)
    definition = table.game.definition
    out = np.full(len(definition.consequences), np.nan)
    consequences(Fields.of(before), Fields.of(table.state), 0, EXPLORE if choices[0] == "X" else RETURN, out)
    return {fact.name: value for fact, value in zip(definition.consequences, out.tolist(), strict=True) if value}


def table(*cards: str) -> Table:
    """Three seats, which have explored together until these cards lie there."""
    made = Table(seats=3)
    made.enter(cards[0])
    made.explore(*cards[1:])
    return made


def test_a_treasure_is_found() -> None:
    assert of_seat_0(table("7"), "XXX", "9") == {"gems_found": 3}


def test_a_disaster_takes_what_is_carried() -> None:
    assert of_seat_0(table("7", "P1"), "XXX", "P1", "5") == {"ends_in_disaster": 1, "gems_lost": 2}
    assert of_seat_0(table("7", "P1"), "XRX", "P1", "5") == {
        "ends_in_disaster": 1,
        "gems_lost": 2,
        "loses_path": 1,
    }


def test_who_returns_alone_takes_all_that_lies_there() -> None:
    assert of_seat_0(table("7", "R"), "RXX", "9") == {"gems_banked": 2 + 1 + 5, "takes_relic": 1}
    assert of_seat_0(table("7", "R"), "RRX", "9") == {"gems_banked": 2, "shares_path": 1}  # the third carries more


def test_another_may_take_what_lies_there() -> None:
    assert of_seat_0(table("7", "R"), "XRX", "9") == {"gems_found": 4, "loses_path": 1}
    assert of_seat_0(table("9"), "XRX", "P1") == {}  # nothing lies there: the other took home its own


def test_who_returns_may_see_others_bring_more_home_by_the_end_of_the_round() -> None:
    made = table("9")
    before = made.state.copy()
    made.turn("RXX", "11")
    made.turn("RR", "5")
    assert at_the_end(before, made, 0) == {"brings_home": 3, "another_brings_more": 1}
    assert at_the_end(before, made, 1) == {"brings_home": 8, "nobody_ahead": 1}


def at_the_end(before: State, made: Table, seat: int) -> dict[str, float]:
    """What the rest of the round has brought a seat; consequences that are 0 are left out."""
    definition = made.game.definition
    out = np.full(len(definition.final_consequences), np.nan)
    final_consequences(Fields.of(before), Fields.of(made.state), seat, out)
    return {fact.name: value for fact, value in zip(definition.final_consequences, out.tolist(), strict=True) if value}
