"""Statuses: what each does, how long, to whom; and how they add up. One sentence a test."""

import pytest
from games.pokemon.battle import FIRST_SEAT, NO, YES, Battle, odds

THIRDS = pytest.approx([2 / 3, 1 / 3])


def bites(battle: Battle, first: str, second: str, turns: int, seat: int) -> list[int]:
    """The HP that the seat's creature loses in each of a number of turns, healed in between."""
    full, losses = battle.hp(seat), []
    for _ in range(turns):
        battle.set_hp(seat, full).set_hp(1 - seat, battle.hp(1 - seat))
        battle.turn(first, second)
        losses.append(full - battle.hp(seat))
    return losses


# --- burn ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("user", "attack"), [("carapuce", "Ébullition"), ("salameche", "Crocs Feu")])
@pytest.mark.parametrize(("die", "turns"), [(NO, 0), (YES, 5)])
def test_ebullition_and_crocs_feu_burn_one_time_in_three(user: str, attack: str, die: int, turns: int) -> None:
    battle = Battle(user, "osselait").begin(attack, "Piège de Roc")
    assert odds(battle) == THIRDS
    assert battle.falls(die).status("burn", 1) == turns


def test_burn_costs_an_eighth_of_the_full_hp_for_6_turns() -> None:
    battle = Battle("pikachu", "etourmi").give("burn", 0, 6)
    assert bites(battle, "Rugissement", "Antibrume", 7, seat=0) == [26] * 6 + [0]


def test_a_burnt_creature_s_attack_counts_two_thirds() -> None:
    battle = Battle("pikachu", "carapuce").give("burn", 0, 6).turn("Tonnerre", "Toxic")
    assert battle.hurt(1) == int(95 * 130 / 150 * 2 * 1.1 * 2 / 3)


def test_attack_is_whole_again_when_the_burn_is_over() -> None:
    battle = Battle("pikachu", "carapuce").give("burn", 0, 1).turn("Rugissement", "Toxic")
    assert battle.turn("Tonnerre", "Toxic").hurt(1) == int(95 * 130 / 150 * 2 * 1.1)


def test_no_die_is_rolled_for_a_burn_that_is_there_or_a_target_that_fell() -> None:
    assert Battle("carapuce", "osselait").give("burn", 1, 2).turn("Ébullition", "Piège de Roc").status("burn", 1) == 1
    sample_chance = Battle("carapuce", "salameche,osselait").set_hp(1, 1).turn("Ébullition", "send Osselait", NO)
    assert sample_chance.status("burn", 1, 1) == 0
    assert Battle("carapuce", "osselait").set_hp(1, 1).turn("Ébullition", "Séisme").scores() == [1, -1]


# --- poison -------------------------------------------------------------------------------------------------------------------


