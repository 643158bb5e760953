"""With what a chair cannot know changed, every byte sent to it stays the same: live, reconnected, after a take-back, as a spectator."""

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from server.served import Line, Served, served

from joute.core import registry
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.state import State
from joute.server.agents.table_agents import TableAgents
from joute.server.tables import commitments
from joute.store import Store

GAMES: dict[str, dict[str, Any]] = {"coeurs": {"deals": 1}, "love_letter": {"rounds": 1, "seats": 3}, "kuhn": {}}
KUHN = str(Path(__file__).parents[2] / "examples" / "kuhn" / "kuhn.py")  # a game of a file, on the board that is drawn from its views
NOON = 1_700_000_000.0
HERE = "the table"
WORLDS = 12  # imagined for each deal
DEALS: dict[str, int] = {"coeurs": 3, "love_letter": 3, "kuhn": 8}  # a game of Kuhn poker has two or three choices
UNSEEN = "chancellor keep"  # others see that it was done, not what was chosen


@dataclass
class Script:
    """A world, and what everybody chooses in it, one after the other."""

    world: State
    choices: list[tuple[int, str]]
    wanted: int = 0  # how many of them agents may have made by now


def twins(game: Game, seed: int, chair: int) -> tuple[Script, Script]:
    """Two games that look alike from a chair, though the hidden cards differ: the longest of a few such pairs."""
    truth = game.new(seed)
    view = game.view(truth, chair)
    worlds = [game.imagine(view, 100 * seed + number) for number in range(WORLDS)]
    for world in worlds:
        world.array["chance"] = truth.array["chance"]  # later draws that the chair sees often come out alike
    pairs = [parallel(game, truth, world, chair, seed) for world in worlds]
    return max(pairs, key=lambda pair: (pair[0].world != pair[1].world, len(pair[0].choices)))


def parallel(game: Game, truth: State, other: State, chair: int, seed: int) -> tuple[Script, Script]:
    """The same game in two worlds, for as long as the chair sees no difference."""
    luck = random.Random(seed)
    scripts = Script(truth, []), Script(other, [])
    now = [truth.copy(), other.copy()]
    while not game.over(now[0]):
        pair = alike(game, now[0], now[1], chair, luck)
        if pair is None:
            break
        for script, state, (seat, action) in zip(scripts, now, pair, strict=True):
            game.step(state, game.check(state, {seat: action}))
            script.choices.append((seat, action))
        if game.over(now[0]):  # then everybody sees everything
            scripts[0].choices.pop()
            scripts[1].choices.pop()
    return scripts


def alike(game: Game, first: State, second: State, chair: int, luck: random.Random) -> Any:
    """A choice in each world after which the chair still sees the same; its own choices are the same in both."""
    seat = game.movers(first)[0]
    options = game.legal(first, seat)
    luck.shuffle(options)
    for option in options:
        after = first.copy()
        game.step(after, {seat: option})
        for reply in game.legal(second, seat):
            if reply != option and (seat == chair or not reply.name.startswith(UNSEEN) or not option.name.startswith(UNSEEN)):
                continue
            replied = second.copy()
            game.step(replied, {seat: reply})
            if game.view(after, chair) == game.view(replied, chair) and game.over(after) == game.over(replied):
                return (seat, option.name), (seat, reply.name)
    return None


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    place = tmp_path_factory.mktemp("server")
    registry.define(KUHN)
    with Store.open(f"sqlite:///{place}/joute.sqlite") as store, served(store, games=KUHN) as running:
        yield running


@pytest.fixture
def scripted(server: Served, monkeypatch: pytest.MonkeyPatch) -> Callable[[Script], None]:
    """Tables made from now on are dealt the script's world, and their agents choose by the script."""
    current: list[Script] = []

    async def consider(self: TableAgents, text: str, seat: int, *_: Any, **__: Any) -> Opinion:
        table, script = self.host.table, current[0]
        while len(table.record.choices) >= script.wanted:
            if script is not current[0] or table.status == "over":
                await asyncio.Event().wait()  # another script is played: this table rests
            await asyncio.sleep(0.005)
        return Opinion(table.game.action(script.choices[len(table.record.choices)][1]))

    def opened(name: str, options: dict[str, Any]) -> Game:
        game = registry.game(name, **options)
        monkeypatch.setattr(game, "new", lambda seed=0: current[0].world.copy(), raising=False)
        return game

    monkeypatch.setattr(TableAgents, "consider", consider)
    monkeypatch.setattr(commitments, "new_secret", lambda: "0" * 32)  # whose commitment everybody sees
    monkeypatch.setattr(server.services.tables.games, "find", opened)
    monkeypatch.setattr(server.services.tables.context, "now", lambda: NOON)
    return lambda script: current.__setitem__(slice(None), [script])


