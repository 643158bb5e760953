"""Bots that behave: references, messages to them, messages from them."""

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from bots import documents
from bots.documents import conversation
from cli.shell import as_json, joute

import joute as package
from joute.arena.duel import duel
from joute.bots import protocol
from joute.bots.bot import Bot
from joute.bots.bot_reference import is_bot, parse_reference
from joute.core.errors import BadSetting, UnknownName
from joute.core.faults import Broken, Code
from joute.core.game import Game
from joute.core.record import GameRecord

PYTHON = shlex.quote(sys.executable)
EXAMPLES = documents.ROOT / "examples" / "bots"
SMALL = {"width": 3, "height": 3, "align": 3}


@pytest.fixture
def board() -> Game:
    return package.game("morpion", **SMALL)


def bot_file(folder: Path, source: str, name: str = "bot.py") -> str:
    (folder / name).write_text(source)
    return str(folder / name)


def played(game: Game, text: str, seed: int = 1) -> GameRecord:
    others = [package.agent("random", game) for _ in range(game.spec.seats - 1)]
    return package.match(game, [package.agent(text, game), *others], seed)


# --- names ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "bot"),
    [("bot.py", True), ("a/b.py:Name", True), ("b.py:bank=3", True), ("cmd:./x", True), ("mcts:iterations=5", False), ("random", False)],
)
def test_a_bot_is_told_from_an_agent_by_its_text(text: str, bot: bool) -> None:
    assert is_bot(text) is bot


def test_limits_stand_behind_a_file_and_before_a_command(tmp_path: Path) -> None:
    file = bot_file(tmp_path, "def Clever(view, legal, clock, random): ...")
    assert parse_reference(f"{file}:Clever:bank=5,strikes=2").command[-2:] == [file, "Clever"]
    assert parse_reference(f"{file}:Clever:bank=5,strikes=2").limits.strikes == 2
    assert parse_reference(f"{file}:bank=5").limits.bank == 5
    program = parse_reference(f"cmd:memory=100:{PYTHON} -c 'a:b=c' --flag=1")
    assert (program.limits.memory, program.command[1:]) == (100, ["-c", "a:b=c", "--flag=1"])
    assert parse_reference(f"cmd:{PYTHON} --flag=1").limits.memory == 1024


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("missing.py", UnknownName, "there is no bot missing.py"),
        ("cmd:no-such-program", UnknownName, "'no-such-program' is not a program here"),
        ("cmd:", UnknownName, "nothing is not a program"),
        ("cmd:'", UnknownName, "is not a command"),
        ("cmd:bank=0:true", BadSetting, "bank=0.0 is not possible"),
        ("cmd:speed=9:true", BadSetting, "has no setting 'speed'"),
    ],
)
def test_a_bot_that_cannot_be_is_refused_before_anything_is_played(text: str, kind: type[Exception], sentence: str, board: Game) -> None:
    with pytest.raises(kind, match=sentence):
        duel(board, ["random", text], games=2)


def test_a_changed_file_is_another_version(tmp_path: Path, board: Game) -> None:
    choose = "VERSION = '7'\ndef choose(view, legal, clock, random):\n    return legal[0]\n"
    first = played(board, bot_file(tmp_path, choose)).versions
    second = played(board, bot_file(tmp_path, choose + "# changed\n")).versions
    assert first[0].startswith("bot 7 sha256:")
    assert first[0] != second[0]
    assert first[1] == second[1] == f"joute {package.__version__}"


# --- Python files -----------------------------------------------------------------------------------------------------------


def test_a_class_hears_of_the_whole_game_and_gets_a_new_instance_for_each(tmp_path: Path, board: Game) -> None:
    source = """
import json
class Teller:
    def __init__(self):
        self.heard = []
    def new_game(self, new):
        self.heard.append(["new", new.seat, new.game])
    def see(self, events):
        self.heard += [[event.kind, event.seat, event.cell] for event in events if event.kind == "placed"]
    def choose(self, view, legal, clock, random):
        return legal[-1], {"heard": self.heard, "bank": clock.bank}
"""
    game, text = board, bot_file(tmp_path, source)
    bot = package.agent(text, game)
    for seed in (1, 2):
        record = package.match(game, [bot, package.agent("random", game)], seed)
        heard = record.opinions[2][0]["heard"]
        assert heard == [["new", 0, "morpion"], ["placed", 0, record.choices[0][0]], ["placed", 1, record.choices[1][1]]]
        assert record.opinions[2][0]["bank"] <= 30.2


