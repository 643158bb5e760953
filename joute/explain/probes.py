"""What a network's layers know: linear probes for concepts of the game (Alain and Bengio 2016), beside what flatters probes.

A probe is a logistic regression from the activations of a layer to whether a concept holds. It is compared with probes of the input (does
the network compute anything?), of the same network with random weights (did training do it?), and with a control task (Hewitt and Liang
2019): a random label for each set of legal actions, which a probe can only know by heart.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from joute.arena.statistics.estimates import CONFIDENCE
from joute.core import registry
from joute.core.errors import JouteError, Unfit
from joute.core.game import Game
from joute.core.rng import seed_of, seeded, uniform
from joute.core.session import Session
from joute.core.state import Json, State
from joute.explain.decision_rows import describe_choice
from joute.explain.estimates import Estimate
from joute.explain.provenance import provenance
from joute.explain.self_play import play_game, results_of, worker_count
from joute.i18n import Sentence
from joute.jit.struct import Float32s, Float64s, Int64s
from joute.search.common.linear_evaluation import names_of
from joute.search.network.weights import Layer, NetworkWeights, network_for

GAMES_PER_JOB = 8
GAMES = 400
HELD_OUT = 3  # one game of that many measures the probes
REGULARISATION = 0.1  # scikit-learn's C: the smaller, the simpler the probe
LEAST = 20  # positions with and without a concept, in both parts: below, it is left out
CONTROLS = 3  # labellings of the control task
RESAMPLES = 200
SEEN, HIDDEN, COMING = GROUPS = "seen", "hidden", "coming"
INPUT, UNTRAINED = "input", "untrained"


class ConceptModule(Protocol):
    """What `concepts` in the module `explanation` of a game has: texts of the concepts, and which of them hold."""

    SEEN: dict[str, Sentence]
    HIDDEN: dict[str, Sentence]
    COMING: dict[str, Sentence]

    def concept_values(self, game: Game, states: Sequence[State], place: int, seat: int, /) -> list[bool]:
        """Which concepts hold for the seat in the state at that place of a whole game: those seen, hidden, to come."""


def concept_module(game: Game) -> ConceptModule:
    """The concepts of the game; Unfit if it has none."""
    module = getattr(import_module(game.definition.explanation), "concepts", None) if game.definition.explanation else None
    if module is None:
        raise Unfit("{game} names no concepts", game=game.name)
    return cast(ConceptModule, module)


@dataclass(frozen=True)
class Concept:
    """Something that is so or not, in a position."""

    name: str
    label: Sentence
    group: str  # seen, hidden or coming


def concepts_of(game: Game) -> list[Concept]:
    """The concepts of the game, in the order of their values."""
    module = concept_module(game)
    texts = {SEEN: module.SEEN, HIDDEN: module.HIDDEN, COMING: module.COMING}
    return [Concept(name, label, group) for group in GROUPS for name, label in texts[group].items()]


# --- positions ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ProbeTask:
    """Whose games the positions come from."""

    game: str  # what `registry.game` opens
    options: Mapping[str, object]
    agent: str
    seed: int


@dataclass(frozen=True)
class ProbeJob:
    """Games for one worker."""

    task: ProbeTask
    numbers: range


@dataclass(frozen=True)
class ProbedPositions:
    """Positions with the input of a network, and the concepts that hold."""

    inputs: Float64s  # [position, feature]
    holds: NDArray[np.bool_]  # [position, concept]
    kinds: Int64s  # [position] a number for each set of legal actions
    games: Int64s  # [position]


class ProbeWorker:
    """Plays games, and notes the features and concepts of each decision."""

    def __init__(self) -> None:
        self._task: ProbeTask | None = None

    def run(self, job: ProbeJob) -> ProbedPositions:
        """The positions of the job's games."""
        if self._task != job.task:
            self._task, self._game = job.task, registry.game(job.task.game, **job.task.options).fast()
            self._agent = registry.agent(job.task.agent, self._game)
        parts = [self._play(job.task, number) for number in job.numbers]
        return joined(parts)

    def close(self) -> None:
        """Close the agent."""
        if self._task:
            self._agent.close()

    def _play(self, task: ProbeTask, number: int) -> ProbedPositions:
        game, module = self._game, concept_module(self._game)
        states: list[State] = []
        decisions: list[tuple[int, int, Float64s, int]] = []  # place, seat, features, number of the set of legal actions

        def decide(session: Session, seat: int) -> int:
            view, row = game.view(session.state, seat), np.zeros(len(names_of(game)))
            actions = np.zeros(game.spec.widest, np.int64)
            count = describe_choice(view.array, seat, actions, np.zeros((game.spec.widest, 0)), row)
            states.append(session.state.copy())
            decisions.append((len(states) - 1, seat, row, seed_of(*actions[:count].tolist()) >> 2))
            return int(self._agent.choose(view, seat, session.decision_seed(seat)))

        end = play_game(game, [task.agent] * game.spec.seats, seed_of(task.seed, "probe", number), decide)
        states.append(end.state)
        width = len(concepts_of(game))
        return ProbedPositions(
            np.array([row for _, _, row, _ in decisions]).reshape(len(decisions), -1),
            np.array([module.concept_values(game, states, place, seat) for place, seat, _, _ in decisions], bool).reshape(-1, width),
            np.array([kind for _, _, _, kind in decisions], np.int64),
            np.full(len(decisions), number, np.int64),
        )


