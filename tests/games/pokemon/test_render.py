"""What people read: names, the picture, events in two languages, positions as JSON, and options that are refused."""

import json

import numpy as np
import pytest
from games.pokemon.battle import YES, Battle

import joute
from joute.core.chance import chance_of
from joute.core.errors import BadPosition, BadSetting
from joute.core.game import Game
from joute.core.state import State
from joute.games.pokemon.creatures import TEAM
from joute.games.pokemon.state import PokemonState


def story(battle: Battle, first: str, second: str, language: str = "en") -> list[str]:
    """The sentences of a turn, with any chance."""
    battle.state.array["chance"] = 1
    return [event.text(language) for event in battle.game.play(battle.state, {0: first, 1: second})]


def test_an_attack_is_described_with_its_effect() -> None:
    sentences = story(Battle("pikachu", "etourmi,osselait"), "Tonnerre", "Rapace")
    assert sentences == ["Pikachu uses Thunderbolt: very effective, Starly loses 220 HP and is knocked out"]


def test_events_are_described_in_french() -> None:
    sentences = story(Battle("pikachu", "etourmi"), "Tonnerre", "Rapace", "fr")
    assert sentences == ["Pikachu utilise Tonnerre : très efficace, Étourmi perd 220 PV et est K.O.", "Le joueur 0 gagne"]


def test_a_turn_is_described_in_its_order() -> None:
    battle = (
        Battle("bulbizarre,osselait", "pikachu").lay_rocks(0).lay_rocks(1, 1).give("burn", 1, 1).give("leech", 1, 2, feeds=0).set_hp(0, 99)
    )
    assert story(battle, "send Osselait", "Rugissement") == [
        "Seat 0 sends Cubone: the rocks cost it 28 HP",
        "Pikachu uses Growl: Cubone's attack is now ×0.75",
        "Burn: Pikachu loses 26 HP",
        "Pikachu is no longer burnt",
        "Leech: Pikachu loses 26 HP, Bulbasaur regains 26 HP",
        "the rocks on seat 1's side are gone",
        "Turn 2 begins",
    ]


@pytest.mark.parametrize(
    ("team", "attack", "text"),
    [
        ("bulbizarre", "Croissance", "Bulbasaur uses Growth: Bulbasaur's attack is now ×1.25"),
        ("bulbizarre", "Vampigraine", "Bulbasaur uses Leech Seed: Cubone is leeched"),
        ("carapuce", "Toxic", "Squirtle uses Toxic: Cubone is poisoned"),
        ("etourmi", "Atterrissage", "Starly uses Roost: Starly regains 100 HP"),
        ("pikachu", "Tonnerre", "Pikachu uses Thunderbolt: no effect"),
        ("salameche", "Danse Flammes", "Charmander uses Fire Spin: Cubone loses 25 HP, Cubone is trapped"),
    ],
)
def test_every_kind_of_effect_has_its_words(team: str, attack: str, text: str) -> None:
    battle = Battle(team, "osselait")
    battle.set_hp(0, battle.hp(0) - 100)
    assert story(battle, attack, "Piège de Roc")[0] == text


def test_equal_names_are_distinguished_by_their_trainers() -> None:
    sentences = story(Battle("pikachu"), "Rugissement", "Rugissement")
    assert "Seat 0's Pikachu uses Growl: seat 1's Pikachu's attack is now ×0.75" in sentences


def test_coins_and_dice_are_described() -> None:
    assert "acts first" in story(Battle("bulbizarre", "carapuce"), "Charge", "Toxic")[0]
    sentences = []
    for seed in range(12):
        battle = Battle("carapuce", "osselait").give("paralysis", 0, 9)
        battle.state.array["chance"] = chance_of("text", seed)
        sentences += [event.text() for event in battle.game.play(battle.state, {0: "Ébullition", 1: "Piège de Roc"})]
    assert "Squirtle is paralysed and cannot act" in sentences
    assert "Cubone is burnt" in sentences
    assert any(text.startswith("Squirtle uses Scald: very effective, Cubone loses") for text in sentences)


