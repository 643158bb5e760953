"""What basic and careful choose, in battles set up for it, and how much that is worth."""

import pytest
from games.pokemon.battle import Battle

import joute
from joute.arena.duel import duel
from joute.core import registry
from joute.games.pokemon.agents.basic import advantage


def chosen(battle: Battle, agent: str, seat: int = 0) -> set[str]:
    """Everything that the agent chooses here, over many seeds."""
    player = registry.agent(agent, battle.game)
    view = battle.game.view(battle.state, seat)
    return {battle.game.actions[player.choose(view, seat, seed)].name for seed in range(40)}


# --- basic --------------------------------------------------------------------------------------------------------------------


def test_advantage_is_a_weakness_an_immunity_or_a_resistance_that_is_not_returned() -> None:
    assert advantage("water", "fire")
    assert not advantage("fire", "water")
    assert advantage("flying", "ground"), "immune"
    assert advantage("ground", "electric")
    assert advantage("electric", "flying")
    assert not advantage("normal", "fire")
    assert not advantage("fire", "fire"), "resists itself"


def test_basic_leads_with_anybody() -> None:
    game = joute.game("pokemon", team="pikachu,osselait,carapuce")
    basic = registry.agent("basic", game)
    view = game.view(game.new(1), 0)
    assert {game.actions[basic.choose(view, 0, seed)].name for seed in range(40)} == {"send Pikachu", "send Osselait", "send Carapuce"}


def test_basic_uses_the_attack_with_the_most_power_that_has_pp() -> None:
    battle = Battle("osselait", "bulbizarre")
    assert chosen(battle, "basic") == {"Séisme"}, "although Coud'Boule would do more damage to a plant"
    battle.fields.pp[0, 1] = 0
    assert chosen(battle, "basic") == {"Coud'Boule"}


def test_basic_flees_from_a_stronger_type_to_one_that_is_stronger_still() -> None:
    assert chosen(Battle("salameche,pikachu,bulbizarre,etourmi", "carapuce"), "basic") == {"send Pikachu", "send Bulbizarre"}


def test_basic_flees_to_one_that_is_not_weaker_where_none_is_stronger() -> None:
    assert chosen(Battle("salameche,etourmi,carapuce", "carapuce"), "basic") == {"send Étourmi", "send Carapuce"}


def test_basic_attacks_where_there_is_nobody_better() -> None:
    assert chosen(Battle("salameche,osselait", "carapuce"), "basic") == {"Tranche"}
    assert chosen(Battle("salameche", "carapuce"), "basic") == {"Tranche"}


def test_basic_attacks_when_it_is_trapped() -> None:
    assert chosen(Battle("salameche,pikachu", "carapuce").give("trap", 0, 3), "basic") == {"Tranche"}


def test_basic_without_pp_switches_to_any_creature() -> None:
    battle = Battle("pikachu,salameche,osselait", "carapuce")
    battle.fields.pp[0] = 0
    assert chosen(battle, "basic") == {"send Salamèche", "send Osselait"}
    assert chosen(battle.give("trap", 0, 3), "basic") == {"exhaustion"}


def test_basic_replaces_by_type() -> None:
    battle = Battle("bulbizarre,salameche,pikachu", "carapuce").set_hp(0, 1)
    battle.begin("Charge", "Coud'Boule").falls(1)
    assert battle.asked() == [0]
    assert chosen(battle, "basic") == {"send Pikachu"}


def test_basic_says_what_lot_decided_among() -> None:
    battle = Battle("salameche,pikachu,bulbizarre", "carapuce")
    opinion = registry.agent("basic", battle.game).consider(battle.game.view(battle.state, 0), 0, 1)
    assert [judgement.weight for judgement in opinion.judgements] == [0.5, 0.5, 0, 0, 0, 0]
    assert opinion.action in [judgement.action for judgement in opinion.judgements[:2]]


# --- careful ------------------------------------------------------------------------------------------------------------------


def test_careful_knocks_out_what_it_can() -> None:
    battle = Battle("etourmi,pikachu,osselait", "salameche").set_hp(1, 60).set_hp(0, 30)
    assert chosen(battle, "careful") == {"Vive-Attaque"}, "the only attack that comes before the faster foe's"


def test_careful_counts_the_type_of_the_foe() -> None:
    assert chosen(Battle("osselait", "etourmi"), "careful") == {"Coud'Boule"}, "a flying creature does not feel Séisme"


def test_careful_mostly_leaves_a_lost_fight_for_a_better_one() -> None:
    found = chosen(Battle("salameche,pikachu", "carapuce"), "careful")
    assert "send Pikachu" in found


def test_careful_heals_when_low() -> None:
    assert chosen(Battle("etourmi", "osselait").set_hp(0, 105), "careful") == {"Atterrissage"}


def test_careful_sends_the_creature_that_fights_best() -> None:
    battle = Battle("bulbizarre,salameche,pikachu", "carapuce").set_hp(0, 1)
    battle.begin("Charge", "Coud'Boule").falls(1)
    assert chosen(battle, "careful") == {"send Pikachu"}


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse", "least"), [("basic", "random", 0.9), ("careful", "random", 0.9), ("careful", "basic", 0.6)])
def test_each_player_beats_the_one_below(better: str, worse: str, least: float) -> None:
    standing = duel(joute.game("pokemon"), [better, worse], 200, seed=2).standing(0)
    assert standing["interval"][0] > least
    assert standing["seconds"]["median"] < 1e-3