def joined(parts: Sequence[ProbedPositions]) -> ProbedPositions:
    """All positions of some parts."""
    return ProbedPositions(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("inputs", "holds", "kinds", "games")))


# --- layers -------------------------------------------------------------------------------------------------------------------------------


def activations(layers: Sequence[Layer], inputs: Float64s) -> list[Float32s]:
    """The output of every hidden layer [position, unit]."""
    found, rows = [], inputs.astype(np.float32)
    for weights, biases in layers[:-1]:
        rows = np.maximum(rows @ weights + biases, np.float32(0))
        found.append(rows)
    return found


def untrained(layers: Sequence[Layer], seed: int) -> list[Layer]:
    """Random weights of the same shapes (He et al. 2015)."""
    source = np.random.default_rng(seed)
    return [
        ((source.standard_normal(weights.shape) * (2 / len(weights)) ** 0.5).astype(np.float32), np.zeros_like(biases))
        for weights, biases in layers
    ]


# --- probes -------------------------------------------------------------------------------------------------------------------------------


def import_linear_model() -> Any:
    """scikit-learn's linear models; a sentence that names the extra if it is not installed."""
    try:
        from sklearn import linear_model
    except ImportError as error:
        raise JouteError("probes need scikit-learn: pip install 'joute[explain]'") from error
    return linear_model


def probe_scores(rows: NDArray[Any], labels: NDArray[np.bool_], test: NDArray[np.bool_]) -> Float64s:
    """What a logistic regression that is fitted to the other positions says of those of the test."""
    mean, spread = rows[~test].mean(axis=0), rows[~test].std(axis=0)
    scaled = (rows - mean) / np.where(spread > 1e-6, spread, 1.0)
    fitted = import_linear_model().LogisticRegression(C=REGULARISATION, max_iter=200).fit(scaled[~test], labels[~test])
    found: Float64s = fitted.decision_function(scaled[test])
    return found


def area(scores: Float64s, labels: NDArray[np.bool_]) -> float:
    """The area under the ROC curve: how often a position with the concept gets a higher score than one without; ties count one half."""
    _, places, sizes = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(sizes) - (sizes - 1) / 2)[places]
    positive = int(labels.sum())
    negative = len(labels) - positive
    return float((ranks[labels].sum() - positive * (positive + 1) / 2) / (positive * negative)) if positive and negative else 0.5


def area_estimate(scores: Float64s, labels: NDArray[np.bool_], games: Int64s, seed: int) -> Estimate:
    """The area with an interval over games (bootstrap)."""
    order = [np.flatnonzero(games == name) for name in np.unique(games)]
    source = np.random.default_rng(seed)
    drawn = []
    for _ in range(RESAMPLES):
        rows = np.concatenate([order[place] for place in source.integers(len(order), size=len(order))])
        drawn.append(area(scores[rows], labels[rows]))
    low, high = np.quantile(drawn, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]).tolist()
    return {"mean": area(scores, labels), "interval": [low, high]}


# --- the report ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ProbedConcept:
    """How well a concept can be read from each layer."""

    concept: Concept
    rate: float  # share of the positions in which it holds
    areas: dict[str, Estimate]  # AUC by layer: input, hidden 1, ...; untrained: the last hidden layer with random weights


@dataclass(frozen=True)
class ProbeReport:
    """What can be read from a network's layers by linear probes."""

    game: Game
    agent: str  # plays the games
    weights: str  # file of the network; empty: the game's own
    games: int
    positions: int
    held_out: int
    units: dict[str, int]  # by layer
    concepts: list[ProbedConcept]
    left_out: list[Concept]  # too rare in these games
    control: dict[str, float]  # AUC of the control task by layer
    control_seen: float  # share of the held-out positions whose legal actions came up in the others
    seed: int

    def selectivity(self, row: ProbedConcept, layer: str) -> float:
        """The AUC of a concept minus that of the control task."""
        return row.areas[layer]["mean"] - self.control[layer]

    def to_json(self, command: str = "") -> Json:
        """For a program, with everything that is needed to repeat it."""
        return {
            "joute concept probes": 1,
            "agent": self.agent,
            "weights": self.weights or None,
            "games": self.games,
            "positions": self.positions,
            "held_out": self.held_out,
            "units": self.units,
            "concepts": [
                {
                    "name": row.concept.name,
                    "group": row.concept.group,
                    "rate": row.rate,
                    "auc": row.areas,
                    "selectivity": {layer: self.selectivity(row, layer) for layer in row.areas},
                }
                for row in self.concepts
            ],
            "left_out": [concept.name for concept in self.left_out],
            "control": self.control,
            "control_seen": self.control_seen,
            **provenance(self.game, self.seed, command, ["scikit-learn"]),
        }


