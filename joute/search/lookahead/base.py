"""Base class and settings of the agents that look ahead turn by turn."""

import time
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from joute.core.agent import Agent, Stop
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion
from joute.core.rng import seed_of
from joute.core.settings import PUBLIC_DEPTH, PUBLIC_NODES, PUBLIC_SECONDS, setting
from joute.core.state import Action, State
from joute.i18n import Sentence, say
from joute.jit.struct import Records
from joute.search.common.evaluation import EVALUATIONS, STATED, room_for_features, weights_for
from joute.search.lookahead.engine import LookaheadArrays, deepen
from joute.search.lookahead.transposition_table import LookaheadEntry
from joute.search.lookahead.workspace import (
    FRAMES_PER_TURN,
    LookaheadFrame,
    LookaheadWorkspace,
    new_workspace,
    sizes_for,
)

UNORDERED, SHALLOW = "none", "shallow"
DEFAULT_DEPTH = 2  # turns; its setting says so too
MAX_DEPTH = 64
EVALUATION: Sentence = (
    "evaluation at the horizon: stated (the game's own rule), fitted (the weights that come with the game), "
    "auto (fitted if they suit the options, else stated), or a file of weights"
)


@dataclass(frozen=True)
class LookaheadSettings:
    """Settings of the searches that look ahead."""

    depth: int = setting(0, "search depth in turns (0: 2, or no limit if seconds or nodes are given)", 0, MAX_DEPTH, public=PUBLIC_DEPTH)
    seconds: float = setting(0.0, "thinking time; 0: no limit", 0, public=PUBLIC_SECONDS)
    nodes: int = setting(0, "maximum number of positions searched (0: no limit)", 0, public=PUBLIC_NODES)
    table_size: int = setting(1_000_000, "entries of the transposition table at most", 1_000, 100_000_000, public=False)
    evaluation: str = setting(STATED, EVALUATION, public=EVALUATIONS)


class Lookahead(Agent):
    """Searches all choices and outcomes to a depth in turns."""

    Settings = LookaheadSettings
    equilibrium: ClassVar[bool]
    sampled: ClassVar[bool] = False

    def __init__(self, game: Game, settings: LookaheadSettings, text: str, weights: NDArray[np.float64] | None = None) -> None:
        super().__init__(game, settings, text)
        self.weights = weights_for(game, settings.evaluation) if weights is None else weights
        self._features = room_for_features(game)

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Lookahead needs a zero-sum game of two seats with perfect information."""
        if game.spec.hidden:
            return say("{agent} sees everything, but {game} has hidden information", agent=cls.name, game=game.name)
        if game.spec.seats != 2:
            return say("{agent} takes two seats, but this {game} has {seats}", agent=cls.name, game=game.name, seats=game.spec.seats)
        if not game.spec.zero_sum:
            return say("{agent} takes one's gain for the other's loss, which it is not in {game}", agent=cls.name, game=game.name)
        return None

    @property
    def quick(self) -> bool:
        """Whether it looks one turn ahead."""
        return bool(self.settings.depth == 1)

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The choice of the deepest search within the limits."""
        legal_actions, stop = self.legal(view, seat), stop or Stop()
        arrays = self.arrays(seat, seed)
        deepen.prepare(view.array, arrays, stop.flag)
        began = time.perf_counter()
        with stop.after(self.settings.seconds):
            depth = deepen(view.array, arrays, stop.flag)
        found = LookaheadWorkspace.proxy(arrays.workspaces)
        opinion = self.opinion(view, seat, seed, legal_actions, found)
        return replace(opinion, depth=int(depth), nodes=found.nodes, seconds=time.perf_counter() - began)

    def arrays(self, seat: int, seed: int, depth: int = 0, table_size: int = 0) -> LookaheadArrays:
        """The arrays of one search, by default to the depth that is set."""
        spec, chosen = self.game.spec, self.settings
        limited = chosen.seconds > 0 or chosen.nodes > 0
        depth = depth or chosen.depth or (min(MAX_DEPTH, spec.longest) if limited else DEFAULT_DEPTH)
        states = np.zeros(FRAMES_PER_TURN * (depth + 1) + 1, self.game.dtype)
        entries = min(table_size or chosen.table_size, 8 * spec.widest ** min(8, 2 * depth - 1))
        return LookaheadArrays(
            states,
            words=states.view(np.uint64).reshape(len(states), -1),
            frames=LookaheadFrame.zeros(len(states) - 1, **sizes_for(spec)),
            table=LookaheadEntry.zeros(2 ** max(10, int(entries - 1).bit_length())),
            workspaces=self._workspace(seat, seed, depth),
        )

    def _workspace(self, seat: int, seed: int, depth: int) -> Records[LookaheadWorkspace]:
        spec = self.game.spec
        made = new_workspace(spec, self._features)
        made["lowest"], made["highest"], made["seat"], made["chance_seed"] = spec.lowest, spec.highest, seat, seed_of(seed, self.name)
        made["equilibrium"], made["sampled"], made["sequential"] = self.equilibrium, self.sampled, not spec.simultaneous
        made["max_depth"], made["max_nodes"] = depth, self.settings.nodes
        made["predicting"] = getattr(self.settings, "predict", False)
        made["ordering"] = getattr(self.settings, "ordering", UNORDERED) != UNORDERED
        made["fitted"] = len(self.weights) > 0
        made["weights"][0, : len(self.weights)] = self.weights
        return made

    def opinion(self, view: State, seat: int, seed: int, legal_actions: list[Action], found: LookaheadWorkspace) -> Opinion:
        """The best choice, with every choice judged and the principal variation."""
        values = [self.value_for(seat, value) for value in found.final_values[: len(legal_actions)].tolist()]
        judgements = [Judgement(action, value) for action, value in zip(legal_actions, values, strict=True)]
        judgements.sort(key=lambda judgement: judgement.value or 0.0, reverse=True)
        best = judgements[0]
        return Opinion(best.action, judgements, best.value, self.pv(best.action, seat, found))

    def value_for(self, seat: int, value: float) -> float:
        """A value of the first seat as that of a seat."""
        return value if seat == 0 else self.game.spec.lowest + self.game.spec.highest - value

    def pv(self, action: Action, seat: int, found: LookaheadWorkspace) -> list[Action]:
        """The principal variation, of each pair one's own choice first; the choice alone if the variation begins otherwise."""
        if found.pv[0, seat] != action:
            return [action]
        steps = takewhile(lambda step: max(step) >= 0, found.pv.tolist())
        return [self.game.actions[step[side]] for step in steps for side in (seat, 1 - seat) if step[side] >= 0]
