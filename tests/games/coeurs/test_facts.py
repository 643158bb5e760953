"""What is said of a card before it is played, and what has come of it when the trick is over: one sentence a test."""

import numpy as np
from games.coeurs.tables import SLAM_HANDS, SUITED, dealt, play_cards, play_lowest

import joute
from joute.core.contract import consequences
from joute.core.game import Game
from joute.core.state import Fields, State
from joute.games.coeurs.rules import points_of
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.cards import HAND, SEATS

HANDS = (  # seat 1 opens; seat 2 has no diamond, seat 0 no club
    "9D KD AD 7S 9S 7H QH AH",
    "8D JD QD 8S QS 7C 9C KH",
    "10S JS KS 8C 10C JC 9H 10H",
    "7D 10D AS QC KC AC 8H JH",
)


def facts_of(cards: str, action: str, hands: tuple[str, ...] = HANDS) -> dict[str, float]:
    """The facts of a card for the seat on turn, after these cards."""
    game, state = dealt(*hands)
    play_cards(game, state, cards)
    (seat,) = game.movers(state)
    return game.facts(game.view(state, seat), seat, action)


def fact(name: str, cards: str, action: str, hands: tuple[str, ...] = HANDS) -> float:
    """One fact of a card."""
    return facts_of(cards, action, hands)[name]


def with_hearts(hearts: list[int], cards: str = "", hands: tuple[str, ...] = HANDS) -> tuple[Game, State]:
    """A position in which the seats have taken that number of hearts."""
    game, state = dealt(*hands)
    play_cards(game, state, cards)
    CoeursState.of(state).hearts[:] = hearts
    return game, state


def fact_with_hearts(name: str, hearts: list[int], cards: str, action: str) -> float:
    """One fact of a card, once the seats have taken that number of hearts."""
    game, state = with_hearts(hearts, cards)
    (seat,) = game.movers(state)
    return game.facts(game.view(state, seat), seat, action)[name]


# --- the trick ------------------------------------------------------------------------------------------------------------


def test_a_card_above_all_others_of_the_suit_led_takes_the_trick_so_far() -> None:
    assert fact("takes_so_far", "QD 8C 10D", "KD") == 1
    assert fact("takes_so_far", "QD 8C 10D", "9D") == 0
    assert fact("takes_so_far", "QD", "10S") == 0  # another suit


def test_a_card_is_sure_to_take_the_trick_if_nobody_to_come_can_be_higher() -> None:
    assert fact("takes_surely", "QD 8C 10D", "KD") == 1  # it is the last
    assert fact("takes_surely", "7C 8C", "AC") == 1  # there is nothing higher
    assert fact("takes_surely", "7C 8C", "KC") == 1  # the ace is in one's own hand
    assert fact("takes_surely", "7C", "JC") == 0


def test_seats_that_lack_the_suit_cannot_beat_a_card() -> None:
    first_trick = "8D 8C 7D 9D"
    assert fact("players_to_beat", f"{first_trick} 7S QS", "KS") == 1
    assert fact("players_to_beat", first_trick, "KD") == 0
    assert fact("players_to_beat", first_trick, "7S") == 3
    assert fact("players_to_beat", "8D 8C 10D 9D  AS 7S QS 10S", "7D") == 2  # three others are to come, one has no diamond


def test_a_card_below_the_trick_cannot_take_it() -> None:
    assert fact("cannot_take", "QD 8C", "10D") == 1
    assert fact("cannot_take", "QD", "KS") == 1  # not a diamond
    assert fact("cannot_take", "7C", "8C") == 0


def test_a_lead_cannot_take_the_trick_if_all_other_cards_of_the_suit_are_higher() -> None:
    assert fact("cannot_take", "", "7C") == 1
    assert fact("takes_so_far", "", "7C") == 0
    assert fact("cannot_take", "", "9C") == 0


