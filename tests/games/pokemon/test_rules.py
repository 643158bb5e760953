"""The rules of a turn: choices, order, knock-outs, replacements, rocks and the end. One sentence a test."""

import pytest
from games.pokemon.battle import FIRST_SEAT, SECOND_SEAT, Battle, odds

import joute
from joute.games.pokemon.creatures import TEAM
from joute.games.pokemon.state import PokemonState

HALF = [0.5, 0.5]


# --- choices --------------------------------------------------------------------------------------------------------------


def test_both_choose_a_lead_at_once() -> None:
    game = joute.game("pokemon")
    state = game.laid_out()
    assert game.movers(state) == [0, 1]
    assert [action.name for action in game.legal(state, 1)][:2] == ["send Bulbizarre", "send Carapuce"]
    game.advance(state, {0: "send Pikachu", 1: "send Osselait"})
    assert PokemonState.of(state).active.tolist() == [3, TEAM + 4]
    assert game.movers(state) == [0, 1]


def test_each_turn_both_choose_an_attack_that_has_pp_or_a_switch() -> None:
    battle = Battle("pikachu,osselait")
    battle.fields.pp[0, 0] = 0
    assert battle.asked() == [0, 1]
    assert battle.legal(0) == ["Cage-Éclair", "Rugissement", "Change-Éclair", "send Osselait"]
    assert battle.legal(1) == ["Tonnerre", "Cage-Éclair", "Rugissement", "Change-Éclair", "send Osselait"]


def test_one_cannot_switch_to_a_creature_that_is_knocked_out() -> None:
    battle = Battle("pikachu,osselait,etourmi").set_hp(0, 0, place=1)
    assert battle.legal(0)[4:] == ["send Étourmi"]


def test_with_no_pp_left_the_one_attack_is_exhaustion_which_costs_50_hp() -> None:
    battle = Battle("pikachu,osselait")
    battle.fields.pp[0] = 0
    assert battle.legal(0) == ["exhaustion", "send Osselait"]
    battle.turn("exhaustion", "send Osselait")
    assert battle.hurt(0) == 50
    assert battle.hurt(1, 1) == 0


def test_exhaustion_may_knock_out_and_the_replacement_comes_before_the_other_acts() -> None:
    battle = Battle("pikachu,osselait", "osselait").set_hp(0, 50)
    battle.fields.pp[0] = 0
    battle.turn("exhaustion", "Coud'Boule")
    assert battle.asked() == [0]
    battle.replace(0, "Osselait")
    assert battle.hurt(0, 1) == 75 * 120 // 200


def test_an_attack_costs_one_pp() -> None:
    assert Battle("pikachu,osselait").turn("Tonnerre", "send Osselait").pp("Tonnerre", 0) == 14


# --- order ------------------------------------------------------------------------------------------------------------------


