"""A game at the terminal: the session, who plays, their opinions, and whether it is saved."""

from collections.abc import Mapping
from pathlib import Path

from joute.bots.bot import Bot
from joute.cli.record_files import write_record
from joute.core.agent import Agent, Stop
from joute.core.errors import BadRecord
from joute.core.events import Events
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.record import GameRecord
from joute.core.session import Session
from joute.core.state import Action, State


class LocalGame(Session):
    """A session with people at this keyboard (None among the players) and agents."""

    def __init__(self, game: Game, record: GameRecord, state: State) -> None:
        super().__init__(game, record, state)
        self.players: list[Agent | None] = []
        self.history: list[Events] = []  # of every decision so far
        self.opinions: dict[int, Opinion] = {}  # the last one of each agent's seat
        self.unsaved = False

    @classmethod
    def new(cls, game: Game, players: list[Agent | None], texts: list[str], seed: int) -> "LocalGame":
        """A new game."""
        begun = cls.begin(game, texts, seed)
        begun.players = players
        return begun

    @classmethod
    def resume(cls, game: Game, players: list[Agent | None], texts: list[str], record: GameRecord) -> "LocalGame":
        """A recorded game, from where it was left."""
        past = list(record.replay(game))
        state = past[-1][0]
        if game.over(state):
            raise BadRecord("the recorded game is over; joute replay shows it")
        record.agents = texts
        resumed = cls(game, record, state)
        resumed.players, resumed.history = players, [events for _, events in past if events is not None]
        return resumed

    @property
    def humans(self) -> list[int]:
        """The seats where a person sits."""
        return [seat for seat, agent in enumerate(self.players) if agent is None]

    def consider(self, agent: Agent, seat: int, purpose: str = "", stop: Stop | None = None) -> Opinion:
        """What an agent would do on that seat."""
        seed = self.decision_seed(seat, purpose)
        if isinstance(agent, Bot):
            return agent.recall(self.view(seat), seat, seed, self.history)
        return agent.explain(self.view(seat), seat, seed, stop)

    def play(self, choices: Mapping[int, Action], seconds: Mapping[int, float]) -> Events:
        """Check and apply what everybody chose."""
        opinions = {seat: opinion.to_json() for seat, opinion in self.opinions.items() if seat in choices}
        events = self.apply(self.game.check(self.state, choices), seconds, opinions)
        self.history.append(events)
        self.unsaved = True
        return events

    def take_back(self, seat: int) -> str | None:
        """Go back to the seat's last decision, and return what it had chosen; None before its first."""
        ply = self.last_decision(seat)
        if ply is None:
            return None
        action = self.record.choices[ply][seat]
        self.undo(ply)
        del self.history[ply:]
        self.opinions.clear()
        self.unsaved = True
        return action

    def save(self, file: Path) -> None:
        """Write the record."""
        write_record(self.record, file)
        self.unsaved = False
