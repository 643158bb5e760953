"""What is said of an attack or a switch, and what has come of it: a battle, an action, a number."""

import numpy as np
import pytest
from games.pokemon.battle import FIRST_SEAT, NO, Battle

from joute.core.contract import consequences
from joute.core.state import Fields


def said(battle: Battle, action: str, seat: int = 0) -> dict[str, float]:
    """The facts of an action; shares are rounded."""
    return {name: round(value, 6) for name, value in battle.game.facts(battle.state, seat, action).items()}


def holds(facts: dict[str, float], **expected: float) -> bool:
    """Whether these facts have these values."""
    assert {name: facts[name] for name in expected} == {name: round(value, 6) for name, value in expected.items()}
    return True


# --- damage and knocking out ------------------------------------------------------------------------------------------------------


def test_an_attack_knocks_out_who_has_no_more_hp_than_it_takes() -> None:
    falls = said(Battle("pikachu", "carapuce").set_hp(1, 181), "Tonnerre")
    assert holds(falls, knocks_out=1, knocks_out_first=1, knocks_out_next=0, damage=1, effect=2, faster=1, carried_out=1, risk=0)
    stands = said(Battle("pikachu", "carapuce").set_hp(1, 182), "Tonnerre")
    assert holds(stands, knocks_out=0, knocks_out_first=0, knocks_out_next=1, damage=181 / 182, risk=122 / 210)


def test_an_attack_with_priority_comes_before_a_faster_creature() -> None:
    assert holds(said(Battle("pikachu", "etourmi"), "Tonnerre"), knocks_out=1, knocks_out_first=0, carried_out=1)
    assert holds(said(Battle("pikachu", "etourmi").set_hp(0, 90), "Tonnerre"), knocks_out=1, carried_out=1, survives=1)
    weak = said(Battle("pikachu", "etourmi").set_hp(0, 82), "Tonnerre")
    assert holds(weak, knocks_out=0, damage=1, faster=1, carried_out=0, survives=0, risk=1)
    assert holds(said(Battle("etourmi", "pikachu"), "Vive-Attaque"), faster=1, knocks_out=0)
    assert holds(said(Battle("etourmi", "osselait"), "Antibrume"), faster=0)


def test_a_coin_between_equals_halves_the_chance() -> None:
    equal = Battle("osselait", "osselait").set_hp(0, 63).set_hp(1, 63)
    assert holds(said(equal, "Séisme"), knocks_out=0.5, knocks_out_first=0, faster=0.5, carried_out=0.5, survives=0)
    assert holds(said(equal, "Coud'Boule"), knocks_out=0, carried_out=0.5)


def test_paralysis_lets_an_attack_fail_one_time_in_three() -> None:
    held = Battle("pikachu,osselait", "osselait").give("paralysis", 0, 5)
    assert holds(said(held, "Rugissement"), carried_out=2 / 3, faster=1)
    assert holds(said(held, "send Osselait"), carried_out=1)
    assert holds(said(held.set_hp(1, 1), "Change-Éclair"), knocks_out=0, effect=0)


def test_a_faster_foe_may_paralyse_before_the_attack() -> None:
    battle = Battle("osselait", "pikachu")
    assert holds(said(battle, "Séisme"), damage=1, knocks_out=2 / 3, carried_out=2 / 3, faster=0)
    battle.fields.pp[6, 1] = 0
    assert holds(said(battle, "Séisme"), knocks_out=1, carried_out=1, faster=0)


def test_a_bonus_may_make_the_next_attack_fatal() -> None:
    battle = Battle("salameche", "carapuce").set_hp(1, 101)  # Tranche takes 60, after Groz'Yeux 101
    assert holds(said(battle, "Groz'Yeux"), knocks_out_next=1, own_hits=100 * (1.25 / 0.75 - 1))
    assert holds(said(battle.set_hp(1, 102), "Groz'Yeux"), knocks_out_next=0)
    assert holds(said(battle, "Tranche"), knocks_out_next=1, damage=60 / 102)
    battle.fields.pp[0, 2] = 1
    assert holds(said(battle, "Tranche"), knocks_out_next=0), "its last use"