def test_toxic_poisons_for_4_turns_of_1_2_3_and_4_sixteenths() -> None:
    battle = Battle("carapuce", "pikachu").turn("Toxic", "Rugissement")
    assert (battle.hurt(1), battle.status("poison", 1)) == (210 // 16, 3)
    battle.set_hp(1, 210)
    assert bites(battle, "Exuviation", "Rugissement", 4, seat=1) == [210 * 2 // 16, 210 * 3 // 16, 210 * 4 // 16, 0]


# --- leech --------------------------------------------------------------------------------------------------------------------


def test_vampigraine_takes_an_eighth_for_5_turns_and_gives_it_to_its_caster() -> None:
    battle = Battle("bulbizarre", "pikachu").set_hp(0, 100).turn("Vampigraine", "Rugissement")
    assert (battle.hurt(1), battle.hp(0), battle.status("leech", 1)) == (26, 126, 4)
    battle.set_hp(1, 210)
    assert bites(battle, "Croissance", "Rugissement", 5, seat=1) == [26] * 4 + [0]
    assert battle.hp(0) == 100 + 5 * 26


def test_a_leech_never_lifts_its_caster_above_the_full_hp() -> None:
    assert Battle("bulbizarre", "pikachu").set_hp(0, 220).turn("Vampigraine", "Rugissement").hp(0) == 230


def test_a_leech_feeds_the_caster_on_the_bench() -> None:
    battle = Battle("bulbizarre,osselait", "pikachu").set_hp(0, 100).give("leech", 1, 5, feeds=0)
    assert battle.turn("send Osselait", "Rugissement").hp(0) == 126


def test_a_leech_feeds_nobody_when_its_caster_is_knocked_out() -> None:
    battle = Battle("bulbizarre,osselait", "etourmi").set_hp(0, 1).give("leech", 1, 5, feeds=0)
    battle.turn("Vampigraine", "Vive-Attaque").replace(0, "Osselait")
    assert (battle.hurt(1), battle.hp(0), battle.hp(0, 1)) == (27, 0, 240)


def test_a_leech_gives_what_its_victim_really_loses() -> None:
    battle = Battle("bulbizarre", "pikachu,osselait").set_hp(0, 100).set_hp(1, 10).turn("Vampigraine", "Rugissement")
    assert (battle.hp(1), battle.hp(0)) == (0, 110)


def test_plants_are_immune_to_the_leech() -> None:
    assert Battle("bulbizarre").turn("Vampigraine", "Croissance", FIRST_SEAT).status("leech", 1) == 0


# --- paralysis ----------------------------------------------------------------------------------------------------------------


def test_cage_eclair_paralyses_for_10_turns() -> None:
    battle = Battle("pikachu", "bulbizarre").begin("Cage-Éclair", "Croissance").falls(YES)
    assert battle.status("paralysis", 1) == 9
    for _ in range(9):
        assert battle.status("paralysis", 1) > 0
        battle.turn("Rugissement", "Charge", YES)
    assert battle.turn("Rugissement", "Charge").status("paralysis", 1) == 0


def test_cage_eclair_does_not_work_on_electric() -> None:
    assert Battle("pikachu").turn("Cage-Éclair", "Rugissement", FIRST_SEAT).status("paralysis", 1) == 0


def test_cage_eclair_works_on_ground() -> None:
    assert Battle("pikachu", "osselait").turn("Cage-Éclair", "Mimi-Queue", NO).status("paralysis", 1) == 9


def test_paralysis_holds_an_attack_back_one_time_in_three_and_the_pp_is_spent() -> None:
    battle = Battle("pikachu", "carapuce").give("paralysis", 1, 5).begin("Rugissement", "Coud'Boule")
    assert odds(battle) == THIRDS
    battle.falls(YES)
    assert (battle.hurt(0), battle.pp("Coud'Boule", 1)) == (0, 14)
    battle.turn("Rugissement", "Coud'Boule", NO)
    assert battle.hurt(0) > 0
    assert battle.pp("Coud'Boule", 1) == 13


def test_paralysis_holds_neither_a_switch_nor_exhaustion_back() -> None:
    battle = Battle("pikachu,osselait").give("paralysis", 0, 5).give("paralysis", 1, 5)
    battle.fields.pp[0] = 0
    battle.turn("exhaustion", "send Osselait")
    assert (battle.hurt(0), battle.active(1)) == (50, 1)


# --- trap ---------------------------------------------------------------------------------------------------------------------


def test_danse_flammes_traps_for_6_turns() -> None:
    battle = Battle("salameche", "osselait,pikachu").turn("Danse Flammes", "Piège de Roc")
    assert battle.hurt(1) == int(35 * 130 / 200 * 1.1)
    for _ in range(5):
        assert "send Pikachu" not in battle.legal(1)
        battle.turn("Groz'Yeux", "Piège de Roc")
    assert "send Pikachu" in battle.legal(1)


def test_a_trapped_creature_that_falls_is_replaced() -> None:
    battle = Battle("pikachu", "etourmi,osselait").give("trap", 1, 4).turn("Tonnerre", "Rapace").replace(1, "Osselait")
    assert battle.active(1) == 1
    assert battle.legal(1)[-1] == "Coud'Boule"


# --- together -----------------------------------------------------------------------------------------------------------------


def test_different_statuses_add_up() -> None:
    battle = Battle("pikachu", "bulbizarre").give("burn", 0, 6).give("poison", 0, 4).give("leech", 0, 5, feeds=0)
    assert battle.turn("Rugissement", "Croissance").hurt(0) == 210 // 8 + 210 // 16 + 210 // 8


def test_burn_bites_before_the_leech_which_then_feeds_nobody() -> None:
    battle = Battle("pikachu,osselait", "bulbizarre").set_hp(0, 20).set_hp(1, 100).give("burn", 0, 6).give("leech", 0, 5, feeds=0)
    battle.turn("Rugissement", "Croissance")
    assert (battle.hp(0), battle.hp(1)) == (0, 100)


@pytest.mark.parametrize(
    ("user", "attack", "status"),
    [
        ("carapuce", "Toxic", "poison"),
        ("bulbizarre", "Vampigraine", "leech"),
        ("pikachu", "Cage-Éclair", "paralysis"),
        ("salameche", "Danse Flammes", "trap"),
    ],
)
def test_a_status_that_is_already_there_is_not_renewed(user: str, attack: str, status: str) -> None:
    battle = Battle(user, "osselait").give(status, 1, 3, feeds=0 if status == "leech" else -1)
    battle.turn(attack, "Piège de Roc", *([NO] if status == "paralysis" else []))
    assert battle.status(status, 1) == 2


def test_statuses_and_bonuses_stay_with_the_creature_on_the_bench_where_turns_do_not_count() -> None:
    battle = Battle("carapuce,osselait", "pikachu").turn("Exuviation", "Rugissement")
    for status in ("burn", "poison", "leech", "paralysis"):
        battle.give(status, 0, 3, feeds=0)
    hp = battle.hp(0)
    battle.turn("send Osselait", "Cage-Éclair").turn("Piège de Roc", "Rugissement", NO)
    assert battle.hp(0) == hp
    assert [battle.status(status, 0) for status in ("burn", "poison", "leech", "paralysis")] == [3] * 4
    assert battle.bonus(0) == (1.125, 0.75)
    assert battle.bonus(0, 1) == (0.75, 1)


def test_a_creature_that_is_knocked_out_keeps_nothing() -> None:
    battle = Battle("carapuce,osselait", "pikachu").give("leech", 1, 5, feeds=0).give("burn", 0, 3).set_hp(0, 1)
    battle.turn("Exuviation", "Tonnerre")
    fields = battle.fields
    assert (fields.pp[0].sum(), fields.status[0].sum(), fields.bonus[0].tolist(), fields.feeds[6]) == (0, 0, [1, 1], -1)
