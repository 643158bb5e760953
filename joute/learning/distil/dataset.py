"""The dataset of a distillation: positions of the teacher's games, with its values of the actions.

The teacher plays whole games on each seat in turn, against random and careful players. Each of its decisions is an example: the features
of its view, its value of each action, and a weight by the number of visits. Some actions are random, so that positions come up that the
teacher would avoid.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from joute.arena.executor import Executor, ProcessPool, SerialExecutor
from joute.core import registry
from joute.core.agent import Agent
from joute.core.contract import Choices, Odds, Scores, advance, chapter, features, movers, over, resolve
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.opinion import Opinion, Unit
from joute.core.rng import below, seed_of, seeded, uniform
from joute.core.rule_calls import sample_chance
from joute.core.state import State, States
from joute.jit.compile import compiled
from joute.jit.struct import Float32s, Float64s, Int64s
from joute.learning.dqn.rollout import Objective
from joute.learning.dqn.vector_env import output_size
from joute.search.common.linear_evaluation import names_of
from joute.search.network.inference import baseline_value, outcome_values

GAMES_PER_JOB = 8
EPSILON = 0.1  # probability of a random action on the teacher's seat
MIXED, SELF = "mixed", "self"  # tables: the teacher among random and careful players, or on every seat
HALF_WEIGHT = 10.0  # visits that give a value half of the largest weight


@dataclass
class Example:
    """A decision of the teacher."""

    seat: int
    row: Float64s  # [feature]
    baseline: float  # the game's own estimate
    judged: list[tuple[int, float, float]]  # actions with their value and weight
    visits: dict[int, float]  # share of the search's visits of each action
    legal: list[int]
    chosen: int
    result: float = 0.0  # what came of it at the end of the chapter, relative to the estimate


@dataclass(frozen=True)
class Dataset:
    """Positions, the teacher's value of every action, and its choice."""

    rows: Float32s  # [example, feature]
    values: Float32s  # [example, action] scaled, relative to the game's own estimate
    weights: Float32s  # [example, action] from 0 (unknown) to 1
    visits: Float32s  # [example, action] shares of the teacher's visits
    results: Float32s  # [example] what came of it at the end of the chapter, scaled, relative to the game's own estimate
    legal: NDArray[np.bool_]  # [example, action]
    chosen: Int64s  # [example] the teacher's action

    def __len__(self) -> int:
        """The number of examples."""
        return len(self.rows)

    def part(self, examples: slice) -> "Dataset":
        """Some of the examples."""
        return Dataset(**{name: array[examples] for name, array in vars(self).items()})


@dataclass(frozen=True)
class DatasetJob:
    """Games for one worker."""

    game: str  # its name, or the address of its file
    options: Mapping[str, object]
    teacher: str
    numbers: range
    seed: int
    table: str = MIXED
    epsilon: float = EPSILON


def teacher_objective(game: Game, teacher: str) -> Objective:
    """What the teacher's values mean."""
    unit = registry.agent(teacher, game).unit
    return Objective(unit is Unit.WIN, True, True, unit.bounds(game.spec)[0], unit.scale(game.spec))


def generate_dataset(
    game: Game,
    teacher: str,
    count: int,
    seed: int,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    table: str = MIXED,
    epsilon: float = EPSILON,
) -> Dataset:
    """The first `count` examples of the teacher's games; a seed gives the same ones on any number of processes."""
    found: list[Dataset] = []
    jobs = (
        DatasetJob(registry.address(game), vars(game.options), teacher, games, seed, table, epsilon)
        for games in (range(first, first + GAMES_PER_JOB) for first in itertools.count(0, GAMES_PER_JOB))
    )
    total = 0
    executor: Executor[DatasetJob, Dataset]
    executor = ProcessPool(DatasetWorker, workers) if workers > 1 else SerialExecutor(DatasetWorker)
    with executor:
        for more in executor.map(jobs):
            found.append(more)
            total += len(more)
            if total == 0 and len(found) > 1:
                raise Unfit("{teacher} gives its actions in {game} no values to learn from", teacher=teacher, game=game.name)
            if progress:
                progress(min(total, count))
            if total >= count:
                break
    return joined(found).part(slice(count))


def joined(parts: Sequence[Dataset]) -> Dataset:
    """All examples as one dataset."""
    return Dataset(**{part.name: np.concatenate([getattr(one, part.name) for one in parts]) for part in fields(Dataset)})


