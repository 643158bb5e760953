"""The rules of Barbu, one sentence a test."""

import math
from itertools import pairwise

import pytest
from games.barbu.tables import ORDER, SUITED, act, allowed, begun, dealt, play_first
from games.coeurs.tables import outcomes_for
from scripted import settle

import joute
from joute.core.analysis import Analysis
from joute.core.errors import BadPosition, BadSetting, IllegalMove
from joute.games.barbu.expectation import expected_points
from joute.games.barbu.rules import layable
from joute.games.barbu.state import BarbuState
from joute.games.trick_taking.card_names import RANK_CODES, codes, set_of_codes
from joute.games.trick_taking.cards import DECK, cards_in

CLASH = (  # seat 1 opens with diamonds, spades or hearts; seat 2 has no diamond, seat 3 no spade
    "AD 9D AS 7S 7C 8C 7H 8H",
    "7D 8D 8S 9S 9C 10C 9H 10H",
    "10S JS QS KS JC QC JH QH",
    "10D JD QD KD KC AC KH AH",
)
# The opener, seat 1, holds all aces and the king of hearts: it can lead them and then lose every trick.
ACES = ("7D 8D 9D 7S 8S 9S 7C 8C", "AD AS AC AH KH 7H 10D 10S", "9C 10C JC JD QD KD 9H 8H", "JS QS KS QC KC 10H JH QH")


# --- the match --------------------------------------------------------------------------------------------------------------------------


def test_four_seats_play_with_thirty_two_cards_pass_and_name_six_contracts() -> None:
    game = joute.game("barbu")
    assert game.spec.seats == 4
    assert " ".join(action.name for action in game.actions.values()) == (
        "7D 8D 9D 10D JD QD KD AD 7S 8S 9S 10S JS QS KS AS 7C 8C 9C 10C JC QC KC AC 7H 8H 9H 10H JH QH KH AH "
        "pass plis coeurs dames barbu total reussite"
    )


def test_every_seat_is_dealt_eight_cards() -> None:
    game = joute.game("barbu")
    for seed in range(5):
        hands = BarbuState.of(game.new(seed)).hands.tolist()
        assert [len(cards_in(hand)) for hand in hands] == [8, 8, 8, 8]
        assert sum(hands) == DECK


def test_every_deal_is_equally_likely() -> None:
    game = joute.game("barbu")
    every_deal = math.factorial(32) // math.factorial(8) ** 4
    for hands in (SUITED, CLASH, ACES):
        state = game.laid_out()
        chance = 1.0
        for outcome in outcomes_for(*hands):
            chance *= game.chances(state)[outcome]
            game.resolve(state, outcome)
        assert chance * every_deal == pytest.approx(1)


def test_nobody_chooses_before_all_cards_are_dealt() -> None:
    game = joute.game("barbu")
    state = game.laid_out()
    for outcome in outcomes_for(*SUITED)[:-1]:
        assert game.movers(state) == []
        game.resolve(state, outcome)
    game.resolve(state, 3)
    assert game.movers(state) == [0]


def test_a_match_is_twenty_four_deals_or_six_for_each_declarer() -> None:
    for declarers in (1, 2, 4):
        game, state = dealt(*SUITED, declarers=declarers)
        play_first(game, state, 6 * declarers)
        assert game.over(state)
        assert BarbuState.of(state).deal == 6 * declarers
    with pytest.raises(BadSetting, match="1 to 4"):
        joute.game("barbu", declarers=5)


def test_each_seat_in_turn_is_the_declarer_for_six_deals_in_a_row() -> None:
    game, state = dealt(*SUITED, declarers=4)
    declarers = []
    for _ in range(24):
        declarers += game.movers(state)
        play_first(game, state)
        if not game.over(state):
            settle(game, state, outcomes_for(*SUITED))
    assert declarers == [0] * 6 + [1] * 6 + [2] * 6 + [3] * 6


def test_the_declarer_looks_at_its_hand_and_names_a_contract() -> None:
    game, state = dealt(*CLASH)
    view = game.view(state, 0)
    assert game.to_json(view)["hands"][0] == ["9D", "AD", "7S", "AS", "7C", "8C", "7H", "8H"]
    assert game.movers(view) == [0]
    assert allowed(game, state) == " ".join(ORDER)
    with pytest.raises(IllegalMove, match="legal here: plis"):
        act(game, state, "7H")