def test_events_carry_words_for_a_client() -> None:
    battle = Battle("pikachu", "etourmi,osselait")
    (event,) = battle.game.play(battle.state, {0: "Tonnerre", 1: "Rapace"})
    described = json.loads(json.dumps(event.to_json()))
    assert described["kind"] == "attack"
    assert (described["seat"], described["attack"], described["target"], described["lost"], described["knocked_out"]) == (
        0,
        "Tonnerre",
        "Étourmi",
        220,
        True,
    )


def test_the_picture_shows_both_teams_the_viewer_s_below() -> None:
    battle = Battle("pikachu,osselait", "carapuce").set_hp(0, 105).give("paralysis", 0, 7).lay_rocks(1, 23)
    battle.fields.bonus[0] = 0.75
    battle.set_hp(0, 0, place=1)
    assert battle.game.show(battle.game.view(battle.state, 0)) == "\n".join(
        [
            "Turn 1 of 200",
            "",
            "Seat 1 · rocks for 23 turns",
            " ▸ Squirtle     water      ████████████████████ 230/230",
            "     Shell Smash 15/15 · Scald 15/15 · Toxic 15/15 · Headbutt 15/15",
            "",
            "Seat 0 · you",
            " ▸ Pikachu      electric   ██████████░░░░░░░░░░ 105/210  paralysed 7 · attack ×0.75 · defence ×0.75",
            "     Thunderbolt 15/15 · Thunder Wave 20/20 · Growl 40/40 · Volt Switch 20/20",
            "   Cubone       ground     knocked out",
            "",
            "Both trainers choose an attack or a switch",
        ]
    )
    seen_by_the_other = battle.game.show(battle.game.view(battle.state, 1), "fr")
    assert seen_by_the_other.index("Joueur 0") < seen_by_the_other.index("Joueur 1 · vous · rochers pour 23 tours")
    assert "électrique" in seen_by_the_other
    assert "attaque ×0,75" in seen_by_the_other


def test_a_choice_that_waits_for_its_turn_is_in_the_open() -> None:
    battle = Battle("pikachu,osselait", "carapuce").turn("Change-Éclair", "Ébullition")
    picture = battle.game.show(battle.game.view(battle.state, 0))
    assert "Seat 1 · chose Scald" in picture
    assert "Seat 0 chooses who comes in" in picture


def test_every_action_has_one_name_and_repeated_creatures_have_numbers() -> None:
    game = joute.game("pokemon", team="pikachu,pikachu,osselait")
    names = [action.name for action in game.actions.values()]
    assert names[-4:] == ["exhaustion", "send Pikachu", "send Pikachu 2", "send Osselait"]
    state = game.laid_out()
    game.advance(state, {0: "send Pikachu 2", 1: "send Pikachu"})
    assert PokemonState.of(state).active.tolist() == [1, TEAM]


def test_accents_and_capitals_may_be_left_out() -> None:
    game = joute.game("pokemon")
    assert game.action("send etourmi").name == "send Étourmi"
    assert game.action("piege de roc").name == "Piège de Roc"


@pytest.mark.parametrize("text", ["Pikachu,ÉTOURMI", "pikachu+etourmi", " pikachu , Etourmi "])
def test_a_team_may_be_spelt_in_several_ways(text: str) -> None:
    assert joute.game("pokemon", team=text).options.team == "pikachu,etourmi"


