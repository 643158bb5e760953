"""The rules of Cœurs, one sentence a test."""

import math
from itertools import pairwise

import pytest
from games.coeurs.tables import SLAM_HANDS, SUITED, dealt, outcomes_for, play_cards, play_lowest, playable
from scripted import play, settle

import joute
from joute.core.errors import BadSetting, IllegalMove
from joute.games.coeurs.state import CoeursState
from joute.games.trick_taking.card_names import RANK_CODES
from joute.games.trick_taking.cards import CARDS, DECK, cards_in

CLASH = (  # seat 1 opens with diamonds, spades or hearts; seat 2 has no diamond, seat 3 no spade
    "AD 9D AS 7S 7C 8C 7H 8H",
    "7D 8D 8S 9S 9C 10C 9H 10H",
    "10S JS QS KS JC QC JH QH",
    "10D JD QD KD KC AC KH AH",
)


def test_four_seats_play_with_thirty_two_cards_seven_to_ace_in_four_suits() -> None:
    game = joute.game("coeurs")
    assert game.spec.seats == 4
    assert " ".join(action.name for action in game.actions.values()) == (
        "7D 8D 9D 10D JD QD KD AD 7S 8S 9S 10S JS QS KS AS 7C 8C 9C 10C JC QC KC AC 7H 8H 9H 10H JH QH KH AH"
    )


def test_every_seat_is_dealt_eight_cards() -> None:
    game = joute.game("coeurs")
    for seed in range(5):
        hands = CoeursState.of(game.new(seed)).hands.tolist()
        assert [len(cards_in(hand)) for hand in hands] == [8, 8, 8, 8]
        assert sum(hands) == DECK


def test_a_card_goes_to_a_seat_as_likely_as_it_has_places_left() -> None:
    game = joute.game("coeurs")
    state = game.laid_out()
    assert game.chances(state) == [0.25, 0.25, 0.25, 0.25]
    for seat in (0, 0, 2):
        game.resolve(state, seat)
    assert game.chances(state) == [6 / 29, 8 / 29, 7 / 29, 8 / 29]


def test_every_deal_is_equally_likely() -> None:
    game = joute.game("coeurs")
    every_deal = math.factorial(32) // math.factorial(8) ** 4
    for hands in (SUITED, SLAM_HANDS, CLASH):
        state = game.laid_out()
        chance = 1.0
        for outcome in outcomes_for(*hands):
            chance *= game.chances(state)[outcome]
            game.resolve(state, outcome)
        assert chance * every_deal == pytest.approx(1)


def test_nobody_plays_before_all_cards_are_dealt() -> None:
    game = joute.game("coeurs")
    state = game.laid_out()
    for outcome in outcomes_for(*SUITED)[:-1]:
        assert game.movers(state) == []
        game.resolve(state, outcome)
    game.resolve(state, 3)
    assert game.movers(state) == [1]


def test_the_seat_after_the_leader_leads_the_first_trick_with_any_card() -> None:
    game, state = dealt(*CLASH)
    assert game.movers(state) == [1]
    assert playable(game, state) == "7D 8D 8S 9S 9C 10C 9H 10H"


def test_play_goes_round_seat_by_seat() -> None:
    game, state = dealt(*CLASH)
    movers = []
    for card in ("9C", "JC", "KC", "7C"):
        movers += game.movers(state)
        play_cards(game, state, card)
    assert movers == [1, 2, 3, 0]


def test_the_suit_led_is_followed_by_those_who_can() -> None:
    game, state = dealt(*CLASH)
    play_cards(game, state, "8S")
    assert playable(game, state) == "10S JS QS KS"
    with pytest.raises(IllegalMove, match="legal here: 10S, JS, QS, KS"):
        play_cards(game, state, "QH")


def test_a_seat_that_cannot_follow_plays_anything() -> None:
    game, state = dealt(*CLASH)
    play_cards(game, state, "7D")
    assert playable(game, state) == "10S JS QS KS JC QC JH QH"