def test_each_contract_is_named_once_and_the_last_one_is_forced() -> None:
    game, state = dealt(*SUITED)
    for number, contract in enumerate(reversed(ORDER)):
        assert allowed(game, state) == " ".join(ORDER[: 6 - number])
        act(game, state, contract)
        play_first(game, state)
        settle(game, state, outcomes_for(*SUITED)) if number < 5 else None
        if number == 4:
            assert allowed(game, state) == "plis"
    assert game.over(state)


def test_a_new_declarer_has_all_six_contracts_again() -> None:
    game, state = dealt(*SUITED, declarers=2)
    play_first(game, state, 6)
    settle(game, state, outcomes_for(*SUITED))
    assert game.movers(state) == [1]
    assert allowed(game, state) == " ".join(ORDER)


@pytest.mark.parametrize("contract", ORDER)
def test_the_seat_after_the_declarer_begins(contract: str) -> None:
    game, state = begun(contract, *CLASH)
    assert game.movers(state) == [1]


def test_points_of_the_deals_add_up_and_stand_on_the_sheet() -> None:
    game, state = dealt(*SUITED)
    play_first(game, state, 2)
    assert game.returns(state) == [0, 80, 0, 0]
    assert [(line["declarer"], line["contract"], line["points"]) for line in game.to_json(state)["sheet"]] == [
        (0, "plis", [0, 40, 0, 0]),
        (0, "coeurs", [0, 40, 0, 0]),
    ]


def test_the_sheet_says_what_a_simulation_with_the_declarer_s_hand_expected_once_the_deal_is_over() -> None:
    game, state = begun("plis", *CLASH)
    hand = int(BarbuState.of(state).hands[0])
    expected = expected_points(0, hand, 0)
    assert expected is not None
    assert expected < 0
    shown = [game.to_json(game.view(state, seat))["named_with"] for seat in (0, 1, 2, 3, -1)]
    assert shown == [codes(hand), [], [], [], []]
    play_first(game, state)
    for seat in (0, 1, -1):
        (line,) = game.to_json(game.view(state, seat))["sheet"]
        assert (line["named_with"], line["expected"]) == (codes(hand), expected)
    assert f"(expected {expected:+d})".replace("-", "−") in game.show(game.view(state, 1))


@pytest.mark.parametrize("contract", ["plis", "reussite"])
def test_the_sheet_expects_nothing_where_a_sampled_world_does_not_know_the_hand_that_named(contract: str) -> None:
    game, state = begun(contract, *CLASH)
    analysis = Analysis.of_position(game, game.to_json(game.view(state, 1)), seed=3)
    while not BarbuState.of(analysis.state).deal:
        (seat,) = game.movers(analysis.state)
        analysis.play({seat: game.legal(analysis.state, seat)[0].name})
    ended = next(event for event in analysis.tried[-1].events if event.kind == "deal ended")
    assert (ended.words["named_with"], ended.words["expected"]) == ([], None)
    for shown in (analysis.state, game.view(analysis.state, 1)):
        position = game.to_json(shown)
        (line,) = position["sheet"]
        assert (line["contract"], line["named_with"], line["expected"]) == (contract, [], None)
        assert "(expected" not in game.show(shown)
        assert game.to_json(game.position(position)) == position


def test_a_position_whose_sheet_has_a_hand_of_the_wrong_size_is_refused() -> None:
    game, state = begun("plis", *CLASH)
    play_first(game, state)
    position = game.to_json(state)
    position["sheet"][0]["named_with"] = ["7D", "8D"]
    with pytest.raises(BadPosition, match="a contract is named with 8 cards, not with 7D, 8D"):
        game.position(position)


def test_the_seat_with_the_most_points_wins_the_match() -> None:
    game, state = dealt(*SUITED)
    play_first(game, state, 6)
    totals = game.returns(state)
    assert game.to_json(state)["winners"] == [totals.index(max(totals))] == [1]
    assert f"Seat 1 wins the match with {int(max(totals))} points" in game.show(state)


def test_equal_points_share_the_match() -> None:
    game, state = dealt(*SUITED)
    play_first(game, state, 6)
    record = BarbuState.of(state)
    record.points[:] = [30, 30, -5, 0]
    assert game.to_json(state)["winners"] == [0, 1]
    assert "Seats 0 and 1 share the win with 30 points each" in game.show(state)
    assert "Les joueurs 0 et 1 se partagent la victoire avec 30 points chacun" in game.show(state, "fr")


