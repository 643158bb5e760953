"""A game that is being played: its position, its record, what the agents thought, and the way back."""

from collections.abc import Mapping
from pathlib import Path

from joute.bots.bot import Bot
from joute.cli.record_files import write_record
from joute.core.agent import Agent, Stop
from joute.core.errors import BadRecord
from joute.core.events import Events
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.record import COMPLETE, GameRecord
from joute.core.rng import seed_of
from joute.core.state import Action, State


class Ongoing:
    """One game from its seed, with every position that led to this one."""

    def __init__(self, game: Game, seats: list[Agent | None], record: GameRecord, past: list[tuple[State, Events | None]]) -> None:
        self.game, self.seats, self.record = game, seats, record
        self.positions = [state for state, _ in past]  # the first one, then one after every choice
        self.happened = [happened for _, happened in past if happened is not None]  # after every choice
        self.opinions: dict[int, Opinion] = {}  # the last one of each agent's seat
        self.unsaved = False

    @classmethod
    def begin(cls, game: Game, seats: list[Agent | None], texts: list[str], seed: int) -> "Ongoing":
        """A new game."""
        return cls(game, seats, GameRecord.begin(game, texts, seed), [(game.new(seed), None)])

    @classmethod
    def resume(cls, game: Game, seats: list[Agent | None], texts: list[str], record: GameRecord) -> "Ongoing":
        """A recorded game, from where it was left."""
        past = list(record.replay(game))
        if game.over(past[-1][0]):
            raise BadRecord("the recorded game is over; joute replay shows it")
        record.agents = texts
        return cls(game, seats, record, past)

    @property
    def state(self) -> State:
        """The position now."""
        return self.positions[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over(self.state)

    @property
    def humans(self) -> list[int]:
        """The seats where a person sits."""
        return [seat for seat, agent in enumerate(self.seats) if agent is None]

    def view(self, seat: int | None) -> State:
        """What a seat knows (-1: a spectator; None: everything)."""
        return self.state if seat is None else self.game.view(self.state, seat)

    def consider(self, agent: Agent, seat: int, purpose: str = "", stop: Stop | None = None) -> Opinion:
        """What an agent would do on that seat; its luck comes from the game's seed and the moment."""
        if isinstance(agent, Bot):
            return agent.recall(self.view(seat), seat, self.seed(seat, purpose), self.happened)
        return agent.consider(self.view(seat), seat, self.seed(seat, purpose), stop)

    def seed(self, seat: int, purpose: str = "") -> int:
        """The seed of one choice: the same as in a match between agents."""
        moment = (self.record.seed, len(self.record.choices), seat)
        return seed_of(*moment, purpose) if purpose else seed_of(*moment)

    def play(self, choices: Mapping[int, Action], seconds: Mapping[int, float]) -> Events:
        """Play what everybody chose and write it down."""
        state = self.state.copy()
        happened = self.game.play(state, choices)
        self.positions.append(state)
        self.happened.append(happened)
        opinions = {seat: opinion.to_json() for seat, opinion in self.opinions.items() if seat in choices}
        self.record.note({seat: action.name for seat, action in choices.items()}, seconds, opinions)
        if self.game.over(state):
            self.record.scores, self.record.ended = self.game.returns(state), COMPLETE
        self.unsaved = True
        return happened

    def undo(self, seat: int) -> str | None:
        """Go back to the seat's last decision, and say what it had chosen; None when it has chosen nothing yet."""
        moments = [moment for moment, choices in enumerate(self.record.choices) if seat in choices]
        if not moments:
            return None
        moment = moments[-1]
        taken_back = self.record.choices[moment][seat]
        del self.positions[moment + 1 :], self.happened[moment:]
        self.record.take_back(moment)
        self.opinions.clear()
        self.unsaved = True
        return taken_back

    def save(self, file: Path) -> None:
        """Write the record."""
        write_record(self.record, file)
        self.unsaved = False
