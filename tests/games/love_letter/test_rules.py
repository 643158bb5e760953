"""The rules, one test a sentence."""

import pytest
from games.love_letter.dealing import KIND, Table, kinds

import joute
from joute.core.errors import BadSetting, IllegalMove
from joute.games.love_letter.cards import COPIES
from joute.games.love_letter.rules import NAMED
from joute.games.love_letter.state import LOT, LoveLetterState, deck_size
from joute.games.love_letter.strings import NAMES


def test_there_are_twenty_one_cards_of_ten_kinds() -> None:
    assert NAMES == ("Spy", "Guard", "Priest", "Baron", "Handmaid", "Prince", "Chancellor", "King", "Countess", "Princess")
    assert COPIES.tolist() == [2, 6, 2, 2, 2, 2, 2, 1, 1, 1]


@pytest.mark.parametrize(("seats", "face_up", "deck"), [(2, 3, 15), (3, 0, 17), (4, 0, 16), (5, 0, 15), (6, 0, 14)])
def test_one_card_is_set_aside_and_with_two_seats_three_more_lie_face_up(seats: int, face_up: int, deck: int) -> None:
    state = LoveLetterState.of(joute.game("love_letter", seats=seats).new(seed=1))
    assert sum(card >= 0 for card in state.face_up.tolist()) == face_up
    assert deck_size(state) == deck - 1  # the leader has drawn
    assert sum(state.deck.tolist()) == deck_size(state) + 1


def test_everybody_is_dealt_one_card_and_the_mover_draws_one() -> None:
    table = Table("guard priest baron", "king")
    assert [table.hand(seat) for seat in range(3)] == [["guard", "king"], ["priest"], ["baron"]]


def test_the_mover_plays_one_of_the_two_and_the_turn_passes() -> None:
    table = Table("spy priest", "handmaid")
    assert table.legal == {"spy", "handmaid"}
    table.play("spy", "baron")
    assert (table.hand(0), table.played(0), table.mover) == (["handmaid"], ["spy"], 1)


def test_any_unseen_card_is_drawn_with_equal_chance_the_one_set_aside_included() -> None:
    game = joute.game("love_letter")
    state = game.laid_out()
    for card in kinds("guard guard spy king guard"):
        game.resolve(state, card)
    expected = [1, 3, 2, 2, 2, 2, 2, 0, 1, 1]
    assert game.chances(state) == pytest.approx([count / 16 for count in expected])


# --- the cards -------------------------------------------------------------------------------------------------------------


def test_a_guard_that_names_the_card_puts_the_target_out() -> None:
    table = Table("guard priest baron", "spy").play("guard>1:priest", "king")
    assert (table.standing, table.played(1), table.mover) == ([0, 2], ["priest"], 2)


def test_a_guard_that_names_another_card_does_nothing() -> None:
    table = Table("guard priest baron", "spy").play("guard>1:baron", "king")
    assert (table.standing, table.mover) == ([0, 1, 2], 1)


def test_a_guard_cannot_be_named() -> None:
    table = Table("guard guard", "spy", "spy king guard")
    assert not any(name.endswith(":guard") for name in table.legal)
    assert len(table.legal) == 9 + 1


def test_a_priest_looks_at_a_hand_and_nobody_else_does() -> None:
    table = Table("priest king baron", "spy").play("priest>1", "guard")
    assert (table.sees(0, 1), table.sees(2, 1), table.sees(-1, 1)) == ("king", None, None)
    assert table.standing == [0, 1, 2]


def test_a_baron_puts_the_lower_hand_out() -> None:
    table = Table("baron priest king", "prince").play("baron>1", "guard")
    assert (table.standing, table.played(1)) == ([0, 2], ["priest"])
    table = Table("baron priest king", "spy").play("baron>2", "guard")
    assert (table.standing, table.played(0)) == ([1, 2], ["baron", "spy"])