# --- other effects ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("battle", "action"),
    [
        (Battle("pikachu", "osselait"), "Tonnerre"),
        (Battle("pikachu", "osselait"), "Change-Éclair"),
        (Battle("pikachu", "pikachu"), "Cage-Éclair"),
        (Battle("bulbizarre", "bulbizarre"), "Vampigraine"),
        (Battle("carapuce", "osselait").give("poison", 1, 1), "Toxic"),
        (Battle("osselait", "pikachu,carapuce").lay_rocks(1, 3), "Piège de Roc"),
        (Battle("osselait", "pikachu"), "Piège de Roc"),
        (Battle("etourmi,pikachu", "osselait"), "Antibrume"),
        (Battle("etourmi", "osselait"), "Atterrissage"),
    ],
)
def test_some_attacks_would_have_no_effect_here(battle: Battle, action: str) -> None:
    assert holds(said(battle, action), no_effect=1, damage=0)


@pytest.mark.parametrize(
    ("battle", "action"),
    [
        (Battle("pikachu", "carapuce"), "Tonnerre"),
        (Battle("pikachu,carapuce", "osselait"), "Change-Éclair"),
        (Battle("pikachu", "osselait"), "Cage-Éclair"),
        (Battle("osselait", "pikachu,carapuce"), "Piège de Roc"),
        (Battle("osselait", "pikachu,etourmi"), "Piège de Roc"),
        (Battle("etourmi,pikachu", "osselait").lay_rocks(0), "Antibrume"),
        (Battle("etourmi", "pikachu"), "Atterrissage"),
        (Battle("pikachu,carapuce", "osselait"), "send Carapuce"),
    ],
)
def test_others_have_one(battle: Battle, action: str) -> None:
    assert holds(said(battle, action), no_effect=0)


STATUS_FACTS = ("burns", "poisons", "leeches", "paralyses", "traps")


@pytest.mark.parametrize(
    ("user", "attack", "fact", "value", "status"),
    [
        ("carapuce", "Ébullition", "burns", 1 / 3, "burn"),
        ("carapuce", "Toxic", "poisons", 1, "poison"),
        ("bulbizarre", "Vampigraine", "leeches", 1, "leech"),
        ("pikachu", "Cage-Éclair", "paralyses", 1, "paralysis"),
        ("salameche", "Danse Flammes", "traps", 1, "trap"),
    ],
)
def test_a_status_is_put_on_who_does_not_have_it(user: str, attack: str, fact: str, value: float, status: str) -> None:
    assert holds(said(Battle(user, "osselait"), attack), **{name: value if name == fact else 0 for name in STATUS_FACTS})
    assert holds(said(Battle(user, "osselait").give(status, 1, 2), attack), **{fact: 0})


def test_who_is_knocked_out_gets_no_status() -> None:
    assert holds(said(Battle("carapuce", "salameche").set_hp(1, 9), "Ébullition"), burns=0, knocks_out=1, damage=1)


def test_bonuses_change_later_hits() -> None:
    assert holds(said(Battle("bulbizarre", "osselait"), "Croissance"), own_hits=25, foe_hits=0)
    assert holds(said(Battle("pikachu", "osselait"), "Rugissement"), own_hits=0, foe_hits=-25)
    assert holds(said(Battle("carapuce", "osselait"), "Exuviation"), own_hits=50, foe_hits=100 * (1 / 0.75 - 1))
    high = Battle("bulbizarre", "osselait")
    high.fields.bonus[0, 0] = 4
    assert holds(said(high, "Croissance"), own_hits=0, no_effect=1)


def test_healing_gives_back_what_is_missing_up_to_half() -> None:
    assert holds(said(Battle("etourmi", "osselait").set_hp(0, 180), "Atterrissage"), heals=40 / 220)
    assert holds(said(Battle("etourmi", "osselait").set_hp(0, 50), "Atterrissage"), heals=0.5, risk=100 / 160, survives=1)
    assert holds(said(Battle("etourmi", "osselait").set_hp(0, 50), "Rapace"), heals=0, risk=1, survives=0)


def test_rocks_count_those_on_the_bench_whom_they_hurt() -> None:
    assert holds(said(Battle("osselait", "pikachu,etourmi,carapuce,salameche"), "Piège de Roc"), lays_rocks=2)
    assert holds(said(Battle("osselait", "pikachu,carapuce").set_hp(1, 0, place=1), "Piège de Roc"), lays_rocks=0)
    freed = Battle("etourmi,pikachu,carapuce,osselait", "osselait").lay_rocks(0)
    assert holds(said(freed, "Antibrume"), clears_rocks=3)
    assert holds(said(freed.lay_rocks(0, 0), "Antibrume"), clears_rocks=0)