def probe(
    game: Game,
    weights: str = "",
    games: int = GAMES,
    seed: int = 0,
    *,
    agent: str = "",
    workers: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> ProbeReport:
    """Read concepts of the game from the layers of a network, in positions of games that it plays (or `agent`).

    >>> import joute
    >>> found = joute.probe(joute.game("coeurs", deals=1), games=12, seed=1)
    >>> list(found.units.items())
    [('input', 128), ('hidden 1', 96), ('hidden 2', 96), ('untrained', 96)]
    """
    network = network_for(game, weights)
    concepts = concepts_of(game)
    player = agent or (f"network:weights={weights}" if weights else "network")
    registry.agent(player, game)
    import_linear_model()
    task = ProbeTask(registry.address(game), vars(game.options), player, seed)
    jobs = [ProbeJob(task, range(first, min(games, first + GAMES_PER_JOB))) for first in range(0, games, GAMES_PER_JOB)]
    parts = []
    for place, part in enumerate(results_of(ProbeWorker, jobs, worker_count(workers, len(jobs))), 1):
        parts.append(part)
        progress(min(games, place * GAMES_PER_JOB), games)
    found = joined(parts)
    test = found.games % HELD_OUT == 0
    if not test.any() or test.all():
        raise JouteError("at least {count} games are needed for probes", count=HELD_OUT)
    return summary(game, network, (task, weights, games), concepts, found, test)


def summary(
    game: Game,
    network: NetworkWeights,
    made: tuple[ProbeTask, str, int],
    concepts: Sequence[Concept],
    found: ProbedPositions,
    test: NDArray[np.bool_],
) -> ProbeReport:
    """The report on all positions."""
    task, weights, games = made
    layers = layers_of(network, found.inputs, task.seed)
    rows: list[ProbedConcept] = []
    left_out: list[Concept] = []
    for place, concept in enumerate(concepts):
        labels = found.holds[:, place]
        counts = [int((labels[part] == value).sum()) for part in (test, ~test) for value in (False, True)]
        if min(counts) < LEAST:
            left_out.append(concept)
            continue
        areas = {
            name: area_estimate(
                probe_scores(part, labels, test), labels[test], found.games[test], seed_of(task.seed, "areas", concept.name)
            )
            for name, part in layers.items()
        }
        rows.append(ProbedConcept(concept, float(labels.mean()), areas))
    known = np.isin(found.kinds[test], found.kinds[~test])
    return ProbeReport(
        game=game,
        agent=task.agent,
        weights=weights,
        games=games,
        positions=int((~test).sum()),
        held_out=int(test.sum()),
        units={name: part.shape[1] for name, part in layers.items()},
        concepts=rows,
        left_out=left_out,
        control=control_areas(layers, found.kinds, test, task.seed),
        control_seen=float(known.mean()),
        seed=task.seed,
    )


def layers_of(network: NetworkWeights, inputs: Float64s, seed: int) -> dict[str, NDArray[Any]]:
    """What is probed: the input, every hidden layer, and the last one with random weights."""
    hidden = {f"hidden {number}": rows for number, rows in enumerate(activations(network.layers, inputs), 1)}
    return {INPUT: inputs, **hidden, UNTRAINED: activations(untrained(network.layers, seed_of(seed, "untrained")), inputs)[-1]}


def control_areas(layers: Mapping[str, NDArray[Any]], kinds: Int64s, test: NDArray[np.bool_], seed: int) -> dict[str, float]:
    """The AUC of the control task: a random label for each set of legal actions, mean of some labellings."""
    names, places = np.unique(kinds, return_inverse=True)
    found: dict[str, list[float]] = {name: [] for name in layers}
    for number in range(CONTROLS):
        random = np.array([uniform(seeded(seed, "control", number, int(name))) < 0.5 for name in names])[places]
        if random[~test].min() == random[~test].max():
            random = random ^ (np.arange(len(random)) % 2 == 0)
        for name, rows in layers.items():
            found[name].append(area(probe_scores(rows, random, test), random[test]))
    return {name: float(np.mean(areas)) for name, areas in found.items()}
