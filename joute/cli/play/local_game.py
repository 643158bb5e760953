"""A game at the terminal: its session, its players and their opinions, and several people at one keyboard."""

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.text import Text

from joute.bots.bot import Bot
from joute.cli.play.text_input import clear_screen, read_line
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.record_files import write_record
from joute.cli.render.console import interactive
from joute.cli.render.player_names import HUMAN, PlayerNames
from joute.core import registry
from joute.core.agent import Agent, Stop
from joute.core.errors import BadRecord, JouteError
from joute.core.events import Events
from joute.core.game import Game
from joute.core.opinion import Opinion
from joute.core.record import GameRecord
from joute.core.rng import seed_of
from joute.core.session import Session
from joute.core.state import Action, State
from joute.i18n import current_language, say
from joute.review.decision_review import decision_review
from joute.review.game_review import QUICK
from joute.review.judge import judge
from joute.review.review_info import DecisionReview


class LocalGame(Session):
    """A session with people at this keyboard (None among the players) and agents."""

    def __init__(self, game: Game, record: GameRecord, state: State) -> None:
        super().__init__(game, record, state)
        self.players = make_players(game, record.agents)
        self.history: list[Events] = []  # of every decision so far
        self.opinions: dict[int, Opinion] = {}  # the last one of each agent's seat
        self.unsaved = False

    @classmethod
    def resume(cls, game: Game, record: GameRecord, players: Sequence[str]) -> "LocalGame":
        """A recorded game from its last position, with these players."""
        past = list(record.replay(game))
        state = past[-1][0]
        if game.over(state):
            raise BadRecord("the recorded game is over; joute replay shows it")
        record.agents = list(players)
        resumed = cls(game, record, state)
        resumed.history = [events for _, events in past if events is not None]
        return resumed

    @property
    def names(self) -> PlayerNames:
        """The names of the players."""
        return PlayerNames.recorded(self.record.names, self.game.spec.seats)

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, agent in enumerate(self.players) if agent is None]

    def consider(self, agent: Agent, seat: int, purpose: str = "") -> Opinion:
        """An agent's opinion on that seat, with a progress line; Ctrl-C interrupts it."""
        seed, view, stop = self.decision_seed(seat, purpose), self.view(seat), Stop()
        with ProgressLine(say("{agent} is thinking…", agent=agent.text), self.game.name):
            if isinstance(agent, Bot):
                return run_interruptibly(lambda: agent.recall(view, seat, seed, self.history), stop)
            return run_interruptibly(lambda: agent.explain(view, seat, seed, stop), stop)

    def judged(self, agent: Agent, ply: int, seat: int, action: Action) -> DecisionReview | None:
        """The judgement of an action at a decision of the past or at the present one; None if there was no choice."""
        state = self.state if ply == self.ply else next(islice(self.record.replay(self.game), ply, None))[0]
        game, view = self.game.fast(), self.game.view(state, seat)
        if len(game.legal_numbers(view, seat)) == 1:
            return None
        seed = seed_of(self.record.seed, ply, seat) >> 1
        with ProgressLine(say("judging {action}…", action=action.text(current_language())), game.name):
            found = run_interruptibly(lambda: judge(game, view, seat, action.name, agent, samples=QUICK, seed=seed))
            return decision_review(game, view, seat, found, ply)

    def play(self, choices: Mapping[int, Action], seconds: Mapping[int, float]) -> Events:
        """Check and apply the actions of all movers."""
        opinions = {seat: opinion.to_json() for seat, opinion in self.opinions.items() if seat in choices}
        events = self.apply(self.game.check(self.state, choices), seconds, opinions)
        self.history.append(events)
        self.unsaved = True
        return events

    def take_back(self, seat: int) -> str | None:
        """Go back to the seat's last decision, and return the action that it had chosen; None before its first."""
        ply = self.last_decision(seat)
        if ply is None:
            return None
        action = self.record.choices[ply][seat]
        self.undo(ply)
        del self.history[ply:]
        self.opinions.clear()
        self.unsaved = True
        return self.game.local_name(action)

    def save(self, file: Path) -> None:
        """Write the record."""
        write_record(self.record, file)
        self.unsaved = False


def split_seats(text: str) -> list[str]:
    """The players of `human,alpha_beta:seconds=1`; a comma before `key=value` belongs to the agent before it."""
    seats: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        if not part:
            raise JouteError("a seat of {text!r} is empty; seats are '{human}' or an agent, separated by commas", text=text, human=HUMAN)
        if "=" in part and ":" not in part.partition("=")[0] and seats:
            seats[-1] += f",{part}"
        else:
            seats.append(part)
    return seats


def default_seats(game: Game) -> list[str]:
    """A human first, the advisor on the other seats."""
    return [HUMAN] + [registry.advisor_name(game)] * (game.spec.seats - 1) if game.spec.seats > 1 else [HUMAN]


def make_players(game: Game, texts: Sequence[str]) -> list[Agent | None]:
    """The agent of every seat, None for a human."""
    if len(texts) != game.spec.seats:
        raise JouteError(
            "{game} has {seats} seats here; --seats names {count}: {texts}",
            game=game.name,
            seats=game.spec.seats,
            count=len(texts),
            texts=", ".join(texts),
        )
    return [None if text == HUMAN else registry.agent(text, game) for text in texts]


class Hotseat:
    """The people at this keyboard; one at a time if they must not see each other's view, with the events that each has not seen yet."""

    def __init__(self, session: LocalGame, screen: Console) -> None:
        self.session, self.screen = session, screen
        self.unseen: list[tuple[int, Events, str]] = []  # events, with their note, that a seat has not seen yet
        self.at_keyboard: int | None = None

    @property
    def private(self) -> bool:
        """Whether several people at this keyboard must not see each other's view."""
        spec = self.session.game.spec
        return len(self.session.humans) > 1 and (spec.hidden or spec.simultaneous)

    @property
    def viewer(self) -> int | None:
        """Whose view the screen shows: the only human's, a spectator's, or everything if only agents play."""
        humans = self.session.humans
        return None if not humans else humans[0] if len(humans) == 1 else -1

    def show(self, events: Events, note: str) -> None:
        """Print events with a note at once, or to each person when they take the keyboard."""
        if self.private and not self.session.over:
            self.unseen += [(seat, events, note) for seat in self.session.humans]
        else:
            self._print(events, note, -1 if self.private else self.viewer)

    def hand_over(self, seat: int) -> None:
        """Wait until the next person is at the keyboard, then print what they have not seen."""
        if self.private and self.at_keyboard != seat:
            names = self.session.names
            sentence = say("Seat {seat}: take the keyboard, and press enter.", seat=seat)
            if names:
                sentence = say("{name}: take the keyboard, and press enter.", name=names.seat(seat))
            if interactive():
                clear_screen()
                read_line(sentence + " ")
                clear_screen()
            else:
                self.screen.print(sentence)
        self.at_keyboard = seat
        for _, events, note in [unseen for unseen in self.unseen if unseen[0] == seat]:
            self._print(events, note, seat)
        self.unseen = [unseen for unseen in self.unseen if unseen[0] != seat]

    def _print(self, events: Events, note: str, viewer: int | None) -> None:
        for place, event in enumerate(events.seen_by(viewer)):
            sentence = self.session.names.event(event)
            self.screen.print(Text.assemble(("· ", "dim"), sentence, ("" if place else note, "dim")))
