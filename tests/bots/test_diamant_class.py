"""The class interface of Diamant: the calls come as the interface says, in the order of the game."""

import json
from pathlib import Path

import pytest

import joute
from joute.cli.play.local_game import LocalGame
from joute.core.record import GameRecord
from joute.games.diamant.cards import card_names
from joute.games.diamant.state import DiamantState

RECORDER = """
import json
class IA_Diamant:
    def __init__(self, match):
        self.calls = open({file!r}, "w")
        self.note("init", match)
        self.seat = int(match.split("|")[3])
    def note(self, *call):
        self.calls.write(json.dumps(call) + "\\n")
        self.calls.flush()
        print("hello from", call)
    def action(self, tour):
        self.note("action", tour)
        cards = self.turns = getattr(self, "turns", 0) + 1
        return "R" if cards % 3 == 0 else "X"
    def fin_de_manche(self, raison, dernier_tour):
        self.note("fin_de_manche", raison, dernier_tour)
    def game_over(self, scores):
        self.note("game_over", scores)
        self.calls.close()
"""


def expected(record: GameRecord, seat: int) -> list[list[str]]:
    """The calls, from the rules' own steps: choices, then the cards turned."""
    game = joute.game("diamant", **record.options)
    seats, rounds = game.spec.seats, record.options.get("rounds", 5)
    cards = card_names(2006)
    calls = [["init", f"{rounds}|{seats}|{','.join(record.agents)}|{seat}"]]
    replay = record.replay(game)
    state, _ = next(replay)
    first = cards[int(DiamantState.of(state).path[0])]
    calls.append(["action", ",".join("X" * seats) + f"|{first}"])
    for choices, (state, happened) in zip(record.choices, replay, strict=True):
        assert happened is not None
        letters = ",".join({"explore": "X", "return": "R"}[choices[who]] if who in choices else "N" for who in range(seats))
        turned = [cards[step.outcome] for step in happened.steps if step.outcome is not None]
        ends = DiamantState.of(happened.steps[0].before).round != DiamantState.of(state).round
        everybody_back = "explore" not in choices.values()
        turn = f"{letters}|{'N' if everybody_back else turned.pop(0)}"
        if ends:
            calls.append(["fin_de_manche", "R" if everybody_back else turn.split("|")[1], turn])
            turn = ",".join("X" * seats) + f"|{turned[0]}" if turned else ""
        if turn:
            calls.append(["action", turn])
    banks = DiamantState.of(state).bank[:seats].tolist()
    return [*calls, ["game_over", ",".join(map(str, banks))]]


@pytest.mark.parametrize("seed", range(8))
def test_every_call_comes_in_its_turn(seed: int, tmp_path: Path) -> None:
    calls = tmp_path / "calls.txt"
    bot = tmp_path / "bot.py"
    bot.write_text(RECORDER.format(file=str(calls)))
    game = joute.game("diamant", seats=3, rounds=4)
    agents = [joute.agent(text, game) for text in ("random", f"{bot}:sandbox=off", "random")]
    record = joute.match(game, agents, seed)
    assert record.faults == []
    agents[1].close()
    assert [json.loads(line) for line in calls.read_text().splitlines()] == expected(record, 1)


def test_at_the_terminal_it_hears_of_the_turns_that_it_has_missed(tmp_path: Path) -> None:
    """There every question is a game of its own, with all its events: undo and resume cannot confuse it."""
    calls = tmp_path / "calls.txt"
    bot = tmp_path / "bot.py"
    bot.write_text(RECORDER.format(file=str(calls)))
    game = joute.game("diamant", seats=2, rounds=2)
    player = joute.agent(f"{bot}:sandbox=off", game)
    session = LocalGame.begin(game, ["human", str(bot)], seed=1)
    explore, back = game.action("explore"), game.action("return")
    session.play({0: explore, 1: explore}, {})
    session.play({0: back, 1: explore}, {})
    assert DiamantState.of(session.state).round == 0
    assert session.consider(player, 1).action.name in ("explore", "return")
    turns = [call[1] for call in map(json.loads, calls.read_text().splitlines()) if call[0] == "action"]
    assert [turn.split("|")[0] for turn in turns] == ["X,X", "R,X"]


def test_a_wrong_letter_is_an_illegal_action(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class IA_Diamant:\n    def __init__(self, match): pass\n    def action(self, tour): return 'Z'\n")
    game = joute.game("diamant", seats=2)
    (fault,) = joute.match(game, [joute.agent(str(bot), game), joute.agent("random", game)]).faults
    assert (fault.code, fault.sentence) == ("illegal", "it played \"'Z'\"; legal here: explore, return")


def test_it_plays_nothing_but_diamant(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(RECORDER.format(file=str(tmp_path / "calls.txt")))
    game = joute.game("morpion", width=3, height=3, align=3)
    (fault,) = joute.match(game, [joute.agent(str(bot), game), joute.agent("random", game)]).faults
    assert (fault.code, fault.sentence) == ("start", "it does not play morpion; it plays diamant")


def test_it_runs_in_a_folder_like_that_of_its_engine(tmp_path: Path) -> None:
    """Its files are in `IA`, where it can also write new ones; nothing of that reaches its real folder."""
    bot = tmp_path / "bot.py"
    bot.write_text("""
WEIGHTS = open("IA/weights.txt").read()
from IA.helper import letter
class IA_Diamant:
    def __init__(self, match):
        with open("IA/journal.txt", "w") as journal:
            journal.write(match)
    def action(self, tour):
        assert open("IA/journal.txt").read().startswith("5|2|")
        return letter(WEIGHTS)
    def fin_de_manche(self, raison, dernier_tour): pass
    def game_over(self, scores): pass
""")
    (tmp_path / "weights.txt").write_text("R")
    (tmp_path / "helper.py").write_text("def letter(weights):\n    return weights\n")
    game = joute.game("diamant", seats=2)
    record = joute.match(game, [joute.agent(str(bot), game), joute.agent("random", game)], seed=1)
    assert record.faults == []
    assert {choices[0] for choices in record.choices if 0 in choices} == {"return"}
    assert not (tmp_path / "journal.txt").exists()
    assert not (tmp_path / "IA").exists()