class Ear:
    """A chair that listens: every byte of the table's log, and the question that is open."""

    def __init__(self, line: Line, heard: list[str], script: Script) -> None:
        self.line, self.heard, self.script = line, heard, script
        self.moves = 0
        self.turn: Any = None

    def listen(self, moves: int) -> None:
        """Hear everything until so many choices are made."""
        self.script.wanted = moves
        while self.moves != moves or not self.heard:
            text = self.line.text()
            message = json.loads(text)
            if "seq" not in message:
                continue  # presence, thinking, ok: they say nothing of the game
            self.heard.append(text)
            self.turn = message.get("turn", self.turn)
            self.moves += message.get("what") == "played"

    def choose(self, action: str) -> None:
        """Play for the chair."""
        assert self.turn is not None
        self.line.say(type="play", answers=self.turn["answers"], action=action)
        self.listen(self.moves + 1)

    def take_back(self, moves: int) -> None:
        """Go back to a decision."""
        self.line.say(type="take_back")
        while json.loads(self.heard[-1]).get("what") != "took_back":
            text = self.line.text()
            if "seq" in json.loads(text):
                self.heard.append(text)
        self.moves, self.turn = moves, json.loads(self.heard[-1])["turn"]


def played_out(server: Served, name: str, script: Script, chair: int) -> list[str]:
    """Everything that a chair hears while the script is played, with a take-back where it plays itself, and reconnections."""
    host = server.person("Ada")
    count = registry.game(name, **GAMES[name]).spec.seats
    seats = [{"who": "me"} if seat == chair else {"who": "agent", "agent": "random"} for seat in range(count)]
    table = host.table(name, options=GAMES[name], seats=seats, pace=0)["id"]
    watcher = host if chair >= 0 else server.stranger()
    heard: list[str] = []
    own = [number for number, (seat, _) in enumerate(script.choices) if seat == chair]
    with watcher.socket(table) as line:
        ear = Ear(line, heard, script)
        for place, number in enumerate(own):
            ear.listen(number)
            ear.choose(script.choices[number][1])
            if place == 1:
                ear.take_back(number)
                ear.choose(script.choices[number][1])
        ear.listen(len(script.choices))
    for query in ("", "?since=2", "?since=1"):
        with watcher.socket(table, query) as line:
            heard.append(line.text())
    heard.append(watcher.request("GET", f"/api/tables/{table}").text)
    heard.append(watcher.request("GET", f"/api/tables/{table}/state").text)
    heard.append(watcher.request("GET", f"/api/tables/{table}/events?before=1000").text)
    assert json.loads(heard[-1])["events"]
    return [text.replace(table, HERE) for text in heard]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("chair", [0, 1, -1])
def test_what_a_chair_cannot_know_changes_no_byte(server: Served, scripted: Callable[[Script], None], name: str, chair: int) -> None:
    game = registry.game(name, **GAMES[name])
    moves = compared = differing = 0
    for seed in range(DEALS[name]):
        first, second = twins(game.fast(), seed, chair)
        moves += len(first.choices)
        differing += first.world != second.world
        heard = []
        for script in (first, second):
            scripted(script)
            heard.append(played_out(server, name, script, chair))
        for one, other in zip(*heard, strict=True):
            place = next((place for place, letters in enumerate(zip(one, other, strict=False)) if letters[0] != letters[1]), None)
            assert one == other, (one[place:][:60], other[place:][:60])  # both whole would take pytest minutes to compare
        compared += len(heard[0])
    assert differing == DEALS[name]
    assert moves >= 6
    assert compared >= 20


def test_the_bytes_do_change_when_the_chair_sees_more(server: Served, scripted: Callable[[Script], None]) -> None:
    game = registry.game("coeurs", deals=1)
    first, second = Script(game.new(1), []), Script(game.new(2), [])
    heard = []
    for script in (first, second):
        scripted(script)
        host = server.person("Ada")
        agents = [{"who": "agent", "agent": "random"}] * 3
        table = host.table("coeurs", options={"deals": 1}, seats=[*agents[:1], {"who": "me"}, *agents[1:]])["id"]
        heard.append(host.request("GET", f"/api/tables/{table}/state").text.replace(table, HERE))
    assert heard[0] != heard[1]