def test_equal_hands_stay_after_a_baron_and_know_each_other() -> None:
    table = Table("baron priest king", "priest").play("baron>1", "guard")
    assert table.standing == [0, 1, 2]
    assert (table.sees(0, 1), table.sees(1, 0), table.sees(2, 1)) == ("priest", "priest", None)


def test_a_handmaid_protects_until_the_next_turn() -> None:
    table = Table("handmaid guard guard", "spy").play("handmaid", "king")
    assert {name.split(":")[0] for name in table.legal} == {"guard>2", "king>2"}
    table.play("king>2", "priest").play("priest>1", "princess")
    assert table.mover == 0
    table.play("spy", "baron")
    assert "baron>0" in table.legal


def test_a_prince_makes_any_seat_discard_and_draw_yourself_included() -> None:
    table = Table("prince king baron", "spy")
    assert table.legal == {"spy", "prince>0", "prince>1", "prince>2"}
    table.play("prince>1", "guard handmaid")
    assert (table.played(1), table.hand(1)) == (["king"], ["guard", "handmaid"])
    table = Table("prince king baron", "spy").play("prince>0", "guard handmaid")
    assert (table.played(0), table.hand(0), table.mover) == (["prince", "spy"], ["guard"], 1)


def test_a_discarded_princess_is_out_and_does_not_draw() -> None:
    table = Table("prince princess baron", "spy").play("prince>1", "guard")
    assert (table.standing, table.played(1), table.mover) == ([0, 2], ["princess"], 2)


def test_a_discarded_card_has_no_effect() -> None:
    table = Table("prince handmaid baron", "spy").play("prince>1", "guard king")
    table.play("guard>0:baron", "priest")
    assert "priest>1" in table.legal


def test_a_prince_on_an_empty_deck_draws_the_card_set_aside() -> None:
    table = Table("prince king", "spy").leave("", aside="countess")
    assert table.game.chances(table.state) == []
    table.game.advance(table.state, {0: "prince>1"})
    assert table.game.chances(table.state)[KIND["countess"]] == 1
    table.game.resolve(table.state, KIND["countess"])
    assert (table.hand(1), table.tokens) == (["countess"], [0, 1])


def test_a_chancellor_draws_two_keeps_one_and_puts_the_others_under_the_deck() -> None:
    table = Table("chancellor king", "spy").play("chancellor", "princess guard")
    assert (table.mover, table.hand(0)) == (0, ["spy", "princess", "guard"])
    assert "chancellor keep princess, bottom guard, spy" in table.legal
    assert len(table.legal) == 6
    size = deck_size(LoveLetterState.of(table.state))
    table.play("chancellor keep princess, bottom guard, spy", "priest")
    assert (table.hand(0), table.under) == (["princess"], ["guard", "spy"])
    assert deck_size(LoveLetterState.of(table.state)) == size + 1  # two back, one drawn


def test_the_card_named_last_lies_at_the_very_bottom() -> None:
    table = Table("chancellor king", "spy").play("chancellor", "handmaid baron").leave("priest", aside="guard")
    table.play("chancellor keep spy, bottom baron, handmaid", "priest")
    table.play("priest>0")
    assert table.hand(0) == ["spy", "baron"]
    table.play("spy")
    assert table.hand(1) == ["king", "handmaid"]


def test_a_chancellor_draws_as_many_as_there_are() -> None:
    table = Table("chancellor king", "spy").leave("guard", aside="baron").play("chancellor", "guard")
    assert table.legal == {"chancellor keep spy, bottom guard", "chancellor keep guard, bottom spy"}
    table.play("chancellor keep guard, bottom spy")
    assert (table.hand(0), table.hand(1)) == (["guard"], ["king", "spy"])


def test_a_chancellor_on_an_empty_deck_does_nothing() -> None:
    table = ended(Table("chancellor king", "spy").leave("", aside="baron"), "chancellor")
    assert (table.hand(0), table.tokens) == (["spy"], [0, 1])


def test_a_king_trades_hands() -> None:
    table = Table("king guard baron", "princess").play("king>1", "spy")
    assert (table.hand(0), table.hand(1)) == (["guard"], ["princess", "spy"])


