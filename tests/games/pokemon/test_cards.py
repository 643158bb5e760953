"""Cards from a file: they are played, records keep them, and what is wrong is said with its line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli.shell import as_json
from cli.shell import joute as command_line

import joute
from joute.core.errors import BadSetting
from joute.core.game import Game
from joute.games.pokemon.card_file import read_cards
from joute.games.pokemon.cards import STANDARD

ICE = Path(__file__).parents[3] / "examples" / "pokemon_cards" / "ice.toml"
LAPRAS = ("-o", f"cards={ICE}", "-o", "team=lapras", "-o", "team2=pikachu")


@pytest.fixture(scope="module")
def ice() -> Game:
    return joute.game("pokemon", cards=str(ICE), team="lapras,pikachu,osselait")


def test_a_creature_of_the_file_strikes_with_an_attack_of_the_file() -> None:
    game = joute.game("pokemon", cards=str(ICE), team="lapras", team2="étourmi")
    state = game.laid_out()
    game.play(state, {0: "send Lokhlass", 1: "send Étourmi"})
    game.play(state, {0: "Laser Glace", 1: "Rapace"})
    assert game.to_json(state)["sides"][0]["creatures"][0]["hp"] == 260 - 110, "Étourmi is faster: floor(100 x 130 / 130 x 1.1)"
    assert game.returns(state) == [1, -1], "floor(90 x 115 / 90 x 2 x 1.1) is more than the 220 HP of Étourmi"


def test_the_standard_game_knows_nothing_of_the_file(ice: Game) -> None:
    standard = joute.game("pokemon")
    assert ice.dtype != standard.dtype
    assert "send Lokhlass" not in {action.name for action in standard.actions.values()}
    with pytest.raises(BadSetting, match="no creature is called 'lapras'"):
        joute.game("pokemon", team="lapras")


def test_levels_play_the_cards_with_the_evaluation_that_the_game_states(ice: Game) -> None:
    record = joute.match(ice, [joute.agent("easy", ice), joute.agent("basic", ice)], seed=2)
    assert record.scores is not None
    assert ice.definition.weights is None
    assert len(joute.agent("master@0.1", ice).settings.evaluation) > 0


def test_a_record_keeps_the_cards_and_replays_in_another_process_without_the_file(tmp_path: Path, ice: Game) -> None:
    record = joute.match(ice, [joute.agent("careful", ice)] * 2, seed=3)
    assert record.options["cards"] == ICE.read_text(encoding="utf-8")
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record.to_json()), encoding="utf-8")
    replay = "import joute, json, sys; r = joute.GameRecord.from_json(json.load(open(sys.argv[1]))); print(len(list(r.replay())))"
    found = subprocess.run([sys.executable, "-c", replay, str(file)], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert int(found.stdout) == len(record.choices) + 1


def test_a_duel_with_worker_processes_uses_the_cards() -> None:
    found = as_json("duel", "pokemon", "careful", "random", *LAPRAS, "--games", "8", "--seed", "1", "--workers", "2")
    assert found["options"]["cards"] == ICE.read_text(encoding="utf-8") if "options" in found else found["agents"][0]["games"] == 8


def test_the_printed_text_of_a_card_can_be_given(ice: Game) -> None:
    strings = sys.modules[ice.definition.rules[0].__name__.replace(".rules", ".strings")]
    printed = strings.cards()
    assert printed["attacks"]["Brume"]["text"]["en"].startswith("a cold mist")
    assert printed["attacks"]["Brume"]["text"]["fr"].startswith("une brume froide")
    assert printed["creatures"]["Lokhlass"]["title"] == {"en": "Lapras", "fr": "Lokhlass"}
    assert printed["effect"]["fire"]["ice"] == 0.5
    assert printed["effect"]["ice"]["fire"] == 2


def test_a_file_adds_to_the_standard_cards() -> None:
    cards = read_cards(ICE.read_text(encoding="utf-8"), "ice.toml")
    assert cards.creatures[: len(STANDARD.creatures)] == STANDARD.creatures
    assert cards.attacks[: len(STANDARD.attacks)] == STANDARD.attacks
    for name, row in STANDARD.effects.items():
        assert cards.effects[name][: len(row)] == row


ATTACK = '[[attacks]]\nname = "Gel"\ntype = "normal"\npower = 90\npp = 10\n'
CREATURE = '[[creatures]]\nname = "Lo"\ntype = "water"\nattack = 100\ndefence = 100\nhp = 200\nspeed = 90\nattacks = ["Charge"]\n'
WRONG = [
    (ATTACK.replace("90", "900"), "line 4: power is 900; it must be a whole number from 0 to 300"),
    (ATTACK.replace("90", "true"), "line 4: power is True; it must be a whole number from 0 to 300"),
    (ATTACK.replace('"normal"', '"ice"'), "line 3: no type is called 'ice'; there are: flying"),
    (ATTACK.replace("Gel", "Charge"), "line 2: 'Charge' exists already"),
    (ATTACK.replace("Gel", "A,B"), "line 2: 'A,B' is no name: it needs letters, and no comma, plus or equals sign"),
    (ATTACK + 'status = "sleep"\n', "line 6: no status is called 'sleep'; there are: burn, poison, leech, paralysis, trap"),
    (ATTACK + "own_attack = 9\n", "line 6: own_attack is 9; it must be a number from 0.25 to 4"),
    (ATTACK + "heals = 1\n", "line 6: heals is 1; it must be true or false"),
    (ATTACK + "colour = 1\n", "line 6: 'colour' is nothing that such a card says; it may say: "),
    (ATTACK + ATTACK.replace("pp = 10\n", "").replace("Gel", "Gel 2"), "line 6: this card does not say: pp"),
    (CREATURE.replace("Charge", "Gel"), "line 8: no attack is called 'Gel'; there are: "),
    (ATTACK + CREATURE.replace('"Charge"', ""), "line 13: a creature has one to 4 different attacks"),
    (CREATURE.replace("speed = 90", 'speed = "fast"'), "line 7: speed is 'fast'; it must be a whole number from 1 to 500"),
    ('[[types]]\nname = "ice"\ntakes = { fire = 3 }\n', "line 3: fire is 3; it must be 0, 0.5, 1 or 2"),
    ('[[types]]\nname = "ice"\ndeals = { frost = 2 }\n', "line 3: no type is called 'frost'; there are: "),
    ("\n[rules]\nturns = 3\n", "line 2: there is no section 'rules'; there are: attacks, creatures, types"),
    ("[attacks]\npower = 3\n", r"line 1: write each of the attacks as a table \[\[attacks\]\]"),
    ("[[attacks]\n", "not TOML: .*line 1"),
]


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_what_is_wrong_is_said_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(BadSetting, match=f"^my.toml[,:] {sentence}"):
        read_cards(text, "my.toml")


def test_a_file_that_is_missing_or_no_toml_is_refused_in_one_line(tmp_path: Path) -> None:
    refused = command_line("duel", "pokemon", "careful", "random", "-o", "cards=missing.toml", code=2)
    assert refused.stderr.strip() == "joute: missing.toml: No such file or directory"
    with pytest.raises(BadSetting, match=r"cards are read from a file whose name ends in \.toml"):
        joute.game("pokemon", cards=str(tmp_path / "cards.txt"))


def test_options_of_a_record_are_plain_json(ice: Game) -> None:
    record = joute.match(ice, [joute.agent("random", ice)] * 2, seed=1).to_json()
    assert json.loads(json.dumps(record))["options"] == {"team": "lokhlass,pikachu,osselait", "cards": ICE.read_text(encoding="utf-8")}
