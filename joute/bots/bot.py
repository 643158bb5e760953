"""A bot as an agent: its processes, lent to one seat of one game at a time and used again for the next."""

import time
from collections.abc import Sequence
from typing import Any

from joute.bots.conversation import Conversation
from joute.bots.limits import Limits
from joute.bots.reference import Named, named
from joute.bots.session import Chair, Place
from joute.core.agent import Agent, Stop
from joute.core.events import Events
from joute.core.faults import WAITING, Broken, Code
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion
from joute.core.state import Json, State


class Bot(Agent):
    """Somebody's program, playing under limits."""

    name = "bot"
    summary = {"en": "a program of your own, in its own process", "fr": "un programme à vous, dans son propre processus"}
    Settings = Limits

    def __init__(self, game: Game, text: str) -> None:
        self.named: Named = named(text)
        super().__init__(game, self.named.limits, text)
        self.version = self.named.fingerprint
        self._idle: list[Conversation] = []
        self._waited = 0  # games lost in silence or on time, one after another

    def sit(self, seat: int, agents: list[str], seed: int) -> Chair:
        """Take a seat in a new game."""
        return Chair(self, Place(self.game, seat, agents, seed))

    def lend(self) -> Conversation:
        """A process that is ready to play, started if there is none."""
        limits: Limits = self.settings
        if limits.patience and self._waited >= limits.patience:
            raise Broken(Code.time, f"it is no longer asked: its last {self._waited} games were lost in silence or on time")
        while self._idle:
            conversation = self._idle.pop()
            if conversation.alive:
                return conversation
            conversation.close()
        conversation = Conversation(self.named.command, limits, self.named.folder)
        self.version = f"{conversation.title} {self.named.fingerprint}"
        games = conversation.ready.get("games")
        if games is not None and self.game.name not in games:
            conversation.close()
            raise Broken(Code.start, f"it does not play {self.game.name}; it plays {', '.join(games) or 'nothing'}")
        return conversation

    def give_back(self, conversation: Conversation | None, answered: bool, fault: Code | None) -> None:
        """A game is over: keep its process for the next, and count the games in which everybody waited in vain."""
        if fault in WAITING:
            self._waited += 1
        elif answered:
            self._waited = 0
        if conversation is not None:
            self._idle.append(conversation)

    def close(self) -> None:
        """End the processes that no game uses."""
        while self._idle:
            self._idle.pop().close()

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """What the bot answers to one position of a game of which it has seen nothing else."""
        return self.recall(view, seat, seed, ())

    def recall(self, view: State, seat: int, seed: int, past: Sequence[Events]) -> Opinion:
        """What the bot answers to one position, once it has heard all that happened before."""
        began = time.perf_counter()
        chair = self.sit(seat, [""] * self.game.spec.seats, seed)
        for happened in past:
            chair.see(happened)
        try:
            answer = chair.choose(view, len(past))
        except Broken as broken:
            chair.blamed(broken, len(past))
            raise Broken(broken.code, f"{self.text}: {broken}", broken.stderr) from broken
        finally:
            chair.leave()
        return opinion(self.game, answer.number, answer.info, time.perf_counter() - began)


def opinion(game: Game, number: int, info: Json, seconds: float) -> Opinion:
    """A bot's info in the words of an opinion, as far as it speaks them."""
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