@pytest.mark.parametrize("other", ["king", "prince"])
@pytest.mark.parametrize("order", [0, 1])
def test_the_countess_must_be_played_with_the_king_or_a_prince(other: str, order: int) -> None:
    pair = ["countess", other][:: 1 if order else -1]
    assert Table(f"{pair[0]} guard", pair[1]).legal == {"countess"}


def test_the_countess_need_not_be_played_with_another_card_and_has_no_effect() -> None:
    table = Table("countess spy", "handmaid")
    assert table.legal == {"countess", "handmaid"}
    assert table.play("countess", "baron").standing == [0, 1]


def test_a_chancellor_may_keep_the_countess_beside_the_king() -> None:
    table = Table("chancellor spy", "countess").play("chancellor", "king prince")
    assert "chancellor keep king, bottom countess, prince" in table.legal


def test_a_seat_that_plays_the_princess_is_out() -> None:
    table = Table("princess spy baron", "guard").play("princess", "king")
    assert (table.standing, table.played(0)) == ([1, 2], ["princess", "guard"])


def test_a_spy_has_no_effect() -> None:
    table = Table("spy priest baron", "guard").play("spy", "king")
    assert (table.standing, table.mover) == ([0, 1, 2], 1)


# --- targets ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["guard", "priest", "baron", "king"])
def test_with_nobody_to_choose_a_card_is_played_without_effect(card: str) -> None:
    table = Table("handmaid spy", "princess").play("handmaid", card)
    assert table.legal == {"spy", card}
    table.play(card, "baron")
    assert (table.standing, table.hand(1)) == ([0, 1], ["spy"])


def test_with_nobody_to_choose_a_prince_must_be_played_on_yourself() -> None:
    table = Table("handmaid prince", "princess").play("handmaid", "spy")
    assert table.legal == {"prince>1", "spy"}


def test_a_seat_that_is_out_cannot_be_chosen_and_does_not_move() -> None:
    table = Table("guard priest baron", "spy").play("guard>1:priest", "guard")
    assert not any(">1" in name for name in table.legal)
    table.play("guard>0:king", "spy")
    assert table.mover == 0


def test_no_other_card_may_be_played_on_yourself() -> None:
    table = Table("guard king", "priest")
    with pytest.raises(IllegalMove, match="priest>1"):
        table.play("priest>0")


# --- the end of a round ----------------------------------------------------------------------------------------------------


def ended(table: Table, action: str) -> Table:
    """The round's last action is played; the lot is still to come."""
    table.game.advance(table.state, {table.mover: action})
    assert LoveLetterState.of(table.state).phase >= LOT
    return table


def test_the_last_seat_in_the_round_wins_it() -> None:
    table = ended(Table("guard priest", "spy"), "guard>1:priest")
    assert table.tokens == [1, 0]


def test_an_empty_deck_at_the_end_of_a_turn_ends_the_round_and_the_highest_card_wins() -> None:
    table = ended(Table("guard priest baron", "handmaid").empty_deck(), "guard>1:spy")
    assert table.tokens == [1, 0, 0]


def test_equal_highest_cards_all_win() -> None:
    table = ended(Table("guard baron priest", "baron").empty_deck(), "guard>1:spy")
    assert table.tokens == [1, 1, 0]


def test_the_only_seat_still_in_with_a_spy_gets_a_token() -> None:
    table = Table("spy king baron", "guard").play("spy", "handmaid").empty_deck()
    assert ended(table, "handmaid").tokens == [1, 1, 0]


def test_the_winner_may_get_both_tokens() -> None:
    table = Table("spy priest baron", "king").play("spy", "handmaid").empty_deck()
    assert ended(table, "handmaid").tokens == [2, 0, 0]


def test_a_discarded_spy_counts() -> None:
    table = Table("prince spy baron", "guard").play("prince>1", "princess handmaid").empty_deck()
    assert ended(table, "handmaid").tokens == [0, 2, 0]


