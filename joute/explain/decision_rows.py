"""Decisions as rows, one for each legal action: who decided, what they knew, what the agent thought of it, and what came of it."""

import json
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np

from joute.core import settings
from joute.core.agent import Stop
from joute.core.beliefs import beliefs
from joute.core.contract import Actions, facts, features, legal
from joute.core.game import Game
from joute.core.opinion import Judgement, Solution, Unit
from joute.core.rng import plain_seed
from joute.core.state import State, States
from joute.explain.decisions import DecisionSource, PlayedGame, StudiedDecision, split_of
from joute.jit.compile import compiled
from joute.jit.struct import Float64s

Columns: TypeAlias = dict[str, list[Any] | Float64s]


@compiled
def describe_choice(view: States, seat: int, actions: Actions, fact_rows: Float64s, feature_row: Float64s) -> int:
    """Write the legal actions of a seat, the facts of each and the features of the view; return the number of actions."""
    count = legal(view[0], seat, actions)
    if fact_rows.shape[1] > 0:
        for place in range(count):
            facts(view[0], seat, actions[place], fact_rows[place])
    if len(feature_row) > 0:
        features(view[0], seat, feature_row)
    return count


def choice_facts(game: Game, view: State, seat: int) -> tuple[Actions, Float64s]:
    """The legal actions of a seat, and the facts of each [action, fact]."""
    actions, rows = np.zeros(game.spec.widest, np.int64), np.zeros((game.spec.widest, len(game.definition.facts)))
    count = describe_choice(view.array, seat, actions, rows, np.zeros(0))
    return actions[:count], rows[:count]


def feature_columns(game: Game) -> list[str]:
    """The names of the columns of features."""
    names = game.definition.feature_names
    return [f"feature_{name}" for name in names(game.options)] if names else []


def fact_columns(game: Game) -> list[str]:
    """The names of the columns of facts."""
    return [f"fact_{fact.name}" for fact in game.definition.facts]