def test_of_several_classes_one_must_be_named(tmp_path: Path, board: Game) -> None:
    source = "class A:\n    def choose(self, view, legal, clock, random):\n        return legal[0]\nclass B(A):\n    pass\n"
    text = bot_file(tmp_path, source)
    (fault,) = played(board, text).faults
    assert fault.code is Code.start
    assert "A, B; say which one, as in bot.py:A" in fault.sentence
    assert played(board, f"{text}:B").faults == []
    with pytest.raises(UnknownName, match=r"bot.py defines no C; it has: A, B"):
        played(board, f"{text}:C")


def test_a_fault_names_the_line_of_the_file(tmp_path: Path, board: Game) -> None:
    text = bot_file(tmp_path, "def choose(view, legal, clock, random):\n    return view.hand\n")
    (fault,) = played(board, text).faults
    assert fault.sentence.startswith("it failed with AttributeError: there is no 'hand' here; there are: game, options, viewer, board")
    assert fault.sentence.endswith("(bot.py, line 2)")
    assert "Traceback" in fault.stderr


def test_the_same_seed_gives_the_same_game_whichever_generator_a_bot_uses(tmp_path: Path, board: Game) -> None:
    for source in ("random", "__import__('random')"):
        text = bot_file(tmp_path, f"def choose(view, legal, clock, random):\n    return {source}.choice(legal)\n")
        bot = package.agent(text, board)
        games = [package.match(board, [bot, bot], seed).choices for seed in (1, 2, 1)]
        assert games[0] == games[2] != games[1]


def test_one_bot_may_sit_on_several_seats_of_a_game(tmp_path: Path) -> None:
    game = package.game("diamant", seats=3, rounds=2)
    source = "class Own:\n    def new_game(self, new):\n        self.seat = new.seat\n"
    source += "    def choose(self, view, legal, clock, random):\n        return legal[0] if view.viewer == self.seat else 'peeked'\n"
    bot = package.agent(bot_file(tmp_path, source), game)
    assert package.match(game, [bot, bot, bot], seed=1).faults == []


@pytest.mark.slow
def test_a_duel_with_a_bot_is_the_same_on_one_process_or_two() -> None:
    game = package.game("diamant", seats=2, rounds=1)

    def games_of(workers: int) -> list[Any]:
        found = duel(game, [str(EXAMPLES / "old_diamant.py"), "random"], games=12, seed=3, workers=workers).played
        return [(one.block, one.seats, one.scores, one.choices, one.faults) for one in found]

    assert games_of(1) == games_of(2)


# --- messages ---------------------------------------------------------------------------------------------------------------


def test_the_document_shows_what_is_really_said() -> None:
    assert documents.written() == documents.DOCUMENT.read_text(encoding="utf-8"), "run python tests/bots/documents.py"
    assert documents.schema() == documents.SCHEMA.read_text(encoding="utf-8"), "run python tests/bots/documents.py"


@pytest.mark.parametrize("game", ["coeurs", "diamant", "love_letter", "morpion", "pokemon"])
def test_every_message_of_a_game_fits_the_schema(game: str, tmp_path: Path) -> None:
    text = bot_file(
        tmp_path, "class Bot:\n    def see(self, events): pass\n    choose = lambda self, view, legal, clock, random: legal[0]\n"
    )
    names = {"hello", "new", "act", "end", "ready", "answer"}
    whole = protocol.schema()
    fits = {name: jsonschema.Draft202012Validator({**whole, "anyOf": [{"$ref": f"#/$defs/{name}"}]}) for name in names}
    said = conversation(text, game)
    for side, message in [*said[:30], *said[-1:]]:
        kind = message.get("type", "answer")
        assert (kind in ("ready", "answer")) == (side == "<")
        fits[kind].validate(message)
        names.discard(kind)
    assert names == set()


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        (b"maybe", Code.garbage, "it sent 'maybe', which is not JSON"),
        (b"7", Code.garbage, "a message is a JSON object"),
        (b'{"action": ["a1"]}', Code.garbage, 'expected {"action": "a1"}'),
        (b'{"action": "a1", "info": "good"}', Code.garbage, "info is not an object"),
        (b'{"action": "a1", "turn": 3}', Code.garbage, "it answered turn 3 when turn 4 was asked"),
        (b'{"action": "z9"}', Code.illegal, "it played 'z9'; legal here: a1, b1"),
        (b'{"type": "error", "code": "memory", "text": "no room"}', Code.memory, "no room"),
        (b'{"type": "error"}', Code.crash, "without a reason"),
    ],
)
def test_each_wrong_answer_has_its_code(line: bytes, code: Code, sentence: str) -> None:
    with pytest.raises(Broken) as broken:
        protocol.read_answer(protocol.read(line), 4, ["a1", "b1"])
    assert broken.value.code is code
    assert sentence in str(broken.value)


