"""`joute solve` of games without a solver of their own: an equilibrium, its value and its policy."""

import json
from pathlib import Path

import pytest
from cli.shell import as_json, joute

import joute as package

KUHN = str(Path(__file__).parent.parent.parent / "examples" / "kuhn" / "kuhn.py")


def test_the_value_and_the_policy_of_kuhn_poker() -> None:
    found = as_json("solve", KUHN)
    assert found["value"] == pytest.approx(-1 / 18, abs=1e-4)
    assert (found["nodes"], found["infosets"], found["utility"]) == (59, 12, "score")
    bets = {one["text"]: one["policy"]["bet"] for one in found["information_sets"]}
    jack, queen, king = (bets[f"cards: {card}, ?\nactions: -"] for card in ("jack", "queen", "king"))
    assert queen == pytest.approx(0, abs=0.01)
    assert king == pytest.approx(3 * jack, abs=0.02), "Kuhn (1950): the King bets three times as often as the Jack"


def test_a_position_is_reached_by_its_actions() -> None:
    found = as_json("solve", KUHN, "--after", "pass,bet")
    assert found["after"] == ["pass", "bet"]
    assert {one["seat"] for one in found["information_sets"]} == {0}
    assert sum(one["reach"] for one in found["information_sets"]) == pytest.approx(1)
    folding = next(one for one in found["information_sets"] if one["text"].startswith("cards: jack,"))
    assert folding["policy"]["pass"] == pytest.approx(1, abs=1e-3)


def test_the_end_of_a_round_is_solved() -> None:
    found = as_json("solve", "love_letter", "--exact", "2", "--seed", "9")
    assert "deck: 1 card" in found["position"], "seat 1 has drawn: two turns to go"
    assert 0 < found["value"] < 1
    said = joute("--lang", "fr", "solve", "love_letter", "--exact", "2", "--seed", "9").stdout
    assert "À l'équilibre le joueur 0 obtient 0," in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "love_letter"], "the tree of love_letter does not fit: it has more than 4,000,000 nodes"),
        (["solve", "coeurs"], "coeurs has 4 seats here: an equilibrium is computed for two"),
        (["solve", KUHN, "--after", "pass,pass,bet"], "pass, pass, bet cannot be played from the start"),
        (["solve", "diamant"], "diamant has 4 seats here: an equilibrium is computed for two"),
        (["solve", KUHN, "--after", "raise"], "kuhn has no action 'raise'"),
    ],
)
def test_what_cannot_be_solved_is_answered_in_a_sentence(arguments: list[str], sentence: str) -> None:
    result = joute(*arguments, code=2)
    assert sentence in " ".join(result.stderr.replace("│", " ").split())
    assert result.stdout == ""


def test_a_position_of_diamant_is_solved_for_both_seats() -> None:
    found = as_json("solve", "diamant", "-o", "seats=2", "-o", "rounds=1", "--seed", "7", "--after", ",".join(["explore"] * 8))
    first, second = found["seats"]
    assert first["value"] == second["value"] == pytest.approx(0.5), "equal banks: the position is the same for both"
    assert first["cells"][0][1] == pytest.approx(1 - first["cells"][1][0])
    assert sum(choice["probability"] for choice in first["choices"]) == pytest.approx(1)


def test_a_position_of_diamant_may_come_from_a_file(tmp_path: Path) -> None:
    game = package.game("diamant", seats=2, rounds=1)
    state = game.new(7)
    for _ in range(4):
        game.play(state, {0: "explore", 1: "explore"})
    file = tmp_path / "position.json"
    file.write_text(json.dumps({"game": "diamant", "options": {"seats": 2, "rounds": 1}, **game.to_json(state)}))
    assert as_json("solve", str(file))["seats"][0]["value"] == pytest.approx(0.5)


def test_the_strategy_of_a_small_deck_is_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "strategy.json"
    deck = ("-o", "tokens=1", "-o", "face_up=0", "-o", "deck=guard:2+priest+baron+princess")
    found = as_json("solve", "love_letter", *deck, "--out", str(file))
    assert found["nashconv"] < 1e-3
    strategy = json.loads(file.read_text(encoding="utf-8"))
    assert len(strategy["information_sets"]) == found["written"] == 121
    assert strategy["options"]["deck"] == "guard:2+priest:1+baron:1+princess:1"
    assert all(sum(one["policy"].values()) == pytest.approx(1, abs=1e-4) for one in strategy["information_sets"])


def test_a_proof_is_not_written_as_a_strategy(tmp_path: Path) -> None:
    said = joute("solve", "morpion", "--out", str(tmp_path / "strategy.json"), code=2).stderr
    assert "--out writes the equilibrium of a whole game" in said