class DecisionRows:
    """Collects the rows of decisions: what belongs to a decision once, facts and features as arrays, so that a row costs little."""

    def __init__(self, game: Game, source: DecisionSource) -> None:
        self.game, self.source = game, source
        self._features, self._facts = feature_columns(game) if source.views else [], fact_columns(game)
        self._options = json.dumps(settings.changed(game.options), sort_keys=True)
        self._decisions: dict[str, list[Any]] = {}  # by column, one entry for each decision
        self._actions: dict[str, list[Any]] = {}  # by column, one entry for each row
        self._counts: list[int] = []  # legal actions of each decision
        self._fact_rows, self._feature_rows = [np.zeros((0, len(self._facts)))], [np.zeros((0, len(self._features)))]

    @property
    def columns(self) -> Columns:
        """All rows, by column."""
        decisions = np.repeat(np.arange(len(self._counts)), self._counts)
        places = decisions.tolist()
        found: Columns = {name: [values[place] for place in places] for name, values in self._decisions.items()}
        found |= self._actions
        found |= zip(self._facts, np.concatenate(self._fact_rows).T, strict=True)
        found |= zip(self._features, np.concatenate(self._feature_rows)[decisions].T, strict=True)
        return {name: found.get(name, []) for name in column_names(self.game, self.source)}

    def add(self, played: PlayedGame) -> None:
        """The rows of all decisions of a game."""
        before: dict[int, float | None] = {}  # by seat: the value of what it chose last
        game_columns = {"game_id": f"{played.number}", "seed": str(plain_seed(played.seed)), "split": split_of(played.seed)}
        for decision in played.decisions:
            opinion = decision.opinion
            judged = {} if opinion is None else {int(one.action): one for one in opinion.judgements}
            expected, last = None if opinion is None else opinion.value, before.get(decision.seat)
            luck = None if expected is None or last is None else expected - last
            before[decision.seat] = judged[decision.chosen].value if decision.chosen in judged else None
            numbers = self._describe(decision)
            row = game_columns | self._decision(played, decision, len(numbers)) | {"luck": luck}
            for name, value in row.items():
                self._decisions.setdefault(name, []).append(value)
            self._judge(decision, numbers, judged)

    def _describe(self, decision: StudiedDecision) -> list[int]:
        """Facts and features; returns the legal actions."""
        widest = self.game.spec.widest
        actions, fact_rows = np.zeros(widest, np.int64), np.zeros((widest, len(self._facts)))
        feature_row = np.zeros(len(self._features))
        count = describe_choice(decision.view.array, decision.seat, actions, fact_rows, feature_row)
        self._counts.append(count)
        self._fact_rows.append(fact_rows[:count])
        self._feature_rows.append(feature_row[None, :])
        numbers: list[int] = actions[:count].tolist()
        return numbers

    def _decision(self, played: PlayedGame, decision: StudiedDecision, count: int) -> dict[str, object]:
        """What all rows of a decision have in common."""
        game, view, seat, opinion = self.game, decision.view, decision.seat, decision.opinion
        row: dict[str, object] = {
            "decision": f"{played.number}/{decision.ply}/{seat}",
            "ply": decision.ply,
            "seat": seat,
            "player": played.players[seat],
            "legal_actions": count,
            "unit": None if opinion is None else str(opinion.unit),
            "outcome": None if played.scores is None else float(played.scores[seat]),
        }
        if self.source.views:
            row |= {"options": self._options, "view": json.dumps(game.to_json(view), ensure_ascii=False, separators=(",", ":"))}
        if self.source.beliefs:
            found = None if decision.agent is None else beliefs(game, view, decision.seed, belief=decision.agent.belief)
            row["beliefs"] = None if found is None else json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        return row

    def _judge(self, decision: StudiedDecision, numbers: list[int], judged: dict[int, Judgement]) -> None:
        """What the agent thinks of every legal action."""
        opinion, actions = decision.opinion, self.game.actions
        ranks = {number: place for place, number in enumerate(judged, 1)}
        best = max((one.value for one in judged.values() if one.value is not None), default=None)
        exact = exact_values(self.game, decision.view, decision.seat, numbers) if self.source.exact else {}
        judgements = [judged.get(number) or Judgement(actions[number]) for number in numbers]
        found: dict[str, list[Any]] = {
            "action": [actions[number].name for number in numbers],
            "value": [one.value for one in judgements],
            "error": [one.error for one in judgements],
            "visits": [one.visits for one in judgements],
            "weight": [one.weight for one in judgements],
            "exact_value": [
                exact.get(number, one.value if one.error == 0.0 else None) for number, one in zip(numbers, judgements, strict=True)
            ],
            "chosen": [number == decision.chosen for number in numbers],
            "preferred": [None if opinion is None else number == int(opinion.action) for number in numbers],
            "rank": [ranks.get(number) for number in numbers],
            "regret": [None if one.value is None or best is None else best - one.value for one in judgements],
        }
        for name, values in found.items():
            self._actions.setdefault(name, []).extend(values)


IDENTITY = ("game_id", "seed", "split", "decision", "ply", "seat", "player", "legal_actions")
JUDGED = ("action", "chosen", "preferred", "rank", "value", "error", "visits", "weight", "regret", "unit", "exact_value", "outcome", "luck")


def column_names(game: Game, source: DecisionSource) -> list[str]:
    """The columns of a table of decisions, in order."""
    views = ["options", "view"] if source.views else []
    beliefs_column = ["beliefs"] if source.beliefs else []
    return [*IDENTITY, *JUDGED, *views, *beliefs_column, *fact_columns(game), *(feature_columns(game) if source.views else [])]


def exact_values(game: Game, view: State, seat: int, actions: Iterable[int]) -> dict[int, float]:
    """What each action leads to with best play, if the game's solver proves it."""
    module, _, name = str(game.definition.solver).partition(":")
    solve: Callable[[Game, State, Stop], Solution] = getattr(import_module(module), name)
    low, high = Unit.SCORE.bounds(game.spec)
    found = {}
    for number in actions:
        after = State(view.array.copy())
        game.step(after, {seat: number})
        if game.over(after):
            found[number] = game.returns(after)[seat]
            continue
        solution = solve(game, after, Stop())
        if solution.proven:
            found[number] = (low + high) / 2 if solution.winner is None else high if solution.winner == seat else low
    return found
