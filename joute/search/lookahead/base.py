"""What the agents share that look ahead turn by turn: their settings, their budget, and their words."""

import time
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from joute.core.agent import Agent, Stop
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion
from joute.core.rng import seed_of
from joute.core.settings import setting
from joute.core.state import Action, State
from joute.search.common.evaluation import AUTO, EVALUATIONS, FITTED, STATED, room_for_features, weights_for
from joute.search.lookahead.engine import deepen
from joute.search.lookahead.workspace import ENTRY, FREE, desk_type, frame_type

DEPTH = 2  # turns, unless something else is asked for
DEEPEST = 64
EVALUATION = (
    f"how the last positions are judged: {STATED} (the game's own rule), {FITTED} (the weights that come with the game), "
    f"{AUTO} (these where there are some for such options), or a file of weights"
)


@dataclass(frozen=True)
class LookaheadSettings:
    """Settings of the searches that look ahead."""

    depth: int = setting(0, f"turns looked ahead; 0: {DEPTH}, or as far as the seconds or nodes allow when they are given", 0, DEEPEST)
    seconds: float = setting(0.0, "thinking time; 0: no limit", 0)
    nodes: int = setting(0, "positions looked at; 0: no limit", 0)
    table_size: int = setting(1_000_000, "entries of the transposition table at most", 1_000, 100_000_000, public=False)
    evaluation: str = setting(STATED, EVALUATION, public=EVALUATIONS)


class Lookahead(Agent):
    """Looks ahead turn by turn, at whatever may be chosen and whatever may befall."""

    Settings = LookaheadSettings
    equilibrium: ClassVar[bool]
    sampled: ClassVar[bool] = False

    def __init__(self, game: Game, settings: Any, text: str, weights: NDArray[np.float64] | None = None) -> None:
        super().__init__(game, settings, text)
        self.weights = weights_for(game, settings.evaluation) if weights is None else weights
        self._frame, self._desk = frame_type(game.spec), desk_type(game.spec, room_for_features(game))
        self._prepared = False

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Two seats that see everything, and of whom one wins what the other loses."""
        if game.spec.hidden:
            return f"{cls.name} sees everything, but {game.name} has hidden information"
        if game.spec.seats != 2:
            return f"{cls.name} takes two seats, but this {game.name} has {game.spec.seats}"
        if not game.spec.zero_sum:
            return f"{cls.name} takes one's gain for the other's loss, which it is not in {game.name}"
        return None

    @property
    def quick(self) -> bool:
        """Whether it looks one turn ahead."""
        return bool(self.settings.depth == 1)

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The choice that the furthest look ahead in the budget comes to."""
        legal_actions = self.legal(view, seat)
        stop = stop or Stop()
        arguments = self.task(view, seat, seed, stop)
        desk = arguments[5]
        if not self._prepared:  # asked once: to name the types of such records takes longer than a short look ahead
            deepen.prepare(*arguments)
            self._prepared = True
        began = time.perf_counter()
        with stop.after(self.settings.seconds):
            depth = deepen(*arguments)
        words = self.words(view, seat, seed, legal_actions, desk[0])
        return Opinion(**words, depth=int(depth), nodes=int(desk[0]["nodes"]), seconds=time.perf_counter() - began)

    def task(self, view: State, seat: int, seed: int, stop: Stop) -> tuple[Any, ...]:
        """The arguments of `deepen`."""
        spec, depths = self.game.spec, self._depths()
        states = np.zeros(FREE * (depths + 1), self.game.dtype)
        words = states.view(np.uint64).reshape(len(states), -1)
        desk = np.zeros(1, self._desk)
        desk["lowest"], desk["highest"], desk["seat"] = spec.lowest, spec.highest, seat
        desk["equilibrium"], desk["sampled"], desk["sequential"] = self.equilibrium, self.sampled, not spec.simultaneous
        desk["fate"] = seed_of(seed, self.name)
        desk["fitted"] = len(self.weights) > 0
        desk["weights"][0, : len(self.weights)] = self.weights
        frames, table = np.zeros(len(states), self._frame), np.zeros(self._entries(depths), ENTRY)
        return view.array, states, words, frames, table, desk, depths, self.settings.nodes, stop.flag

    def _depths(self) -> int:
        """How many turns to look ahead at most."""
        limited = self.settings.seconds > 0 or self.settings.nodes > 0
        return int(self.settings.depth or (min(DEEPEST, self.game.spec.longest) if limited else DEPTH))

    def _entries(self, depths: int) -> int:
        """Room in the table for what so many turns will fill, at most what the settings allow; a power of two."""
        asked = min(self.settings.table_size, 8 * self.game.spec.widest ** min(8, 2 * depths - 1))
        return int(2 ** max(10, int(asked - 1).bit_length()))

    def words(self, view: State, seat: int, seed: int, legal_actions: list[Action], report: Any) -> dict[str, Any]:
        """The choice, the judgements, the value and the line, from what the search reports."""
        judgements = self.judged(legal_actions, seat, report)
        return {
            "action": judgements[0].action,
            "judgements": judgements,
            "value": judgements[0].value,
            "pv": self.pv(judgements[0].action, seat, report),
        }

    def judged(self, legal_actions: list[Action], seat: int, report: Any) -> list[Judgement]:
        """Every choice with its value, the best first."""
        values = [self.mine(float(report["final"][index]), seat) for index in range(len(legal_actions))]
        judgements = [Judgement(action, value) for action, value in zip(legal_actions, values, strict=True)]
        return sorted(judgements, key=lambda judgement: judgement.value or 0.0, reverse=True)

    def mine(self, value: float, seat: int) -> float:
        """A value of the first seat as that of a seat."""
        return value if seat == 0 else self.game.spec.lowest + self.game.spec.highest - value

    def pv(self, action: Action, seat: int, report: Any) -> list[Action]:
        """The main line, of each pair one's own choice first; nothing but the choice where the line begins otherwise."""
        if report["line"][0, seat] != int(action):
            return [action]
        pairs = [[int(pair[seat]), int(pair[1 - seat])] for pair in report["line"]]
        return [self.game.actions[number] for pair in pairs for number in pair if number >= 0]