def test_switches_come_before_every_attack() -> None:
    battle = Battle("osselait,salameche", "etourmi").turn("send Salamèche", "Vive-Attaque")
    assert (battle.hurt(0, 0), battle.hurt(0, 1)) == (0, 70 * 130 // 110)


def test_vive_attaque_comes_before_the_attack_of_a_faster_creature() -> None:
    battle = Battle("etourmi", "pikachu").set_hp(1, 1).turn("Vive-Attaque", "Tonnerre")
    assert battle.scores() == [1, -1]


def test_antibrume_comes_after_the_attack_of_a_slower_creature() -> None:
    battle = Battle("etourmi", "osselait").turn("Antibrume", "Piège de Roc")
    assert battle.rocks(0) == 0


def test_among_equals_the_higher_effective_speed_acts_first() -> None:
    battle = Battle("salameche", "pikachu").set_hp(0, 1).set_hp(1, 1).turn("Tranche", "Tonnerre")
    assert battle.scores() == [-1, 1]


def test_two_vive_attaques_go_by_speed_and_then_by_a_coin() -> None:
    battle = Battle("etourmi").begin("Vive-Attaque", "Vive-Attaque")
    assert odds(battle) == HALF


@pytest.mark.parametrize(("coin", "scores"), [(FIRST_SEAT, [1, -1]), (SECOND_SEAT, [-1, 1])])
def test_equal_speed_is_decided_by_a_coin(coin: int, scores: list[float]) -> None:
    battle = Battle("bulbizarre", "carapuce").set_hp(0, 1).set_hp(1, 1).begin("Charge", "Coud'Boule")
    assert odds(battle) == HALF
    assert battle.falls(coin).scores() == scores


def test_no_coin_is_tossed_for_different_priorities() -> None:
    battle = Battle("etourmi", "carapuce").turn("Vive-Attaque", "Toxic")
    assert battle.hurt(1) == 70 * 130 // 150


def test_no_coin_is_tossed_for_two_switches() -> None:
    battle = Battle("pikachu,osselait").turn("send Osselait", "send Osselait")
    assert (battle.active(0), battle.active(1)) == (1, 1)


def test_a_coin_is_tossed_for_two_switches_that_both_end_on_rocks() -> None:
    battle = Battle("pikachu,salameche,osselait")
    for seat in range(2):
        battle.lay_rocks(seat).set_hp(seat, 5, place=1)
    battle.begin("send Salamèche", "send Salamèche")
    assert odds(battle) == HALF
    assert battle.falls(SECOND_SEAT).asked() == [1]
    assert battle.replace(1, "Pikachu").asked() == [0]


@pytest.mark.parametrize("status", ["paralysis", "leech"])
def test_paralysis_and_leech_halve_the_speed(status: str) -> None:
    battle = Battle("pikachu", "salameche").give(status, 0, 3).set_hp(0, 1).set_hp(1, 1)
    assert battle.turn("Tonnerre", "Tranche").scores() == [-1, 1]  # 200 / 2 is slower than 150


def test_paralysis_and_leech_together_leave_a_quarter_of_the_speed() -> None:
    battle = Battle("pikachu", "osselait").give("paralysis", 0, 3).give("leech", 0, 3).set_hp(0, 1)
    assert battle.turn("Tonnerre", "Coud'Boule").scores() == [-1, 1]  # 50 against 95; half would be 100


# --- knock-outs and replacements ----------------------------------------------------------------------------------------------


def test_a_creature_that_is_knocked_out_does_not_act() -> None:
    battle = Battle("pikachu", "etourmi,osselait").turn("Tonnerre", "Rapace")
    assert (battle.hp(1), battle.hurt(0)) == (0, 0)


def test_its_trainer_chooses_a_replacement_at_once_in_the_middle_of_the_turn() -> None:
    battle = Battle("pikachu", "etourmi,osselait,carapuce").give("burn", 0, 6).set_hp(1, 100).turn("Tonnerre", "Rapace")
    assert battle.asked() == [1]
    assert battle.legal(1) == ["send Osselait", "send Carapuce"]
    assert battle.fields.turn == 0
    assert battle.hurt(0) == 0  # its burn bites at the end of the turn
    battle.replace(1, "Osselait")
    assert (battle.active(1), battle.fields.turn, battle.hurt(0)) == (1, 1, 210 // 8)


def test_the_replacement_does_not_act_in_that_turn() -> None:
    battle = Battle("pikachu", "etourmi,osselait").turn("Tonnerre", "Rapace").replace(1, "Osselait")
    assert battle.hurt(0) == 0
    assert battle.asked() == [0, 1]


def test_the_replacement_of_the_first_is_hit_by_the_second() -> None:
    battle = Battle("osselait,carapuce,pikachu", "pikachu,etourmi").lay_rocks(0).set_hp(0, 20, place=1)
    battle.turn("send Carapuce", "Rugissement")
    assert battle.asked() == [0]
    battle.replace(0, "Pikachu")
    assert battle.bonus(0, place=2) == (0.75, 1)


def test_a_trainer_whose_last_creature_falls_has_lost_at_that_moment() -> None:
    battle = Battle("pikachu", "etourmi").set_hp(0, 1).set_hp(1, 100).give("burn", 0, 6).turn("Tonnerre", "Rapace")
    assert battle.scores() == [1, -1]
    assert battle.hp(0) == 1
    assert battle.asked() == []


def test_change_eclair_lets_its_user_choose_a_replacement_at_once() -> None:
    battle = Battle("pikachu,osselait,carapuce", "salameche").turn("Change-Éclair", "Tranche")
    assert battle.hurt(1) == int(70 * 130 / 110 * 1.1)
    assert battle.asked() == [0]
    assert battle.legal(0) == ["send Osselait", "send Carapuce"]
    battle.replace(0, "Osselait")
    assert (battle.hurt(0, 0), battle.hurt(0, 1)) == (0, 70 * 130 // 200)


def test_change_eclair_of_the_last_creature_is_only_an_attack() -> None:
    assert Battle("pikachu", "salameche").turn("Change-Éclair", "Groz'Yeux").asked() == [0, 1]


def test_change_eclair_leaves_also_where_it_does_no_damage() -> None:
    battle = Battle("pikachu,carapuce", "osselait").turn("Change-Éclair", "Coud'Boule")
    assert battle.hurt(1) == 0
    assert battle.asked() == [0]


def test_after_a_knock_out_by_change_eclair_the_replacement_comes_first() -> None:
    battle = Battle("pikachu,carapuce", "etourmi,osselait").turn("Change-Éclair", "Rapace")
    assert battle.asked() == [1]
    assert battle.replace(1, "Osselait").asked() == [0]
    assert battle.replace(0, "Carapuce").asked() == [0, 1]


def test_a_trapped_user_of_change_eclair_stays() -> None:
    battle = Battle("pikachu,carapuce", "salameche").give("trap", 0, 2).turn("Change-Éclair", "Groz'Yeux")
    assert battle.asked() == [0, 1]
    assert battle.active(0) == 0


# --- rocks --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cost"),
    [
        ("Pikachu", 210 * 18 // 100),
        ("Salamèche", 220 * 18 // 100),
        ("Carapuce", 230 * 12 // 100),
        ("Osselait", 240 * 12 // 100),
        ("Bulbizarre", 230 * 6 // 100),
        ("Étourmi", 0),
    ],
)
def test_entering_with_rocks_costs_18_12_6_or_0_percent_by_the_effect_of_ground(name: str, cost: int) -> None:
    battle = Battle(f"pikachu,{name}", "osselait").lay_rocks(0)
    new = "Pikachu 2" if name == "Pikachu" else name
    assert battle.turn(f"send {new}", "Piège de Roc").hurt(0, 1) == cost


def test_rocks_lie_on_the_opponent_s_side() -> None:
    battle = Battle("osselait", "pikachu,carapuce").turn("Piège de Roc", "Rugissement")
    assert (battle.rocks(0), battle.rocks(1)) == (0, 29)
    battle.turn("Mimi-Queue", "send Carapuce")
    assert battle.hurt(1, 1) == 27


def test_rocks_may_knock_a_newcomer_out_and_another_one_is_asked_for() -> None:
    battle = Battle("pikachu,osselait,carapuce", "salameche").lay_rocks(0).set_hp(0, 28, place=1).turn("send Osselait", "Groz'Yeux")
    assert battle.hp(0, 1) == 0
    assert battle.asked() == [0]
    battle.replace(0, "Carapuce")
    assert battle.bonus(0, 2) == (1, 0.75)


def test_the_last_creature_that_falls_on_rocks_loses_the_battle() -> None:
    battle = Battle("osselait,salameche", "pikachu").lay_rocks(0).set_hp(0, 1).set_hp(0, 39, place=1)
    battle.fields.pp[0] = 0
    battle.turn("exhaustion", "Cage-Éclair").replace(0, "Salamèche")
    assert battle.scores() == [-1, 1]


def test_rocks_stay_30_turns_and_are_not_renewed() -> None:
    battle = Battle("osselait", "etourmi")
    battle.fields.pp[0, 2] = battle.fields.pp[6, 3] = 100
    for turn in range(30):
        assert (battle.rocks(1) > 0) == (turn > 0)
        battle.turn("Piège de Roc", "Atterrissage" if turn < 5 else "Vive-Attaque")
        battle.set_hp(0, 240)
    assert battle.rocks(1) == 0


def test_rocks_that_lie_there_are_not_renewed() -> None:
    assert Battle("osselait", "etourmi").lay_rocks(1, 12).turn("Piège de Roc", "Atterrissage").rocks(1) == 11


def test_antibrume_removes_the_rocks_on_one_s_own_side_only() -> None:
    battle = Battle("etourmi", "pikachu").lay_rocks(0).lay_rocks(1).turn("Antibrume", "Rugissement")
    assert (battle.rocks(0), battle.rocks(1)) == (0, 29)


# --- the end of a turn --------------------------------------------------------------------------------------------------------


def test_the_slower_creature_s_statuses_bite_first() -> None:
    battle = Battle("osselait", "pikachu").set_hp(0, 1).set_hp(1, 1).give("burn", 0, 3).give("burn", 1, 3)
    assert battle.turn("Piège de Roc", "Rugissement").scores() == [-1, 1]


@pytest.mark.parametrize(("coin", "scores"), [(FIRST_SEAT, [-1, 1]), (SECOND_SEAT, [1, -1])])
def test_equal_and_both_afflicted_a_coin_says_who_is_bitten_first(coin: int, scores: list[float]) -> None:
    battle = Battle("pikachu").set_hp(0, 1).set_hp(1, 1).give("burn", 0, 3).give("poison", 1, 3)
    battle.begin("Rugissement", "Rugissement")
    battle.game.resolve(battle.state, FIRST_SEAT)  # who acts first
    assert odds(battle) == HALF
    assert battle.falls(coin).scores() == scores


@pytest.mark.parametrize("status", ["paralysis", "trap"])
def test_no_coin_is_tossed_where_only_one_is_afflicted(status: str) -> None:
    battle = Battle("bulbizarre", "carapuce").give("burn", 0, 3).give(status, 1, 3)
    battle.fields.pp[TEAM] = 0
    battle.turn("Croissance", "exhaustion", *([FIRST_SEAT] if status == "trap" else []))
    assert (battle.hurt(0), battle.status(status, 1)) == (28, 2)


def test_a_knock_out_at_the_end_asks_for_a_replacement_at_once() -> None:
    battle = Battle("osselait,carapuce", "pikachu").set_hp(0, 1).give("burn", 0, 3).give("burn", 1, 3)
    battle.turn("Piège de Roc", "Rugissement")
    assert battle.asked() == [0]
    assert battle.hurt(1) == 0  # the faster one is bitten after the replacement
    battle.replace(0, "Carapuce")
    assert battle.hurt(1) == 26
    assert battle.fields.turn == 1


def test_a_creature_that_comes_in_at_the_end_is_not_bitten_in_that_turn() -> None:
    battle = Battle("osselait,carapuce", "pikachu").set_hp(0, 1).give("burn", 0, 3).give("burn", 0, 3, place=1)
    battle.turn("Piège de Roc", "Rugissement").replace(0, "Carapuce")
    assert (battle.hurt(0, 1), battle.status("burn", 0, 1)) == (0, 3)


def test_a_creature_that_comes_in_during_the_actions_is_bitten_in_that_turn() -> None:
    battle = Battle("osselait,carapuce", "pikachu").give("burn", 0, 3, place=1).turn("send Carapuce", "Rugissement")
    assert (battle.hurt(0, 1), battle.status("burn", 0, 1)) == (230 // 8, 2)


def test_after_the_last_turn_the_larger_sum_of_hp_wins() -> None:
    battle = Battle("pikachu,osselait", turns=2).set_hp(1, 239, place=1)
    battle.turn("send Osselait", "Rugissement")
    assert battle.scores() is None
    assert battle.turn("send Pikachu", "Cage-Éclair").scores() == [1, -1]


def test_after_200_turns_equal_sums_are_a_draw() -> None:
    battle = Battle("pikachu,osselait")
    for turn in range(200):
        assert battle.scores() is None
        name = "send Osselait" if turn % 2 == 0 else "send Pikachu"
        battle.turn(name, name)
    assert battle.scores() == [0, 0]


def test_equal_positions_are_equal_records_whatever_the_way() -> None:
    coins = [Battle("carapuce").turn("Exuviation", "Exuviation", coin).state for coin in (FIRST_SEAT, SECOND_SEAT)]
    assert coins[0] == coins[1]