# --- the foe's answer --------------------------------------------------------------------------------------------------------------


def test_the_risk_is_the_worst_answer_with_statuses_and_exhaustion() -> None:
    """Ébullition takes 96 HP, and the burn that it may bring 26 at once."""
    assert holds(said(Battle("pikachu", "carapuce"), "Tonnerre"), risk=122 / 210, survives=1)
    assert holds(said(Battle("pikachu", "carapuce").give("poison", 0, 3), "Tonnerre"), risk=(96 + 26 + 26) / 210)
    tired = Battle("pikachu", "carapuce")
    tired.fields.pp[0] = 0
    assert holds(said(tired, "exhaustion"), risk=(96 + 26 + 50) / 210, damage=0, no_effect=0)
    assert holds(said(tired.set_hp(0, 172), "exhaustion"), risk=1, survives=0)


def test_bonuses_of_an_attack_that_comes_first_count_for_the_answer() -> None:
    assert holds(said(Battle("pikachu", "carapuce"), "Rugissement"), risk=(72 + 26) / 210)
    assert holds(said(Battle("carapuce", "osselait"), "Exuviation"), risk=117 / 230)
    assert holds(said(Battle("carapuce", "salameche"), "Exuviation"), risk=60 / 230), "comes after Tranche"


def test_who_strikes_first_and_leaves_is_safe() -> None:
    assert holds(said(Battle("pikachu,carapuce", "salameche"), "Change-Éclair"), leaves=1, risk=0, wins_duel=0)
    assert holds(said(Battle("pikachu,carapuce", "salameche").give("trap", 0, 2), "Change-Éclair"), leaves=0, risk=(84 + 26) / 210)
    assert holds(said(Battle("pikachu,carapuce", "salameche"), "Tonnerre"), leaves=0, risk=(84 + 26) / 210)


# --- newcomers ---------------------------------------------------------------------------------------------------------------------


def test_a_switch_may_resist_the_attack_that_threatens() -> None:
    battle = Battle("pikachu,etourmi,carapuce,osselait", "osselait")
    assert holds(said(battle, "send Étourmi"), switches=1, resists=1, risk=100 / 220, faster=1)
    assert holds(said(battle, "send Carapuce"), switches=1, resists=0, risk=88 / 230, wins_duel=1)
    assert holds(said(battle, "Rugissement"), switches=0, resists=0)


def test_rocks_and_the_attack_cost_a_newcomer_hp() -> None:
    battle = Battle("pikachu,carapuce", "osselait").lay_rocks(0)
    assert holds(said(battle, "send Carapuce"), risk=(27 + 88) / 230, survives=1)
    assert holds(said(battle.set_hp(0, 115, place=1), "send Carapuce"), risk=1, survives=0)
    assert holds(said(battle.set_hp(0, 27, place=1), "send Carapuce"), survives=0, beats=0, wins_duel=0, knocks_out_next=0)


def test_a_replacement_meets_the_attack_that_was_announced() -> None:
    stares = Battle("pikachu,osselait,carapuce", "salameche").lay_rocks(0).set_hp(0, 28, place=1).turn("send Osselait", "Groz'Yeux")
    assert holds(said(stares, "send Carapuce"), switches=0, risk=27 / 230, resists=0)
    bites = Battle("pikachu,osselait,carapuce", "salameche").lay_rocks(0).set_hp(0, 28, place=1).turn("send Osselait", "Crocs Feu")
    assert holds(said(bites, "send Carapuce"), risk=(27 + 30 + 28) / 230, resists=1)


def test_a_replacement_that_knocks_out_first_risks_nothing() -> None:
    battle = Battle("bulbizarre,pikachu,salameche", "carapuce").set_hp(0, 1).begin("Charge", "Coud'Boule").falls(1)
    assert holds(said(battle.set_hp(1, 181), "send Pikachu"), knocks_out_next=1, risk=0, survives=1, faster=1, switches=0)
    assert holds(said(battle.set_hp(1, 182), "send Pikachu"), knocks_out_next=0, risk=122 / 210)
    assert holds(said(battle, "send Salamèche"), wins_duel=0, risk=(192 + 27) / 220)