def test_the_default_team_in_another_spelling_is_the_default() -> None:
    assert repr(joute.game("pokemon", team="Bulbizarre+Carapuce+Étourmi+Pikachu+Osselait+Salamèche", team2="")) == 'joute.game("pokemon")'


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"team": "pikachu,mew"}, "no creature is called 'mew'; there are: bulbasaur, squirtle, starly, pikachu, cubone, charmander"),
        ({"team2": "mew"}, "team2=mew"),
        ({"team": ""}, "no creature is called ''"),
        ({"team": "pikachu," * 6 + "pikachu"}, "7 creatures; a team has one to 6"),
        ({"turns": 0}, "1 to 200"),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(options: dict[str, object], message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        joute.game("pokemon", **options)


@pytest.fixture
def position() -> tuple[Game, State]:
    battle = Battle("carapuce,bulbizarre", "etourmi,osselait").give("leech", 1, 3, feeds=1).turn("Ébullition", "Antibrume", YES)
    return battle.game, battle.state


def test_json_names_what_a_client_draws(position: tuple[Game, State]) -> None:
    game, state = position
    described = json.loads(json.dumps(game.to_json(state)))
    flyer = described["sides"][1]["creatures"][0]
    assert (flyer["name"], flyer["hp"], flyer["full_hp"], flyer["statuses"]) == (
        "Étourmi",
        220 - 117 - 27 - 27,
        220,
        {"burn": 5, "leech": 2},
    )
    assert flyer["attacks"][3] == {"name": "Antibrume", "type": "flying", "pp": 9, "full_pp": 10}
    assert described["phase"] == "choices"
    assert game.position(described) == state


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("sides", 0, "creatures", 0, "hp"), 231),
        (("sides", 0, "creatures", 0, "hp"), -1),
        (("sides", 0, "creatures", 0, "statuses"), {"sleep": 2}),
        (("sides", 0, "creatures", 0, "statuses"), {"burn": 7}),
        (("sides", 0, "creatures", 0, "attack_bonus"), 5),
        (("sides", 0, "creatures", 0, "kind"), "Pikachu"),
        (("sides", 1, "active"), 2),
        (("sides", 1, "rocks"), 31),
        (("phase",), "tea"),
        (("turn",), 201),
        (("sides",), []),
        (("phase",), "running"),
        (("phase",), "over"),
        (("phase",), "leads"),
        (("phase",), "order coin"),
        (("phase",), "status die"),
        (("winner",), 1),
        (("sides", 0, "pending"), 3),
        (("sides", 0, "pending"), 30000),
        (("sides", 0, "active"), None),
        (("sides", 0, "creatures", 0, "hp"), 0),
        (("sides", 0, "creatures", 0, "hp"), 1.5),
        (("sides", 1, "creatures", 0, "feeds"), 5),
    ],
)
def test_a_position_that_cannot_be_is_refused(position: tuple[Game, State], path: tuple[str | int, ...], value: object) -> None:
    game, state = position
    described = json.loads(json.dumps(game.to_json(state)))
    place = described
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(BadPosition):
        game.position(described)


def test_the_evaluation_is_the_difference_of_hp_as_a_share() -> None:
    battle = Battle("pikachu", "osselait").set_hp(0, 90)
    values = np.zeros(2)
    battle.game.definition.stated["evaluate"](battle.fields, values)
    assert values.tolist() == [-150 / 240, 150 / 240]


def test_features_are_seen_from_the_seat_s_own_side() -> None:
    battle = Battle("pikachu,osselait").set_hp(0, 105).turn("Cage-Éclair", "send Osselait").lay_rocks(1, 15)
    names = battle.game.definition.feature_names
    assert names is not None
    listed = names(battle.game.options)
    seen = []
    for seat in range(2):
        out = np.zeros(len(listed))
        battle.game.definition.stated["features"](battle.fields, seat, out)
        seen.append(dict(zip(listed, out.tolist(), strict=True)))
    assert (seen[0]["own Pikachu HP"], seen[1]["foe Pikachu HP"]) == (0.5, 0.5)
    assert (seen[0]["foe rocks"], seen[1]["own rocks"]) == (0.5, 0.5)
    assert seen[0]["HP difference"] == -seen[1]["HP difference"] == -105 / 450
    assert (seen[1]["own Osselait active"], seen[1]["own Osselait paralysis"]) == (1, 0.9)
    assert seen[0]["own Pikachu PP of Cage-Éclair"] == 19 / 20
