"""The dataset of a distillation: positions of the teacher's games, with its values of the actions.

The teacher plays whole games on each seat in turn, against random and careful players. Each of its decisions is an example: the features
of its view, its value of each action, and a weight by the number of visits. Some actions are random, so that positions come up that the
teacher would avoid.
"""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from joute.arena.executor import Executor, ProcessPool, SerialExecutor
from joute.core import registry
from joute.core.agent import Agent
from joute.core.contract import Scores, features
from joute.core.errors import Unfit
from joute.core.game import Game
from joute.core.opinion import Opinion, Unit
from joute.core.rng import below, seed_of, seeded, uniform
from joute.core.state import State, States
from joute.jit.compile import compiled
from joute.jit.struct import Float32s, Float64s
from joute.learning.dqn.rollout import Objective
from joute.learning.dqn.vector_env import output_size
from joute.search.common.linear_evaluation import names_of
from joute.search.network.inference import baseline_value

GAMES_PER_JOB = 8
EPSILON = 0.1  # probability of a random action on the teacher's seat
HALF_WEIGHT = 10.0  # visits that give a value half of the largest weight

Example = tuple[Float64s, list[tuple[int, float, float]]]  # features; actions with their value and weight


@dataclass(frozen=True)
class Dataset:
    """Positions, and the teacher's value of every action."""

    rows: Float32s  # [example, feature]
    values: Float32s  # [example, action] scaled, relative to the game's own estimate
    weights: Float32s  # [example, action] from 0 (unknown) to 1

    def __len__(self) -> int:
        """The number of examples."""
        return len(self.rows)

    def part(self, examples: slice) -> "Dataset":
        """Some of the examples."""
        return Dataset(self.rows[examples], self.values[examples], self.weights[examples])


@dataclass(frozen=True)
class DatasetJob:
    """Games for one worker."""

    game: str  # its name, or the address of its file
    options: Mapping[str, object]
    teacher: str
    numbers: range
    seed: int


def teacher_objective(game: Game, teacher: str) -> Objective:
    """What the teacher's values mean."""
    unit = registry.agent(teacher, game).unit
    return Objective(unit is Unit.WIN, True, True, unit.bounds(game.spec)[0], unit.scale(game.spec))


def generate_dataset(
    game: Game, teacher: str, count: int, seed: int, workers: int = 1, progress: Callable[[int], None] | None = None
) -> Dataset:
    """The first `count` examples of the teacher's games; a seed gives the same ones on any number of processes."""
    found: list[Dataset] = []
    jobs = (
        DatasetJob(registry.address(game), vars(game.options), teacher, range(GAMES_PER_JOB * number, GAMES_PER_JOB * (number + 1)), seed)
        for number in itertools.count()
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
    joined = [np.concatenate([getattr(one, name) for one in found]) for name in ("rows", "values", "weights")]
    return Dataset(*joined).part(slice(count))


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
            examples += _play(game, teacher, others, objective, number, seed_of(job.seed, "lessons", number))
        shape = len(examples), output_size(game)
        rows = np.zeros((len(examples), len(names_of(game))), np.float32)
        values, weights = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        for place, (row, judged) in enumerate(examples):
            rows[place] = row
            for action, value, weight in judged:
                values[place, action], weights[place, action] = value, weight
        return Dataset(rows, values, weights)

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


def _play(game: Game, teacher: Agent, others: list[Agent], objective: Objective, number: int, seed: int) -> list[Example]:
    """The examples of one game."""
    rng, state, examples, turn = seeded(seed, "whims"), game.new(seed), list[Example](), 0
    own_seat = number % game.spec.seats
    players = [teacher if seat == own_seat else others[below(rng, len(others))] for seat in range(game.spec.seats)]
    while not game.over(state):
        choices: dict[int, int] = {}
        for seat in game.movers(state):
            view, turn = game.view(state, seat), turn + 1
            legal = game.legal_numbers(view, seat)
            if seat == own_seat and len(legal) > 1:
                opinion = teacher.consider(view, seat, seed_of(seed, turn))
                example = _example(game, view, seat, opinion, objective)
                if len(example[1]) > 1:
                    examples.append(example)
                choices[seat] = legal[below(rng, len(legal))] if uniform(rng) < EPSILON else int(opinion.action)
            else:
                choices[seat] = legal[0] if len(legal) == 1 else int(players[seat].choose(view, seat, seed_of(seed, turn)))
        game.step(state, choices)
    return examples


def _example(game: Game, view: State, seat: int, opinion: Opinion, objective: Objective) -> Example:
    """The features of the view, and each action that the teacher visited with its value and weight."""
    out = np.zeros(len(names_of(game)))
    baseline = features_and_baseline(view.array, seat, objective, out, np.zeros(game.spec.seats))
    judged = []
    for judgement in opinion.judgements:
        if judgement.value is not None and judgement.visits != 0:
            weight = 1.0 if judgement.visits is None else judgement.visits / (judgement.visits + HALF_WEIGHT)
            judged.append((int(judgement.action), (judgement.value - objective.lowest) / objective.scale - baseline, weight))
    return out, judged


@compiled
def features_and_baseline(view: States, seat: int, objective: Objective, out: Float64s, scores: Scores) -> float:
    """Write the features of a view; return the game's own estimate for the seat."""
    features(view[0], seat, out)
    return baseline_value(view[0], seat, objective.win, objective.lowest, objective.scale, scores)
