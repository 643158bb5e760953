"""Attacks: damage exactly as the formula says, bonuses, healing. One sentence a test."""

from fractions import Fraction
from math import floor

import pytest
from games.pokemon.battle import FIRST_SEAT, Battle
from hypothesis import given
from hypothesis import strategies as st

from joute.games.pokemon.attack_effects import damage
from joute.games.pokemon.cards import Attack, Creature
from joute.games.pokemon.creatures import (
    ATTACK_NAMES,
    ATTACKS,
    CREATURES,
    TEAM,
    effect,
)
from joute.games.pokemon.state import ATTACK_BONUS, DEFENCE_BONUS

FACTORS = sorted({factor for a in ATTACKS for factor in (a.own_attack, a.own_defence, a.foe_attack, a.foe_defence)} - {1})


def formula(attack: Attack, user: Creature, target: Creature, own: Fraction, foe: Fraction, burnt: bool) -> int:
    """The damage in fractions, without a table of the rules."""
    strength = attack.power * user.attack * own * (Fraction(2, 3) if burnt else 1)
    same = Fraction(11, 10) if attack.type == user.type else 1
    return floor(strength / (target.defence * foe) * Fraction(effect(attack.type, target.type)) * same)


def multiplied(factors: list[float]) -> Fraction:
    bonus = Fraction(1)
    for factor in factors:
        bonus = min(max(bonus * Fraction(factor), Fraction(1, 4)), Fraction(4))
    return bonus


@pytest.mark.parametrize("user", CREATURES, ids=lambda card: card.name)
@pytest.mark.parametrize("target", CREATURES, ids=lambda card: card.name)
def test_damage_is_power_times_attack_by_defence_times_effect_and_a_tenth_more_for_the_same_type(user: Creature, target: Creature) -> None:
    for name in user.attacks:
        attack = ATTACKS[ATTACK_NAMES.index(name)]
        fields = Battle(user.name, target.name).fields
        assert damage(fields, 0, TEAM, ATTACK_NAMES.index(name)) == formula(attack, user, target, Fraction(1), Fraction(1), False)


@given(
    st.sampled_from(range(len(CREATURES))),
    st.sampled_from(range(len(CREATURES))),
    st.integers(0, 3),
    st.lists(st.sampled_from(FACTORS), max_size=24),
    st.lists(st.sampled_from(FACTORS), max_size=24),
    st.booleans(),
)
def test_damage_with_bonuses_and_burn_is_exact(user: int, target: int, move: int, own: list[float], foe: list[float], burnt: bool) -> None:
    battle = Battle(CREATURES[user].name, CREATURES[target].name).give("burn", 0, int(burnt))
    name = CREATURES[user].attacks[move]
    for creature, which, factors in ((0, ATTACK_BONUS, own), (TEAM, DEFENCE_BONUS, foe)):
        for factor in factors:
            battle.fields.bonus[creature, which] = min(max(battle.fields.bonus[creature, which] * factor, 0.25), 4)
    expected = formula(ATTACKS[ATTACK_NAMES.index(name)], CREATURES[user], CREATURES[target], multiplied(own), multiplied(foe), burnt)
    assert damage(battle.fields, 0, TEAM, ATTACK_NAMES.index(name)) == expected


def test_a_published_stroke_pikachu_s_tonnerre_on_etourmi() -> None:
    battle = Battle("pikachu", "etourmi,osselait").turn("Tonnerre", "Rapace")
    assert battle.hurt(1) == 220  # 301 by the formula, as many as there are


def test_ground_attacks_do_nothing_to_flying_and_electric_ones_nothing_to_ground() -> None:
    assert Battle("osselait", "etourmi").turn("Séisme", "Atterrissage").hurt(1) == 0
    assert Battle("pikachu", "osselait").turn("Tonnerre", "Piège de Roc").hurt(1) == 0


@pytest.mark.parametrize(
    ("team", "attack", "own", "foe"),
    [
        ("bulbizarre", "Croissance", (1.25, 1), (1, 1)),
        ("carapuce", "Exuviation", (1.5, 0.75), (1, 1)),
        ("pikachu", "Rugissement", (1, 1), (0.75, 1)),
        ("osselait", "Mimi-Queue", (1, 1), (1, 0.75)),
        ("salameche", "Groz'Yeux", (1.25, 1), (1, 0.75)),
    ],
)
def test_these_attacks_change_bonuses(team: str, attack: str, own: tuple[float, float], foe: tuple[float, float]) -> None:
    battle = Battle(team, "etourmi,pikachu").turn(attack, "Antibrume")
    assert (battle.bonus(0), battle.bonus(1)) == (own, foe)


def test_groz_yeux_makes_its_user_hit_harder_and_its_foe_no_harder() -> None:
    plain = Battle("salameche", "osselait").turn("Tranche", "Coud'Boule")
    stared = Battle("salameche", "osselait").turn("Groz'Yeux", "Piège de Roc").turn("Tranche", "Coud'Boule")
    assert (plain.hurt(1), stared.hurt(1)) == (70 * 130 // 200, int(70 * 130 * 1.25 / (200 * 0.75)))
    assert plain.hurt(0) == stared.hurt(0) == 75 * 120 // 110


def test_each_bonus_is_kept_between_a_quarter_and_four() -> None:
    battle = Battle("carapuce").turn("Exuviation", "Toxic", FIRST_SEAT)
    battle.fields.status[:] = 0
    for _ in range(9):
        battle.turn("Exuviation", "Exuviation", FIRST_SEAT)
    assert battle.bonus(0) == (4, 0.25)


def test_atterrissage_heals_half_of_the_full_hp() -> None:
    battle = Battle("etourmi", "osselait").set_hp(0, 50).turn("Atterrissage", "Piège de Roc")
    assert battle.hp(0) == 160


def test_atterrissage_never_heals_above_the_full_hp() -> None:
    assert Battle("etourmi", "osselait").set_hp(0, 200).turn("Atterrissage", "Piège de Roc").hp(0) == 220


def test_these_attacks_only_hurt() -> None:
    for team, attack in (("bulbizarre", "Fouet-Liane"), ("bulbizarre", "Charge"), ("salameche", "Tranche"), ("etourmi", "Rapace")):
        battle = Battle(team, "osselait").turn(attack, "Piège de Roc")
        assert battle.hurt(1) > 0
        assert (battle.fields.status.sum(), battle.bonus(1)) == (0, (1, 1))


def test_coud_boule_is_one_attack_of_two_creatures() -> None:
    battle = Battle("carapuce", "osselait").turn("Coud'Boule", "Coud'Boule")
    assert (battle.hurt(0), battle.hurt(1)) == (75 * 120 // 150, 75 * 120 // 200)