def test_a_bot_sees_only_what_its_seat_may_know(tmp_path: Path) -> None:
    text = bot_file(
        tmp_path, "class Bot:\n    def see(self, events): pass\n    choose = lambda self, view, legal, clock, random: legal[0]\n"
    )
    acts = [message for side, message in conversation(text, "coeurs", deals=1) if message.get("type") == "act"]
    assert len(acts) == 8
    for act in acts:
        assert act["view"]["viewer"] == 0
        assert all(not hand for hand in act["view"]["hands"][1:]), "hidden, or played to the last card"
        assert "chance" not in act["view"], "the chance to come"


def test_a_position_can_be_asked_outside_a_game(board: Game, tmp_path: Path) -> None:
    source = """
def choose(view, legal, clock, random):
    judgements = [{"action": "b2", "value": 0.5}, {"action": "?"}]
    return legal[4], {"value": 0.5, "comment": "the middle", "pv": ["b2", "a1"], "judgements": judgements}
"""
    bot = package.agent(bot_file(tmp_path, source), board)
    opinion = bot.consider(board.view(board.new(), 0), 0)
    assert (opinion.action.name, opinion.value, opinion.remark["en"]) == ("b2", 0.5, "the middle")
    assert [judgement.action.name for judgement in opinion.judgements] == ["b2"]
    assert [action.name for action in opinion.pv] == ["b2", "a1"]


def test_a_bot_plays_at_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bot_file(tmp_path, "def choose(view, legal, clock, random):\n    return legal[0], {'comment': 'first come'}\n")
    bot_file(tmp_path, "def choose(view, legal, clock, random):\n    return 'castle'\n", "bad.py")
    small = ["-o", "width=3", "-o", "height=3", "-o", "align=3"]
    shown = joute("play", "morpion", "--seats", "human,bot.py", *small, "--save", "saved.json", typed="c3\nwhy\nc2\nc1\n")
    assert "first come" in shown.stdout
    assert json.loads(Path("saved.json").read_text())["choices"][1] == {"1": "a1"}
    assert "bad.py: it played 'castle'; legal here: a1" in joute("play", "morpion", "--seats", "bad.py,human", *small, code=2).stderr


# --- examples ---------------------------------------------------------------------------------------------------------------


def example(name: str) -> str:
    return f"cmd:node {shlex.quote(str(EXAMPLES / name))}" if name.endswith(".js") else str(EXAMPLES / name)


@pytest.mark.parametrize("name", ["explorer.py", "explorer.js", "old_diamant.py"])
def test_an_example_is_fit_to_play_and_beats_chance(name: str) -> None:
    if name.endswith(".js") and shutil.which("node") is None:
        pytest.skip("needs Node")
    report = as_json("bot", "check", example(name), "diamant")
    assert report["good"], report
    found = duel(package.game("diamant", seats=2), [example(name), "random"], games=20, seed=1)
    assert sum(one.scores[one.seats.index(0)] for one in found.played) > 14
    assert all(not one.faults for one in found.played)


