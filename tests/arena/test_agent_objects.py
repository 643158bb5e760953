"""Agents given as objects rather than as texts, and the check of an agent's opinions."""

from pathlib import Path
from typing import Any

import pytest
from cli.shell import as_json
from cli.shell import joute as command_line

import joute
from joute.bots.bot import Bot
from joute.core.errors import JouteError
from joute.i18n import Language, use_language

GAME = joute.game("morpion", width=3, height=3, align=3)
EXAMPLE = "examples/agents/rollouts.py:Rollouts"
NOWHERE = joute.Action(999, "z9")
ROOT = Path(__file__).parents[2]


class Stubborn(joute.Agent):
    """Plays the first or the last legal action, and says so."""

    place = 0

    def opinion(self, view: joute.State, seat: int) -> joute.Opinion:
        legal = self.legal(view, seat)
        action = legal[self.place]
        return joute.Opinion(action, [joute.Judgement(one, weight=float(one == action)) for one in legal], pv=[action])

    def consider(self, view: joute.State, seat: int, seed: int = 0, stop: joute.Stop | None = None) -> joute.Opinion:
        return self.opinion(view, seat)


class Backward(Stubborn):
    place = -1


class Astray(Stubborn):
    def opinion(self, view: joute.State, seat: int) -> joute.Opinion:
        return joute.Opinion(NOWHERE)


def test_an_illegal_action_names_the_agent() -> None:
    with pytest.raises(joute.IllegalMove, match=r"^astray: seat 1 played .*; legal here: "):
        joute.match(GAME, [Stubborn(GAME), Astray(GAME, text="astray")], seed=1)


def test_objects_play_matches_duels_and_tournaments() -> None:
    first, last = Stubborn(GAME), Backward(GAME, text="last")
    assert repr(joute.match(GAME, [first, last], seed=0)) == "<GameRecord of morpion, seed 0: Stubborn 1, last -1; 5 decisions>"
    assert joute.duel(GAME, [first, last], games=2, openings="none").to_json()["agents"][0]["agent"] == "Stubborn"
    assert {one.agent for one in joute.tournament(GAME, [first, last, "random"], games=2).agents} == {"Stubborn", "last", "random"}


def test_a_match_takes_texts_and_ends_the_bots_that_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    close = Bot.close

    def noted(bot: Bot) -> None:
        closed.append(bot.text)
        close(bot)

    monkeypatch.setattr(Bot, "close", noted)
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(view, legal, clock, random):\n    return legal[0]\n")
    record = joute.match(GAME, [str(bot), "random"], seed=1)
    assert record.faults == []
    assert closed == [str(bot)]


def test_an_object_that_a_text_names_plays_in_other_processes_too() -> None:
    made = joute.agent("random", GAME)
    texts, objects = (joute.duel(GAME, agents, games=4, seed=1, workers=2).played for agents in (["random", "random"], [made, made]))
    assert [game.scores for game in objects] == [game.scores for game in texts]


def test_what_cannot_be_played_is_refused_in_a_sentence() -> None:
    first = Stubborn(GAME)
    with pytest.raises(JouteError, match=r"other processes cannot make Stubborn: name it by its file, path/to/agent\.py:Class"):
        joute.duel(GAME, [first, "random"], games=2, workers=2)
    with pytest.raises(JouteError, match="two different agents have the text Stubborn"):
        joute.tournament(GAME, [first, Stubborn(GAME)], games=2)
    with pytest.raises(JouteError, match=r'Stubborn was made for joute\.game\("morpion"\), and plays no other game'):
        joute.duel(GAME, [Stubborn(joute.game("morpion")), "random"], games=2)


def test_an_error_of_an_agent_in_a_tournament_is_reported() -> None:
    class Failing(Stubborn):
        def consider(self, *_: Any, **__: Any) -> joute.Opinion:
            raise RuntimeError("no idea")

    with pytest.raises(JouteError, match=r"nothing can be played; .*RuntimeError: no idea"):
        joute.tournament(GAME, [Failing(GAME), "random"], games=100)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({}, None),
        ({"judgements": []}, "It must judge every legal action once."),
        ({"pv": []}, "The principal variation must begin with the action."),
        ({"value": 3.0}, "Values must lie between -1.0 and 1.0; it gave 3.0."),
        ({"unit": joute.Unit.WIN}, "Its opinion is in the unit win, but its property unit is score."),
        ({"action": NOWHERE, "pv": [NOWHERE]}, "It chose z9, which is not legal."),
        ({"nodes": -1}, "Nodes and seconds must not be negative."),
        ({"beliefs": {"a": {"b": 0.5}}}, "It must have beliefs if something is hidden, and their probabilities must add up to 1."),
        ({"remark": {"en": object()}}, "Its opinion cannot be written as JSON."),
    ],
)
def test_the_check_finds_what_is_wrong_with_an_opinion(change: dict[str, Any], sentence: str | None) -> None:
    class Changed(Backward):
        def consider(self, view: joute.State, seat: int, seed: int = 0, stop: joute.Stop | None = None) -> joute.Opinion:
            return joute.Opinion(**vars(self.opinion(view, seat)) | change)

        def explain(self, view: joute.State, seat: int, seed: int = 0, stop: joute.Stop | None = None) -> joute.Opinion:
            return self.consider(view, seat, seed)

    found = joute.check_agent(Changed(GAME))
    assert found == [] if sentence is None else sentence in found


def test_the_check_finds_an_agent_that_cheats_with_its_seed_its_view_or_its_choice() -> None:
    class Cheat(Stubborn):
        asked = 0

        def consider(self, view: joute.State, seat: int, seed: int = 0, stop: joute.Stop | None = None) -> joute.Opinion:
            opinion = self.opinion(view, seat)
            self.asked += 1
            view.array["chance"] = self.asked
            return joute.Opinion(**vars(opinion) | {"nodes": self.asked})

        def choose(self, view: joute.State, seat: int, seed: int = 0) -> int:
            return self.legal(view, seat)[-1]

    assert joute.check_agent(Cheat(GAME)) == [
        "The same view and seed must give the same opinion.",
        "The methods choose and consider must give the same action.",
        "It must not change the view that it gets.",
    ]


@pytest.mark.parametrize("game", [joute.game("morpion", width=6, height=6), joute.game("diamant"), joute.game("love_letter")], ids=repr)
def test_the_example_keeps_the_contract(game: joute.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert joute.check_agent(joute.agent(f"{EXAMPLE}:playouts=1", game)) == []


def test_the_command_checks_an_agent_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert as_json("bot", "check", f"{EXAMPLE}:playouts=2", "diamant")["good"]
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import joute\n\n\nclass Wrong(joute.Agent):\n    def consider(self, *_):\n        return 1 / 0\n")
    asked = ("bot", "check", f"{wrong}:Wrong", "morpion")
    assert "It failed with ZeroDivisionError: division by zero (line 6)." in command_line(*asked, code=1).stdout
    with use_language(Language.fr):
        assert "ne respecte pas encore" in command_line(*asked, "--lang", "fr", code=1).stdout


def test_the_example_beats_random_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    standing = joute.duel(GAME, [f"{EXAMPLE}:playouts=10", "random"], games=30, seed=1).standing(0)
    assert standing["interval"][0] > 0.5
