"""The strongest answer to an agent that does not change: a search of one's own choices alone, in which all others choose as it does.

An agent that is a rule of the game is answered in machine code, by information-set search against rivals that follow that rule. Any
other agent is asked, with what its seat sees in the imagined world; then the search is a tree of this seat's own views (UCT, Kocsis
and Szepesvári 2006), because the rest of the world is luck with known odds.
"""

import math
import time
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from joute import settings
from joute.beliefs import INFERRED, UNIFORM, beliefs, believed_worlds
from joute.compiled import advance, chapter, compiled, features, movers, over, resolve
from joute.dice import Dice, below, dice
from joute.game import Game, State
from joute.host import States, fallen
from joute.opinion import AT_RANDOM, Agent, Judgement, Opinion, Stop, by_visits
from joute.rulebook import Actions, Choices, Odds, Scores
from joute.search.careful import ask
from joute.search.evaluation import AUTO, room_for_features, weighed, weights_for
from joute.search.ismcts import CAREFUL, EVALUATE, LEAVES, Ismcts, IsmctsSettings, rest_of_game
from joute.search.rival import Rival
from joute.settings import setting, text_of_value

LEARNING = -1.0  # no slips: beyond the horizon everybody plays alike
IN_MACHINE_CODE, ASKED = 20_000, 200  # iterations, where none are set


@dataclass(frozen=True)
class BestResponseSettings:
    """Settings of best_response."""

    to: str = setting("random", "the agent that is answered; its settings follow with +, as in ismcts+iterations=200")
    iterations: int = setting(0, f"samples in all; 0: {IN_MACHINE_CODE}, or {ASKED} where the agent must be asked", 0)
    horizon: int = setting(0, "own choices up to which the agent is asked; 0: to the end of the round", 0, 1000)
    asks: int = setting(4, "how often the agent is asked at one view, each time with other dice", 1, 1000)
    leaf: str = setting(
        "auto",
        "how the position beyond the horizon is judged; auto: evaluate where the game comes with fitted weights, else careful",
        choices=("auto", *LEAVES),
    )
    exploration: float = setting(0.35, "UCB's c, for scores scaled by the Spec", 0)


@compiled
def step_within(states: States, choices: Choices, odds: Odds) -> int:
    """Play the choices and settle chance up to the next choice; who must choose, or 0 where the round or the game has ended."""
    state = states[0]
    advance(state, choices)
    while not over(state) and not chapter(state):
        asked = movers(state)
        if asked != 0:
            return asked
        resolve(state, fallen(state, odds))
    return 0


@compiled
def judge(
    states: States,
    leaf: int,
    win: bool,
    lowest: float,
    scale: float,
    seat: int,
    weights: Scores,
    seen: Scores,
    actions: Actions,
    choices: Choices,
    odds: Odds,
    scores: Scores,
    dice: Dice,
) -> float:
    """What a position is worth to the seat, from 0 to 1: by fitted weights where there are some, else as the rest of the game says."""
    state = states[0]
    if leaf == EVALUATE and len(weights) > 0 and not over(state):
        features(state, seat, seen)
        return 1.0 / (1.0 + np.exp(-weighed(seen, weights)))
    rest_of_game(state, leaf, win, seat, LEARNING, actions, choices, odds, scores, dice)
    return (scores[seat] - lowest) / scale


class Node:
    """A view of the searching seat: its actions, how often each was taken, and what came of it, from 0 to 1."""

    __slots__ = ("actions", "totals", "visits")

    def __init__(self, actions: list[int]) -> None:
        self.actions = actions
        self.visits = [0] * len(actions)
        self.totals = [0.0] * len(actions)

    def select(self, exploration: float, rolls: Dice) -> int:
        """The place of the action to take: one that was not tried, else the highest upper confidence bound."""
        untried = [place for place, visits in enumerate(self.visits) if visits == 0]
        if untried:
            return untried[below(rolls, len(untried))]
        logarithm = math.log(sum(self.visits))
        bounds = [
            total / visits + exploration * math.sqrt(logarithm / visits) for total, visits in zip(self.totals, self.visits, strict=True)
        ]
        return bounds.index(max(bounds))

    def learn(self, place: int, value: float) -> None:
        """One more visit of an action."""
        self.visits[place] += 1
        self.totals[place] += value


