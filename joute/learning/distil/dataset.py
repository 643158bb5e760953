"""What a search thinks of many positions, written down for a network to learn.

The teacher plays whole games on each seat in turn, against random and careful players, and every choice it has is a lesson: what its seat
sees, what each action is worth to the teacher, and how often the teacher looked at it. Now and then it plays any action, so that positions
come up that it would avoid.
"""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
from joute.learning.dqn.vector_env import Aim, outputs_of
from joute.search.common.linear_evaluation import names_of
from joute.search.network.inference import baseline_value

AT_ONCE = 8  # games that a process plays before it reports
WHIM = 0.1  # how often the teacher's seat plays any action instead of the best
SURE = 10.0  # visits that make a value count for half of one that was visited without end

Lesson = tuple[NDArray[np.float64], list[tuple[int, float, float]]]  # features; actions, what they are worth, and how much that counts
Progress = Callable[[int], None]  # lessons so far


@dataclass(frozen=True)
class Lessons:
    """Positions, and what the teacher thinks of every action there."""

    rows: NDArray[np.float32]  # [lesson, feature]
    values: NDArray[np.float32]  # [lesson, action] scaled, less the game's own guess
    weights: NDArray[np.float32]  # [lesson, action] how much a value counts, from 0 to 1; 0 where it is unknown

    def __len__(self) -> int:
        """How many there are."""
        return len(self.rows)

    def first(self, count: int) -> "Lessons":
        """So many of them."""
        return Lessons(self.rows[:count], self.values[:count], self.weights[:count])


@dataclass(frozen=True)
class DatasetJob:
    """Games for one worker."""

    game: str  # its name, or the address of its file
    options: Mapping[str, object]
    teacher: str
    numbers: range
    seed: int


def aim_of_teacher(game: Game, teacher: str) -> Aim:
    """What the teacher's values are: chances to win, or scores."""
    unit = registry.agent(teacher, game).unit
    return Aim(unit is Unit.WIN, True, True, unit.bounds(game.spec)[0], unit.scale(game.spec))


def lessons(game: Game, teacher: str, count: int, seed: int, workers: int = 1, progress: Progress | None = None) -> Lessons:
    """The first `count` lessons of the teacher's games; a seed gives the same ones on any number of processes."""
    found: list[Lessons] = []
    jobs = (
        DatasetJob(registry.address(game), vars(game.options), teacher, range(AT_ONCE * number, AT_ONCE * (number + 1)), seed)
        for number in itertools.count()
    )
    total = 0
    executor: Executor[DatasetJob, Lessons]
    executor = ProcessPool(DatasetWorker, workers) if workers > 1 else SerialExecutor(DatasetWorker)
    with executor:
        for more in executor.map(jobs):
            found.append(more)
            total += len(more)
            if total == 0 and len(found) > 1:
                raise Unfit(f"{teacher} gives its choices in {game.name} no values to learn from")
            if progress:
                progress(min(total, count))
            if total >= count:
                break
    joined = [np.concatenate([getattr(one, name) for one in found]) for name in ("rows", "values", "weights")]
    return Lessons(*joined).first(count)


class DatasetWorker:
    """Plays the games of a job; the game and its players stay from job to job."""

    def __init__(self) -> None:
        self._players: dict[str, tuple[Game, Agent, list[Agent]]] = {}

    def run(self, job: DatasetJob) -> Lessons:
        """The lessons of the job's games."""
        game, teacher, others = self._open(job)
        aim = aim_of_teacher(game, job.teacher)
        noted: list[Lesson] = []
        for number in job.numbers:
            noted += _game(game, teacher, others, aim, number, seed_of(job.seed, "lessons", number))
        shape = len(noted), outputs_of(game)
        rows, values, weights = (
            np.zeros((len(noted), len(names_of(game))), np.float32),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.float32),
        )
        for lesson, (row, judged) in enumerate(noted):
            rows[lesson] = row
            for action, value, weight in judged:
                values[lesson, action], weights[lesson, action] = value, weight
        return Lessons(rows, values, weights)

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


def _game(game: Game, teacher: Agent, others: list[Agent], aim: Aim, number: int, seed: int) -> list[Lesson]:
    """One game of the teacher: what its seat saw, and what it thought of every action."""
    whims, state, noted, turn = seeded(seed, "whims"), game.new(seed), list[Lesson](), 0
    taught = number % game.spec.seats
    players = [teacher if seat == taught else others[below(whims, len(others))] for seat in range(game.spec.seats)]
    while not game.over(state):
        choices: dict[int, int] = {}
        for seat in game.movers(state):
            view, turn = game.view(state, seat), turn + 1
            legal = game.legal_numbers(view, seat)
            if seat == taught and len(legal) > 1:
                opinion = teacher.consider(view, seat, seed_of(seed, turn))
                seen, judged = _lesson(game, view, seat, opinion, aim)
                if len(judged) > 1:
                    noted.append((seen, judged))
                choices[seat] = legal[below(whims, len(legal))] if uniform(whims) < WHIM else int(opinion.action)
            else:
                choices[seat] = legal[0] if len(legal) == 1 else int(players[seat].choose(view, seat, seed_of(seed, turn)))
        game.step(state, choices)
    return noted


def _lesson(game: Game, view: State, seat: int, opinion: Opinion, aim: Aim) -> Lesson:
    """What the seat sees, and each action that the teacher looked at with its value and how much that counts."""
    seen = np.zeros(len(names_of(game)))
    guess = see(view.array, seat, aim.win, aim.lowest, aim.scale, seen, np.zeros(game.spec.seats))
    judged = []
    for judgement in opinion.judgements:
        if judgement.value is not None and judgement.visits != 0:
            weight = 1.0 if judgement.visits is None else judgement.visits / (judgement.visits + SURE)
            judged.append((int(judgement.action), (judgement.value - aim.lowest) / aim.scale - guess, weight))
    return seen, judged


@compiled
def see(view: States, seat: int, win: bool, lowest: float, scale: float, seen: NDArray[np.float64], scores: Scores) -> float:
    """The features of a view, and what the game's own rule guesses for the seat."""
    features(view[0], seat, seen)
    return baseline_value(view[0], seat, win, lowest, scale, scores)
