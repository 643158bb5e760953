"""Positions whose decisive thing is known: the only known thing that, drawn again, takes the exactly solved preference away.

The values that are explained must prefer the same action as the exact solution: a choice that nobody makes has no explanation.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from joute.core.agent import Agent
from joute.core.errors import JouteError, Unfit
from joute.core.explanation import PuzzleModule, PuzzlePosition
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import Json, State
from joute.explain.agent_values import AgentContrast
from joute.explain.contrast import Contrast, explanation_module

FIRST_ALTERNATIVES, ALTERNATIVES = 2, 10  # of each known thing, solved exactly: at first, and of positions that may do
LEAST_GAP = 0.05  # difference between the two actions, exactly
FLIPS, STAYS = 0.6, 0.2  # share of the alternatives that take the preference away: of the decisive thing at least, of all others at most
AGREEING = 2_000  # sampled worlds in which the explained values must prefer the same action
SEEDS_PER_POSITION = 4_000  # tried, at most


@dataclass(frozen=True)
class GroundTruth:
    """A position, two actions, and the one thing that decides between them."""

    contrast: Contrast  # the better action first
    decisive: int  # place among the known things
    gap: float  # exact
    flips: tuple[float, ...]  # for each known thing: share of its alternatives that take the preference away
    seed: int

    @property
    def kind(self) -> str:
        """The kind of the decisive thing."""
        return self.contrast.things[self.decisive].kind

    def to_json(self) -> Json:
        """For a program."""
        contrast = self.contrast
        return {
            "view": contrast.game.to_json(contrast.view),
            "seat": contrast.seat,
            "actions": [action.name for action in contrast.pair],
            "things": [thing.name for thing in contrast.things],
            "decisive": contrast.things[self.decisive].name,
            "exact_gap": self.gap,
            "flips": list(self.flips),
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, game: Game, stored: Json) -> "GroundTruth":
        """The position that `to_json` describes."""
        first, second = (game.action(name) for name in stored["actions"])
        contrast = Contrast(game, game.position(stored["view"]), stored["seat"], (first, second), stored["seed"])
        decisive = [thing.name for thing in contrast.things].index(stored["decisive"])
        return cls(contrast, decisive, stored["exact_gap"], tuple(stored["flips"]), stored["seed"])

    def explained_by(self, agent: Agent) -> "GroundTruth | None":
        """The same position, the agent's values to be explained; None if it does not prefer the better action."""
        old = self.contrast
        contrast = AgentContrast(old.game, old.view, old.seat, old.pair, old.seed, agent)
        return replace(self, contrast=contrast) if prefers_first(contrast) else None


def ground_truth(game: Game, count: int, seed: int = 0, agent: Agent | None = None) -> Iterator[GroundTruth]:
    """Positions with a known decisive thing, solved exactly together with its alternatives, for the values of the agent if given.

    In at most half of them the decisive thing is of the same kind: a card in hand, say. Otherwise naming any card would often be right.
    """
    module = explanation_module(game)
    if not isinstance(module, PuzzleModule):
        raise Unfit("{game} makes no positions with a known decisive thing", game=game.name)
    kinds = Counter[str]()
    for number in range(count * SEEDS_PER_POSITION):
        if kinds.total() == count:
            return
        puzzle = module.puzzle_position(game, seed_of(seed, "ground truth", number))
        full = {kind for kind in kinds if kinds[kind] >= (count + 1) // 2}
        truth = None if puzzle is None else examined(game, puzzle, module, seed_of(seed, "contrast", number), agent, full)
        if truth is not None:
            kinds[truth.kind] += 1
            yield truth
    found = kinds.total()
    raise JouteError("too few positions of {game} have one decisive thing: {found} of {count}", game=game.name, found=found, count=count)


def examined(
    game: Game, puzzle: PuzzlePosition, module: PuzzleModule, seed: int, agent: Agent | None = None, full: Collection[str] = ()
) -> GroundTruth | None:
    """The ground truth of a position; None if no thing alone is decisive, or one of the kinds of which there are enough."""
    gap = exact(game, module, puzzle.view, puzzle.seat, puzzle.actions) or 0.0
    if abs(gap) < LEAST_GAP:
        return None
    numbers = puzzle.actions if gap > 0 else puzzle.actions[::-1]
    decision = game, puzzle.view, puzzle.seat, (game.actions[numbers[0]], game.actions[numbers[1]]), seed
    contrast = Contrast(*decision) if agent is None else AgentContrast(*decision, agent)
    if len(contrast.things) < 2 or not prefers_first(contrast):
        return None
    solved: dict[bytes, float | None] = {}  # by view
    quick: list[float] = []
    for place in range(len(contrast.things)):  # most positions: either several things decide, or nothing alone does
        quick.append(flip_share(contrast, module, place, FIRST_ALTERNATIVES, solved))
        if sum(share > STAYS for share in quick) > 1:
            return None
    if not any(quick) or contrast.things[int(np.argmax(quick))].kind in full:
        return None
    flips = [0.0] * len(quick)
    for place in np.argsort(quick)[::-1].tolist():
        flips[place] = flip_share(contrast, module, place, ALTERNATIVES, solved)
        if sum(share > STAYS for share in flips) > 1 or STAYS < flips[place] < FLIPS:
            return None
    decisive = int(np.argmax(flips))
    if flips[decisive] < FLIPS or contrast.things[decisive].kind in full:
        return None
    return GroundTruth(contrast, decisive, abs(gap), tuple(flips), seed)


def prefers_first(contrast: Contrast) -> bool:
    """Whether the sampled values, which are what is explained, clearly prefer the exactly better action, too."""
    gaps = contrast.gaps(np.ones((AGREEING, len(contrast.things)), np.bool_), "agreeing")
    return float(gaps.mean()) > 2 * float(gaps.std()) / math.sqrt(len(gaps))


def flip_share(contrast: Contrast, module: PuzzleModule, place: int, alternatives: int, solved: dict[bytes, float | None]) -> float:
    """The share of the alternatives of one thing in which the first action is no longer better, exactly; `solved` grows."""
    known = np.ones((2 * ALTERNATIVES, len(contrast.things)), np.bool_)
    known[:, place] = False
    game, seat, numbers = contrast.game, contrast.seat, contrast.numbers
    before, flips, seen = contrast.view.array.tobytes(), [], 0
    for world in contrast.worlds(known, "alternatives", place):
        view = game.view(State(np.array([world], contrast.view.array.dtype)), seat)
        content = view.array.tobytes()
        if content == before or seen == alternatives:
            continue
        seen += 1
        if content not in solved:
            solved[content] = exact(game, module, view, seat, numbers)
        if (gap := solved[content]) is not None:
            flips.append(gap <= 0.0)
    return float(np.mean(flips)) if flips else 0.0


def exact(game: Game, module: PuzzleModule, view: State, seat: int, numbers: tuple[int, int]) -> float | None:
    """The exact difference; None if the position is too large to be counted out."""
    try:
        return module.exact_gap(game, view, seat, numbers)
    except Unfit:
        return None