class Answer:
    """A tree of one seat's own views, in a game where all others choose as the rival does."""

    def __init__(self, game: Game, rival: Rival, chosen: BestResponseSettings) -> None:
        spec = game.spec
        self.game, self.rival, self.chosen = game.fast(), rival, chosen
        self.win = game.definition.states_itself("prospects")
        self.lowest, self.scale = (0.0, 1.0) if self.win else (spec.lowest, spec.scale)
        fitted = weights_for(game, AUTO)
        self.weights = np.zeros(room_for_features(game) if len(fitted) else 0)
        self.weights[: len(fitted)] = fitted
        self.leaf = LEAVES[chosen.leaf] if chosen.leaf != "auto" else EVALUATE if len(fitted) else CAREFUL
        self.seen = np.zeros(max(4, len(self.weights)))
        self.actions, self.odds = np.zeros(spec.widest, np.int64), np.zeros(max(1, spec.outcomes))
        self.choices, self.scores = np.zeros(spec.seats, np.int64), np.zeros(spec.seats)

    def search(self, view: State, seat: int, belief: str, iterations: int, seed: int, stop: Stop) -> tuple[Node, int]:
        """So many iterations from a view, or until stopped: the view's node, and how many were made."""
        nodes = {key_of(view): Node(self.game.legal_numbers(view, seat))}
        rolls = dice(seed, "best response")
        worlds = believed_worlds(self.game, view, seed, iterations, belief) if self.game.spec.hidden else [view] * iterations
        done = 0
        for world in worlds:
            if done and stop.flag[0]:
                break
            imagined = State(world.array.copy())
            imagined.array["dice"] = dice(seed, "imagined chance", done)
            self._iterate(imagined, seat, nodes, rolls)
            done += 1
        return nodes[key_of(view)], done

    def _iterate(self, world: State, seat: int, nodes: dict[bytes, Node], rolls: Dice) -> None:
        """Down through known views by upper confidence bounds, on with care up to the horizon, and back with what came of it."""
        path: list[tuple[Node, int]] = []
        taken, known = 0, True
        asked = sum(1 << mover for mover in self.game.movers(world))
        while asked and not (asked >> seat & 1 and self.chosen.horizon and taken == self.chosen.horizon):
            for other in range(self.game.spec.seats):
                if other != seat and asked >> other & 1:
                    self.choices[other] = self.rival.choose(world, other, rolls)
            if asked >> seat & 1:
                taken += 1
                if known:
                    known = self._descend(world, seat, nodes, path, rolls)
                else:
                    self.choices[seat] = ask(world.array, seat, self.actions, rolls)
            asked = int(step_within(world.array, self.choices, self.odds))
        value = judge(
            world.array,
            self.leaf,
            self.win,
            self.lowest,
            self.scale,
            seat,
            self.weights,
            self.seen,
            self.actions,
            self.choices,
            self.odds,
            self.scores,
            rolls,
        )
        for node, place in path:
            node.learn(place, float(value))

    def _descend(self, world: State, seat: int, nodes: dict[bytes, Node], path: list[tuple[Node, int]], rolls: Dice) -> bool:
        """Choose at a view of the tree; a new view is remembered, and from there on the seat is careful: False."""
        key = key_of(self.game.view(world, seat))
        known = key in nodes
        if known:
            place = nodes[key].select(self.chosen.exploration, rolls)
        else:
            nodes[key] = Node(self.game.legal_numbers(world, seat))
            place = nodes[key].actions.index(int(ask(world.array, seat, self.actions, rolls)))
        self.choices[seat] = nodes[key].actions[place]
        path.append((nodes[key], place))
        return known


def key_of(view: State) -> bytes:
    """A view as a key."""
    key: bytes = view.array.tobytes()
    return key


class BestResponse(Agent):
    """Knows whom it plays against, and looks for the best answer."""

    name = "best_response"
    summary = {
        "en": "searches the best answer to one agent, whose choices it knows or samples",
        "fr": "cherche la meilleure réponse à un agent dont il connaît ou échantillonne les choix",
    }
    Settings = BestResponseSettings

    @property
    def asks(self) -> str:
        """The agent that is answered."""
        return text_of_value(self.settings.to)

    @cached_property
    def rival(self) -> Agent:
        """The agent that is answered, as the registry brought it."""
        assert self.adviser is not None, "the registry brings the agent that is asked"
        return self.adviser

    @cached_property
    def belief(self) -> str:
        """Past choices tell something where the game says how likely they were, unless they were made at random."""
        tells = self.game.definition.states_itself("likelihood") and self.rival.policy != AT_RANDOM
        return INFERRED if tells and self.game.spec.hidden else UNIFORM

    @cached_property
    def against_a_rule(self) -> Ismcts:
        """The search in machine code, against rivals that are a rule of the game."""
        chosen = self.settings
        win = self.game.definition.states_itself("prospects")
        values = {
            "iterations": chosen.iterations or IN_MACHINE_CODE,
            "rivals": "random" if self.rival.policy == AT_RANDOM else "careful",
            "slips": 0,
            "leaf": "careful" if chosen.leaf == "auto" else chosen.leaf,
            "exploration": chosen.exploration,
            "aim": "win" if win else "score",
            "belief": self.belief,
        }
        return Ismcts(self.game, settings.make(IsmctsSettings, values, self.name), self.text)

    @cached_property
    def answer(self) -> Answer:
        """The search that asks."""
        return Answer(self.game, Rival(self.rival, self.game.fast(), self.settings.asks), self.settings)

    def consider(self, view: State, seat: int, seed: int = 0, stop: Stop | None = None) -> Opinion:
        """The best answer found."""
        if self.rival.policy is not None:
            return self.against_a_rule.consider(view, seat, seed, stop)
        began = time.perf_counter()
        legal = self.legal(view, seat)
        node, done = self.answer.search(view, seat, self.belief, self.settings.iterations or ASKED, seed, stop or Stop())
        judgements = [
            Judgement(action, self.answer.lowest + self.answer.scale * total / visits if visits else None, visits)
            for action, visits, total in zip(legal, node.visits, node.totals, strict=True)
        ]
        judgements.sort(key=by_visits, reverse=True)
        best, seconds = judgements[0], time.perf_counter() - began
        believed = beliefs(self.game, view, seed, belief=self.belief)
        return Opinion(best.action, judgements, best.value, [best.action], 1, done, seconds, believed)

    def choose(self, view: State, seat: int, seed: int = 0) -> int:
        """The action alone."""
        return self.against_a_rule.choose(view, seat, seed) if self.rival.policy is not None else super().choose(view, seat, seed)