def test_a_new_deal_forgets_what_was_taken_and_shown() -> None:
    game, state = dealt(*SUITED)
    play_first(game, state)
    record = BarbuState.of(state)
    for field in (record.tricks, record.hearts, record.queens, record.lacking, record.hands, record.sizes):
        assert field.tolist() == [0, 0, 0, 0]
    assert record.table.tolist() == [-1] * 4
    assert (record.played, record.led, record.plays, record.dealt, record.king, record.contract) == (0, 0, 0, 0, -1, -1)


# --- tricks -----------------------------------------------------------------------------------------------------------------------------


def test_the_suit_led_is_followed_by_those_who_can() -> None:
    game, state = begun("plis", *CLASH)
    act(game, state, "8S")
    assert allowed(game, state) == "10S JS QS KS"
    with pytest.raises(IllegalMove, match="legal here: 10S, JS, QS, KS"):
        act(game, state, "QH")


def test_a_seat_that_cannot_follow_plays_anything() -> None:
    game, state = begun("plis", *CLASH)
    act(game, state, "7D")
    assert allowed(game, state) == "10S JS QS KS JC QC JH QH"


@pytest.mark.parametrize("contract", ORDER[:5])
def test_nothing_forbids_leading_a_heart(contract: str) -> None:
    game, state = begun(contract, *CLASH)
    assert "9H 10H" in allowed(game, state)


def test_the_highest_card_of_the_suit_led_takes_the_trick_and_leads_the_next() -> None:
    game, state = begun("plis", *CLASH)
    act(game, state, "10C QC KC 8C")
    assert game.movers(state) == [3]
    assert allowed(game, state) == "10D JD QD KD AC KH AH"
    assert BarbuState.of(state).tricks.tolist() == [0, 0, 0, 1]


def test_there_is_no_trump_and_a_high_card_of_another_suit_takes_nothing() -> None:
    game, state = begun("coeurs", *CLASH)
    act(game, state, "8S 10S AH 7S")
    assert game.movers(state) == [2]
    assert BarbuState.of(state).hearts.tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(RANK_CODES)))
def test_the_ranks_go_7_8_9_10_jack_queen_king_ace(lower: str, higher: str) -> None:
    for first, second, taker in ((lower, higher, 2), (higher, lower, 1)):
        game, state = begun("plis", "", f"{first}C", f"{second}C", "7H 8H 9H 10H JH QH KH AH")
        act(game, state, f"{first}C {second}C 7H")
        assert BarbuState.of(state).taker == taker


# --- what the contracts count -------------------------------------------------------------------------------------------------------------


def test_plis_costs_five_points_for_each_trick() -> None:
    game, state = begun("plis", *ACES)
    act(game, state, "AD JD 10H 7D  AS 9C JS 7S  AC 10C QC 7C  AH 9H JH 8C")  # seat 1 takes four
    act(game, state, "7H 8H QH 9D  KC 8D 10D JC")  # seat 3 takes two
    act(game, state, "QS 8S 10S QD  KS 9S KH KD")
    assert game.returns(state) == [0, -20, 0, -20]


def test_all_eight_tricks_bring_forty_in_plis_and_the_others_nothing() -> None:
    game, state = begun("plis", *SUITED)
    play_first(game, state)
    assert game.returns(state) == [0, 40, 0, 0]


def test_coeurs_costs_five_points_for_each_heart_no_matter_who_played_it() -> None:
    game, state = begun("coeurs", *ACES)
    act(game, state, "AD JD 10H 7D  AS 9C JS 7S  AC 10C QC 7C  AH 9H JH 8C")  # seat 1 takes four hearts
    act(game, state, "7H 8H QH 9D  KC 8D 10D JC  QS 8S 10S QD  KS 9S KH KD")  # seat 3 the other four
    assert game.returns(state) == [0, -20, 0, -20]


def test_all_eight_hearts_bring_forty_in_coeurs_and_the_others_nothing() -> None:
    game, state = begun("coeurs", "7D 8D 9D 10D JD QD KD AD", "7H 8H 9H 10H JH QH KH AH", "7S 8S 9S 10S JS QS KS AS")
    play_first(game, state)
    assert game.returns(state) == [0, 40, 0, 0]


def test_dames_costs_fifteen_points_for_each_queen() -> None:
    game, state = begun("dames", *ACES)
    act(game, state, "AC 10C QC 7C  AD QD 10H 7D  AH 9H QH 8C  10S JD QS 7S")
    assert game.returns(state) == [0, -45, 0, -15]