def test_the_highest_card_that_ducks_is_below_the_trick_with_no_other_in_between() -> None:
    hands = ("9D 10D KD AD 7S 7H QH AH", "8D JD QD 8S QS 7C 9C KH", HANDS[2], "7D 9S AS QC KC AC 8H JH")
    assert fact("ducks_highest", "QD 8C 7D", "10D", hands) == 1
    assert fact("ducks_highest", "QD 8C 7D", "9D", hands) == 0
    assert fact("ducks_highest", "QD 8C 7D", "KD", hands) == 0


def test_the_only_card_of_the_suit_is_no_choice_between_ducks() -> None:
    assert fact("ducks_highest", "8S KS", "AS") == 0


def test_a_trick_is_taken_with_the_highest_card_of_the_suit() -> None:
    assert fact("takes_with_highest", "QD 8C 10D", "AD") == 1
    assert fact("takes_with_highest", "QD 8C 10D", "KD") == 0
    assert fact("takes_with_highest", "8S KS", "AS") == 0  # it is the only one


def test_the_last_card_takes_a_trick_without_hearts_safely() -> None:
    assert fact("takes_safely", "QD 8C 10D", "KD") == 1
    assert fact("takes_safely", "QD 9H 10D", "KD") == 0
    assert fact("takes_safely", "8S", "KS") == 0  # two are to come, and may throw hearts


def test_hearts_are_counted_for_a_card_that_takes_them_so_far() -> None:
    assert fact("hearts_so_far", "QD 9H 10D", "KD") == 1
    assert fact("hearts_so_far", "QD 9H 10D", "9D") == 0
    assert fact("hearts_so_far", "", "KH") == 1  # the card itself


# --- leads and discards ---------------------------------------------------------------------------------------------------


def test_a_heart_is_led() -> None:
    assert fact("leads_heart", "", "KH") == 1
    assert fact("leads_heart", "", "8D") == 0
    assert fact("leads_heart", "KH", "9H") == 0


def test_nobody_can_follow_a_suit_that_is_all_in_one_hand() -> None:
    assert fact("leads_alone", "", "7S", SUITED) == 1
    assert fact("takes_surely", "", "7S", SUITED) == 1
    assert fact("leads_alone", "", "8D") == 0


def test_a_heart_is_thrown_on_another_suit() -> None:
    assert fact("throws_heart", "QD", "9H") == 1
    assert fact("throws_heart", "QD", "KS") == 0
    assert fact("throws_heart", "KH", "9H") == 0  # it follows


def test_a_high_card_goes_without_taking_the_trick() -> None:
    assert fact("sheds_high", "QD", "KS") == 1  # of the unseen spades the ace alone is higher
    assert fact("sheds_high", "QD", "8C") == 0
    assert fact("sheds_high", "8S", "KS") == 0  # it takes the trick so far


# --- the suit -------------------------------------------------------------------------------------------------------------


def test_unseen_cards_of_the_suit_are_counted_above_and_below() -> None:
    found = facts_of("", "JD")  # one's own hand has 8D JD QD
    assert (found["higher_unseen"], found["lower_unseen"]) == (2, 3)
    found = facts_of("8D 8C 10D", "9D")  # 8D and 10D are on the table; 7D JD QD are unseen
    assert (found["higher_unseen"], found["lower_unseen"]) == (2, 1)


def test_players_who_have_not_followed_have_none_of_the_suit() -> None:
    assert fact("players_void", "8D 8C 7D KD", "AD") == 1
    assert fact("players_void", "8D 8C 7D KD", "7S") == 0


# --- what stays in hand ---------------------------------------------------------------------------------------------------


def test_cards_of_the_suit_are_left_in_hand() -> None:
    assert fact("suit_left", "", "JD") == 2
    assert fact("suit_left", "", "KH") == 0


def test_the_last_card_of_a_suit_empties_it() -> None:
    assert fact("empties_suit", "", "KH") == 1
    assert fact("empties_suit", "", "8S") == 0


def test_the_lowest_card_of_a_suit_is_spent() -> None:
    assert fact("spends_lowest", "", "8D") == 1
    assert fact("spends_lowest", "", "JD") == 0
    assert fact("spends_lowest", "", "KH") == 0  # nothing is left


