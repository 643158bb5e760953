"""References: the levels of an older version, named `master@0.1`, still play what they played."""

import hashlib
import json
from pathlib import Path

import pytest
from cli.shell import as_json
from cli.shell import joute as command_line

import joute
from joute.core import registry
from joute.core.errors import UnknownName
from joute.core.playthrough import random_choices
from joute.core.state import State
from joute.server.agents.policy import permitted

LEVELS = ["easy", "medium", "hard", "expert", "master"]
CHOICES = Path(__file__).parent.parent / "golden" / "references.json"
PLIES = (1, 4, 9, 14, 22, 31)  # of random games, at which references choose
FROZEN = {  # what was frozen, by game and version; a new version is a new row, an old row never changes
    ("coeurs", "0.1"): "d02f9885b17dfa44",
    ("diamant", "0.1"): "878bdb8e854b8d43",
    ("love_letter", "0.1"): "7be428cdc83b9682",
    ("morpion", "0.1"): "7e72a6f16a0f0ebc",
    ("pokemon", "0.1"): "5783ef543d1f5afa",
}


@pytest.mark.parametrize(("name", "version"), FROZEN)
def test_the_texts_of_a_reference_never_change(name: str, version: str) -> None:
    texts = registry.define(name).references[version]
    assert list(texts) == LEVELS
    assert hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16] == FROZEN[name, version]


@pytest.mark.parametrize("name", registry.GAMES)
def test_every_level_of_a_version_is_an_agent(name: str) -> None:
    game = joute.game(name)
    for version in game.definition.references:
        for level in LEVELS:
            agent = registry.agent(f"{level}@{version}", game)
            assert agent.text == f"{level}@{version}"
            assert permitted(agent.text, game) == agent.text
            assert registry.agent(f"fallible:of={level}@{version}", game).inner is not None


def test_a_reference_takes_settings_as_a_level_does() -> None:
    game = joute.game("love_letter")
    assert registry.agent("master@0.1:iterations=50", game).settings.iterations == 50
    assert registry.agent("master@0.1", game).settings.iterations == 20000


def test_an_unknown_version_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match=r"no agent is called 'master@9'; for morpion there are: .*easy@0\.1, .*master@0\.1"):
        registry.agent("master@9", joute.game("morpion"))


def test_references_are_listed_after_the_levels() -> None:
    rows = as_json("agents", "diamant")
    assert [row["agent"] for row in rows][5:10] == [f"{level}@0.1" for level in LEVELS]
    assert "the level easy as it was in 0.1" in command_line("agents", "diamant").stdout


def test_a_duel_with_references_names_them() -> None:
    found = as_json("duel", "diamant", "easy", "medium@0.1", "easy@0.1", "--games", "30", "--seed", "5")
    assert [row["agent"] for row in found["agents"]] == ["easy", "medium@0.1", "easy@0.1"]


# --- what they play -----------------------------------------------------------------------------------------------------------------


def positions(game: joute.Game) -> list[State]:
    """Positions of random games, one of each."""
    found = []
    for number, plies in enumerate(PLIES):
        state = game.new(number)
        for turn in range(plies):
            following = state.copy()
            game.step(following, random_choices(game, state, "references", number, turn))
            if game.over(following):
                break
            state = following
        found.append(state)
    return found


def choices(name: str) -> dict[str, list[str]]:
    """What each reference of a game chooses; a solver's are left out, since one proven action is as good as another."""
    game, found = joute.game(name), {}
    for text in game.definition.named_agents:
        if "@" in text and (agent := registry.agent(text, game)).name != "solver":
            asked = [(state, game.movers(state)[0]) for state in positions(game)]
            found[text] = [game.actions[agent.choose(game.view(state, seat), seat, 7)].name for state, seat in asked]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in registry.GAMES if registry.define(name).references])
def test_references_choose_what_they_chose_when_they_were_frozen(name: str) -> None:
    advice = "something that references of this game rely on has changed: let today's agents have it under a setting or a name of its own"
    assert choices(name) == json.loads(CHOICES.read_text(encoding="utf-8"))[name], advice


if __name__ == "__main__":
    CHOICES.write_text(json.dumps({name: choices(name) for name in registry.GAMES}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
