"""The cards are those of the rules, and the number tables and the README say the same."""

import joute
from joute.games.pokemon.cards import STATUSES
from joute.games.pokemon.creatures import (
    ATTACKS,
    CREATURES,
    EFFECTS,
    TYPES,
)
from joute.games.pokemon.state import PokemonState

CARDS = """
Bulbizarre plant 120 120 230 110: Fouet-Liane plant 90 25, Charge normal 60 35, Croissance normal 0 10, Vampigraine plant 0 20
Carapuce water 120 150 230 110: Exuviation water 0 15, Ébullition water 80 15, Toxic normal 0 15, Coud'Boule normal 75 15
Étourmi flying 130 90 220 110: Vive-Attaque normal 70 30, Atterrissage flying 0 5, Rapace flying 100 10, Antibrume flying 0 10
Pikachu electric 130 110 210 200: Tonnerre electric 95 15, Cage-Éclair electric 0 20, Rugissement normal 0 40, Change-Éclair electric 70 20
Osselait ground 120 200 240 95: Mimi-Queue normal 0 15, Séisme ground 100 10, Piège de Roc ground 0 10, Coud'Boule normal 75 15
Salamèche fire 130 110 220 150: Crocs Feu fire 65 15, Danse Flammes fire 35 30, Tranche normal 70 15, Groz'Yeux normal 0 20
"""

EFFECTS_BY_TYPE_OF_ATTACK = """
         flying ground fire plant water normal electric
flying   1      0      1    0.5   1     1      2
ground   1      1      1    2     2     1      0
fire     1      2      0.5  0.5   2     1      1
plant    2      0.5    2    1     0.5   1      0.5
water    1      1      0.5  2     0.5   1      2
normal   1      1      1    1     1     1      1
electric 0.5    2      1    1     1     1      0.5
"""


def test_the_six_creatures_have_these_strengths_and_attacks() -> None:
    attacks = {attack.name: attack for attack in ATTACKS}
    printed = []
    for card in CREATURES:
        known = [attacks[name] for name in card.attacks]
        moves = ", ".join(f"{attack.name} {attack.type} {attack.power} {attack.pp}" for attack in known)
        printed.append(f"{card.name} {card.type} {card.attack} {card.defence} {card.hp} {card.speed}: {moves}")
    assert printed == CARDS.strip().splitlines()


def test_the_effect_of_a_type_on_a_type() -> None:
    header, *rows = (line.split() for line in EFFECTS_BY_TYPE_OF_ATTACK.strip().splitlines())
    assert list(TYPES) == header
    assert {name: tuple(map(float, row)) for name, *row in rows} == {name: tuple(map(float, row)) for name, row in EFFECTS.items()}


def test_statuses_last_so_many_turns() -> None:
    turns = {status.name: status.turns for status in STATUSES}
    assert turns == {"burn": 6, "poison": 4, "leech": 5, "paralysis": 10, "trap": 6}


def test_both_trainers_have_the_same_six_creatures() -> None:
    start = PokemonState.of(joute.game("pokemon").laid_out())
    assert start.kind.tolist() == [*range(6), *range(6)]


def test_the_game_is_simultaneous_with_chance_and_everything_visible() -> None:
    spec = joute.game("pokemon").spec
    assert (spec.seats, spec.simultaneous, spec.chance, spec.hidden, spec.zero_sum) == (2, True, True, False, True)