def test_only_high_cards_of_the_suit_are_left() -> None:
    assert fact("leaves_only_high", "QD 8C 10D", "9D") == 1  # the king and the ace
    assert fact("leaves_only_high", "", "QD") == 0  # the eight
    assert fact("leaves_only_high", "", "KH") == 0  # nothing is left


def test_a_card_below_all_others_of_its_suit_gives_the_lead_away() -> None:
    assert fact("keeps_exit", "", "8D") == 1  # the seven of clubs stays
    assert fact("keeps_exit", "", "7C") == 0


# --- slams ----------------------------------------------------------------------------------------------------------------


def test_the_situation_says_how_many_hearts_are_taken_and_whether_all_of_them_are_one_s_own() -> None:
    assert fact_with_hearts("hearts_fallen", [3, 1, 0, 0], "QD 8C 10D", "KD") == 4
    assert fact_with_hearts("own_slam_hearts", [3, 1, 0, 0], "QD 8C 10D", "KD") == 0
    assert fact_with_hearts("own_slam_hearts", [3, 0, 0, 0], "QD 8C 10D", "KD") == 3
    assert fact_with_hearts("own_slam_hearts", [0, 3, 0, 0], "QD 8C 10D", "KD") == 0


def test_a_card_that_is_sure_to_take_keeps_a_slam_of_three_hearts_alive() -> None:
    assert fact_with_hearts("keeps_slam", [3, 0, 0, 0], "QD 8C 10D", "KD") == 1
    assert fact_with_hearts("keeps_slam", [3, 0, 0, 0], "QD 8C 10D", "9D") == 0
    assert fact_with_hearts("keeps_slam", [2, 0, 0, 0], "QD 8C 10D", "KD") == 0
    assert fact_with_hearts("keeps_slam", [3, 1, 0, 0], "QD 8C 10D", "KD") == 0


def test_leaving_a_heart_to_another_seat_gives_up_the_slam() -> None:
    assert fact_with_hearts("gives_up_slam", [3, 0, 0, 0], "QD 9H 10D", "9D") == 1
    assert fact_with_hearts("gives_up_slam", [3, 0, 0, 0], "QD 9H 10D", "KD") == 0
    assert fact_with_hearts("gives_up_slam", [3, 0, 0, 0], "QD 8C 10D", "9D") == 0  # no heart is in the trick


def test_a_heart_that_another_seat_gets_stops_a_slam() -> None:
    assert fact_with_hearts("stops_slam", [0, 4, 0, 0], "QD 9H 10D", "KD") == 1
    assert fact_with_hearts("stops_slam", [0, 4, 0, 0], "QD 9H 10D", "9D") == 0
    assert fact_with_hearts("stops_slam", [0, 0, 4, 0], "QD 9H 10D", "9D") == 1  # seat 1 takes it, and seat 2 has the hearts
    assert fact_with_hearts("stops_slam", [0, 3, 0, 0], "QD 9H 10D", "KD") == 0


def test_a_heart_for_the_seat_that_has_all_others_helps_its_slam() -> None:
    assert fact_with_hearts("feeds_slam", [0, 4, 0, 0], "QD 9H 10D", "9D") == 1
    assert fact_with_hearts("feeds_slam", [0, 4, 0, 0], "QD", "9H") == 1
    assert fact_with_hearts("feeds_slam", [0, 4, 0, 0], "QD", "8C") == 0
    assert fact_with_hearts("feeds_slam", [0, 4, 0, 0], "QD 9H 10D", "KD") == 0


# --- consequences ---------------------------------------------------------------------------------------------------------


def come_of(game: Game, state: State, action: str, cards: str = "") -> dict[str, float]:
    """What has come of a card after these cards of the others, to which chance adds nothing."""
    (seat,) = game.movers(state)
    before = state.copy()
    play_cards(game, state, f"{action} {cards}")
    out = np.full(len(game.definition.consequences), np.nan)
    number = next(number for number, named in game.actions.items() if named.name == action)
    consequences(Fields.of(before), Fields.of(state), seat, number, out)
    return {named.name: value for named, value in zip(game.definition.consequences, out.tolist(), strict=True)}


