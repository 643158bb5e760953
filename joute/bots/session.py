"""A bot's seat in one game: its clock, what it has not yet been told, and its process as long as that serves."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from joute.bots.conversation import Conversation
from joute.bots.protocol import Act, Clock, End, New
from joute.core import settings
from joute.core.events import Events
from joute.core.faults import Broken, Code, Fault
from joute.core.game import Game
from joute.core.state import Json, State

if TYPE_CHECKING:
    from joute.bots.bot import Bot

SAFE = 1 << 53  # whole numbers below are exact in every language's JSON


@dataclass(frozen=True)
class Place:
    """Where a bot sits."""

    game: Game
    seat: int
    agents: list[str]  # who sits where
    seed: int  # of the bot's own dice


@dataclass(frozen=True)
class Chosen:
    """What a bot answered."""

    number: int
    seconds: float
    info: Json = field(default_factory=dict)


class Chair:
    """One bot at one seat, from the beginning of a game to its end."""

    def __init__(self, bot: "Bot", place: Place) -> None:
        self.bot, self.place = bot, place
        self.bank: float = bot.settings.bank
        self.strikes: int = bot.settings.strikes  # left
        self.cost: Code | None = None  # the fault that cost this seat the game
        self._talking: Conversation | None = None
        self._events: list[Json] = []  # of the whole game, for a process that has to be started again
        self._told = 0  # how many of them the bot knows
        self._answered = False

    @property
    def version(self) -> str:
        """What plays here: name, version and fingerprint."""
        return self.bot.version

    @property
    def listening(self) -> bool:
        """Whether the bot wants to hear what happens."""
        return self.cost is None and (self._talking is None or self._talking.ready.get("events", True))

    def see(self, happened: Events) -> None:
        """Something happened, to be told with the next question."""
        self._events += [{"kind": event.kind, **event.words} for event in happened.seen_by(self.place.seat)]

    def choose(self, view: State, turn: int) -> Chosen:
        """What the bot chooses; Broken when it does something wrong."""
        game, seat = self.place.game, self.place.seat
        numbers = {game.actions[number].name: number for number in game.legal_numbers(view, seat)}
        talking = self._talking or self._begin()
        act = Act(
            type="act",
            turn=turn,
            view=game.to_json(view),
            legal=list(numbers),
            events=self._news(),
            clock=self._clock(),
        )
        try:
            answer = talking.ask(act, self.bank)
        except TimeoutError:
            raise self._too_late(talking) from None
        except Broken:
            raise
        except BaseException:  # interrupted: its answer would come in the middle of another game
            self._drop()
            raise
        finally:
            self.bank += self.bot.settings.increment - talking.used
        self._answered = True
        return Chosen(numbers[answer["action"]], talking.used, answer.get("info", {}))

    def blamed(self, broken: Broken, turn: int) -> Fault:
        """The fault that the seat is charged with: a strike if it has one left, else the game."""
        costs = "move" if self.strikes else "game"
        stderr = broken.stderr or (self._talking.stderr if self._talking else "")
        if self.strikes:
            self.strikes -= 1
        else:
            self.cost = broken.code
        if broken.code is not Code.illegal or costs == "game":
            self._drop()  # after anything but a wrong name, nobody knows what its next words would answer
        self.bank = max(self.bank, self.bot.settings.increment)
        return Fault(self.place.seat, turn, broken.code, str(broken), costs, stderr)

    def leave(self, scores: list[float] | None = None, reason: str = "complete", faults: list[Fault] | None = None) -> None:
        """The game is over; the process is kept for the next one."""
        kept = self._talking
        if kept is not None:
            guilty = [{"seat": fault.seat, "code": str(fault.code)} for fault in faults or [] if fault.costs == "game"]
            try:
                kept.tell(End(type="end", scores=scores or [], reason=reason, faults=guilty, events=self._news()))  # type: ignore[typeddict-item]  # one of two words
            except Broken:
                self._drop()
                kept = None
        self.bot.give_back(kept, self._answered, self.cost)
        self._talking = None

    def _begin(self) -> Conversation:
        self._talking = talking = self.bot.lend()
        self._told = 0
        game = self.place.game
        talking.tell(
            New(
                type="new",
                game=game.name,
                options=settings.changed(game.options),
                seat=self.place.seat,
                seats=game.spec.seats,
                agents=self.place.agents,
                seed=self.place.seed % SAFE,
                clock=self._clock(),
            )
        )
        return talking

    def _clock(self) -> Clock:
        return Clock(bank=round(self.bank, 6), increment=self.bot.settings.increment)

    def _news(self) -> list[Json]:
        news = self._events[self._told :] if self.listening else []
        self._told = len(self._events)
        return news

    def _too_late(self, talking: Conversation) -> Broken:
        if not self._answered:
            return Broken(Code.silence, f"it has not answered at all in the {self.bank:.3g} seconds that it had", talking.stderr)
        return Broken(Code.time, f"its clock ran out: it had {self.bank:.3g} seconds left and did not answer in them", talking.stderr)

    def _drop(self) -> None:
        if self._talking is not None:
            self._talking.kill()
        self._talking = None