def test_a_seat_left_without_the_suit_during_the_deal_plays_anything() -> None:
    game, state = dealt(*CLASH)
    play_cards(game, state, "7D QH 10D 9D  JD AD 8D JH  7S 8S 10S KC")
    play_cards(game, state, "QS AH AS 9S")
    assert game.movers(state) == [0]
    play_cards(game, state, "7C 9C JC")
    assert playable(game, state) == "AC"
    play_cards(game, state, "AC QD")
    assert playable(game, state) == "8C 7H 8H"


def test_nothing_forbids_leading_a_heart() -> None:
    game, state = dealt(*CLASH)
    assert "9H 10H" in playable(game, state)
    play_cards(game, state, "9H JH KH 7H")
    assert CoeursState.of(state).hearts.tolist() == [0, 0, 0, 4]


def test_the_highest_card_of_the_suit_led_takes_the_trick() -> None:
    game, state = dealt(*CLASH)
    play_cards(game, state, "10C QC KC 8C")
    assert game.movers(state) == [3]


def test_there_is_no_trump_and_a_high_card_of_another_suit_takes_nothing() -> None:
    game, state = dealt(*CLASH)
    play_cards(game, state, "8S 10S AH 7S")
    assert game.movers(state) == [2]
    assert CoeursState.of(state).hearts.tolist() == [0, 0, 1, 0]


def test_a_lead_that_nobody_can_follow_takes_the_trick() -> None:
    game, state = dealt(*SUITED)
    play_cards(game, state, "7S AC AH AD")
    assert game.movers(state) == [1]
    assert CoeursState.of(state).hearts.tolist() == [0, 1, 0, 0]


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(RANK_CODES)))
def test_the_ranks_go_7_8_9_10_jack_queen_king_ace(lower: str, higher: str) -> None:
    assert RANK_CODES == ("7", "8", "9", "10", "J", "Q", "K", "A")
    for first, second, taker in ((lower, higher, 2), (higher, lower, 1)):
        game, state = dealt("", f"{first}C", f"{second}C", "7H 8H 9H 10H JH QH KH AH")
        play_cards(game, state, f"{first}C {second}C 7H")
        assert CoeursState.of(state).taker == taker


def test_the_taker_leads_the_next_trick() -> None:
    game, state = dealt(*CLASH)
    play_cards(game, state, "10C QC KC 8C")
    assert game.movers(state) == [3]
    assert playable(game, state) == "10D JD QD KD AC KH AH"
    play_cards(game, state, "10D AD 8D 10S")
    assert game.movers(state) == [0]


def test_a_deal_is_eight_tricks_even_when_all_hearts_have_fallen() -> None:
    game, state = dealt(*SLAM_HANDS)
    play_cards(game, state, "AH 9H 7H 7D  KH 8H KC 8D  QH 10C QC 9D  JH 9C JC 7C  10H 10D 10S 8C")
    assert CoeursState.of(state).hearts.tolist() == [0, 8, 0, 0]
    assert not game.over(state)
    play_lowest(game, state, plays=12)
    assert game.over(state)


def test_a_heart_taken_costs_its_taker_five_points_no_matter_who_played_it() -> None:
    hands = ("AH 8D 9D 10D JD QD KD AD", "7D 8S 9S 10S JS QS KS AS", "7C 8C 9C 10C JC QC KC AC", "7H 8H 9H 10H JH QH KH 7S")
    game, state = dealt(*hands)
    play_cards(game, state, "8S 7C 7S 8D  9S 8C 7H 9D  10S 9C 8H 10D")
    assert CoeursState.of(state).hearts.tolist() == [0, 2, 0, 0]
    play_cards(game, state, "7D 10C 9H JD  AH JS JC KH  QD QS QC QH  KD KS KC JH")
    assert CoeursState.of(state).hearts.tolist() == [5, 2, 0, 0]
    play_cards(game, state, "AD AS AC 10H")
    assert game.returns(state) == [-30, -10, 0, 0]


def test_a_seat_that_takes_all_eight_hearts_gets_forty_and_the_others_nothing() -> None:
    game, state = dealt(*SLAM_HANDS)
    play_cards(game, state, "AH 9H 7H 7D  KH 8H KC 8D  QH 10C QC 9D  JH 9C JC 7C  10H 10D 10S 8C")
    play_lowest(game, state, plays=12)
    assert game.returns(state) == [0, 40, 0, 0]