def test_all_four_queens_bring_sixty_in_dames_and_the_others_nothing() -> None:
    game, state = begun("dames", *ACES)
    act(game, state, "AC 10C QC 7C  AD QD 10H 7D  AS JD QS 7S  AH 9H QH 8C")
    assert game.returns(state) == [0, 60, 0, 0]


def test_dames_ends_when_the_fourth_queen_has_been_taken() -> None:
    game, state = begun("dames", *ACES)
    act(game, state, "AC 10C QC 7C  AD QD 10H 7D  AS JD QS 7S  AH 9H QH")
    assert BarbuState.of(state).deal == 0
    act(game, state, "8C")
    assert BarbuState.of(state).deal == 1


def test_barbu_costs_seventy_points_for_the_king_of_hearts() -> None:
    game, state = begun("barbu", *CLASH)
    act(game, state, "9H JH KH 7H")
    assert game.returns(state) == [0, 0, 0, -70]


def test_barbu_ends_when_the_king_of_hearts_has_been_taken() -> None:
    game, state = begun("barbu", *CLASH)
    act(game, state, "9H JH KH")
    assert BarbuState.of(state).deal == 0
    act(game, state, "7H")
    assert BarbuState.of(state).deal == 1


def test_a_king_of_hearts_thrown_on_another_suit_counts_for_the_taker_of_the_trick() -> None:
    game, state = begun("barbu", *CLASH)
    act(game, state, "8S KS KH AS")
    assert game.returns(state) == [-70, 0, 0, 0]


def test_total_counts_tricks_hearts_queens_and_the_king_at_once() -> None:
    game, state = begun("total", *ACES)
    act(game, state, "AD JD 10H 7D  AS 9C JS 7S  AC 10C QC 7C  AH 9H JH 8C")  # four tricks, four hearts, a queen
    act(game, state, "7H 8H QH 9D  KC 8D 10D JC  QS 8S 10S QD  KS 9S KH KD")  # four tricks, four hearts, three queens, the king
    assert game.returns(state) == [0, -4 * 5 - 4 * 5 - 15, 0, -4 * 5 - 4 * 5 - 3 * 15 - 70]
    assert sum(game.returns(state)) == -210


def test_a_seat_that_takes_every_trick_of_total_gets_210_and_the_others_nothing() -> None:
    game, state = begun("total", *SUITED)
    play_first(game, state)
    assert game.returns(state) == [0, 210, 0, 0]


def test_all_hearts_and_queens_without_every_trick_are_no_slam_in_total() -> None:
    hands = ("7S 8S 9S 10S JS KS 7C 8C", "AH KH QH JH 10H 9H 8H 7D", "9C 10C JC KC AC AS 7H QC", "8D 9D 10D JD KD AD QD QS")
    game, state = begun("total", *hands)
    act(game, state, "AH 7H QD 7C  KH QC QS 8C  QH AS AD KS  JH AC KD JS  10H KC JD 10S  9H JC 10D 9S  8H 10C 9D 8S")
    assert BarbuState.of(state).hearts.tolist() == [0, 8, 0, 0]
    assert BarbuState.of(state).queens.tolist() == [0, 4, 0, 0]
    act(game, state, "7D 9C 8D 7S")
    assert game.returns(state) == [0, -7 * 5 - 8 * 5 - 4 * 15 - 70, 0, -5]


@pytest.mark.parametrize("contract", ["plis", "coeurs", "total"])
def test_plis_coeurs_and_total_end_after_the_eighth_trick(contract: str) -> None:
    game, state = begun(contract, *SUITED)
    plays = 0
    while game.movers(state):
        assert BarbuState.of(state).deal == 0
        (seat,) = game.movers(state)
        game.advance(state, {seat: game.legal_numbers(state, seat)[0]})
        plays += 1
    assert plays == 32
    assert BarbuState.of(state).deal == 1


# --- the Réussite -----------------------------------------------------------------------------------------------------------------------

LAYOUT = (  # seat 1 opens with a jack
    "10D 9D QD KD 7C 8C 9C 10C",
    "JD JS 7D 8D AD 7S 8S 9S",
    "10S QS KS AS JC QC KC AC",
    "JH 7H 8H 9H 10H QH KH AH",
)


def test_a_jack_opens_its_suit_and_nothing_else_can_be_laid_at_first() -> None:
    game, state = begun("reussite", *LAYOUT)
    assert allowed(game, state) == "JD JS"