def without_zeros(found: dict[str, float]) -> dict[str, float]:
    return {name: value for name, value in found.items() if value}


def test_the_lead_takes_the_trick_with_a_heart_thrown_on_it() -> None:
    found = come_of(*dealt(*HANDS), "QD", "9H 10D 9D")
    assert without_zeros(found) == {"takes_trick": 1, "takes_hearts": 1, "hearts_taken": 1, "hearts_thrown": 1}


def test_another_seat_takes_the_trick_and_has_played_to_the_next() -> None:
    found = come_of(*dealt(*HANDS), "QD", "9H 10D KD  7S")
    assert without_zeros(found) == {"hearts_given": 1, "hearts_thrown": 1}


def test_a_trick_of_hearts_is_followed_and_nothing_is_thrown() -> None:
    assert without_zeros(come_of(*dealt(*HANDS), "KH", "9H 8H 7H")) == {"takes_trick": 1, "takes_hearts": 1, "hearts_taken": 4}


def test_cards_on_the_table_count() -> None:
    game, state = dealt(*HANDS)
    play_cards(game, state, "QD 9H")
    assert without_zeros(come_of(game, state, "10D", "KD 7S 8S KS")) == {"hearts_given": 1}


def test_a_slam_is_lost_by_one_and_stopped_for_the_others() -> None:
    game, state = with_hearts([0, 4, 0, 0])
    assert come_of(game, state.copy(), "QD", "9H 10D KD")["loses_slam"] == 1
    assert come_of(game, state.copy(), "QD", "9H 10D 9D")["loses_slam"] == 0
    play_cards(game, state, "QD 9H 10D")
    assert come_of(game, state.copy(), "KD")["slam_stopped"] == 1
    assert come_of(game, state.copy(), "9D")["slam_stopped"] == 0


def consequences_of_a_deal(game: Game, state: State) -> list[list[dict[str, float]]]:
    """What has come of every card of a deal, by seat; every mover plays its first legal card."""
    positions = [state.copy()]
    while not game.over(state):
        play_lowest(game, state, plays=1)
        positions.append(state.copy())
    found: list[list[dict[str, float]]] = [[] for _ in range(SEATS)]
    out = np.zeros(len(game.definition.consequences))
    for turn, before in enumerate(positions[:-1]):
        (seat,) = game.movers(before)
        number = game.legal_numbers(before, seat)[0]
        after = next(later for later in positions[turn + 1 :] if game.over(later) or game.movers(later) == [seat])
        consequences(Fields.of(before), Fields.of(after), seat, number, out)
        found[seat].append({named.name: value for named, value in zip(game.definition.consequences, out.tolist(), strict=True)})
    return found


def test_a_slam_is_completed_by_one_seat_and_suffered_by_the_others_in_the_last_trick() -> None:
    found = consequences_of_a_deal(*dealt(*SLAM_HANDS))
    assert [[turn for turn, come in enumerate(seat) if come["completes_slam"]] for seat in found] == [[], [7], [], []]
    assert [[turn for turn, come in enumerate(seat) if come["slam_suffered"]] for seat in found] == [[7], [], [7], [7]]


def test_the_hearts_of_all_cards_add_up_to_the_points_of_a_deal() -> None:
    for seed in range(20):
        game = joute.game("coeurs", deals=1)
        state = game.new(seed)
        found = consequences_of_a_deal(game, state)
        hearts = [int(sum(come["hearts_taken"] for come in seat)) for seat in found]
        assert [sum(seat[turn]["takes_trick"] for seat in found) for turn in range(HAND)] == [1] * HAND
        assert sum(hearts) == HAND
        assert CoeursState.of(state).points.tolist() == [points_of(count) for count in hearts]