def test_seven_hearts_are_no_slam() -> None:
    hands = ("7H 8D 9D 10D JD QD KD AD", "8H 9H 10H JH QH KH AH 7D", "7C 8C 9C 10C JC QC KC AC", "7S 8S 9S 10S JS QS KS AS")
    game, state = dealt(*hands)
    play_cards(game, state, "7D 7C 7S 8D  7H AH 8C 8S")
    play_lowest(game, state, plays=24)
    assert game.returns(state) == [0, 40, 0, 0]
    game, state = dealt(*hands)
    play_cards(game, state, "7D 7C 7S 8D  9D 8H 8C 8S")
    assert CoeursState.of(state).hearts.tolist() == [1, 0, 0, 0]
    play_cards(game, state, "7H AH 9C 9S")
    play_lowest(game, state, plays=20)
    assert game.returns(state) == [-5, -35, 0, 0]


def test_a_match_is_four_deals_unless_the_option_says_otherwise() -> None:
    for options, deals in (({}, 4), ({"deals": 1}, 1), ({"deals": 7}, 7)):
        game = joute.game("coeurs", **options)
        state = game.new(seed=1)
        plays = 0
        while not game.over(state):
            (seat,) = game.movers(state)
            game.step(state, {seat: game.legal_numbers(state, seat)[-1]})
            plays += 1
        assert plays == CARDS * deals == game.spec.longest
    with pytest.raises(BadSetting, match="1 to 16"):
        joute.game("coeurs", deals=17)


def test_the_leader_rotates_and_with_it_the_opener() -> None:
    game, state = dealt(*SUITED, deals=5)
    openers = []
    for _ in range(4):
        openers += game.movers(state)
        play_lowest(game, state, plays=31)
        (seat,) = game.movers(state)
        play(game, state, {seat: game.legal_numbers(state, seat)[0]}, outcomes_for(*SUITED))
    openers += game.movers(state)
    assert openers == [1, 2, 3, 0, 1]


def test_points_of_the_deals_add_up() -> None:
    game, state = dealt(*SUITED, deals=3)
    for expected in ([0, 40, 0, 0], [0, 40, 40, 0]):
        play_lowest(game, state)
        assert game.returns(state) == expected
        settle(game, state, outcomes_for(*SUITED))


def test_a_new_deal_forgets_hearts_and_voids() -> None:
    game, state = dealt(*SUITED, deals=2)
    play_lowest(game, state)
    record = CoeursState.of(state)
    assert record.hearts.tolist() == record.lacking.tolist() == record.hands.tolist() == [0, 0, 0, 0]
    assert record.table.tolist() == [-1] * 4
    assert (record.played, record.led, record.plays, record.dealt) == (0, 0, 0, 0)


def test_the_seat_with_the_most_points_wins_the_match() -> None:
    game, state = dealt(*SUITED)
    play_lowest(game, state)
    assert game.to_json(state)["winners"] == [1]
    assert "Seat 1 wins the match with 40 points" in game.show(state)


def test_equal_points_share_the_match() -> None:
    game, state = dealt(*SUITED, deals=2)
    play_lowest(game, state)
    settle(game, state, outcomes_for(*SUITED))
    play_lowest(game, state)
    assert game.returns(state) == [0, 40, 40, 0]
    assert game.to_json(state)["winners"] == [1, 2]
    assert "Seats 1 and 2 share the win with 40 points each" in game.show(state)
    assert "Les joueurs 1 et 2 se partagent la victoire avec 40 points chacun" in game.show(state, "fr")


def test_a_void_is_shown_by_not_following() -> None:
    game, state = dealt(*CLASH)
    play_cards(game, state, "7D QH 10D 9D")
    assert game.to_json(state)["lacks"] == [[], [], ["D"], []]
    play_cards(game, state, "KC")
    assert game.to_json(state)["lacks"] == [[], [], ["D"], []]