@pytest.mark.parametrize("game", ["coeurs", "diamant", "love_letter", "morpion", "pokemon"])
def test_a_starter_is_fit_to_play_and_better_than_chance(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_bot.py").write_text(joute("bot", "new", game).stdout)
    assert "It can play." in joute("bot", "check", "my_bot.py", game).stdout
    table = package.game(game)
    rest = ["random"] * (table.spec.seats - 1)
    found = duel(table, ["my_bot.py", *rest], games=16, seed=1)
    assert found.standing(0)["mean"] > 1.4 / table.spec.seats


def test_a_starter_in_javascript_is_fit_to_play_any_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("node") is None:
        pytest.skip("needs Node")
    monkeypatch.chdir(tmp_path)
    Path("my_bot.js").write_text(joute("bot", "new", "coeurs", "--language", "javascript").stdout)
    assert "The same seed gives the same game." in joute("bot", "check", "cmd:node my_bot.js", "coeurs").stdout
    assert "there is no starter in cobol" in joute("bot", "new", "coeurs", "--language", "cobol", code=2).stderr


# --- joute bot check ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def choose(view, legal, clock):\n    return 1\n", "It crashed: it failed with TypeError: choose()"),
        ("def choose(view, legal, clock, random):\n    return 'castle'\n", "Its action is not legal: it played 'castle'; legal here: a1"),
        ("import nothing_of_that_name\n", "It did not start: it failed with ModuleNotFoundError"),
        ("GAMES = ['chess']\ndef choose(v, l, c, r): return l[0]\n", "it does not play morpion; it plays chess"),
        (
            "n = 0\ndef choose(v, l, c, r):\n    global n\n    n += 1\n    return l[n % len(l)]\n",
            "it carries state from game to game",
        ),
        ("def choose(v, l, c, r):\n    return l[__import__('os').urandom(1)[0] % len(l)]\n", "does not give the same game"),
    ],
)
def test_what_is_wrong_with_a_bot_is_said_in_a_sentence(source: str, sentence: str, tmp_path: Path) -> None:
    text = bot_file(tmp_path, source)
    shown = joute(
        "bot",
        "check",
        text,
        "morpion",
        "-o",
        "width=5",
        "-o",
        "height=5",
        "-o",
        "align=4",
        code=int("same" not in sentence and "carries state" not in sentence),
    )
    assert sentence in " ".join(shown.stdout.split())
    assert ("cannot play yet" in shown.stdout) == (shown.exit_code == 1)


def test_a_program_that_fails_on_an_unknown_message_is_reported(tmp_path: Path) -> None:
    source = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready"}', flush=True)
    elif message["type"] == "act":
        print(json.dumps({"action": message["legal"][0]}), flush=True)
    else:
        assert message["type"] in ("new", "end"), message
"""
    text = f"cmd:{PYTHON} {shlex.quote(bot_file(tmp_path, source))}"
    assert "It fails when it gets a message that it does not know" in joute("bot", "check", text, "morpion", code=1).stdout
    assert "names no bot" in joute("bot", "check", "random", "morpion", code=2).stderr


# --- records ----------------------------------------------------------------------------------------------------------------


def test_replay_shows_versions_why_and_faults(tmp_path: Path, board: Game) -> None:
    source = "def choose(view, legal, clock, random):\n    action = legal[0] if len(legal) > 5 else 'castle'\n"
    source += "    return action, {'comment': 'first come', 'value': 0.25}\n"
    record = played(board, bot_file(tmp_path, source))
    assert record.ended == "fault"
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record.to_json()))
    shown = " ".join(joute("replay", str(file)).stdout.split())
    assert "sha256:" in shown
    assert "seat 0 thinks: first come; value 0.250" in shown
    assert "Fault of seat 0, which costs it the game. Its action is not legal: it played 'castle'" in shown
    assert "A fault has ended the game." in shown
    assert "pense : first come" in joute("replay", str(file), "--lang", "fr").stdout
    assert GameRecord.from_json(file.read_text()) == record


def test_every_game_has_a_process_of_its_own(board: Game, tmp_path: Path) -> None:
    source = "MARK = __import__('os').urandom(8).hex()\ndef choose(v, l, c, r):\n    return l[0], {'mark': MARK}\n"
    bot = package.agent(bot_file(tmp_path, source), board)
    assert isinstance(bot, Bot)
    records = [package.match(board, [bot, package.agent("random", board)], seed) for seed in range(4)]
    assert len({record.opinions[0][0]["mark"] for record in records}) == 4
    bot.close()


def test_questions_outside_a_game_share_a_process(board: Game, tmp_path: Path) -> None:
    source = "MARK = __import__('os').urandom(8).hex()\ndef choose(v, l, c, r):\n    return l[0], {'comment': MARK}\n"
    bot = package.agent(bot_file(tmp_path, source), board)
    view = board.view(board.new(), 0)
    marks = [bot.consider(view, 0).remark["en"] for _ in range(2)]
    assert marks[0] == marks[1]
    bot.close()
    assert bot.consider(view, 0).remark["en"] != marks[0]
    bot.close()
