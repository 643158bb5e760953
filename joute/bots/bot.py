"""A bot as an agent; each of its processes plays one seat of one game at a time, and is used again for the next."""

import time
from collections.abc import Sequence
from typing import Any

from joute.bots.process import RunningBot
from joute.bots.reference import BotLimits, BotReference, parse_reference
from joute.bots.session import BotSeat, BotSession
from joute.core.agent import Agent, Stop
from joute.core.events import Events
from joute.core.faults import WAITING, Broken, Code
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion
from joute.core.state import Json, State


class Bot(Agent):
    """Another program, playing under limits."""

    name = "bot"
    summary = {"en": "a program of your own, in its own process", "fr": "un programme à vous, dans son propre processus"}
    Settings = BotLimits

    def __init__(self, game: Game, text: str) -> None:
        self.reference: BotReference = parse_reference(text)
        super().__init__(game, self.reference.limits, text)
        self.version = self.reference.fingerprint
        self._idle: list[RunningBot] = []
        self._timeouts = 0  # consecutive games lost in silence or on time

    def start_session(self, seat: int, agents: list[str], seed: int) -> BotSession:
        """A seat in a new game."""
        return BotSession(self, BotSeat(self.game, seat, agents, seed))

    def acquire(self) -> RunningBot:
        """A process that is ready to play; started if none is idle."""
        limits: BotLimits = self.settings
        if limits.patience and self._timeouts >= limits.patience:
            raise Broken(Code.time, f"it is no longer asked: its last {self._timeouts} games were lost in silence or on time")
        while self._idle:
            connection = self._idle.pop()
            if connection.alive:
                return connection
            connection.close()
        connection = RunningBot(self.reference.command, limits, self.reference.folder)
        self.version = f"{connection.title} {self.reference.fingerprint}"
        games = connection.ready.get("games")
        if games is not None and self.game.name not in games:
            connection.close()
            raise Broken(Code.start, f"it does not play {self.game.name}; it plays {', '.join(games) or 'nothing'}")
        return connection

    def release(self, connection: RunningBot | None, answered: bool, fault: Code | None) -> None:
        """Take back the process after a game, and count the games lost in silence or on time."""
        if fault in WAITING:
            self._timeouts += 1
        elif answered:
            self._timeouts = 0
        if connection is not None:
            self._idle.append(connection)

    def close(self) -> None:
        """End the idle processes."""
        while self._idle:
            self._idle.pop().close()

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The bot's answer to one position, without the events before it."""
        return self.recall(view, seat, seed, ())

    def recall(self, view: State, seat: int, seed: int, past: Sequence[Events]) -> Opinion:
        """The bot's answer to one position, given the events before it."""
        began = time.perf_counter()
        session = self.start_session(seat, [""] * self.game.spec.seats, seed)
        for events in past:
            session.observe(events)
        try:
            answer = session.choose(view, len(past))
        except Broken as broken:
            session.charge(broken, len(past))
            raise Broken(broken.code, f"{self.text}: {broken}", broken.stderr) from broken
        finally:
            session.end()
        return opinion(self.game, answer.number, answer.info, time.perf_counter() - began)


def opinion(game: Game, number: int, info: Json, seconds: float) -> Opinion:
    """A bot's info as an opinion, as far as it has the fields of one."""
    action = game.actions[number]
    judgements = [_judgement(game, item) for item in _listed(info.get("judgements"))]
    comment = info.get("comment")
    return Opinion(
        action,
        [judgement for judgement in judgements if judgement is not None],
        value=_number(info.get("value")),
        pv=[game.action(name) for name in _listed(info.get("pv")) if isinstance(name, str) and _known(game, name)],
        seconds=seconds,
        remark={"en": str(comment)} if comment else {},
    )


def _judgement(game: Game, item: Any) -> Judgement | None:
    if not isinstance(item, dict) or not isinstance(item.get("action"), str) or not _known(game, item["action"]):
        return None
    visits = _number(item.get("visits"))
    value, weight = _number(item.get("value")), _number(item.get("weight"))
    return Judgement(game.action(item["action"]), value, None if visits is None else int(visits), weight)


def _known(game: Game, name: str) -> bool:
    return any(name == action.name for action in game.actions.values())


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