def test_against_a_foe_that_is_leaving_the_whole_team_counts() -> None:
    battle = Battle("etourmi,osselait", "pikachu,osselait").set_hp(0, 1).turn("Rapace", "Change-Éclair")
    assert battle.asked() == [0]
    assert holds(said(battle, "send Osselait"), risk=0, beats=1, faster=0.25, wins_duel=0)


def test_a_lead_is_compared_with_the_foe_s_whole_team() -> None:
    battle = Battle("pikachu,osselait", "pikachu,osselait,etourmi,salameche")
    state = battle.game.laid_out()
    lead = battle.game.facts(state, 0, "send Pikachu")
    assert holds({name: round(value, 6) for name, value in lead.items()}, faster=3.5 / 4, beats=2, risk=0, survives=1, switches=0)


def test_a_duel_is_won_by_who_still_stands() -> None:
    assert holds(said(Battle("osselait", "pikachu"), "Séisme"), wins_duel=1, beats=1)
    assert holds(said(Battle("pikachu", "osselait"), "Tonnerre"), wins_duel=0, beats=0)
    assert holds(said(Battle("pikachu", "osselait,etourmi,carapuce"), "Tonnerre"), beats=2)


# --- consequences ------------------------------------------------------------------------------------------------------------------


def came(battle: Battle, first: str, second: str, *outcomes: int, seat: int = 0) -> dict[str, float]:
    """What has come of a turn for a seat."""
    before, game = battle.state.copy(), battle.game
    battle.turn(first, second, *outcomes)
    out = np.full(len(game.definition.consequences), np.nan)
    consequences(Fields.of(before), Fields.of(battle.state), seat, 0, out)
    return dict(zip((fact.name for fact in game.definition.consequences), out.tolist(), strict=True))


def test_damage_dealt_and_taken() -> None:
    turn = came(Battle("pikachu", "carapuce"), "Tonnerre", "Coud'Boule")
    assert holds(turn, hp_taken=181, hp_lost=81, foe_falls=0, own_falls=0, foe_leaves=0, foe_afflicted=0, wins_battle=0, loses_battle=0)


def test_a_fall_on_either_side_and_the_end() -> None:
    battle = Battle("pikachu,osselait", "carapuce,osselait").set_hp(1, 181)
    assert holds(came(battle, "Tonnerre", "Toxic"), foe_falls=1, hp_taken=181, hp_lost=0, wins_battle=0)
    assert holds(came(Battle("pikachu", "carapuce").set_hp(1, 9), "Tonnerre", "Toxic"), foe_falls=1, wins_battle=1, loses_battle=0)
    lost = came(Battle("pikachu", "carapuce").set_hp(1, 9), "Tonnerre", "Toxic", seat=1)
    assert holds(lost, foe_falls=0, own_falls=1, hp_lost=9, wins_battle=0, loses_battle=1)


def test_statuses_that_are_new() -> None:
    turn = came(Battle("pikachu", "carapuce"), "Cage-Éclair", "Toxic", NO)
    assert holds(turn, foe_afflicted=1, own_afflicted=1, hp_lost=13)
    old = Battle("pikachu", "osselait").give("poison", 1, 3).give("burn", 0, 3)
    assert holds(came(old, "Rugissement", "Piège de Roc"), foe_afflicted=0, own_afflicted=0, hp_taken=30, hp_lost=26)


def test_a_foe_that_leaves_is_not_one_that_fell() -> None:
    assert holds(came(Battle("pikachu", "carapuce,osselait"), "Tonnerre", "send Osselait"), foe_leaves=1, foe_falls=0, hp_taken=0)
    battle = Battle("osselait", "carapuce,osselait").set_hp(1, 1)
    before = battle.state.copy()
    battle.turn("Séisme", "Exuviation").replace(1, "Osselait")
    out = np.zeros(9)
    consequences(Fields.of(before), Fields.of(battle.state), 0, 0, out)
    assert (out[0], out[6]) == (1, 0)


def test_equal_speeds_are_decided_by_a_coin_in_consequences_too() -> None:
    equal = Battle("osselait", "osselait").set_hp(0, 63).set_hp(1, 63)
    assert holds(came(equal, "Séisme", "Séisme", FIRST_SEAT), foe_falls=1, own_falls=0, hp_lost=0, wins_battle=1)