def test_then_the_next_card_up_or_down_of_an_open_suit_is_laid() -> None:
    game, state = begun("reussite", *LAYOUT)
    act(game, state, "JD JC JH")
    assert game.movers(state) == [0]
    assert allowed(game, state) == "10D QD 10C"
    act(game, state, "QD JS 10S 10H")
    assert allowed(game, state) == "10D KD 10C"


def test_an_ace_and_a_seven_end_their_suit_and_touch_no_other() -> None:
    diamonds = set_of_codes(SUITED[0].split())
    assert codes(layable(diamonds)) == ["JS", "JC", "JH"]
    assert codes(layable(diamonds | set_of_codes(["JC", "QC"]))) == ["JS", "10C", "KC", "JH"]


def test_there_are_no_tricks_in_the_reussite() -> None:
    game, state = begun("reussite", *LAYOUT)
    act(game, state, "JD JC JH QD")
    assert BarbuState.of(state).tricks.tolist() == [0, 0, 0, 0]
    assert game.movers(state) == [1]
    assert game.to_json(state)["table"] == []


def test_a_seat_that_can_lay_must_lay() -> None:
    game, state = begun("reussite", *LAYOUT)
    with pytest.raises(IllegalMove, match="legal here: JD, JS"):
        act(game, state, "pass")


def test_a_seat_that_cannot_lay_passes() -> None:
    game, state = begun("reussite", "JD QD KD AD JS QS KS AS", "7D 8D 7S 8S 7C 8C 7H 8H", "9D 10D 9S 10S JC JH 9C 10C")
    assert allowed(game, state) == "pass"
    act(game, state, "pass")
    assert game.movers(state) == [2]


def ending(hands: dict[int, str], mover: int) -> tuple[joute.Game, joute.State]:
    """A Réussite in which these cards are left; everything else is laid."""
    game, state = begun("reussite", *LAYOUT)
    left = {seat: set(hand.split()) for seat, hand in hands.items()}
    position = game.to_json(state)
    names = [action.name for action in game.actions.values()]
    held = set().union(*left.values())
    order = [suit_start + step for suit_start in (0, 8, 16, 24) for step in (4, 3, 2, 1, 0, 5, 6, 7)]
    position["played"] = [names[card] for card in order if names[card] not in held]
    position["hands"] = [sorted(left.get(seat, set()), key=names.index) for seat in range(4)]
    position["sizes"] = [len(hand) for hand in position["hands"]]
    position["mover"] = mover
    return game, game.position(position)


def test_the_first_seat_without_cards_gets_a_hundred_and_the_second_fifty() -> None:
    game, state = ending({0: "AD", 1: "7D", 2: "AS AC", 3: "AH"}, mover=1)
    act(game, state, "7D AS AH")
    assert game.returns(state) == [0, 100, 0, 50]


def test_the_reussite_ends_when_the_second_seat_has_no_cards() -> None:
    game, state = ending({0: "KD AD", 1: "7D", 2: "AS AC", 3: "AH KH"}, mover=1)
    act(game, state, "7D")
    assert BarbuState.of(state).deal == 0
    act(game, state, "AS KH KD")
    assert BarbuState.of(state).deal == 0
    act(game, state, "AC")
    assert BarbuState.of(state).deal == 1
    assert game.returns(state) == [0, 100, 50, 0]


def test_a_seat_without_cards_is_left_out_of_the_turns() -> None:
    game, state = ending({0: "KD AD", 1: "7D", 2: "AS AC", 3: "AH KH"}, mover=1)
    act(game, state, "7D AS KH KD")
    assert game.movers(state) == [2]


def test_a_void_is_shown_by_not_following() -> None:
    game, state = begun("plis", *CLASH)
    act(game, state, "7D QH 10D 9D")
    assert game.to_json(state)["lacks"] == [[], [], ["D"], []]


def test_a_pass_shows_that_a_seat_has_none_of_the_cards_waited_for() -> None:
    game, state = begun("reussite", "JD QD KD AD JS QS KS AS", "7D 8D 7S 8S 7C 8C 7H 8H", "9D 10D 9S 10S JC JH 9C 10C")
    act(game, state, "pass JC")
    assert game.to_json(state)["lacks"] == [[], ["JD", "JS", "JC", "JH"], [], []]
    act(game, state, "QC JD pass")
    assert set(game.to_json(state)["lacks"][1]) >= {"JS", "JC", "JH", "10D", "QD", "10C", "KC"}