def test_two_seats_with_a_spy_get_nothing_for_it() -> None:
    table = Table("spy king baron", "guard").play("spy", "spy").empty_deck()
    assert ended(table, "spy").tokens == [0, 1, 0]


def test_two_spies_of_one_seat_give_one_token() -> None:
    table = Table("spy king", "spy").play("spy", "guard").play("guard>0:priest", "handmaid").empty_deck()
    assert ended(table, "spy").tokens == [1, 1]


def test_a_spy_of_a_seat_that_is_out_does_not_count() -> None:
    table = Table("spy guard king", "priest").play("spy", "guard").play("guard>0:priest", "spy").empty_deck()
    assert ended(table, "spy").tokens == [0, 0, 2]


# --- the match -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "tokens"), [(2, 6), (3, 5), (4, 4), (5, 3), (6, 3)])
def test_the_match_ends_at_the_tokens_of_the_rule_book(seats: int, tokens: int) -> None:
    assert LoveLetterState.of(joute.game("love_letter", seats=seats).new(seed=1)).goal == tokens


def test_the_match_goes_on_below_the_tokens_and_ends_with_them() -> None:
    table = Table("guard priest", "spy", tokens=2).play("guard>1:priest", "guard guard guard guard priest spy", lot=[0])
    assert (table.tokens, table.game.over(table.state), table.mover) == ([1, 0], False, 0)
    table.play("guard>1:priest")
    assert table.game.over(table.state)
    assert table.game.returns(table.state) == [1, 0]


def test_several_winners_share_the_match() -> None:
    table = Table("guard baron priest", "baron", tokens=1).empty_deck().play("guard>1:spy")
    assert table.game.returns(table.state) == [0.5, 0.5, 0]


def test_the_spy_s_token_may_win_the_match() -> None:
    table = Table("spy king", "guard", tokens=1).play("spy", "handmaid").empty_deck().play("handmaid")
    assert table.game.returns(table.state) == [0.5, 0.5]


def test_the_winner_of_a_round_begins_the_next() -> None:
    table = Table("guard priest king", "spy").play("guard>1:princess", "baron")
    ended(table.empty_deck(), "baron>2")
    assert table.tokens == [0, 0, 1]
    assert table.game.chances(table.state) == [0, 0, 1]
    table.game.resolve(table.state, 2)
    assert LoveLetterState.of(table.state).leader == 2


def test_the_lot_decides_among_several_winners() -> None:
    table = ended(Table("guard baron priest", "baron").empty_deck(), "guard>1:spy")
    assert table.game.chances(table.state) == [0.5, 0.5, 0]


def test_between_rounds_everything_but_tokens_and_leader_is_erased() -> None:
    table = Table("guard priest", "spy", tokens=2).play("guard>1:baron", "handmaid")
    ended(table.empty_deck(), "priest>0")
    assert table.tokens == [0, 1]
    table.game.resolve(table.state, 1)
    fresh = table.game.laid_out()
    LoveLetterState.of(fresh).tokens[1] = 1
    LoveLetterState.of(fresh).leader = LoveLetterState.of(fresh).mover = 1
    LoveLetterState.of(fresh).round = 1
    assert table.state == fresh


def test_a_fixed_number_of_rounds_scores_the_tokens() -> None:
    table = Table("spy priest", "king", rounds=1).play("spy", "handmaid").empty_deck().play("handmaid")
    assert table.game.over(table.state)
    assert table.game.returns(table.state) == [2, 0]
    assert not table.game.spec.zero_sum


def test_tokens_and_rounds_exclude_each_other() -> None:
    with pytest.raises(BadSetting, match="one or by the other"):
        joute.game("love_letter", tokens=3, rounds=2)


def test_the_key_covers_all_that_comes_before_the_number_of_the_round() -> None:
    fields = joute.game("love_letter").dtype.fields
    assert fields is not None
    assert fields["round"][1] == 8 * NAMED