class DatasetWorker:
    """Plays the games of a job; the game and its players stay from job to job."""

    def __init__(self) -> None:
        self._players: dict[str, tuple[Game, Agent, list[Agent]]] = {}

    def run(self, job: DatasetJob) -> Dataset:
        """The examples of the job's games."""
        game, teacher, others = self._open(job)
        objective = teacher_objective(game, job.teacher)
        examples: list[Example] = []
        for number in job.numbers:
            seats = [number % game.spec.seats] if job.table == MIXED else range(game.spec.seats)
            examples += _play(game, Lesson(teacher, seats, others, objective, job.epsilon), seed_of(job.seed, "lessons", number))
        return packed(game, examples)

    def _open(self, job: DatasetJob) -> tuple[Game, Agent, list[Agent]]:
        """The game, the teacher and its opponents."""
        key = repr((job.game, job.options, job.teacher))
        if key not in self._players:
            game = registry.game(job.game, **job.options).fast()
            kinds = ["random", *(["careful"] if game.definition.states_itself("careful") else [])]
            self._players = {key: (game, registry.agent(job.teacher, game), [registry.agent(kind, game) for kind in kinds])}
        return self._players[key]

    def close(self) -> None:
        """Nothing to release."""


def packed(game: Game, examples: Sequence[Example]) -> Dataset:
    """The examples as arrays."""
    shape = len(examples), output_size(game)
    rows = np.zeros((len(examples), len(names_of(game))), np.float32)
    values, weights, visits = (np.zeros(shape, np.float32) for _ in range(3))
    legal = np.zeros(shape, np.bool_)
    for place, example in enumerate(examples):
        rows[place] = example.row
        legal[place, example.legal] = True
        for action, value, weight in example.judged:
            values[place, action], weights[place, action] = value, weight
        visits[place, list(example.visits)] = list(example.visits.values())
    results = np.array([example.result for example in examples], np.float32)
    return Dataset(rows, values, weights, visits, results, legal, np.array([example.chosen for example in examples], np.int64))


@dataclass(frozen=True)
class Lesson:
    """Who plays at a table, and what the teacher's values mean."""

    teacher: Agent
    seats: Sequence[int]  # of the teacher
    others: list[Agent]  # one of which plays on each other seat
    objective: Objective
    epsilon: float  # probability of a random action of the teacher


def _play(game: Game, lesson: Lesson, seed: int) -> list[Example]:
    """The examples of one game."""
    rng, state, examples, turn = seeded(seed, "whims"), game.new(seed), list[Example](), 0
    odds, results, begun = np.zeros(max(1, game.spec.outcomes)), np.zeros(game.spec.seats), 0
    teacher, others = lesson.teacher, lesson.others
    players = [teacher if seat in lesson.seats else others[below(rng, len(others))] for seat in range(game.spec.seats)]
    while not game.over(state):
        choices = np.full(game.spec.seats, -1, np.int64)
        for seat in game.movers(state):
            view, turn = game.view(state, seat), turn + 1
            legal = game.legal_numbers(view, seat)
            if seat in lesson.seats and len(legal) > 1:
                opinion = teacher.consider(view, seat, seed_of(seed, turn))
                example = example_of(game, view, seat, opinion, lesson.objective)
                if len(example.judged) > 1:
                    examples.append(example)
                choices[seat] = legal[below(rng, len(legal))] if uniform(rng) < lesson.epsilon else int(opinion.action)
            else:
                choices[seat] = legal[0] if len(legal) == 1 else int(players[seat].choose(view, seat, seed_of(seed, turn)))
        if play_on(state.array, choices, odds, lesson.objective, results):
            for example in examples[begun:]:
                example.result = float(results[example.seat]) - example.baseline
            begun = len(examples)
    return examples


@compiled
def play_on(state: States, choices: Choices, odds: Odds, objective: Objective, results: Scores) -> bool:
    """Apply the choices and let chance happen up to the next decision; whether a chapter has ended, whose results are written then."""
    advance(state[0], choices)
    ended = False
    while over(state[0]) or movers(state[0]) == 0:
        if not ended and (over(state[0]) or chapter(state[0])):
            outcome_values(state[0], objective.win, objective.lowest, objective.scale, results)
            ended = True
        if over(state[0]):
            break
        resolve(state[0], sample_chance(state[0], odds))
    return ended


def example_of(game: Game, view: State, seat: int, opinion: Opinion, objective: Objective) -> Example:
    """The features of the view, each action that the teacher visited with its value and weight, and its choice."""
    out = np.zeros(len(names_of(game)))
    baseline = features_and_baseline(view.array, seat, objective, out, np.zeros(game.spec.seats))
    judged = []
    total = sum(judgement.visits or 0 for judgement in opinion.judgements)
    visits = {int(one.action): (one.visits or 0) / total for one in opinion.judgements} if total else {int(opinion.action): 1.0}
    for judgement in opinion.judgements:
        if judgement.value is not None and judgement.visits != 0:
            weight = 1.0 if judgement.visits is None else judgement.visits / (judgement.visits + HALF_WEIGHT)
            judged.append((int(judgement.action), (judgement.value - objective.lowest) / objective.scale - baseline, weight))
    return Example(seat, out, baseline, judged, visits, game.legal_numbers(view, seat), int(opinion.action))


@compiled
def features_and_baseline(view: States, seat: int, objective: Objective, out: Float64s, scores: Scores) -> float:
    """Write the features of a view; return the game's own estimate for the seat."""
    features(view[0], seat, out)
    return baseline_value(view[0], seat, objective.win, objective.lowest, objective.scale, scores)
